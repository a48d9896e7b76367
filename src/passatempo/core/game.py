"""A pastime as a game: seats, views, moves, bots, results, as data that knows no terminal and no page.

Chance has no nodes: whatever is random is fixed by a `Deal` when the game begins, so a game is a function of its deal
and its moves. What a seat may know is a type of its own, the view: bots, hints, the judge and the pictures get views.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from passatempo.core.methods import Method, Record, Ref, parse_settings, resolve
from passatempo.core.pastime import Wired

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from passatempo.core.pastime import Shape


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class Bot(Record):
    """A player that is no person.

    Parameters
    ----------
    name
        The word of the command line.
    summary
        What it does, in a few words.
    settings
        Reference to a frozen dataclass, as of a method: written in the name, as in ``strong:deals=64``.
    level
        novice, easy, medium, hard or best, by which it is found too.
    source
        Where it is described or measured.
    """

    name: str
    summary: str = ""
    settings: Ref = ""
    level: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Word(Record):
    """A word that may be typed in place of a move."""

    name: str
    summary: str
    short: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Game(Wired):
    """What there is of a game, by name; a state, a view, a move and the rules are frozen values of the pastime.

    Parameters
    ----------
    instruction
        How a move is typed, in one sentence, which is translated.
    seats
        The fewest and the most players.
    functions
        Reference to its `GameWiring`.
    bots
        The first is the opponent and the hint of those who name none.
    words
        Words that may be typed beside moves.
    sides
        Names of the seats, where the game has names of its own, such as X and O.
    hidden
        Whether seats know different things: whole turns are then undone in practice games only.
    chance
        Whether the seed of the deal decides anything.
    question
        A question whose methods can play too.
    """

    functions: Ref
    instruction: str = ""
    seats: tuple[int, int]
    bots: tuple[Bot, ...] = ()
    words: tuple[Word, ...] = ()
    sides: tuple[str, ...] = ()
    hidden: bool = False
    chance: bool = True
    question: str = ""

    @cached_property
    def wiring(self) -> GameWiring:
        """The functions of the game, imported when first used."""
        whole: GameWiring = resolve(self.functions)
        return whole

    def bot(self, written: str) -> tuple[Bot, Any] | None:
        """Find a bot by name and settings, or by its level; None where no bot is called so.

        Raises
        ------
        UsageError
            If the bot has no such setting.
        """
        name, _, said = written.partition(":")
        for bot in self.bots:
            if name == bot.name or (name == bot.level and not said):
                return bot, parse_settings(Method(name=bot.name, settings=bot.settings), said)
        return None


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """Records of many games in one file, in a form of their own, which `replay` takes as well.

    Parameters
    ----------
    known
        ``text -> whether it is such a file``.
    tell
        ``(text, index or None, locale) -> Told``: one game of it, the first where none is named.
    checker
        ``text -> sentences``: a second program that judges all of it from the rules alone.
    """

    known: Callable[[str], Any]
    tell: Callable[[str, int | None, str], Any]
    checker: Callable[[str], Any]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GameWiring:
    """The functions of a game, which its `game/record.py` lists.

    Parameters
    ----------
    rules
        A frozen dataclass whose fields all have defaults: the flags of `play`.
    start
        ``(rules, seats, Deal) -> state``; raises `InvalidInstance`.
    seat
        ``state -> the seat to move``, from 0.
    view
        ``(state, seat) -> view``: all that this seat may know, and nothing else.
    judge
        ``(view, move) -> violations``, from the rules alone; empty where the move is legal.
    play
        ``(state, move) -> state``, for legal moves.
    result
        ``state -> Result``, None while the game is open.
    read
        ``(view, text, locale) -> move or Part``; raises input errors.
    write
        ``(view, move, locale) -> text``, which `read` reads as the same move.
    move, deal
        The shapes of a move and of a given deal; a deal without a shape is a seed.
    show, draw
        ``(view, names, locale) -> text`` and ``view -> Svg``.
    moves
        ``view -> moves``, where they can be listed.
    sample
        ``(view, Random) -> a legal move``, where they cannot: any legal move may come.
    presets
        A mapping of names to `Preset`; the first is the default.
    locale
        ``(locale, rules) -> locale`` in which moves are read and told, where rules say how things are named.
    instance
        ``view -> instance`` of the pastime, for `save` and `question`.
    opening
        ``(instance, rules) -> Opening``: the game that begins from an instance.
    chosen
        ``(view, answer of the question) -> move``, where its methods can play.
    tell
        ``(view before it, view after it, seat, move, names, locale) -> text``: a move as one who sees
        these views hears of it.
    event
        ``(state, event of a record) -> state``: what is noted that is no move, where records have such.
    ending
        ``(state, names, locale) -> text``: what is shown when the game is over.
    teach
        ``(view before it, move, locale) -> text``: what more a turn could have done.
    summary
        ``state -> whole numbers by name`` that statistics keep beside the result.
    checker
        ``Record -> sentences``: a second program that judges a record from the rules alone.
    seats_of
        ``rules -> how many play`` where nobody says; the fewest without it.
    games
        ``(rules, names of bots, deals) -> (turn lines, result) of each game``: whole games of the
        kernel's bots; None where it does not play these bots or deals.
    series
        Files of many games.
    bots
        Name to ``(view, Random, Limits) -> move``, with settings ``(view, Random, Limits, settings) -> move``. It sees
        no state, only the view of its seat.
    advice
        Name of a bot to ``(view, move, locale) -> text``: its move as a hint, with what it knows of it; the move alone
        where there is none.
    words
        Name to ``(view, argument, locale) -> text``, or a `Part`.
    hint
        ``(view, level, locale) -> text``: a hint of level 1, whether there is a play, to 4, the whole play.
    describe
        ``(preset, rules) -> lines``: each rule with its source.
    seconds
        ``rules -> seconds of a turn``; 0 for no limit.
    forfeit
        ``(view, why) -> move`` in place of a turn whose time is over, which `why` says; needed with `seconds`.
    """

    rules: type
    start: Callable[..., Any]
    seat: Callable[..., Any]
    view: Callable[..., Any]
    judge: Callable[..., Any]
    play: Callable[..., Any]
    result: Callable[..., Any]
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
    chosen: Any = None
    tell: Callable[..., Any] | None = None
    ending: Callable[..., Any] | None = None
    teach: Callable[..., Any] | None = None
    summary: Callable[..., Any] | None = None
    seats_of: Callable[..., Any] | None = None
    games: Callable[..., Any] | None = None
    event: Callable[..., Any] | None = None
    presets: Mapping[str, Any] = field(default_factory=dict)
    series: Series | None = None
    bots: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    advice: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    words: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    hint: Callable[..., str] | None = None
    describe: Callable[..., Any] | None = None
    seconds: Callable[..., float] | None = None
    forfeit: Callable[..., Any] | None = None
