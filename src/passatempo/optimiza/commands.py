"""Optimiza's own commands: exhaust, orbits, tour, certificate."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from math import factorial
from statistics import fmean
from typing import Any, Literal

from passatempo.core.errors import UsageError
from passatempo.core.input import read_text
from passatempo.core.json import encode
from passatempo.core.limits import Limits, Progress, Report, Stopped, silent
from passatempo.optimiza.model import Variant, copy_count, row_lengths, wrong_size

Form = Literal["text", "json"]
MOST_SAMPLED = 10_000_000


def exhaust(
    *,
    n: int = 4,
    variant: Variant = "torus-queen",
    optimum_only: bool = False,
    threads: int = 2,
    sample: int = 0,
    seed: int = 0,
    format: Form = "text",  # noqa: A002
    limits: Limits = Limits(),
    report: Report = silent,
) -> Iterator[str]:
    """Solve all boards of a size, or some drawn by lot: how the optimum is spread, and how good the greedies are.

    Parameters
    ----------
    n
        The size; 4 has 12,108,096 boards.
    variant
        The surface and the directions.
    optimum_only
        Leave greedies and numbers of paths out, which is five times as fast.
    threads
        Threads to use.
    sample
        Draw so many boards in place of all, of any size; with intervals: `passatempo campaign run optimiza-greedies`.
    seed
        The same seed draws the same boards.
    format
        text or json.
    limits, report
        Filled in by the command line: a run that is cancelled reports the boards that it looked at.
    """
    from passatempo.optimiza.exact.boards import GREEDIES
    from passatempo.optimiza.exact.boards import exhaust as solve_all

    if sample:
        yield from _sample_report(n, variant, sample, seed, format, limits, report)
        return
    limits = replace(limits, threads=threads)
    board_statistics = solve_all(n, variant, everything=not optimum_only, limits=limits, report=report)
    if format == "json":
        statistics_json = asdict(board_statistics) | {"variant": variant, "N": n, "mean": board_statistics.mean}
        statistics_json["histogram"] = {
            str(optimum): number for optimum, number in sorted(board_statistics.histogram.items())
        }
        yield encode(statistics_json, indent=2)
        return
    if not board_statistics.whole:
        yield f"Stopped; of the {variant} boards of size {n} only these were looked at:"
    yield (
        f"{board_statistics.boards} {variant} boards of size {n}, {board_statistics.visited} "
        f"looked at; mean optimum {board_statistics.mean:.4f}"
    )
    yield from (f"{optimum:5} {number:12}" for optimum, number in sorted(board_statistics.histogram.items()))
    if optimum_only:
        return
    yield (
        f"one optimal path: {board_statistics.unique} boards ("
        f"{board_statistics.unique / max(board_statistics.boards, 1):.2%})"
    )
    yield f"of the boards looked at with one optimal path, X < Y < Z: {board_statistics.graded}"
    yield (
        f"optimal paths: {board_statistics.paths / max(board_statistics.boards, 1):.4f} on "
        f"average, {board_statistics.most_paths} at most"
    )
    yield "greedy              mean ratio   smallest   optimal on"
    yield from (
        f"{name:<18} {board_statistics.ratio[name]:11.4f} {board_statistics.worst[name]:10.4f} "
        f"{board_statistics.optimal[name]:12.2%}"
        for name in GREEDIES
    )


def _sample_report(
    n: int, variant: Variant, sample: int, seed: int, form: Form, limits: Limits, report: Report
) -> Iterator[str]:
    """Say how good the greedies are on boards drawn by lot."""
    from passatempo.core.random import Random
    from passatempo.games.intervals import extreme_share_text
    from passatempo.optimiza.studies import GREEDIES, QualityParams, quality

    if not 1 <= sample <= MOST_SAMPLED:
        raise UsageError(f"--sample: {sample} is not from 1 to {MOST_SAMPLED}")
    faults = wrong_size(variant, n)
    if faults:
        raise UsageError(faults[0].text)
    params, rows, began = QualityParams(n, variant), [], time.monotonic()
    for number in range(sample):
        if limits.cancel is not None and limits.cancel.cancelled:
            break
        rows.append(quality(params, Random(seed, "optimiza", "exhaust", number), limits))
        report(Progress(time.monotonic() - began, done=number + 1, total=sample))
    if not rows:
        return
    shares = {name: [row[name] for row in rows] for name in GREEDIES}
    greedy_quality = {
        name: (fmean(ratios), min(ratios), ratios.count(1.0) / len(ratios)) for name, ratios in shares.items()
    }
    if form == "json":
        greedy_figures = {
            name: dict(zip(("ratio", "worst", "optimal"), figures, strict=True))
            for name, figures in greedy_quality.items()
        }
        head = {"variant": variant, "N": n, "seed": str(seed), "sampled": len(rows)}
        yield encode(head | {"mean": fmean(row["Z"] for row in rows), "greedies": greedy_figures}, indent=2)
        return
    yield f"{len(rows)} random {variant} boards of size {n}; mean optimum {fmean(row['Z'] for row in rows):.4f}"
    yield "greedy              mean ratio   smallest   optimal on"
    for name, (ratio, worst, best) in greedy_quality.items():
        yield f"{name:<18} {ratio:11.4f} {worst:10.4f} {extreme_share_text(best, len(rows)) or f'{best:.2%}':>12}"


def orbits(*, n: int = 4, variant: Variant = "torus-queen", format: Form = "text") -> Iterator[str]:  # noqa: A002
    """Count the boards of a size, and those that differ by more than a symmetry (Burnside's lemma).

    Parameters
    ----------
    n
        The size.
    variant
        The surface and the directions.
    format
        text or json.
    """
    from passatempo.optimiza.symmetry import count_orbits as count
    from passatempo.optimiza.symmetry import symmetries

    faults = wrong_size(variant, n)
    if faults or n > 16:
        raise UsageError(faults[0].text if faults else f"N = {n} is too large: at most 16")
    boards = factorial(sum(row_lengths(variant, n)))
    for number in range(1, n + 1):
        boards //= factorial(copy_count(variant, n, number))
    sheet_symmetries, surface_symmetries = symmetries(variant, n, translations=False), symmetries(variant, n)
    orbit_counts = {
        "variant": variant,
        "N": n,
        "boards": str(boards),
        "sheet_symmetries": len(sheet_symmetries),
        "sheet_orbits": str(count(variant, n, sheet_symmetries)),
        "symmetries": len(surface_symmetries),
        "orbits": str(count(variant, n, surface_symmetries)),
    }
    if format == "json":
        yield encode(orbit_counts, indent=2)
        return
    yield f"{boards} {variant} boards of size {n}"
    yield f"{orbit_counts['sheet_orbits']} up to the {len(sheet_symmetries)} symmetries of the sheet of paper"
    yield f"{orbit_counts['orbits']} up to the {len(surface_symmetries)} symmetries of the surface"


def tour(
    n: int,
    /,
    *,
    variant: Variant = "torus-queen",
    format: Literal["text", "json", "svg", "print"] = "text",  # noqa: A002
) -> Iterator[str]:
    """Make a board on which one path lands on every cell, or say why there is none.

    Parameters
    ----------
    n
        The size; there are full tours exactly for primes.
    variant
        torus-queen or torus-rook.
    format
        text, json, svg or print (that in greys).
    """
    from passatempo.optimiza.checker import check
    from passatempo.optimiza.drawing import draw_route
    from passatempo.optimiza.exact.boards import full_tour, sum_bound, tour_obstacle
    from passatempo.optimiza.json import BOARD, ROUTE
    from passatempo.optimiza.words import show_board, show_route
    from passatempo.render.print_style import in_greys

    tour_solution = full_tour(n, variant)
    if tour_solution is None:
        failure_report = {"variant": variant, "N": n, "tour": False, "reason": tour_obstacle(n), "most": sum_bound(n)}
        yield (
            encode(failure_report, indent=2)
            if format == "json"
            else f"{tour_obstacle(n)}; no sum exceeds {sum_bound(n)}"
        )
        return
    board, route = tour_solution
    if check(board, route):
        raise AssertionError("the construction is wrong")
    if format == "json":
        yield encode({"instance": BOARD.dump(board), "answer": ROUTE.dump(route), "value": sum(board.cells)})
    elif format != "text":
        route_drawing = draw_route(board, route)
        yield str(in_greys(route_drawing) if format == "print" else route_drawing)
    else:
        yield show_board(board)
        yield show_route(board, route)


def certificate(
    file: str, /, *, recheck: str | None = None, keys: Mapping[str, Any] = {}, limits: Limits = Limits()
) -> Iterator[str]:
    """Print why the optimum is the optimum: numbers, components, exits and bounds; or check such a page again.

    Parameters
    ----------
    file
        The board: a file or its text; - for standard input.
    recheck
        A certificate of this board, to be checked without the solver.
    keys, limits
        Filled in by the command line; a run that is cancelled says so.
    """
    from passatempo.core.queries import instance_of
    from passatempo.core.registry import pastime
    from passatempo.optimiza.certificates import check_certificate
    from passatempo.optimiza.exact.levels import make_certificate

    board = instance_of(pastime("optimiza"), file, keys)
    try:
        if recheck is None:
            yield encode(make_certificate(board, limits), indent=2)
            return
        from passatempo.core.json import decode

        faults, open_count = check_certificate(board, decode(read_text(recheck)), limits)
    except Stopped:
        yield "Stopped before there was a certificate." if recheck is None else "Stopped before it was checked."
        return
    yield from faults
    yield f"{len(faults)} faults; {open_count} components too large to be solved again without the solver"
