"""Confidence intervals: shares, means, and the difference of two shares of the same trials."""

from math import inf, sqrt

from passatempo.core.messages import mark, translate

NORMAL = 1.959964  # standard errors to each side of a 95 % interval
ROUNDING = 1e-12  # relative rounding error of sums of many numbers
NO_INTERVAL = "the interval cannot be estimated"


def wilson_interval(wins: int, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share (E. B. Wilson, 1927), which is also valid for few games.

    >>> [round(end, 3) for end in wilson_interval(8, 10)], [round(end, 3) for end in wilson_interval(0, 10)]
    ([0.49, 0.943], [0.0, 0.278])
    """
    if not games:
        return 0.0, 1.0
    share, spread = wins / games, NORMAL**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = NORMAL * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def rule_of_three(trials: int) -> float:
    """Return the upper end of the 95 % interval of a share without a hit in any trial (Hanley, Lippman-Hand, 1983).

    >>> rule_of_three(200), rule_of_three(2)
    (0.015, 1.0)
    """
    return min(1.0, 3 / trials)


def extreme_share_text(share: float, trials: int, locale: str = "en") -> str:
    """Write a sampled share of 0 or 1 as the bound that the trials give; empty for any other share.

    >>> extreme_share_text(0.0, 200), extreme_share_text(1.0, 200), extreme_share_text(0.5, 200)
    ('below 1.5 %', 'above 98.5 %', '')
    """
    bound = float(f"{100 * rule_of_three(trials):.2g}")
    ends = {0.0: (mark("below {share} %"), bound), 1.0: (mark("above {share} %"), 100 - bound)}
    message, end = ends.get(round(share, 9), ("", 0.0))
    return translate(message, locale, share=f"{end:.9g}")


def difference_interval(gain_count: int, loss_count: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of the difference of two shares of the same trials (A. Agresti and Y. Min, 2005).

    Two trials are added, spread evenly over the four outcomes, so that it is also valid for few trials and few changes.

    Parameters
    ----------
    gain_count, loss_count
        The trials that only the first won, and those that only the second won.
    games
        The number of all trials.

    Examples
    --------
    >>> (
    ...     [round(end, 3) for end in difference_interval(30, 10, 100)],
    ...     [round(end, 3) for end in difference_interval(0, 0, 10)],
    ... )
    ([0.079, 0.313], [-0.163, 0.163])
    """
    gain, loss, all_games = gain_count + 0.5, loss_count + 0.5, games + 2
    middle = (gain - loss) / all_games
    half = NORMAL * sqrt((gain + loss) / all_games - middle**2) / sqrt(all_games)
    return max(-1.0, middle - half), min(1.0, middle + half)


def mean_interval(
    total: float, squares: float, count: int, lower_bound: float = -inf, upper_bound: float = inf
) -> tuple[float, float] | tuple[None, None]:
    """Return the 95 % interval of a mean, within bounds, from the sum and the sum of squares of many values.

    None if it cannot be estimated: from a single value, or from values that differ only by rounding.

    >>> (
    ...     [round(end, 2) for end in mean_interval(50.0, 50.0, 100)],
    ...     mean_interval(1.0, 1.0, 1),
    ...     mean_interval(1.0, 1 / 3, 3),
    ... )
    ([0.4, 0.6], (None, None), (None, None))
    """
    mean = total / count
    deviation_squares = squares - count * mean**2
    if count < 2 or deviation_squares <= ROUNDING * (squares + ROUNDING * count):
        return None, None
    half = NORMAL * sqrt(deviation_squares / (count - 1) / count)
    return max(lower_bound, mean - half), min(upper_bound, mean + half)


def interval_text(low: float | None, high: float | None, form: str = ".2f") -> str:
    """Write the interval after a share, in hundredths.

    >>> interval_text(0.25, 0.5), interval_text(None, None)
    (' [25.00, 50.00]', ', the interval cannot be estimated')
    """
    if low is None or high is None:
        return f", {NO_INTERVAL}"
    return f" [{100 * low:{form}}, {100 * high:{form}}]"
