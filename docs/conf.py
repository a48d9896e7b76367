"""How the site is built: ``make docs`` (Sphinx, MyST, numpydoc); warnings are errors, and no page asks another host."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

project = "passatempo"
author = "the passatempo authors"
copyright = "2026, the passatempo authors"  # noqa: A001 - Sphinx wants this name
release = version = version_of("passatempo")
language = "en"

extensions = ["myst_parser", "numpydoc", "sphinx.ext.autodoc", "sphinxcontrib.bibtex", "generated", "mathml", "sources"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["extensions"]
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]  # types of the standard library and private ones in signatures

myst_enable_extensions = ["dollarmath", "amsmath", "deflist", "fieldlist", "attrs_inline"]
myst_heading_anchors = 4
bibtex_bibfiles = ["literature.bib"]
bibtex_default_style = "plain"
bibtex_reference_style = "author_year"

autodoc_typehints = "signature"  # numpydoc writes the parameters, without their types
python_maximum_signature_line_length = 110
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
autosummary_generate = False

html_theme = "furo"
html_title = "passatempo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_math_renderer = "mathml"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
