"""What tests of pictures share: drawings as the pixels of renderers that are no browsers, and kinds of colour."""

import io
import os
from collections import Counter
from ctypes.util import find_library
from functools import cache

import pytest

Image = pytest.importorskip("PIL.Image")
RENDERERS = ("resvg", "cairo")
each_renderer = pytest.mark.parametrize("renderer", RENDERERS)


@cache
def raster(drawing, renderer):
    """Return the pixels of a drawing, one for each unit; what is transparent becomes magenta."""
    if renderer == "cairo":
        if not find_library("cairo") and not os.environ.get("PASSATEMPO_BROWSER_TESTS"):
            pytest.skip("libcairo is not installed: apt-get install libcairo2")
        png = pytest.importorskip("cairosvg").svg2png(bytestring=drawing.encode())
    else:
        options = {"skip_system_fonts": True} if renderer == "resvg without fonts" else {}
        png = pytest.importorskip("resvg_py").svg_to_bytes(svg_string=str(drawing), **options)
    image = Image.open(io.BytesIO(bytes(png))).convert("RGBA")
    ground = Image.new("RGBA", image.size, "#ff00ff")
    ground.alpha_composite(image)
    return ground.convert("RGB")


def colours_of(image):
    """Return how many pixels each colour has."""
    return Counter({colour: number for number, colour in image.getcolors(image.width * image.height)})


def area(image, box):
    """Return the colours of the pixels in a box, which is cut at the edges of the picture."""
    left, top, right, bottom = (round(value) for value in box)
    right, bottom = min(right, image.width), min(bottom, image.height)
    return colours_of(image.crop((max(left, 0), max(top, 0), right, bottom)))


def around(x, y, reach):
    return (x - reach, y - reach, x + reach + 1, y + reach + 1)


def is_red(colour):
    return colour[0] > colour[2] + 60 and colour[0] > colour[1] + 60


def is_blue(colour):
    return colour[2] > colour[0] + 60


def is_green(colour):
    return colour[1] > colour[0] + 60


def is_orange(colour):
    return colour[0] > 200 and colour[0] > colour[2] + 60 and colour[0] < colour[1] + 60


def is_dark(colour):
    return max(colour) < 90


def is_light(colour):
    return min(colour) > 235


def is_word(colour):
    return max(colour) < 170


def share(colours, kind):
    """Return how much of an area is of a kind."""
    return sum(number for colour, number in colours.items() if kind(colour)) / colours.total()


def has_word(image, box):
    """Tell whether something is written in a box, and the rest of it left free."""
    return 0.04 < share(area(image, box), is_word) < 0.5
