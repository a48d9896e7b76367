"""The commands `protocol` and `match` of Five in a row."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal

from passatempo.core.errors import UsageError
from passatempo.core.input import path_of
from passatempo.core.json import count_of, encode
from passatempo.core.limits import NO_NODES, Limits
from passatempo.core.output import append_lines
from passatempo.mnk.rules import Rules
from passatempo.mnk.settings import MOST_SIDE, MOST_THREADS, check_integer, check_seconds, level_of

if TYPE_CHECKING:
    from passatempo.mnk.lines import Cell
    from passatempo.mnk.matches.elo import Rating
    from passatempo.mnk.matches.match import GameRecord, MatchPlan

Form = Literal["text", "json"]
MOST_OPENINGS = 100_000  # on a board


def protocol(*, k: int = 5, level: int = 10, threads: int = 1) -> Iterator[str]:
    """Speak the Gomocup protocol, or that of the course framework, until END or the end of input.

    Parameters
    ----------
    k
        Marks in a row that win, for Gomocup's commands, which do not say it.
    level
        How well to play, 1 to 10.
    threads
        Threads to search on.
    """
    from passatempo.mnk.engine.clock import ask_for_short_slices, process_age
    from passatempo.mnk.matches.protocol import Session, converse, read_lines

    check_integer("k", k, 1, MOST_SIDE)
    check_integer("threads", threads, 1, MOST_THREADS)
    settings = level_of(level)
    ask_for_short_slices()
    return converse(Session(k, settings, threads, process_age()), read_lines(sys.stdin.buffer))


def match(
    first: str,
    second: str,
    /,
    *,
    board: tuple[str, ...] = (),
    openings: int = 0,
    book: str | None = None,
    seconds: float = 1.0,
    nodes: int | None = None,
    threads: int = 1,
    concurrency: int = 1,
    most_moves: int = 200,
    sprt: tuple[float, float] | None = None,
    seed: int = 0,
    save: str | None = None,
    resume: bool = False,
    format: Form = "text",  # noqa: A002
    limits: Limits = Limits(),
) -> Iterator[str]:
    """Let two players meet; by default on the 25 boards of the course tournament, with its points.

    Parameters
    ----------
    first, second
        engine, another method of `move` with its settings, gomocup:COMMAND or lines:COMMAND.
    board
        Boards m,n,k in place of the tournament's; may be given more than once.
    openings
        Pairs of games from even openings on each board; 0: one pair from the empty board, or all of the book.
    book
        Take the openings from this file (see the command `openings`), or from those that are shipped.
    seconds, nodes, threads
        The limits of a move.
    concurrency
        Pairs played side by side.
    most_moves
        A longer game is a draw.
    sprt
        Stop once the first is known to be stronger by the second of these numbers of Elo, or not by the first.
    seed
        Of the openings.
    save
        Write the games to this file, one JSON object a line; each is also an instance.
    resume
        Continue the match of that file: pairs that it holds are not played again, and count.
    format
        text or json.
    """
    from passatempo.mnk.matches.elo import rate_pairs, sprt_verdict
    from passatempo.mnk.matches.match import game_line, read_pairs, run_match

    check_integer("concurrency", concurrency, 1, MOST_THREADS)
    check_integer("seed", seed, -(2**63), 2**63 - 1)
    if sprt is not None and not (isfinite(sprt[0]) and isfinite(sprt[1]) and sprt[0] < sprt[1]):
        raise UsageError(f"--sprt: {sprt[0]:g} {sprt[1]:g} are not two numbers of Elo, smaller first")
    plan = _make_plan((first, second), board, openings, book, seconds, nodes, threads, most_moves, seed, limits)
    if resume and not save:
        raise UsageError("--resume needs --save FILE")
    pairs, byte_count = read_pairs(save, plan) if resume and save and path_of(save).exists() else ([], 0)
    test_verdict = ""

    def enough(rating: Rating) -> bool:
        nonlocal test_verdict
        test_verdict = sprt_verdict(rating, *sprt) if sprt else ""
        return bool(test_verdict)

    with append_lines(save, byte_count) as write:
        for pair in run_match(plan, concurrency, enough if sprt else None, limits.cancel, pairs):
            pairs.append(pair)
            write(game_line(plan, game) for game in pair)
            if format == "text":
                yield from (_game_line(plan, game) for game in pair)
    if limits.cancel is not None and limits.cancel.cancelled:
        return
    rating = rate_pairs([(a.score(0), b.score(0)) for a, b in pairs])
    games = [game for pair in pairs for game in pair]
    yield (
        encode(_summarise_match(plan, games, rating, test_verdict), indent=2)
        if format == "json"
        else _result_table(plan, games, rating, test_verdict)
    )


def _make_plan(
    players: tuple[str, str],
    board: tuple[str, ...],
    openings: int,
    book: str | None,
    seconds: float,
    nodes: int | None,
    threads: int,
    move_limit: int,
    seed: int,
    limits: Limits,
) -> MatchPlan:
    """Return the plan of a match with its openings."""
    from itertools import islice

    from passatempo.mnk.matches.match import TOURNAMENT, MatchPlan
    from passatempo.mnk.matches.opening_books import read_board, read_book
    from passatempo.mnk.matches.openings import even_openings
    from passatempo.mnk.matches.seats import make_seat

    check_seconds("seconds", seconds)
    check_integer("nodes", nodes, 1, NO_NODES)
    check_integer("threads", threads, 1, MOST_THREADS)
    check_integer("openings", openings, 0, MOST_OPENINGS)
    check_integer("most-moves", move_limit, 1, NO_NODES)
    for player in players:
        make_seat(player, seconds, nodes, threads).close()  # reports a mistyped name before the first game
    boards = tuple(read_board(text, "--board") for text in board)
    if book is not None:
        pairs = _first_openings(read_book(book, boards), openings)
        return MatchPlan(players, tuple(pairs), seconds, nodes, threads, move_limit)
    pairs = [
        (rules, opening)
        for rules in boards or tuple(Rules(*sizes) for sizes in TOURNAMENT)
        for opening in (islice(even_openings(rules, seed, limits.cancel), openings) if openings else [()])
    ]
    return MatchPlan(players, tuple(pairs), seconds, nodes, threads, move_limit)


def _first_openings(
    pairs: list[tuple[Rules, tuple[Cell, ...]]], opening_limit: int
) -> list[tuple[Rules, tuple[Cell, ...]]]:
    """Return the first openings of each board; with 0 all."""
    board_counts: Counter[Rules] = Counter()
    first_pairs = []
    for rules, opening in pairs:
        board_counts[rules] += 1
        if not opening_limit or board_counts[rules] <= opening_limit:
            first_pairs.append((rules, opening))
    return first_pairs


def _game_line(plan: MatchPlan, game: GameRecord) -> str:
    from passatempo.mnk.matches.match import ENDS

    rules = game.rules
    name = f"{rules.m},{rules.n},{rules.k}"
    game_outcome = "draw" if game.winner is None else f"{plan.players[game.winner]} wins"
    why = f"{ENDS[game.end]}{f': {game.failure_message}' if game.failure_message else ''}"
    player_pair = f"{plan.players[game.first_player]} - {plan.players[1 - game.first_player]}"
    return f"{name:<9} {player_pair}: {game_outcome} ({why}), {count_of(len(game.moves), 'move')}"


def _summarise_match(plan: MatchPlan, games: list[GameRecord], rating: Rating, test_verdict: str) -> dict[str, Any]:
    """Return points, results, faults and the rating of a match."""
    low, high = rating.interval
    from passatempo.mnk.matches.elo import elo

    return {
        "players": list(plan.players),
        "games": len(games),
        "points": [sum(game.points(player) for game in games) for player in (0, 1)],
        "wins": [sum(game.winner == player for game in games) for player in (0, 1)],
        "draws": sum(game.winner is None for game in games),
        "time_losses": [sum(game.end == "time" and game.winner == 1 - p for game in games) for p in (0, 1)],
        "failed": [sum(game.end == "failed" and game.winner == 1 - p for game in games) for p in (0, 1)],
        "slowest": [round(max((game.slowest_seconds[p] for game in games), default=0.0), 4) for p in (0, 1)],
        "pairs": list(rating.pairs),
        "split_pairs": rating.split_count,
        "elo": _finite_elo(elo(rating.score_share)),
        "elo_interval": [_finite_elo(low), _finite_elo(high)],
        "sprt": test_verdict or None,
    }


def _finite_elo(number: float) -> float | str:
    return round(number, 1) + 0.0 if abs(number) < 1e9 else ("inf" if number > 0 else "-inf")  # no -0.0


def _result_table(plan: MatchPlan, games: list[GameRecord], rating: Rating, test_verdict: str) -> str:
    """Return the results of a match as text."""
    match_summary = _summarise_match(plan, games, rating, test_verdict)
    width = max(map(len, plan.players))
    lines = [f"{'':<{width}} points  wins  draws  late  failed  slowest"]
    lines += [
        f"{name:<{width}} {match_summary['points'][p]:6} {match_summary['wins'][p]:5} "
        f"{match_summary['draws']:6} {match_summary['time_losses'][p]:5}"
        f" {match_summary['failed'][p]:7} {match_summary['slowest'][p]:7.3f} s"
        for p, name in enumerate(plan.players)
    ]
    elo, low, high = (
        f"{number:g}" if isinstance(number, float) else number
        for number in (match_summary["elo"], *match_summary["elo_interval"])
    )
    lines.append(f"pairs of 0, 1/2, 1, 3/2, 2 points: {' '.join(map(str, rating.pairs))}; split: {rating.split_count}")
    lines.append(f"Elo of the first: {elo} [{low}, {high}]{f'; the test says {test_verdict}' if test_verdict else ''}")
    return "\n".join(lines)
