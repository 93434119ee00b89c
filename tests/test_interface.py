"""The public interface: every name, its signature and the module it is in, as `tests/data/interface.txt` lists them.

Who changes the interface on purpose runs ``python tests/test_interface.py``, which writes the list again, and says in
the changelog what changed.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import svara
import svara.players

if TYPE_CHECKING:
    from collections.abc import Iterator

LIST = Path(__file__).parent / "data" / "interface.txt"


def signature(value: object) -> str:
    """The parameters of something that can be called, as Python shows them; nothing for what shows none."""
    try:
        text = str(inspect.signature(value))  # type: ignore[arg-type]  # what cannot be called raises
    except (TypeError, ValueError):
        return ""
    return re.sub(r" at 0x[0-9a-f]+", "", text)


def describe(name: str, value: object) -> Iterator[str]:
    """The lines of a name: itself, and for a class its public members."""
    home = getattr(value, "__module__", None) if not isinstance(value, ModuleType) else value.__name__
    if not inspect.isclass(value):
        yield f"{name}{signature(value) if callable(value) else ''} from {home}"
        return
    bases = ", ".join(base.__name__ for base in value.__bases__ if base is not object)
    yield f"class {name}({bases}){signature(value)} from {home}"
    members = {member: found for cls in reversed(value.__mro__[:-1]) for member, found in vars(cls).items()}
    annotated = {member for cls in value.__mro__[:-1] for member in inspect.get_annotations(cls)}
    is_of_python = issubclass(value, Exception)
    for member in sorted(members.keys() | annotated):
        if member.startswith("_") or (is_of_python and hasattr(Exception, member)):
            continue
        found = members.get(member)
        inner = getattr(found, "__func__", found)
        shown = signature(inner) if inspect.isroutine(inner) else ""
        yield f"    {member}{shown}"


def interface() -> str:
    """The whole list."""
    lines: list[str] = []
    for module in (svara, svara.players, svara.events):
        names = getattr(module, "__all__", None) or sorted(
            name
            for name, value in vars(module).items()
            if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
        )
        for name in names:
            lines += describe(f"{module.__name__}.{name}", getattr(module, name))
    return "\n".join(lines) + "\n"


def test_the_public_interface_is_the_listed_one() -> None:
    """Nothing that users may rely on changes by accident."""
    assert interface() == LIST.read_text(encoding="utf-8")


def test_the_list_shows_parameters_and_members() -> None:
    """The list is not empty where it matters: functions of Python and of Rust, and members of classes."""
    listed = LIST.read_text(encoding="utf-8")

    assert "svara.points(hand, /, *, rules='vipsvara') from svara" in listed
    assert re.search(r"^svara\.solve\(rules: .*on_progress", listed, re.MULTILINE)
    assert "    legal_actions\n" in listed


if __name__ == "__main__":
    LIST.write_text(interface(), encoding="utf-8")
