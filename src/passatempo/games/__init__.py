"""Games: bots, records and tournaments for all pastimes.

A bot is a name, or a function of your own that gets the view of its seat, a stream of random numbers and its limits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.library import exports

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from passatempo.core.limits import Report
    from passatempo.games.players import Bot as Bot
    from passatempo.games.players import Who
    from passatempo.games.playthrough import Playthrough as Playthrough
    from passatempo.games.records import Record as Record
    from passatempo.games.replays import check as check
    from passatempo.games.replays import replay as replay
    from passatempo.games.tallies import Total as Total
    from passatempo.games.tallies import statistics as statistics
    from passatempo.games.tournaments import Table as Table


def play(
    pastime: str,
    players: Sequence[Who] = (),
    *,
    seed: int = 0,
    practice: bool = False,
    record: str | None = None,
    preset: str | None = None,
    rules: str | None = None,
    **changes: Any,
) -> Playthrough:
    """Start a game of bots and ``you``, by default of people only, or continue a record.

    Parameters
    ----------
    pastime
        The pastime whose game is played.
    players
        One per seat, as in a `tournament`, or ``you``.
    seed
        The same seed gives the same deal, and the same moves of bots.
    practice
        Whether finished turns can be undone.
    record
        The text of an unfinished record to continue.
    preset, changes
        A set of rules by name, and fields of the rules that differ from it.
    rules
        The former name of `preset`.

    Examples
    --------
    >>> match = play("mnk", ["you", "reference"], k=3)
    >>> match.submit("b2")[0].text, match.reply().text
    ('X plays b2', 'O (reference) plays a1')
    """
    from warnings import warn

    from passatempo.core.registry import pastime as found
    from passatempo.games.players import game_of, make_players, person
    from passatempo.games.playthrough import Playthrough
    from passatempo.games.records import read_record
    from passatempo.games.replays import resume_game
    from passatempo.games.shapes import preset_rules
    from passatempo.games.values import Deal

    home = found(pastime)
    if record is not None:
        game_record, remarks = read_record(record)
        for remark in remarks:
            warn(remark, stacklevel=5)  # points to the caller of the pastime's function
        return resume_game(home, game_record)
    game = game_of(home)
    preset, game_rules = preset_rules(game, preset, rules, changes)
    seats = game.wiring.seats_of(game_rules) if game.wiring.seats_of else game.seats[0]
    sitting = make_players(home, players) if players else tuple([person(f"player {seat + 1}") for seat in range(seats)])
    return Playthrough(home, sitting, game_rules, preset, Deal(seed), practice=practice)


def tournament(
    pastime: str,
    bots: Sequence[Who],
    *,
    games: int = 100,
    seed: int = 0,
    preset: str | None = None,
    rules: str | None = None,
    workers: int = 1,
    plain: bool = False,
    record: str | PathLike[str] | None = None,
    report: Report | None = None,
    **changes: Any,
) -> Table:
    """Let bots play each other, with every seating of each deal.

    Parameters
    ----------
    pastime
        The pastime whose game is played.
    bots
        Two or more: names with settings, as in ``"strong:deals=64"``, functions ``(view, random, limits) -> move``,
        or pairs of a name and a function. A move can be the text that a person would type.
    games
        The number of deals. Each is played once with each bot in each seat.
    seed
        The same seed gives the same games.
    preset, changes
        A set of rules by name, and fields of the rules that differ from it.
    rules
        The former name of `preset`.
    workers
        The number of processes.
    plain
        Play move by move, even if a kernel can play whole games.
    record
        The folder to which the record of each game is written.
    report
        Called with the progress.

    Raises
    ------
    BotFault
        If a function raises, returns no move, or moves against the rules.
    UsageError
        If there is no such pastime, bot or rule, or a function cannot be sent to another process.

    Examples
    --------
    >>> def first(view, random, limits):
    ...     return next(f"{'abc'[j]}{i + 1}" for i in range(3) for j in range(3) if not view.cells[3 * i + j])
    >>> table = tournament("mnk", [first, "corrado"], games=1, k=3)
    >>> [standing.name for standing in table.standings], table.games
    (['first', 'corrado'], 2)
    """
    from passatempo.core.limits import silent
    from passatempo.core.registry import pastime as found
    from passatempo.games.players import game_of
    from passatempo.games.shapes import preset_rules
    from passatempo.games.tournaments import TournamentPlan, play_games, tournament_table, write_records

    preset, game_rules = preset_rules(game_of(found(pastime)), preset, rules, changes)
    plan = TournamentPlan(pastime, tuple(bots), game_rules, preset, seed, games, plain)
    games_played = play_games(plan, workers=workers, records=record is not None, report=report or silent)
    return tournament_table(plan, games_played if record is None else write_records(plan, games_played, record))


if not TYPE_CHECKING:
    homes = {
        "players": "Bot",
        "playthrough": "Playthrough",
        "records": "Record",
        "replays": "check replay",
        "tallies": "Total statistics",
        "tournaments": "Table",
    }
    __all__, __dir__, __getattr__ = exports(__package__, homes)
