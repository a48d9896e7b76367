"""Rows that have the given cards, card after card, from the rules alone: how the made puzzles are judged."""

from passatempo.cards.model import Deal


def rows(deal: Deal, most: int = 2) -> list[tuple[int, ...]]:
    """List rows of UDUD with interior ends, the right distance and the given cards, up to `most`."""
    given, distance = dict(deal.given), deal.distances[0].value
    left = {card: deal.cards.count(card) for card in sorted(set(deal.cards))}
    n, row, found = len(deal.cards), [], []

    def after(points, card):
        """Return the turns with one card more, or None where the row goes wrong."""
        if not row:
            return points
        rises = card > row[-1]
        if card == row[-1] or (len(row) == 1 and not rises):
            return None
        if rises != (len(points) % 2 == 0):
            points = (*points, len(row))
        if len(points) > 3 or (points and len(points) < 3 and len(row) - points[0] > distance):
            return None
        return None if len(points) == 3 and points[2] - points[0] != distance else points

    def lay(points):
        if len(found) >= most:
            return
        if len(row) == n:
            if len(points) == 3:
                found.append(tuple(row))
            return
        for card in [given[len(row) + 1]] if len(row) + 1 in given else left:
            then = after(points, card) if left[card] else None
            if then is not None:
                left[card] -= 1
                row.append(card)
                lay(then)
                row.pop()
                left[card] += 1

    lay(())
    return found
