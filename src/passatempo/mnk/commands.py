"""The own commands of m,n,k: protocol, match, analyse."""

from __future__ import annotations

import sys
from collections.abc import Iterator  # noqa: TC003 - the command line reads the annotations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from passatempo.core.errors import UsageError, quote
from passatempo.core.json import decode, encode
from passatempo.core.limits import Limits
from passatempo.mnk.model import Rules

if TYPE_CHECKING:
    from passatempo.mnk.match import Plan, Played
    from passatempo.mnk.ratings import Rating

Form = Literal["text", "json"]


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
    from passatempo.mnk.clock import ask_for_short_slices
    from passatempo.mnk.protocol import Session, converse, lines

    ask_for_short_slices()
    return converse(Session(k, _settings(level), threads), lines(sys.stdin.buffer))


def _settings(level: int) -> Any:
    from passatempo.mnk.settings import EngineSettings

    try:
        return EngineSettings(level=level)
    except ValueError as error:
        raise UsageError(str(error)) from error


def match(
    first: str,
    second: str,
    /,
    *,
    board: tuple[str, ...] = (),
    openings: int = 0,
    seconds: float = 1.0,
    nodes: int | None = None,
    threads: int = 1,
    concurrency: int = 1,
    most_moves: int = 200,
    sprt: tuple[float, float] | None = None,
    seed: int = 0,
    save: str | None = None,
    format: Form = "text",  # noqa: A002
) -> Iterator[str]:
    """Let two players meet; by default on the 25 boards of the course tournament, with its points.

    Parameters
    ----------
    first, second
        engine, another method of `move` with its settings, gomocup:COMMAND or lines:COMMAND.
    board
        Boards m,n,k in place of the tournament's; may be given more than once.
    openings
        Pairs of games from even openings on each board; 0: one pair from the empty board.
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
    format
        text or json.
    """
    from passatempo.mnk.match import run
    from passatempo.mnk.ratings import rate, verdict

    plan = _plan((first, second), board, openings, seconds, nodes, threads, most_moves, seed)
    pairs: list[tuple[Played, Played]] = []
    said = ""

    def enough(rating: Rating) -> bool:
        nonlocal said
        said = verdict(rating, *sprt) if sprt else ""
        return bool(said)

    kept = open(save, "w", encoding="utf-8") if save else None  # noqa: SIM115 - closed below, games are written as they end
    try:
        for pair in run(plan, concurrency, enough if sprt else None):
            pairs.append(pair)
            if kept:
                kept.writelines(encode(_record(plan, game)) + "\n" for game in pair)
                kept.flush()
            if format == "text":
                yield from (_line(plan, game) for game in pair)
    finally:
        if kept:
            kept.close()
    rating = rate([(a.score(0), b.score(0)) for a, b in pairs])
    games = [game for pair in pairs for game in pair]
    yield (
        encode(_summary(plan, games, rating, said), indent=2) if format == "json" else _table(plan, games, rating, said)
    )


def _plan(
    players: tuple[str, str],
    board: tuple[str, ...],
    openings: int,
    seconds: float,
    nodes: int | None,
    threads: int,
    most_moves: int,
    seed: int,
) -> Plan:
    """Make the plan of a match, its openings found."""
    from itertools import islice

    from passatempo.mnk.match import TOURNAMENT, Plan
    from passatempo.mnk.openings import even_openings
    from passatempo.mnk.seats import seat

    for player in players:
        seat(player, seconds, nodes, threads).close()  # a mistyped name is told before the first game
    if seconds <= 0 or most_moves < 1 or openings < 0:
        raise UsageError("seconds and most-moves must be above 0, openings at least 0")
    boards = [_board(text) for text in board] or [Rules(*sizes) for sizes in TOURNAMENT]
    pairs = [
        (rules, opening)
        for rules in boards
        for opening in (islice(even_openings(rules, seed), openings) if openings else [()])
    ]
    return Plan(players, tuple(pairs), seconds, nodes, threads, most_moves)


def _board(text: str) -> Rules:
    words = text.split(",")
    if len(words) != 3 or not all(word.strip().isdecimal() for word in words):
        raise UsageError(f"--board: {quote(text)} is not a board such as 15,15,5")
    m, n, k = map(int, words)
    return Rules(m, n, k)


def _record(plan: Plan, game: Played) -> dict[str, Any]:
    """Write a game as JSON: the keys of an instance and how it went."""
    rules = game.rules
    moves = [[cell // rules.n + 1, cell % rules.n + 1] for cell in game.moves]
    players = [plan.players[game.first], plan.players[1 - game.first]]
    return {
        "m": rules.m,
        "n": rules.n,
        "k": rules.k,
        "moves": moves,
        "opening": game.opening,
        "first": players[0],
        "second": players[1],
        "winner": None if game.winner is None else plan.players[game.winner],
        "end": game.end,
        "said": game.said,
        "slowest": [round(game.slowest[game.first], 4), round(game.slowest[1 - game.first], 4)],
    }


def _line(plan: Plan, game: Played) -> str:
    from passatempo.mnk.match import ENDS

    rules = game.rules
    name = f"{rules.m},{rules.n},{rules.k}"
    ended = "draw" if game.winner is None else f"{plan.players[game.winner]} wins"
    why = f"{ENDS[game.end]}{f': {game.said}' if game.said else ''}"
    met = f"{plan.players[game.first]} - {plan.players[1 - game.first]}"
    return f"{name:<9} {met}: {ended} ({why}), {len(game.moves)} moves"


def _summary(plan: Plan, games: list[Played], rating: Rating, said: str) -> dict[str, Any]:
    """Return points, results, faults and the rating of a match."""
    low, high = rating.interval
    from passatempo.mnk.ratings import elo

    return {
        "players": list(plan.players),
        "games": len(games),
        "points": [sum(game.points(player) for game in games) for player in (0, 1)],
        "wins": [sum(game.winner == player for game in games) for player in (0, 1)],
        "draws": sum(game.winner is None for game in games),
        "time_losses": [sum(game.end == "time" and game.winner == 1 - p for game in games) for p in (0, 1)],
        "failed": [sum(game.end == "failed" and game.winner == 1 - p for game in games) for p in (0, 1)],
        "slowest": [round(max((game.slowest[p] for game in games), default=0.0), 4) for p in (0, 1)],
        "pairs": list(rating.pairs),
        "split_pairs": rating.split,
        "elo": _finite(elo(rating.share)),
        "elo_interval": [_finite(low), _finite(high)],
        "sprt": said or None,
    }


def _finite(number: float) -> float | str:
    return round(number, 1) if abs(number) < 1e9 else ("inf" if number > 0 else "-inf")


def _table(plan: Plan, games: list[Played], rating: Rating, said: str) -> str:
    """Write what a match gave."""
    found = _summary(plan, games, rating, said)
    width = max(map(len, plan.players))
    lines = [f"{'':<{width}} points  wins  draws  late  failed  slowest"]
    lines += [
        f"{name:<{width}} {found['points'][p]:6} {found['wins'][p]:5} {found['draws']:6} {found['time_losses'][p]:5}"
        f" {found['failed'][p]:7} {found['slowest'][p]:7.3f} s"
        for p, name in enumerate(plan.players)
    ]
    low, high = found["elo_interval"]
    lines.append(f"pairs of 0, 1/2, 1, 3/2, 2 points: {' '.join(map(str, rating.pairs))}; split: {rating.split}")
    lines.append(f"Elo of the first: {found['elo']} [{low}, {high}]{f'; the test says {said}' if said else ''}")
    return "\n".join(lines)


def analyse(
    file: str,
    /,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    level: int = 10,
    format: Form = "text",  # noqa: A002
) -> Iterator[str]:
    """Tell what every move of a game changed, and where the game was lost.

    Parameters
    ----------
    file
        A game with its moves: text, JSON, SGF or PSQ.
    seconds, nodes
        The limits of one position; 100,000 nodes where nothing is said.
    level
        How well the engine looks.
    format
        text or json.
    """
    from passatempo.mnk.analyse import analyse as look
    from passatempo.mnk.text import write_place

    limits = Limits(seconds, nodes if nodes or seconds else 100_000)
    found = look(_game(file), limits, _settings(level))
    if format == "json":
        steps = [_step(step) for step in found.steps]
        turning = found.turning
        yield encode({"result": found.result, "turning": turning and turning.number, "steps": steps}, indent=2)
        return
    yield "move       value   change  better"
    for step in found.steps:
        better = "" if step.best == step.move else write_place(step.best)
        side = "XO"[step.mark - 1]
        move = f"{step.number:3} {side} {write_place(step.move):<4}"
        yield f"{move} {_value(step.after):>7} {_change(step):>7}  {better}".rstrip()
    turning = found.turning
    if turning is None:
        yield "No move changed the course of the game."
    else:
        word = "lost the game" if found.result in ("X", "O") else "gave away most"
        yield f"Move {turning.number}, {write_place(turning.move)}, {word}; {write_place(turning.best)} was better."


def _value(score: int) -> str:
    """Write a score for the side that moved."""
    from passatempo.mnk.engine import MATE, worth_of

    if score == MATE:
        return "won"
    end = worth_of(score)
    if end is None:
        return f"{score:+d}" if score else "0"
    return f"{end[0]} {end[1]}" if end[1] < 999 else end[0]


def _change(step: Any) -> str:
    from passatempo.mnk.engine import worth_of

    if worth_of(step.before) or worth_of(step.after):
        return ""
    return f"{step.change:+d}" if step.change else "0"


def _step(step: Any) -> dict[str, Any]:
    return {
        "number": step.number,
        "move": [step.move[0] + 1, step.move[1] + 1],
        "best": [step.best[0] + 1, step.best[1] + 1],
        "before": step.before,
        "after": step.after,
        "proved": step.proved,
    }


def _game(file: str) -> Any:
    """Read a game."""
    from passatempo.mnk.json import PositionJson, load_position
    from passatempo.mnk.text import read

    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"{quote(file)}: {error.strerror}") from error
    if not text.lstrip().startswith("{"):
        return read(text)
    from passatempo.core.json import convert

    raw = decode(text)
    known = {key: raw[key] for key in raw if key in PositionJson.__dataclass_fields__} if isinstance(raw, dict) else raw
    return load_position(convert(known, PositionJson))
