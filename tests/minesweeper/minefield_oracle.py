"""Judges printed minefields from the rules alone: layouts, what easy rules settle, the rounds. Imports no package.

A minefield is a list of rows, with # for an empty square. Squares are (row, column) from 0. A number is a pair: the
mines that it misses, and the unknown squares around it.
"""


def squares(rows):
    """Yield every square with its sign."""
    return (((i, j), sign) for i, row in enumerate(rows) for j, sign in enumerate(row))


def numbers_of(rows):
    """Return the numbers of a minefield by their squares, and its empty squares."""
    empty = {at for at, sign in squares(rows) if sign == "#"}
    numbers = {
        (i, j): (int(sign), {(i + a, j + b) for a in (-1, 0, 1) for b in (-1, 0, 1)} & empty)
        for (i, j), sign in squares(rows)
        if sign != "#"
    }
    return numbers, empty


def reduced(numbers, known):
    """Return numbers without the known squares, which are 1 for a mine and 0 for none."""
    return {
        at: (need - sum(known.get(cell, 0) for cell in scope), scope - known.keys())
        for at, (need, scope) in numbers.items()
    }


def by_single(numbers):
    """Return what each number settles by itself; None where one cannot hold."""
    found = {}
    for need, scope in numbers.values():
        if not 0 <= need <= len(scope):
            return None
        if need in (0, len(scope)):
            found |= dict.fromkeys(scope, int(need > 0))
    return found


def by_pair(numbers):
    """Return what two numbers settle that share squares, by bounds on the mines of the three parts."""
    found, listed = {}, [number for number in numbers.values() if number[1]]
    for k, (first, one) in enumerate(listed):
        for second, two in listed[k + 1 :]:
            both = one & two
            if both:
                low = max(0, first - len(one - both), second - len(two - both))
                high = min(len(both), first, second)
                for part, least, most in (
                    (both, low, high),
                    (one - both, first - high, first - low),
                    (two - both, second - high, second - low),
                ):
                    if most == 0 or least == len(part):
                        found |= dict.fromkeys(part, int(most > 0))
    return found


def propagated(numbers, known):
    """Return all that single numbers settle from known squares on; None where they contradict each other."""
    while (found := by_single(reduced(numbers, known))) is None or found:
        if found is None:
            return None
        known = {**known, **found}
    return known


def settled_by_pairs(numbers):
    """Return what single numbers and pairs settle, one after the other until nothing new follows."""
    known = propagated(numbers, {})
    while found := by_pair(reduced(numbers, known)):
        known = propagated(numbers, {**known, **found})
    return known


def layouts(rows, most=2):
    """Return up to so many layouts of a minefield, without a mine count; squares beside no number count as two.

    Squares are laid in reading order. Partial layouts with which the numbers miss the same are one state, which keeps
    `most` of them.
    """
    numbers, empty = numbers_of(rows)
    if set().union(*(scope for _, scope in numbers.values())) != empty:
        return [{}] * most
    known = settled_by_pairs(numbers)
    left = [number for number in reduced(numbers, known).values() if number[1]]
    states = {tuple(need for need, _ in left): [known]}
    for cell in sorted(empty - known.keys()):
        after = {}
        room = [len([other for other in scope if other > cell]) for _, scope in left]
        for missing, partial in states.items():
            for mine in (0, 1):
                then = tuple(need - (mine and cell in scope) for need, (_, scope) in zip(missing, left, strict=True))
                if all(0 <= need <= space for need, space in zip(then, room, strict=True)):
                    kept = after.setdefault(then, [])
                    kept += [{**one, cell: mine} for one in partial[: most - len(kept)]]
        states = after
    return [one for partial in states.values() for one in partial]


def settles(rows, rule):
    """Tell whether a rule settles every empty square: `single`, `pair`, or `any` for exactly one layout."""
    if rule == "any":
        return len(layouts(rows)) == 1
    numbers, empty = numbers_of(rows)
    return (settled_by_pairs(numbers) if rule == "pair" else propagated(numbers, {})).keys() == empty


def certain(numbers):
    """Return what some numbers settle together: all ways to share out their mines among parts with the same numbers."""
    parts = {}
    for cell in set().union(*(scope for _, scope in numbers)):
        parts.setdefault(tuple(cell in scope for _, scope in numbers), []).append(cell)
    groups = list(parts.items())
    counts = [set() for _ in groups]

    def share(at, needs, chosen):
        if at == len(groups):
            if not any(needs):
                for seen, mines in zip(counts, chosen, strict=True):
                    seen.add(mines)
            return
        members, cells = groups[at]
        for mines in range(len(cells) + 1):
            rest = [need - mines * member for need, member in zip(needs, members, strict=True)]
            room = [sum(len(c) * m[k] for m, c in groups[at + 1 :]) for k in range(len(needs))]
            if all(0 <= need <= space for need, space in zip(rest, room, strict=True)):
                share(at + 1, rest, [*chosen, mines])

    share(0, [need for need, _ in numbers], [])
    return {
        cell: int(seen != {0})
        for (_, cells), seen in zip(groups, counts, strict=True)
        if seen in ({0}, {len(cells)})
        for cell in cells
    }


def connected_sets(numbers, size):
    """Return the sets of so many numbers that hang together by shared squares, grown number by number."""
    sets = {frozenset({at}) for at, (_, scope) in numbers.items() if scope}
    for _ in range(size - 1):
        grown = set()
        for some in sets:
            around = set().union(*(numbers[at][1] for at in some))
            grown |= {some | {at} for at, (_, scope) in numbers.items() if at not in some and scope & around}
        sets = grown
    return sets


def rounds_of(rows, most=6):
    """Return the size of the sets of each round, and whether the rounds settle all squares."""
    numbers, empty = numbers_of(rows)
    known, sizes = {}, []
    while known.keys() != empty:
        left = reduced(numbers, known)
        for size in range(1, most + 1):
            found = {}
            for some in connected_sets(left, size):
                found |= certain([left[at] for at in some])
            if found:
                break
        if not found:
            return sizes, False
        known |= found
        sizes.append(size)
    return sizes, True
