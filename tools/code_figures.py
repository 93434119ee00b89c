"""Measure the code: `make figures` prints the longest file, and the shares of long and of deeply nested functions.

The length of a function is its number of lines from `def` or `fn` to its end, without its docstring. Its depth is the
greatest number of control blocks (if, for, while, with, try, match, loop) that are open at once. An `elif` is one level
deeper than its `if`, as in the grammar. Functions inside functions, in tests and without a body count, too.

`code_figures.py --where` lists the long and deeply nested functions instead, with their files and lines.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rust_source import functions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).parents[1]
MAX_LINES = 40
DEEP = 4
BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.TryStar, ast.Match)
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Place(NamedTuple):
    """The place of a function: a file, a line from 1, and a description of what is long or deep."""

    path: Path
    line: int
    what: str


class Figures(NamedTuple):
    """The measurements of some files."""

    longest: tuple[int, str]
    functions: int
    long: list[Place]
    deep: list[Place]


def depth_of(node: ast.AST) -> int:
    """Return the greatest number of control blocks open at once in a node, without functions and classes inside."""
    inner = max((depth_of(child) for child in ast.iter_child_nodes(node) if not isinstance(child, SCOPES)), default=0)
    return inner + isinstance(node, BLOCKS)


def python_functions(source: str) -> Iterator[tuple[str, int, int, int]]:
    """Yield the name, first line, length and depth of every function in Python source code."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            text = node.body[0] if ast.get_docstring(node, clean=False) is not None else None
            lines_of_text = text.end_lineno - text.lineno + 1 if text and text.end_lineno else 0
            end = node.end_lineno or node.lineno
            yield node.name, node.lineno, end - node.lineno + 1 - lines_of_text, depth_of(node)


def rust_functions(source: str) -> Iterator[tuple[str, int, int, int]]:
    """Yield the name, first line, length and depth of every function in Rust source code."""
    for name, first, last, depth in functions(source):
        yield name, first, last - first + 1, depth


def measure(paths: Iterable[Path]) -> Figures:
    """Measure Rust files, by the suffix `.rs`, and Python files."""
    figures = Figures((0, ""), 0, [], [])
    for path in sorted(paths):
        source = path.read_text(encoding="utf-8")
        found = list((rust_functions if path.suffix == ".rs" else python_functions)(source))
        figures = figures._replace(
            longest=max(figures.longest, (source.count("\n"), path.name)), functions=figures.functions + len(found)
        )
        figures.long.extend(
            Place(path, line, f"{name} has {lines} lines") for name, line, lines, _ in found if lines > MAX_LINES
        )
        figures.deep.extend(
            Place(path, line, f"{name} nests {depth} levels") for name, line, _, depth in found if depth >= DEEP
        )
    return figures


def share(places: list[Place], functions: int) -> str:
    """Return the share of these places among all functions, as text in percent."""
    return f"{100 * len(places) / max(functions, 1):.1f} %"


def report(code: dict[str, list[Path]]) -> Iterator[str]:
    """Yield the lines of a table with the figures."""
    figures = [measure(paths) for paths in code.values()]
    rows = [
        ("", list(code)),
        ("lines of the longest file", [str(of.longest[0]) for of in figures]),
        ("the longest file", [of.longest[1] for of in figures]),
        ("functions", [str(of.functions) for of in figures]),
        (f"of them over {MAX_LINES} lines", [share(of.long, of.functions) for of in figures]),
        (f"of them nested {DEEP} levels or more", [share(of.deep, of.functions) for of in figures]),
    ]
    width = max(len(name) for name, _ in rows) + 2
    for name, cells in rows:
        yield f"{name:{width}}{''.join(f'{cell:>18}' for cell in cells)}".rstrip()


def where(code: dict[str, list[Path]]) -> Iterator[str]:
    """Yield a line for each long or deeply nested function."""
    for paths in code.values():
        figures = measure(paths)
        for path, line, what in [*figures.long, *figures.deep]:
            yield f"{path.relative_to(ROOT)}:{line}: {what}"


def main(arguments: list[str]) -> int:
    """Print the table, or with `--where` the places, and return the exit code."""
    if arguments not in ([], ["--where"]):
        print("code_figures.py takes --where or nothing", file=sys.stderr)
        return 2
    code = {
        "python/svara": list((ROOT / "python/svara").rglob("*.py")),
        "src": list((ROOT / "src").rglob("*.rs")),
    }
    for line in (where if arguments else report)(code):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
