"""The package is made of rooms: which room may import which, and no module imports itself by a detour."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import svara

PACKAGE = Path(svara.__file__).parent

# What a room may import beside itself and the root. `cli` may import everything.
MAY_IMPORT = {
    "": set(),
    "records": set(),
    "tables": {"records"},
    "solver": {"tables"},
    "cli": {"records", "tables", "solver"},
}
# The public names come from everywhere: these modules of the root only gather them.
FRONT = {"svara", "svara.players", "svara.__main__"}


def modules() -> dict[str, str]:
    """The source of every module of the package, by its name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts).removesuffix(".__init__")] = path.read_text(encoding="utf-8")
    return found


def imports(source: str, known: set[str]) -> set[str]:
    """The modules of *known* that a source imports: at its top, in functions, and for type checkers alone."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in known else str(node.module))
    return found & known


def room_of(module: str) -> str:
    """The room of a module; the root has none."""
    _, *parts = module.split(".")
    return parts[0] if len(parts) > 1 or (parts and (PACKAGE / parts[0]).is_dir()) else ""


def trespasses(sources: dict[str, str]) -> list[str]:
    """The imports that the rooms do not allow."""
    return [
        f"{module} imports {other}"
        for module, source in sources.items()
        if module not in FRONT
        for other in sorted(imports(source, set(sources)))
        if not is_allowed(module, other)
    ]


def is_allowed(module: str, other: str) -> bool:
    """Whether the rooms allow an import. Commands use the public names, as users do; nothing else imports the front."""
    own, theirs = room_of(module), room_of(other)
    if other in FRONT:
        return own == "cli"
    return theirs in {"", own} | MAY_IMPORT[own]


def circle(sources: dict[str, str]) -> list[str]:
    """A way from a module back to itself by imports, or nothing."""
    graph = {
        module: [other for other in imports(source, set(sources)) if other not in FRONT]
        for module, source in sources.items()
        if module not in FRONT
    }
    done: set[str] = set()

    def walk(module: str, path: list[str]) -> list[str]:
        if module in path:
            return [*path[path.index(module) :], module]
        if module in done:
            return []
        for other in graph.get(module, []):
            if found := walk(other, [*path, module]):
                return found
        done.add(module)
        return []

    return next((found for module in graph if (found := walk(module, []))), [])


def test_every_room_is_known() -> None:
    """A new room has to say what it may import."""
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}

    assert rooms | {""} == set(MAY_IMPORT)


def test_rooms_import_only_what_they_may() -> None:
    """The root knows no room, and a room knows the root and the rooms that it is built on."""
    assert trespasses(modules()) == []


def test_no_module_imports_itself_by_a_detour() -> None:
    """Imports go down only, those for type checkers and those inside functions included."""
    assert circle(modules()) == []


@pytest.mark.parametrize(
    ("module", "line", "expected"),
    [
        ("svara.deal", "from svara.tables.table import Table", ["svara.deal imports svara.tables.table"]),
        ("svara.records.record", "from svara.tables import table", ["svara.records.record imports svara.tables.table"]),
        ("svara.tables.table", "import svara.solver.menu", ["svara.tables.table imports svara.solver.menu"]),
        (
            "svara.tables.table",
            "if 0:\n    from svara.cli.main import main",
            ["svara.tables.table imports svara.cli.main"],
        ),
        ("svara.tables.table", "def f():\n    import svara", ["svara.tables.table imports svara"]),
        ("svara.tables.table", "from svara.records.record import Record", []),
        ("svara.cli.main", "import svara", []),
    ],
)
def test_a_trespass_is_found(module: str, line: str, expected: list[str]) -> None:
    """The check fails on an import that is not allowed, wherever it stands, and on no other."""
    assert trespasses(modules() | {module: line}) == expected


def test_a_circle_is_found() -> None:
    """The check fails on a circle of three modules, and says which they are."""
    sources = {
        "svara.a": "from svara.b import x",
        "svara.b": "def f():\n    import svara.c",
        "svara.c": "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from svara.a import y",
    }

    assert circle(sources) == ["svara.a", "svara.b", "svara.c", "svara.a"]
    assert circle({**sources, "svara.b": ""}) == []
