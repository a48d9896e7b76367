"""Studies of Optimiza: all boards of a size, their orbits, boards with a full tour, certificates of the best path."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import factorial
from os import PathLike, fspath
from statistics import fmean
from typing import TYPE_CHECKING, Any, ClassVar

from passatempo.core.errors import Unanswered, UsageError, Violation
from passatempo.core.input import read_text
from passatempo.core.interrupt import open_to_interrupt
from passatempo.core.json import convert, decode, plain_data
from passatempo.core.library import verb
from passatempo.core.limits import Cancel, Limits, Progress, Report, Stopped, silent
from passatempo.core.random import Random
from passatempo.core.value import Finding
from passatempo.optimiza import certificates
from passatempo.optimiza.checker import check
from passatempo.optimiza.drawing import draw_route
from passatempo.optimiza.exact import boards
from passatempo.optimiza.exact.boards import Statistics
from passatempo.optimiza.exact.levels import make_certificate
from passatempo.optimiza.json import BOARD, ROUTE
from passatempo.optimiza.model import Board, Route, Variant, copy_count, row_lengths, wrong_size
from passatempo.optimiza.studies import GREEDIES, QualityParams, quality
from passatempo.optimiza.symmetry import count_orbits, symmetries
from passatempo.optimiza.words import show_board, show_route
from passatempo.render.svg import Svg

if TYPE_CHECKING:
    from passatempo.core.library import Given

MOST_SAMPLED = 10_000_000
LARGEST = 16  # size of boards that are counted up to symmetry


def exhaust(
    n: int = 4,
    *,
    variant: Variant = "torus-queen",
    optimum_only: bool = False,
    threads: int = 2,
    sample: int = 0,
    seed: int = 0,
    report: Report | None = None,
    cancel: Cancel | None = None,
) -> Statistics:
    """Solve all boards of a size, or random ones: the distribution of the optimum, and the quality of the greedies.

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
    report, cancel
        A function that is called with the progress, and a switch. A cancelled run returns what it has.

    Raises
    ------
    UsageError
        If there are no boards of this size, or too many.

    Examples
    --------
    >>> found = exhaust(3)
    >>> found.boards, dict(found.histogram), found.whole
    (630, {15: 630}, True)
    """
    report = report or silent
    if sample:
        return _sample(n, variant, sample, seed, Limits(cancel=cancel), report)
    limits = Limits(threads=threads, cancel=cancel)
    return boards.exhaust(n, variant, everything=not optimum_only, limits=limits, report=report)


def _sample(n: int, variant: Variant, sample: int, seed: int, limits: Limits, report: Report) -> Statistics:
    """Measure the greedies on random boards."""
    if not 1 <= sample <= MOST_SAMPLED:
        raise UsageError(f"sample: {sample} is not from 1 to {MOST_SAMPLED}")
    _check_size(n, variant)
    params, rows, began = QualityParams(n, variant), [], time.monotonic()
    for number in range(sample):
        if limits.cancel is not None and limits.cancel.cancelled:
            break
        rows.append(quality(params, Random(seed, "optimiza", "exhaust", number), limits))
        report(Progress(time.monotonic() - began, done=number + 1, total=sample))
    shares = {name: [row[name] for row in rows] for name in GREEDIES if rows}
    return Statistics(
        boards=len(rows),
        visited=len(rows),
        histogram=Counter(row["Z"] for row in rows),
        ratio={name: fmean(ratios) for name, ratios in shares.items()},
        worst={name: min(ratios) for name, ratios in shares.items()},
        optimal={name: ratios.count(1.0) / len(ratios) for name, ratios in shares.items()},
        whole=len(rows) == sample,
        n=n,
        variant=variant,
        seed=seed,
    )


def _check_size(n: int, variant: Variant) -> None:
    faults = wrong_size(variant, n)
    if faults:
        raise UsageError(faults[0].text)


@dataclass(frozen=True, slots=True)
class Orbits(Finding):
    """The number of boards of a size, and of those that no symmetry carries into each other.

    Parameters
    ----------
    variant, n
        The surface and the size.
    boards
        The number of boards.
    sheet_symmetries, sheet_orbits
        The symmetries of the sheet of paper, and the boards up to these.
    symmetries, orbits
        The symmetries of the surface, and the boards up to these.
    """

    variant: Variant
    n: int
    boards: int
    sheet_symmetries: int
    sheet_orbits: int
    symmetries: int
    orbits: int

    def lines(self) -> Iterator[str]:
        """Yield the three numbers."""
        yield f"{self.boards} {self.variant} boards of size {self.n}"
        yield f"{self.sheet_orbits} up to the {self.sheet_symmetries} symmetries of the sheet of paper"
        yield f"{self.orbits} up to the {self.symmetries} symmetries of the surface"

    def to_json(self) -> dict[str, Any]:
        """Return the numbers. Those of boards are strings."""
        return {
            "variant": self.variant,
            "N": self.n,
            "boards": str(self.boards),
            "sheet_symmetries": self.sheet_symmetries,
            "sheet_orbits": str(self.sheet_orbits),
            "symmetries": self.symmetries,
            "orbits": str(self.orbits),
        }


def orbits(n: int = 4, *, variant: Variant = "torus-queen") -> Orbits:
    """Count the boards of a size, and those that differ by more than a symmetry (Burnside's lemma).

    Parameters
    ----------
    n
        The size.
    variant
        The surface and the directions.

    Raises
    ------
    UsageError
        If there are no boards of this size, or it is above 16.

    Examples
    --------
    >>> found = orbits(4)
    >>> found.boards, found.sheet_orbits, found.orbits
    (12108096, 1514052, 96246)
    """
    _check_size(n, variant)
    if n > LARGEST:
        raise UsageError(f"N = {n} is too large: at most {LARGEST}")
    board_count = factorial(sum(row_lengths(variant, n)))
    for number in range(1, n + 1):
        board_count //= factorial(copy_count(variant, n, number))
    sheet, surface = symmetries(variant, n, translations=False), symmetries(variant, n)
    sheet_orbits, surface_orbits = (count_orbits(variant, n, group) for group in (sheet, surface))
    return Orbits(variant, n, board_count, len(sheet), sheet_orbits, len(surface), surface_orbits)


@dataclass(frozen=True, slots=True)
class Tour(Finding):
    """A board and a path that lands on every cell of it."""

    board: Board
    route: Route
    indent: ClassVar[int] = 0

    def lines(self) -> Iterator[str]:
        """Yield the board and the path."""
        yield show_board(self.board)
        yield show_route(self.board, self.route)

    def to_json(self) -> dict[str, Any]:
        """Return the board, the path and its sum."""
        instance, answer = plain_data(BOARD.dump(self.board)), plain_data(ROUTE.dump(self.route))
        return {"instance": instance, "answer": answer, "value": sum(self.board.cells)}

    def svg(self) -> Svg:
        """Draw the path on the board."""
        return draw_route(self.board, self.route)


class Obstacle(str, Finding):
    """The reason why no board of a size has a full tour."""

    n: int
    variant: Variant

    def to_json(self) -> dict[str, Any]:
        """Return the size, the reason and the bound on every sum."""
        reason, most = boards.tour_obstacle(self.n), boards.sum_bound(self.n)
        return {"variant": self.variant, "N": self.n, "tour": False, "reason": reason, "most": most}


def tour(n: int, *, variant: Variant = "torus-queen") -> Tour | None:
    """Make a board on which one path lands on every cell; None if there is none (see `obstacle`).

    Parameters
    ----------
    n
        The size; there are full tours exactly for primes.
    variant
        torus-queen or torus-rook.

    Raises
    ------
    UsageError
        If there are no boards of this size, or for another surface.

    Examples
    --------
    >>> found = tour(5)
    >>> len(found.route.places), tour(6) is None
    (25, True)
    """
    full_tour = boards.full_tour(n, variant)
    if full_tour is None:
        return None
    if check(*full_tour):
        raise AssertionError("the construction is wrong")
    return Tour(*full_tour)


def obstacle(n: int, *, variant: Variant = "torus-queen") -> Obstacle:
    """Explain why no board of a size has a full tour, and bound every sum.

    Parameters
    ----------
    n
        The size, which is no prime.
    variant
        torus-queen or torus-rook.

    Raises
    ------
    UsageError
        If there is a full tour, or no board of this size.

    Examples
    --------
    >>> obstacle(4)
    'no board of size 4 has a full tour: moves by 2 stay among 4 cells, but ... need 6; no sum exceeds 30'
    """
    if boards.full_tour(n, variant) is not None:
        raise UsageError(f"n: {n} is a prime, for which there is a full tour")
    reason = Obstacle(f"{boards.tour_obstacle(n)}; no sum exceeds {boards.sum_bound(n)}")
    reason.n, reason.variant = n, variant
    return reason


@open_to_interrupt
def certificate(board: Given[Board, Any], /, *, cancel: Cancel | None = None, **keys: Any) -> certificates.Certificate:
    """Prove that the best path is the best: numbers, components, exits and bounds.

    Parameters
    ----------
    board
        A board, its text or its JSON keys.
    cancel
        A switch that stops the run.
    keys
        Keys of the board, which override its text.

    Raises
    ------
    Unanswered
        If the run was stopped before there was a certificate.

    Examples
    --------
    >>> found = certificate("1 1/1 2")
    >>> found.value, check_certificate("1 1/1 2", found)
    (5, [])
    """
    try:
        raw = make_certificate(verb(__package__, "read", board, keys), Limits(cancel=cancel))
    except Stopped:
        raise Unanswered("the run was stopped before there was a certificate") from None
    return convert(raw, certificates.Certificate)  # type: ignore[no-any-return]


class Faults(Finding, list[Violation]):
    """The errors of a certificate. `open_count` components are too large to be solved again without the solver."""

    open_count: int

    def lines(self) -> Iterator[str]:
        """Yield the errors and how many there are."""
        yield from (fault.text for fault in self)
        yield f"{len(self)} faults; {self.open_count} components too large to be solved again without the solver"

    def to_json(self) -> dict[str, Any]:
        """Return the errors and the number of open components."""
        return {"faults": [fault.text for fault in self], "open": self.open_count}


def check_certificate(
    board: Given[Board, Any],
    certificate: certificates.Certificate | Mapping[str, Any] | str | PathLike[str],
    /,
    *,
    cancel: Cancel | None = None,
    **keys: Any,
) -> Faults:
    """List the errors of a certificate, without the solver.

    Parameters
    ----------
    board
        A board, its text or its JSON keys.
    certificate
        A certificate of this board, to be checked without the solver; also its JSON, as a mapping, a text or a file.
    cancel
        A switch that stops the check.
    keys
        Keys of the board, which override its text.

    Raises
    ------
    FormatError
        If it is not a certificate.
    Unanswered
        If the check was stopped.

    Examples
    --------
    >>> [fault.text for fault in check_certificate("1 1/1 2", certificate("1 1/1 2").to_json() | {"value": 6})]
    ['the greatest sum is 5, not 6']
    """
    instance, raw = verb(__package__, "read", board, keys), certificate
    if isinstance(raw, PathLike):
        raw = decode(read_text(fspath(raw)))
    elif isinstance(raw, str):
        raw = decode(raw)
    elif isinstance(raw, certificates.Certificate):
        raw = raw.to_json()
    try:
        texts, open_count = certificates.check_certificate(instance, raw, Limits(cancel=cancel))
    except Stopped:
        raise Unanswered("the check was stopped before it was complete") from None
    faults = Faults(Violation("certificate", text) for text in texts)
    faults.open_count = open_count
    return faults
