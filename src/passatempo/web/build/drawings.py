"""The drawings of the games on the pictures of the pages: each is a board of four rows of nine cells, or as large."""

from collections.abc import Iterator

from passatempo.render.playing_cards import SUIT_PATHS
from passatempo.render.svg import Markup, svg_element
from passatempo.web.build.lettering import draw_text

CELL = 100  # side of a cell
INK, RED, PAPER, EDGE = "#1d1b18", "#b3261e", "#fffefb", "#c4bca9"
ACCENTS = {
    "minesweeper": "#17627f",
    "machiavelli": "#1c6b45",
    "mnk": "#8a5208",
    "optimiza": "#5b3fb0",
    "cards": "#a83252",
}
NUMBERS = {"1": "#1d5fd1", "2": "#1b7a36", "3": "#c7251c"}
FIELD = ("..1F11###", "..1112F##", ".111.2###", ".1F1.1###")
STONES = ("....W....", "..WB.WW..", "..BBBBB..", "...W.W.B.")
TILES = ("231424313", "142332413", "412143124", "132314421")
PATH = ((3, 0), (2, 1), (2, 2), (0, 4), (0, 6), (3, 6))  # row and column of each square
HEIGHTS = (1, 2, 4, 5, 3, 1, 3, 4, 2)
BARS = ((210, 330, 250, 290), (130, 250, 170, 210))  # of two answers
SOLVED = 3  # of the five puzzles of the day
ROUND = {"stroke_linecap": "round", "stroke_linejoin": "round"}


def rectangle(
    x: float, y: float, width: float, height: float, radius: float, fill: str, **attributes: float | str
) -> Markup:
    """Draw a rectangle with round corners."""
    return svg_element("rect", x=x, y=y, width=width, height=height, rx=radius, fill=fill, **attributes)


def _tile(x: float, y: float, fill: str, edge: str = EDGE) -> list[Markup]:
    """Draw a raised tile of one cell."""
    return [rectangle(x + 4, y + 7, 92, 90, 14, edge), rectangle(x + 4, y + 3, 92, 88, 14, fill)]


def _flag(x: float, y: float) -> Markup:
    cloth = svg_element("path", d="M45 18L78 33L45 48Z", fill=RED)
    pole = svg_element("path", d="M44 20V74M30 75H60", stroke=INK, stroke_width=7, stroke_linecap="round")
    return svg_element("g", cloth, pole, transform=f"translate({x} {y})")


def _cells(rows: tuple[str, ...]) -> Iterator[tuple[int, int, str]]:
    """Yield the left and upper edge of each cell, and its sign."""
    for row, signs in enumerate(rows):
        for column, sign in enumerate(signs):
            yield column * CELL, row * CELL, sign


def _minesweeper() -> Iterator[Markup]:
    for x, y, _ in _cells(FIELD):
        yield rectangle(x, y, CELL, CELL, 0, "#f8f5ee", stroke="#ded8ca", stroke_width=3)
    for x, y, sign in _cells(FIELD):
        if sign in "#F":
            yield from _tile(x, y, "url(#covered)", "#567b8e")
        if sign == "F":
            yield _flag(x, y)
        if sign in NUMBERS:
            yield draw_text(sign, x + 50, y + 50, 48, NUMBERS[sign])


def _card(rank: str, angle: float) -> Markup:
    """Draw a card of hearts in a fan."""
    heart = SUIT_PATHS[1]
    return svg_element(
        "g",
        rectangle(-115, -178, 240, 380, 24, "#000", fill_opacity=0.2),
        rectangle(-120, -180, 240, 380, 24, PAPER, stroke="#cfc8b8", stroke_width=2),
        draw_text(rank, -76, -122, 58, RED),
        svg_element("path", d=heart, fill=RED, transform="translate(-76 -50) scale(5.5)"),
        svg_element("path", d=heart, fill=RED, transform="translate(30 50) scale(13)"),
        transform=f"translate(450 228) rotate({angle} 0 900)",
    )


def _machiavelli() -> Iterator[Markup]:
    for place, rank in enumerate("5678"):
        yield _card(rank, 9 * place - 13.5)


def _mnk() -> Iterator[Markup]:
    lines = [f"M{x} -26V426" for x in range(-50, 951, CELL)] + [f"M-102 {y}H1002" for y in range(50, 400, CELL)]
    yield svg_element("path", d="".join(lines), stroke="#8a5a1c", stroke_width=3, stroke_opacity=0.8)
    for x, y, sign in _cells(STONES):
        if sign in "BW":
            yield svg_element("circle", cx=x + 53, cy=y + 55, r=42, fill="#3a2404", fill_opacity=0.3)
            yield svg_element("circle", cx=x + 50, cy=y + 50, r=42, fill=f"url(#{sign})")


def _optimiza() -> Iterator[Markup]:
    accent = ACCENTS["optimiza"]
    on_path = {(column * CELL, row * CELL) for row, column in PATH}
    for x, y, _ in _cells(TILES):
        yield from _tile(x, y, *((accent, "#3f2a80") if (x, y) in on_path else (PAPER, EDGE)))
    corners = " ".join([f"{column * CELL + 50} {row * CELL + 47}" for row, column in PATH])
    yield svg_element("polyline", points=corners, fill="none", stroke=accent, stroke_width=14, stroke_opacity=0.45)
    for x, y, sign in _cells(TILES):
        yield draw_text(sign, x + 50, y + 47, 40, PAPER if (x, y) in on_path else INK)


def _cards() -> Iterator[Markup]:
    for place, height in enumerate(HEIGHTS):
        x, y = place * CELL + 6, 400 - 78 * height
        yield rectangle(x, y + 4, 88, 78 * height, 14, "#8f6a6c", fill_opacity=0.5)
        yield rectangle(x, y, 88, 78 * height, 14, "url(#bar)")
        yield draw_text(str(height), x + 44, y + 40, 36, PAPER)


def _marks() -> Iterator[list[Markup]]:
    """Draw a small tile for each game."""
    yield [*_tile(0, 0, "url(#covered)", "#567b8e"), _flag(0, 0)]
    heart = svg_element("path", d=SUIT_PATHS[1], fill=RED, transform="translate(50 47) scale(3.6)")
    yield [*_tile(0, 0, "url(#green)", "#143c28"), rectangle(27, 15, 46, 64, 7, PAPER), heart]
    cross = svg_element("path", d="M4 47H96M50 3V91", stroke="#8a5a1c", stroke_width=2)
    stones = [svg_element("circle", cx=x, cy=47, r=19, fill=f"url(#{sign})") for x, sign in ((28, "B"), (72, "W"))]
    yield [*_tile(0, 0, "url(#wood)", "#a97a38"), cross, *stones]
    yield [*_tile(0, 0, ACCENTS["optimiza"], "#3f2a80"), draw_text("3", 50, 47, 42, PAPER)]
    bars = [
        rectangle(16 + 18 * place, 78 - height, 14, height, 3, "url(#bar)")
        for place, height in enumerate((22, 58, 34, 46))
    ]
    yield [*_tile(0, 0, PAPER), *bars]


def _home(y: float = 114) -> Iterator[Markup]:
    for place, mark in enumerate(_marks()):
        yield svg_element("g", *mark, transform=f"translate({204 * place - 44} {y}) scale(1.72)")


def _daily() -> Iterator[Markup]:
    yield from _home(62)
    for place in range(5):
        x = 204 * place + 42
        if place < SOLVED:
            yield svg_element("circle", cx=x, cy=314, r=32, fill="#146c43")
            tick = f"M{x - 14} 315L{x - 4} 325L{x + 15} 303"
            yield svg_element("path", d=tick, fill="none", stroke=PAPER, stroke_width=8, **ROUND)
        else:
            yield svg_element("circle", cx=x, cy=314, r=29, fill=PAPER, stroke="#b9b09c", stroke_width=6)


def _workbench() -> Iterator[Markup]:
    colours = list(ACCENTS.values())
    for side, widths in enumerate(BARS):
        x = 20 + 450 * side
        yield rectangle(x, 18, 410, 370, 24, EDGE)
        yield rectangle(x, 12, 410, 370, 24, PAPER)
        for place, width in enumerate(widths):
            yield rectangle(x + 40, 58 + 76 * place, width, 48, 12, colours[place])


def _api() -> Iterator[Markup]:
    yield rectangle(100, 18, 700, 370, 24, EDGE)
    yield rectangle(100, 12, 700, 370, 24, PAPER)
    brace = "M-20-110C-75-110-62-70-62-50C-62-20-70 0-100 0C-70 0-62 20-62 50C-62 70-75 110-20 110"
    for turn, x in ((1, 380), (-1, 520)):
        turned = f"translate({x} 197) scale({turn} 1)"
        yield svg_element("path", d=brace, transform=turned, fill="none", stroke=INK, stroke_width=22, **ROUND)
    for place, key in enumerate(("minesweeper", "machiavelli", "cards")):
        yield svg_element("circle", cx=384 + 66 * place, cy=197, r=20, fill=ACCENTS[key])


DRAWINGS = {
    "api": _api,
    "cards": _cards,
    "daily": _daily,
    "home": _home,
    "machiavelli": _machiavelli,
    "minesweeper": _minesweeper,
    "mnk": _mnk,
    "optimiza": _optimiza,
    "workbench": _workbench,
}
