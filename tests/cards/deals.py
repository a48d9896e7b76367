"""Random deals of every kind for the tests."""

from passatempo.cards.model import Deal, Distance

ENDS = ("interior", "open")


def random_deal(rng, most=8):
    """Draw a deal with any pattern and any conditions, small enough for brute force."""
    pattern = "UDUDUDU"[rng.below(2) :][: rng.in_range(1, 6)]
    cards = tuple(rng.in_range(1, rng.in_range(2, 6)) for _ in range(rng.in_range(1, most)))
    points = len(pattern) - 1
    distances = []
    while points > 1 and rng.below(3) and len(distances) < 3:
        i = rng.in_range(1, points - 1)
        distances.append(Distance(i, rng.in_range(i + 1, points), rng.choice(("=", "<=", ">=")), rng.in_range(1, 6)))
    fixed = tuple((k, rng.in_range(1, most)) for k in range(1, points + 1) if rng.below(5) == 0)
    return Deal(
        cards,
        tuple(distances),
        rng.choice(ENDS),
        pattern,
        rng.below(4) if pattern == "UDUD" and rng.below(2) else None,
        fixed,
        rng.in_range(1, 6) if rng.below(6) == 0 else None,
        rng.in_range(1, 6) if rng.below(6) == 0 else None,
    )
