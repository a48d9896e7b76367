"""Medians, spreads, and ratios with an interval: what every figure of the project is reported with."""

from __future__ import annotations

import random
from dataclasses import dataclass
from statistics import fmean, median, quantiles
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

RESAMPLES = 2000
SEED = 1


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure and the two ends of its spread."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{figure(self.value)} ({figure(self.low)} to {figure(self.high)})"


def figure(value: float) -> str:
    """Write a number with three digits, or all digits before the point.

    >>> figure(3312.4), figure(0.012345)
    ('3,312', '0.0123')
    """
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def quartiles(values: Sequence[float]) -> Interval:
    """Return the median between the first and the third quartile.

    >>> print(quartiles([1, 2, 3, 4, 5]))
    3 (2 to 4)
    """
    if len(values) < 2:
        return Interval(values[0], values[0], values[0])
    low, middle, high = quantiles(values, n=4, method="inclusive")
    return Interval(middle, low, high)


def paired(firsts: Sequence[float], seconds: Sequence[float]) -> Interval:
    """Return median and quartiles of second / first, pair by pair: what is slow at the moment cancels out.

    >>> print(paired([1, 2, 1], [2, 4, 3]))
    2 (2 to 2.5)
    """
    return quartiles([second / first for first, second in zip(firsts, seconds, strict=True)])


def resampled(
    firsts: Sequence[float], seconds: Sequence[float], figure_of: Callable[[Sequence[float]], float] = fmean
) -> Interval:
    """Return the ratio of two means (or medians) over the same instances, with its 95 % bootstrap interval.

    Instances are drawn with replacement, the two times of an instance together; the draws have a fixed seed.

    >>> print(resampled([1.0, 1.0], [3.0, 3.0], median))
    3 (3 to 3)
    """
    rng = random.Random(SEED)
    pairs = list(zip(firsts, seconds, strict=True))
    ratios = []
    for _ in range(RESAMPLES):
        drawn = rng.choices(pairs, k=len(pairs))
        ratios.append(figure_of([second for _, second in drawn]) / figure_of([first for first, _ in drawn]))
    ends = quantiles(ratios, n=40, method="inclusive")
    return Interval(figure_of(seconds) / figure_of(firsts), ends[0], ends[-1])


__all__ = ["Interval", "figure", "fmean", "median", "paired", "quartiles", "resampled"]
