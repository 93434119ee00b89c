"""How the documentation is built: Sphinx, MyST and furo. `make docs` turns warnings into errors."""

from __future__ import annotations

import tomllib
from pathlib import Path

_project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]

project = "svara"
author = "The svara authors"
release = version = _project["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc"]  # nothing is fetched: the pages build without a network
exclude_patterns = ["_build"]

myst_heading_anchors = 3  # so that [a link](#to-a-heading) works here as it does on a forge
default_role = "py:obj"  # docstrings are Python's: `name` in backticks is a link if the name is one of ours, else code

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the stub has the types of the binary, docstrings say them in words
nitpicky = True
nitpick_ignore_regex = [("py:obj", ".*")]  # what stands in backticks may be any code

html_theme = "furo"
html_title = "svara"
html_theme_options: dict[str, object] = {"top_of_page_buttons": []}
html_show_copyright = False
html_copy_source = False
