"""Which module of the Rust crate uses which, read from its sources.

A module is a file. It uses another if a path in its code leads there: in a `use`, or written out from `crate`, `super`,
`self` or the name of a child. Test modules are left out. A path to a name that a parent re-exports leads to the module
that defines it.

A parent that has nothing but `mod` and `use` lines, and constants that repeat those of a child, uses none of its
children: it is the list of what they offer. If it has any other code, then what it re-exports counts as used, since
that code may use it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from rust_source import code_only, end_of_block

if TYPE_CHECKING:
    from collections.abc import Iterator

Path = tuple[str, ...]
"""A module, or a name in one, from the crate down: ("odds", "table")."""

TEST = re.compile(r"#\[cfg\(test\)\]\s*(?:#\[[^\]]*\]\s*)*(?:mod\s+\w+\s*(?P<block>\{)|(?:mod|use)\b[^;]*;)")
INLINE = re.compile(r"\bmod\s+(\w+)\s*\{")
USE = re.compile(r"(?P<visible>\bpub\b(?:\s*\([^)]*\))?\s*)?\buse\b(?P<tree>[^;]*);")
DECLARED = re.compile(r"\bmod\s+(\w+)\s*;")
REPEATED = re.compile(r"\bconst\s+\w+\s*:\s*\w+\s*=\s*\w+(?:\s*::\s*\w+)+\s*;")
ATTRIBUTE = re.compile(r"#!?\[[^\]]*\]")
VISIBLE = re.compile(r"\bpub\b(?:\s*\([^)]*\))?")
PYTHON = re.compile(r"\bpyo3\b|\bPy[A-Z]\w*|#\[py\w+")


class Import(NamedTuple):
    """The parts of a `use` or path: its target, its local name, and whether it is a re-export."""

    target: Path
    name: str
    visible: bool


class Source(NamedTuple):
    """A module: what it imports, and whether it is a list of other modules without code of its own."""

    imports: list[Import]
    is_list: bool


def module_of(file: str) -> Path:
    """Return the module of a file, whose name is a path from `src`: `odds/table.rs`."""
    *folders, name = file.removesuffix(".rs").split("/")
    return tuple(folders) if name == "mod" or (not folders and name == "lib") else (*folders, name)


def blank(code: str, start: int, end: int) -> str:
    """Return the code with spaces from start to end."""
    return code[:start] + re.sub(r"[^\n]", " ", code[start:end]) + code[end:]


def without_tests(code: str) -> str:
    """Return the code without what is compiled for tests alone."""
    while found := TEST.search(code):
        code = blank(code, found.start(), end_of_block(code, found.start("block")) if found["block"] else found.end())
    return code


def leaves(tree: str) -> Iterator[tuple[Path, str]]:
    """Yield the paths of the tree of a `use`, each with the name that it gets."""
    head, brace, rest = tree.partition("{")
    stem = tuple(part.strip() for part in head.split("::") if part.strip())
    if not brace:
        *path, last = stem
        original, _, alias = (part.strip() for part in last.partition(" as "))
        if original == "self":
            original = path.pop()
        yield (*path, original), alias or original
        return
    inner = rest[: rest.rindex("}")]
    depth = start = 0
    for place, mark in enumerate(inner + ","):
        depth += (mark == "{") - (mark == "}")
        if mark == "," and not depth:
            if item := inner[start:place].strip():
                joined = item if not stem else "::".join(stem) + "::" + item
                yield from leaves(joined)
            start = place + 1


def absolute(path: Path, here: Path, children: set[str]) -> Path | None:
    """Return a path from the crate down; None if it leads to another crate, or to a name of this module."""
    first, *rest = path
    if first == "crate":
        return tuple(rest)
    if first == "super":
        return absolute(("self", *rest), here[:-1], set())
    if first == "self":
        return absolute(tuple(rest), here[:-1], set()) if rest[:1] == ["super"] else (*here, *rest)
    return (*here, *path) if first in children else None


def read(file: str, source: str) -> Source:
    """Read a module."""
    code = without_tests(code_only(source))
    module = module_of(file)
    inline = [(found[1], found.start(), end_of_block(code, found.end() - 1)) for found in INLINE.finditer(code)]
    children = {found[1] for found in DECLARED.finditer(code)} | {name for name, _, _ in inline}

    def scope(place: int) -> Path:
        return (*module, *(name for name, start, end in inline if start < place < end))

    imports = []
    rest = code
    for found in USE.finditer(code):
        for path, name in leaves(" ".join(found["tree"].split())):
            if (target := absolute(path, scope(found.start()), children)) is not None:
                imports.append(Import(target, name, bool(found["visible"])))
        rest = blank(rest, *found.span())
    starts = "|".join(["crate", "super", "self", *sorted(children)])
    for found in re.finditer(rf"(?<![\w:.])(?:{starts})(?:\s*::\s*\w+)+", rest):
        path = tuple(part.strip() for part in found[0].split("::"))
        if (target := absolute(path, scope(found.start()), children)) is not None:
            imports.append(Import(target, target[-1] if target else "", visible=False))
    for pattern in (ATTRIBUTE, REPEATED, DECLARED, INLINE, VISIBLE):
        rest = pattern.sub(" ", rest)
    return Source(imports, is_list=not rest.replace("}", "").strip())


def uses(sources: dict[str, str]) -> dict[Path, set[Path]]:
    """Return which modules each module uses. Sources are by file, whose names are paths from `src`."""
    modules = {module_of(file): read(file, source) for file, source in sources.items()}

    def definers(path: Path, seen: frozenset[Path] = frozenset()) -> set[Path]:
        """Return the modules that define what this path leads to: several for a `*`."""
        if path in modules or path in seen:
            return {path}
        module = path
        while module not in modules:
            module = module[:-1]
        name, *more = path[len(module) :]
        found = [
            definer
            for item in modules[module].imports
            if item.visible and (name in ("*", item.name))
            for definer in definers((*item.target, *more), seen | {path})
        ]
        return {*found, module} if name == "*" or not found else set(found)

    graph: dict[Path, set[Path]] = {}
    for module, source in modules.items():
        graph[module] = set()
        for item in source.imports:
            is_child = item.target[: len(module)] == module
            if not (source.is_list and is_child):
                graph[module] |= definers(item.target) - {module}
    return graph


def circle(graph: dict[Path, set[Path]]) -> list[str]:
    """Return the modules of a circle, the first one again at the end; an empty list if there is none."""
    done: set[Path] = set()

    def follow(trail: list[Path]) -> list[Path]:
        for used in sorted(graph[trail[-1]] - done):
            if used in trail:
                return [*trail[trail.index(used) :], used]
            if found := follow([*trail, used]):
                return found
        done.add(trail[-1])
        return []

    for module in sorted(graph):
        if module not in done and (found := follow([module])):
            return ["::".join(("crate", *path)) for path in found]
    return []


def python_types(sources: dict[str, str]) -> list[str]:
    """Return where files other than those of the binding have Python's types, or use the binding."""
    graph = uses(sources)
    found = []
    for file, source in sorted(sources.items()):
        if module_of(file)[:1] == ("python",):
            continue
        words = sorted(set(PYTHON.findall(without_tests(code_only(source)))))
        modules = sorted("::".join(used) for used in graph[module_of(file)] if used[:1] == ("python",))
        found += [f"{file}: {word}" for word in words + modules]
    return found
