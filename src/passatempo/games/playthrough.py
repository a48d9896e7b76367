"""A game in progress, for terminal, pages, tournaments and tests: whose turn it is, what can be undone, the record.

The front ends print each `Utterance` and draw views. They know no pastime and no rule.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from passatempo import __version__
from passatempo.core.errors import InvalidInstance, UsageError, WrongAnswer
from passatempo.core.limits import Limits, Report, silent
from passatempo.core.messages import mark, translate
from passatempo.core.outcome import brief
from passatempo.core.random import Random
from passatempo.games.players import NoMove, Player, bot_names, game_of, person, player
from passatempo.games.records import VERSION, EndLine, EventLine, Head, Line, Record, TurnLine, UndoLine
from passatempo.games.shapes import dump_deal, dump_move, dump_rules, load_move, rules_of
from passatempo.games.values import Deal, Opening, Part, Result, display_name, dump_result, ending_sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from passatempo.core.game import Game
    from passatempo.core.pastime import Pastime


SEEDED, FREE = Deal(), Limits()
MOVE_SECONDS = 2.0  # default seconds that a method may think about a move


@dataclass(frozen=True, slots=True)
class Utterance:
    """An event in words: a seat's move, or a part of one (`move` is None)."""

    seat: int
    move: Any
    text: str


@dataclass(slots=True)
class Playthrough:
    """A game from its deal onwards.

    Parameters
    ----------
    pastime
        The pastime whose game is played.
    players
        One per seat.
    rules, preset
        The rules, and the name of the set of rules from which they differ.
    deal
        The outcome of all chance events.
    practice
        Whether complete turns can be undone even if information is hidden.
    limits
        The limits of a bot for one move.
    move_seconds
        The seconds that a method may think if the limits give neither seconds nor nodes.
    locale
        The language of input and output, optionally with an ``@`` and the names of things that the rules choose.

    Raises
    ------
    InvalidInstance
        If the rules do not allow this number of seats or this deal.
    """

    __repr__ = brief  # at most one line

    pastime: Pastime
    players: tuple[Player, ...]
    rules: Any = None
    preset: str = ""
    deal: Deal = SEEDED
    practice: bool = False
    limits: Limits = FREE
    move_seconds: float = MOVE_SECONDS
    locale: str = "en"
    keep: Callable[[Head | Line], None] | None = None  # called with each line of the record when it is final
    states: list[Any] = field(default_factory=list)
    moves: list[TurnLine] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    drafts: list[Any] = field(default_factory=list)  # the views after one, two, ... parts of the turn
    undone: list[Any] = field(default_factory=list)  # moves that `redo` plays again, the next one last
    hinted: bool = False
    began: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        if self.rules is None:
            self.preset, self.rules = rules_of(self.game, {"preset": self.preset} if self.preset else {})
        if self.game.wiring.locale is not None:
            self.locale = self.game.wiring.locale(self.locale, self.rules)
        low, high = self.game.seats
        if not low <= len(self.players) <= high:
            seat_range = str(low) if low == high else f"{low} to {high}"
            raise UsageError(f"{len(self.players)} players, but {self.pastime.name} needs {seat_range}")
        self.states = [self.game.wiring.start(self.rules, len(self.players), self.deal)]
        self._write_line(self.head)
        self._end_if_over()

    # ---- The position ----

    @property
    def game(self) -> Game:
        """The rules of play."""
        return game_of(self.pastime)

    @property
    def state(self) -> Any:
        """The complete state, with hidden information, for rules and records but never for players."""
        return self.states[-1]

    @property
    def result(self) -> Result | None:
        """The result of the game; None while it is in progress."""
        game_result: Result | None = self.game.wiring.result_of(self.state)
        return game_result

    @property
    def seat(self) -> int:
        """The seat to move, from 0."""
        return int(self.game.wiring.seat(self.state))

    @property
    def player(self) -> Player:
        """The player to move."""
        return self.players[self.seat]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.game.sides or tuple([display_name(seat_player.name, self.locale) for seat_player in self.players])

    @property
    def watching(self) -> int:
        """The seat whose view is shown: that of the person who moves or moved last, or the first if no person plays."""
        people = [seat for seat, seat_player in enumerate(self.players) if seat_player.is_person]
        if self.seat in people or not people:
            return self.seat
        last = [line.seat - 1 for line in self.moves if line.seat - 1 in people]
        return last[-1] if last else people[0]

    def view(self, seat: int | None = None) -> Any:
        """Return the view of a seat, with the parts of the turn that it has typed."""
        seat = self.watching if seat is None else seat
        return self.drafts[-1] if self.drafts and seat == self.seat else self.game.wiring.view(self.state, seat)

    # ---- Moves ----

    def submit(self, text: str) -> tuple[Utterance, ...]:
        """Read typed text. A complete move is played; a part of a move is stored.

        Raises
        ------
        FormatError, InvalidInstance
            If it is unreadable or breaks a rule; nothing changes then.
        """
        self.refuse_if_over()
        typed_move = self.game.wiring.read(self.view(self.seat), text, self.locale)
        return self.take(typed_move) if isinstance(typed_move, Part) else (self.play(typed_move),)

    @property
    def seconds_left(self) -> float | None:
        """The remaining time of a person's turn, negative if it is over; None without a limit."""
        limit = self.game.wiring.seconds(self.rules) if self.game.wiring.seconds else 0
        if not limit or self.result is not None or not self.player.is_person:
            return None
        return limit - (time.monotonic() - self.began)

    def expire(self) -> Utterance | None:
        """End a turn whose time is over, and discard its typed parts; None if there is time left."""
        left = self.seconds_left
        if left is None or left > 0:
            return None
        assert self.game.wiring.forfeit is not None
        return self.play(self.game.wiring.forfeit(self.game.wiring.view(self.state, self.seat), "time"))

    def take(self, part: Part) -> tuple[Utterance, ...]:
        """Store a part of a move."""
        self.drafts.append(part.view)
        return (Utterance(self.seat, None, part.sentence),) if part.sentence else ()

    def play(self, move: Any) -> Utterance:
        """Play a complete move for the seat to move; raises `InvalidInstance` if it is illegal."""
        self.refuse_if_over()
        seat = self.seat
        before = self.game.wiring.view(self.state, seat)
        faults = self.game.wiring.judge(before, move)
        if faults:
            raise InvalidInstance(faults)
        self.states.append(self.game.wiring.play(self.state, move))
        thinking_time = int((time.monotonic() - self.began) * 1000)
        line = TurnLine(len(self.moves) + 1, seat + 1, dump_move(self.game, move), thinking_time, hint=self.hinted)
        self.moves.append(line)
        self.drafts, self.undone, self.hinted, self.began = [], [], False, time.monotonic()
        self._append_line(line)
        self._end_if_over()
        return Utterance(seat, move, self.describe_move(seat, before, move))

    def reply(self, report: Report = silent) -> Utterance:
        """Let the bot whose turn it is play. If it has no move to offer, the person takes its seat.

        Raises
        ------
        NoMove
            If a method finds no move within its limits.
        WrongAnswer
            If a bot makes an illegal move, which is an internal error.
        """
        choose_move = self.player.choose_move
        assert choose_move is not None
        stream = Random(self.deal.seed or 0, self.pastime.name, "bot", self.seat, len(self.moves))
        try:
            move = choose_move(
                self.view(self.seat), stream, self.method_limits if self.player.is_method else self.limits, report
            )
        except NoMove:
            seat = self.seat
            self.players = tuple(
                [person() if at == seat else seat_player for at, seat_player in enumerate(self.players)]
            )
            raise
        if self.limits.cancel is not None and self.limits.cancel.cancelled:
            raise KeyboardInterrupt  # an interrupted search has no move to record
        try:
            return self.play(move)
        except InvalidInstance as error:
            error_message = f"the bot {self.player.name} made an illegal move at turn {len(self.moves) + 1}: {error}"
            raise WrongAnswer(error_message, move) from error

    @property
    def method_limits(self) -> Limits:
        """The limits of a method for one move. A method always needs a limit."""
        free = self.limits.seconds is None and self.limits.nodes is None
        return replace(self.limits, seconds=self.move_seconds) if free else self.limits

    @property
    def hints_by(self) -> str:
        """The bot that gives hints: the first bot in this game, else the game's first."""
        return next((seat_player.bot for seat_player in self.players if seat_player.bot), bot_names(self.pastime)[0])

    def advice(self, bot: str) -> str:
        """Describe the move that a bot would play for the seat to move."""
        choose_move = player(self.pastime, bot).choose_move
        assert choose_move is not None
        view = self.view(self.seat)
        stream = Random(self.deal.seed or 0, self.pastime.name, "hint", self.seat, len(self.moves))
        bot_match = self.game.find_bot(bot)
        write_advice = self.game.wiring.advice.get(bot_match[0].name if bot_match else "", self.game.wiring.write)
        return str(write_advice(view, choose_move(view, stream, self.limits, silent), self.locale))

    def sit(self, seat: int) -> None:
        """Give a seat to the person in a game of two, and the other seat to the opponent."""
        if not self.players[seat].is_person:
            self.players = (self.players[1], self.players[0])

    def told_moves(self) -> list[str]:
        """List the moves so far, one per line."""
        move_lines = []
        for before, line in zip(self.states, self.moves, strict=False):
            view = self.game.wiring.view(before, line.seat - 1)
            move_phrase = self.game.wiring.write(view, load_move(self.game, line.move), self.locale)
            move_lines.append(f"{line.turn:>3}  {self.names[line.seat - 1]}: {move_phrase}")
        return move_lines

    def restarted(self, opening: Opening) -> Playthrough:
        """Return a new game with the same players from an opening."""
        deal = Deal(self.deal.seed if opening.deal.seed is None else opening.deal.seed, opening.deal.deal_content)
        new_playthrough = Playthrough(
            self.pastime,
            self.players,
            opening.rules,
            self.preset,
            deal,
            practice=self.practice,
            limits=self.limits,
            move_seconds=self.move_seconds,
            locale=self.locale,
        )
        for move in opening.moves:
            new_playthrough.play(move)
        return new_playthrough

    def replies(self, report: Report = silent) -> Iterator[Utterance]:
        """Let bots move until it is a person's turn or the game is over."""
        while self.result is None and not self.player.is_person:
            yield self.reply(report)

    def describe_move(self, seat: int, before: Any, move: Any) -> str:
        """Describe a move that was made, as the other players see it."""
        if self.game.wiring.describe_move:
            watching = seat if self.players[seat].is_person else self.watching
            view_pair = [self.game.wiring.view(state, watching) for state in self.states[-2:]]
            return str(self.game.wiring.describe_move(*view_pair, seat, move, self.names, self.locale))
        move_phrase = self.game.wiring.write(before, move, self.locale)
        bot = self.players[seat].bot if self.game.sides else ""
        seat_label = f"{self.names[seat]} ({bot})" if bot else self.names[seat]
        return translate(mark("{name} plays {move}"), self.locale, name=seat_label, move=move_phrase)

    # ---- Undo and redo ----

    @property
    def may_undo(self) -> bool:
        """Whether complete turns can be undone."""
        return self.practice or not self.game.is_hidden

    def undo(self) -> bool:
        """Undo a part of the turn, or complete turns back to the person's last one; false if there is none.

        Raises
        ------
        UsageError
            If complete turns cannot be undone.
        """
        if self.drafts:
            self.drafts.pop()
            return True
        if self.moves and not self.may_undo:
            raise UsageError(translate(mark("a finished turn cannot be undone: play with --practice"), self.locale))
        count = 0
        while self.moves:
            self.undone.append(load_move(self.game, self.moves.pop().move))
            self.states.pop()
            count += 1
            if self.player.is_person:
                break
        if count:
            self.began = time.monotonic()
            self._append_line(UndoLine(count))
        return bool(count)

    def redo(self) -> bool:
        """Play the undone moves again, up to the person's next turn; false if there are none."""
        has_redone = False
        while self.undone:
            rest = self.undone[:-1]
            self.play(self.undone[-1])
            self.undone, has_redone = rest, True
            if self.result is None and self.player.is_person:
                break
        return has_redone

    # ---- The record ----

    @property
    def head(self) -> Head:
        """The first line of the record."""
        seats = [
            {"name": seat_player.name} | ({"bot": seat_player.bot} if seat_player.bot else {})
            for seat_player in self.players
        ]
        return Head(
            record=VERSION,
            pastime=self.pastime.name,
            version=__version__,
            rules=dump_rules(self.game, self.preset, self.rules),
            seats=seats,
            seed=None if self.deal.seed is None else str(self.deal.seed),
            deal=dump_deal(self.game, self.deal),
            practice=self.practice,
            timed=any(
                (self.method_limits if seat_player.is_method else self.limits).seconds
                for seat_player in self.players
                if seat_player.bot
            ),
            nodes=self.limits.nodes if any(seat_player.bot for seat_player in self.players) else None,
        )

    @property
    def record(self) -> Record:
        """The complete game so far."""
        return Record(self.head, tuple(self.lines))

    def note(self, event: dict[str, Any]) -> None:
        """Add an event that is not a move to the record."""
        self._append_line(EventLine(event))

    def refuse_if_over(self) -> None:
        """Raise `UsageError` if the game is over."""
        if self.result is not None:
            over = ending_sentence(self.result, self.names, self.locale)
            raise UsageError(translate(mark("The game is over ({how})"), self.locale, how=over))

    def _end_if_over(self) -> None:
        if self.result is not None:
            self._append_line(EndLine(dump_result(self.result), len(self.moves)))

    def _append_line(self, line: Line) -> None:
        self.lines.append(line)
        self._write_line(line)

    def _write_line(self, line: Head | Line) -> None:
        if self.keep is not None:
            self.keep(line)
