"""The pictures of the app: icons for systems that accept no SVG, and the picture of each page for shared links.

A picture of a page shows its game and the name of the app; it has no sentence, so all languages share it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from passatempo.render.svg import Markup, svg_element
from passatempo.web.build.drawings import ACCENTS, DRAWINGS, INK, rectangle
from passatempo.web.build.lettering import draw_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SHARED_WIDTH, SHARED_HEIGHT, ICON_SIDE, TOUCH_SIDE = 1200, 630, 512, 180  # pixels
ROUNDED, FULL = 'rx="6"', 'rx="0"'  # a system that cuts its own shape needs the full square
TOUCH_ICON = "touch-180.png"
STAGE = (48, 40, 1104, 452, 32)  # left, top, width, height and the radius of the corners
STONES = ("B", "W")  # lit from the left above
GRADIENTS = {  # upper and lower colour
    "stage": ("#e6dfd0", "#dad2c0"),
    "covered": ("#adc5d0", "#86a7b7"),
    "green": ("#2c6c4c", "#1f553b"),
    "wood": ("#e9c185", "#dcae69"),
    "B": ("#5a5854", "#12110f"),
    "W": ("#ffffff", "#d3cec3"),
    "bar": ("#a83252", "#c67086"),
}


class Picture(NamedTuple):
    """A file of pixels, and the drawing from which it is made."""

    name: str
    svg: str
    width: int
    height: int


def app_pictures(app: Path, page_names: list[str]) -> Iterator[Picture]:
    """Yield every picture: the icons, and one for each page."""
    icon = (app / "icon.svg").read_text(encoding="utf-8")
    full = icon.replace(ROUNDED, FULL)
    yield Picture("icon-512.png", icon, ICON_SIDE, ICON_SIDE)
    yield Picture("icon-maskable-512.png", full, ICON_SIDE, ICON_SIDE)
    yield Picture(TOUCH_ICON, full, TOUCH_SIDE, TOUCH_SIDE)
    for name in page_names:
        yield Picture(shared_picture(name), draw_page(name), SHARED_WIDTH, SHARED_HEIGHT)


def shared_picture(name: str) -> str:
    """Return the file name of the picture of a page.

    >>> shared_picture("mnk")
    'share-mnk.png'
    """
    return f"share-{name}.png"


def draw_page(name: str) -> str:
    """Draw the picture of a page: its game on a stage, and below it the name of the app."""
    backdrop = {"machiavelli": "green", "mnk": "wood"}.get(name, "stage")
    accent = ACCENTS.get(name, ACCENTS["minesweeper"])
    return svg_element(
        "svg",
        svg_element("clipPath", rectangle(*STAGE, INK), id="edge"),
        *[_gradient(key, *colours) for key, colours in GRADIENTS.items()],
        rectangle(0, 0, SHARED_WIDTH, SHARED_HEIGHT, 0, "#f4f1ea"),
        rectangle(*STAGE, f"url(#{backdrop})"),
        svg_element("g", svg_element("g", *DRAWINGS[name](), transform="translate(150 66)"), clip_path="url(#edge)"),
        rectangle(52, 536, 38, 42, 10, INK, fill_opacity=0.25),
        rectangle(52, 534, 38, 38, 10, accent),
        draw_text("passatempo", 112, 572, 50, INK, centred=False),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {SHARED_WIDTH} {SHARED_HEIGHT}",
    )


def _gradient(key: str, upper: str, lower: str) -> Markup:
    stops = [svg_element("stop", offset=place, stop_color=colour) for place, colour in enumerate((upper, lower))]
    if key in STONES:
        return svg_element("radialGradient", *stops, id=key, cx=0.36, cy=0.3, r=0.75)
    return svg_element("linearGradient", *stops, id=key, x2=0, y2=1)
