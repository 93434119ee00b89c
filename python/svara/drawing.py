"""Draws the chart of odds, with matplotlib, which an extra brings."""

from __future__ import annotations

from svara.files import shown, write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from svara.charts import ChartRow


def load_matplotlib() -> tuple[Any, Any]:
    """Return what drawing needs of matplotlib, its modules `colormaps` and `figure`.

    Raises `ImportError` where it is not there.
    """
    try:
        # An extra, which may not be there, and slow to import.
        from matplotlib import (  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415
            colormaps,  # pyright: ignore[reportMissingImports]
            figure,
        )
    except ImportError:
        msg = "drawing needs matplotlib: install svara-engine[chart]"
        raise ImportError(msg) from None
    return colormaps, figure


KINDS = ("png", "svg", "pdf")
"""What kinds of pictures are drawn, by the endings of their names."""


def picture_kind(path: str) -> str:
    """Return the kind of picture that the name of a file says: ``png``, ``svg`` or ``pdf``.

    Raises `ValueError` for another name.
    """
    kind = path.rpartition(".")[2].lower()
    if kind not in KINDS:
        msg = f"{shown(path)} cannot be drawn: the name of a picture ends in .png, .svg or .pdf"
        raise ValueError(msg)
    return kind


def save_picture(picture: Any, path: str, **settings: Any) -> None:
    """Write a figure of matplotlib into a whole file, as `svara.files.WholeFile` does, of the kind that its name says.

    *settings* are those of its method ``savefig``. Raises `ValueError` for a name of another kind and `OSError`, with
    the name of the file, where that cannot be written.
    """
    from io import BytesIO  # noqa: PLC0415  # who draws needs it

    kind = picture_kind(path)
    content = BytesIO()
    picture.savefig(content, format=kind, **settings)
    write_whole(path, content.getvalue())


def draw_chart(charts: Mapping[int, tuple[ChartRow, ...]], path: str, title: str) -> None:
    """Draw charts, by the number of opponents, into a picture file: the chances to win and to tie, by points.

    The kind of picture is that of the *path*: ``.png``, ``.svg`` or ``.pdf``. Raises `ImportError` without matplotlib,
    which the extra ``svara-engine[chart]`` brings, and what `save_picture` raises.
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
