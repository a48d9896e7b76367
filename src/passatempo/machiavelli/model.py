"""Cards, rules, turns, and the inputs and answers of each question, all as frozen values.

A card is an integer, 13 * suit + rank. The suits spades, hearts, diamonds, clubs are 0..3, and the ranks A 2 ... 10 J Q
K are 0..12. A joker is 52. A joker that stands for card c is 64 + c.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from fractions import Fraction
from itertools import chain
from typing import Any, Literal, TypeAlias, get_args

from passatempo.core.errors import InvalidInstance, UsageError, Violation, quote
from passatempo.core.json import count_of
from passatempo.core.methods import resolve
from passatempo.core.plain import plain_of
from passatempo.core.text import size_violations
from passatempo.core.value import Answer, Instance, each, rebuilt
from passatempo.machiavelli.rules import LINES, USUAL, Ace, Line

CardId: TypeAlias = int
Meld: TypeAlias = tuple[CardId, ...]
Places: TypeAlias = "tuple[Meld, ...]"
Prefer: TypeAlias = Literal["cards", "points", "least-change"]

SUITS = "SHDC"
RANKS = "A23456789TJQK"
NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)
JOKER: CardId = 52
WILD = 64  # added to the card for which a joker stands
UNKNOWN: CardId = -1  # a card that nobody has seen; it sorts before all others
NO_CARDS = bytes(JOKER + 1)
IN_LETTERS = "passatempo.machiavelli.formats.notation:write_cards"  # resolved by name, since it is in a higher layer
CARD_NAMES = dict(enumerate(NAMES)) | {JOKER: "JK"}
CARD_NAMES |= {WILD + card: f"JK={text}" for card, text in enumerate(NAMES)}
CARD_NUMBERS = {text: number for number, text in CARD_NAMES.items()}
ACES: tuple[Ace, ...] = tuple(LINES)
MOST_DECKS = MOST_JOKERS = 100  # a card and all jokers that replace it are counted in one byte
HAND = 0  # the source of a card from the hand; places on the table count from 1


def suit_of(card: CardId) -> int:
    """Return the suit, 0..3, of a card or of the card for which a joker stands."""
    return (card & (WILD - 1)) // 13


def rank_of(card: CardId) -> int:
    """Return the rank, 0..12, of a card or of the card for which a joker stands."""
    return (card & (WILD - 1)) % 13


def is_joker(card: CardId) -> bool:
    """Return whether a card is a joker, named or not."""
    return card >= JOKER


def name(card: CardId) -> str:
    """Write a card in English notation.

    >>> name(9), name(JOKER), name(WILD + 19)
    ('TS', 'JK', 'JK=7H')
    """
    return CARD_NAMES[card]


class Card(int):
    """A card, by its name in English notation or by its number, which it equals. `str` gives the name.

    There are 105: 52 cards, the joker, and the joker that stands for each card. The format ``d`` gives the number.

    Raises
    ------
    UsageError
        If there is no such card.

    Examples
    --------
    >>> Card("4H"), Card(16) is Card("4h"), f"{Card('4H')} {Card('JK'):d}", Card("jk=7h") == 83
    (4H, True, '4H 52', True)
    """

    __slots__ = ()

    def __new__(cls, card: Any) -> "Card":
        """Find a card by its name or number."""
        plain = plain_of(card, "Card")
        number = CARD_NUMBERS.get(plain.upper(), UNKNOWN) if isinstance(plain, str) else plain
        if type(number) is not int or number not in CARDS:
            raise UsageError(f"{quote(card)} is not a card, such as 4H, JK or JK=7H, nor the number of one")
        return CARDS[number]

    def __reduce__(self) -> tuple[type, tuple[int]]:
        """Copy and unpickle to the same object."""
        return Card, (int(self),)

    def __str__(self) -> str:
        """Write the name in English notation."""
        return CARD_NAMES[self]

    __repr__ = __str__

    def __format__(self, form: str) -> str:
        """Write the number with a format for numbers, such as ``d``, else the name."""
        return int.__format__(self, form) if form[-1:] in NUMBER_FORMATS else format(str(self), form)

    to_plain = __str__


CARDS = {number: int.__new__(Card, number) for number in CARD_NAMES}
NUMBER_FORMATS = frozenset("bcdeEfFgGnoxX%")


def cards_of(card_ids: Iterable[CardId]) -> tuple[Card, ...]:
    """Make cards of their numbers, which are valid.

    >>> cards_of((16, 52))
    (4H, JK)
    """
    return tuple(map(CARDS.__getitem__, card_ids))


melds_of = each(cards_of)


class Named:
    """Cards in a message, in English letters or in those of the language of a translation."""

    def __init__(self, *cards: CardId) -> None:
        self.cards = cards

    def __str__(self) -> str:
        """Write the cards in English letters."""
        return " ".join(map(name, self.cards))

    def said(self, locale: str) -> str:
        """Write the cards in the letters of a language.

        >>> Named(23).said("it")
        'FC'
        """
        return str(resolve(IN_LETTERS)(self.cards, locale))


Joker = Literal["free", "hand", "table", "exact"]  # exact: the name of `hand` before version 0.9
OpeningTurn = Literal["alone", "continues"]
OWN_GROUP = "own-group"
OPENINGS = ("none", OWN_GROUP)  # the openings with points follow, in the order of the kernel
POINTS_OF = "points:"
MOST_POINTS = 10**6  # the maximum for a card and for an opening
STANDARD_POINTS = (*[11 if card % 13 == 0 else min(10, card % 13 + 1) for card in range(JOKER)], 25)  # joker last
FREEING = get_args(Joker)[:3]  # in the order of the kernel
CHOICES: dict[str, Collection[str]] = {"ace": LINES, "joker": FREEING, "opening_turn": get_args(OpeningTurn)}


def points_of(point_changes: Mapping[str, int] | None) -> tuple[int, ...]:
    """Return the points of each card, with the joker last; the points of a card override those of its rank.

    >>> points_of({"A": 1, "AH": 20})[0:14:13], points_of(None)[JOKER]
    ((1, 20), 25)
    """
    points = list(STANDARD_POINTS)
    for word, number in sorted((point_changes or {}).items(), key=lambda change: len(change[0])):
        for card, text in enumerate((*NAMES, "JK")):
            if word == text or (word == text[0] and card != JOKER):
                points[card] = number
    return tuple(points)


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a turn and of the table.

    Raises
    ------
    InvalidInstance
        If a value is not allowed for its rule.

    Examples
    --------
    >>> Rules(opening="points:36").opening_points, Rules(points={"A": 1}).card_points[0]
    (36, 1)
    """

    decks: int = field(default=2, metadata={"help": "copies of each card"})
    ace: Ace = field(default=USUAL, metadata={"help": "place of the ace in a run", "fault": "bad-ace-rule"})
    jokers: int = field(default=0, metadata={"help": "jokers in the game"})
    joker: Joker = field(
        default="free",
        metadata={
            "help": "what frees a joker on the table: nothing; its card from the hand; its card from hand or table",
            "fault": "bad-joker",
        },
    )
    opening: str = field(
        default="none",
        metadata={"help": "first play: none: free; own-group: melds of the hand; points:N: such melds with N points"},
    )
    opening_turn: OpeningTurn = field(
        default="alone",
        metadata={
            "help": "first play: melds of the hand alone; or it continues on the table in the same turn",
            "fault": "bad-opening-turn",
        },
    )
    most_new: int = field(
        default=0, metadata={"help": "most cards of the hand that a turn may play; 0: any number", "span": (0, 250)}
    )
    crosses: int = field(
        default=0, metadata={"help": "open single cards at the start, which may stay alone", "span": (0, 8)}
    )
    points: dict[str, int] | None = field(
        default=None,
        hash=False,
        metadata={"help": 'points that differ from A 11, K Q J 10, joker 25, others their number: {"A": 1, "JK": 50}'},
    )

    def __post_init__(self) -> None:
        if self.joker == "exact":
            object.__setattr__(self, "joker", "hand")
        object.__setattr__(self, "points", self.points or None)
        faults = list(self._faults())
        if faults:
            raise InvalidInstance(faults)

    def _faults(self) -> Iterator[Violation]:
        if self.decks < 1:
            yield Violation("bad-decks", f"decks: {self.decks} is not a number of decks (1 to {MOST_DECKS})")
        if self.jokers < 0:
            yield Violation("bad-jokers", f"jokers: {self.jokers} is not a number of jokers (0 to {MOST_JOKERS})")
        yield from size_violations(self.decks, 1, MOST_DECKS, "decks", "bad-decks")
        yield from size_violations(self.jokers, 1, MOST_JOKERS, "jokers", "bad-jokers")
        for rule_field in fields(self):
            yield from fault_of_value(rule_field, getattr(self, rule_field.name))
        points_number = self.opening.removeprefix(POINTS_OF)
        if self.opening not in ("none", OWN_GROUP) and (points_number == self.opening or not _is_number(points_number)):
            yield Violation("bad-opening", f"opening: {quote(self.opening)} is not one of none, own-group, points:N")
        yield from _faults_of_points(self.points or {})

    @property
    def line(self) -> Line:
        """The line of ranks in which runs are consecutive."""
        return LINES[self.ace]

    @property
    def opening_points(self) -> int:
        """The points that the melds of an opening need, or 0 without such a requirement."""
        return int(self.opening.removeprefix(POINTS_OF)) if self.opening.startswith(POINTS_OF) else 0

    @property
    def card_points(self) -> tuple[int, ...]:
        """The points of each card, with the joker last."""
        return points_of(self.points)

    @property
    def plain(self) -> bool:
        """Whether only cards and melds limit the play of a player who has opened."""
        return self.joker == "free" and not self.most_new and not self.crosses

    @property
    def numbers(self) -> tuple[Any, ...]:
        """The record `TurnRules` of the kernel's interface."""
        opening = OPENINGS.index(self.opening) if self.opening in OPENINGS else len(OPENINGS)
        freeing, continues = FREEING.index(self.joker), self.opening_turn == "continues"
        first, last = (self.decks, self.line, self.jokers, freeing), (self.most_new, self.crosses, self.card_points)
        return (*first, opening, self.opening_points, continues, *last)

    def changes(self, base: "Rules") -> dict[str, Any]:
        """Return the rules that differ from a base.

        >>> Rules(3).changes(Rules(2))
        {'decks': 3}
        """
        rule_settings = {rule_field.name: getattr(self, rule_field.name) for rule_field in fields(Rules)}
        return {key: value for key, value in rule_settings.items() if value != getattr(base, key)}


def fault_of_value(rule_field: Field[Any], value: Any) -> Iterator[Violation]:
    """Yield a fault if a rule's value is not among its choices or is outside its range."""
    code = rule_field.metadata.get("fault", f"bad-{rule_field.name.replace('_', '-')}")
    choices = CHOICES.get(rule_field.name)
    if choices is not None and value not in choices:
        yield Violation(code, f"{rule_field.name}: {quote(value)} is not one of {', '.join(choices)}")
    if "span" in rule_field.metadata and value is not None:
        low, high = rule_field.metadata["span"]
        if value < low:
            yield Violation(code, f"{rule_field.name}: {value} is not in {low} to {high}")
        yield from size_violations(value, 1, high, rule_field.name)


def _faults_of_points(points: Mapping[str, int]) -> Iterator[Violation]:
    for word, number in points.items():
        if word not in (*NAMES, *RANKS, "JK"):
            yield Violation("bad-points", f"points: {quote(word)} is neither a rank nor a card nor JK")
        if not 0 <= number <= MOST_POINTS:
            yield Violation("bad-points", f"points: {number} is not in 0 to {MOST_POINTS}")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and int(text[:7]) <= MOST_POINTS and len(text) <= len(str(MOST_POINTS))


def count(cards: tuple[CardId, ...]) -> bytes:
    """Count the copies of each card, jokers at index 52.

    >>> count((0, 0, JOKER))[0], count((0, 0, JOKER))[JOKER]
    (2, 1)
    """
    return bytes(count_copies(cards)) if cards else NO_CARDS


def count_copies(cards: tuple[CardId, ...]) -> list[int]:
    """Count the copies of each card like `count`, but without the limit of one byte.

    >>> count_copies((0,) * 300)[0]
    300
    """
    counts = [0] * (2 * WILD)
    for card in cards:
        counts[card] += 1
    counts[JOKER] += sum(counts[WILD:])
    return counts[: JOKER + 1]


@dataclass(frozen=True, slots=True)
class Turn(Instance):
    r"""The groups on the table, the hand, and the rules.

    Parameters
    ----------
    table
        The groups on the table, or a single group for a heap. They need not be legal.
    hand
        The player's cards.
    rules
        Decks, ace rule, jokers.
    locale
        The notation of the text from which the turn was read. It does not affect the answers.
    preset
        The name of the preset of the rules.
    opened
        Whether the player has opened already. It matters only if the rules require an opening.

    Raises
    ------
    InvalidInstance
        If a card occurs more often than in all decks together.

    Examples
    --------
    >>> Turn(((0, 1, 2),)).table_counts[:4]
    b'\x01\x01\x01\x00'
    """

    table: tuple[Meld, ...]
    hand: tuple[CardId, ...] = ()
    rules: Rules = Rules()
    locale: str = field(default="en", compare=False)
    preset: str | None = None
    opened: bool = True
    table_counts: bytes = field(init=False, repr=False, compare=False)
    hand_counts: bytes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.opened and self.rules.opening == "none":
            opening_message = f"the rules{f' of {self.preset}' if self.preset else ''} ask for no opening"
            raise InvalidInstance([Violation("no-opening", f"opened: {opening_message}")])
        cards = self.cards
        copy_counts = count_copies(cards + self.hand)
        if copy_counts[JOKER] > self.rules.jokers or max(copy_counts[:JOKER]) > self.rules.decks:
            self._refuse_overflow(cards + self.hand)
        object.__setattr__(self, "table_counts", count(cards))
        object.__setattr__(self, "hand_counts", count(self.hand))

    def _refuse_overflow(self, cards: tuple[CardId, ...]) -> None:
        """Raise `InvalidInstance` for each card with too many copies."""
        faults = []
        copies: dict[CardId, int] = {}
        for card in cards:
            key = card if card < JOKER else JOKER
            copies[key] = copies.get(key, 0) + 1
        decks, jokers = self.rules.decks, self.rules.jokers
        for card, number in copies.items():
            if card != JOKER and number > decks:
                hold = f"{count_of(decks, 'deck')} {'holds' if decks == 1 else 'hold'} it {count_of(decks, 'time')}"
                text = f"{Named(card).said(self.locale)} occurs {count_of(number, 'time')}, but {hold}"
                faults.append(Violation("too-many-copies", text, name(card)))
            elif card == JOKER and number > jokers:
                rule = "too-many-jokers" if jokers else "joker-not-allowed"
                have = count_of(jokers, "joker") if jokers else "no jokers"
                text = f"JK occurs {count_of(number, 'time')}, but the rules have {have}; set the number with --jokers"
                faults.append(Violation(rule, text, "JK"))
        raise InvalidInstance(faults)

    @property
    def must_open(self) -> bool:
        """Whether the player has not opened yet, although the rules require it."""
        return not self.opened and self.rules.opening != "none"

    @property
    def plain(self) -> bool:
        """Whether only cards and melds limit the play of this player."""
        return self.rules.plain and not self.must_open

    @property
    def cards(self) -> tuple[CardId, ...]:
        """All cards of the table."""
        return tuple(chain.from_iterable(self.table))

    @property
    def stuck(self) -> str:
        """The message that the table cannot be arranged."""
        return unsplit_sentence(self)


def unsplit_sentence(turn: Turn, help_phrase: str = "") -> str:
    """Write the message that the table cannot be arranged, with a phrase about the attempted help.

    >>> unsplit_sentence(Turn(((0,),)))
    'the 1 card of the table does not split into sets and runs (ace both)'
    """
    do = "does" if len(turn.cards) == 1 else "do"
    table = f"the {count_of(len(turn.cards), 'card')} of the table"
    return f"{table} {do} not split into sets and runs (ace {turn.rules.ace}){help_phrase}"


@dataclass(frozen=True, slots=True)
class LayAsk:
    """Which play is the best, and whether to list the steps."""

    prefer: Prefer = field(
        default="cards",
        metadata={"help": "most cards; most points; most cards, then most unchanged melds"},
    )
    weights: dict[str, int] | None = field(
        default=None,
        metadata={"help": 'points by rank or card, if preferred: {"A": 1, "QS": 13}'},
    )
    brief: bool = field(default=False, metadata={"help": "leave out the steps from the old melds to the new ones"})


@dataclass(frozen=True, slots=True)
class UnlockAsk:
    """Whether to search pairs of cards too."""

    pairs: bool = field(default=False, metadata={"help": "also list the pairs of cards that unlock the hand"})


@dataclass(frozen=True, slots=True)
class EnumerateAsk:
    """How many arrangements to list."""

    limit: int = field(default=100, metadata={"help": "list at most this many arrangements"})

    def __post_init__(self) -> None:
        if self.limit < 0:
            raise ValueError(f"limit: {self.limit} is not a number of arrangements")


@dataclass(frozen=True, slots=True)
class Arrangement(Answer, melds=melds_of):
    """An arrangement of the table in melds."""

    melds: tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One move of cards from one place to another.

    Parameters
    ----------
    take
        The cards. A joker is written as the card for which it will stand.
    source, target
        Places on the table, from 1; 0 is the hand. Places 1 to n are the original groups, and later ones are new.
    places
        The cards at each place after the step; an empty place has no cards.
    before
        The cards at each place before the step, with jokers as the cards for which they stood. The sentence of a step
        names the groups in this state.
    """

    take: tuple[CardId, ...]
    source: int
    target: int
    places: Places
    before: Places = field(default=(), repr=False, compare=False)


def _step_of_cards(step: Step) -> Step:
    return rebuilt(step, {"take": cards_of, "places": melds_of, "before": melds_of})


@dataclass(frozen=True, slots=True)
class Play(Answer, laid=cards_of, kept_in_hand=cards_of, melds=melds_of, steps=each(_step_of_cards)):
    """The cards to play from the hand, and the resulting table.

    Parameters
    ----------
    laid
        Cards played from the hand. A joker is written as the card for which it stands.
    kept_in_hand
        The cards that stay in the hand.
    melds
        All cards of the table and the cards played.
    groups_kept
        The number of groups of the table that are unchanged, or None for a heap.
    steps
        Moves from the old groups to the new melds, or None if they were not requested.
    groups_kept_proved
        Whether no equally good play keeps more groups. Not compared; only the outcome's `stats` report it.
    """

    laid: tuple[CardId, ...]
    kept_in_hand: tuple[CardId, ...]
    melds: tuple[Meld, ...]
    groups_kept: int | None = None
    steps: tuple[Step, ...] | None = None
    groups_kept_proved: bool = field(default=True, compare=False)


@dataclass(frozen=True, slots=True)
class Drawing:
    """The draws of one card, or of two, after which the whole hand can be played.

    `cards` lists each with the number of unseen copies. `good` of the `unseen` draws succeed.
    """

    cards: tuple[tuple[tuple[CardId, ...], int], ...]
    good: int
    unseen: int
    probability: Fraction


def _drawing_of_cards(drawing: Drawing) -> Drawing:
    return replace(drawing, cards=tuple([(cards_of(cards), copies) for cards, copies in drawing.cards]))


@dataclass(frozen=True, slots=True)
class Unlocking(Answer, single=_drawing_of_cards, pairs=_drawing_of_cards):
    """The cards, and on request pairs, that unlock the whole hand, and whether it can be played already."""

    single: Drawing
    pairs: Drawing | None
    closes_now: bool


@dataclass(frozen=True, slots=True)
class Count(Answer):
    """The number of arrangements: multisets of melds, where a meld is a set of cards."""

    arrangements: int


@dataclass(frozen=True, slots=True)
class Listing(Answer, arrangements=each(melds_of)):
    """Different arrangements of the table; `complete` if there are no others."""

    arrangements: tuple[tuple[Meld, ...], ...]
    complete: bool
