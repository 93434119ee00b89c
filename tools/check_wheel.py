"""Check wheels before they are published: `check_wheel.py dist/*.whl` prints a line for each problem.

The tag must be the one of manylinux2014 and must be right for the binary. The binary must be stripped, use only the
stable interface of Python, and need only the C library. The wheel must be small enough for a handheld.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

from elftools.elf.dynamic import DynamicSection
from elftools.elf.elffile import ELFFile
from elftools.elf.gnuversions import GNUVerNeedSection
from packaging.utils import parse_wheel_filename

BIN = Path(sys.executable).parent
MAX_BYTES = 1_500_000
GLIBC = (2, 17)  # the version that manylinux2014 requires
# All of these belong to the C library, except libgcc_s, which every system with a C library has.
LIBRARIES = {"libc.so.6", "libdl.so.2", "libgcc_s.so.1", "libm.so.6", "libpthread.so.0"}
LOADER = "ld-linux"


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a tool from the folder of this Python."""
    program, *arguments = command
    return subprocess.run([BIN / program, *arguments], check=False, capture_output=True, text=True)


def wrong_tag(wheel: Path) -> list[str]:
    """Compare the wheel's tags with what auditwheel finds in the binary."""
    *_, tags = parse_wheel_filename(wheel.name)
    platforms = {tag.platform for tag in tags}
    result = run("auditwheel", "show", "--json", wheel)
    if result.returncode:
        return [f"auditwheel: {' '.join(result.stderr.split())}"]
    true_tag = json.loads(result.stdout)["overall_tag"]
    _, major, minor, machine = true_tag.split("_", 3) if true_tag.startswith("manylinux") else ("", "0", "0", "")
    if (int(major), int(minor)) > GLIBC or platforms != {f"manylinux2014_{machine}", f"manylinux_2_17_{machine}"}:
        return [f"its tag is {' '.join(sorted(platforms))}, but auditwheel finds {true_tag}"]
    return []


def wrong_interface(wheel: Path) -> list[str]:
    """Check with abi3audit that the binary uses only the stable interface that its tag states."""
    if {(tag.interpreter, tag.abi) for tag in parse_wheel_filename(wheel.name)[3]} != {("cp311", "abi3")}:
        return ["its tag must have cp311-abi3, for Python 3.11 or newer"]
    result = run("abi3audit", "--strict", "--verbose", wheel)
    return [f"abi3audit: {' '.join((result.stdout + result.stderr).split())}"] if result.returncode else []


def wrong_binary(name: str, binary: ELFFile) -> list[str]:
    """Check the symbols, the needed libraries and the sections of a binary."""
    wrong = []
    for section in binary.iter_sections():
        if isinstance(section, DynamicSection):
            needed = {str(vars(tag)["needed"]) for tag in section.iter_tags("DT_NEEDED")}
            others = {library for library in needed - LIBRARIES if not library.startswith(LOADER)}
            wrong += [f"{name} needs {library}, which not every system has" for library in sorted(others)]
        elif isinstance(section, GNUVerNeedSection):
            for library, symbols in section.iter_versions():
                wrong += [
                    f"{name} needs {symbol.name} of {library.name}, newer than glibc {GLIBC[0]}.{GLIBC[1]}"
                    for symbol in symbols
                    if (number := symbol.name.removeprefix("GLIBC_")) != symbol.name
                    and tuple(map(int, number.split("."))) > GLIBC
                ]
        elif section.name == ".symtab" or section.name.startswith(".debug_info"):
            wrong.append(f"{name} is not stripped: it has {section.name}")
    return wrong


def wrong_in(wheel: Path) -> list[str]:
    """Return the problems of a wheel, one line for each."""
    wrong = [*wrong_tag(wheel), *wrong_interface(wheel)]
    if (size := wheel.stat().st_size) > MAX_BYTES:
        wrong.append(f"it has {size:,} bytes, more than {MAX_BYTES:,}")
    with ZipFile(wheel) as files:
        for name in files.namelist():
            if name.endswith(".so"):
                wrong += wrong_binary(name, ELFFile(io.BytesIO(files.read(name))))
    result = run("twine", "check", "--strict", wheel)
    if result.returncode:
        wrong.append(f"twine: {' '.join(result.stdout.split())}")
    return wrong


def main(names: list[str]) -> int:
    """Check the wheels at these paths, and return the exit code."""
    code = 0
    for wheel in map(Path, names):
        for line in (wrong := wrong_in(wheel)):
            print(f"{wheel.name}: {line}", file=sys.stderr)
        if wrong:
            code = 1
        else:
            print(f"{wheel.name}: {wheel.stat().st_size:,} bytes, no problems")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
