"""SVG drawings as strings: a few functions, each of which returns a piece of markup.

Colours are names of `colours.COLOURS`. They become classes, and the drawing carries the rules of those it uses, for
light and dark; a name means the same in every drawing, so that many of them may stand in one page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from passatempo.render.colours import COLOURS

if TYPE_CHECKING:
    from collections.abc import Iterable

Point: TypeAlias = tuple[float, float]
Value: TypeAlias = str | float | None  # None: the attribute is left out

ROOT = "passatempo"  # the class of every drawing; all rules are inside it
FONTS = "system-ui, 'DejaVu Sans', sans-serif"
_LOST = (*range(9), 11, 12, *range(14, 32), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF)  # no characters of XML
_ESCAPES = {**dict.fromkeys(_LOST, "\ufffd"), ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"}
_QUOTED = _ESCAPES | {ord('"'): "&quot;", 9: "&#9;", 10: "&#10;", 13: "&#13;"}


class Markup(str):
    """Text that is markup already; any other text is escaped when it becomes part of a drawing."""

    __slots__ = ()


class Svg(Markup):
    """A whole drawing, which notebooks show as a picture.

    >>> Svg("<svg/>")._repr_svg_()
    '<svg/>'
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def number(value: float) -> str:
    """Write a number in as few characters as two decimals need.

    >>> number(3.0), number(1 / 3), number(-0.001)
    ('3', '.33', '0')
    """
    if isinstance(value, int):
        return str(value)
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    if written == "-0":
        return "0"
    return written.replace("0.", ".", 1) if written.lstrip("-").startswith("0.") else written


def escape(content: str) -> str:
    """Escape text between tags; what XML cannot hold becomes U+FFFD; markup stays as it is.

    >>> escape("Q & A <1>"), escape(Markup("<b/>"))
    ('Q &amp; A &lt;1&gt;', '<b/>')
    """
    return content if isinstance(content, Markup) else content.translate(_ESCAPES)


def element(tag: str, *children: str, **attributes: Value) -> Markup:
    """Write an element; ``stroke_width`` becomes ``stroke-width``, ``class_`` becomes ``class``.

    >>> element("text", "a < b", x=1.50, class_="fill-ink")
    '<text x="1.5" class="fill-ink">a &lt; b</text>'
    """
    written = [f"<{tag}"]
    for key, value in attributes.items():
        if value is not None:
            plain = value.translate(_QUOTED) if isinstance(value, str) else number(value)
            written.append(f' {key.rstrip("_").replace("_", "-")}="{plain}"')
    inside = "".join([escape(child) for child in children])
    written.append(f">{inside}</{tag}>" if inside else "/>")
    return Markup("".join(written))


def paint(fill: str = "", stroke: str = "") -> str | None:
    """Return the classes of a fill and a stroke colour.

    Raises
    ------
    KeyError
        If there is no colour of that name.

    Examples
    --------
    >>> paint("panel", "ink")
    'fill-panel stroke-ink'
    """
    classes = [f"{kind}-{name}" for kind, name in (("fill", fill), ("stroke", stroke)) if name and COLOURS[name]]
    return " ".join(classes) or None


def group(*children: str, at: Point | None = None, title: str = "", **attributes: Value) -> Markup:
    """Write a group, moved to a point; `title` is what the reader sees when resting on it.

    >>> group(rect(0, 0, 2, 2, fill="ink"), at=(3, 4))
    '<g transform="translate(3 4)"><rect width="2" height="2" class="fill-ink"/></g>'
    """
    if at is not None:
        attributes = {"transform": f"translate({number(at[0])} {number(at[1])})", **attributes}
    named = [element("title", title)] if title else []
    return element("g", *named, *children, **attributes)


def text(
    content: str, x: float, y: float, *, fill: str = "ink", size: float | None = None, **attributes: Value
) -> Markup:
    """Write words; `y` is the line they stand on, `text_anchor` may be ``middle`` or ``end``.

    >>> text("R & D", 5, 9, size=12, text_anchor="middle")
    '<text x="5" y="9" font-size="12" class="fill-ink" text-anchor="middle">R &amp; D</text>'
    """
    return element("text", content, x=x, y=y, font_size=size, class_=paint(fill), **attributes)


def rect(
    x: float, y: float, width: float, height: float, *, fill: str = "", stroke: str = "", **attributes: Value
) -> Markup:
    """Write a rectangle; `rx` rounds its corners.

    >>> rect(0, 0, 10, 5, fill="paper", stroke="faint", rx=2)
    '<rect width="10" height="5" class="fill-paper stroke-faint" rx="2"/>'
    """
    hollow = None if fill else "none"
    place = {"x": x or None, "y": y or None, "width": width, "height": height}
    return element("rect", **place, fill=hollow, class_=paint(fill, stroke), **attributes)


def circle(x: float, y: float, radius: float, *, fill: str = "", stroke: str = "", **attributes: Value) -> Markup:
    """Write a circle.

    >>> circle(5, 5, 2.5, stroke="ink")
    '<circle cx="5" cy="5" r="2.5" fill="none" class="stroke-ink"/>'
    """
    hollow = None if fill else "none"
    return element("circle", cx=x, cy=y, r=radius, fill=hollow, class_=paint(fill, stroke), **attributes)


def path(commands: str, *, fill: str = "", stroke: str = "", **attributes: Value) -> Markup:
    """Write a shape from path commands.

    >>> path("M0 0L4 4", stroke="ink")
    '<path d="M0 0L4 4" fill="none" class="stroke-ink"/>'
    """
    return element("path", d=commands, fill=None if fill else "none", class_=paint(fill, stroke), **attributes)


def line(
    points: Iterable[Point], *, closed: bool = False, fill: str = "", stroke: str = "", **attributes: Value
) -> Markup:
    """Write a line through points: a grid line, a path over a board, or, closed, the outline of an area.

    >>> line([(0, 0), (10, 0.5)], stroke="accent", stroke_width=2)
    '<path d="M0 0L10 .5" fill="none" class="stroke-accent" stroke-width="2"/>'
    """
    corners = "L".join([f"{number(x)} {number(y)}" for x, y in points])
    return path(f"M{corners}{'Z' if closed else ''}", fill=fill, stroke=stroke, **attributes)


def document(width: float, height: float, *children: str, title: str, description: str = "") -> Svg:
    """Write a whole drawing on paper, with the rules of the colours it uses.

    Parameters
    ----------
    width, height
        The size in units; on a narrow page the drawing shrinks.
    children
        The pieces, from back to front.
    title
        What the picture is, for those who do not see it.
    description
        The same picture in words.

    Examples
    --------
    >>> document(10, 5, title="A < B")
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5" width="10" ...<title>A &lt; B</title>...</svg>'
    """
    paper = rect(0, 0, width, height, fill="paper")
    body = Markup("".join([escape(child) for child in (paper, *children)]))
    attributes: dict[str, Value] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {number(width)} {number(height)}",
        "width": width,
        "height": height,
        "class_": ROOT,
        "role": "img",
        "font_family": FONTS,
    }
    told = [element("desc", description)] if description else []
    return Svg(element("svg", element("title", title), *told, element("style", _rules(body)), body, **attributes))


def _rules(body: str) -> Markup:
    """Write the style rules of the colours that occur in a drawing.

    Each colour stands twice, plainly and as a variable: some viewers know no variables and show the light colours.
    """
    kinds = ("fill", "stroke")
    uses = [(k, name) for name in COLOURS for k in kinds if f'{k}-{name}"' in body or f"{k}-{name} " in body]
    names = dict.fromkeys([name for _, name in uses])
    light, dark = ("".join([f"--{name}:{COLOURS[name][mode]};" for name in names]) for mode in (0, 1))
    classes = [f".{ROOT} .{kind}-{name}{{{kind}:{COLOURS[name][0]};{kind}:var(--{name})}}" for kind, name in uses]
    modes = [
        f".{ROOT}{{max-width:100%;height:auto;{light}}}",
        f"@media (prefers-color-scheme:dark){{.{ROOT}{{{dark}}}}}",
    ]
    return Markup("\n".join(["", *modes, *classes, ""]))
