"""The package as it is installed: what it needs, what it names, and what it costs to import."""

import subprocess
import sys
from importlib import metadata, resources
from types import ModuleType

import svara


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
    """Type checkers are told that the package has types, and those of the binary."""
    assert resources.files("svara").joinpath("py.typed").is_file()
    assert resources.files("svara").joinpath("_core.pyi").is_file()


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
