"""How many best paths a board has, by going through them from every cell, with a geometry of its own.

It imports nothing of the package: a board is its rows. The surfaces are quotients of the plane: a move by v goes v
steps in one direction, and the cell that it lands on is found by carrying the step over the edges one at a time.
"""

from functools import cache

QUEEN = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]
ROOK = [step for step in QUEEN if 0 in step]
DIRECTIONS = {
    "queen": QUEEN,
    "rook": ROOK,
    "hex-torus": [*ROOK, (-1, 1), (1, -1)],
    "hex-tri": [*ROOK, (-1, -1), (1, 1)],
}


def step(rows, variant, place, direction):
    """Go one step; return the new place and direction, or None over the edge of a triangle."""
    i, j = place[0] + direction[0], place[1] + direction[1]
    down, right = direction
    if variant == "hex-tri":
        return ((i, j), direction) if 0 <= i < len(rows) and 0 <= j < len(rows[i]) else None
    height, width = len(rows), len(rows[0])
    if not 0 <= j < width and variant.startswith("klein"):
        i, down = height - 1 - i, -down  # over the left or right edge everything is seen in a mirror
    return (i % height, j % width), (down, right)


def landings(rows, variant, place):
    """Return the cells that a move from a place can land on."""
    kind = variant if variant.startswith("hex") else variant.partition("-")[2]
    found = set()
    for direction in DIRECTIONS[kind]:
        state = place, direction
        for _ in range(rows[place[0]][place[1]]):
            state = step(rows, variant, *state)
            if state is None:
                break
        if state is not None and state[0] != place:
            found.add(state[0])
    return found


def best_paths(rows, variant):
    """Return the greatest sum, how many paths have it, and the first of them.

    Numbers never fall along a path, so of the cells that it has used only those with the number of its head matter.
    """
    places = [(i, j) for i, row in enumerate(rows) for j in range(len(row))]
    number = {(i, j): rows[i][j] for i, j in places}
    ahead = {place: sorted(to for to in landings(rows, variant, place) if number[to] >= number[place])
             for place in places}  # fmt: skip

    @cache
    def onward(head, used):
        """Return the greatest sum of what follows a head, in how many ways, and the first of them."""
        found = [0, 1, ()]
        for to in ahead[head]:
            if to not in used:
                total, ways, rest = onward(to, (used if number[to] == number[head] else frozenset()) | {to})
                total += number[to]
                if total > found[0]:
                    found = [total, 0, (to, *rest)]
                found[1] += ways if total == found[0] else 0
        return tuple(found)

    sums = [(number[place] + onward(place, frozenset([place]))[0], place) for place in places]
    best = max(total for total, _ in sums)
    starts = [place for total, place in sums if total == best]
    return (
        best,
        sum(onward(place, frozenset([place]))[1] for place in starts),
        [starts[0], *onward(starts[0], frozenset([starts[0]]))[2]],
    )
