"""A game in the terminal: typed lines go to the game in progress, and its events are printed."""

import contextlib
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Any

from passatempo.cli.files import full_position_or_instance, is_record, read_source, write_out
from passatempo.cli.notes import is_quiet
from passatempo.cli.progress import interruptible, progress_bar
from passatempo.core.errors import FormatError, PassatempoError, UsageError, WrongAnswer, describe_fault, quote
from passatempo.core.game import Game, Word
from passatempo.core.input import as_text, read_bytes, read_line
from passatempo.core.limits import Cancel, Report, collect_garbage
from passatempo.core.messages import mark, retranslate, retranslate_error, translate
from passatempo.games.players import NoMove, ask_method, player, question_of
from passatempo.games.playthrough import Playthrough, Utterance
from passatempo.games.records import read_record, write_record
from passatempo.games.replays import resume_game
from passatempo.games.values import Deal, Opening, Part, ending_sentence

HINTS = "1", "2", "3", "4"
SEED_BITS = 32  # bits of a random seed: short enough to type
RECORD = ".jsonl"  # the file name ending of records; any other file gets the instance
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
# Commands in other languages. A game's own words have their own translations.
ALIASES = {"annulla": "undo", "deshacer": "undo", "u": "undo", "aiuto": "hint", "pista": "hint", "mostra": "show"}
ALIASES |= {"ver": "show", "esci": "quit", "salir": "quit", "q": "quit", "exit": "quit", "?": "help"}
ALIASES |= {"regole": "rules", "reglas": "rules", "ripeti": "redo", "rehacer": "redo", "nuova": "new", "nueva": "new"}
ALIASES |= {"mosse": "history", "jugadas": "history"}
ALIASES |= {"salva": "save", "guardar": "save", "carica": "load", "cargar": "load", "cambia": "swap", "cambiar": "swap"}


@dataclass(slots=True)
class TerminalGame:
    """A game in the terminal.

    Parameters
    ----------
    game
        The game in progress.
    is_teaching
        Whether to print after each turn what else it could have achieved.
    """

    game: Playthrough
    is_teaching: bool = False
    viewer_seat: int = -1  # the seat that was shown the view last
    on_finish: Callable[[Playthrough], None] | None = None  # called once with each game that ends here
    person_game: Playthrough | None = None  # the game in which a person has moved at this table
    tally_game: Playthrough | None = None  # the game that was passed to `on_finish`
    end_states: list[Any] = field(default_factory=list)  # the final states that were reported

    @property
    def rules(self) -> Game:
        """The rules of play."""
        return self.game.game

    @staticmethod
    def print_text(text: str) -> None:
        """Print and flush, so that a person or a program at the other end of a pipe sees the text at once."""
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    def translate_text(self, message: str, **values: object) -> str:
        """Translate a text into the language of the game."""
        return translate(message, self.game.locale, **values)

    def print_message(self, message: str, **values: object) -> None:
        """Print a text in the language of the game."""
        self.print_text(self.translate_text(message, **values))

    def run(self) -> int:
        """Play until somebody quits or the input ends."""
        if not is_quiet():
            self.print_message(mark("Type 'help' for the rules, 'quit' to leave."))
        collect_garbage()
        self.show_view()
        while True:
            self.play_bots()
            line = self.ask_line()
            if line is None:
                return 0
            word, _, rest = line.strip().partition(" ")
            word = ALIASES.get(word.lower(), word)
            if word == "quit":
                return 0
            with self.report_faults():
                late = self.game.expire()
                self.print_utterances(late) if late is not None else self.obey_line(word, rest.strip(), line)

    @contextlib.contextmanager
    def report_faults(self) -> Iterator[None]:
        """Print an error, and continue."""
        try:
            yield
        except WrongAnswer:
            raise
        except PassatempoError as error:
            self.print_text(f"{retranslate_error(error, self.game.locale)}.")
        except OSError as error:
            self.print_text(f"{describe_fault(error)}.")

    def obey_line(self, word: str, rest: str, line: str) -> None:
        """Execute a typed command, or play a typed move."""
        plain = {
            "undo": self.undo,
            "redo": self.redo,
            "show": self.show_view,
            "swap": self.swap_sides,
            "history": self.history,
        }
        plain |= {"new": self.start_game, "rules": self.describe}
        game_command = next(
            (candidate for candidate in self.rules.words if word.lower() in (candidate.name, *candidate.short)), None
        )
        if word in plain and not rest:
            plain[word]()
        elif word in ("help", "hint"):
            self.help() if word == "help" else self.hint(rest)
        elif word in ("save", "load"):
            self.run_file_command(word, rest)
        elif game_command is not None:
            self.run_game_word(game_command, rest)
        elif self.game.result is not None:
            self.print_message(
                mark("The game is over ({how}): undo, save FILE, load FILE or quit."), how=self.ending_phrase
            )
        elif word:
            self.submit_move(line)

    # ---- Moves ----

    def submit_move(self, line: str) -> None:
        """Play the typed move, or a part of it."""
        before, seat = self.game.view(), self.game.seat
        try:
            utterances = self.game.submit(line.strip())
        except FormatError as error:  # omit the place in the line, and add how to type a move
            self.print_text(
                f"{retranslate(error.message, self.game.locale)}. "
                f"{self.translate_text(self.rules.instruction)}".rstrip()
            )
            return
        is_complete_move = bool(utterances) and utterances[-1].move is not None
        self.print_utterances(*utterances)
        if is_complete_move and self.is_teaching and self.rules.wiring.teach and self.game.players[seat].is_person:
            teaching_note = self.rules.wiring.teach(before, utterances[-1].move, self.game.locale)
            self.print_text(teaching_note) if teaching_note else None
        if not is_complete_move or self.game.result is not None or not self._bots_follow:
            self.show_view()

    def print_utterances(self, *utterances: Utterance) -> None:
        """Print the result of a person's turn, or of a part of it."""
        for utterance in utterances:
            self.person_game = self.game if utterance.move is not None else self.person_game
            if utterance.text and (utterance.move is None or self.rules.wiring.describe_move):
                self.print_text(utterance.text)

    @property
    def _bots_follow(self) -> bool:
        return self.game.result is None and not self.game.player.is_person

    def play_bots(self) -> None:
        """Let the bots play until it is a person's turn, and then show the person's view."""
        has_moved = False
        while self._bots_follow:
            with self.report_faults():
                try:
                    self.print_move(self.run_bot(self.game.reply))
                except NoMove as none:
                    bot = self.game.names[self.game.seat] if not self.rules.sides else ""
                    bot_notice = mark("{bot} found no move{why}: it is your turn.")
                    self.print_message(bot_notice, bot=bot or none.bot_name, why=none)
                    return
            has_moved = True
        if has_moved:
            self.show_view()
        self.report_end()

    def print_move(self, utterance: Utterance) -> None:
        """Print a bot's move."""
        self.print_text(utterance.text)

    def run_bot(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Let a bot think, so that Ctrl-C can stop it."""
        cancel, game = Cancel(), self.game
        limits, game.limits = game.limits, replace(game.limits, cancel=cancel)
        try:
            with interruptible(cancel), progress_bar(game.pastime.name) as report:
                return work(*arguments, report=report)
        finally:
            game.limits = limits
            if cancel.cancelled:
                raise KeyboardInterrupt

    def report_end(self) -> None:
        """Report once that the game is over."""
        game_result = self.game.result
        if game_result is None or (self.end_states and self.end_states[-1] is self.game.state):
            return
        self.end_states.append(self.game.state)
        if self.rules.wiring.ending:
            self.print_text(self.rules.wiring.ending(self.game.state, self.game.names, self.game.locale))
        if self.on_finish is not None and self.person_game is self.game and self.tally_game is not self.game:
            self.tally_game = self.game
            self.on_finish(self.game)

    # ---- Words ----

    def run_game_word(self, word: Word, argument: str) -> None:
        """Execute one of the game's own commands."""
        word_reply = self.rules.wiring.words[word.name](self.game.view(), argument, self.game.locale)
        if isinstance(word_reply, Part):
            for utterance in self.game.take(word_reply):
                self.print_text(utterance.text)
            self.show_view()
        else:
            self.print_text(word_reply)

    def help(self) -> None:
        """Print the rules, how to type a move, and the commands."""
        rows = [(word.name, word.summary) for word in self.rules.words]
        left_out = {"swap": not self.rules.sides, "rules": not self.rules.wiring.describe}
        left_out["hint 1 to 4"] = not self.rules.wiring.hint
        rows += [(name, text) for name, text in HELP if not left_out.get(name)]
        width = max(len(name) for name, _ in rows)
        for text in (self.game.pastime.rules, self.rules.instruction):
            self.print_text(f"{self.translate_text(text)}\n") if text else None
        self.print_message(mark("Commands:"))
        self.print_text("\n".join(f"  {name:<{width}}  {self.translate_text(text)}" for name, text in rows))

    def describe(self) -> None:
        """Print each rule of the game with its source, or the help if the rules have no sources."""
        if self.rules.wiring.describe is None:
            self.help()
        else:
            self.print_text("\n".join(self.rules.wiring.describe(self.game.preset, self.game.rules)))

    def hint(self, bot: str) -> None:
        """Give a hint of a level, by default the highest, or show what a bot would do."""
        self.game.refuse_if_over()
        if self.rules.wiring.hint and (bot or HINTS[-1]) in HINTS:
            self.game.hinted = True
            self.print_text(self.rules.wiring.hint(self.game.view(), int(bot or HINTS[-1]), self.game.locale))
            return
        if self.rules.wiring.hint and bot.isdecimal():
            raise UsageError(self.translate_text(mark("hint {level}: the levels are 1 to 4"), level=bot))
        name = bot or self.game.hints_by
        player(self.game.pastime, name)  # refuse a mistyped bot
        self.game.hinted = True
        if self.rules.find_bot(name):
            self.print_text(self.game.advice(name))
            return
        outcome = self.run_bot(self._outcome, name)
        if outcome.answer is None:
            self.print_message(mark("The method found no move."))
            return
        problem, question = question_of(self.game.pastime, self.game.view())
        self.print_text(problem.wiring.show(question, outcome.answer))

    def _outcome(self, name: str, report: Report) -> Any:
        return ask_method(self.game.pastime, name, self.game.view(), self.game.method_limits, report)

    def undo(self) -> None:
        """Undo a part of the turn, or complete turns."""
        if self.game.undo():
            self.show_view()
        else:
            self.print_message(mark("There is no move to undo."))

    def redo(self) -> None:
        """Redo the moves that were undone."""
        if self.game.redo():
            self.show_view()
        else:
            self.print_message(mark("There is nothing to redo."))

    def start_game(self) -> None:
        """Start a new game with the same players and rules."""
        is_recording = self.game.keep is not None
        seed = secrets.randbits(SEED_BITS) if self.rules.chance else self.game.deal.seed
        self.game = self.game.restarted(Opening(self.game.rules, Deal(seed)))
        if self.rules.chance:
            self.print_message(mark("seed {seed}"), seed=seed)
        if is_recording:
            self.print_message(mark("The record ends with the previous game; 'save FILE' saves this one."))
        self.show_view()

    def swap_sides(self) -> None:
        """Change to the other side."""
        seats = [seat for seat, seat_player in enumerate(self.game.players) if seat_player.is_person]
        if len(seats) != 1 or not self.rules.sides:
            none = mark("This game has no sides.")
            self.print_message(mark("Two people are playing: there is no free side.") if self.rules.sides else none)
            return
        self.game.sit(1 - seats[0])
        self.print_message(mark("You play {side}."), side=self.game.names[1 - seats[0]])

    def history(self) -> None:
        """List the moves so far."""
        lines = self.game.told_moves()
        self.print_text("\n".join(lines) or self.translate_text(mark("No move has been made yet.")))

    def run_file_command(self, word: str, name: str) -> None:
        """Save the game, or load another one."""
        if not name:
            self.print_message(mark("{word} needs a file name."), word=word)
        elif word == "save":
            self.save(name)
        elif self.game.keep is not None:
            self.print_message(mark("This game is being recorded: quit first, then play {file}."), file=quote(name))
        else:
            self.load(name)

    def save(self, name: str) -> None:
        """Write the record, or the instance in the person's view."""
        if name.endswith(RECORD) or not self.rules.wiring.instance:
            write_out(write_record(self.game.record), name)
            if self.rules.is_hidden and self.game.result is None:
                self.print_message(mark("The record contains the seed, which reveals everything hidden."))
        else:
            instance = self.rules.wiring.instance(self.game.view())
            write_out(self.game.pastime.wiring.write(instance), name)
        self.print_message(mark("Saved to {file}."), file=name)

    def load(self, name: str) -> None:
        """Continue a record, or start from an instance."""
        content = read_bytes(name)
        if is_record(content):
            record, warnings = read_record(as_text(content))
            for warning in warnings:
                self.print_text(f"warning: {warning}")
            self.game = resume_game(self.game.pastime, record, limits=self.game.limits, locale=self.game.locale)
        elif self.rules.wiring.opening:
            source = read_source(self.game.pastime, name, None, {})
            start = full_position_or_instance(self.game.pastime, source, {})
            self.game = self.game.restarted(self.rules.wiring.opening(start, {}))
        else:
            raise UsageError(f"{quote(name)} is not a record")
        self.show_view()

    # ---- Display ----

    @property
    def ending_phrase(self) -> str:
        """The ending of the game in a few words; empty while it is in progress."""
        game_result = self.game.result
        return "" if game_result is None else ending_sentence(game_result, self.game.names, self.game.locale)

    def show_view(self) -> None:
        """Print the view of the person to move, after other people have looked away."""
        people = [seat for seat, seat_player in enumerate(self.game.players) if seat_player.is_person]
        seat = self.game.watching
        if self.rules.is_hidden and len(people) > 1 and self.viewer_seat not in (-1, seat) and self.game.result is None:
            self.print_message(mark("Pass the keyboard to {name}, then press Enter."), name=self.game.names[seat])
            read_line("")
            self.game.began = time.monotonic()  # the time starts now, since the hand was hidden before
        self.viewer_seat = seat
        self.print_text(self.rules.wiring.show(self.game.view(seat), self.game.names, self.game.locale))

    def ask_line(self) -> str | None:
        """Read a line; None at the end of the input."""
        over, left = self.game.result is not None, self.game.seconds_left
        minutes, seconds = divmod(max(0, ceil(left or 0)), 60)
        clock = "" if left is None else f"[{minutes}:{seconds:02}] "
        return read_line(f"{clock}{self.translate_text(mark('over')) if over else self.game.names[self.game.seat]}> ")
