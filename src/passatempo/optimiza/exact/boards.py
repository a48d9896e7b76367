"""Boards of a size: random boards with given properties, all boards, and boards with a full tour.

A generated board can have a unique best path or distinct levels, which the exact method verifies. The statistics over
all boards are the distribution of the optimum, the quality of the greedies and how often the optimum is unique.

On a board with a full tour one path lands on every cell of the torus. They exist exactly for prime N.

Necessity. In such a path the N + 1 cells of a number v < N are consecutive, and moves by v stay in a coset of
(N/g)^2 cells, g = gcd(v, N). The next cell is in it too, so (N/g)^2 >= N + 2. For composite N with smallest
prime p the number v = N/p has g = v, and p^2 <= N.

Sufficiency, with the moves of a rook. The number v has one cell e(v) of row 0, and all of row v. From e(v) = (0, c) go
down by v to (v, c), walk along row v by steps of -v for odd v and +v for even v (N - 1 of them visit the row, because N
is prime), which ends in column c + v or c - v, and go up by v to (0, c + v) or (0, c - v), which is e(v + 1). The
columns 0, 1, -1, 2, -2, ... are different, and the last of these cells has N.
"""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import comb, gcd
from typing import Any

from passatempo.core.errors import UsageError
from passatempo.core.interrupt import OpenToInterrupt
from passatempo.core.json import count_of
from passatempo.core.limits import Deadline, Limits, Progress, Report, silent
from passatempo.core.random import Random
from passatempo.core.value import Finding
from passatempo.games.intervals import extreme_share_text
from passatempo.optimiza import _kernel
from passatempo.optimiza.exact.levels import count, levels, remaining_limits
from passatempo.optimiza.generate import Params
from passatempo.optimiza.generate import generate as draw
from passatempo.optimiza.model import VARIANTS, Board, Route, Variant, copy_count, row_lengths, wrong_size
from passatempo.optimiza.symmetry import symmetries

# Random boards of all surfaces with both properties, N = 4 to 50, took 0.1 s. Dense queen boards were never found.
MOST_TRIES = 5_000
MOST_CELLS = 500_000  # of all boards tried together, because drawing and reading take time too
MOST_NODES = 2_000_000  # of all searches, at most 3 s. A limit in nodes makes boards reproducible from a seed
GREEDIES = ("X", "Y", "X_best", "expert", "forward", "forward_warnsdorff")
FIGURES = (
    "boards", "visited", "histogram", "unique", "graded", "paths", "most_paths", "ratio", "worst", "optimal", "whole",
)  # fmt: skip
MOST_BOARDS = 200_000_000  # some ten minutes
PORTION = 20_000  # boards between two checks of the cancel switch


def generate(params: Params, rng: Random) -> Board:
    """Make a board. One with `unique` or `levels` is solved before it is returned.

    Raises
    ------
    ValueError
        If none was found in so many tries.

    Examples
    --------
    >>> from passatempo.core.random import Random
    >>> from passatempo.optimiza.generate import Params
    >>> board = generate(Params(N=5, unique=True, levels=True), Random(1))
    >>> found = levels(board).answer
    >>> count(board).answer.number, found.x < found.y < found.z
    (1, True)
    """
    if not (params.unique or params.levels):
        return draw(params, rng)
    tries = cells = nodes = 0
    with OpenToInterrupt(Limits(nodes=MOST_NODES)) as limits:
        while tries < MOST_TRIES and cells < MOST_CELLS and nodes < MOST_NODES:
            board = draw(params, rng)
            fits, search_nodes = _fits_params(board, params, remaining_limits(limits, nodes))
            if fits:
                return board
            if limits.cancel is not None and limits.cancel.cancelled:
                raise KeyboardInterrupt
            tries, cells, nodes = tries + 1, cells + len(board.cells), nodes + search_nodes
    requirements = [
        text
        for is_required, text in ((params.unique, "one best path alone"), (params.levels, "levels apart"))
        if is_required
    ]
    try_count = count_of(tries, "try", "tries")
    raise ValueError(
        f"no board with {' and '.join(requirements)} was found in {try_count}; another size or kind may have one"
    )


def _fits_params(board: Board, params: Params, limits: Limits) -> tuple[bool, int]:
    """Return whether a board is proved to have the properties asked for, and the number of nodes spent."""
    nodes = 0
    if params.unique:
        paths = count(board, limits)
        nodes += int(paths.stats["nodes"])
        if paths.answer is None or paths.answer.number != 1:
            return False, nodes
    if params.levels:
        level_outcome = levels(board, remaining_limits(limits, nodes))
        nodes += int(level_outcome.stats["nodes"])
        if level_outcome.answer is None or not level_outcome.answer.x < level_outcome.answer.y < level_outcome.answer.z:
            return False, nodes
    return True, nodes


@dataclass(slots=True)
class Statistics(Finding):
    """Sums over all boards, or over a sample of them.

    Parameters
    ----------
    boards, visited
        Boards of the size, and boards examined, with N on one cell of each orbit of cells.
    histogram
        Boards by optimum.
    unique, graded
        Boards with one optimal path; those of them with X < Y < Z (only of the boards looked at: X and Y depend on how
        the board is turned).
    paths, most_paths
        Optimal paths of all boards; the most of any.
    ratio, worst, optimal
        For each greedy the mean ratio to the optimum, the smallest, and the share of boards on which it is optimal,
        over the boards looked at.
    whole
        Whether nothing stopped the run.
    n, variant, optimum_only, seed
        The size, the surface, whether greedies and paths are left out, and the seed of a sample.
    """

    boards: int = 0
    visited: int = 0
    histogram: Counter[int] = field(default_factory=Counter)
    unique: int = 0
    graded: int = 0
    paths: int = 0
    most_paths: int = 0
    ratio: dict[str, float] = field(default_factory=lambda: dict.fromkeys(GREEDIES, 0.0))
    worst: dict[str, float] = field(default_factory=lambda: dict.fromkeys(GREEDIES, 1.0))
    optimal: dict[str, float] = field(default_factory=lambda: dict.fromkeys(GREEDIES, 0.0))
    whole: bool = True
    n: int = 0
    variant: Variant = "torus-queen"
    optimum_only: bool = False
    seed: int | None = None

    def lines(self) -> Iterator[str]:
        """Yield the distribution of the optimum, and the table of the greedies."""
        mean = f"mean optimum {self.mean:.4f}"
        if self.seed is not None:
            yield f"{self.boards} random {self.variant} boards of size {self.n}; {mean}"
        else:
            if not self.whole:
                yield f"Stopped; of the {self.variant} boards of size {self.n} only these were looked at:"
            yield f"{self.boards} {self.variant} boards of size {self.n}, {self.visited} looked at; {mean}"
            yield from (f"{optimum:5} {number:12}" for optimum, number in sorted(self.histogram.items()))
        if self.optimum_only:
            return
        total = max(self.boards, 1)
        if self.seed is None:
            yield f"one optimal path: {self.unique} boards ({self.unique / total:.2%})"
            yield f"of the boards looked at with one optimal path, X < Y < Z: {self.graded}"
            yield f"optimal paths: {self.paths / total:.4f} on average, {self.most_paths} at most"
        yield "greedy              mean ratio   smallest   optimal on"
        for name, best in self.optimal.items():
            share = "" if self.seed is None else extreme_share_text(best, self.boards)
            yield f"{name:<18} {self.ratio[name]:11.4f} {self.worst[name]:10.4f} {share or f'{best:.2%}':>12}"

    def to_json(self) -> dict[str, Any]:
        """Return the figures. A sample has its seed, and no figures of paths."""
        head: dict[str, Any] = {"variant": self.variant, "N": self.n}
        if self.seed is not None:
            columns = {"ratio": self.ratio, "worst": self.worst, "optimal": self.optimal}
            greedies = {name: {key: column[name] for key, column in columns.items()} for name in self.ratio}
            head |= {"seed": str(self.seed), "sampled": self.boards, "mean": self.mean}
            return head | {"greedies": greedies}
        figures = {name: getattr(self, name) for name in FIGURES}
        figures["histogram"] = {str(optimum): number for optimum, number in sorted(self.histogram.items())}
        return figures | head | {"mean": self.mean}

    @property
    def mean(self) -> float:
        """The mean optimum."""
        return sum(optimum * number for optimum, number in self.histogram.items()) / max(self.boards, 1)

    def add_portion(self, part: dict[str, object], weight: int) -> None:
        """Add the kernel's sums for a portion, in which each board represents `weight` boards."""
        get = part.__getitem__
        self.visited += _as_int(get("boards"))
        self.boards += weight * _as_int(get("boards"))
        for optimum, number in dict(get("histogram")).items():  # type: ignore[call-overload]
            self.histogram[optimum] += weight * number
        self.unique += weight * _as_int(get("unique"))
        self.graded += _as_int(get("graded"))
        self.paths += weight * _as_int(get("paths"))
        self.most_paths = max(self.most_paths, _as_int(get("most_paths")))
        for k, name in enumerate(GREEDIES):
            self.ratio[name] += part["ratio"][k]  # type: ignore[index]
            self.worst[name] = min(self.worst[name], part["worst"][k])  # type: ignore[index]
            self.optimal[name] += part["optimal"][k]  # type: ignore[index]

    def finish(self) -> None:
        """Turn sums into means."""
        for name in GREEDIES:
            self.ratio[name] /= max(self.visited, 1)
            self.optimal[name] /= max(self.visited, 1)


def _as_int(kernel_count: object) -> int:
    assert isinstance(kernel_count, int)
    return kernel_count


def boards_with_n_fixed(variant: Variant, n: int) -> int:
    """Return the number of boards with N on a given cell.

    >>> boards_with_n_fixed("torus-queen", 4)
    756756
    """
    total, ways = 0, 1
    for number in range(1, n):
        total += copy_count(variant, n, number)
        ways *= comb(total, copy_count(variant, n, number))
    return ways


def exhaust(
    n: int,
    variant: Variant = "torus-queen",
    *,
    everything: bool = True,
    limits: Limits = Limits(threads=2),
    report: Report = silent,
) -> Statistics:
    """Solve all boards of a size.

    Symmetries carry N to one cell of each orbit of cells. So only boards with N there are examined, weighted by the
    size of the orbit.

    Parameters
    ----------
    n, variant
        The size and the surface.
    everything
        Also greedies and numbers of paths.
    limits
        `threads`, `seconds` and `cancel`.
    report
        Gets the portions done and the number of boards.

    Raises
    ------
    UsageError
        If there are too many boards.

    Examples
    --------
    >>> found = exhaust(3)
    >>> found.boards, dict(found.histogram), found.paths // found.boards
    (630, {15: 630}, 576)
    """
    faults = wrong_size(variant, n)
    if faults:
        raise UsageError(faults[0].text)
    each = boards_with_n_fixed(variant, n)
    orbits: dict[int, int] = Counter(min(images) for images in zip(*symmetries(variant, n), strict=True))
    if each * len(orbits) > MOST_BOARDS or sum(row_lengths(variant, n)) > 64:
        raise UsageError(f"{variant} boards of size {n} are too many to look at each: {each} with N on a given cell")
    number = VARIANTS.index(variant)
    portions = [(place, weight, first) for place, weight in orbits.items() for first in range(0, each, PORTION)]
    statistics = Statistics(n=n, variant=variant, optimum_only=not everything)
    deadline = Deadline(limits)

    def look(place: int, first: int) -> dict[str, object]:
        seconds, _, control = deadline.remaining_limits.kernel
        return _kernel.exhaust(n, number, place, first, min(PORTION, each - first), everything, seconds, control)

    with ThreadPoolExecutor(limits.threads) as pool:
        portion_statistics = pool.map(lambda portion: look(portion[0], portion[2]), portions)
        for k, ((_, weight, _), part) in enumerate(zip(portions, portion_statistics, strict=True), 1):
            statistics.add_portion(part, weight)
            report(Progress(deadline.run_seconds, done=k, total=len(portions), text=f"{statistics.boards} boards"))
    statistics.whole = statistics.visited == each * len(orbits)
    statistics.finish()
    return statistics


def smallest_prime(n: int) -> int:
    """Return the smallest prime that divides n.

    >>> smallest_prime(35), smallest_prime(13)
    (5, 13)
    """
    return next((p for p in range(2, int(n**0.5) + 1) if n % p == 0), n)


def full_tour(n: int, variant: Variant = "torus-queen") -> tuple[Board, Route] | None:
    """Return a board of prime size on which a path lands on every cell, and the path; None for composite N.

    Examples
    --------
    >>> board, route = full_tour(3)
    >>> board.rows, len(route.places)
    (((1, 2, 3), (1, 1, 1), (2, 2, 2)), 9)
    >>> full_tour(6) is None
    True
    """
    faults = wrong_size(variant, n)
    if faults:
        raise UsageError(faults[0].text)
    if not variant.startswith("torus"):
        raise UsageError(f"the construction is for the torus, not for {variant}")
    if smallest_prime(n) < n:
        return None
    places: list[tuple[int, int]] = []
    cells = [0] * n + [v for v in range(1, n) for _ in range(n)]
    column = 0
    for v in range(1, n):
        sign = 1 if v % 2 else -1
        cells[column] = v
        places.append((0, column))
        places += [(v, (column - sign * v * step) % n) for step in range(n)]
        column = (column + sign * v) % n
    cells[column] = n
    places.append((0, column))
    return Board(n, tuple(cells), variant), Route(tuple(places))


def tour_obstacle(n: int) -> str:
    """Explain why there is no full tour of composite size.

    >>> tour_obstacle(6)
    'no board of size 6 has a full tour: moves by 3 stay among 4 cells, but the 7 cells of 3 and one more need 8'
    """
    v = n // smallest_prime(n)
    coset = (n // gcd(v, n)) ** 2
    return (
        f"no board of size {n} has a full tour: moves by {v} stay among {coset} cells, "
        f"but the {n + 1} cells of {v} and one more need {n + 2}"
    )


def sum_bound(n: int) -> int:
    """Return a bound on every sum of size n, as a path takes at most min(N + 1, (N/g)^2 - 1) cells of each number.

    >>> [sum_bound(n) for n in (4, 5, 6, 8, 9, 10, 12)]
    [30, 65, 99, 236, 351, 465, 750]
    """
    return n + sum(v * min(n + 1, (n // gcd(v, n)) ** 2 - 1) for v in range(1, n))
