"""Measure the memory, disk space and instructions that svara needs on an emulated 32-bit ARM: `make measure-armv7`.

The memory is that of the emulated program without the emulator: the option -B sets where the emulator puts its pages,
and the kernel reports which pages of that range are resident. The emulator writes a line for each instruction, and the
lines are counted.
"""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path

ARM = Path(".cache/arm/armv7").resolve()
PYTHON = ARM / "python"
BASE = 1 << 40  # the start of the emulated 4 GiB
WAIT = "import sys; sys.stdin.read()"


def emulator(*options: str) -> list[str | Path]:
    """Return the command that starts the emulated Python with svara installed, with options for the emulator."""
    system = ARM / "system"
    start: list[str | Path] = [ARM / "emulator/usr/bin/qemu-arm-static", "-0", PYTHON / "bin/python", "-L", system]
    return [*start, *options, system / "usr/bin/python3.11"]


def resident(*arguments: str) -> tuple[int, int]:
    """Return the KiB of memory that a running Python uses, and how many of them other programs cannot share."""
    terminal, its_end = pty.openpty()
    command = emulator("-B", hex(BASE))
    with subprocess.Popen([*command, *arguments], stdin=its_end, stdout=its_end, stderr=its_end) as program:
        spent = None
        while spent != (spent := Path(f"/proc/{program.pid}/schedstat").read_text(encoding="ascii").split()[0]):
            time.sleep(3)  # until it waits for a key
            if program.poll() is not None:
                sys.exit(f"python {' '.join(arguments)} ended too early: {os.read(terminal, 2000).decode()}")
        everything = private = 0
        is_its_own = False
        for line in Path(f"/proc/{program.pid}/smaps").read_text(encoding="utf-8").splitlines():
            if place := re.match(r"([0-9a-f]+)-[0-9a-f]+ ", line):
                is_its_own = BASE <= int(place[1], 16) < BASE + (1 << 32)
            elif is_its_own and line.startswith("Rss:"):
                everything += int(line.split()[1])
            elif is_its_own and line.startswith("Private_Dirty:"):
                private += int(line.split()[1])
        program.kill()
    os.close(terminal)
    os.close(its_end)
    return everything, private


def instructions(program: str) -> int:
    """Return the number of instructions that Python executes to run a program, from its start to its end."""
    command = emulator("-singlestep", "-d", "exec,nochain", "-E", "PYTHONHASHSEED=0")
    with subprocess.Popen([*command, "-c", program], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as run:
        return sum(piece.count(b"\n") for piece in iter(lambda: run.stderr.read(1 << 20) if run.stderr else b"", b""))


def changed_files(*arguments: str) -> list[str]:
    """Return the system calls with which a command of svara changes files, for a user without a writable home."""
    command = [*emulator("-strace", "-E", "HOME=/nowhere", "-E", "TERM=dumb"), "-B", "-m", "svara", *arguments]
    trace = subprocess.run(command, check=True, capture_output=True).stderr.decode()
    return re.findall(r"\b(?:open\w*\(.*O_(?:WRONLY|RDWR|CREAT).*|(?:mkdir|rename|unlink|symlink|link)\w*\(.*)", trace)


def size(folder: Path, *, with_compiled: bool) -> int:
    """Return the bytes that a folder takes on disk, in blocks of 4096, with or without compiled Python files."""
    files = [file for file in folder.rglob("*") if file.is_file() and (with_compiled or file.suffix != ".pyc")]
    return sum(4096 * -(-file.stat().st_size // 4096) for file in files)


def show(what: str, figure: float, unit: str) -> None:
    """Print a figure."""
    print(f"{what:<58}{figure:>14,.2f} {unit}", flush=True)


def main(commands: list[str]) -> None:
    """Print all figures or, if there are commands such as "-m svara play", only the memory of these."""
    site = PYTHON / "lib/python3.11/site-packages"
    # Installed packages are compiled, by pip and by Debian.
    compiling = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for what_compiles in (["-m", "compileall", "-q", str(site / "svara")], ["-c", "import svara"]):
        subprocess.run([*emulator(), *what_compiles], check=True, env=compiling)
    bare, bare_private = resident("-c", WAIT)
    show("memory of Python alone", bare / 1024, "MiB")
    programs = commands or [f"-c import svara; {WAIT}", f"-c import svara; svara.Hand('7c Kh Kd').points(); {WAIT}"]
    for command in programs:
        option, _, rest = command.partition(" ")
        all_pages, private = resident(option, *([rest] if option == "-c" else rest.split()))
        what = command.removesuffix(f"; {WAIT}")
        show(f"in addition: {what}", (all_pages - bare) / 1024, "MiB")
        show("  of it written, so not shared with the page cache", (private - bare_private) / 1024, "MiB")
    if commands:
        return
    installed = [site / "svara", *site.glob("svara_engine-*.dist-info")]
    for what, with_compiled in (("size on disk", False), ("  with compiled Python files", True)):
        show(what, sum(size(folder, with_compiled=with_compiled) for folder in installed) / 1e6, "MB")
    changes = [*changed_files("points", "7c Kh Kd"), *changed_files("hands")]
    show("files that svara points and svara hands change", len(changes), " ".join(changes))
    before = instructions("pass")
    show("instructions to start Python", before / 1e6, "million")
    for program in ("import svara", "import svara; svara.points('7c Kh Kd')"):
        show(f"in addition: {program}", (instructions(program) - before) / 1e6, "million")


if __name__ == "__main__":
    main(sys.argv[1:])
