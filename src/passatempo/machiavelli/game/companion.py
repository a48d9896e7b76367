"""The companion: it follows a game at a real table, and tells it as the lines of a record that can be replayed.

What is typed is one event a line: a turn of somebody, or what is no turn, a hand or a count. Turns come into the file
as turns; cards that nobody here has seen are unknown, in the deal and in the hands.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from passatempo import __version__
from passatempo.core.errors import FormatError, InvalidInstance, PassatempoError, UsageError, Violation, quote
from passatempo.core.input import path_of, read_line, read_text
from passatempo.core.words import again, fault, in_language, locale_of, mark, say, say_many, told
from passatempo.core.writing import whole_file
from passatempo.games.records import (
    VERSION,
    EventLine,
    Head,
    Keeper,
    Record,
    TurnLine,
    UndoLine,
    read_record,
    write_record,
)
from passatempo.games.replays import HIDDEN
from passatempo.games.shapes import chosen_rules, rules_of, written_rules
from passatempo.games.values import Deal, Part
from passatempo.machiavelli.formats.notation import with_notation, write_card, write_cards
from passatempo.machiavelli.game import odds, play
from passatempo.machiavelli.game.following import (
    EVENTS,
    HELP,
    ME,
    OWN,
    PARTICIPLES,
    QUESTIONS,
    THEIRS,
    heard,
    load_event,
    refuse_copies,
)
from passatempo.machiavelli.game.notation import STEP, WHOLE, known, read, word_of
from passatempo.machiavelli.game.play import best, follow, judge
from passatempo.machiavelli.game.rules import described, enough, pack
from passatempo.machiavelli.game.showing import score, show, why
from passatempo.machiavelli.game.state import DEAL, MOVE, Draft, Draw, Given, Lay, Pass, View, load_move, write_dealt
from passatempo.machiavelli.groups import kinds
from passatempo.machiavelli.model import JOKER, UNKNOWN
from passatempo.machiavelli.text import read_groups

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from passatempo.games.records import Line
    from passatempo.machiavelli.game.rules import GameRules
    from passatempo.machiavelli.game.state import Move
    from passatempo.machiavelli.model import Card

    Words = Mapping[str, Mapping[str, str]]


ONE_CARD = mark("only the player who draws a card names it, as in 'I draw 7C'; 'bob draws'")
BY_ITSELF = mark("each turn begins with a draw, which is counted automatically: enter what is played, or who passes")
CLOSED = mark("the game is over: you can only enter the cards left in the hands")


def _words(words: Words, locale: str) -> Mapping[str, str]:
    """Return words of a language with the English ones, which are understood everywhere."""
    return {**words["en"], **in_language(words, locale)}


@dataclass(frozen=True, slots=True)
class Step:
    """A line that was taken in: the view after it, and the lines of the record that tell it."""

    view: View
    lines: tuple[TurnLine | EventLine, ...] = ()

    @property
    def turn(self) -> TurnLine | None:
        """The turn, where it is one."""
        first = self.lines[0] if self.lines else None
        return first if isinstance(first, TurnLine) else None


@dataclass(slots=True)
class Companion:
    """What one seat at a real table knows: a view that follows one event after the other.

    Examples
    --------
    >>> from passatempo.machiavelli.game.rules import GameRules
    >>> table = Companion(GameRules(), ("me", "bob"))
    >>> _ = table.hear("I hold AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")
    >>> _ = table.hear("I draw 4H")
    >>> table.hear("bob lays 4H 5H 6H")[0].move
    {'lay': ['4H', '5H', '6H'], 'table': [['4H', '5H', '6H']]}
    >>> table.view.counts, table.view.table
    ((14, 10), ((16, 17, 18),))
    """

    rules: GameRules
    names: tuple[str, ...]
    locale: str = "en"
    preset: str = "house"
    steps: list[Step] = field(default_factory=list)
    drafts: list[View] = field(default_factory=list)  # an arrangement that is being corrected, piece by piece

    def __post_init__(self) -> None:
        self.locale = with_notation(self.locale, self.rules.names)
        faults = enough(self.rules, len(self.names))
        if faults:
            raise InvalidInstance(faults)
        state = play.start(self.rules, len(self.names), Deal(None, self.given))
        self.steps = [Step(play.view(state, self.me))]

    @property
    def given(self) -> Given:
        """The deal, of which nothing is known."""
        seats, rules = len(self.names), self.rules
        stock = len(pack(rules)) - seats * rules.deal - rules.crosses
        return Given(((UNKNOWN,) * rules.deal,) * seats, (UNKNOWN,) * rules.crosses, (UNKNOWN,) * stock)

    @property
    def me(self) -> int:
        """The own seat: the one that is called so, else the first."""
        return next((seat for seat, one in enumerate(self.names) if one.lower() in ME), 0)

    @property
    def view(self) -> View:
        """What is known now."""
        return self.steps[-1].view

    @property
    def latest(self) -> View:
        """The view with the draft that is being typed."""
        at = self.drafts[-1] if self.drafts else self.view
        if at.seat != self.me:
            at = replace(self.view, table=at.draft.table if at.draft is not None else at.table)
        return at

    @property
    def seen(self) -> View:
        """The view as a question takes it: with the cards that are known, and the draft that is being typed."""
        return replace(self.latest, hand=known(self.latest.hand))

    @property
    def over(self) -> str:
        """In a word how the game ended; empty while it is open."""
        return self.view.how

    # ---- Lines of the record ----

    def take(self, line: Line) -> None:
        """Follow a line of the record."""
        if isinstance(line, UndoLine):
            for _ in range(line.undo):
                while self.steps.pop().turn is None:
                    pass
        elif isinstance(line, TurnLine):
            self._take_turn(line)
        elif isinstance(line, EventLine):
            self._take_event(line)

    def _take_turn(self, line: TurnLine) -> None:
        if not 1 <= line.seat <= len(self.names):
            raise FormatError(f"{line.seat} is not one of the {len(self.names)} seats", kind="record-seat")
        self._to_move(line.seat - 1)
        after = follow(self.view, load_move(line.move))
        refuse_copies(self.rules, after.table, after.hand)
        self.steps.append(Step(after, (line,)))

    def _take_event(self, line: EventLine) -> None:
        event = load_event(line.event, len(self.names))
        last = self.steps[-1]
        after = heard(last.view, event)
        drew = last.turn is not None and last.turn.move == {"draw": True} and last.turn.seat == self.me + 1
        if drew and len(last.lines) == 1 and event.seat == self.me and UNKNOWN in last.view.hand:
            self.steps[-1] = Step(after, (*last.lines, line))  # the card of this draw
        else:
            self.steps.append(Step(after, (line,)))

    def _taken(self, *lines: Line) -> tuple[Line, ...]:
        """Follow new lines; where one cannot be, nothing has changed."""
        before = list(self.steps)
        try:
            for line in lines:
                self.take(line)
        except PassatempoError:
            self.steps = before
            raise
        self.drafts = []
        return lines

    # ---- What is typed ----

    def hear(self, text: str) -> tuple[Line, ...]:
        """Take an event, and return the lines of the record that tell it; after an input error nothing has changed."""
        text = text.strip()
        first, _, rest = text.partition(" ")
        if self._event(first) == "undo" and not rest:
            return self._undo()
        if WHOLE.match(text) or STEP.fullmatch(text) or word_of(first, self.locale) in ("split", "end", "reset"):
            return self._correct(text)
        if self._event(first) == "crosses":
            return self._taken(EventLine({"crosses": write_dealt(sum(read_groups(rest, self.locale), ()))}))
        seat, event, said = self._said(first, rest)
        known_events: dict[str, Callable[[int, str], tuple[Line, ...]]] = {
            "hold": self._hold,
            "lay": self._lay,
            "draw": self._draw,
            "pass": self._pass,
        }
        act = known_events.get(event)
        if act is None:
            none = mark("{text} is not an event: hold, lays, draws, passes, has, undo (help)")
            raise FormatError(told(none, text=quote(text)), kind="event")
        return act(seat, said)

    def _said(self, first: str, rest: str) -> tuple[int, str, str]:
        """Return whose event a line tells, which one, and the words behind its verb."""
        if not self._is_seat(first) and self._event(first, OWN):
            seat, verb, said = self.me, first, rest.strip()
        elif not self._is_seat(first) and (event := self._event(first, THEIRS)):
            verb = next(word for word, meant in in_language(OWN, self.locale).items() if meant == event)
            words = mark("who? say a name ({names}) or '{verb}'")
            raise FormatError(told(words, names=", ".join(self.names), verb=verb), kind="no-seat")
        else:
            seat = self._seat(first)
            verb, _, said = rest.strip().partition(" ")
        event = self._event(verb)
        participle, _, behind = said.strip().partition(" ")
        if event == "hold" and (done := self._event(participle, PARTICIPLES)):
            return seat, done, behind.strip()
        return seat, event, said.strip()

    def _event(self, word: str, words: Words = EVENTS) -> str:
        return _words(words, self.locale).get(word.lower(), "")

    def _is_seat(self, who: str) -> bool:
        return who.lower() in (*ME, *[one.lower() for one in self.names])

    def _seat(self, who: str) -> int:
        if who.lower() in ME:
            return self.me
        found = [seat for seat, one in enumerate(self.names) if one.lower() == who.lower()]
        if not found:
            nobody = told(mark("{who} is not a player ({names})"), who=quote(who), names=", ".join(self.names))
            raise FormatError(nobody, kind="no-seat")
        return found[0]

    def _cards(self, text: str) -> tuple[Card, ...]:
        return tuple(sorted(sum(read_groups(text, self.locale), ())))

    def _undo(self) -> tuple[Line, ...]:
        """Take back a piece of a correction, else the last event: a turn as a turn, a told hand by the one before."""
        if self.drafts:
            self.drafts.pop()
            return ()
        if len(self.steps) == 1:
            raise UsageError(told(mark("there is no event to undo")))
        last, before = self.steps.pop(), self.steps[-1].view
        if last.turn is not None:
            return (UndoLine(1),)
        (line,) = last.lines
        assert isinstance(line, EventLine)
        if "crosses" in line.event:
            return (EventLine({"crosses": write_dealt(sum(before.table, ()))}),)
        seat = line.event["seat"] - 1
        hand = before.hand if seat == self.me else (UNKNOWN,) * before.counts[seat]
        return (EventLine({"seat": seat + 1, "hand": write_dealt(hand)}),)

    # ---- What is no turn ----

    def _hold(self, seat: int, said: str) -> tuple[Line, ...]:
        """Hear which cards a seat holds, or how many."""
        if said.isdecimal() and said.isascii():
            cards = known(self.view.hand) if seat == self.me else ()
            number = int(said[:9])
            if number < len(cards):
                many = mark("{number} cards are fewer than the {known} known ones: enter them, as 'I hold ...'")
                raise FormatError(told(many, number=number, known=len(cards)), kind="count")
            if number > len(pack(self.rules)):
                raise FormatError(told(mark("the game has no {number} cards"), number=number), kind="count")
            hand = (UNKNOWN,) * (number - len(cards)) + cards
        else:
            cards = self._held(said)
            least = 0 if seat == self.me else self.view.counts[seat] - len(cards)
            hand = (UNKNOWN,) * max(0, least) + cards
        return self._taken(EventLine({"seat": seat + 1, "hand": write_dealt(hand)}))

    def _held(self, said: str) -> tuple[Card, ...]:
        """Read the cards of a hand; words that are no cards were to be a number."""
        try:
            return self._cards(said)
        except FormatError:
            if re.search("[0-9]|[A-Z]", said):
                raise
            raise FormatError(told(mark("{text} is not a number of cards"), text=quote(said)), kind="count") from None

    # ---- Turns ----

    def _turn(self, seat: int, move: Move, *, undone: int = 0) -> tuple[Line, ...]:
        """Take a turn, in place of so many last ones."""
        undo = (UndoLine(undone),) if undone else ()
        return self._taken(*undo, self._line(seat, move, undone=undone))

    def _line(self, seat: int, move: Move, *, undone: int = 0) -> TurnLine:
        """Return the line of a turn, with its number."""
        turns = sum(step.turn is not None for step in self.steps)
        return TurnLine(turns + 1 - undone, seat + 1, MOVE.dump(move))

    def _at(self, seat: int, view: View) -> View:
        """Return what a seat may know as far as it is known here: of another's hand the number of its cards."""
        return view if seat == self.me else replace(view, seat=seat, hand=(UNKNOWN,) * view.counts[seat])

    def _to_move(self, seat: int) -> None:
        at = self.view
        if self.over:
            raise UsageError(told(CLOSED))
        if (UNKNOWN,) in at.table:
            raise UsageError(told(mark("enter the open cards first, as in 'crosses 4H 9S KD 2C'")))
        if seat != at.to_move:
            words = told(mark("{name} is to move, not {other}"), name=self.names[at.to_move], other=self.names[seat])
            raise InvalidInstance([Violation("wrong-seat", words)])

    def _lay(self, seat: int, said: str) -> tuple[Line, ...]:
        """Follow a lay: arranged with least change, or as it was said behind ``=``."""
        self._to_move(seat)
        return self._turn(seat, self._judged(self._at(seat, self.view), said))

    def _judged(self, at: View, said: str) -> Move:
        """Read a lay of a seat, and refuse what cannot be."""
        move = read(at, said, self.locale)
        if not isinstance(move, Lay):
            raise FormatError(told(mark("{text} has no cards"), text=quote(said)), kind="event")
        if len(move.laid) > len(at.hand):
            words = mark("{name} has {held} cards and cannot play {laid}")
            many = told(words, name=self.names[at.seat], held=len(at.hand), laid=len(move.laid))
            raise InvalidInstance([Violation("too-many-laid", many)])
        faults = judge(at, move)
        if faults:
            raise InvalidInstance(faults)
        return move

    def _draw(self, seat: int, said: str) -> tuple[Line, ...]:
        """Follow a draw; of one's own the card is told too, which is no turn where each turn begins with it."""
        if (seat != self.me and said) or (len(cards := self._cards(said)) != 1) == (seat == self.me):
            raise FormatError(told(ONE_CARD), kind="event")
        begins = self.rules.draw == "start"
        if begins and seat != self.me:
            raise FormatError(told(BY_ITSELF), kind="event")
        self._to_move(seat)
        if not begins and not self.view.stock:
            raise InvalidInstance([Violation("no-stock", told(mark("the stock is empty: you cannot draw")))])
        if not cards:
            return self._turn(seat, Draw())
        held = self.view.hand if begins else (UNKNOWN, *self.view.hand)
        if begins and UNKNOWN not in held:
            raise FormatError(told(BY_ITSELF), kind="event")
        event = EventLine({"seat": seat + 1, "hand": write_dealt(tuple(sorted((*held[1:], *cards))))})
        if begins:
            return self._taken(event)
        return self._taken(self._line(seat, Draw()), event)

    def _pass(self, seat: int, said: str) -> tuple[Line, ...]:
        self._to_move(seat)
        faults = judge(self._at(seat, self.view), Pass())
        if faults:
            raise InvalidInstance(faults)
        return self._turn(seat, Pass())

    # ---- The table as it lies ----

    def _correct(self, text: str) -> tuple[Line, ...]:
        """Arrange the table of the last turn otherwise: all of it behind ``=``, or step by step until ``end``."""
        last = self.steps[-1].turn
        move = load_move(last.move) if last is not None else None
        if last is None or not isinstance(move, Lay):
            raise UsageError(
                told(mark("you can correct only the table of the last turn, right after cards were played"))
            )
        before = self._at(last.seat - 1, self.steps[-2].view)
        if not self.drafts and not WHOLE.match(text):
            before = replace(before, draft=Draft(move.table, move.laid))
        at = self.drafts[-1] if self.drafts else before
        found = read(at, text, self.locale)
        if isinstance(found, Part):
            self.drafts = [] if found.view.draft is None else [*self.drafts, found.view]
            return ()
        faults = judge(before, found)
        if faults:
            raise InvalidInstance(faults)
        return self._turn(last.seat - 1, found, undone=1)

    # ---- Questions ----

    def answer(self, text: str) -> str | None:
        """Answer a question about the game; None where the text is none."""
        words, who = text.split(), ""
        asked = _words(QUESTIONS, self.locale)
        question, seen = asked.get(" ".join(words).lower(), ""), self.seen
        if not question and len(words) > 1:  # about a player
            question, who = asked.get(" ".join(words[:-1]).lower(), ""), words[-1]
        if question == "lay" and who and not self._is_seat(who):  # a card that is played
            return None
        if question == "odds":
            return self._odds(who)
        of_hand: dict[str, Callable[[], str]] = {
            "lay": lambda: self._said_lay(best(seen)),
            "lay points": lambda: self._said_lay(best(seen, points=True)),
            "why": lambda: why(seen, "", self.locale),
            "score": lambda: score(seen, "", self.locale),
        }
        if question in of_hand:
            return self._unknown(self._seat(who) if who else self.me) or of_hand[question]()
        answers: dict[str, Callable[[], str]] = {
            "table": lambda: show(seen, self.names, self.locale),
            "unseen": self._unseen,
            "rules": lambda: "\n".join(described(self.preset, self.rules)),
            "help": lambda: "\n".join([say(line, self.locale) for line in HELP]),
        }
        return answers[question]() if question in answers and not who else None

    def _unknown(self, seat: int) -> str:
        """Say how many cards of a hand are not known; empty where the own hand is."""
        hand = self._at(seat, self.latest).hand
        number = hand.count(UNKNOWN)
        if seat == self.me and not number:
            return ""
        return say_many(
            "{number} of {held} cards is not known.",
            "{number} of {held} cards are not known.",
            number,
            self.locale,
            held=len(hand),
        )

    def _said_lay(self, cards: Sequence[Card]) -> str:
        return write_cards(cards, self.locale) or say(mark("nothing"), self.locale)

    def _odds(self, who: str) -> str:
        """Say how likely another seat, or each of them, can close now."""
        if who.lower() in ME:
            raise FormatError(told(mark("{who}: odds are about the other players"), who=quote(who)), kind="no-seat")
        return odds.word(self.seen, str(self._seat(who) + 1) if who else "", self.locale, self.names)

    def _unseen(self) -> str:
        out = Counter(kinds((*sum(self.view.table, ()), *self.view.hand)))
        left = [(card, self.rules.decks - out[card]) for card in range(JOKER)]
        left.append((JOKER, self.rules.jokers - out[JOKER]))
        return " ".join([f"{write_card(card, self.locale)}{f'*{n}' if n > 1 else ''}" for card, n in left if n > 0])

    def reminder(self) -> str:
        """Say, after a draw of one's own, that the rules of the game asked for cards: nobody can enforce it here."""
        last, most = self.steps[-1].turn, self.rules.most_waits
        if last is None or last.seat != self.me + 1 or last.move != {"draw": True} or most is None:
            return ""
        if self.view.waits <= most:
            return ""
        return say(mark("Under the rules, this player had to play a card instead of drawing."), self.locale)


# ---- The command: what is typed goes into a record, line by line, before the next prompt ----


def companion(
    record: str, *, preset: str = "", rules: str = "", seats: str = "me,bob", locale: str | None = None
) -> int:
    """Follow a game at a real table; a file that is there already goes on.

    Parameters
    ----------
    record
        The file of the record, to which every event is added at once.
    preset, rules
        A set of rules, as in `play`.
    seats
        The names in order, yours is me.
    locale
        The language of cards and words.
    """
    from passatempo.core.registry import pastime

    game = pastime("machiavelli").game
    assert game is not None
    path, chosen_locale = path_of(record), locale_of(locale)
    if path.is_file() and path.stat().st_size:
        kept, warnings = read_record(read_text(record))
        for warning in warnings:
            _tell(f"warning: {warning}")
        table, found = _gone_on(game, kept, chosen_locale)
        if any("said" in line.event for line in kept.lines if isinstance(line, EventLine)):
            with whole_file(record) as file:
                file.write(write_record(found))
            kept = found
    else:
        preset, chosen = chosen_rules(game, preset or rules, {})
        table = Companion(chosen, tuple([one for one in seats.split(",") if one]), chosen_locale, preset)
        kept = Record(head_of(table, written_rules(game, preset, chosen)))
    with Keeper(record, _tell, kept) as keep:
        _listen(table, keep)
    return 0


def head_of(table: Companion, rules: dict[str, Any]) -> Head:
    """Return the head of a new record: nothing of the deal is known, and other hands stay hidden."""
    seats = [{"name": one} | ({} if at == table.me else {"hand": HIDDEN}) for at, one in enumerate(table.names)]
    deal = DEAL.dump(table.given)
    said = {"hands": deal.hands, "crosses": deal.crosses, "stock": deal.stock}
    return Head(VERSION, "machiavelli", __version__, rules, seats, None, {key: one for key, one in said.items() if one})


def _gone_on(game: Any, kept: Record, locale: str) -> tuple[Companion, Record]:
    """Return the table as a record leaves it, and the record; one of before 0.2 held what was typed, and is read so."""
    if kept.head.pastime != "machiavelli" or not kept.head.followed:
        raise UsageError("this is the record of a game played in passatempo, not at a real table: 'play' continues it")
    preset, chosen = rules_of(game, kept.head.rules)
    if not all("name" in one for one in kept.head.seats):
        raise FormatError("record line 1: a player has no name", kind="record-seat")
    table = Companion(chosen, tuple([one["name"] for one in kept.head.seats]), locale, preset)
    lines: list[Line] = []
    for number, line in enumerate(kept.lines, 2):
        try:
            if isinstance(line, EventLine) and "said" in line.event:
                table.locale = with_notation(line.event.get("locale", locale), chosen.names)
                lines += table.hear(line.event["said"])
            else:
                table.take(line)
                lines.append(line)
        except (FormatError, InvalidInstance, UsageError) as error:
            raise FormatError(f"record line {number}: {error}", kind="record-event") from None
    table.locale = with_notation(locale, chosen.names)
    return table, Record(head_of(table, kept.head.rules), tuple(lines))


def _listen(table: Companion, keep: Callable[[Line], None]) -> None:
    """Take lines until the input ends; each event is in the file before the next prompt."""
    while (line := read_line("> ")) is not None:
        words = line.strip()
        if _words(QUESTIONS, table.locale).get(words.lower()) == "quit":
            return
        if words:
            _tell(_answered(table, words, keep))


def _tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def _answered(table: Companion, words: str, keep: Callable[[Line], None]) -> str:
    """Answer a question, or take an event in and show the table."""
    try:
        answer = table.answer(words)
        if answer is not None:
            return answer
        for line in table.hear(words):
            keep(line)
    except PassatempoError as error:
        return f"{fault(error, table.locale)}."
    rows = [show(table.seen, table.names, table.locale), table.reminder()]
    if table.over:
        rows.append(again(told(CLOSED), table.locale) + ".")
    return "\n".join(filter(None, rows))
