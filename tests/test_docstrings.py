"""The examples in docstrings run, also those that come from Rust, where `pytest --doctest-modules` does not look."""

import doctest
import inspect
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from types import GetSetDescriptorType, ModuleType

import pytest

import svara

MODULES = [
    svara,
    *(import_module(found.name) for found in walk_packages(svara.__path__, "svara.") if found.name != "svara.__main__"),
]


def documented() -> Iterator[tuple[str, object]]:
    """Every module, class, function, method and property of the package that is not private, with its name."""
    for module in MODULES:
        yield module.__name__, module
        for name, value in vars(module).items():
            is_from_here = module is svara or getattr(value, "__module__", None) == module.__name__
            if not name.startswith("_") and is_from_here and (inspect.isclass(value) or inspect.isroutine(value)):
                yield f"{module.__name__}.{name}", value
                yield from (
                    (f"{module.__name__}.{name}.{attribute}", member)
                    for attribute, member in (vars(value) if inspect.isclass(value) else {}).items()
                    if not attribute.startswith("_")
                    and (inspect.isroutine(member) or isinstance(member, property | GetSetDescriptorType))
                )


def examples(value: object) -> list[doctest.Example]:
    """The examples in a docstring."""
    return doctest.DocTestParser().get_examples(inspect.getdoc(value) or "")


DOCUMENTED = dict(sorted(documented(), key=lambda named: named[0]))  # the members of a Rust class have no order


@pytest.mark.parametrize("name", [name for name, value in DOCUMENTED.items() if not isinstance(value, ModuleType)])
def test_has_a_docstring(name: str) -> None:
    """Everything public has a docstring of its own, whose first line is a sentence."""
    text = inspect.getdoc(DOCUMENTED[name]) or ""
    first_line, *_ = text.splitlines() or [""]

    assert first_line.endswith((".", ":"))


@pytest.mark.parametrize("name", [name for name, value in DOCUMENTED.items() if examples(value)])
def test_examples_run(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The examples in a docstring give what it says they give.

    Those of public names can be pasted as they are; those of the modules inside know the names of their module.
    """
    is_public = name.removeprefix("svara.").split(".")[0] in svara.__all__
    known = {} if is_public else dict(vars(import_module(getattr(DOCUMENTED[name], "__module__", "svara"))))
    results = doctest.DocTestRunner().run(doctest.DocTest(examples(DOCUMENTED[name]), known, name, None, 0, None))

    assert results.failed == 0, capsys.readouterr().out
    assert results.attempted > 0


@pytest.mark.parametrize(
    "name",
    ["Card", "Combination", "Hand", "Rules", "all_hands", "distribution", "find_rules", "hands_with_points", "points"],
)
def test_has_examples(name: str) -> None:
    """The names that newcomers meet first have examples."""
    assert examples(getattr(svara, name))
