"""The command `play`: a game in the terminal, against a method or between two people, on a keyboard or a pipe."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from passatempo.cli.files import instance_of, source, write_out
from passatempo.cli.flags import checked_limits, command, flag, flags_of, positional
from passatempo.cli.live import interruptible, progress_bar
from passatempo.core.asking import ask
from passatempo.core.errors import PassatempoError, UsageError, WrongAnswer, quote
from passatempo.core.input import STANDARD_INPUT, read_text
from passatempo.core.json import convert, with_ask
from passatempo.core.limits import Cancel, Limits
from passatempo.core.methods import resolve, suggest

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.core.outcome import Outcome
    from passatempo.core.pastime import Pastime, Problem, Turns

PATIENCE = 2.0  # seconds that a method may think about a move, where nobody says
HELP = """A move, or one of
  undo          take the last move back, with the answer to it
  hint          what the method would do
  swap          take the other side
  save FILE     write the game
  load FILE     go on with a game or a position from a file
  show          print the board again
  quit          leave"""


def playing(game: Pastime) -> Callable[..., int]:
    """Make the command `play`."""
    own = [
        flag("against", str, "the method that plays the other side [default: the first that the question has]"),
        flag("two", bool, "two people play; no method but for hints"),
        flag("side", str, "the side that you take [default: the one to move]"),
        flag("seconds", float, f"what a method may think about a move [default: {PATIENCE:g}]"),
        flag("nodes", int, "node limit of a move"),
        flag("seed", int, "random seed [default: 0]"),
        flag("example", str, "begin from a built-in instance"),
    ]
    arguments = [positional("file", "begin from this file, as saved"), *own]
    arguments += flags_of(resolve(game.face).shape, [argument.name for argument in own])

    def body(file: str | None = None, **flags: Any) -> int:
        chosen = {argument.name: flags.pop(argument.name, None) for argument in own}
        if file == STANDARD_INPUT:
            raise UsageError("moves come from standard input, so the game must come from a file")
        match = Match(game, _opening(game, file, chosen["example"], flags), _limits(chosen))
        match.seat(chosen["against"], chosen["side"], two=bool(chosen["two"]))
        return match.run()

    return command(body, "play", "Play in the terminal; 'help' lists what can be typed.", arguments)


def _opening(game: Pastime, file: str | None, example: str | None, keys: dict[str, Any]) -> Any:
    """Return the state where the game begins: from a file or an example, else from the flags alone."""
    if file is not None or example is not None:
        return instance_of(game, source(game, file, example, keys), keys)
    return resolve(_turns(game).start)(convert(keys, resolve(game.face).shape))


def _turns(game: Pastime) -> Turns:
    if game.turns is None:
        raise UsageError(f"{game.name} is not played move by move")
    return game.turns


def _limits(chosen: dict[str, Any]) -> Limits:
    seconds, nodes = chosen["seconds"], chosen["nodes"]
    if seconds is None and nodes is None:
        seconds = PATIENCE
    return checked_limits(seconds=seconds, nodes=nodes, seed=chosen["seed"] or 0)


@dataclass(slots=True)
class Match:
    """A game between a person and a method, or two people.

    Parameters
    ----------
    game, state
        The pastime, and where the game stands.
    limits
        What a method may spend on a move.
    """

    game: Pastime
    state: Any
    limits: Limits
    method: str | None = None  # None: the question's first
    other: str = ""  # the side that the method plays; empty between two people
    past: list[Any] = field(default_factory=list)

    @property
    def turns(self) -> Turns:
        """The rules of play."""
        return _turns(self.game)

    @property
    def problem(self) -> Problem:
        """The question whose methods play."""
        return self.game.problem(self.turns.question)

    @property
    def to_move(self) -> str:
        """The side to move."""
        return str(resolve(self.turns.side)(self.state))

    def seat(self, method: str | None, side: str | None, *, two: bool) -> None:
        """Say who plays what."""
        if method is not None or not two:
            self.problem.choose(method)  # a mistyped method is told before the game begins
        self.method = method
        mine = self.to_move if side is None else side.upper()
        if mine not in self.turns.sides:
            listed = ", ".join(self.turns.sides)
            raise UsageError(f"{quote(mine)} is not a side{suggest(mine, self.turns.sides)} ({listed})")
        self.other = "" if two else self._opposite(mine)

    def _opposite(self, side: str) -> str:
        first, second = self.turns.sides
        return second if side == first else first

    def run(self) -> int:
        """Play until somebody quits or the input ends."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  gives `input` its editing keys, where the system has it
        self.show()
        while True:
            if not self.over and self.to_move == self.other and not self.reply():
                self.other = ""  # it has no move to offer: the person moves for both
            line = self.ask()
            if line is None:
                return 0
            word, _, rest = line.strip().partition(" ")
            if word in ("quit", "q", "exit"):
                return 0
            try:
                self.obey(word, rest.strip(), line)
            except WrongAnswer:
                raise
            except PassatempoError as error:
                say(f"{error}.")
            except OSError as error:
                say(f"{quote(error.filename)}: {error.strerror}.")

    @property
    def over(self) -> str | None:
        """How the game ended; None while it is open."""
        ended: str | None = resolve(self.turns.result)(self.state)
        return ended

    def obey(self, word: str, rest: str, line: str) -> None:
        """Do what was typed: a command, or else a move."""
        commands = {"undo": self.undo, "u": self.undo, "hint": self.hint, "swap": self.swap, "show": self.show}
        if word in commands and not rest:
            commands[word]()
        elif word in ("help", "?"):
            say(HELP)
        elif word in ("save", "load") and not rest:
            say(f"{word} needs the name of a file.")
        elif word == "save":
            write_out(resolve(self.game.write)(self.state), rest)
            say(f"Saved to {rest}.")
        elif word == "load":
            self.past, self.state = [], instance_of(self.game, read_text(rest), {})
            self.show()
        elif self.over:
            say(f"The game is over ({self.over}): undo, save FILE, load FILE or quit.")
        elif word:
            self.play(resolve(self.turns.read_move)(self.state, line))

    def play(self, move: Any) -> None:
        """Make a move and show the board."""
        after = resolve(self.turns.play)(self.state, move)
        self.past.append(self.state)
        self.state = after
        self.show()

    def reply(self) -> bool:
        """Let the method move; false where it has no answer."""
        outcome = self.think()
        if outcome.answer is None:
            say(f"{outcome.method} has no move to offer{f': {outcome.reason}' if outcome.reason else ''}; you move.")
            return False
        move = resolve(self.turns.chosen)(self.state, outcome.answer)
        say(f"{self.to_move} ({outcome.method}) plays {resolve(self.turns.write_move)(self.state, move)}")
        self.play(move)
        return True

    def think(self) -> Outcome[Any]:
        """Ask the method; the first Ctrl-C makes it answer at once."""
        cancel = Cancel()
        limits = Limits(self.limits.seconds, self.limits.nodes, seed=self.limits.seed, cancel=cancel)
        question = with_ask(self.problem, self.state, {})
        with interruptible(cancel, patient=True), progress_bar(f"{self.game.name} {self.problem.name}") as report:
            return ask(self.problem, question, method=self.method, limits=limits, report=report)

    def hint(self) -> None:
        """Say what the method would do."""
        if self.over:
            say(f"The game is over ({self.over}).")
            return
        outcome = self.think()
        if outcome.answer is None:
            say("The method has no move to offer.")
        else:
            say(resolve(self.problem.show)(with_ask(self.problem, self.state, {}), outcome.answer))

    def undo(self) -> None:
        """Take moves back until it is the person's turn again."""
        taken = False
        while (earlier := self._earlier()) is not None:
            self.state, taken = earlier, True
            if self.to_move != self.other:
                break
        if taken:
            self.show()
        else:
            say("There is no move to take back.")

    def _earlier(self) -> Any:
        """Return the state before the last move; None where it is not known."""
        if self.past:
            return self.past.pop()
        return resolve(self.turns.before)(self.state) if self.turns.before else None

    def swap(self) -> None:
        """Take the other side."""
        if not self.other:
            say("Two people play: there is no side to take.")
            return
        self.other = self._opposite(self.other)
        say(f"You play {self._opposite(self.other)}.")

    def show(self) -> None:
        """Print the board."""
        say(resolve(self.game.show)(self.state))

    def ask(self) -> str | None:
        """Read a line; None at the end of the input and for Ctrl-C. What comes over a pipe is echoed."""
        prompt = f"{'over' if self.over else self.to_move}> "
        if sys.stdin.isatty():
            try:
                return input(prompt)
            except (EOFError, KeyboardInterrupt):
                say("")
                return None
        line = sys.stdin.readline()
        say(prompt + line.rstrip("\n"))
        return line or None


def say(text: str) -> None:
    """Print at once, so that a person or a program at the other end of a pipe sees it."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
