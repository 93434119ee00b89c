"""Draws the first decisions of a solution, for every hand, on a sheet of A4."""

from __future__ import annotations

from svara.actions import Raise
from svara.drawing import load_matplotlib, save_picture
from svara.solver.summary import OTHER, chance, columns_of, describe, main_line, name_of, share_of, show_exploitability

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike
    from typing import Any

    from svara.solver.advice import Advice, ClassRow
    from svara.solver.solution import Solution
    from svara.solver.summary import Column

A4 = (8.27, 11.69)
"""Inches."""
MAX_ACTIONS = 7
"""The greatest number of colours that a reader can distinguish."""
COLOURS = {"fold": "#efefef", "call": "#b3d6ee", OTHER: "#858585"}
RAISES = "YlOrBr"
"""The colours of raises, darker for larger raises. Fold, call and raises also differ when printed in grey."""


def draw_strategy(solution: Solution, path: str | PathLike[str]) -> None:
    """Draw the first decisions of a solution into a picture file for a sheet of A4.

    There are two panels, for the first two nodes of the likeliest line at which the seat to act has looked. Usually
    these are the first bet of the opener, and the answer of the dealer to the likeliest bet. Each number of points is a
    band. In a band, every class of hands is a row. The height of a row shows how often the hands are held, and its
    colours show how often each action is played. The ending of *path* decides the kind of picture: ``.png``, ``.svg``
    or ``.pdf``.

    Raises `ImportError` without matplotlib, which the extra ``svara-engine[chart]`` installs, and the errors of
    `save_picture`.
    """
    colormaps, figure = load_matplotlib()
    nodes = [advice for advice in main_line(solution) if advice.has_looked]
    picture = figure.Figure(figsize=A4, layout="constrained")
    picture.get_layout_engine().set(w_pad=0.1, h_pad=0.1, wspace=0.03)
    for axes, advice in zip(picture.subplots(1, max(len(nodes), 1), squeeze=False)[0], nodes, strict=False):
        _draw_node(axes, advice, solution.by_class(advice.line), colormaps[RAISES])
    if not nodes:
        picture.axes[0].set_axis_off()
        picture.axes[0].text(0.5, 0.5, "no seat can bet: the cards decide", ha="center")
    picture.suptitle(
        f"{describe(solution)}\n"
        f"value to the dealer {solution.value:+.3f}, exploitability {show_exploitability(solution)} antes a deal",
        fontsize=11,
    )
    save_picture(picture, path, dpi=200)


def _draw_node(axes: Any, advice: Advice, rows: tuple[ClassRow, ...], colormap: Any) -> None:
    """Draw one panel: a band for each number of points, the most points on top."""
    columns = columns_of(advice.shares, MAX_ACTIONS)
    colours = _colours(columns, colormap)
    bands: dict[int, list[ClassRow]] = {}
    for row in rows:
        bands.setdefault(row.points, []).append(row)
    bottoms: list[float] = []
    heights: list[float] = []
    for number, band in enumerate(bands.values()):
        bottom, weight = number + 0.05, sum(row.weight for row in band)
        for row in band:
            bottoms.append(bottom)
            heights.append(0.9 * row.weight / weight)
            bottom += heights[-1]
    lefts = [0.0] * len(rows)
    for column in columns:
        widths = [100 * share_of(column, columns, row.shares) for row in rows]
        name = name_of(column)
        axes.barh(bottoms, widths, heights, lefts, align="edge", color=colours[name], linewidth=0, label=name)
        lefts = [left + width for left, width in zip(lefts, widths, strict=True)]
    ticks = [number + 0.5 for number in range(len(bands))]
    axes.set(xlim=(0, 100), ylim=(0, len(bands)), xlabel="how often it is played, %", yticks=ticks)
    axes.set_yticklabels([str(points) for points in bands], fontsize=9)
    axes.set_ylabel("points")
    held = axes.twinx()
    held.set(ylim=axes.get_ylim(), yticks=ticks)
    held.set_yticklabels([f"{sum(row.weight for row in band):.1%}" for band in bands.values()], fontsize=7)
    held.set_ylabel("how often they are held")
    for side in (axes, held):
        side.tick_params(axis="y", length=0)
    after = f"after “{advice.line}”" if advice.line else "first of all"
    axes.set_title(f"The {advice.role}, {after}\nin {chance(advice.reach, 'deals')}", fontsize=10, pad=34)
    axes.legend(
        loc="lower center",
        bbox_to_anchor=(0.5, 1.0),
        ncols=5 if len(columns) == 5 else 4,
        fontsize=8,
        frameon=False,
        handlelength=1,
        columnspacing=1,
    )


def _colours(columns: list[Column], colormap: Any) -> dict[str, Any]:
    """Return a colour for the name of each column. Larger raises are darker."""
    raises = [name_of(column) for column in columns if isinstance(column, Raise)]
    shades = {name: colormap(0.55 + 0.45 * number / max(len(raises) - 1, 1)) for number, name in enumerate(raises)}
    return COLOURS | shades
