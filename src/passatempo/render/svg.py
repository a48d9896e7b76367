"""SVG drawings as strings: a few functions, each of which returns a piece of markup.

Colours are names of `colours.COLOURS`. They become plain attributes with the light colours, for every viewer, and
classes. The drawing contains style rules for its classes, for light and dark mode, with which browsers override the
attributes. A name means the same in every drawing, so several drawings can share a page.
"""

from collections.abc import Iterable
from math import ceil
from typing import TypeAlias

from passatempo.core.text import Drawing
from passatempo.render.colours import COLOURS

Point: TypeAlias = tuple[float, float]
Value: TypeAlias = str | float | None  # None omits the attribute

ROOT = "passatempo"  # the class of every drawing; all rules are inside it
FONTS = "system-ui,'DejaVu Sans','Liberation Sans',Arial,Helvetica,sans-serif"
EVEN_FONTS = "monospace,'DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,'Courier New'"  # monospaced
INK = "ink"  # the colour that elements without their own inherit
INHERIT = "inherit"
_SUPPORTED = "@supports(color:var(--a))"  # viewers without variables ignore such a rule
_LOST = (*range(9), 11, 12, *range(14, 32), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF)  # characters that XML excludes
_ESCAPES = {**dict.fromkeys(_LOST, "\ufffd"), ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"}
_QUOTED = _ESCAPES | {ord('"'): "&quot;", 9: "&#9;", 10: "&#10;", 13: "&#13;"}


class Markup(str):
    """Text that is already markup; other text is escaped when it becomes part of a drawing."""

    __slots__ = ()


class Svg(Markup, Drawing):
    """A complete drawing, which notebooks show as a picture.

    >>> Svg("<svg/>")._repr_svg_()
    '<svg/>'
    """

    __slots__ = ()


def short_number(coordinate: float) -> str:
    """Write a number with at most two decimals, as short as possible.

    >>> short_number(3.0), short_number(1 / 3), short_number(-0.001)
    ('3', '.33', '0')
    """
    if isinstance(coordinate, int):
        return str(coordinate)
    coordinate_digits = f"{coordinate:.2f}".rstrip("0").rstrip(".")
    if coordinate_digits == "-0":
        return "0"
    return (
        coordinate_digits.replace("0.", ".", 1) if coordinate_digits.lstrip("-").startswith("0.") else coordinate_digits
    )


def escape(content: str) -> str:
    """Escape text between tags, unless it is markup; characters that XML excludes become U+FFFD.

    >>> escape("Q & A <1>"), escape(Markup("<b/>"))
    ('Q &amp; A &lt;1&gt;', '<b/>')
    """
    return content if isinstance(content, Markup) else content.translate(_ESCAPES)


def svg_element(tag: str, *children: str, **attributes: Value) -> Markup:
    """Write an element; ``stroke_width`` becomes ``stroke-width``, ``class_`` becomes ``class``.

    >>> svg_element("text", "a < b", x=1.50, class_="fill-ink")
    '<text x="1.5" class="fill-ink">a &lt; b</text>'
    """
    tag_chunks = [f"<{tag}"]
    for key, attribute in attributes.items():
        if attribute is not None:
            plain = attribute.translate(_QUOTED) if isinstance(attribute, str) else short_number(attribute)
            tag_chunks.append(f' {key.rstrip("_").replace("_", "-")}="{plain}"')
    inside = "".join([escape(child) for child in children])
    tag_chunks.append(f">{inside}</{tag}>" if inside else "/>")
    return Markup("".join(tag_chunks))


def plain_colour(name: str) -> str:
    """Return a colour's light value as an attribute, as short as possible.

    >>> plain_colour("paper"), plain_colour("ink")
    ('#fff', '#1b1f24')
    """
    light = COLOURS[name][0]
    return f"#{light[1::2]}" if light[1::2] == light[2::2] else light


def paint_attributes(fill: str = "", stroke: str = "") -> dict[str, Value]:
    """Return the attributes of a fill and a stroke colour: plain values and, for browsers, classes.

    Raises
    ------
    KeyError
        If there is no colour of that name.

    Examples
    --------
    >>> paint_attributes("panel", "ink")
    {'fill': '#f1f4f6', 'stroke': '#1b1f24', 'class_': 'fill-panel stroke-ink'}
    """
    used = {kind: name for kind, name in (("fill", fill), ("stroke", stroke)) if name}
    plain_colours: dict[str, Value] = {kind: plain_colour(name) for kind, name in used.items()}
    return plain_colours | ({"class_": " ".join([f"{kind}-{name}" for kind, name in used.items()])} if used else {})


def _shape_attributes(fill: str, stroke: str) -> dict[str, Value]:
    """Return the attributes of a shape, which is hollow without a fill; with `INHERIT` its group sets the fill."""
    return {**({} if fill else {"fill": "none"}), **paint_attributes("" if fill == INHERIT else fill, stroke)}


def group(
    *children: str, at: Point | None = None, title: str = "", fill: str = "", stroke: str = "", **attributes: Value
) -> Markup:
    """Write a group, moved to a point; `title` is its tooltip.

    Its colours apply to children without their own.

    >>> group(rect(0, 0, 2, 2, fill="bad"), at=(3, 4))
    '<g transform="translate(3 4)"><rect width="2" height="2" fill="#b04300" class="fill-bad"/></g>'
    """
    attributes = {**paint_attributes(fill, stroke), **attributes}
    if at is not None:
        attributes = {"transform": f"translate({short_number(at[0])} {short_number(at[1])})", **attributes}
    named = [svg_element("title", title)] if title else []
    return svg_element("g", *named, *children, **attributes)


def text(content: str, x: float, y: float, *, fill: str = "", size: float | None = None, **attributes: Value) -> Markup:
    """Write words; `y` is their baseline, and `text_anchor` may be ``middle`` or ``end``.

    Without a colour they inherit that of their group, otherwise ink.

    >>> text("R & D", 5, 9, size=12, text_anchor="middle")
    '<text x="5" y="9" font-size="12" text-anchor="middle">R &amp; D</text>'
    """
    return svg_element("text", content, x=x, y=y, font_size=size, **paint_attributes(fill), **attributes)


def rect(
    x: float, y: float, width: float, height: float, *, fill: str = "", stroke: str = "", **attributes: Value
) -> Markup:
    """Write a rectangle; `rx` rounds its corners.

    >>> rect(0, 0, 10, 5, fill="paper", stroke="faint", rx=2)
    '<rect width="10" height="5" fill="#fff" stroke="#c9d0d7" class="fill-paper stroke-faint" rx="2"/>'
    """
    place = {"x": x or None, "y": y or None, "width": width, "height": height}
    return svg_element("rect", **place, **_shape_attributes(fill, stroke), **attributes)


def circle(x: float, y: float, radius: float, *, fill: str = "", stroke: str = "", **attributes: Value) -> Markup:
    """Write a circle.

    >>> circle(5, 5, 2.5, stroke="ink")
    '<circle cx="5" cy="5" r="2.5" fill="none" stroke="#1b1f24" class="stroke-ink"/>'
    """
    return svg_element("circle", cx=x or None, cy=y or None, r=radius, **_shape_attributes(fill, stroke), **attributes)


def path(commands: str, *, fill: str = "", stroke: str = "", **attributes: Value) -> Markup:
    """Write a shape from path commands.

    >>> path("M0 0L4 4", stroke="ink")
    '<path d="M0 0L4 4" fill="none" stroke="#1b1f24" class="stroke-ink"/>'
    """
    return svg_element("path", d=commands, **_shape_attributes(fill, stroke), **attributes)


def line(
    points: Iterable[Point], *, closed: bool = False, fill: str = "", stroke: str = "", **attributes: Value
) -> Markup:
    """Write a line through points: a grid line, a path over a board or, if closed, the outline of an area.

    >>> line([(0, 0), (10, 0.5)], stroke="accent", stroke_width=2)
    '<path d="M0 0L10 .5" fill="none" stroke="#0067a3" class="stroke-accent" stroke-width="2"/>'
    """
    corners = "L".join([f"{short_number(x)} {short_number(y)}" for x, y in points])
    return path(f"M{corners}{'Z' if closed else ''}", fill=fill, stroke=stroke, **attributes)


def document(width: float, height: float, *children: str, title: str, description: str = "") -> Svg:
    """Write a complete drawing on paper, with the rules of its colours.

    Parameters
    ----------
    width, height
        The size in units, rounded up so that the last pixels are full; on a narrow page the drawing shrinks.
    children
        The pieces, from back to front.
    title
        The name of the picture, for people who do not see it.
    description
        The picture in words.

    Examples
    --------
    >>> document(10, 5, title="A < B")
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5" width="10" ...<title>A &lt; B</title>...</svg>'
    """
    width, height = ceil(width), ceil(height)
    paper = rect(0, 0, width, height, fill="paper")
    body = Markup("".join([escape(child) for child in (paper, *children)]))
    attributes: dict[str, Value] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {width} {height}",
        "width": width,
        "height": height,
        "class_": ROOT,
        "role": "img",
        "font_family": FONTS,
        "fill": plain_colour(INK),
    }
    description_tags = [svg_element("desc", description)] if description else []
    return Svg(
        svg_element(
            "svg",
            svg_element("title", title),
            *description_tags,
            svg_element("style", _style_rules(body)),
            body,
            **attributes,
        )
    )


def _style_rules(body: str) -> Markup:
    """Write the style rules of the colours that occur in a drawing.

    The rules are inside one that browsers read and viewers without variables ignore. Such viewers use the plain
    attributes; several of them would show a variable colour as black.
    """
    kinds = ("fill", "stroke")
    uses = [(k, name) for name in COLOURS for k in kinds if f'{k}-{name}"' in body or f"{k}-{name} " in body]
    names = dict.fromkeys([INK, *(name for _, name in uses)])
    light, dark = ("".join([f"--{name}:{COLOURS[name][mode]};" for name in names]) for mode in (0, 1))
    classes = [f".{ROOT} .{kind}-{name}{{{kind}:var(--{name})}}" for kind, name in uses]
    modes = [
        f".{ROOT}{{max-width:100%;height:auto;fill:var(--{INK});{light}}}",
        f"@media (prefers-color-scheme:dark){{.{ROOT}{{{dark}}}}}",
    ]
    return Markup("\n".join(["", f"{_SUPPORTED}{{", *modes, *classes, "}", ""]))
