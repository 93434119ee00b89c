"""How the documentation is built: Sphinx, MyST and furo. `make docs` turns warnings into errors."""

from __future__ import annotations

import re
import tomllib
from html import unescape
from pathlib import Path
from typing import Any

_project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]

project = "svara"
author = "The svara authors"
release = version = _project["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc"]  # nothing is fetched: the pages build without a network
exclude_patterns = ["_build"]

myst_heading_anchors = 3  # so that [a link](#to-a-heading) works here as it does on a forge
smartquotes_action = "qe"  # quotes and ellipses; "--" is the beginning of an option, not a dash
default_role = "py:obj"  # docstrings are Python's: `name` in backticks is a link if the name is one of ours, else code

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the stub has the types of the binary, docstrings say them in words
nitpicky = True
nitpick_ignore_regex = [("py:obj", ".*")]  # what stands in backticks may be any code

html_static_path = ["_static"]
html_css_files = ["svara.css"]
html_theme = "furo"
html_title = "svara"
html_theme_options: dict[str, object] = {"top_of_page_buttons": []}
html_show_copyright = False
html_copy_source = False

_PRE = re.compile("(<pre>.*?</pre>)", re.DOTALL)
_CARD = "(?:10|[7-9TJQKA])[cdhs♣♦♥♠]"
_BETWEEN = re.compile(f'(?<=[cdhs♣♦♥♠])(</span>)? (<span class="pre">)?(?={_CARD}\\b|{_CARD}[^\\w])')
_CODE = re.compile(r'<span class="pre">([^<]+)</span>')
_SIGN_INSIDE = re.compile(r"(?<=\w)[_./=\[(](?=[A-Za-z])|(?<=[A-Za-z])[_./=\[(](?=\w)")
_BEFORE_UNIT = re.compile(r"(?<=\d) (?=(?:[µmn]?s|[kMG]i?B|GHz|%)(?!\w))")
_SHORT, _SHORT_OPTION = 12, 24


def keep_together(_app: Any, _page: str, _template: str, context: dict[str, Any], _tree: Any) -> None:
    """Keep hands, numbers with their units, and short code on one line.

    The cards of a hand get no-break spaces between them: a hand on two lines would read like two hands. Browsers also
    break code behind a hyphen; a word of at most 12 characters, or an option of at most 24, gets a class that forbids
    it. Longer code may break behind a sign, such as an underscore, rather than inside a word.
    """
    if "body" in context:
        parts = _PRE.split(context["body"])
        for number in range(0, len(parts), 2):  # the others are blocks of code, which scroll
            part = _BETWEEN.sub(_join_cards, parts[number])
            parts[number] = _CODE.sub(_mark_code, _BEFORE_UNIT.sub("&#160;", part))
        context["body"] = "".join(parts)


def _join_cards(found: re.Match[str]) -> str:
    return f"{found[1] or ''}&#160;{found[2] or ''}" if _is_after_card(found) else found[0]


def _is_after_card(found: re.Match[str]) -> bool:
    return re.search(f"(?<!\\w){_CARD}$", found.string[max(0, found.start() - 4) : found.start()]) is not None


def _mark_code(found: re.Match[str]) -> str:
    if len(unescape(found[1])) <= (_SHORT_OPTION if found[1].startswith("--") else _SHORT):
        return f'<span class="pre short">{found[1]}</span>'
    words = _SIGN_INSIDE.sub(r"\g<0><wbr>", found[1])
    return f'<span class="pre">{words}</span>'


def setup(app: Any) -> None:
    """Connect the function to the event that Sphinx emits for every page."""
    app.connect("html-page-context", keep_together)
