"""The rules of a game: what is dealt, how a seat opens, what a turn allows, how a game ends and what it is worth."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, get_args

from passatempo.core.errors import InvalidInstance, Violation, quote
from passatempo.core.text import large, whole_number
from passatempo.games.values import Preset
from passatempo.machiavelli.groups import MOST_POINTS, POINTS
from passatempo.machiavelli.model import JOKER, NAMES, RANKS, Card, Rules
from passatempo.machiavelli.presets import OWN_GROUP
from passatempo.machiavelli.presets import PRESETS as TABLES
from passatempo.machiavelli.rules import LINES, USUAL, Ace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

WORTHS = (*POINTS, 25)  # a joker last
SPANS = {"deal": (3, 20), "crosses": (0, 8), "most_new": (0, 250), "waits": (0, 250), "first": (1, 8)}
POINTS_OF = "points:"
Aim = Literal["points", "wins"]
LEAST_DEALS = 2  # without them there is no error


def waits_of(text: str) -> int | str:
    """Read how often a seat may draw by choice: a number, or ``none`` for no limit.

    >>> waits_of("1"), waits_of("none")
    (1, 'none')
    """
    return "none" if text.lower() in ("none", "null") else whole_number(text)


@dataclass(frozen=True, slots=True)
class StrongSettings:
    """How many deals each move is played out on, and what counts: points, or wins."""

    deals: int = field(default=64, metadata={"least": LEAST_DEALS, "most": 100_000})
    aim: str = "points"

    def __post_init__(self) -> None:
        if self.aim not in get_args(Aim):
            raise ValueError(f"aim={self.aim} is not one of {', '.join(get_args(Aim))}")


@dataclass(frozen=True)
class GameRules:
    """What is played.

    Examples
    --------
    >>> GameRules(decks=3).table.decks
    3
    """

    decks: int = field(default=2, metadata={"help": "copies of each card"})
    ace: Ace = field(default=USUAL, metadata={"help": "place of the ace in a run", "fault": "bad-ace-rule"})
    jokers: int = field(default=0, metadata={"help": "jokers in the game"})
    deal: int = field(default=13, metadata={"help": "cards dealt to each player, {} to {}".format(*SPANS["deal"])})
    crosses: int = field(default=0, metadata={"help": f"open cards at the start, up to {SPANS['crosses'][1]}"})
    opening: str = field(
        default="none",
        metadata={"help": "first play: none: free; own-group: melds of the hand; points:N: such melds with N points"},
    )
    most_new: int = field(default=0, metadata={"help": "most cards of the hand that a turn may play; 0: any number"})
    draw: Literal["or", "start"] = field(
        default="or", metadata={"help": "or: if you play nothing, you draw; start: each turn begins with a draw"}
    )
    waits: int | Literal["none"] | None = field(
        default=None,
        metadata={
            "help": "most turns in a row in which a player may draw although a card can be played; none: any number",
            "form": "1 or none",
            "text": "passatempo.machiavelli.game.rules:waits_of",
        },
    )
    joker: Literal["free", "exact"] = field(
        default="free",
        metadata={"help": "free: a joker on the table may change its card; exact: only its card frees it"},
    )
    end: Literal["passes", "stock"] = field(
        default="passes",
        metadata={"help": "passes: blocked when all players pass in a row; stock: over when the last card is drawn"},
    )
    points: dict[str, int] | None = field(
        default=None,
        metadata={"help": 'points that differ from A 11, K Q J 10, joker 25, others their number: {"A": 1, "JK": 50}'},
    )
    score: Literal["hands", "one"] = field(
        default="hands",
        metadata={"help": "hands: the winner gets the points in hands; one: 1 per game"},
    )
    first: int = field(default=1, metadata={"help": "the player who begins, from 1"})

    def __post_init__(self) -> None:
        if self.waits == "none":
            object.__setattr__(self, "waits", None)
        faults = list(self._faults())
        if faults:
            raise InvalidInstance(faults)
        assert self.table

    def _faults(self) -> Iterator[Violation]:
        for name, (low, high) in SPANS.items():
            value = getattr(self, name)
            if value is not None and value < low:
                yield Violation(f"bad-{name}", f"{name}: {value} is not in {low} to {high}")
            yield from large(value or 0, 1, high, name)
        worth = self.opening.removeprefix(POINTS_OF)
        if self.opening not in ("none", OWN_GROUP) and not (worth != self.opening and _is_number(worth)):
            yield Violation("bad-opening", f"opening: {quote(self.opening)} is not one of none, own-group, points:N")
        for word, number in (self.points or {}).items():
            if word not in (*NAMES, *RANKS, "JK"):
                yield Violation("bad-points", f"points: {quote(word)} is neither a rank nor a card nor JK")
            if not 0 <= number <= MOST_POINTS:
                yield Violation("bad-points", f"points: {number} is not in 0 to {MOST_POINTS}")

    @cached_property
    def table(self) -> Rules:
        """What the table allows; raises `InvalidInstance` where a number is out of range."""
        return Rules(self.decks, self.ace, self.jokers)

    @property
    def most_waits(self) -> int | None:
        """How often in a row a seat that could lay may draw; None: as often as it likes."""
        return None if self.waits is None else int(self.waits)

    @property
    def opening_points(self) -> int:
        """What the groups that open must be worth.

        >>> GameRules(opening="points:36").opening_points, GameRules(opening="own-group").opening_points
        (36, 0)
        """
        return int(self.opening.removeprefix(POINTS_OF)) if self.opening.startswith(POINTS_OF) else 0

    @cached_property
    def worths(self) -> tuple[int, ...]:
        """Points of each card in the hand, a joker's last; a card named wins over its rank.

        >>> GameRules(points={"A": 1, "AH": 20}).worths[0:14:13]
        (1, 20)
        """
        return worths_of(self.points or {})

    @cached_property
    def numbers(self) -> tuple[Any, ...]:
        """The record `Rules` of the kernel's interface."""
        return (*(ruling(self) | {"ace": self.table.line}).values(), self.worths)

    def worth(self, card: Card) -> int:
        """Return the points of a card in the hand."""
        return self.worths[min(card, JOKER)]


def worths_of(changed: Mapping[str, int]) -> tuple[int, ...]:
    """Return the points of each card, some of them changed."""
    found = list(WORTHS)
    for word, number in sorted(changed.items(), key=lambda item: len(item[0])):
        for card, text in enumerate((*NAMES, "JK")):
            if word == text or (word == text[0] and card != JOKER):
                found[card] = number
    return tuple(found)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and int(text[:7]) <= MOST_POINTS and len(text) <= len(str(MOST_POINTS))


def pack(rules: GameRules) -> list[Card]:
    """Return all cards before they are shuffled: deck by deck, suit by suit, then the jokers.

    >>> len(pack(GameRules(jokers=2))), pack(GameRules())[52]
    (106, 0)
    """
    return list(range(JOKER)) * rules.decks + [JOKER] * rules.jokers


def enough(rules: GameRules, seats: int) -> tuple[Violation, ...]:
    """Say what does not fit so many seats: too few cards, or a first seat that nobody sits at.

    >>> enough(GameRules(decks=1, deal=15), 4)[0].text
    '4 seats of 15 cards need 60 cards and one for the stock; 1 deck has 52, 2 would do'
    """
    faults = []
    cards, decks = seats * rules.deal + rules.crosses, rules.decks
    if cards >= JOKER * decks + rules.jokers:
        jokers = f" and {rules.jokers} jokers" if rules.jokers else ""
        crosses = f" and {rules.crosses} crosses" if rules.crosses else ""
        told = (
            f"{seats} seats of {rules.deal} cards{crosses} need {cards} cards and one for the stock; {decks} "
            f"deck{'s' * (decks > 1)}{jokers} {'have' if decks > 1 or jokers else 'has'} "
            f"{JOKER * decks + rules.jokers}, {(cards - rules.jokers) // JOKER + 1} would do"
        )
        faults.append(Violation("too-few-cards", told))
    if rules.first > seats:
        faults.append(Violation("bad-first", f"first: seat {rules.first} is not one of the {seats} seats"))
    return tuple(faults)


def _preset(source: str, table: str = "wikipedia", **said: Any) -> Preset:
    """Make the rules of a game; those of the table and of a turn are written once, in the presets of the questions."""
    known = TABLES[table]._asdict()
    rules, _ = known.pop("rules"), known.pop("source")
    return Preset(GameRules(**{**asdict(rules), **known, **said}), source)


_CSP = 'the published text of 14 November 2011, "Machiavelli" come CSP'
_WIKI = "Wikipedia, Machiavelli (card game); open: the ace"
_BGA = "Board Game Arena"
PRESETS = {
    "house": _preset("default: a player who could play a card may draw instead, but not twice in a row", waits=1),
    "published": _preset(f"{_CSP}; open: the number of cards dealt", "published"),
    "published-rule6": _preset(
        f"{_CSP}, with its optional rule 6: runs go on past the ace; open: the number of cards dealt", "published-rule6"
    ),
    "wikipedia": _preset(_WIKI, deal=15),
    "wikipedia-36": _preset(f"{_WIKI}; the variant that opens with 36 points", deal=15, opening="points:36"),
    "wikipedia-draw": _preset(f"{_WIKI}; the variant that draws first", deal=15, draw="start"),
    "wikipedia-open": _preset(f"{_WIKI}; the variant with four open cards", deal=6, crosses=4),
    "bga": _preset(_BGA, "bga", deal=15),
    "bga-it": _preset(f"{_BGA} in Italian", "bga"),
    "bga-jokers": _preset(f"{_BGA}, the variant with two jokers", "bga-jokers"),
    "bga-wrap": _preset(f"{_BGA}, the variant of runs that go on past the ace", "bga-wrap"),
    "catsatcards": _preset("catsatcards.com", "catsatcards", deal=15),
    "peteg": _preset("peteg.org", "peteg", deal=14),
    "casinohex": _preset("casinohex.it; open: the number of jokers, four here", "casinohex", deal=9),
    "giocodigitale": _preset("giocodigitale and leovegas; open: the ace", "giocodigitale"),
    "tattoomuse": _preset("tattoomuse.it; with more than five seats 8 cards are dealt", "tattoomuse"),
    "makiaveli": _preset("CrzPhil/Makiaveli, Greek rules", "makiaveli", deal=5),
    "studenti": _preset("the students' rules; open: the ace", deal=3),
}


# ---- As whole numbers, for the kernel and the page ----

OPENINGS = ("none", OWN_GROUP, "points")


def ruling(rules: GameRules) -> dict[str, int]:
    """Write rules as numbers; the points of cards are not among them: they stand apart.

    >>> from passatempo.machiavelli.game.rules import GameRules
    >>> told = ruling(GameRules(opening="points:36", waits=1))
    >>> told["opening"], told["opening_points"], told["waits"], told["exact"]
    (2, 36, 1, 0)
    """
    return {
        "decks": rules.decks,
        "ace": list(LINES).index(rules.ace),
        "jokers": rules.jokers,
        "deal": rules.deal,
        "crosses": rules.crosses,
        "opening": OPENINGS.index(rules.opening) if rules.opening in OPENINGS else OPENINGS.index("points"),
        "opening_points": rules.opening_points,
        "most_new": rules.most_new,
        "draws_first": int(rules.draw == "start"),
        "waits": -1 if rules.most_waits is None else rules.most_waits,
        "exact": int(rules.joker == "exact"),
        "ends_with_stock": int(rules.end == "stock"),
        "one_point": int(rules.score == "one"),
        "first": rules.first,
    }


def told() -> dict[str, Any]:
    """Return what the page knows of rules: names, lines of runs, the bounds of numbers, the usual points of each rank.

    >>> told()["presets"]["house"]["waits"], told()["spans"]["deal"]
    (1, [3, 20])
    >>> told()["worths"][::13]
    [['A', 11], ['JK', 25]]
    """
    return {
        "lines": {name: line._asdict() for name, line in LINES.items()},
        "ace": list(LINES).index(USUAL),
        "presets": {name: ruling(preset.rules) for name, preset in PRESETS.items()},
        "spans": {name: list(span) for name, span in SPANS.items()},
        "worths": [[name, WORTHS[card]] for card, name in [*enumerate(RANKS), (JOKER, "JK")]],
    }
