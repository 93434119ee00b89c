"""A progress bar for terminals. Without a terminal nothing is shown."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self


class Bar:
    """Shows on standard error, if that is a terminal, how much of a total is done and how long the rest takes.

    It needs `tqdm`; without it, nothing is shown. The estimate assumes that the rest goes at the average speed so far.
    """

    def __init__(self, total: int, *, unit: str, is_wanted: bool) -> None:
        self._bar: Any = None
        if not is_wanted or sys.stderr is None or not sys.stderr.isatty():
            return
        try:
            from tqdm import tqdm  # type: ignore[import-untyped]  # noqa: PLC0415  # it may not be there
        except ImportError:
            return
        # The monitor thread of tqdm would be a danger in a process that is about to fork.
        quiet = type("Bar", (tqdm,), {"monitor_interval": 0})
        self._bar = quiet(
            total=total,
            bar_format="{percentage:3.0f}% |{bar}| {n:,}/{total:,}{unit}, {remaining} left",
            unit=unit,
            smoothing=0,
            leave=False,
            dynamic_ncols=True,
            file=sys.stderr,
        )

    def advance(self, count: int) -> None:
        """Show that this much more is done."""
        if self._bar is not None:
            self._bar.update(count)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
