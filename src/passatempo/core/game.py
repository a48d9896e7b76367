"""A pastime as a game: seats, views, moves, bots and results, as data without a front end.

There are no chance nodes. A `Deal` fixes everything random when the game begins, so a game is a function of its deal
and its moves. The view is a separate type with all that a seat may know. Bots, hints, the judge and pictures get views.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from passatempo.core.methods import Method, NamedRecord, Ref, parse_settings, resolve
from passatempo.core.pastime import LazyWiring, Shape


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class Bot(NamedRecord):
    """A player that is not a person.

    Parameters
    ----------
    name
        The name on the command line.
    summary
        A short description.
    settings
        Reference to a frozen dataclass, as for a method. Settings follow the name, as in ``strong:deals=64``.
    level
        novice, easy, medium, hard or best; it also selects the bot.
    source
        The place that describes or measures the bot.
    """

    name: str
    summary: str = ""
    settings: Ref = ""
    level: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Word(NamedRecord):
    """A word that can be typed instead of a move."""

    name: str
    summary: str
    short: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Game(LazyWiring):
    """The parts of a game, by name. A state, a view, a move and the rules are frozen values of the pastime.

    Parameters
    ----------
    instruction
        How to type a move, in one sentence, which is translated.
    seats
        The minimum and maximum number of players.
    functions
        Reference to its `GameWiring`.
    bots
        The first is the default opponent and the default hint.
    words
        Words that can be typed instead of moves.
    sides
        Names of the seats, if the game has its own, such as X and O.
    is_hidden
        Whether seats have different information. If so, only practice games allow undoing a complete turn.
    chance
        Whether the seed of the deal matters.
    question
        A question whose methods can also play.
    """

    functions: Ref
    instruction: str = ""
    seats: tuple[int, int]
    bots: tuple[Bot, ...] = ()
    words: tuple[Word, ...] = ()
    sides: tuple[str, ...] = ()
    is_hidden: bool = False
    chance: bool = True
    question: str = ""

    @cached_property
    def wiring(self) -> "GameWiring":
        """The functions of the game, imported when first used."""
        game_wiring: GameWiring = resolve(self.functions)
        return game_wiring

    def find_bot(self, bot_setup: str) -> tuple[Bot, Any] | None:
        """Find a bot by name and settings, or by its level; None if there is no such bot.

        Raises
        ------
        UsageError
            If the bot has no such setting.
        """
        name, _, bot_settings = bot_setup.partition(":")
        for bot in self.bots:
            if name == bot.name or (name == bot.level and not bot_settings):
                return bot, parse_settings(Method(name=bot.name, settings=bot.settings), bot_settings)
        return None


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """A file format for records of many games, which `replay` also reads.

    Parameters
    ----------
    recognise
        ``text -> whether it is such a file``.
    transcribe
        ``(text, index or None, locale) -> GameTranscript``: one game of the file, by default the first.
    checker
        ``text -> sentences``: an independent checker that judges the whole file from the rules alone.
    """

    recognise: Callable[[str], Any]
    transcribe: Callable[[str, int | None, str], Any]
    checker: Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class GameFiles:
    """Files of other programs with a played game, which `replay` also reads.

    Parameters
    ----------
    read
        ``(content, file name) -> played game``; None if the content is no such file.
    total
        ``(judgements as JSON, locale) -> (totals as JSON, line)``.
    """

    read: Callable[[bytes, str], Any]
    total: Callable[[Sequence[Any], str], tuple[dict[str, Any], str]]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GameWiring:
    """The functions of a game, which its `game/record.py` lists.

    Parameters
    ----------
    rules
        A frozen dataclass whose fields all have defaults. The fields are the flags of `play`.
    start
        ``(rules, seats, Deal) -> state``; raises `InvalidInstance`.
    seat
        ``state -> the seat to move``, from 0.
    view
        ``(state, seat) -> view``: all that this seat may know, and nothing else.
    judge
        ``(view, move) -> violations``, from the rules alone; empty if the move is legal.
    play
        ``(state, move) -> state``, for legal moves.
    result_of
        ``state -> Result``, None while the game is not over.
    read
        ``(view, text, locale) -> move or Part``; raises input errors.
    write
        ``(view, move, locale) -> text``, which `read` reads as the same move.
    move, deal
        The shapes of a move and of an explicit deal. Without a shape, a deal is a seed.
    show, draw
        ``(view, names, locale) -> text`` and ``view -> Svg``.
    moves
        ``view -> moves``, if they can be listed.
    sample
        ``(view, Random) -> a legal move``, if they cannot be listed. Every legal move must be possible.
    presets
        A mapping of names to `Preset`; the first is the default.
    preset_aliases
        Further names of presets.
    locale
        ``(locale, rules) -> locale`` for reading and writing moves, if the rules set how things are named.
    instance
        ``view -> instance`` of the pastime, for `save` and `question`.
    opening
        ``(instance, rules) -> Opening``: the game that begins from an instance; if the pastime has full positions,
        only from one of them.
    move_of_answer
        ``(view, answer of the question) -> move``, if its methods can play.
    describe_move
        ``(view before it, view after it, seat, move, names, locale) -> text``: a move as described to a player
        with these views.
    event
        ``(state, event of a record) -> state``, if records contain events that are not moves.
    ending
        ``(state, names, locale) -> text``: the text to show when the game is over.
    teach
        ``(view before it, move, locale) -> text``: what else the turn could have achieved.
    summary
        ``state -> whole numbers by name`` that the statistics store with the result.
    checker
        ``Record -> sentences``: an independent checker that judges a record from the rules alone.
    seats_of
        ``rules -> the default number of players``; without it, the minimum.
    games
        ``(rules, names of bots, deals) -> (turn lines, result) of each game``: complete games of the
        kernel's bots; None if it does not support these bots or deals.
    series
        Files of many games.
    game_files
        Files of other programs.
    judge_game
        ``(Playthrough or played game of a series, last, name, every, locale) -> JudgedGame``: the verdict on each of
        the player's moves up to `last`, in words and as JSON.
    bots
        Name to ``(view, Random, Limits) -> move``, with settings ``(view, Random, Limits, settings) -> move``.
        A bot gets no state, only the view of its seat.
    advice
        Name of a bot to ``(view, move, locale) -> text``: its move as a hint, with the bot's reasons. Without an
        entry, a hint is the move alone.
    words
        Name to ``(view, argument, locale) -> text``, or a `Part`.
    hint
        ``(view, level, locale) -> text``: a hint of level 1 (whether there is a play) to 4 (the complete play).
    describe
        ``(preset, rules) -> lines``: each rule with its source.
    seconds
        ``rules -> seconds of a turn``; 0 for no limit.
    forfeit
        ``(view, why) -> move`` for a turn whose time is over; `why` gives the reason. Needed with `seconds`.
    """

    rules: type
    start: Callable[..., Any]
    seat: Callable[..., Any]
    view: Callable[..., Any]
    judge: Callable[..., Any]
    play: Callable[..., Any]
    result_of: Callable[..., Any]
    read: Callable[..., Any]
    write: Callable[..., Any]
    move: Shape[Any]
    show: Callable[..., Any]
    draw: Callable[..., Any]
    checker: Callable[..., Any]
    deal: Any = None
    moves: Callable[..., Any] | None = None
    sample: Callable[..., Any] | None = None
    locale: Callable[[str, Any], str] | None = None
    instance: Any = None
    opening: Callable[..., Any] | None = None
    move_of_answer: Any = None
    describe_move: Callable[..., Any] | None = None
    ending: Callable[..., Any] | None = None
    teach: Callable[..., Any] | None = None
    summary: Callable[..., Any] | None = None
    seats_of: Callable[..., Any] | None = None
    games: Callable[..., Any] | None = None
    event: Callable[..., Any] | None = None
    presets: Mapping[str, Any] = field(default_factory=dict)
    preset_aliases: Mapping[str, str] = field(default_factory=dict)
    series: Series | None = None
    game_files: GameFiles | None = None
    judge_game: Callable[..., Any] | None = None
    bots: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    advice: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    words: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    hint: Callable[..., str] | None = None
    describe: Callable[..., Any] | None = None
    seconds: Callable[..., float] | None = None
    forfeit: Callable[..., Any] | None = None
