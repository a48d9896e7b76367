"""A person in front of an Optimiza puzzle: starts on a small number, stays on equal ones, shuns dead ends, tries again.

One path alone is best, so a try succeeds if every choice is that path's: the effort, the mean number of tries, is one
over the product of the chances of its choices. No lots are drawn.
"""

from fractions import Fraction
from itertools import pairwise

from passatempo.optimiza.geometry import legal_moves
from passatempo.optimiza.puzzles.path import PathParams

RATED = (PathParams("torus-rook", 5), PathParams("torus-queen", 6))
STAY = Fraction(9, 10)  # the chance to go on to an equal number where there is one
LEAST = Fraction(5, 6)  # else to go to the least greater number, and not to any greater one
NARROW = Fraction(3, 4)  # to look only at cells from which fewest ways lead on


def effort(made):
    """Return the mean number of tries, rounded."""
    board = made.instance
    cells, graph = board.cells, legal_moves(board)
    path = [board.cell(row - 1, column - 1) for row, column in made.solution["path"]]
    small = sorted(range(len(cells)), key=cells.__getitem__)[: 1 + len(cells) // 3]
    chance = Fraction(1, len(small)) if path[0] in small else Fraction(1, 10 * len(cells))
    used = set()
    for head, chosen in pairwise(path):
        used.add(head)
        chance *= chance_of(cells, graph, used, head, chosen)
    return round(1 / chance)


def chance_of(cells, graph, used, head, chosen):
    """Return the chance that the person goes on to the chosen cell."""
    onward = [cell for cell in graph[head] if cell not in used]
    same = [cell for cell in onward if cells[cell] == cells[head]]
    greater = [cell for cell in onward if cells[cell] > cells[head]]
    least = [cell for cell in greater if cells[cell] == min(map(cells.__getitem__, greater))]
    total = Fraction(0)
    stay = (STAY if greater else Fraction(1)) if same else Fraction(0)
    for share, among in ((stay, same), ((1 - stay) * LEAST, least), ((1 - stay) * (1 - LEAST), greater)):
        if share and chosen in among:
            ways = {cell: sum(other not in used for other in graph[cell]) for cell in among}
            narrow = [cell for cell in among if ways[cell] == min(ways.values())]
            total += share * (1 - NARROW) / len(among)
            total += share * NARROW / len(narrow) if chosen in narrow else 0
    return total
