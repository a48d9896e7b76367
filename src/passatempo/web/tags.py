"""Native elements of HTML: a tag, a text, attributes."""

from __future__ import annotations

from nicegui import ui
from nicegui.element import Element

from passatempo.core.json import encode


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
