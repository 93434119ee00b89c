"""The figures of the code, measured on small files that are made here: tools/code_figures.py."""

import subprocess
import sys
from pathlib import Path

import pytest

from code_figures import measure, report
from documents import ROOT
from rust_source import code_only, functions

PYTHON = '''\
def long():
    """A docstring.

    Of three lines, which do not count.
    """
    return [
{lines}    ]


class Deep:
    def flat(self):
        return {{True: 1 if self else 2}}

    def deep(self, numbers):
        for number in numbers:
            with number:
                if number:
                    while True:
                        def inner():
                            if number:
                                return 1
'''

RUST = """\
trait Shape {{
    fn sides(&self) -> [u8; 3];
}}

/// fn nothing() {{ if true {{ if true {{ if true {{ if true {{ }} }} }} }} }}
fn long<'a>(text: &'a str) -> [char; 2] {{
{lines}    ['{{', '\\'']
}}

fn deep(numbers: &[u8]) -> Option<u8> {{
    let braces = (r#"{{"{{"#, b"\\"{{", '{{'); /* {{ /* {{ */ {{ */
    for number in numbers {{
        match number {{
            1 if braces.0.len() > 1 => {{}}
            _ => loop {{
                let Some(first) = numbers.first() else {{ return None }};
                if first == number {{ break }}
            }},
        }}
    }}
    numbers.iter().map(|number| {{ Point {{ x: {{ *number }} }} }}).next()
}}
"""


def written(folder: Path, name: str, text: str) -> Path:
    """Write a file and return its path."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(("name", "text"), [("a.py", PYTHON), ("a.rs", RUST)])
@pytest.mark.parametrize(("lines", "is_long"), [(37, False), (38, True)])
def test_long_and_deep_functions(tmp_path: Path, name: str, text: str, lines: int, *, is_long: bool) -> None:
    """A function is long from 41 lines on, without its docstring, and deep from four levels on."""
    filler = "        1,\n" if name == "a.py" else "    text.len();\n"
    path = written(tmp_path, name, text.format(lines=filler * lines))
    figures = measure([path])

    assert figures.longest == (path.read_text(encoding="utf-8").count("\n"), name)
    assert figures.functions == (4 if name == "a.py" else 3)
    assert [place.what for place in figures.long] == (["long has 41 lines"] if is_long else [])
    assert [place.what.split()[0] for place in figures.deep] == ["deep"]
    assert [place.what for place in figures.deep] == ["deep nests 4 levels"]


def test_longest_of_several_files(tmp_path: Path) -> None:
    """The longest file is found whatever its place."""
    paths = [written(tmp_path, f"{name}.py", "1\n" * lines) for name, lines in (("a", 2), ("b", 5), ("c", 3))]

    assert measure(paths).longest == (5, "b.py")


@pytest.mark.parametrize(
    ("body", "depth"),
    [
        ("1", 0),
        ("if a { 1 } else { 2 }", 1),
        ("if a { 1 } else if b { 2 } else if c { 3 } else { 4 }", 3),
        ("if a { if b { 1 } } let x = y else { return };", 2),
        ("if f(|x| { x }) { for y in [1] { } }", 2),
        ("match a { x if x > 1 => Point { x }, _ => { loop { } } }", 2),
        ("let f = |x| { Some({ x }) }; unsafe { g() }", 0),
        ("while let Some(x) = f() { if x { match y { _ => { if z { } } } } }", 4),
    ],
)
def test_depth_of_rust(body: str, depth: int) -> None:
    """Control blocks are levels, `else if` one more than its `if`; other braces are not."""
    (function,) = functions(f"fn f() {{ {body} }}")

    assert function.depth == depth


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("a // fn\nb", "a      \nb"),
        ("a /* b /* c */ d */ e", "a                   e"),
        (r'f("\"{", x)', "f(     , x)"),
        ('r#"a"{"# b', "         b"),
        ("'{' 'a '\\'' b'x' '\\u{7b}' c", "    'a                    c"),
        ("loop: 'outer &'a str", "loop: 'outer &'a str"),
        ('car"{"', "car   "),
        ('"open', "     "),
    ],
)
def test_code_only(source: str, code: str) -> None:
    """Comments and literals become spaces; lifetimes and labels stay."""
    assert code_only(source) == code


def test_report(tmp_path: Path) -> None:
    """The table has a column for each folder, and shares in percent."""
    code = {"some": [written(tmp_path, "a.py", PYTHON.format(lines="        1,\n" * 50))], "none": []}
    rows = {line[:35].strip(): line[35:].split() for line in report(code)}

    assert rows[""] == ["some", "none"]
    assert rows["functions"] == ["4", "0"]
    assert rows["of them over 40 lines"] == rows["of them nested 4 levels or more"] == ["25.0", "%", "0.0", "%"]


@pytest.mark.parametrize(("arguments", "code"), [([], 0), (["--where"], 0), (["--what"], 2)])
def test_command(arguments: list[str], code: int) -> None:
    """The command prints the table or the places of this project, and refuses other arguments."""
    done = subprocess.run(
        [sys.executable, ROOT / "tools/code_figures.py", *arguments], check=False, capture_output=True, text=True
    )
    assert done.returncode == code
    assert ("python/svara" in done.stdout) == (code == 0)
    assert done.stderr == ("code_figures.py takes --where or nothing\n" if code else "")
