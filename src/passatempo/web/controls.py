"""The controls of every page: native elements with a label each, so that they work by keyboard and are read aloud."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from nicegui import ui

from passatempo.web.frame import Tag

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


_VALUE = "(event) => emit(event.target.value)"
_CHECKED = "(event) => emit(event.target.checked)"


def button(text: str, action: Callable[[], Any], kind: str = "plain", label: str = "") -> Tag:
    """Make a button; `kind` is main, plain or quiet, `label` what is read aloud where the text is too short."""
    made = Tag("button", text, type="button").classes(f"button {kind}")
    if label:
        made.props["aria-label"] = label
        made.props["title"] = label
    made.on("click", action, [])
    return made


def anchor(text: str, address: str, classes: str = "") -> Tag:
    """Make a link inside the app."""
    return Tag("a", text, href=address).classes(classes)


@contextlib.contextmanager
def field(label: str, help_text: str = "", classes: str = "") -> Iterator[Callable[[Tag], Tag]]:
    """Put a label in front of a control and a word of help behind it; yield what ties the control to them."""
    with Tag("div").classes(f"field {classes}"):
        named = Tag("label", label)

        def tied(made: Tag) -> Tag:
            named.props["for"] = made.html_id
            return made

        yield tied
        if help_text:
            Tag("span", help_text).classes("help")


def choice(
    label: str,
    options: Mapping[str, str],
    value: str,
    change: Callable[[str], Any],
    *,
    help_text: str = "",
    disabled: tuple[str, ...] = (),
) -> Tag:
    """Make a list to choose from; `options` maps values to words."""
    with field(label, help_text) as tied, tied(Tag("select")) as made:
        for key, words in options.items():
            Tag("option", words, value=key, disabled=key in disabled, selected=key == value)
    return _listening(made, "change", _VALUE, lambda key: change(key) if key in options else None)


def entry(
    label: str, value: str, change: Callable[[str], Any], *, help_text: str = "", kind: str = "text", **limits: Any
) -> Tag:
    """Make a field for a line of text or, with `kind` number, a number."""
    with field(label, help_text) as tied:
        made = tied(_input(kind, value, autocomplete="off", spellcheck="false", **limits))
    return _listening(made, "change", _VALUE, change)


def slider(label: str, value: int, most: int, change: Callable[[str], Any], least: int = 1) -> Tag:
    """Make a slider over whole numbers."""
    with field(label) as tied:
        made = tied(_input("range", str(value), min=least, max=most, step=1))
    return _listening(made, "input", _VALUE, change)


def check(label: str, value: bool, change: Callable[[bool], Any], *, help_text: str = "") -> Tag:
    """Make a box to tick."""
    with Tag("div").classes("field check"):
        made = Tag("input", type="checkbox", checked=value)
        Tag("label", label, for_=made.html_id)
        if help_text:
            Tag("span", help_text).classes("help")

    return made.on("change", lambda told: change(bool(told.args)), js_handler=_CHECKED)


def area(label: str, value: str, change: Callable[[str], Any], rows: int = 8) -> Tag:
    """Make a field for several lines of text."""
    with field(label, classes="wide") as tied:
        made = tied(Tag("textarea", value, rows=rows, spellcheck="false", autocomplete="off"))
    return _listening(made, "change", _VALUE, change)


def _input(kind: str, value: str, **more: Any) -> Tag:
    """Make an input; its value is an attribute (^), which an update of the page does not write again."""
    return Tag("input", type=kind, **{**more, "^value": value})


def _listening(made: Tag, event: str, handler: str, change: Callable[[str], Any]) -> Tag:
    """Tell `change` about new values."""
    return made.on(event, lambda told: change(str(told.args)), js_handler=handler)


@contextlib.contextmanager
def section(title: str, classes: str = "") -> Iterator[Tag]:
    """Make a part of a page under a heading."""
    with Tag("section").classes(f"section {classes}") as made:
        Tag("h2", title)
        yield made


@contextlib.contextmanager
def disclosure(title: str, *, opened: bool = False) -> Iterator[Tag]:
    """Make a part that opens and closes."""
    with Tag("details", open=opened).classes("disclosure") as made:
        Tag("summary", title)
        with Tag("div").classes("inside"):
            yield made


@contextlib.contextmanager
def row(classes: str = "") -> Iterator[Tag]:
    """Put what is made inside side by side; it breaks where it is narrow."""
    with Tag("div").classes(f"row {classes}") as made:
        yield made


def picture(svg: str = "", *, fit: bool = False) -> ui.html:
    """Show a drawing; ours alone, because it goes into the page as it is. With `fit` it shrinks on a narrow page."""
    return ui.html(svg, sanitize=False).classes("picture fit" if fit else "picture")


def line(text: str = "", classes: str = "") -> Tag:
    """Write a line of text."""
    return Tag("p", text).classes(classes)
