"""Draws pictures with matplotlib, which is an extra."""

from __future__ import annotations

import os

from svara.files import shown, write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypeAlias

    from svara.charts import ChartRow

    Path: TypeAlias = str | os.PathLike[str]


def load_matplotlib() -> tuple[Any, Any]:
    """Return the modules of matplotlib that drawing needs, `colormaps` and `figure`.

    Raises `ImportError` if matplotlib is not installed.
    """
    try:
        # It is an extra, which may not be installed, and slow to import.
        from matplotlib import (  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415
            colormaps,  # pyright: ignore[reportMissingImports]
            figure,
        )
    except ImportError:
        msg = "drawing needs matplotlib: install svara-engine[chart]"
        raise ImportError(msg) from None
    return colormaps, figure


KINDS = ("png", "svg", "pdf")
"""The kinds of pictures, by the endings of file names."""


def picture_kind(path: Path) -> str:
    """Return the kind of a picture from the ending of its file name: ``png``, ``svg`` or ``pdf``.

    Raises `ValueError` for any other ending.
    """
    kind = os.fspath(path).rpartition(".")[2].lower()
    if kind not in KINDS:
        msg = f"{shown(path)} cannot be drawn: the name of a picture ends in .png, .svg or .pdf"
        raise ValueError(msg)
    return kind


def save_picture(picture: Any, path: Path, **settings: Any) -> None:
    """Write a figure of matplotlib into a file, as `svara.files.WholeFile` does. The name decides the kind of picture.

    *settings* go to the method ``savefig`` of the figure. Raises `ValueError` for a name with another ending, and
    `OSError`, with the name of the file, if it cannot be written.
    """
    from io import BytesIO  # noqa: PLC0415  # who draws needs it

    kind = picture_kind(path)
    content = BytesIO()
    picture.savefig(content, format=kind, **settings)
    write_whole(path, content.getvalue())


def draw_chart(charts: Mapping[int, tuple[ChartRow, ...]], path: Path, title: str) -> None:
    """Draw charts into a picture file: the chances to win and to tie, by points. *charts* are by number of opponents.

    The ending of *path* decides the kind of picture: ``.png``, ``.svg`` or ``.pdf``. Raises `ImportError` without
    matplotlib, which the extra ``svara-engine[chart]`` installs, and the errors of `save_picture`.
    """
    picture_kind(path)  # before the work
    colormaps, figure = load_matplotlib()
    picture = figure.Figure(figsize=(10, 9), layout="constrained")
    won, tied = picture.subplots(2, 1, sharex=True, height_ratios=[2, 1])
    for number, (opponents, rows) in enumerate(charts.items()):
        label = f"{opponents} opponent{'s' * (opponents > 1)}"
        color = colormaps["viridis"](0.9 * number / max(len(charts) - 1, 1))
        points = [row.points for row in rows]
        won.plot(points, [100 * float(row.odds.win) for row in rows], "o-", markersize=3, color=color, label=label)
        tied.plot(points, [100 * float(row.odds.svarka) for row in rows], "o-", markersize=3, color=color)
    won.set(ylabel="chance to win alone, %", ylim=(0, 100))
    tied.set(xlabel="points", ylabel="chance of a svarka, %", ylim=(0, None), xticks=range(8, 35))
    won.legend()
    for axes in (won, tied):
        axes.grid(visible=True, alpha=0.3)
    picture.suptitle(title)
    save_picture(picture, path)
