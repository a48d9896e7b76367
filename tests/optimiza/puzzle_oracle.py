"""All best paths of a small board by brute force over legal paths, with a geometry of its own.

It imports nothing of the package: a board is its rows. The surfaces are quotients of the plane: a move by v goes v
steps in one direction, and the cell that it lands on is found by carrying the step over the edges one at a time.
"""

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


def best_paths(rows, variant, most=2):
    """Return the greatest sum and up to `most` paths that have it."""
    places = [(i, j) for i, row in enumerate(rows) for j in range(len(row))]
    ahead = {
        place: [to for to in landings(rows, variant, place) if rows[to[0]][to[1]] >= rows[place[0]][place[1]]]
        for place in places
    }
    best, found = 0, []

    def walk(path, used, total):
        nonlocal best, found
        onward = [to for to in ahead[path[-1]] if to not in used]
        for to in onward:
            walk([*path, to], used | {to}, total + rows[to[0]][to[1]])
        if not onward and total > best:
            best, found = total, []
        if not onward and total == best and len(found) < most:
            found.append(list(path))

    for place in places:
        if not any(place in ahead[other] and rows[other[0]][other[1]] < rows[place[0]][place[1]] for other in places):
            walk([place], {place}, rows[place[0]][place[1]])
    return best, found
