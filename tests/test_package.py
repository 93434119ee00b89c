"""The package as it is installed: what it needs, what it names, and what it costs to import."""

import subprocess
import sys
from importlib import metadata, resources
from pkgutil import iter_modules
from types import ModuleType

import pytest

import svara
import svara.players


def test_nothing_is_needed_at_run_time() -> None:
    """The distribution requires no other, beyond its extras."""
    needed = [requirement for requirement in metadata.requires("svara-engine") or [] if "extra ==" not in requirement]

    assert needed == []


def test_metadata_names_python_and_licence() -> None:
    """The distribution runs from Python 3.11 and carries both of its licences."""
    fields = metadata.metadata("svara-engine")

    assert fields["Requires-Python"] == ">=3.11"
    assert fields["License-Expression"] == "MIT OR Apache-2.0"
    assert set(fields.get_all("License-File") or []) == {"LICENSE-APACHE", "LICENSE-MIT"}


def test_public_names_are_sorted_and_complete() -> None:
    """`__all__` names everything that the package has without an underscore, of its modules `events`, in order."""
    assert all(hasattr(svara, name) for name in svara.__all__)
    public = {
        name
        for name, value in vars(svara).items()
        if not name.startswith("_")
        and not isinstance(value, ModuleType)
        and name not in {"annotations", "TYPE_CHECKING"}
    }

    assert svara.__all__ == sorted(svara.__all__)
    assert set(svara.__all__) == public | {"events"}


def test_public_objects_say_where_they_are_from() -> None:
    """A class is shown, and pickled, under the name that users import."""
    for cls in (svara.Card, svara.Combination, svara.Hand):
        assert (cls.__module__, getattr(svara, cls.__name__)) == ("svara", cls)


def test_package_is_typed() -> None:
    """Type checkers find that the package has types, and the types of the binary."""
    assert resources.files("svara").joinpath("py.typed").is_file()
    assert resources.files("svara").joinpath("_core.pyi").is_file()


def run(program: str) -> list[str]:
    """Run a program in a fresh interpreter, and return its output, split into words."""
    ran = subprocess.run([sys.executable, "-I", "-c", program], check=True, capture_output=True, text=True)
    return ran.stdout.split()


def test_rooms_are_loaded_when_they_are_asked_for() -> None:
    """Importing svara loads no room, no chart and no player; asking for a name loads its room, once."""
    rooms = "{name for name in sys.modules if name.startswith('svara.') and name.count('.') == 1} & {" + ", ".join(
        repr(f"svara.{room}") for room in ("tables", "records", "solver", "cli", "charts", "players")
    )
    assert run(f"import sys, svara; print(*{rooms}}})") == []
    assert run(f"import sys, svara; svara.Record; print(*{rooms}}})") == ["svara.records"]
    assert run("import svara; print(svara.solve is svara.solve, svara.solve.__name__)") == ["True", "solve"]


def test_a_command_loads_its_own_module_alone() -> None:
    """`svara points` waits for no other command, and no solver."""
    program = "import sys, svara.cli.main as m; m.main(['points', '7c Kh Kd']); print(*sys.modules)"
    loaded = run(program)

    assert {name for name in loaded if name.startswith("svara.cli.")} == {
        *("svara.cli.main", "svara.cli.process", "svara.cli.signs"),
        *("svara.cli.console", "svara.cli.options", "svara.cli.points"),
    }
    assert not any(name.startswith(("svara.solver", "svara.tables", "svara.records")) for name in loaded)


def test_every_name_is_found_as_if_it_was_loaded() -> None:
    """`dir`, which completes names at a prompt, and a star import have every public name."""
    assert run("import svara; print(*[name for name in svara.__all__ if name not in dir(svara)])") == []
    assert run("from svara import *; import svara; print(*[n for n in svara.__all__ if n not in globals()])") == []
    assert run("import svara.players as p; print(*[name for name in p.__all__ if name not in dir(p)])") == []
    assert run("from svara.players import *; print(SolutionPlayer.__name__)") == ["SolutionPlayer"]


@pytest.mark.parametrize("module", [svara, svara.players])
def test_a_name_that_does_not_exist_is_refused(module: ModuleType) -> None:
    """An unknown name raises what any module raises."""
    with pytest.raises(AttributeError, match=rf"^module '{module.__name__}' has no attribute 'Poker'$"):
        module.Poker  # noqa: B018  # to ask is what fails


def test_no_module_bears_the_name_of_a_function() -> None:
    """A module `svara.odds` would take the place of the function `svara.odds` once it is imported."""
    modules = {found.name for found in iter_modules(svara.__path__)} - {"events"}

    assert modules & set(svara.__all__) == set()


def test_import_pulls_in_nothing_else() -> None:
    """Importing svara in a fresh interpreter imports its own modules only: not `dataclasses`, `re` or `typing`."""
    program = """if True:
        import sys
        before = set(sys.modules)
        import svara
        svara.points("7c Kh Kd", rules="classic")
        print(*set(sys.modules) - before)
    """
    ran = subprocess.run([sys.executable, "-I", "-c", program], check=True, capture_output=True, text=True)
    imported = set(ran.stdout.split())

    assert {name for name in imported if name.partition(".")[0] != "svara"} <= {"__future__"}
    assert imported >= {"svara", "svara._core", "svara.rules"}
