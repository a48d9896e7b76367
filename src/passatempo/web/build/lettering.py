"""Letters and digits as lines, so that a picture needs no font and is the same on every machine."""

from passatempo.render.svg import Markup, svg_element

GAP = 4.4  # between two characters
WEIGHT = 2.7  # of the lines
DIGIT_HEIGHT = 14.0
# Width and path of each character on the line y = 0; small letters are 10 high.
CHARACTERS = {
    "a": (10.0, "M10-5A5 5 0 1 0 0-5A5 5 0 1 0 10-5M10-10V0"),
    "e": (10.0, "M.2-5H10A5 5 0 1 0 8.4-1.3"),
    "m": (15.0, "M0-10V0M0-6.2A3.75 3.8 0 0 1 7.5-6.2V0M7.5-6.2A3.75 3.8 0 0 1 15-6.2V0"),
    "o": (10.0, "M10-5A5 5 0 1 0 0-5A5 5 0 1 0 10-5"),
    "p": (10.0, "M0-10V4.4M0-5A5 5 0 1 1 10-5A5 5 0 1 1 0-5"),
    "s": (
        6.6,
        "M6.3-8.3C5.6-9.6 4.6-10 3.4-10C1.7-10 .4-9.1.4-7.5C.4-4.4 6.6-5.8 6.6-2.6C6.6-.9 5.2 0 3.4 0C1.8 0 .6-.6 0-2",
    ),
    "t": (5.8, "M2-13.4V-2.8C2-1 2.8 0 4.4 0H5.6M-.6-10H5.6"),
    "1": (6.0, "M0-11.2L4-14V0"),
    "2": (9.0, "M.3-10.4C.6-12.8 2.3-14 4.5-14C7-14 8.7-12.5 8.7-10.2C8.7-7.2 4.6-4.6 .3 0H9"),
    "3": (9.0, "M.6-14H8.2L4.2-8.6C7.2-8.7 9-7 9-4.4C9-1.7 7.1 0 4.4 0C2.4 0 .8-.9 0-2.6"),
    "4": (9.4, "M7 0V-14L0-4H9.4"),
    "5": (9.0, "M8.2-14H1.8L1.2-7.8C2.2-8.6 3.2-8.9 4.5-8.9C7.2-8.9 9-7.1 9-4.5C9-1.8 7.1 0 4.4 0C2.4 0 .8-.9 0-2.6"),
    "6": (9.2, "M7.2-14C3.4-12.4 0-9 0-4.6A4.6 4.6 0 1 0 9.2-4.6A4.6 4.6 0 1 0 0-4.6"),
    "7": (8.6, "M0-14H8.6L2.8 0"),
    "8": (9.0, "M4.5-7.6A3.7 3.2 0 1 1 4.5-14A3.7 3.2 0 1 1 4.5-7.6A4.5 3.8 0 1 0 4.5 0A4.5 3.8 0 1 0 4.5-7.6"),
}


def text_lines(text: str, colour: str) -> tuple[float, Markup]:
    """Return the width of a text and its lines, on the line y = 0 from x = 0.

    >>> text_lines("11", "#000")[0]
    16.4
    """
    x = 0.0
    parts = []
    for character in text:
        width, commands = CHARACTERS[character]
        parts.append(svg_element("path", d=commands, transform=f"translate({x:.5g} 0)"))
        x += width + GAP
    lines = {"fill": "none", "stroke": colour, "stroke_linecap": "round", "stroke_linejoin": "round"}
    return x - GAP, svg_element("g", *parts, stroke_width=WEIGHT, **lines)


def draw_text(text: str, x: float, y: float, height: float, colour: str, *, centred: bool = True) -> Markup:
    """Draw a text; `height` is that of a digit.

    The point is the middle of centred digits, otherwise the left end of the line on which the text stands.
    """
    width, lines = text_lines(text, colour)
    scale = height / DIGIT_HEIGHT
    if centred:
        x, y = x - width * scale / 2, y + height / 2
    return svg_element("g", lines, transform=f"translate({x:.5g} {y:.5g}) scale({scale:.4g})")
