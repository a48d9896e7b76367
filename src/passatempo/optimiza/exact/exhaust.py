"""All boards of a size: how the optimum is spread, how good the greedies are, how often the optimum is unique."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import comb
from typing import TYPE_CHECKING

from passatempo.core.errors import UsageError
from passatempo.core.limits import Deadline, Limits
from passatempo.core.progress import Progress, Report, silent
from passatempo.optimiza import _kernel
from passatempo.optimiza.model import VARIANTS, copies, row_lengths, wrong_size
from passatempo.optimiza.symmetry import symmetries

if TYPE_CHECKING:
    from passatempo.optimiza.model import Variant

GREEDIES = ("X", "Y", "X_best", "expert", "forward", "forward_warnsdorff")
MOST_BOARDS = 200_000_000  # some ten minutes
PORTION = 20_000  # boards between two looks at the cancel switch


@dataclass(slots=True)
class Statistics:
    """Sums over all boards.

    Parameters
    ----------
    boards, visited
        Boards of the size; boards looked at, with N on one cell of each orbit of cells.
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

    @property
    def mean(self) -> float:
        """The mean optimum."""
        return sum(value * number for value, number in self.histogram.items()) / max(self.boards, 1)

    def add(self, part: dict[str, object], weight: int) -> None:
        """Add what the kernel says of a portion, of which each board stands for `weight` boards."""
        get = part.__getitem__
        self.visited += _int(get("boards"))
        self.boards += weight * _int(get("boards"))
        for value, number in dict(get("histogram")).items():  # type: ignore[call-overload]
            self.histogram[value] += weight * number
        self.unique += weight * _int(get("unique"))
        self.graded += _int(get("graded"))
        self.paths += weight * _int(get("paths"))
        self.most_paths = max(self.most_paths, _int(get("most_paths")))
        for k, name in enumerate(GREEDIES):
            self.ratio[name] += part["ratio"][k]  # type: ignore[index]
            self.worst[name] = min(self.worst[name], part["worst"][k])  # type: ignore[index]
            self.optimal[name] += part["optimal"][k]  # type: ignore[index]

    def finish(self) -> None:
        """Turn sums into means."""
        for name in GREEDIES:
            self.ratio[name] /= max(self.visited, 1)
            self.optimal[name] /= max(self.visited, 1)


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value


def boards_with_n_fixed(variant: Variant, n: int) -> int:
    """Return the number of boards with N on a given cell.

    >>> boards_with_n_fixed("torus-queen", 4)
    756756
    """
    total, ways = 0, 1
    for value in range(1, n):
        total += copies(variant, n, value)
        ways *= comb(total, copies(variant, n, value))
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

    Symmetries carry N to one cell of each orbit of cells, so only boards with N there are looked at, and count as often
    as the orbit has cells.

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
    found = Statistics()
    deadline = Deadline(limits)

    def look(place: int, first: int) -> dict[str, object]:
        seconds, _, control = deadline.rest.kernel
        return _kernel.exhaust(n, number, place, first, min(PORTION, each - first), everything, seconds, control)

    with ThreadPoolExecutor(limits.threads) as pool:
        done = pool.map(lambda portion: look(portion[0], portion[2]), portions)
        for k, ((_, weight, _), part) in enumerate(zip(portions, done, strict=True), 1):
            found.add(part, weight)
            report(Progress(deadline.elapsed, done=k, total=len(portions), text=f"{found.boards} boards"))
    found.whole = found.visited == each * len(orbits)
    found.finish()
    return found
