"""A bar that shows on a terminal how far something is, and nothing anywhere else."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self


class Bar:
    """Shows how much of a total is done and how long the rest takes, on standard error, while it is a terminal.

    It needs `tqdm`, and shows nothing without. The estimate takes the rest to go as fast as all before, on average:
    no moment counts for more than another.
    """

    def __init__(self, total: int, *, unit: str, is_wanted: bool) -> None:
        self._bar: Any = None
        if not is_wanted or sys.stderr is None or not sys.stderr.isatty():
            return
        try:
            from tqdm import tqdm  # type: ignore[import-untyped]  # noqa: PLC0415  # it may not be there
        except ImportError:
            return
        # A thread that watches over the bar would be one too many in a process that is about to be forked.
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
        """Show that so much more is done."""
        if self._bar is not None:
            self._bar.update(count)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
