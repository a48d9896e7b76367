"""A pastime as a game: seats, views, moves, bots, results, as data that knows no terminal and no page.

Chance has no nodes: whatever is random is fixed by a `Deal` when the game begins, so a game is a function of its deal
and its moves. What a seat may know is a type of its own, the view: bots, hints, the judge and the pictures get views.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from typing import Any

from passatempo.core.methods import Method, Record, Ref, parse_settings


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class Bot(Record):
    """A player that is no person.

    Parameters
    ----------
    name
        The word of the command line.
    where
        Reference to ``(view, Random, Limits) -> move``, with settings ``(view, Random, Limits, settings) -> move``. It
        sees no state, only the view of its seat.
    summary
        What it does, in a few words.
    settings
        Reference to a frozen dataclass, as of a method: written in the name, as in ``strong:deals=64``.
    level
        novice, easy, medium, hard or best, by which it is found too.
    source
        Where it is described or measured.
    advice
        Reference to ``(view, move, locale) -> text``: its move as a hint, with what it knows of it; the move alone
        without it.
    """

    name: str
    where: Ref
    summary: str = ""
    settings: Ref = ""
    level: str = ""
    source: str = ""
    advice: Ref = ""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Word(Record):
    """A word that may be typed in place of a move: ``(view, argument, locale) -> text``, or a `Part`."""

    name: str
    summary: str
    where: Ref
    short: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Series(Record):
    """Records of many games in one file, in a form of their own, which `replay` takes as well.

    Parameters
    ----------
    known
        Reference to ``text -> whether it is such a file``.
    tell
        Reference to ``(text, index or None, locale) -> Told``: one game of it, the first where none is named.
    checker
        Reference to ``text -> sentences``: a second program that judges all of it from the rules alone.
    """

    known: Ref
    tell: Ref
    checker: Ref


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class Game(Record):
    """The rules of a game as references; a state, a view, a move and the rules are frozen values of the pastime.

    Parameters
    ----------
    rules
        Reference to a frozen dataclass whose fields all have defaults: the flags of `play`.
    instruction
        How a move is typed, in one sentence, which is translated.
    seats
        The fewest and the most players.
    start
        Reference to ``(rules, seats, Deal) -> state``; raises `InvalidInstance`.
    seat
        Reference to ``state -> the seat to move``, from 0.
    view
        Reference to ``(state, seat) -> view``: all that this seat may know, and nothing else.
    judge
        Reference to ``(view, move) -> violations``, from the rules alone; empty where the move is legal.
    play
        Reference to ``(state, move) -> state``, for legal moves.
    result
        Reference to ``state -> Result``, None while the game is open.
    read
        Reference to ``(view, text, locale) -> move or Part``; raises input errors.
    write
        Reference to ``(view, move, locale) -> text``, which `read` reads as the same move.
    move, deal
        References to the shapes of a move and of a given deal; a deal without a shape is a seed.
    show, draw
        References to ``(view, names, locale) -> text`` and ``view -> Svg``.
    bots
        The first is the opponent and the hint of those who name none.
    moves
        Reference to ``view -> moves``, where they can be listed.
    sample
        Reference to ``(view, Random) -> a legal move``, where they cannot: any legal move may come.
    words
        Words that may be typed beside moves.
    presets
        Reference to a mapping of names to `Preset`; the first is the default.
    sides
        Names of the seats, where the game has names of its own, such as X and O.
    hidden
        Whether seats know different things: whole turns are then undone in practice games only.
    chance
        Whether the seed of the deal decides anything.
    instance
        Reference to ``view -> instance`` of the pastime, for `save` and `question`.
    opening
        Reference to ``(instance, rules) -> Opening``: the game that begins from an instance.
    question, chosen
        A question whose methods can play too, and a reference to ``(view, its answer) -> move``.
    tell
        Reference to ``(view before it, view after it, seat, move, names, locale) -> text``: a move as one who sees
        these views hears of it.
    event
        Reference to ``(state, event of a record) -> state``: what is noted that is no move, where records have such.
    ending
        Reference to ``(state, names, locale) -> text``: what is shown when the game is over.
    teach
        Reference to ``(view before it, move, locale) -> text``: what more a turn could have done.
    summary
        Reference to ``state -> whole numbers by name`` that statistics keep beside the result.
    checker
        Reference to ``Record -> sentences``: a second program that judges a record from the rules alone.
    seats_of
        Reference to ``rules -> how many play`` where nobody says; the fewest without it.
    games
        Reference to ``(rules, names of bots, deals) -> (turn lines, result) of each game``: whole games of the
        kernel's bots; None where it does not play these bots or deals.
    series
        Files of many games.
    """

    rules: Ref
    instruction: str = ""
    seats: tuple[int, int]
    start: Ref
    seat: Ref
    view: Ref
    judge: Ref
    play: Ref
    result: Ref
    read: Ref
    write: Ref
    move: Ref
    show: Ref
    draw: Ref
    checker: Ref
    deal: Ref = ""
    bots: tuple[Bot, ...] = ()
    moves: Ref = ""
    sample: Ref = ""
    words: tuple[Word, ...] = ()
    presets: Ref = ""
    sides: tuple[str, ...] = ()
    hidden: bool = False
    chance: bool = True
    instance: Ref = ""
    opening: Ref = ""
    question: str = ""
    chosen: Ref = ""
    tell: Ref = ""
    ending: Ref = ""
    teach: Ref = ""
    summary: Ref = ""
    seats_of: Ref = ""
    games: Ref = ""
    series: Series | None = None
    event: Ref = ""

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
                return bot, parse_settings(Method(name=bot.name, where=bot.where, settings=bot.settings), said)
        return None


def references(game: Game) -> tuple[dict[str, Ref], list[Ref]]:
    """Return the references that a game must have, by name, and the others, its bots' and words' among them."""
    own = [ref for bot in game.bots for ref in (bot.where, bot.settings, bot.advice)] + [
        word.where for word in game.words
    ]
    if game.series is not None:
        own += [game.series.known, game.series.tell, game.series.checker]
    refs = [entry for entry in fields(Game) if entry.type == "Ref"]
    required = {entry.name: getattr(game, entry.name) for entry in refs if entry.default is MISSING}
    return required, [getattr(game, entry.name) for entry in refs if entry.name not in required] + own
