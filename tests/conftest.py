"""How the tests run: hypothesis judges what comes out, never how long it took."""

import os
import platform
import signal
from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, settings

from svara.cli.main import main

settings.register_profile("svara", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("emulated", settings.get_profile("svara"), max_examples=10)
settings.load_profile(os.environ.get("SVARA_TESTS", "svara"))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Run a command on 80 columns and return what it prints."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str) -> str:
        assert main(arguments) == 0
        return capsys.readouterr().out

    return run


@pytest.fixture
def heard() -> Iterator[None]:
    """Python hears Ctrl-C, which a program that runs in the background of a shell does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests ran where, since the same tests run on several machines."""
    passed, skipped = (len(terminalreporter.stats.get(outcome, [])) for outcome in ("passed", "skipped"))
    python = f"{platform.python_implementation()} {platform.python_version()}"
    terminalreporter.write_line(f"on {platform.machine()} with {python}: {passed} passed, {skipped} skipped")
