"""Estimates with intervals by scipy: Wilson's for shares, Student's or bootstrap for means; paired differences."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log10
from typing import Literal

import numpy as np
from scipy import stats

from passatempo.games.intervals import NO_INTERVAL

LEVEL = 0.95
RESAMPLES = 2000
SEED = 20261122  # of the bootstrap, so that equal results give equal reports
ROUNDING = 1e-12  # relative to the largest number; values that differ by less are equal


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval.

    Parameters
    ----------
    value
        The share, mean or mean difference.
    low, high
        Its 95 % interval; None if it cannot be estimated, from a single value or from equal ones.
    runs
        The number of runs behind it; for a share of counts, the number counted.
    kind
        The kind of figure.
    """

    value: float
    low: float | None
    high: float | None
    runs: int
    kind: Literal["share", "mean", "difference", "elo"]

    @property
    def note(self) -> str | None:
        """A remark for the reader, if one is needed."""
        return NO_INTERVAL if self.low is None else None


def share_estimate(count: int, of: int) -> Estimate:
    """Return a share with Wilson's interval.

    >>> found = share_estimate(8, 10)
    >>> found.value, round(found.low, 3), round(found.high, 3)
    (0.8, 0.49, 0.943)
    """
    proportion_interval = stats.binomtest(count, of).proportion_ci(LEVEL, method="wilson")
    return Estimate(count / of, float(proportion_interval.low), float(proportion_interval.high), of, "share")


def mean_estimate(
    samples: Sequence[float],
    how: Literal["t", "bootstrap"] = "t",
    kind: Literal["mean", "difference"] = "mean",
    scale: float = 0.0,
) -> Estimate:
    """Return a mean with its interval, unless the values are equal up to rounding at their size or at `scale`.

    >>> found = mean_estimate([1.0, 2.0, 3.0])
    >>> found.value, round(found.low, 3), round(found.high, 3)
    (2.0, -0.484, 4.484)
    """
    sample_array = np.asarray(samples, dtype=float)
    middle = float(sample_array.mean())
    if len(sample_array) < 2 or np.ptp(sample_array) <= ROUNDING * max(scale, np.abs(sample_array).max()):
        return Estimate(middle, None, None, len(sample_array), kind)
    if how == "bootstrap":
        bootstrap_run = stats.bootstrap(
            (sample_array,), np.mean, confidence_level=LEVEL, n_resamples=RESAMPLES, method="percentile",
            rng=np.random.default_rng(SEED), batch=64,
        )  # fmt: skip
        confidence_interval = bootstrap_run.confidence_interval
    else:
        confidence_interval = stats.ttest_1samp(sample_array, 0.0).confidence_interval(LEVEL)
    return Estimate(middle, float(confidence_interval.low), float(confidence_interval.high), len(sample_array), kind)


def difference_estimate(
    second: Sequence[float], first: Sequence[float], how: Literal["t", "bootstrap"] = "t"
) -> Estimate:
    """Return the mean difference of runs on the same seeds, with the interval for paired samples.

    >>> difference_estimate([2.0, 4.0, 6.0], [1.0, 3.0, 5.0])
    Estimate(value=1.0, low=None, high=None, runs=3, kind='difference')
    """
    pairs = np.asarray([second, first], dtype=float)
    return mean_estimate(pairs[0] - pairs[1], how, "difference", float(np.abs(pairs).max()))


def elo_estimate(figure: Estimate) -> Estimate:
    """Return a share of the points as a difference in Elo; the interval is converted end by end.

    >>> (
    ...     round(elo_estimate(Estimate(0.75, 0.5, 1.0, 9, "mean")).value),
    ...     elo_estimate(Estimate(0.75, 0.5, 1.0, 9, "mean")).high,
    ... )
    (191, inf)
    """
    ends = [None if end is None else _elo_points(min(max(end, 0.0), 1.0)) for end in (figure.low, figure.high)]
    return Estimate(_elo_points(figure.value), ends[0], ends[1], figure.runs, "elo")


def _elo_points(points: float) -> float:
    if points <= 0.0:
        return -inf
    return inf if points >= 1.0 else 400 * log10(points / (1 - points)) + 0.0
