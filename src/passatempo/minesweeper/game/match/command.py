"""The command `win-rate`: how often policies win on the same minefields, with intervals."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from typing import Any, Literal

from passatempo.core.errors import Unanswered, UsageError
from passatempo.core.json import count_of, encode
from passatempo.core.limits import Limits, Report, silent
from passatempo.core.output import atomic_file
from passatempo.games.intervals import interval_text
from passatempo.minesweeper.exact.simulation import Chunk, Deal
from passatempo.minesweeper.game.match.rates import FIRST, Comparison, Series, measure
from passatempo.minesweeper.game.match.series import FREE, MINE, Line, write_line
from passatempo.minesweeper.model import Variant
from passatempo.minesweeper.policies import STRONGEST


def win_rate(
    *,
    preset: Literal["beginner", "beginner-8", "beginner-9", "intermediate", "expert"] | None = None,
    rows: int | None = None,
    columns: int | None = None,
    mines: int | None = None,
    variant: Variant = "square",
    first: Literal["safe", "opening"] = "safe",
    click: tuple[int, int] | None = None,
    policy: str = STRONGEST,
    against: str | None = None,
    games: int = 1000,
    seed: int = 0,
    estimator: Literal["games", "weight"] = "games",
    threads: int = 1,
    record: str | None = None,
    format: Literal["text", "json"] = "text",  # noqa: A002  the word of the command line
    limits: Limits = Limits(),
    report: Report = silent,
) -> Iterator[str]:
    """Play many games, and say how often they are won, with a 95 % interval.

    Parameters
    ----------
    preset
        The field: beginner or beginner-9, beginner-8, intermediate, or expert, the default.
    rows, columns, mines
        A field of your own instead.
    variant
        Who lies next to whom.
    first
        What the first click is promised: that its cell holds no mine, or that no neighbour does either.
    click
        The first click, row and column [default: the corner where only the cell is safe; for an opening 4 4 on expert,
        else 3 3].
    policy
        Who plays: a method of `guess`, with settings after a colon.
    against
        A second policy, which plays the same minefields.
    games
        How many.
    seed
        The same seed gives the same games, on any number of threads.
    estimator
        games: each is won or lost. weight: none is lost, each counts with the chance to have survived its guesses.
    threads
        Threads that play.
    record
        Write the first policy's games to this file, a line each.
    format
        text or json.
    """
    series = Series(preset, rows, columns, mines, variant, first, click, games, estimator)
    policies = [policy, against] if against else [policy]
    plan = series.plan(policies)
    if record is not None and plan.weigh:
        raise UsageError("--record: weighted games never end: record with --estimator games")
    if preset is None and rows is None:
        preset = "expert"
    if record is None:
        from passatempo.minesweeper import win_rates

        options = {**asdict(series), "seed": seed, "threads": threads, "cancel": limits.cancel, "report": report}
        with contextlib.suppress(Unanswered):  # nothing is printed if no game ended
            comparison = win_rates(policies, **options)
            yield _written(comparison, preset, seed, format)
        return
    with _open_record(record, plan.deal) as game_writer:
        comparison = measure(
            plan, game_writer=game_writer, limits=replace(limits, threads=threads, seed=seed), report=report
        )
    if comparison.games:
        yield _written(comparison, preset, seed, format)


def _written(comparison: Comparison, preset: str | None, seed: int, form: str) -> str:
    """Write the figures in a format."""
    return _as_json(comparison, preset, seed) if form == "json" else "\n".join(_as_text(comparison, preset, seed))


@contextlib.contextmanager
def _open_record(name: str | None, deal: Deal) -> Iterator[Callable[[Chunk, int], None] | None]:
    """Open the file of games, if one is requested; it appears once it is complete."""
    if name is None:
        yield None
        return
    with atomic_file(name) as file:

        def keep(chunk: Chunk, count: int) -> None:
            for at in range(count):
                won = chunk.weights[at] == 1
                line = _game_line(deal, chunk.first_index + at, chunk.games[at], chunk.guesses[at], won=won)
                file.write(write_line(line))

        yield keep


def _game_line(deal: Deal, index: int, game: Any, guesses: int, *, won: bool) -> Line:
    """Return the record line of a game from the kernel."""
    signs = "".join(MINE if mine else FREE for mine in game.layout)
    rows = [signs[at : at + deal.columns] for at in range(0, len(signs), deal.columns)]
    places = [divmod(cell, deal.columns) for cell in game.clicks]
    return Line(index, rows, [(row + 1, column + 1) for row, column in places], guesses, won, deal.variant)


# ---- What is printed ----


def _as_json(comparison: Comparison, preset: str | None, seed: int) -> str:
    """Write the figures as JSON, with all parameters that reproduce the games."""
    deal, plan = comparison.plan.deal, comparison.plan
    row, column = deal.first
    figures: dict[str, Any] = {
        "preset": preset,
        "rows": deal.rows,
        "columns": deal.columns,
        "mines": deal.mines,
        "variant": deal.variant,
        "first": deal.promise,
        "click": [row + 1, column + 1],
        "seed": str(seed),
        "first_index": FIRST,
        "estimator": "weight" if plan.weigh else "games",
        "games": comparison.games,
        "stopped": comparison.games < plan.games,
        "policies": [asdict(rate) for rate in comparison.rates],
        "difference": None if comparison.difference is None else asdict(comparison.difference),
    }
    return encode(figures, indent=2)


def _as_text(comparison: Comparison, preset: str | None, seed: int) -> Iterator[str]:
    """Write the figures as text."""
    deal, plan = comparison.plan.deal, comparison.plan
    row, column = deal.first
    promise = "is safe" if deal.promise == "safe" else "and its neighbours are safe"
    shape = "" if deal.variant == "square" else f" {deal.variant}"
    named = f"{preset}, " if preset else ""
    yield (
        f"{named}{deal.rows} x {deal.columns}{shape} with {count_of(deal.mines, 'mine')}; the first cell, "
        f"({row + 1}, {column + 1}), {promise}; {count_of(comparison.games, 'game')}, seed {seed}"
    )
    if comparison.games < plan.games:
        yield f"stopped: {plan.games} games were requested"
    outside = " (outside solved endgames)" if plan.weigh else ""
    width = max(len(rate.policy) for rate in comparison.rates)
    for rate in comparison.rates:
        yield (
            f"{rate.policy.ljust(width)}  {rate.share}  "
            f"{rate.guesses:.2f} guesses{outside} a game  {rate.milliseconds:.3g} ms a game"
        )
    how = "survival weights" if plan.weigh else "games won, Wilson's interval"
    if comparison.difference is not None:
        difference, names = comparison.difference, " - ".join([rate.policy for rate in comparison.rates])
        mean = round(100 * difference.mean, 2) + 0.0  # avoids a negative zero
        points = f"{mean:+.2f} points{interval_text(difference.low, difference.high, '+.2f')}"
        yield f"{names}: {points}, on the same minefields"
    yield f"95 % intervals; {how}"
