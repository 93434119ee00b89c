"""The pages on a phone: docs/conf.py keeps hands and short code on one line, and lets long code break at signs."""

from __future__ import annotations

import importlib.util
from typing import Any

import pytest

from documents import ROOT


@pytest.fixture(scope="module")
def conf() -> Any:
    """The settings of Sphinx as a module. It imports no module of Sphinx."""
    spec = importlib.util.spec_from_file_location("docs_conf", ROOT / "docs/conf.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def on_a_page(conf: Any, body: str) -> str:
    """Return the body of a page as Sphinx writes it."""
    context = {"body": body}
    conf.keep_together(None, "page", "page.html", context, None)
    return context["body"]


def test_hands_stay_on_one_line(conf: Any) -> None:
    """The cards of a hand are joined by no-break spaces, in text, in tables and in code."""
    assert on_a_page(conf, "<td>7♣ K♥ 10♦ is 31</td>") == "<td>7♣&#160;K♥&#160;10♦ is 31</td>"
    code = [f'<span class="pre">{card}</span>' for card in ("7c", "Kh", "10d")]
    assert on_a_page(conf, " ".join(code)) == "&#160;".join(code).replace('"pre"', '"pre short"')


def test_units_stay_with_their_numbers(conf: Any) -> None:
    """A number and its unit are joined, but not a number and a word."""
    assert on_a_page(conf, "38.7 µs, 70 % and 9 MB") == "38.7&#160;µs, 70&#160;% and 9&#160;MB"
    assert on_a_page(conf, "7 small cards of 3 suits") == "7 small cards of 3 suits"


def test_other_spaces_remain(conf: Any) -> None:
    """Words that only end like a card are not joined, and blocks of code remain as they are: they scroll."""
    for body in ("words 7c", "10 Qs", "7♣ or 8♣", "<pre>7♣ K♥ K♦</pre>"):
        assert on_a_page(conf, body) == body


def test_short_code_does_not_break(conf: Any) -> None:
    """Code of at most 12 characters and options are marked as short; a quotation mark is one character."""
    for code in ("half-pot", "--tool=callgrind", "&quot;clockwise&quot;"):
        assert on_a_page(conf, f'<span class="pre">{code}</span>') == f'<span class="pre short">{code}</span>'


def test_long_code_breaks_behind_signs(conf: Any) -> None:
    """Longer code may break behind a sign between two words."""
    for code in ("three_<wbr>of_<wbr>a_<wbr>kind", "random_<wbr>hands(<wbr>1_000_000)", "linux2014_<wbr>x86_64"):
        assert (
            on_a_page(conf, f'<span class="pre">{code.replace("<wbr>", "")}</span>')
            == f'<span class="pre">{code}</span>'
        )


def test_pages_without_a_body(conf: Any) -> None:
    """The page for searches has no body, and remains as it is."""
    context: dict[str, Any] = {}
    conf.keep_together(None, "search", "search.html", context, None)
    assert not context
