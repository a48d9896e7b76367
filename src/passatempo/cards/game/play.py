"""The game move by move, by the rules of the kernel. Nothing is hidden, so state and view are the same.

Positions count from 1. The questions `judge` and `moves` of `kernel/interface.toml` call `kernel/rules.cpp`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeAlias

from passatempo.cards.game.rules import GameRules
from passatempo.cards.json import DEAL as DEAL
from passatempo.cards.model import MOUNTAINS, Distance
from passatempo.cards.model import Deal as Cards
from passatempo.cards.text import short_distance
from passatempo.core.errors import FormatError, InvalidInstance, Violation, quote
from passatempo.core.interface import Interface
from passatempo.core.messages import mark, message
from passatempo.core.pastime import Shape
from passatempo.games.values import Deal, Opening, Result

MOST = 2**32 - 1  # of a card or a distance, for the dealer
BEYOND = 2**60  # greater than any position or card
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

MoveKind: TypeAlias = Literal["put", "take", "stop"]


class Move(NamedTuple):
    """A move: put a card at a position, take one away, or stop."""

    kind: MoveKind
    position: int = 0
    card: int = 0


@dataclass(frozen=True, slots=True)
class GameState:
    """The rules, the cards and demands, the cards laid in order, whether the player gave up, and the moves made."""

    rules: GameRules
    cards: Cards
    player_cards: tuple[tuple[int, int], ...] = ()  # position and value
    is_stopped: bool = False
    move_count: int = 0

    @property
    def row(self) -> dict[int, int]:
        """The laid cards by position, including given ones."""
        return dict(self.cards.given) | dict(self.player_cards)

    @property
    def left(self) -> list[int]:
        """The remaining cards, in order."""
        return list(self.options()["remaining"])

    @property
    def sequence(self) -> tuple[int, ...]:
        """The complete row, or empty while a card is missing."""
        row = self.row
        return tuple([row[position] for position in sorted(row)]) if len(row) == len(self.cards.cards) else ()

    @property
    def verdict(self) -> dict[str, Any]:
        """The kernel's verdict on the row: its `faults`, empty if it is right, and its `turns`."""
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
        request: dict[str, Any] = {"cards": self.cards.cards, "given": self.cards.given, "laid": self.player_cards}
        request |= {"takes": move.kind == "take", "position": position, "card": card}
        return KERNEL.ask("moves", **request).reply


def _conditions(cards: Cards) -> tuple[Any, ...]:
    """Return the cards and all demands as a tuple."""
    distances = [(one.first, one.second, ord(one.op[0]), one.value) for one in cards.distances]
    gap, first, last = ([] if one is None else [one] for one in (cards.peak_gap, cards.first, cards.last))
    return cards.cards, cards.pattern.encode(), cards.open, distances, gap, cards.fixed, first, last


def start(rules: GameRules, seats: int, deal: Deal) -> GameState:
    """Return the empty row with the given cards, or with solvable cards of the seed.

    >>> from passatempo.cards.game.rules import GameRules
    >>> len(start(GameRules(), 1, Deal(7)).left)
    9
    """
    if deal.deal_content is None:
        return GameState(rules, deal_cards(rules, deal.seed or 0))
    if rules_of(deal.deal_content) != rules:
        message = "the cards dealt are of other rules: N, M, D, ends or pattern differ"
        raise InvalidInstance([Violation("other-rules", message)])
    return GameState(rules, deal.deal_content)


def deal_cards(rules: GameRules, seed: int) -> Cards:
    """Return the solvable cards of a seed.

    Raises
    ------
    InvalidInstance
        If the rules allow no row, or very few.

    Examples
    --------
    >>> from passatempo.cards.game.rules import GameRules
    >>> len(deal_cards(GameRules(), 7).cards)
    9
    """
    largest_card, distance = min(rules.M or 0, MOST), min(rules.D or 0, MOST)
    deal_request: dict[str, Any] = {"number": rules.N, "pattern": rules.pattern.encode(), "seed": str(seed).encode()}
    deal_reply = KERNEL.ask("deal", **deal_request, most=largest_card, distance=distance).reply
    if deal_reply["cards"]:
        distance_conditions = (Distance(1, 3, "=", deal_reply["distance"]),) if rules.pattern == MOUNTAINS else ()
        return Cards(deal_reply["cards"], distance_conditions, rules.ends, rules.pattern, largest=rules.M)
    rule_note = "".join(
        f", {name} = {rule_limit}" for name, rule_limit in (("M", rules.M), ("D", rules.D)) if rule_limit
    )
    message = f"no row {rules.pattern} of {rules.N} cards was found{rule_note}"
    raise InvalidInstance([Violation("no-row", message)])


def rules_of(cards: Cards) -> GameRules:
    """Return the rules for given cards."""
    return GameRules(len(cards.cards), cards.largest, short_distance(cards)[0], cards.ends, cards.pattern)


def seat(game_state: GameState) -> int:
    """Return the seat to move, which is always the only one."""
    return 0


def view(game_state: GameState, seat: int) -> GameState:
    """Return the view of a seat, which is the complete state."""
    return game_state


def judge(game_state: GameState, move: Move) -> tuple[Violation, ...]:
    """List the fault of a move.

    >>> from passatempo.cards.game.rules import GameRules
    >>> judge(start(GameRules(), 1, Deal(7)), Move("take", 3))[0].text
    'position 3 is empty'
    """
    rule = 0 if move.kind == "stop" else game_state.options(move)["fault"].rule
    if not rule:
        return ()
    card = game_state.row.get(move.position, move.card)
    fault = message(FAULTS[rule], position=move.position, size=len(game_state.cards.cards), card=card)
    return (Violation("illegal-move", fault),)


def play(game_state: GameState, move: Move) -> GameState:
    """Return the row after a move."""
    if move.kind == "stop":
        return replace(game_state, is_stopped=True)
    rest_cards = tuple([pair for pair in game_state.player_cards if pair[0] != move.position])
    after = (*rest_cards, (move.position, move.card)) if move.kind == "put" else rest_cards
    return replace(game_state, player_cards=after, move_count=game_state.move_count + 1)


def result(game_state: GameState) -> Result | None:
    """Return the result: won if the row is full and right, else given up, or None during the game."""
    if game_state.is_right:
        return Result((0,), (1,), "won")
    return Result((), (0,), "finished") if game_state.is_stopped else None


def moves(game_state: GameState) -> tuple[Move, ...]:
    """Return the legal moves, or none after the end of the game.

    >>> from passatempo.cards.game.rules import GameRules
    >>> moves(start(GameRules(3, pattern="UD"), 1, Deal(7)))[-1]
    Move(kind='stop', position=0, card=0)
    """
    if game_state.is_stopped or game_state.is_right:
        return ()
    options = game_state.options()
    cards = dict.fromkeys(options["remaining"])
    puts = [Move("put", position, card) for position in options["free"] for card in cards]
    return (*puts, *(Move("take", position) for position in options["movable"]), Move("stop"))


def _load_move(raw: Any) -> Move:
    if isinstance(raw, dict) and len(raw) == 1:
        move_kind, move_argument = next(iter(raw.items()))
        if move_kind == "stop" and move_argument is True:
            return Move("stop")
        if move_kind == "take" and type(move_argument) is int:
            return Move("take", move_argument)
        if (
            move_kind == "put"
            and isinstance(move_argument, list)
            and [type(part) for part in move_argument] == [int, int]
        ):
            return Move("put", *move_argument)
    message = f"{quote(raw)} is not a put with position and card, a take with a position, or a stop"
    raise FormatError(message, where="move", kind="bad-move")


def _dump_move(move: Move) -> dict[str, Any]:
    move_shapes: dict[str, Any] = {"put": [move.position, move.card], "take": move.position, "stop": True}
    return {move.kind: move_shapes[move.kind]}


MOVE = Shape(dict, _load_move, _dump_move)


def opening(cards: Cards, game_options: Mapping[str, Any]) -> Opening:
    """Return the opening with the given cards.

    >>> from passatempo.cards.model import Deal as Cards
    >>> opening(Cards((1, 1, 1, 2, 2)), {}).rules.N
    5
    """
    return Opening(rules_of(cards), Deal(deal_content=cards))


def instance(game_state: GameState) -> Cards:
    """Return the instance for the pastime's questions, with the laid cards as given cards."""
    return replace(game_state.cards, given=tuple(sorted(game_state.row.items())))


def summary(game_state: GameState) -> dict[str, int]:
    """Return the statistics of a game: the number of moves and of laid cards."""
    return {"moves": game_state.move_count, "laid": len(game_state.row)}
