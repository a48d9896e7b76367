"""What all pages share: header, messages, colours."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from nicegui import ui
from nicegui.element import Element

from passatempo import __version__
from passatempo.core.json import encode
from passatempo.core.registry import names
from passatempo.core.words import mark, say
from passatempo.render.colours import COLOURS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from starlette.requests import Request


STATIC = Path(__file__).parent / "static"
LOGO = STATIC / "logo.svg"
THEMES = {"": mark("as the system"), "light": mark("light"), "dark": mark("dark")}
_THEME = """(event) => {
  const theme = event.target.value;
  document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`;
  window.location.reload();
}"""


def colours(theme: str) -> str:
    """Write the colours of all drawings as variables of the page, for one theme or as the system has it."""
    light, dark = ("".join(f"--{name}:{pair[mode]};" for name, pair in COLOURS.items()) for mode in (0, 1))
    if theme:
        chosen = dark if theme == "dark" else light
        return f":root{{color-scheme:{theme};{chosen}}}.passatempo.passatempo{{{chosen}}}"
    return f":root{{color-scheme:light dark;{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}"


@contextlib.contextmanager
def frame(request: Request, current: str) -> Iterator[Callable[[str, bool], None]]:
    """Build a page around its content; yield what shows a message to the visitor."""
    theme = request.cookies.get("theme", "")
    theme = theme if theme in THEMES else ""
    ui.dark_mode(None if not theme else theme == "dark")
    ui.colors(primary=COLOURS["accent"][theme == "dark"])
    ui.add_head_html(f'<link rel="stylesheet" href="/static/page.css?{__version__}"><style>{colours(theme)}</style>')
    ui.query(".nicegui-content").classes("page")
    with Tag("header").classes("top"):
        Tag("a", say("Skip to the content"), href="#content").classes("skip")
        with Tag("a", href="/").classes("brand"):
            Tag("img", src="/static/logo.svg", alt="", width=28, height=28)
            Tag("span", "passatempo")
        with Tag("nav", aria_label=say("Pastimes")):
            for name in names():
                here = {"aria-current": "page"} if name == current else {}
                Tag("a", name, href=f"/{name}", **here)
        themes = Tag("select", title=say("Colours"), aria_label=say("Colours")).classes("theme")
        with themes:
            for key, words in THEMES.items():
                Tag("option", say(words), value=key, selected=key == theme)
        themes.on("change", js_handler=_THEME)
    with Tag("main", id="content", tabindex="-1"):
        told = Tag("p", role="alert").classes("message")

        def message(text: str, bad: bool) -> None:
            told.classes(replace="message bad" if bad else "message")
            told.write(text)

        ui.on_exception(lambda error: message(say("{error} (a bug of ours; please report it)", error=error), True))
        yield message
    with Tag("footer").classes("bottom"):
        Tag("span", say("passatempo {version}", version=__version__))
        Tag("a", say("HTTP API"), href="/manual")


class Tag(Element):
    """An element with a text before its children; attributes are written as they are.

    An underscore in an attribute's name stands for a hyphen, and one at its end for nothing: ``aria_label``, ``for_``.
    """

    def __init__(self, name: str, text: str = "", **attributes: object) -> None:
        super().__init__(name)
        self._text = text
        for key, value in attributes.items():
            if value is not None and value is not False:
                self.props[key.rstrip("_").replace("_", "-")] = value

    def write(self, text: str) -> None:
        """Replace the text."""
        self._text = text
        self.update()

    def enable(self, on: bool) -> None:
        """Let a control be used, or not."""
        if on:
            self.props.pop("disabled", None)
        else:
            self.props["disabled"] = True
        self.update()

    def put(self, value: str) -> None:
        """Replace what a control says; what a visitor has typed stays in the browser and is no attribute."""
        ui.run_javascript(f"getHtmlElement({self.id}).value = {encode(value)}")
