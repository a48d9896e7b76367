"""Follows a game at a real table, one event per line, and writes a record that can be replayed."""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from passatempo import __version__
from passatempo.core.errors import FormatError, InvalidInstance, PassatempoError, UsageError, Violation, quote
from passatempo.core.input import path_of, read_line, read_text
from passatempo.core.messages import (
    in_language,
    locale_of,
    mark,
    message,
    retranslate,
    retranslate_error,
    translate,
    translate_plural,
)
from passatempo.core.output import atomic_file
from passatempo.games.records import (
    VERSION,
    EventLine,
    Head,
    Record,
    RecordWriter,
    TurnLine,
    UndoLine,
    read_record,
    write_record,
)
from passatempo.games.replays import HIDDEN
from passatempo.games.shapes import dump_rules, preset_rules, rules_of
from passatempo.games.values import Deal, Part
from passatempo.machiavelli.formats.notation import with_notation, write_card, write_cards
from passatempo.machiavelli.game import odds, play
from passatempo.machiavelli.game.commentary import hand_score, show, why
from passatempo.machiavelli.game.notation import EQUALS_SIGN, STEP, read, visible_cards, word_of
from passatempo.machiavelli.game.play import best, follow, judge
from passatempo.machiavelli.game.rules import GameRules, describe_rules, full_pack, seat_faults
from passatempo.machiavelli.game.state import DEAL, MOVE, Draft, Draw, FixedDeal, Lay, Pass, View, load_move, write_deal
from passatempo.machiavelli.game.table_events import (
    EVENTS,
    HELP,
    ME,
    OWN,
    PARTICIPLES,
    QUESTIONS,
    THEIRS,
    load_event,
    refuse_copies,
    view_after_event,
)
from passatempo.machiavelli.groups import kinds
from passatempo.machiavelli.model import JOKER, UNKNOWN, CardId
from passatempo.machiavelli.text import read_groups

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from passatempo.games.records import Line
    from passatempo.machiavelli.game.state import Move

    Words = Mapping[str, Mapping[str, str]]


ONE_CARD = mark("only the player who draws a card names it, as in 'I draw 7C'; 'bob draws'")
BY_ITSELF = mark("each turn begins with a draw, which is counted automatically: enter what is played, or who passes")
CLOSED = mark("the game is over: you can only enter the cards left in the hands")


def _local_words(words: Words, locale: str) -> Mapping[str, str]:
    """Return the words of a language and the English ones, which every language accepts."""
    return {**words["en"], **in_language(words, locale)}


@dataclass(frozen=True, slots=True)
class CompanionStep:
    """An accepted line: the view after it, and its lines in the record."""

    view: View
    record_lines: tuple[TurnLine | EventLine, ...] = ()

    @property
    def turn_line(self) -> TurnLine | None:
        """The turn, if the line is one."""
        first = self.record_lines[0] if self.record_lines else None
        return first if isinstance(first, TurnLine) else None


@dataclass(slots=True)
class Companion:
    """The knowledge of one player at a real table: a view that is updated by each event.

    >>> from passatempo.machiavelli.game.rules import GameRules
    >>> table = Companion(GameRules(), ("me", "bob"))
    >>> _ = table.read_event("I hold AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")
    >>> _ = table.read_event("I draw 4H")
    >>> table.read_event("bob lays 4H 5H 6H")[0].move
    {'lay': ['4H', '5H', '6H'], 'table': [['4H', '5H', '6H']]}
    >>> table.view.hand_sizes, table.view.table
    ((14, 10), ((16, 17, 18),))
    """

    rules: GameRules
    player_names: tuple[str, ...]
    locale: str = "en"
    preset_name: str = "house"
    event_steps: list[CompanionStep] = field(default_factory=list)
    draft_views: list[View] = field(default_factory=list)  # steps of a correction in progress

    def __post_init__(self) -> None:
        self.locale = with_notation(self.locale, self.rules.names)
        faults = seat_faults(self.rules, len(self.player_names))
        if faults:
            raise InvalidInstance(faults)
        state = play.start(self.rules, len(self.player_names), Deal(None, self.unknown_deal))
        self.event_steps = [CompanionStep(play.view(state, self.player_seat))]

    @property
    def unknown_deal(self) -> FixedDeal:
        """The deal, in which every card is unknown."""
        seats, rules = len(self.player_names), self.rules
        stock = len(full_pack(rules)) - seats * rules.deal - rules.crosses
        return FixedDeal(((UNKNOWN,) * rules.deal,) * seats, (UNKNOWN,) * rules.crosses, (UNKNOWN,) * stock)

    @property
    def player_seat(self) -> int:
        """The index of your own seat, or 0 if no name marks it."""
        return next((seat for seat, name in enumerate(self.player_names) if name.lower() in ME), 0)

    @property
    def view(self) -> View:
        """The current knowledge of the game."""
        return self.event_steps[-1].view

    @property
    def draft_view(self) -> View:
        """The view with the draft in progress."""
        at = self.draft_views[-1] if self.draft_views else self.view
        if at.seat != self.player_seat:
            at = replace(self.view, table=at.draft.table if at.draft is not None else at.table)
        return at

    @property
    def question_view(self) -> View:
        """The view for questions: with the known cards of the hand, and the draft in progress."""
        return replace(self.draft_view, hand=visible_cards(self.draft_view.hand))

    @property
    def end_reason(self) -> str:
        """How the game ended, as one word; empty during the game."""
        return self.view.end_reason

    # ---- Lines of the record ----

    def take_line(self, line: Line) -> None:
        """Apply a line of the record."""
        if isinstance(line, UndoLine):
            for _ in range(line.undo):
                while self.event_steps.pop().turn_line is None:
                    pass
        elif isinstance(line, TurnLine):
            self._take_turn(line)
        elif isinstance(line, EventLine):
            self._take_event(line)

    def _take_turn(self, line: TurnLine) -> None:
        if not 1 <= line.seat <= len(self.player_names):
            raise FormatError(f"{line.seat} is not one of the {len(self.player_names)} seats", kind="record-seat")
        self._to_move(line.seat - 1)
        after = follow(self.view, load_move(line.move))
        refuse_copies(self.rules, after.table, after.hand)
        self.event_steps.append(CompanionStep(after, (line,)))

    def _take_event(self, line: EventLine) -> None:
        event = load_event(line.event, len(self.player_names))
        last = self.event_steps[-1]
        after = view_after_event(last.view, event)
        drew = (
            last.turn_line is not None
            and last.turn_line.move == {"draw": True}
            and last.turn_line.seat == self.player_seat + 1
        )
        if drew and len(last.record_lines) == 1 and event.seat == self.player_seat and UNKNOWN in last.view.hand:
            self.event_steps[-1] = CompanionStep(after, (*last.record_lines, line))  # the card of this draw
        else:
            self.event_steps.append(CompanionStep(after, (line,)))

    def _take_lines(self, *lines: Line) -> tuple[Line, ...]:
        """Apply new lines, or none of them if one is invalid."""
        before = list(self.event_steps)
        try:
            for line in lines:
                self.take_line(line)
        except PassatempoError:
            self.event_steps = before
            raise
        self.draft_views = []
        return lines

    def read_event(self, text: str) -> tuple[Line, ...]:
        """Apply an event and return its lines of the record; an input error changes nothing."""
        text = text.strip()
        first, _, rest = text.partition(" ")
        if self._lookup_event(first) == "undo" and not rest:
            return self._undo()
        if EQUALS_SIGN.match(text) or STEP.fullmatch(text) or word_of(first, self.locale) in ("split", "end", "reset"):
            return self._correct(text)
        if self._lookup_event(first) == "crosses":
            return self._take_lines(EventLine({"crosses": write_deal(sum(read_groups(rest, self.locale), ()))}))
        seat, event, argument = self._parse_event(first, rest)
        event_handlers: dict[str, Callable[[int, str], tuple[Line, ...]]] = {
            "hold": self._hold,
            "lay": self._lay,
            "draw": self._draw,
            "pass": self._pass,
        }
        act = event_handlers.get(event)
        if act is None:
            event_message = mark("{text} is not an event: hold, lays, draws, passes, has, undo (help)")
            raise FormatError(message(event_message, text=quote(text)), kind="event")
        return act(seat, argument)

    def _parse_event(self, first: str, rest: str) -> tuple[int, str, str]:
        """Return the seat of an event, the event, and the words after its verb."""
        if not self._is_seat(first) and self._lookup_event(first, OWN):
            seat, verb, argument = self.player_seat, first, rest.strip()
        elif not self._is_seat(first) and (event := self._lookup_event(first, THEIRS)):
            verb = next(word for word, meaning in in_language(OWN, self.locale).items() if meaning == event)
            words = mark("who? say a name ({names}) or '{verb}'")
            raise FormatError(message(words, names=", ".join(self.player_names), verb=verb), kind="no-seat")
        else:
            seat = self._find_seat(first)
            verb, _, argument = rest.strip().partition(" ")
        event = self._lookup_event(verb)
        participle, _, remainder = argument.strip().partition(" ")
        if event == "hold" and (past_event := self._lookup_event(participle, PARTICIPLES)):
            return seat, past_event, remainder.strip()
        return seat, event, argument.strip()

    def _lookup_event(self, word: str, words: Words = EVENTS) -> str:
        return _local_words(words, self.locale).get(word.lower(), "")

    def _is_seat(self, player: str) -> bool:
        return player.lower() in (*ME, *[name.lower() for name in self.player_names])

    def _find_seat(self, player: str) -> int:
        if player.lower() in ME:
            return self.player_seat
        seat_matches = [seat for seat, name in enumerate(self.player_names) if name.lower() == player.lower()]
        if not seat_matches:
            player_message = message(
                mark("{who} is not a player ({names})"), who=quote(player), names=", ".join(self.player_names)
            )
            raise FormatError(player_message, kind="no-seat")
        return seat_matches[0]

    def _read_cards(self, text: str) -> tuple[CardId, ...]:
        return tuple(sorted(sum(read_groups(text, self.locale), ())))

    def _undo(self) -> tuple[Line, ...]:
        """Undo a step of a correction, or else the last event; an undone hand is recorded as before."""
        if self.draft_views:
            self.draft_views.pop()
            return ()
        if len(self.event_steps) == 1:
            raise UsageError(message(mark("there is no event to undo")))
        last, before = self.event_steps.pop(), self.event_steps[-1].view
        if last.turn_line is not None:
            return (UndoLine(1),)
        (line,) = last.record_lines
        assert isinstance(line, EventLine)
        if "crosses" in line.event:
            return (EventLine({"crosses": write_deal(sum(before.table, ()))}),)
        seat = line.event["seat"] - 1
        hand = before.hand if seat == self.player_seat else (UNKNOWN,) * before.hand_sizes[seat]
        return (EventLine({"seat": seat + 1, "hand": write_deal(hand)}),)

    def _hold(self, seat: int, argument: str) -> tuple[Line, ...]:
        """Record which cards a seat holds, or how many."""
        if argument.isdecimal() and argument.isascii():
            cards = visible_cards(self.view.hand) if seat == self.player_seat else ()
            card_count = int(argument[:9])
            if card_count < len(cards):
                count_message = mark(
                    "{number} cards are fewer than the {known} known ones: enter them, as 'I hold ...'"
                )
                raise FormatError(message(count_message, number=card_count, known=len(cards)), kind="count")
            if card_count > len(full_pack(self.rules)):
                raise FormatError(message(mark("the game has no {number} cards"), number=card_count), kind="count")
            hand = (UNKNOWN,) * (card_count - len(cards)) + cards
        else:
            cards = self._read_hand(argument)
            unknown_count = 0 if seat == self.player_seat else self.view.hand_sizes[seat] - len(cards)
            hand = (UNKNOWN,) * max(0, unknown_count) + cards
        return self._take_lines(EventLine({"seat": seat + 1, "hand": write_deal(hand)}))

    def _read_hand(self, argument: str) -> tuple[CardId, ...]:
        """Read the cards of a hand; words without cards are reported as an invalid number."""
        try:
            return self._read_cards(argument)
        except FormatError:
            if re.search("[0-9]|[A-Z]", argument):
                raise
            raise FormatError(
                message(mark("{text} is not a number of cards"), text=quote(argument)), kind="count"
            ) from None

    # ---- Turns ----

    def _take_move(self, seat: int, move: Move, *, undone: int = 0) -> tuple[Line, ...]:
        """Apply a turn, which replaces the last `undone` turns."""
        undo = (UndoLine(undone),) if undone else ()
        return self._take_lines(*undo, self._turn_line(seat, move, undone=undone))

    def _turn_line(self, seat: int, move: Move, *, undone: int = 0) -> TurnLine:
        """Return the line of a turn, with its number."""
        turns = sum(step.turn_line is not None for step in self.event_steps)
        return TurnLine(turns + 1 - undone, seat + 1, MOVE.dump(move))

    def _view_of(self, seat: int, view: View) -> View:
        """Return the view of a seat; of another hand only the size is known."""
        return view if seat == self.player_seat else replace(view, seat=seat, hand=(UNKNOWN,) * view.hand_sizes[seat])

    def _to_move(self, seat: int) -> None:
        at = self.view
        if self.end_reason:
            raise UsageError(message(CLOSED))
        if (UNKNOWN,) in at.table:
            raise UsageError(message(mark("enter the open cards first, as in 'crosses 4H 9S KD 2C'")))
        if seat != at.to_move:
            words = message(
                mark("{name} is to move, not {other}"),
                name=self.player_names[at.to_move],
                other=self.player_names[seat],
            )
            raise InvalidInstance([Violation("wrong-seat", words)])

    def _lay(self, seat: int, argument: str) -> tuple[Line, ...]:
        """Apply a play, with the least change of the table or with the table given after ``=``."""
        self._to_move(seat)
        return self._take_move(seat, self._judge_lay(self._view_of(seat, self.view), argument))

    def _judge_lay(self, at: View, argument: str) -> Move:
        """Read a play of a seat, and reject an impossible one."""
        move = read(at, argument, self.locale)
        if not isinstance(move, Lay):
            raise FormatError(message(mark("{text} has no cards"), text=quote(argument)), kind="event")
        if len(move.new_cards) > len(at.hand):
            words = mark("{name} has {held} cards and cannot play {laid}")
            count_message = message(words, name=self.player_names[at.seat], held=len(at.hand), laid=len(move.new_cards))
            raise InvalidInstance([Violation("too-many-laid", count_message)])
        faults = judge(at, move)
        if faults:
            raise InvalidInstance(faults)
        return move

    def _draw(self, seat: int, argument: str) -> tuple[Line, ...]:
        """Apply a draw; your own draw names its card, and is not a turn if each turn begins with a draw."""
        if (seat != self.player_seat and argument) or (len(cards := self._read_cards(argument)) != 1) == (
            seat == self.player_seat
        ):
            raise FormatError(message(ONE_CARD), kind="event")
        begins = self.rules.draw == "start"
        if begins and seat != self.player_seat:
            raise FormatError(message(BY_ITSELF), kind="event")
        self._to_move(seat)
        if not begins and not self.view.stock_size:
            raise InvalidInstance([Violation("no-stock", message(mark("the stock is empty: you cannot draw")))])
        if not cards:
            return self._take_move(seat, Draw())
        hand_cards = self.view.hand if begins else (UNKNOWN, *self.view.hand)
        if begins and UNKNOWN not in hand_cards:
            raise FormatError(message(BY_ITSELF), kind="event")
        event = EventLine({"seat": seat + 1, "hand": write_deal(tuple(sorted((*hand_cards[1:], *cards))))})
        if begins:
            return self._take_lines(event)
        return self._take_lines(self._turn_line(seat, Draw()), event)

    def _pass(self, seat: int, argument: str) -> tuple[Line, ...]:
        self._to_move(seat)
        faults = judge(self._view_of(seat, self.view), Pass())
        if faults:
            raise InvalidInstance(faults)
        return self._take_move(seat, Pass())

    def _correct(self, text: str) -> tuple[Line, ...]:
        """Correct the table of the last turn: give all of it after ``=``, or change it step by step until ``end``."""
        last = self.event_steps[-1].turn_line
        move = load_move(last.move) if last is not None else None
        if last is None or not isinstance(move, Lay):
            raise UsageError(
                message(mark("you can correct only the table of the last turn, right after cards were played"))
            )
        before = self._view_of(last.seat - 1, self.event_steps[-2].view)
        if not self.draft_views and not EQUALS_SIGN.match(text):
            before = replace(before, draft=Draft(move.table, move.new_cards))
        at = self.draft_views[-1] if self.draft_views else before
        correction = read(at, text, self.locale)
        if isinstance(correction, Part):
            self.draft_views = [] if correction.view.draft is None else [*self.draft_views, correction.view]
            return ()
        faults = judge(before, correction)
        if faults:
            raise InvalidInstance(faults)
        return self._take_move(last.seat - 1, correction, undone=1)

    # ---- Questions ----

    def answer(self, text: str) -> str | None:
        """Answer a question about the game, or return None if the text is not a question."""
        words, player = text.split(), ""
        local_questions = _local_words(QUESTIONS, self.locale)
        question, question_view = local_questions.get(" ".join(words).lower(), ""), self.question_view
        if not question and len(words) > 1:  # about a player
            question, player = local_questions.get(" ".join(words[:-1]).lower(), ""), words[-1]
        if question == "lay" and player and not self._is_seat(player):  # a card that is played
            return None
        if question == "odds":
            return self._write_odds(player)
        of_hand: dict[str, Callable[[], str]] = {
            "lay": lambda: self._write_lay(best(question_view)),
            "lay points": lambda: self._write_lay(best(question_view, points=True)),
            "why": lambda: why(question_view, "", self.locale),
            "score": lambda: hand_score(question_view, "", self.locale),
        }
        if question in of_hand:
            return self._unknown_note(self._find_seat(player) if player else self.player_seat) or of_hand[question]()
        answers: dict[str, Callable[[], str]] = {
            "table": lambda: show(question_view, self.player_names, self.locale),
            "unseen": self._write_unseen,
            "rules": lambda: "\n".join(describe_rules(self.preset_name, self.rules)),
            "help": lambda: "\n".join([translate(line, self.locale) for line in HELP]),
        }
        return answers[question]() if question in answers and not player else None

    def _unknown_note(self, seat: int) -> str:
        """Report how many cards of a hand are unknown; empty for your own hand if it is complete."""
        hand = self._view_of(seat, self.draft_view).hand
        number = hand.count(UNKNOWN)
        if seat == self.player_seat and not number:
            return ""
        return translate_plural(
            "{number} of {held} cards is not known.",
            "{number} of {held} cards are not known.",
            number,
            self.locale,
            held=len(hand),
        )

    def _write_lay(self, cards: Sequence[CardId]) -> str:
        return write_cards(cards, self.locale) or translate(mark("nothing"), self.locale)

    def _write_odds(self, player: str) -> str:
        """Report the chance that another seat, or each of them, can close now."""
        if player.lower() in ME:
            raise FormatError(
                message(mark("{who}: odds are about the other players"), who=quote(player)), kind="no-seat"
            )
        return odds.answer_odds(
            self.question_view, str(self._find_seat(player) + 1) if player else "", self.locale, self.player_names
        )

    def _write_unseen(self) -> str:
        out = Counter(kinds((*sum(self.view.table, ()), *self.view.hand)))
        left = [(card, self.rules.decks - out[card]) for card in range(JOKER)]
        left.append((JOKER, self.rules.jokers - out[JOKER]))
        return " ".join([f"{write_card(card, self.locale)}{f'*{n}' if n > 1 else ''}" for card, n in left if n > 0])

    def reminder(self) -> str:
        """Return a reminder after your own draw if the rules required a play, because nothing enforces it here."""
        last, wait_limit = self.event_steps[-1].turn_line, self.rules.wait_limit
        if last is None or last.seat != self.player_seat + 1 or last.move != {"draw": True} or wait_limit is None:
            return ""
        if self.view.wait_count <= wait_limit:
            return ""
        return translate(mark("Under the rules, this player had to play a card instead of drawing."), self.locale)


# ---- The command: it writes each event to the record before the next prompt ----


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
    path, table_locale = path_of(record), locale_of(locale)
    if path.is_file() and path.stat().st_size:
        game_record, warnings = read_record(read_text(record))
        for warning in warnings:
            _print_line(f"warning: {warning}")
        table, new_record = _resume_record(game, game_record, table_locale)
        if any("said" in line.event for line in game_record.lines if isinstance(line, EventLine)):
            with atomic_file(record) as file:
                file.write(write_record(new_record))
            game_record = new_record
    else:
        preset, game_rules = preset_rules(game, preset or rules, None, {})
        table = Companion(game_rules, tuple([name for name in seats.split(",") if name]), table_locale, preset)
        game_record = Record(head_of(table, dump_rules(game, preset, game_rules)))
    with RecordWriter(record, _print_line, game_record) as record_keeper:
        _read_lines(table, record_keeper)
    return 0


def head_of(table: Companion, rules: dict[str, Any]) -> Head:
    """Return the head of a new record, with an unknown deal and hidden hands of the others."""
    seats = [
        {"name": label} | ({} if at == table.player_seat else {"hand": HIDDEN})
        for at, label in enumerate(table.player_names)
    ]
    deal = DEAL.dump(table.unknown_deal)
    deal_fields = {"hands": deal.hands, "crosses": deal.crosses, "stock": deal.stock}
    return Head(
        VERSION,
        "machiavelli",
        __version__,
        rules,
        seats,
        None,
        {key: label for key, label in deal_fields.items() if label},
    )


def _resume_record(game: Any, old_record: Record, locale: str) -> tuple[Companion, Record]:
    """Return the table at the end of a record, and the record; a record before 0.2 held the typed lines."""
    if old_record.head.pastime != "machiavelli" or not old_record.head.is_companion:
        raise UsageError("this is the record of a game played in passatempo, not at a real table: 'play' continues it")
    preset, game_rules = rules_of(game, old_record.head.rules)
    if not all("name" in seat for seat in old_record.head.seats):
        raise FormatError("record line 1: a player has no name", kind="record-seat")
    table = Companion(game_rules, tuple([seat["name"] for seat in old_record.head.seats]), locale, preset)
    lines: list[Line] = []
    for number, line in enumerate(old_record.lines, 2):
        try:
            if isinstance(line, EventLine) and "said" in line.event:
                table.locale = with_notation(line.event.get("locale", locale), game_rules.names)
                lines += table.read_event(line.event["said"])
            else:
                table.take_line(line)
                lines.append(line)
        except (FormatError, InvalidInstance, UsageError) as error:
            raise FormatError(f"record line {number}: {error}", kind="record-event") from None
    table.locale = with_notation(locale, game_rules.names)
    return table, Record(head_of(table, old_record.head.rules), tuple(lines))


def _read_lines(table: Companion, record_line: Callable[[Line], None]) -> None:
    """Read lines until the input ends; each event is written to the file before the next prompt."""
    while (line := read_line("> ")) is not None:
        words = line.strip()
        if _local_words(QUESTIONS, table.locale).get(words.lower()) == "quit":
            return
        if words:
            _print_line(_answer_line(table, words, record_line))


def _print_line(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def _answer_line(table: Companion, words: str, record_line: Callable[[Line], None]) -> str:
    """Answer a question, or apply an event and show the table."""
    try:
        answer = table.answer(words)
        if answer is not None:
            return answer
        for line in table.read_event(words):
            record_line(line)
    except PassatempoError as error:
        return f"{retranslate_error(error, table.locale)}."
    rows = [show(table.question_view, table.player_names, table.locale), table.reminder()]
    if table.end_reason:
        rows.append(retranslate(message(CLOSED), table.locale) + ".")
    return "\n".join(filter(None, rows))
