"""The check of wheels finds what is wrong with one: tools/check_wheel.py, tried on small wheels that are made here."""

import platform
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from documents import ROOT

pytest.importorskip("auditwheel", reason="wheels are checked where they are built")
if sys.platform != "linux" or not shutil.which("cc"):
    pytest.skip("wheels are checked where they are built: on Linux, with a C compiler", allow_module_level=True)

MACHINE = platform.machine()
GOOD = f"cp311-abi3-manylinux2014_{MACHINE}.manylinux_2_17_{MACHINE}"
METADATA = (
    "Metadata-Version: 2.4\nName: tiny\nVersion: 1\nSummary: A wheel\nDescription-Content-Type: text/plain\n\nTiny.\n"
)


def compiled(folder: Path, source: str, *options: str) -> Path:
    """Compile a small extension of Python and return its path."""
    (folder / "tiny.c").write_text(f"{source} void *PyInit_tiny(void) {{ return 0; }}", encoding="utf-8")
    binary = folder / "tiny.abi3.so"
    subprocess.run(["cc", "-shared", "-fPIC", *options, "tiny.c", "-o", binary], check=True, cwd=folder)  # noqa: S607
    return binary


def wheel(folder: Path, *options: str, tag: str = GOOD, source: str = "", more: bytes = b"") -> Path:
    """Make a wheel of one small extension, compiled with the given options of the compiler."""
    path = folder / f"tiny-1-{tag}.whl"
    interpreter, interface, platforms = tag.split("-")
    tags = "".join(f"Tag: {interpreter}-{interface}-{name}\n" for name in platforms.split("."))
    with ZipFile(path, "w") as files:
        files.write(compiled(folder, source, *(options or ["-s"])), "tiny.abi3.so")
        files.writestr("tiny-1.dist-info/METADATA", METADATA)
        files.writestr("tiny-1.dist-info/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: false\n{tags}")
        files.writestr("tiny-1.dist-info/RECORD", "tiny.abi3.so,,\n")
        if more:
            files.writestr("more.bin", more)
    return path


def check(path: Path) -> tuple[int, str]:
    """Check a wheel and return the exit code with the output, without the name of the wheel."""
    done = subprocess.run(
        [sys.executable, ROOT / "tools/check_wheel.py", path], check=False, capture_output=True, text=True
    )
    return done.returncode, (done.stdout + done.stderr).replace(f"{path.name}: ", "")


def test_good_wheel_passes(tmp_path: Path) -> None:
    """A wheel that keeps its promises is reported with its size."""
    path = wheel(tmp_path)

    assert check(path) == (0, f"{path.stat().st_size:,} bytes, no problems\n")


def test_wrong_machine_fails(tmp_path: Path) -> None:
    """A wheel whose tag names another machine than its binary is for is refused."""
    other = "armv7l" if MACHINE != "armv7l" else "aarch64"
    code, message = check(wheel(tmp_path, tag=GOOD.replace(MACHINE, other)))

    assert code == 1
    assert "auditwheel: " in message
    assert "tiny.abi3.so" in message
    assert other in message


def test_wrong_interface_fails(tmp_path: Path) -> None:
    """A wheel for one version of Python alone is refused."""
    code, message = check(wheel(tmp_path, tag=GOOD.replace("abi3", "cp311")))

    assert code == 1
    assert "its tag must have cp311-abi3" in message


def test_private_interface_of_python_fails(tmp_path: Path) -> None:
    """A binary that uses what the stable interface of Python does not have is refused."""
    source = "extern int _PyObject_GC_IsTracked(void *); int one(void *value) { return _PyObject_GC_IsTracked(value); }"
    code, message = check(wheel(tmp_path, source=source))

    assert code == 1
    assert "abi3audit: " in message
    assert "_PyObject_GC_IsTracked" in message


def test_newer_symbol_fails(tmp_path: Path) -> None:
    """A binary that needs a newer C library than the tag promises is refused, and the version is named."""
    source = "extern int getentropy(void *, unsigned long); int one(char *to) { return getentropy(to, 1); }"
    code, message = check(wheel(tmp_path, source=source))

    assert code == 1
    assert "tiny.abi3.so needs GLIBC_2.25 of libc.so.6, newer than glibc 2.17" in message
    assert "but auditwheel finds manylinux_2_2" in message


def test_other_library_fails(tmp_path: Path) -> None:
    """A binary that needs a library beyond the C library is refused."""
    compiled(tmp_path, "").rename(tmp_path / "libother.so")
    code, message = check(wheel(tmp_path, "-s", "-Wl,--no-as-needed", "-L.", "-lother"))

    assert code == 1
    assert "needs libother.so, which not every system has" in message


def test_symbols_fail(tmp_path: Path) -> None:
    """A binary that still has its symbols is refused."""
    assert check(wheel(tmp_path, "-O")) == (1, "tiny.abi3.so is not stripped: it has .symtab\n")


def test_large_wheel_fails(tmp_path: Path) -> None:
    """A wheel of more than a million and a half bytes is refused; one of a little less is not."""
    code, message = check(wheel(tmp_path, more=bytes(1_500_001)))

    assert code == 1
    assert message.endswith(" bytes, more than 1,500,000\n")
    assert check(wheel(tmp_path, more=bytes(1_450_000)))[0] == 0
