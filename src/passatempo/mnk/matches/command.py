"""The command `protocol`, and matches of two players of Five in a row."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from os import PathLike, fspath
from time import monotonic
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import UsageError, quote
from passatempo.core.input import path_of
from passatempo.core.json import count_of
from passatempo.core.limits import NO_NODES, Cancel, Progress, Report
from passatempo.core.output import append_lines
from passatempo.core.value import Finding
from passatempo.mnk.matches.elo import Rating, elo, rate_pairs, sprt_verdict
from passatempo.mnk.matches.match import ENDS, TOURNAMENT, GameRecord, MatchPlan, game_line, read_pairs, run_match
from passatempo.mnk.matches.opening_books import read_board, read_book
from passatempo.mnk.matches.openings import even_openings
from passatempo.mnk.matches.seats import make_seat
from passatempo.mnk.rules import Rules
from passatempo.mnk.settings import MOST_SIDE, MOST_THREADS, check_integer, check_seconds, level_of

if TYPE_CHECKING:
    from passatempo.mnk.lines import Cell

MOST_OPENINGS = 100_000  # on a board
MOST_ELO = 1e9


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
    *,
    board: Sequence[str | tuple[int, int, int]] = (),
    openings: int = 0,
    book: str | PathLike[str] | None = None,
    seconds: float = 1.0,
    nodes: int | None = None,
    threads: int = 1,
    concurrency: int = 1,
    most_moves: int = 200,
    sprt: tuple[float, float] | None = None,
    seed: int = 0,
    save: str | PathLike[str] | None = None,
    resume: bool = False,
    report: Report | None = None,
    cancel: Cancel | None = None,
) -> Match:
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
    report, cancel
        A function that is called with each pair, and a switch. A cancelled match has the pairs that were played.

    Raises
    ------
    UsageError, FormatError, InvalidInstance
        If there is no such player, board or opening, or the file holds another match.

    Examples
    --------
    >>> match("proof", "reference", board=[(3, 3, 3)], nodes=20000, seconds=9.0).draws
    2
    """
    check_integer("concurrency", concurrency, 1, MOST_THREADS)
    check_integer("seed", seed, -(2**63), 2**63 - 1)
    _check_sprt(sprt)
    boards = tuple(read_board(each, "board") for each in board)
    plan = _make_plan((first, second), boards, openings, book, seconds, nodes, threads, most_moves, seed, cancel)
    if resume and not save:
        raise UsageError("--resume needs --save FILE")
    file = None if save is None else fspath(save)
    pairs, byte_count = read_pairs(file, plan) if resume and file and path_of(file).exists() else ([], 0)
    test_verdict, saved, start_time = "", 2 * len(pairs), monotonic()

    def enough(rating: Rating) -> bool:
        nonlocal test_verdict
        test_verdict = sprt_verdict(rating, *sprt) if sprt else ""
        return bool(test_verdict)

    with append_lines(file, byte_count) as write:
        for pair in run_match(plan, concurrency, enough if sprt else None, cancel, pairs):
            pairs.append(pair)
            write(game_line(plan, game) for game in pair)
            if report is not None:
                part = Match(plan, pair, is_complete=False)
                report(Progress(monotonic() - start_time, done=len(pairs), total=len(plan.opening_pairs), part=part))
    is_complete = cancel is None or not cancel.cancelled
    games = tuple(game for pair in pairs for game in pair)
    return Match(plan, games, saved, test_verdict, is_complete=is_complete)


def _check_sprt(sprt: tuple[float, float] | None) -> None:
    """Refuse bounds that are not two numbers, the smaller first."""
    if sprt is None:
        return
    is_pair = isinstance(sprt, tuple | list) and len(sprt) == 2 and all(type(each) in (int, float) for each in sprt)
    if not is_pair or not -MOST_ELO <= sprt[0] < sprt[1] <= MOST_ELO:
        numbers = " ".join(f"{each:g}" if isinstance(each, float) else quote(each) for each in sprt) if is_pair else ""
        raise UsageError(f"sprt: {numbers or quote(sprt)} are not two numbers of Elo, smaller first")


def _make_plan(
    players: tuple[str, str],
    boards: tuple[Rules, ...],
    openings: int,
    book: str | PathLike[str] | None,
    seconds: float,
    nodes: int | None,
    threads: int,
    move_limit: int,
    seed: int,
    cancel: Cancel | None,
) -> MatchPlan:
    """Return the plan of a match with its openings."""
    check_seconds("seconds", seconds)
    check_integer("nodes", nodes, 1, NO_NODES)
    check_integer("threads", threads, 1, MOST_THREADS)
    check_integer("openings", openings, 0, MOST_OPENINGS)
    check_integer("most_moves", move_limit, 1, NO_NODES)
    for player in players:
        make_seat(player, seconds, nodes, threads).close()  # reports a mistyped name before the first game
    if book is not None:
        pairs = _first_openings(read_book(fspath(book), boards), openings)
        return MatchPlan(players, tuple(pairs), seconds, nodes, threads, move_limit)
    pairs = [
        (rules, opening)
        for rules in boards or tuple(Rules(*sizes) for sizes in TOURNAMENT)
        for opening in (islice(even_openings(rules, seed, cancel), openings) if openings else [()])
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


@dataclass(frozen=True, slots=True)
class Match(Finding):
    """The games of a match and what they show of the first player's strength.

    Parameters
    ----------
    plan
        The players, the openings and the limits.
    games
        All games, two of each opening.
    saved_count
        How many of these were read from the file.
    verdict
        What the sequential test says: elo1, elo0, or nothing.
    is_complete
        Whether the match was not cancelled.
    """

    plan: MatchPlan
    games: tuple[GameRecord, ...]
    saved_count: int = 0
    verdict: str = ""
    is_complete: bool = True

    @property
    def wins(self) -> tuple[int, int]:
        """The games that each player won."""
        first, second = (sum(game.winner == player for game in self.games) for player in (0, 1))
        return first, second

    @property
    def draws(self) -> int:
        """The number of drawn games."""
        return sum(game.winner is None for game in self.games)

    @property
    def rating(self) -> Rating:
        """The results of the first player, by pairs."""
        return rate_pairs([(a.score(0), b.score(0)) for a, b in zip(self.games[::2], self.games[1::2], strict=True)])

    def lines(self) -> Iterator[str]:
        """Yield a line for each game that was played now, and the results if the match is complete."""
        yield from (_game_line(self.plan, game) for game in self.games[self.saved_count :])
        if self.is_complete:
            yield from _result_table(self)

    def json_text(self) -> str:
        """Write the JSON; nothing for a match that was cancelled."""
        return Finding.json_text(self) if self.is_complete else ""

    def to_json(self) -> dict[str, Any]:
        """Return points, results, faults and the rating."""
        games, rating = self.games, self.rating
        low, high = rating.interval
        losses = {
            end: [sum(game.end == end and game.winner == 1 - p for game in games) for p in (0, 1)] for end in ENDS
        }
        return {
            "players": list(self.plan.players),
            "games": len(games),
            "points": [sum(game.points(player) for game in games) for player in (0, 1)],
            "wins": list(self.wins),
            "draws": self.draws,
            "time_losses": losses["time"],
            "failed": losses["failed"],
            "slowest": [round(max((game.slowest_seconds[p] for game in games), default=0.0), 4) for p in (0, 1)],
            "pairs": list(rating.pairs),
            "split_pairs": rating.split_count,
            "elo": _finite_elo(elo(rating.score_share)),
            "elo_interval": [_finite_elo(low), _finite_elo(high)],
            "sprt": self.verdict or None,
        }


def _game_line(plan: MatchPlan, game: GameRecord) -> str:
    rules = game.rules
    name = f"{rules.m},{rules.n},{rules.k}"
    game_outcome = "draw" if game.winner is None else f"{plan.players[game.winner]} wins"
    why = f"{ENDS[game.end]}{f': {game.failure_message}' if game.failure_message else ''}"
    player_pair = f"{plan.players[game.first_player]} - {plan.players[1 - game.first_player]}"
    return f"{name:<9} {player_pair}: {game_outcome} ({why}), {count_of(len(game.moves), 'move')}"


def _finite_elo(number: float) -> float | str:
    return round(number, 1) + 0.0 if abs(number) < 1e9 else ("inf" if number > 0 else "-inf")  # no -0.0


def _result_table(match: Match) -> Iterator[str]:
    """Yield the lines of the results of a match."""
    figures, players = match.to_json(), match.plan.players
    width = max(map(len, players))
    yield f"{'':<{width}} points  wins  draws  late  failed  slowest"
    for p, name in enumerate(players):
        yield (
            f"{name:<{width}} {figures['points'][p]:6} {figures['wins'][p]:5} {figures['draws']:6} "
            f"{figures['time_losses'][p]:5} {figures['failed'][p]:7} {figures['slowest'][p]:7.3f} s"
        )
    mean, low, high = (
        f"{number:g}" if isinstance(number, float) else number for number in (figures["elo"], *figures["elo_interval"])
    )
    yield f"pairs of 0, 1/2, 1, 3/2, 2 points: {' '.join(map(str, figures['pairs']))}; split: {figures['split_pairs']}"
    yield f"Elo of the first: {mean} [{low}, {high}]{f'; the test says {match.verdict}' if match.verdict else ''}"
