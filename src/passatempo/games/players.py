"""Players: a person, a bot of the game, or a method of its question."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from passatempo.core.errors import BotFault, FormatError, InvalidInstance, PassatempoError, UsageError, quote
from passatempo.core.json import with_ask
from passatempo.core.limits import Limits, Report, silent
from passatempo.core.methods import suggest
from passatempo.core.queries import ask
from passatempo.games.values import YOU, Part

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from passatempo.core.game import Game
    from passatempo.core.outcome import Outcome
    from passatempo.core.pastime import Pastime, Problem
    from passatempo.core.random import Random


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # more than any game has seats


class NoMove(PassatempoError):
    """A method that has no move to offer within its limits; `bot_name` is the method."""

    kind = "no-move"

    def __init__(self, message: str, bot_name: str) -> None:
        super().__init__(message)
        self.bot_name = bot_name


class Bot(Protocol):
    """A caller's bot: any function, or a callable object with a `name`.

    It gets the view of its seat, a stream of random numbers and its limits. It returns a move, or the text that a
    person would type.
    """

    def __call__(self, view: Any, random: Random, limits: Limits, /) -> Any:
        """Choose a move."""


Who: TypeAlias = "str | Bot | tuple[str, Bot]"  # a bot by name, or a caller's bot, optionally with its name


@dataclass(frozen=True, slots=True)
class Player:
    """A player at a seat.

    Parameters
    ----------
    name
        Its name in the game.
    bot
        The bot as specified, with settings; empty for a person.
    choose_move
        ``(view, Random, Limits, Report) -> move``; None for a person.
    is_method
        Whether it is a method of the question, which needs a time limit.
    has_hidden_hand
        Whether it plays at a real table with cards that the program cannot see. Its moves are entered for it.
    """

    name: str
    bot: str = ""
    choose_move: Callable[[Any, Random, Limits, Report], Any] | None = None
    is_method: bool = False
    has_hidden_hand: bool = False

    @property
    def is_person(self) -> bool:
        """Whether a person at this seat types the moves."""
        return self.choose_move is None and not self.has_hidden_hand


def person(name: str = YOU) -> Player:
    """Return a person."""
    return Player(name)


def question_of(pastime: Pastime, view: Any) -> tuple[Problem, Any]:
    """Return the pastime's question for a view."""
    game = game_of(pastime)
    problem = pastime.problem(game.question)
    return problem, with_ask(problem, game.wiring.instance(view), {})


def game_of(pastime: Pastime) -> Game:
    """Return the game of a pastime; raises `UsageError` if it has none."""
    if pastime.game is None:
        raise UsageError(f"{pastime.name} has no game to play")
    return pastime.game


def name_of(bot: Any) -> str:
    """Return the name of a bot: the string itself, `name` or `__name__`.

    >>> name_of("greedy"), name_of(len), name_of(("mine", len))
    ('greedy', 'len', 'mine')
    """
    if isinstance(bot, str):
        return bot
    bot_name = bot[0] if isinstance(bot, tuple) and bot else getattr(bot, "name", "") or getattr(bot, "__name__", "")
    return str(bot_name or type(bot).__name__)


def custom_strategy(kind: str, strategy: Any) -> tuple[str, Callable[..., Any]]:
    """Return the name and the function of a caller's bot or policy. Any exception in it becomes a `BotFault`."""
    name, strategy_function = (
        name_of(strategy),
        strategy[1] if isinstance(strategy, tuple) and len(strategy) == 2 else strategy,
    )
    if not callable(strategy_function):
        raise UsageError(f"{quote(strategy_function)} is not a {kind}: a name or a function is needed")

    def call(*positionals: Any) -> Any:
        try:
            return strategy_function(*positionals)
        except Exception as error:  # third-party code may raise anything
            raise BotFault(f"the {kind} {name} failed: {type(error).__name__}: {error}") from error

    return name, call


def player(pastime: Pastime, candidate: Who) -> Player:
    """Find a bot by name, settings or level, or a method of the game's question, or wrap a caller's bot.

    Raises
    ------
    UsageError
        If there is no such bot or method; the message lists the available ones.
    """
    game = game_of(pastime)
    if not isinstance(candidate, str):
        name, bot_function = custom_strategy("bot", candidate)
        return Player(name, name, partial(_move_custom_bot, game, name, bot_function))
    bot_setup = candidate
    if bot_match := game.find_bot(bot_setup):
        bot, settings = bot_match
        move = game.wiring.bots[bot.name]
        return Player(bot_setup, bot_setup, partial(_move_bot, partial(move, settings=settings) if settings else move))
    name = bot_setup.partition(":")[0]
    names = bot_names(pastime)
    if name not in names:
        raise UsageError(f"{quote(name)} is not a bot of {pastime.name}{suggest(name, names)} ({', '.join(names)})")
    pastime.problem(game.question).choose(bot_setup)  # refuse a mistyped setting before the game begins
    return Player(bot_setup, bot_setup, partial(_by_method, pastime, bot_setup), is_method=True)


def bot_names(pastime: Pastime) -> list[str]:
    """List the bots of a game and the methods that can play it, the default first."""
    game = game_of(pastime)
    methods = pastime.problem(game.question).methods if game.question else ()
    return [bot.name for bot in game.bots] + [method.name for method in methods]


def _move_bot(move: Any, view: Any, random: Random, limits: Limits, report: Report = silent) -> Any:
    return move(view, random, limits)


def _move_custom_bot(
    game: Game, name: str, bot: Bot, view: Any, random: Random, limits: Limits, report: Report = silent
) -> Any:
    """Let a caller's bot move, and check its move. Any error is the bot's fault, not an internal error."""
    move = bot(view, random, limits)
    move_message = f"the bot {name} played {quote(move)}"
    try:
        if isinstance(move, str):
            move = game.wiring.read(view, move, "en")
        partly = isinstance(move, Part)
        faults = () if partly else game.wiring.judge(view, move)
    except (FormatError, InvalidInstance) as error:
        raise BotFault(f"{move_message}: {error}") from error
    except Exception as error:  # neither a move nor a text
        raise BotFault(f"{move_message}, which is not a move") from error
    if partly or faults:
        raise BotFault(f"{move_message}: {faults[0].text if faults else 'that is only part of a move'}")
    return move


def _by_method(
    pastime: Pastime, method_setup: str, view: Any, random: Random, limits: Limits, report: Report = silent
) -> Any:
    """Play the answer of a method. Its random seed is the stream's next number."""
    outcome = ask_method(pastime, method_setup, view, replace(limits, seed=random.next_word() >> 1), report)
    if outcome.answer is None:
        raise NoMove(f": {outcome.reason}" if outcome.reason else "", outcome.method)
    return game_of(pastime).wiring.move_of_answer(view, outcome.answer)


def ask_method(pastime: Pastime, method_setup: str, view: Any, limits: Limits, report: Report = silent) -> Outcome[Any]:
    """Ask a method the question of a view."""
    problem, question = question_of(pastime, view)
    return ask(problem, question, method=method_setup, limits=limits, report=report)


def make_players(pastime: Pastime, words: Sequence[Who]) -> tuple[Player, ...]:
    """Return the players of seats named in order: ``you``, or a name with ``!`` for further people, else a bot.

    Letters distinguish players of the same name, since numbers in names count cards.
    """
    seat_players = [
        person(word.rstrip("!"))
        if isinstance(word, str) and (word == YOU or word.endswith("!"))
        else player(pastime, word)
        for word in words
    ]
    names = [seat_player.name for seat_player in seat_players]
    for index, seat_player in enumerate(seat_players):
        if names.count(seat_player.name) > 1:
            seat_players[index] = replace(
                seat_player, name=f"{seat_player.name} {LETTERS[names[:index].count(seat_player.name) % len(LETTERS)]}"
            )
    return tuple(seat_players)
