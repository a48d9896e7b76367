"""Drawings cropped to their content, with what a page needs to know of them: size, smallest letter, texts."""

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from passatempo.render.svg import Svg

PADDING = 2  # for half the width of lines
LETTER = 0.602  # the width of a letter of the printer's font, as a share of its size
ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
_SIZES = ("viewBox", "width", "height")
_STEPS = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?\d*\.?\d+")


class Cropped(NamedTuple):
    """A drawing without blank margins; sizes are in its own units."""

    svg: Svg
    width: float
    height: float
    smallest_letter: float


class _Frame(NamedTuple):
    """What an element inherits: the scale and the shift of its coordinates, and the style of its words."""

    scale: float = 1
    x: float = 0
    y: float = 0
    size: float = 16
    anchor: str = "start"


def crop_drawing(drawing: str) -> Cropped:
    """Crop a drawing for print to its shapes and words.

    >>> from passatempo.render.print_style import print_drawing
    >>> from passatempo.render.svg import document, group, rect, text
    >>> pieces = group(rect(0, 0, 8, 4), text("7", 4, 3, size=2), at=(30, 10))
    >>> cropped = crop_drawing(print_drawing(document(99, 99, pieces, title="A")))
    >>> cropped[1:], 'viewBox="28.0 8.0 12.0 8.0"' in cropped.svg
    ((12.0, 8.0, 2.0), True)
    """
    root = ElementTree.fromstring(drawing)
    children = list(root)[1:]  # the first one is the paper
    letters = [float(node.attrib["font-size"]) for node in root.iter() if "font-size" in node.attrib]
    boxes = [box for child in children for box in _boxes(child, _Frame())]
    left, top = (min(box[at] for box in boxes) - PADDING for at in (0, 1))
    right, bottom = (max(box[at] for box in boxes) + PADDING for at in (2, 3))
    width, height = right - left, bottom - top
    view = {"viewBox": f"{left:.1f} {top:.1f} {width:.1f} {height:.1f}", "width": f"{width:.1f}"}
    root.attrib = {**view, "height": f"{height:.1f}", **{k: v for k, v in root.attrib.items() if k not in _SIZES}}
    svg = Svg(ElementTree.tostring(root, encoding="unicode"))
    return Cropped(svg, width, height, min(letters, default=_Frame().size))


def texts_of(drawing: str) -> tuple[str, str]:
    """Return the title and the description of a drawing.

    >>> from passatempo.render.svg import document
    >>> texts_of(document(9, 9, title="A < B", description="two letters"))
    ('A < B', 'two letters')
    """
    root = ElementTree.fromstring(drawing)
    title, description = (root.findtext(f"{{*}}{name}", "") for name in ("title", "desc"))
    return title, description


def _boxes(node: Element, frame: _Frame) -> Iterator[tuple[float, float, float, float]]:
    """Yield the boxes of an element and its children, in units of the drawing."""
    frame = _inside(node, frame)
    for left, top, right, bottom in _own_boxes(node, frame):
        scale, x, y = frame[:3]
        yield x + scale * left, y + scale * top, x + scale * right, y + scale * bottom
    for child in node:
        yield from _boxes(child, frame)


def _inside(node: Element, frame: _Frame) -> _Frame:
    """Return the frame of an element after its own transformation and style."""
    scale, x, y, size, anchor = frame
    for name, parts in re.findall(r"(\w+)\(([^)]*)\)", node.get("transform", "")):
        numbers = [float(number) for number in _NUMBER.findall(parts)]
        if name == "translate":
            x, y = x + scale * numbers[0], y + scale * numbers[1]
        else:
            scale *= numbers[0]
    return _Frame(scale, x, y, float(node.get("font-size", size)), node.get("text-anchor", anchor))


def _own_boxes(node: Element, frame: _Frame) -> Iterator[tuple[float, float, float, float]]:
    """Yield the box of a shape or a word; curves are inside other shapes."""
    x, y, width, height = (float(node.get(key, 0)) for key in ("x", "y", "width", "height"))
    if node.tag.endswith("rect"):
        yield x, y, x + width, y + height
    elif node.tag.endswith("circle"):
        middle_x, middle_y, radius = (float(node.get(key, 0)) for key in ("cx", "cy", "r"))
        yield middle_x - radius, middle_y - radius, middle_x + radius, middle_y + radius
    elif node.tag.endswith("text"):
        long = LETTER * frame.size * len("".join(node.itertext()))
        left = x - {"start": 0, "middle": 0.5, "end": 1}[frame.anchor] * long
        yield left, y - 0.75 * frame.size, left + long, y + 0.2 * frame.size
    elif node.tag.endswith("path"):
        yield from _path_boxes(node.get("d", ""))


def _path_boxes(commands: str) -> Iterator[tuple[float, float, float, float]]:
    """Yield the corners of a path of straight lines."""
    steps = [(letter, [float(part) for part in _NUMBER.findall(rest)]) for letter, rest in _STEPS.findall(commands)]
    if {letter for letter, _ in steps} <= set("MLHVZ"):
        x = y = 0.0
        for letter, numbers in steps:
            x = numbers[0] if letter in "MLH" else x
            y = numbers[-1] if letter in "MLV" else y
            yield x, y, x, y
