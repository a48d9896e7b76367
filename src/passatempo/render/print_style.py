"""Drawings for print, with plain attributes only: in greys, or in black, white and one grey with the printer's font.

Since shapes repeat what colours show, words and lines become black, and surfaces white except those that differ by
tone. Classes, style rules and texts for screen readers are removed.
"""

from collections.abc import Callable, Collection
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from passatempo.render.colours import COLOURS, as_grey
from passatempo.render.svg import INK, Svg

BLACK, WHITE, GREY = "#000000", "#ffffff", "#dddddd"
FONT = "DejaVu Sans Mono"
_SURFACES = ("paper", "panel", "felt", "card", "card-joker")
_NAMESPACE = "{http://www.w3.org/2000/svg}"


def print_drawing(drawing: str, grey: Collection[str] = ()) -> Svg:
    """Convert a drawing for print.

    Parameters
    ----------
    drawing
        A drawing of `passatempo.render.svg.document`.
    grey
        Names of colours whose surfaces become grey; shades of the ramp always do.

    Examples
    --------
    >>> from passatempo.render.svg import document, rect
    >>> print_drawing(document(9, 9, rect(0, 0, 4, 4, fill="good", stroke="faint"), title="A"))[-66:]
    'rect width="4" height="4" fill="#000000" stroke="#000000" /></svg>'
    """

    def tone(node: Element, kind: str, colour: str) -> str:
        words = node.tag in ("text", "tspan") or any(child.tag.endswith("text") for child in node)
        return _grey_tone(colour, grey, words=words or kind == "stroke")

    root = _paint_classes(drawing, tone, ("title", "desc", "style"))
    for node in root.iter():
        if "font-family" in node.attrib:
            node.set("font-family", FONT)
        for key in ("role", "pointer-events"):
            node.attrib.pop(key, None)
    root.set("fill", BLACK)
    root.set("font-family", FONT)
    return Svg(ElementTree.tostring(root, encoding="unicode"))


def in_greys(drawing: str) -> Svg:
    """Convert a drawing to greys: each colour becomes the grey with the luminance of its light mode.

    Examples
    --------
    >>> from passatempo.render.svg import document, rect
    >>> in_greys(document(9, 9, rect(0, 0, 4, 4, fill="good", stroke="faint"), title="A"))[-64:]
    'ct width="4" height="4" fill="#626262" stroke="#cfcfcf" /></svg>'
    """
    root = _paint_classes(drawing, lambda _, __, colour: as_grey(COLOURS[colour][0]), ("style",))
    root.set("fill", as_grey(COLOURS[INK][0]))
    return Svg(ElementTree.tostring(root, encoding="unicode"))


def _paint_classes(drawing: str, tone: Callable[[Element, str, str], str], unsaid: Collection[str]) -> Element:
    """Return a drawing without some elements, its classes replaced by colours: `tone` of element, kind, name."""
    root = ElementTree.fromstring(drawing)
    for node in root.iter():
        node.tag = node.tag.removeprefix(_NAMESPACE)
        for child in [candidate for candidate in node if candidate.tag.removeprefix(_NAMESPACE) in unsaid]:
            node.remove(child)
        for name in node.attrib.pop("class", "").split():
            kind, _, colour = name.partition("-")
            if kind in ("fill", "stroke"):
                node.set(kind, tone(node, kind, colour))
    root.set("xmlns", _NAMESPACE.strip("{}"))
    return root


def _grey_tone(colour: str, grey: Collection[str], *, words: bool) -> str:
    """Return black, white or grey for a colour."""
    if colour in _SURFACES and colour not in grey:
        return WHITE
    if words:
        return BLACK
    return GREY if colour in grey or colour.startswith("ramp-") else BLACK
