"""What a game is made of: moves, events, all there is to know, and what one seat may know; frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from passatempo.core.play.values import Result
    from passatempo.machiavelli.game.rules import GameRules
    from passatempo.machiavelli.model import Card, Places


@dataclass(frozen=True, slots=True)
class Lay:
    """Cards of the hand go to the table, which lies as `table` then; a joker laid is what it stands for."""

    laid: tuple[Card, ...]
    table: Places


@dataclass(frozen=True, slots=True)
class Draw:
    """One card is drawn in place of laying."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing is laid, and nothing can be drawn."""


Move: TypeAlias = Lay | Draw | Pass


@dataclass(frozen=True, slots=True)
class Event:
    """What everybody has seen: a turn, or a card drawn as a turn began.

    Parameters
    ----------
    seat
        Who, from 0.
    laid
        Cards of the hand; empty where it drew or passed.
    drew
        Cards drawn, 0 or 1.
    table
        The groups after it.
    """

    seat: int
    laid: tuple[Card, ...]
    drew: int
    table: Places


@dataclass(frozen=True, slots=True)
class Given:
    """A deal in so many words: each seat's hand, the crosses, and the stock from the front."""

    hands: tuple[tuple[Card, ...], ...]
    crosses: tuple[Card, ...] = ()
    stock: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """All there is to know.

    Parameters
    ----------
    rules
        What is played.
    table
        The groups; a joker as what it stands for, where that is known.
    hands
        Each seat's cards, in order.
    stock
        The cards still to be drawn, the next one first.
    seat
        Who is to move.
    waits
        How many turns in a row each seat has drawn although it could lay; always 0 where the rules do not limit it.
    opened
        Whether each seat has laid what the rules want first.
    passes
        Passes in a row without a draw.
    crosses
        The single cards that have lain alone since the deal.
    history
        What everybody has seen.
    followed
        Whether the game is played at a real table: hands have cards that are not known, and `waits` binds nobody.
    pasts
        What the turns of each seat tell of its hand, as the kernel keeps it.
    begun
        Whether the seat to move has drawn as its turn began.
    end
        How the game ended; None while it is open.
    """

    rules: GameRules
    table: Places
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    seat: int
    waits: tuple[int, ...]
    opened: tuple[bool, ...]
    passes: int = 0
    crosses: tuple[Card, ...] = ()
    history: tuple[Event, ...] = ()
    followed: bool = False
    pasts: bytes = b""
    begun: bool = False
    end: Result | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn that is being typed: how the table lies now, unfinished groups too, and the cards laid so far."""

    table: Places
    laid: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know: its hand, the table, and how many cards the others hold.

    `waits` is the seat's own: of another it would tell that it could have laid. `how` says in a word how the game ended
    and is empty while it is open. `draft` and `order` (suit or rank) are only how a person types and looks.
    """

    rules: GameRules
    seat: int
    hand: tuple[Card, ...]
    table: Places
    crosses: tuple[Card, ...]
    counts: tuple[int, ...]
    stock: int
    waits: int
    opened: tuple[bool, ...]
    passes: int
    history: tuple[Event, ...]
    to_move: int
    followed: bool = False
    pasts: bytes = b""
    begun: bool = False
    how: str = ""
    draft: Draft | None = None
    order: str = "suit"

    @property
    def has_opened(self) -> bool:
        """Whether this seat may touch the groups of the table."""
        return self.opened[self.seat]
