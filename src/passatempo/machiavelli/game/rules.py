"""The rules of a game: the deal, the opening, the turns, the end and the score."""

from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Literal, get_args

from passatempo.core.errors import Violation
from passatempo.core.text import parse_integer
from passatempo.games.values import Preset
from passatempo.machiavelli.model import JOKER, RANKS, STANDARD_POINTS, CardId, Rules
from passatempo.machiavelli.rules import LINES, USUAL
from passatempo.machiavelli.sources import presets

Aim = Literal["points", "wins"]
LEAST_DEALS = 2  # one deal has no standard error


def waits_of(text: str) -> int | str:
    """Read how many consecutive draws by choice a seat may make: a number, or ``none`` for no limit.

    >>> waits_of("1"), waits_of("none")
    (1, 'none')
    """
    return "none" if text.lower() in ("none", "null") else parse_integer(text)


@dataclass(frozen=True, slots=True)
class StrongSettings:
    """The number of deals on which each move is tried, and the aim, points or wins."""

    deals: int = field(default=64, metadata={"least": LEAST_DEALS, "most": 100_000})
    aim: str = "points"

    def __post_init__(self) -> None:
        if self.aim not in get_args(Aim):
            raise ValueError(f"aim={self.aim} is not one of {', '.join(get_args(Aim))}")


@dataclass(frozen=True)
class GameRules(Rules):
    """The rules of a complete game: of a turn, the deal, the end and the score.

    Examples
    --------
    >>> GameRules(decks=3, deal=9).turn
    Rules(decks=3, ace='both', jokers=0, joker='free', opening='none', opening_turn='alone', most_new=0, crosses=0, \
points=None)
    """

    deal: int = field(default=13, metadata={"help": "cards dealt to each player, 3 to 20", "span": (3, 20)})
    draw: Literal["or", "start"] = field(
        default="or", metadata={"help": "or: if you play nothing, you draw; start: each turn begins with a draw"}
    )
    waits: int | Literal["none"] | None = field(
        default=None,
        metadata={
            "help": "most turns in a row in which a player may draw although a card can be played; none: any number",
            "form": "1 or none",
            "text": "passatempo.machiavelli.game.rules:waits_of",
            "span": (0, 250),
        },
    )
    end: Literal["passes", "stock"] = field(
        default="passes",
        metadata={"help": "passes: blocked when all players pass in a row; stock: over when the last card is drawn"},
    )
    score: Literal["hands", "one"] = field(
        default="hands",
        metadata={"help": "hands: the winner gets the points in hands; one: 1 per game"},
    )
    first: int = field(default=1, metadata={"help": "the player who begins, from 1", "span": (1, 8)})
    first_turn: Literal["play", "draw"] = field(
        default="play", metadata={"help": "draw: the first turn of the player who begins only draws"}
    )
    penalty: int = field(
        default=0,
        metadata={
            "help": "cards drawn if a turn is given up or its time is over; with a timer one at least",
            "span": (0, 20),
        },
    )
    timer: int = field(default=0, metadata={"help": "seconds for each turn; 0: no limit", "span": (0, 3600)})
    names: Literal["cards", "tiles"] = field(default="cards", metadata={"help": "how cards are named"})

    def __post_init__(self) -> None:
        if self.waits == "none":
            object.__setattr__(self, "waits", None)
        super().__post_init__()

    @classmethod
    def of_turn(cls, rules: Rules) -> "GameRules":
        """Return the usual game with these rules of a turn."""
        return cls(**{rule_field.name: getattr(rules, rule_field.name) for rule_field in fields(Rules)})

    @cached_property
    def turn(self) -> Rules:
        """The rules of a turn alone, which questions take."""
        return Rules(**{rule_field.name: getattr(self, rule_field.name) for rule_field in fields(Rules)})

    @property
    def table(self) -> Rules:
        """An old name of `turn`."""
        return self.turn

    @property
    def penalty_cards(self) -> int:
        """The number of cards drawn in place of an overdue or abandoned turn, at least one with a timer."""
        return max(self.penalty, int(self.timer > 0))

    @property
    def wait_limit(self) -> int | None:
        """The most consecutive draws of a seat that could play, or None without a limit."""
        return None if self.waits is None else int(self.waits)

    @cached_property
    def card_worths(self) -> tuple[int, ...]:
        """The points of each card in the hand, with the joker last; a card overrides its rank.

        >>> GameRules(points={"A": 1, "AH": 20}).card_worths[0:14:13]
        (1, 20)
        """
        return self.card_points

    @cached_property
    def numbers(self) -> tuple[Any, ...]:
        """The record `Rules` of the kernel's interface."""
        waits = -1 if self.wait_limit is None else self.wait_limit
        ends, counts_wins, draws = self.end == "stock", self.score == "one", self.first_turn == "draw"
        numbers = self.deal, self.draw == "start", waits, ends, counts_wins, draws, self.penalty_cards, self.first
        return self.turn.numbers, *numbers

    def card_worth(self, card: CardId) -> int:
        """Return the points of a card in the hand."""
        return self.card_worths[min(card, JOKER)]


def full_pack(rules: GameRules) -> list[CardId]:
    """Return all cards before shuffling: deck by deck, suit by suit, then the jokers.

    >>> len(full_pack(GameRules(jokers=2))), full_pack(GameRules())[52]
    (106, 0)
    """
    return list(range(JOKER)) * rules.decks + [JOKER] * rules.jokers


def seat_faults(rules: GameRules, seats: int) -> tuple[Violation, ...]:
    """List the reasons why a number of seats is impossible, such as too few cards.

    >>> seat_faults(GameRules(decks=1, deal=15), 4)[0].text
    '4 seats of 15 cards need 60 cards and one for the stock; 1 deck has 52, 2 would do'
    """
    faults = []
    cards, decks = seats * rules.deal + rules.crosses, rules.decks
    if cards >= JOKER * decks + rules.jokers:
        jokers = f" and {rules.jokers} jokers" if rules.jokers else ""
        crosses = f" and {rules.crosses} crosses" if rules.crosses else ""
        fault_message = (
            f"{seats} seats of {rules.deal} cards{crosses} need {cards} cards and one for the stock; {decks} "
            f"deck{'s' * (decks > 1)}{jokers} {'have' if decks > 1 or jokers else 'has'} "
            f"{JOKER * decks + rules.jokers}, {(cards - rules.jokers) // JOKER + 1} would do"
        )
        faults.append(Violation("too-few-cards", fault_message))
    if rules.first > seats:
        faults.append(Violation("bad-first", f"first: seat {rules.first} is not one of the {seats} seats"))
    return tuple(faults)


def turn_seconds(rules: GameRules) -> int:
    """Return the seconds for a turn, or 0 without a limit."""
    return rules.timer


PRESETS = {name: Preset(GameRules(**row.rule_values), row.citation) for name, row in presets().items()}


def describe_rules(preset: str, rules: GameRules) -> list[str]:
    """Write each rule with the source's statement, or note that it is a default or your own.

    >>> describe_rules("peteg", PRESETS["peteg"].rules)[2:5]
    ['ace           high        "cannot be placed before the two"', 'jokers        0           silent: default', \
'joker         free        silent: default']
    """
    source, base = presets()[preset], PRESETS[preset].rules
    rows = [f"{preset}: {source.citation}"]
    for rule_field in fields(rules):
        setting = getattr(rules, rule_field.name)
        source_note = "silent: chosen here" if rule_field.name in source.rule_values else "silent: default"
        if setting != getattr(base, rule_field.name):
            source_note = "your own"
        elif rule_field.name in source.rule_quotes:
            source_note = f'"{source.rule_quotes[rule_field.name]}"'
        rows.append(f"{rule_field.name:<14}{_write_setting(setting):<11} {source_note}")
    return rows


def _write_setting(setting: Any) -> str:
    """Write the value of a rule in the form in which it is typed."""
    if isinstance(setting, dict):
        return ",".join([f"{word}={number}" for word, number in setting.items()])
    return "-" if setting is None else str(setting)


# ---- For the page ----

PAGE_NAMES = {"joker": "exact", "draw": "draws_first", "end": "ends_with_stock", "score": "one_point"}


def page_rules(rules: GameRules) -> dict[str, Any]:
    """Return rules for the page as integers; the points of each rank and of the joker come last.

    >>> told = page_rules(PRESETS["wikipedia-36"].rules)
    >>> told["opening"], told["opening_points"], told["waits"], told["exact"]
    (2, 36, -1, 0)
    """
    turn = rules.turn.numbers
    decks, _, jokers, joker, opening, opening_points, continues, new_limit, crosses, points = turn
    return {
        "decks": decks,
        "ace": list(LINES).index(rules.ace),
        "jokers": jokers,
        "deal": rules.deal,
        "crosses": crosses,
        "opening": opening,
        "opening_points": opening_points,
        "most_new": new_limit,
        "draws_first": int(rules.draw == "start"),
        "waits": -1 if rules.wait_limit is None else rules.wait_limit,
        "exact": int(joker > 0),
        "ends_with_stock": int(rules.end == "stock"),
        "one_point": int(rules.score == "one"),
        "first": rules.first,
        "joker": joker,
        "continues": int(continues),
        "first_turn_draws": int(rules.first_turn == "draw"),
        "penalty": rules.penalty_cards,
        "points": [points[card] for card in (*range(len(RANKS)), JOKER)],
    }


def page_metadata() -> dict[str, Any]:
    """Return the page's data about rules: names, lines of runs, ranges of numbers, and the usual points.

    >>> page_metadata()["presets"]["house"]["waits"], page_metadata()["spans"]["deal"]
    (1, [3, 20])
    >>> page_metadata()["worths"][::13]
    [['A', 11], ['JK', 25]]
    """
    return {
        "lines": {name: line._asdict() for name, line in LINES.items()},
        "ace": list(LINES).index(USUAL),
        "presets": {name: page_rules(preset.rules) for name, preset in PRESETS.items()},
        "spans": {
            rule_field.name: list(rule_field.metadata["span"])
            for rule_field in fields(GameRules)
            if "span" in rule_field.metadata
        },
        "worths": [[name, STANDARD_POINTS[card]] for card, name in [*enumerate(RANKS), (JOKER, "JK")]],
    }


def page_sources() -> dict[str, Any]:
    """Return the source of each preset, and its words about rules by their names on the page.

    >>> page_sources()["peteg"]["quotes"]["deal"]
    'fourteen cards'
    """
    return {
        name: {
            "citation": source.citation,
            "quotes": {PAGE_NAMES.get(rule, rule): quote for rule, quote in source.rule_quotes.items()},
        }
        for name, source in presets().items()
    }
