"""Intervals of measured figures: shares, means, and the difference of two shares of the same trials."""

from __future__ import annotations

from math import inf, sqrt

from passatempo.core.words import mark, say

NORMAL = 1.959964  # standard errors of a 95 % interval
ROUNDING = 1e-12  # of sums of many numbers
NO_INTERVAL = "the interval cannot be estimated"


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share (E. B. Wilson, 1927), which holds for few games too.

    >>> [round(end, 3) for end in wilson(8, 10)], [round(end, 3) for end in wilson(0, 10)]
    ([0.49, 0.943], [0.0, 0.278])
    """
    if not games:
        return 0.0, 1.0
    share, spread = wins / games, NORMAL**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = NORMAL * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def rule_of_three(trials: int) -> float:
    """Return the upper end of the 95 % interval of a share of which no trial was a hit (Hanley, Lippman-Hand, 1983).

    >>> rule_of_three(200), rule_of_three(2)
    (0.015, 1.0)
    """
    return min(1.0, 3 / trials)


def one_sided(share: float, trials: int, locale: str = "en") -> str:
    """Write a sampled share of 0 or 1 by the bound that the trials give; empty for any other share.

    >>> one_sided(0.0, 200), one_sided(1.0, 200), one_sided(0.5, 200)
    ('below 1.5 %', 'above 98.5 %', '')
    """
    bound = float(f"{100 * rule_of_three(trials):.2g}")
    ends = {0.0: (mark("below {share} %"), bound), 1.0: (mark("above {share} %"), 100 - bound)}
    message, end = ends.get(round(share, 9), ("", 0.0))
    return say(message, locale, share=f"{end:.9g}")


def paired(gained: int, lost: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of the difference of two shares of the same trials (A. Agresti and Y. Min, 2005).

    Two trials are added, spread evenly over the four outcomes, so that it holds for few trials and few changes too.

    Parameters
    ----------
    gained, lost
        Trials that only the first won, and only the second.
    games
        All trials.

    Examples
    --------
    >>> [round(end, 3) for end in paired(30, 10, 100)], [round(end, 3) for end in paired(0, 0, 10)]
    ([0.079, 0.313], [-0.163, 0.163])
    """
    gain, loss, all_games = gained + 0.5, lost + 0.5, games + 2
    middle = (gain - loss) / all_games
    half = NORMAL * sqrt((gain + loss) / all_games - middle**2) / sqrt(all_games)
    return max(-1.0, middle - half), min(1.0, middle + half)


def spread(
    total: float, squares: float, count: int, least: float = -inf, most: float = inf
) -> tuple[float, float] | tuple[None, None]:
    """Return the 95 % interval of a mean, within bounds, from the sum and the squared sum of many values.

    None if it cannot be estimated: from a single value, or from values that differ by rounding alone.

    >>> [round(end, 2) for end in spread(50.0, 50.0, 100)], spread(1.0, 1.0, 1), spread(1.0, 1 / 3, 3)
    ([0.4, 0.6], (None, None), (None, None))
    """
    mean = total / count
    apart = squares - count * mean**2
    if count < 2 or apart <= ROUNDING * (squares + ROUNDING * count):
        return None, None
    half = NORMAL * sqrt(apart / (count - 1) / count)
    return max(least, mean - half), min(most, mean + half)


def bracketed(low: float | None, high: float | None, form: str = ".2f") -> str:
    """Write the interval behind a share, in hundredths.

    >>> bracketed(0.25, 0.5), bracketed(None, None)
    (' [25.00, 50.00]', ', the interval cannot be estimated')
    """
    if low is None or high is None:
        return f", {NO_INTERVAL}"
    return f" [{100 * low:{form}}, {100 * high:{form}}]"
