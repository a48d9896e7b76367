"""The command `companion`: it follows a game at a real table, one event a line, and keeps every event in a file."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from passatempo import __version__
from passatempo.core.errors import FormatError, InvalidInstance, PassatempoError, UsageError, Violation, quote
from passatempo.core.input import path_of
from passatempo.core.play.faces import rules_of
from passatempo.core.play.keeping import Keeper
from passatempo.core.play.record import VERSION, EventLine, Head, Record, read_record
from passatempo.core.words import locale_of
from passatempo.machiavelli.formats.notation import write_card, write_cards
from passatempo.machiavelli.game import lays, odds
from passatempo.machiavelli.game.following import follow
from passatempo.machiavelli.game.judging import judge
from passatempo.machiavelli.game.notation import read
from passatempo.machiavelli.game.rules import GameRules, enough
from passatempo.machiavelli.game.showing import score, show, why
from passatempo.machiavelli.game.turns import Event, Lay, View
from passatempo.machiavelli.groups import kinds
from passatempo.machiavelli.model import JOKER, name
from passatempo.machiavelli.text import read_groups

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.machiavelli.model import Card

ME = ("i", "me", "io", "yo")
HELP = """\
events     I hold 3S 9H ...   I draw 7C   bob draws   bob lays 4H 5H 6H   bob lays 7D = 7D 8D 9D | ...
           bob passes   bob has 9   undo
questions  table   lay   lay points   why   odds   odds bob   unseen   score   quit"""


@dataclass(slots=True)
class Companion:
    """What one seat at a real table knows: the views after each event, the last one now.

    Examples
    --------
    >>> table = Companion(GameRules(), ("me", "bob"))
    >>> table.hear("I hold AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")
    >>> table.hear("I draw 4H")
    >>> table.hear("bob lays 4H 5H 6H")
    >>> table.view.counts, table.view.table
    ((14, 10), ((16, 17, 18),))
    """

    rules: GameRules
    names: tuple[str, ...]
    locale: str = "en"
    views: list[View] = field(default_factory=list)

    def __post_init__(self) -> None:
        seats = len(self.names)
        faults = enough(self.rules, seats)
        if faults:
            raise InvalidInstance(faults)
        if self.rules.crosses or self.rules.draw == "start":
            raise UsageError("a companion follows games without crosses in which who lays nothing draws")
        stock = JOKER * self.rules.decks + self.rules.jokers - seats * self.rules.deal
        opened = (self.rules.opening == "none",) * seats
        counts = (self.rules.deal,) * seats
        self.views = [View(self.rules, self.me, (), (), (), counts, stock, 0, opened, 0, (), self.rules.first - 1)]

    @property
    def me(self) -> int:
        """The own seat: the one that is called so, else the first."""
        return next((seat for seat, one in enumerate(self.names) if one.lower() in ME), 0)

    @property
    def view(self) -> View:
        """What is known now."""
        return self.views[-1]

    def hear(self, text: str) -> None:
        """Take an event; raises input errors, and then nothing has changed."""
        who, _, rest = text.strip().partition(" ")
        verb, _, said = rest.strip().partition(" ")
        if text.strip().lower() == "undo":
            if len(self.views) == 1:
                raise UsageError("there is no event to take back")
            self.views.pop()
            return
        seat, verb = self._seat(who), verb.lower().removesuffix("s")
        known: dict[str, Callable[[int, str], View]] = {
            "hold": self._hold,
            "lay": self._lay,
            "draw": self._draw,
            "pas": self._pass,
            "ha": self._has,
        }
        if verb not in known:
            raise FormatError(f"{quote(text)} is no event: hold, lays, draws, passes, has, undo (help)", kind="event")
        after = known[verb](seat, said)
        _refuse_copies(after)
        self.views.append(after)

    def _seat(self, who: str) -> int:
        if who.lower() in ME:
            return self.me
        found = [seat for seat, one in enumerate(self.names) if one.lower() == who.lower()]
        if not found:
            raise FormatError(f"{quote(who)} is at no seat ({', '.join(self.names)})", kind="no-seat")
        return found[0]

    def _cards(self, text: str) -> tuple[Card, ...]:
        return sum(read_groups(text, self.locale), ())

    def _hold(self, seat: int, said: str) -> View:
        hand = tuple(sorted(self._cards(said)))
        counts = tuple([len(hand) if one == self.me else n for one, n in enumerate(self.view.counts)])
        return replace(self.view, hand=hand, counts=counts)

    def _has(self, seat: int, said: str) -> View:
        if not said.strip().isdecimal():
            raise FormatError(f"{quote(said)} is not a number of cards", kind="count")
        counts = list(self.view.counts)
        counts[seat] = int(said)
        return replace(self.view, counts=tuple(counts))

    def _turn(self, seat: int) -> None:
        if seat != self.view.to_move:
            told = f"{self.names[self.view.to_move]} is to move, not {self.names[seat]}"
            raise InvalidInstance([Violation("wrong-seat", told)])

    def _lay(self, seat: int, said: str) -> View:
        """Follow a lay: arranged with least change, or as it was said behind ``=``."""
        self._turn(seat)
        own = seat == self.me
        laid = kinds(self._cards(said.split(" = ")[0]))
        at = self.view if own else replace(self.view, seat=seat, hand=tuple(sorted(laid)))
        move = read(at, said, self.locale)
        if not isinstance(move, Lay):
            raise FormatError(f"{quote(said)} names no cards", kind="event")
        faults = judge(at, move)
        if faults:
            raise InvalidInstance(faults)
        if len(move.laid) > self.view.counts[seat]:
            told = f"{self.names[seat]} holds {self.view.counts[seat]} cards and cannot lay {len(move.laid)}"
            raise InvalidInstance([Violation("too-many-laid", told)])
        return follow(self.view, Event(seat, move.laid, 0, move.table))

    def _draw(self, seat: int, said: str) -> View:
        self._turn(seat)
        cards = self._cards(said) if said.strip() else ()
        if (len(cards) == 1) != (seat == self.me):
            raise FormatError("a drawn card is named by who has drawn it, as in 'I draw 7C'; 'bob draws'", kind="event")
        if not self.view.stock:
            raise InvalidInstance([Violation("no-stock", "the stock is empty: nothing can be drawn")])
        return follow(self.view, Event(seat, (), 1, self.view.table), *cards)

    def _pass(self, seat: int, said: str) -> View:
        self._turn(seat)
        if self.view.stock:
            raise InvalidInstance(
                [Violation("empty-lay", f"the stock has {self.view.stock} cards: who lays nothing draws")]
            )
        return follow(self.view, Event(seat, (), 0, self.view.table))

    def answer(self, text: str) -> str | None:
        """Answer a question about the game; None where the text is none."""
        view = self.view
        asked: dict[str, Callable[[], str]] = {
            "table": lambda: show(view, self.names, self.locale),
            "lay": lambda: write_cards(lays.best(view), self.locale) or "nothing",
            "lay points": lambda: write_cards(lays.best(view, view.rules.worths), self.locale) or "nothing",
            "unlock": lambda: why(view, "", self.locale),
            "why": lambda: why(view, "", self.locale),
            "score": lambda: score(view, "", self.locale),
            "unseen": self._unseen,
            "help": lambda: HELP,
        }
        words = text.lower().split()
        if words[:1] == ["odds"]:
            return self._odds(" ".join(words[1:]))
        found = asked.get(" ".join(words))
        return None if found is None else found()

    def _odds(self, who: str) -> str:
        """Say how likely another seat, or each of them, can close now."""
        if who in ME:
            raise FormatError(f"{quote(who)}: odds are of other seats", kind="no-seat")
        return odds.word(self.view, str(self._seat(who) + 1) if who else "", self.locale)

    def _unseen(self) -> str:
        out = _out(self.view)
        left = [(card, self.rules.decks - out[card]) for card in range(JOKER)]
        left.append((JOKER, self.rules.jokers - out[JOKER]))
        return " ".join([f"{write_card(card, self.locale)}{f'*{n}' if n > 1 else ''}" for card, n in left if n > 0])


def _out(view: View) -> Counter[Card]:
    return Counter(kinds((*sum(view.table, ()), *view.hand)))


def _refuse_copies(view: View) -> None:
    """Refuse an event after which more copies of a card are out than there are."""
    for card, number in _out(view).items():
        most = view.rules.jokers if card == JOKER else view.rules.decks
        if number > most:
            told = f"{number} copies of {name(card)} would be out, the game has {most}"
            raise InvalidInstance([Violation("too-many-copies", told)])


def companion(record: str, *, rules: str = "", seats: str = "me,bob", locale: str | None = None) -> int:
    """Follow a game at a real table; a file that is there already goes on.

    Parameters
    ----------
    record
        The file of the record, to which every event is added at once.
    rules
        A set of rules, as in `play`.
    seats
        The names in order, yours is me.
    locale
        The language of the cards.
    """
    from passatempo.core.registry import pastime

    game = pastime("machiavelli").game
    assert game is not None
    path = path_of(record)
    kept = read_record(path.read_text(encoding="utf-8"))[0] if path.is_file() and path.stat().st_size else None
    said = {"preset": rules} if rules else {}
    preset, chosen = rules_of(game, said if kept is None else kept.head.rules)
    names = [one for one in seats.split(",") if one] if kept is None else [one["name"] for one in kept.head.seats]
    table = Companion(chosen, tuple(names), locale_of(locale))
    if kept is None:
        stock = " ".join(["??"] * table.view.stock)
        deal = {"hands": [" ".join(["??"] * chosen.deal)] * len(names), "stock": stock}
        kept = Record(
            Head(VERSION, "machiavelli", __version__, {"preset": preset}, [{"name": n} for n in names], None, deal)
        )
    for line in kept.lines:
        if isinstance(line, EventLine):
            table.locale = line.event.get("locale", table.locale)
            table.hear(line.event["said"])
    table.locale = locale_of(locale)
    with Keeper(record, kept) as keep:
        _listen(table, keep)
    return 0


def _listen(table: Companion, keep: Callable[[EventLine], None]) -> None:
    """Take lines until the input ends; each event is in the file before the next prompt."""
    while True:
        sys.stdout.write("> ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line or line.strip().lower() in ("quit", "exit"):
            return
        if not line.strip():
            continue
        try:
            answer = table.answer(line)
            if answer is None:
                table.hear(line)
                keep(EventLine({"said": line.strip(), "locale": table.locale}))
                answer = show(table.view, table.names, table.locale)
        except PassatempoError as error:
            answer = f"{error}."
        sys.stdout.write(f"{answer}\n")
