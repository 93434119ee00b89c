"""How proofs run: each as long as ``SVARA_SECONDS`` says, and each says what it did."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SECONDS = float(os.environ.get("SVARA_SECONDS", "60"))


@pytest.fixture
def rounds() -> Iterator[int]:
    """Numbers from 0 until the time is up."""

    def count() -> Iterator[int]:
        end = time.monotonic() + SECONDS
        number = 0
        while time.monotonic() < end:
            yield number
            number += 1

    return count()


@pytest.fixture
def say(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Print a line of results, which pytest does not capture."""
    capture: Any = request.config.pluginmanager.getplugin("capturemanager")

    def say(line: str) -> None:
        with capture.global_and_fixture_disabled():
            print(f"\n{line}")  # noqa: T201  # the result

    return say
