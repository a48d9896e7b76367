"""The game move by move: the kernel knows the rules, and is asked. Nothing is hidden: state and view are the same.

Positions count from 1. Rules: `kernel/rules.cpp`, by the questions `judge` and `moves` of `kernel/interface.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from passatempo.cards.game.rules import GameRules
from passatempo.cards.json import DEAL as DEAL
from passatempo.cards.model import MOUNTAINS, Distance
from passatempo.cards.model import Deal as Cards
from passatempo.cards.text import short_distance
from passatempo.core.errors import FormatError, InvalidInstance, Violation, quote
from passatempo.core.interface import Interface
from passatempo.core.pastime import Shape
from passatempo.core.words import mark, told
from passatempo.games.values import Deal, Opening, Result

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST = 2**32 - 1  # of a card or a distance, to the dealer
BEYOND = 2**60  # no position and no card is as great
KERNEL = Interface.of("cards")
FAULTS = (  # of a move, in the order of the kernel
    "",
    mark("there is no position {position}: the row has {size}"),
    mark("the card at position {position} is given and stays"),
    mark("position {position} is empty"),
    mark("position {position} has the card {card}: remove it first"),
    mark("there is no card {card}"),
    mark("every {card} is in the row already"),
)

Deed: TypeAlias = Literal["put", "take", "stop"]


class Move(NamedTuple):
    """What is done: a card put at a position, one taken away, or the end."""

    what: Deed
    position: int = 0
    value: int = 0


@dataclass(frozen=True, slots=True)
class Laying:
    """The rules, the cards and demands, what was laid in its order, whether it was given up, and the moves made."""

    rules: GameRules
    cards: Cards
    laid: tuple[tuple[int, int], ...] = ()  # position and value
    stopped: bool = False
    used: int = 0

    @property
    def row(self) -> dict[int, int]:
        """The cards that lie, by position, given ones among them."""
        return dict(self.cards.given) | dict(self.laid)

    @property
    def left(self) -> list[int]:
        """The cards that lie nowhere yet, in order."""
        return list(self.options()["remaining"])

    @property
    def sequence(self) -> tuple[int, ...]:
        """The whole row; nothing while a card is missing."""
        row = self.row
        return tuple([row[position] for position in sorted(row)]) if len(row) == len(self.cards.cards) else ()

    @property
    def verdict(self) -> dict[str, Any]:
        """What the kernel says of the row: its `faults`, none where it is right, and where it `turns`."""
        row = sorted(self.row.items())
        positions, cards = [position for position, _ in row], [card for _, card in row]
        return KERNEL.ask("judge", conditions=_conditions(self.cards), positions=positions, row=cards).reply

    @property
    def is_right(self) -> bool:
        """Whether the row is full and fulfils all demands."""
        return not self.verdict["faults"]

    def options(self, move: Move = Move("stop")) -> dict[str, Any]:
        """Return the `fault` of a move, the `free` and `movable` positions, and the `remaining` cards."""
        position, card = (max(-BEYOND, min(number, BEYOND)) for number in move[1:])
        request: dict[str, Any] = {"cards": self.cards.cards, "given": self.cards.given, "laid": self.laid}
        request |= {"takes": move.what == "take", "position": position, "card": card}
        return KERNEL.ask("moves", **request).reply


def _conditions(cards: Cards) -> tuple[Any, ...]:
    """Return the record of cards and of all that is asked of them."""
    distances = [(one.first, one.second, ord(one.op[0]), one.value) for one in cards.distances]
    gap, first, last = ([] if one is None else [one] for one in (cards.peak_gap, cards.first, cards.last))
    return cards.cards, cards.pattern.encode(), cards.open, distances, gap, cards.fixed, first, last


def start(rules: GameRules, seats: int, deal: Deal) -> Laying:
    """Return the empty row: with cards of the seed, which can always be laid, or those given.

    >>> from passatempo.cards.game.rules import GameRules
    >>> len(start(GameRules(), 1, Deal(7)).left)
    9
    """
    if deal.given is None:
        return Laying(rules, dealt(rules, deal.seed or 0))
    if rules_of(deal.given) != rules:
        message = "the cards dealt are of other rules: N, M, D, ends or pattern differ"
        raise InvalidInstance([Violation("other-rules", message)])
    return Laying(rules, deal.given)


def dealt(rules: GameRules, seed: int) -> Cards:
    """Return cards of a seed that can be laid.

    Raises
    ------
    InvalidInstance
        If the rules leave no row, or hardly any.

    Examples
    --------
    >>> from passatempo.cards.game.rules import GameRules
    >>> len(dealt(GameRules(), 7).cards)
    9
    """
    most, distance = min(rules.M or 0, MOST), min(rules.D or 0, MOST)
    said: dict[str, Any] = {"number": rules.N, "pattern": rules.pattern.encode(), "seed": str(seed).encode()}
    found = KERNEL.ask("deal", **said, most=most, distance=distance).reply
    if found["cards"]:
        asked = (Distance(1, 3, "=", found["distance"]),) if rules.pattern == MOUNTAINS else ()
        return Cards(found["cards"], asked, rules.ends, rules.pattern, largest=rules.M)
    asked_for = "".join(f", {name} = {value}" for name, value in (("M", rules.M), ("D", rules.D)) if value)
    message = f"no row {rules.pattern} of {rules.N} cards was found{asked_for}"
    raise InvalidInstance([Violation("no-row", message)])


def rules_of(cards: Cards) -> GameRules:
    """Return the rules by which some cards are laid."""
    return GameRules(len(cards.cards), cards.largest, short_distance(cards)[0], cards.ends, cards.pattern)


def seat(laying: Laying) -> int:
    """Return who is to move: there is one seat."""
    return 0


def view(laying: Laying, seat: int) -> Laying:
    """Return what is seen: all there is."""
    return laying


def judge(laying: Laying, move: Move) -> tuple[Violation, ...]:
    """Say what is wrong with a move.

    >>> from passatempo.cards.game.rules import GameRules
    >>> judge(start(GameRules(), 1, Deal(7)), Move("take", 3))[0].text
    'position 3 is empty'
    """
    rule = 0 if move.what == "stop" else laying.options(move)["fault"].rule
    if not rule:
        return ()
    card = laying.row.get(move.position, move.value)
    fault = told(FAULTS[rule], position=move.position, size=len(laying.cards.cards), card=card)
    return (Violation("illegal-move", fault),)


def play(laying: Laying, move: Move) -> Laying:
    """Return the row after a move."""
    if move.what == "stop":
        return replace(laying, stopped=True)
    kept = tuple([pair for pair in laying.laid if pair[0] != move.position])
    after = (*kept, (move.position, move.value)) if move.what == "put" else kept
    return replace(laying, laid=after, used=laying.used + 1)


def result(laying: Laying) -> Result | None:
    """Say how the game ended: won where the row is full and right, else given up; None while it is open."""
    if laying.is_right:
        return Result((0,), (1,), "won")
    return Result((), (0,), "finished") if laying.stopped else None


def moves(laying: Laying) -> tuple[Move, ...]:
    """Return the legal moves; none once the game is over.

    >>> from passatempo.cards.game.rules import GameRules
    >>> moves(start(GameRules(3, pattern="UD"), 1, Deal(7)))[-1]
    Move(what='stop', position=0, value=0)
    """
    if laying.stopped or laying.is_right:
        return ()
    options = laying.options()
    cards = dict.fromkeys(options["remaining"])
    puts = [Move("put", position, card) for position in options["free"] for card in cards]
    return (*puts, *(Move("take", position) for position in options["movable"]), Move("stop"))


def _load_move(raw: Any) -> Move:
    if isinstance(raw, dict) and len(raw) == 1:
        what, said = next(iter(raw.items()))
        if what == "stop" and said is True:
            return Move("stop")
        if what == "take" and type(said) is int:
            return Move("take", said)
        if what == "put" and isinstance(said, list) and [type(part) for part in said] == [int, int]:
            return Move("put", *said)
    message = f"{quote(raw)} is not a put with position and card, a take with a position, or a stop"
    raise FormatError(message, where="move", kind="bad-move")


def _dump_move(move: Move) -> dict[str, Any]:
    said: dict[str, Any] = {"put": [move.position, move.value], "take": move.position, "stop": True}
    return {move.what: said[move.what]}


MOVE = Shape(dict, _load_move, _dump_move)


def opening(cards: Cards, said: Mapping[str, Any]) -> Opening:
    """Return the game with some cards.

    >>> from passatempo.cards.model import Deal as Cards
    >>> opening(Cards((1, 1, 1, 2, 2)), {}).rules.N
    5
    """
    return Opening(rules_of(cards), Deal(given=cards))


def instance(laying: Laying) -> Cards:
    """Return the cards with what lies as given: what the pastime's questions are asked of."""
    return replace(laying.cards, given=tuple(sorted(laying.row.items())))


def summary(laying: Laying) -> dict[str, int]:
    """Return what statistics keep: the moves that were used, and how many cards lie."""
    return {"moves": laying.used, "laid": len(laying.row)}
