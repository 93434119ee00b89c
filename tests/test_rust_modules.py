"""The modules of the Rust crate: no circles among their imports, and Python in the binding alone."""

import pytest

from documents import ROOT
from rust_modules import circle, python_types, uses

SOURCES = {
    path.relative_to(ROOT / "src").as_posix(): path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.rs")
}
LIST = "mod cards;\nmod hands;\npub use cards::Card;\npub use hands::Hand;\n"


def test_no_circle() -> None:
    """No module of the crate uses one that uses it, also not by way of others."""
    assert circle(uses(SOURCES)) == []


def test_python_stays_in_the_binding() -> None:
    """No file but `src/python.rs` and those in `src/python` has a type of Python, or uses the binding."""
    assert python_types(SOURCES) == []


def test_every_import_is_found() -> None:
    """Known uses are found, so the tests above do look at something."""
    graph = uses(SOURCES)

    assert graph[("hands",)] == {("cards",)}
    assert graph["odds", "sampling"] >= {("odds", "matchup"), ("odds", "chances"), ("random",), ("threads",)}
    assert graph[("batch",)] >= {("batch", "avx2"), ("scoring",)}
    assert graph["python", "decks"] >= {("python", "cards"), ("decks",)}
    assert graph[()] == graph[("odds",)] == set()


@pytest.mark.parametrize(
    ("cards", "hands"),
    [
        ("use crate::hands::Hand;", "use crate::cards::Card;"),
        ("use crate::Hand;", "use super::Card;"),
        ("use crate::{hands::{HANDS, Hand as Three}};", "use super::cards::{self};"),
        ("fn of() -> crate::hands::Hand {}", "fn card() { super::cards::Card::new() }"),
        ("mod inner { use super::super::Hand; }", "pub(crate) use crate::cards::Card;"),
        ("use crate::*;", "use crate::Card;"),
    ],
)
def test_circle_is_found(cards: str, hands: str) -> None:
    """A circle is found however the imports are written."""
    found = circle(uses({"lib.rs": LIST, "cards.rs": cards, "hands.rs": hands}))

    assert found == ["crate::cards", "crate::hands", "crate::cards"]


def test_long_circle_is_found() -> None:
    """A circle may lead through several modules and folders."""
    sources = {
        "lib.rs": "mod a; mod b;",
        "a.rs": "use crate::b::inner::Thing;",
        "b.rs": "mod inner; mod other;",
        "b/inner.rs": "use super::other::Thing;",
        "b/other.rs": "use crate::a::Word;",
    }
    assert circle(uses(sources)) == ["crate::a", "crate::b::inner", "crate::b::other", "crate::a"]


@pytest.mark.parametrize(
    "parent",
    [
        "mod child; const MOST: u8 = 1; fn most() -> u8 { child::most() }",
        "mod child; use child::most; const MOST: u8 = 1;",
        "mod child; pub use self::child::most; const MOST: u8 = 1;",
    ],
)
def test_parent_with_code_can_be_in_a_circle(parent: str) -> None:
    """A parent that has code and uses or re-exports a child is in a circle if the child uses the parent."""
    sources = {"lib.rs": "mod parent;", "parent.rs": parent, "parent/child.rs": "use super::MOST;"}

    assert circle(uses(sources)) == ["crate::parent", "crate::parent::child", "crate::parent"]


def test_list_is_in_no_circle() -> None:
    """A parent of `mod` and `use` lines alone is not in a circle, whatever its children use through it."""
    sources = {
        "lib.rs": "//! Words.\n#[cfg(test)]\nmod tests { use crate::Hand; }\n" + LIST,
        "cards.rs": 'const T: &str = "crate::hands"; // use crate::hands;\n#[cfg(test)] mod tests { use crate::Hand; }',
        "hands.rs": "use crate::Card;",
    }
    assert circle(uses(sources)) == []
    assert uses(sources) == {(): set(), ("cards",): set(), ("hands",): {("cards",)}}


@pytest.mark.parametrize(
    ("cards", "found"),
    [
        ("use pyo3::prelude::*;", ["cards.rs: pyo3"]),
        ("fn of(card: PyCard) {}", ["cards.rs: PyCard"]),
        ("use crate::python::Thing;", ["cards.rs: python"]),
        ("/// Unlike `pyo3`.\nfn of() {}", []),
    ],
)
def test_python_outside_the_binding_is_found(cards: str, found: list[str]) -> None:
    """Types of Python, and the binding, are found in the code of other files."""
    sources = {"lib.rs": "mod cards; mod python;", "cards.rs": cards, "python.rs": "use pyo3::prelude::*;"}

    assert python_types(sources) == found
