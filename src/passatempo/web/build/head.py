"""The head of a page: what browsers, search engines and messengers read before its content."""

from collections.abc import Iterable, Mapping
from html import escape

from passatempo import __version__
from passatempo.web.build.pictures import TOUCH_ICON, shared_picture

Sentences = Mapping[str, str | Mapping[str, str]]

HOME = "home"  # the page at the top, without a folder
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
PAPER = {"light": "#f4f1ea", "dark": "#15181b"}  # of the browser's own bars, in each colour scheme


def page_head(sentences: Sentences, name: str, root: str, links: Iterable[str], *, address: str = "") -> str:
    """Return the head of a page.

    `root` is the path to the top of the app, and `links` are the elements that load styles and scripts. The picture has
    a relative address unless the `address` of the app is known.
    """
    title, description = [escape(str(sentences[f"{name}.{key}"])) for key in ("title", "description")]
    suffix = "" if name == HOME else " - " + escape(str(sentences["app.name"]))
    colours = [
        f'<meta name="theme-color" content="{colour}" media="(prefers-color-scheme: {scheme})">'
        for scheme, colour in PAPER.items()
    ]
    shared = {"type": "website", "title": title, "description": description}
    shared["image"] = (escape(address) or root) + shared_picture(name)
    previews = [f'<meta property="og:{key}" content="{content}">' for key, content in shared.items()]
    return f"""<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="version" content="{__version__}">
<title>{title}{suffix}</title>
<meta name="description" content="{description}">
{chr(10).join([*colours, *previews])}
<meta name="twitter:card" content="summary_large_image">
<link rel="icon" href="{root}icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="{root}{TOUCH_ICON}">
<link rel="manifest" href="{root}manifest.webmanifest">
{chr(10).join(links)}
</head>"""
