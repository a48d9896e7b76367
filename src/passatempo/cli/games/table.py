"""The terminal as a table to play at: what is typed goes to the game under way, what happens is printed."""

from __future__ import annotations

import contextlib
import secrets
import sys
import time
from dataclasses import dataclass, field, replace
from math import ceil
from typing import TYPE_CHECKING, Any

from passatempo.cli.files import write_out
from passatempo.cli.live import interruptible, progress_bar
from passatempo.cli.notes import is_quiet
from passatempo.core.errors import FormatError, PassatempoError, UsageError, WrongAnswer, describe_fault, quote
from passatempo.core.input import read_line, read_text
from passatempo.core.limits import Cancel, collect_garbage
from passatempo.core.words import again, fault, mark, say
from passatempo.games.players import NoMove, asked, player, question_of
from passatempo.games.records import read_record, write_record
from passatempo.games.replays import resumed
from passatempo.games.values import Deal, Opening, Part, ended

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from passatempo.core.game import Game, Word
    from passatempo.core.limits import Report
    from passatempo.games.playthrough import Playthrough, Said

HINTS = "1", "2", "3", "4"
SEED_BITS = 32  # of a seed that is drawn: short enough to be typed again
RECORD = ".jsonl"  # the ending of a record's name; any other file gets the instance
HELP = (
    ("undo", mark("undo part of the turn, or the last turn and the replies to it")),
    ("redo", mark("redo what was undone")),
    ("hint [BOT]", mark("show what a bot would do")),
    ("hint 1 to 4", mark("show whether there is a play, the melds that change, a card, the whole play")),
    ("rules", mark("show the rules of this game, each with its source")),
    ("swap", mark("change sides")),
    ("save FILE", mark("save the game: as a record in a .jsonl file, else as a position")),
    ("load FILE", mark("load a game or a position from a file")),
    ("new", mark("start a new game with the same rules")),
    ("show", mark("show the board again")),
    ("history", mark("list the moves so far")),
    ("quit", mark("leave the game")),
)
# The words that are typed in other languages; a game's own words bring theirs.
ALIASES = {"annulla": "undo", "deshacer": "undo", "u": "undo", "aiuto": "hint", "pista": "hint", "mostra": "show"}
ALIASES |= {"ver": "show", "esci": "quit", "salir": "quit", "q": "quit", "exit": "quit", "?": "help"}
ALIASES |= {"regole": "rules", "reglas": "rules", "ripeti": "redo", "rehacer": "redo", "nuova": "new", "nueva": "new"}
ALIASES |= {"mosse": "history", "jugadas": "history"}
ALIASES |= {"salva": "save", "guardar": "save", "carica": "load", "cargar": "load", "cambia": "swap", "cambiar": "swap"}


@dataclass(slots=True)
class Table:
    """A game in the terminal.

    Parameters
    ----------
    game
        The game under way.
    teach
        Whether each turn is followed by what more it could have done.
    """

    game: Playthrough
    teach: bool = False
    shown_to: int = -1  # the seat that saw the view last
    finished: Callable[[Playthrough], None] | None = None  # called once with a game that is played to its end here
    moved: Playthrough | None = None  # the game in which a person has moved at this table
    counted: Playthrough | None = None  # the game that was told to `finished`
    told: list[Any] = field(default_factory=list)  # the ends that were told

    @property
    def rules(self) -> Game:
        """The rules of play."""
        return self.game.game

    @staticmethod
    def say(text: str) -> None:
        """Print at once, so that a person or a program at the other end of a pipe sees it."""
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    def words(self, message: str, **values: object) -> str:
        """Say a text in the language of the table."""
        return say(message, self.game.locale, **values)

    def tell(self, message: str, **values: object) -> None:
        """Print a text in the language of the table."""
        self.say(self.words(message, **values))

    def run(self) -> int:
        """Play until somebody quits or the input ends."""
        if not is_quiet():
            self.tell(mark("Type 'help' for the rules, 'quit' to leave."))
        collect_garbage()
        self.show()
        while True:
            self.replies()
            line = self.ask()
            if line is None:
                return 0
            word, _, rest = line.strip().partition(" ")
            word = ALIASES.get(word.lower(), word)
            if word == "quit":
                return 0
            with self.told_faults():
                late = self.game.expire()
                self.hear(late) if late is not None else self.obey(word, rest.strip(), line)

    @contextlib.contextmanager
    def told_faults(self) -> Iterator[None]:
        """Print what is wrong, and go on."""
        try:
            yield
        except WrongAnswer:
            raise
        except PassatempoError as error:
            self.say(f"{fault(error, self.game.locale)}.")
        except OSError as error:
            self.say(f"{describe_fault(error)}.")

    def obey(self, word: str, rest: str, line: str) -> None:
        """Do what was typed: a word, or else a move."""
        plain = {"undo": self.undo, "redo": self.redo, "show": self.show, "swap": self.swap, "history": self.history}
        plain |= {"new": self.new, "rules": self.describe}
        own = next((one for one in self.rules.words if word.lower() in (one.name, *one.short)), None)
        if word in plain and not rest:
            plain[word]()
        elif word in ("help", "hint"):
            self.help() if word == "help" else self.hint(rest)
        elif word in ("save", "load"):
            self.files(word, rest)
        elif own is not None:
            self.own(own, rest)
        elif self.game.result is not None:
            self.tell(mark("The game is over ({how}): undo, save FILE, load FILE or quit."), how=self.over)
        elif word:
            self.move(line)

    # ---- Moves ----

    def move(self, line: str) -> None:
        """Make the move that was typed, or a piece of it."""
        before, seat = self.game.view(), self.game.seat
        try:
            said = self.game.submit(line.strip())
        except FormatError as error:  # the place in the line is no news: say how a move is typed
            self.say(f"{again(error.message, self.game.locale)}. {self.words(self.rules.instruction)}".rstrip())
            return
        whole = bool(said) and said[-1].move is not None
        self.hear(*said)
        if whole and self.teach and self.rules.wiring.teach and self.game.players[seat].is_person:
            more = self.rules.wiring.teach(before, said[-1].move, self.game.locale)
            self.say(more) if more else None
        if not whole or self.game.result is not None or not self._bots_follow:
            self.show()

    def hear(self, *said: Said) -> None:
        """Print what a person's turn, or a piece of it, came to."""
        for one in said:
            self.moved = self.game if one.move is not None else self.moved
            if one.text and (one.move is None or self.rules.wiring.tell):
                self.say(one.text)

    @property
    def _bots_follow(self) -> bool:
        return self.game.result is None and not self.game.player.is_person

    def replies(self) -> None:
        """Let the bots move whose turn it is, and show what a person sees then."""
        moved = False
        while self._bots_follow:
            with self.told_faults():
                try:
                    self.heard(self.thinking(self.game.reply))
                except NoMove as none:
                    bot = self.game.names[self.game.seat] if not self.rules.sides else ""
                    said = mark("{bot} found no move{why}: it is your turn.")
                    self.tell(said, bot=bot or none.who, why=none)
                    return
            moved = True
        if moved:
            self.show()
        self.finish()

    def heard(self, said: Said) -> None:
        """Tell a bot's move."""
        self.say(said.text)

    def thinking(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Let a bot think."""
        cancel, game = Cancel(), self.game
        limits, game.limits = game.limits, replace(game.limits, cancel=cancel)
        try:
            with interruptible(cancel), progress_bar(game.pastime.name) as report:
                return work(*arguments, report=report)
        finally:
            game.limits = limits
            if cancel.thrown:
                raise KeyboardInterrupt

    def finish(self) -> None:
        """Tell once that the game is over."""
        result = self.game.result
        if result is None or (self.told and self.told[-1] is self.game.state):
            return
        self.told.append(self.game.state)
        if self.rules.wiring.ending:
            self.say(self.rules.wiring.ending(self.game.state, self.game.names, self.game.locale))
        if self.finished is not None and self.moved is self.game and self.counted is not self.game:
            self.counted = self.game
            self.finished(self.game)

    # ---- Words ----

    def own(self, word: Word, argument: str) -> None:
        """Do what a word of the game asks for."""
        found = self.rules.wiring.words[word.name](self.game.view(), argument, self.game.locale)
        if isinstance(found, Part):
            for one in self.game.take(found):
                self.say(one.text)
            self.show()
        else:
            self.say(found)

    def help(self) -> None:
        """Print the rules, how a move is typed, and the commands."""
        rows = [(word.name, word.summary) for word in self.rules.words]
        left_out = {"swap": not self.rules.sides, "rules": not self.rules.wiring.describe}
        left_out["hint 1 to 4"] = not self.rules.wiring.hint
        rows += [(name, text) for name, text in HELP if not left_out.get(name)]
        width = max(len(name) for name, _ in rows)
        for text in (self.game.pastime.rules, self.rules.instruction):
            self.say(f"{self.words(text)}\n") if text else None
        self.tell(mark("Commands:"))
        self.say("\n".join(f"  {name:<{width}}  {self.words(text)}" for name, text in rows))

    def describe(self) -> None:
        """Print each rule of the game with its source; a game whose rules have none prints its help."""
        if self.rules.wiring.describe is None:
            self.help()
        else:
            self.say("\n".join(self.rules.wiring.describe(self.game.preset, self.game.rules)))

    def hint(self, bot: str) -> None:
        """Give a hint of a level, the highest if none is named, or say what a bot would do."""
        self.game.refuse_if_over()
        if self.rules.wiring.hint and (bot or HINTS[-1]) in HINTS:
            self.game.hinted = True
            self.say(self.rules.wiring.hint(self.game.view(), int(bot or HINTS[-1]), self.game.locale))
            return
        if self.rules.wiring.hint and bot.isdecimal():
            raise UsageError(self.words(mark("hint {level}: the levels are 1 to 4"), level=bot))
        name = bot or self.game.hints_by
        player(self.game.pastime, name)  # a mistyped bot is told
        self.game.hinted = True
        if self.rules.bot(name):
            self.say(self.game.advice(name))
            return
        outcome = self.thinking(self._outcome, name)
        if outcome.answer is None:
            self.tell(mark("The method found no move."))
            return
        problem, question = question_of(self.game.pastime, self.game.view())
        self.say(problem.wiring.show(question, outcome.answer))

    def _outcome(self, name: str, report: Report) -> Any:
        return asked(self.game.pastime, name, self.game.view(), self.game.method_limits, report)

    def undo(self) -> None:
        """Take something back."""
        if self.game.undo():
            self.show()
        else:
            self.tell(mark("There is no move to undo."))

    def redo(self) -> None:
        """Make again what was taken back."""
        if self.game.redo():
            self.show()
        else:
            self.tell(mark("There is nothing to redo."))

    def new(self) -> None:
        """Begin another game of the same players by the same rules."""
        recorded = self.game.keep is not None
        seed = secrets.randbits(SEED_BITS) if self.rules.chance else self.game.deal.seed
        self.game = self.game.restarted(Opening(self.game.rules, Deal(seed)))
        if self.rules.chance:
            self.tell(mark("seed {seed}"), seed=seed)
        if recorded:
            self.tell(mark("The record ends with the previous game; 'save FILE' saves this one."))
        self.show()

    def swap(self) -> None:
        """Take the other side."""
        seats = [seat for seat, one in enumerate(self.game.players) if one.is_person]
        if len(seats) != 1 or not self.rules.sides:
            none = mark("This game has no sides.")
            self.tell(mark("Two people are playing: there is no free side.") if self.rules.sides else none)
            return
        self.game.sit(1 - seats[0])
        self.tell(mark("You play {side}."), side=self.game.names[1 - seats[0]])

    def history(self) -> None:
        """List the moves so far."""
        lines = self.game.told_moves()
        self.say("\n".join(lines) or self.words(mark("No move has been made yet.")))

    def files(self, word: str, name: str) -> None:
        """Save the game, or go on with another."""
        if not name:
            self.tell(mark("{word} needs a file name."), word=word)
        elif word == "save":
            self.save(name)
        elif self.game.keep is not None:
            self.tell(mark("This game is being recorded: quit first, then play {file}."), file=quote(name))
        else:
            self.load(name)

    def save(self, name: str) -> None:
        """Write the record, or the instance that the person sees."""
        if name.endswith(RECORD) or not self.rules.wiring.instance:
            write_out(write_record(self.game.record), name)
            if self.rules.hidden and self.game.result is None:
                self.tell(mark("The record contains the seed, which reveals everything hidden."))
        else:
            instance = self.rules.wiring.instance(self.game.view())
            write_out(self.game.pastime.wiring.write(instance), name)
        self.tell(mark("Saved to {file}."), file=name)

    def load(self, name: str) -> None:
        """Go on with a record, or begin from an instance."""
        from passatempo.core.asking import instance_of

        text = read_text(name)
        if text.lstrip().startswith('{"record"'):
            record, warnings = read_record(text)
            for warning in warnings:
                self.say(f"warning: {warning}")
            self.game = resumed(self.game.pastime, record, limits=self.game.limits, locale=self.game.locale)
        elif self.rules.wiring.opening:
            self.game = self.game.restarted(self.rules.wiring.opening(instance_of(self.game.pastime, text, {}), {}))
        else:
            raise UsageError(f"{quote(name)} is not a record")
        self.show()

    # ---- The screen ----

    @property
    def over(self) -> str:
        """How the game ended, in a few words; empty while it is open."""
        result = self.game.result
        return "" if result is None else ended(result, self.game.names, self.game.locale)

    def show(self) -> None:
        """Print what the person to move sees, when everybody else has looked away."""
        people = [seat for seat, one in enumerate(self.game.players) if one.is_person]
        seat = self.game.watching
        if self.rules.hidden and len(people) > 1 and self.shown_to not in (-1, seat) and self.game.result is None:
            self.tell(mark("Pass the keyboard to {name}, then press Enter."), name=self.game.names[seat])
            read_line("")
            self.game.began = time.monotonic()  # nobody has seen the hand before
        self.shown_to = seat
        self.say(self.rules.wiring.show(self.game.view(seat), self.game.names, self.game.locale))

    def ask(self) -> str | None:
        """Read a line; None at the end of the input."""
        over, left = self.game.result is not None, self.game.seconds_left
        minutes, seconds = divmod(max(0, ceil(left or 0)), 60)
        clock = "" if left is None else f"[{minutes}:{seconds:02}] "
        return read_line(f"{clock}{self.words(mark('over')) if over else self.game.names[self.game.seat]}> ")
