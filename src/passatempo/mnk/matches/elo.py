"""The strength that a match shows: Elo with its interval, and the sequential test, from pairs of games.

Both games of a pair begin from the same opening with colours swapped, so a pair is one observation with five outcomes
(0, 1/2, 1, 3/2, 2 points). The variance is that between pairs, not between games.

Source: the generalised sequential probability ratio test in its normal approximation, as chess engine testers use it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt

from passatempo.games.intervals import NORMAL

SPLIT = 2  # half points of a pair that each side won once, or with two draws


def elo(share: float) -> float:
    """Return the difference in Elo that corresponds to a share of the points.

    >>> round(elo(0.5)), round(elo(0.75)), elo(1.0)
    (0, 191, inf)
    """
    if share in (0.0, 1.0):
        return inf if share else -inf
    return 400 * log10(share / (1 - share)) + 0.0  # no -0.0 for a half


def share_of_elo(difference: float) -> float:
    """Return the share of the points that corresponds to a difference in Elo.

    >>> share_of_elo(0), round(share_of_elo(191), 2)
    (0.5, 0.75)
    """
    return 1 / (1 + 10 ** (-difference / 400))


@dataclass(frozen=True, slots=True)
class Rating:
    """The results of the first of two players.

    Parameters
    ----------
    pairs
        The number of pairs with 0, 1, 2, 3 and 4 half points.

    Examples
    --------
    >>> rating = Rating((1, 0, 4, 1, 4))
    >>> rating.game_count, rating.score_share, rating.split_count
    (20, 0.675, 4)
    >>> [round(bound) for bound in rating.interval]
    [-15, 333]
    """

    pairs: tuple[int, int, int, int, int]

    @property
    def game_count(self) -> int:
        """The number of games."""
        return 2 * sum(self.pairs)

    @property
    def score_share(self) -> float:
        """The share of the points; a half before the first pair."""
        count = sum(self.pairs)
        return sum(i * n for i, n in enumerate(self.pairs)) / (4 * count) if count else 0.5

    @property
    def split_count(self) -> int:
        """The number of pairs without information: each side one point."""
        return self.pairs[SPLIT]

    @property
    def variance(self) -> float:
        """The variance of a pair's share."""
        count = sum(self.pairs)
        return sum(n * (i / 4 - self.score_share) ** 2 for i, n in enumerate(self.pairs)) / count if count else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference in Elo."""
        count = sum(self.pairs)
        if not count:
            return -inf, inf
        reach = NORMAL * sqrt(self.variance / count)
        return elo(max(0.0, self.score_share - reach)), elo(min(1.0, self.score_share + reach))

    def likelihood_ratio(self, elo0: float, elo1: float) -> float:
        """Return the logarithm of the likelihood ratio of elo1 against elo0; 0 while all pairs are equal."""
        if self.variance == 0:
            return 0.0
        low, high = share_of_elo(elo0), share_of_elo(elo1)
        return sum(self.pairs) * (high - low) * (2 * self.score_share - low - high) / (2 * self.variance)


def sprt_verdict(rating: Rating, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> str:
    """Return the current decision of the sequential test: "elo1", "elo0", or "" to continue.

    >>> sprt_verdict(Rating((0, 0, 10, 0, 30)), 0, 50), sprt_verdict(Rating((2, 0, 3, 0, 2)), 0, 50)
    ('elo1', '')
    """
    ratio = rating.likelihood_ratio(elo0, elo1)
    if ratio >= log((1 - beta) / alpha):
        return "elo1"
    return "elo0" if ratio <= log(beta / (1 - alpha)) else ""


def rate_pairs(scores: Sequence[tuple[float, float]]) -> Rating:
    """Count pairs by their half points.

    >>> rate_pairs([(1.0, 0.0), (1.0, 0.5)]).pairs
    (0, 0, 1, 1, 0)
    """
    counts = [0] * 5
    for first, second in scores:
        counts[round(2 * (first + second))] += 1
    a, b, c, d, e = counts
    return Rating((a, b, c, d, e))
