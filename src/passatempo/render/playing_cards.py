"""Playing cards as pictures, in fans that show the corner of every card.

Red suits are hollow and black suits filled, so that they differ without colour. A marked card is raised above its fan,
has a bold edge and carries an arrow.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from passatempo.render.svg import INHERIT, Markup, Point, group, path, rect, text

WIDTH, HEIGHT = 46, 66
STEP = 24  # the visible part of a card under the next one: rank and suit
LIFT = 8  # how far a marked card is raised
ROOM = 28  # space above a fan for marked cards and their arrows

# Spades, hearts, diamonds, clubs, each about 10 wide and 10 high around the origin.
SUIT_PATHS = (
    "M0-5C1.4-3.2 4.6-1.4 4.6 1.2C4.6 2.7 3.5 3.5 2.5 3.5C1.7 3.5 1 3.1.6 2.5C.7 3.6 1.1 4.5 1.8 5H-1.8"
    "C-1.1 4.5-.7 3.6-.6 2.5C-1 3.1-1.7 3.5-2.5 3.5C-3.5 3.5-4.6 2.7-4.6 1.2C-4.6-1.4-1.4-3.2 0-5Z",
    "M0 4.7C-1.6 2.9-4.7.8-4.7-1.8C-4.7-3.5-3.6-4.5-2.4-4.5C-1.3-4.5-.4-3.8 0-2.8C.4-3.8 1.3-4.5 2.4-4.5"
    "C3.6-4.5 4.7-3.5 4.7-1.8C4.7.8 1.6 2.9 0 4.7Z",
    "M0-5L3.8 0L0 5L-3.8 0Z",
    "M-.6 1.7C-1 2.6-1.8 3.1-2.6 3.1A2.2 2.2 0 1 1-1.8-1.1A2.3 2.3 0 1 1 1.8-1.1A2.2 2.2 0 1 1 2.6 3.1"
    "C1.8 3.1 1 2.6.6 1.7C.7 3.2 1.1 4.4 1.8 5H-1.8C-1.1 4.4-.7 3.2-.6 1.7Z",
)
_STAR = "M0-5L1.35-1.55L4.76-1.55L2.05.65L3.05 4.1L0 2.1L-3.05 4.1L-2.05.65L-4.76-1.55L-1.35-1.55Z"
_RED = (1, 2)
BLACK = "card-black"  # colour of a whole fan, inherited by parts without their own
_ARROWS = {"out": "M-5 0L0-6L5 0Z", "in": "M-5-6L0 0L5-6Z"}


class Face(NamedTuple):
    """The face of a card.

    Parameters
    ----------
    rank
        One or two characters.
    suit
        Spades, hearts, diamonds, clubs = 0..3; -1 without a suit.
    joker
        Whether it is a joker; rank and suit are then those of the card it replaces.
    mark
        ``out`` for a card that leaves its fan, ``in`` for one that has arrived, otherwise empty.
    """

    rank: str
    suit: int
    joker: bool = False
    mark: str = ""


def fan_width(cards: int) -> int:
    """Return the width of a fan of at least one card.

    >>> fan_width(3)
    94
    """
    return STEP * (cards - 1) + WIDTH


def card_fan(faces: Sequence[Face], at: Point, title: str = "") -> Markup:
    """Draw a fan of cards; `at` is the top left corner of the first card, and marked cards rise above it.

    >>> "<title>7H</title>" in card_fan([Face("7", 1)], (0, 0), "7H")
    True
    """
    last = len(faces) - 1
    cards = [
        group(*_draw_card(face, with_picture=i == last), at=(STEP * i, -LIFT if face.mark else 0))
        for i, face in enumerate(faces)
    ]
    return group(*cards, at=at, title=title, fill=BLACK, font_size=17, font_weight=700, text_anchor="middle")


def mark_arrow(mark: str, at: Point) -> Markup:
    """Draw the arrow over a marked card, directly above a point.

    >>> mark_arrow("in", (12, -4))
    '<path d="M-5-6L0 0L5-6Z" fill="#0067a3" class="fill-accent" transform="translate(12 -4)"/>'
    """
    return path(_ARROWS[mark], fill="accent", transform=f"translate({at[0]:g} {at[1]:g})")


@cache
def _draw_card(face: Face, *, with_picture: bool) -> tuple[Markup, ...]:
    """Draw a card, with a large picture if `with_picture`. Cached, because few distinct cards are drawn often."""
    has_mark = bool(face.mark)
    fill, stroke = "card-joker" if face.joker else "card", "accent" if has_mark else "card-edge"
    edge = rect(0, 0, WIDTH, HEIGHT, rx=5, fill=fill, stroke=stroke, stroke_width=2.5 if has_mark else None)
    pieces = [edge, *_draw_corner(face, STEP / 2)]
    if with_picture:
        pieces.append(_draw_picture(face, (31, 48), 1.8))
    if has_mark:
        pieces.append(mark_arrow(face.mark, (STEP // 2, -4)))
    return tuple(pieces)


def _draw_corner(face: Face, middle: float) -> list[Markup]:
    """Draw rank and suit, and below them a star if a joker replaces the card."""
    colour = "card-red" if face.suit in _RED else ""
    narrow = {} if len(face.rank) == 1 else {"size": 15, "letter_spacing": -1}
    rank = text(face.rank, middle, 19, fill=colour, **narrow)
    pieces = [rank, _draw_picture(face._replace(joker=False), (middle, 31), 1.15)]
    if face.joker and face.suit >= 0:
        pieces.append(_draw_picture(face, (middle, 52), 1))
    return pieces


def _draw_picture(face: Face, at: Point, scale: float) -> Markup:
    """Draw the suit, filled if black and hollow if red, or the star of a joker."""
    place = f"translate({at[0]:g} {at[1]:g})scale({scale:g})"
    if face.joker or face.suit < 0:
        return path(_STAR, fill=INHERIT, transform=place)
    if face.suit in _RED:
        return path(SUIT_PATHS[face.suit], stroke="card-red", stroke_width=1.5, transform=place)
    return path(SUIT_PATHS[face.suit], fill=INHERIT, transform=place)
