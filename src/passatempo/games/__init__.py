"""Games: bots, records and tournaments for all pastimes.

A bot is a name, or a function of your own that gets the view of its seat, a stream of random numbers and its limits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.library import guarded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.core.limits import Report
    from passatempo.games.players import Who
    from passatempo.games.playthrough import Playthrough
    from passatempo.games.tournaments import Table


@guarded
def play(
    pastime: str,
    players: Sequence[Who] = (),
    *,
    seed: int = 0,
    practice: bool = False,
    record: str | None = None,
    rules: str = "",
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
    rules, changes
        A set of rules by name, and fields of the rules that differ from it.

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
    preset, game_rules = preset_rules(game, rules, changes)
    seats = game.wiring.seats_of(game_rules) if game.wiring.seats_of else game.seats[0]
    sitting = make_players(home, players) if players else tuple([person(f"player {seat + 1}") for seat in range(seats)])
    return Playthrough(home, sitting, game_rules, preset, Deal(seed), practice=practice)


@guarded
def tournament(
    pastime: str,
    bots: Sequence[Who],
    *,
    games: int = 100,
    seed: int = 0,
    rules: str = "",
    workers: int = 1,
    plain: bool = False,
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
    rules, changes
        A set of rules by name, and fields of the rules that differ from it.
    workers
        The number of processes.
    plain
        Play move by move, even if a kernel can play whole games.
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
    from passatempo.games.tournaments import TournamentPlan, tournament_table
    from passatempo.games.tournaments import play_games as played

    preset, game_rules = preset_rules(game_of(found(pastime)), rules, changes)
    plan = TournamentPlan(pastime, tuple(bots), game_rules, preset, seed, games, plain)
    return tournament_table(plan, played(plan, workers=workers, report=report or silent))
