"""How the documentation is built: Sphinx, MyST and furo. `make docs` turns warnings into errors."""

from __future__ import annotations

import tomllib
from pathlib import Path

_project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]

project = "svara"
author = "The svara authors"
release = version = _project["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.intersphinx"]
intersphinx_mapping: dict[str, tuple[str, None]] = {}  # nothing is fetched: the pages build without a network
exclude_patterns = ["_build"]

myst_heading_anchors = 3  # so that [a link](#to-a-heading) works here as it does on a forge
default_role = "code"  # docstrings are Python's: `name` in backticks is code

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the stub has the types of the binary, docstrings say them in words
nitpicky = True

html_theme = "furo"
html_title = "svara"
html_theme_options = {"top_of_page_buttons": []}
html_show_copyright = False
html_copy_source = False
