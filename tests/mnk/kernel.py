"""The kernel of m,n,k with numbers of any kind: what nobody should hand over, too."""

from types import SimpleNamespace

from passatempo.core.interface import Interface, KernelAnswer
from passatempo.core.limits import NO_NODES, NO_SECONDS

ANY = 2**32 - 1  # a cell that is in no line


def ask(question, seconds=NO_SECONDS, nodes=NO_NODES, cancel=None, kept=None, **request) -> KernelAnswer:
    """Ask with limits as the kernel takes them."""
    return Interface.of("mnk").ask(question, SimpleNamespace(kernel=(seconds, nodes, cancel)), kept, **request)


def told(question, *limits, **request):
    """Return the fields of a reply."""
    return SimpleNamespace(**ask(question, *limits, **request).reply)


def graph(size, own, other, images=(), megabytes=64):
    """Pack the lines of both sides."""
    flat = [[part for line in lines for part in (len(line), *line)] for lines in (own, other, images)]
    return size, *flat, megabytes


def board(m, n, k, exact=False):
    """Return plain rules, or exact ones."""
    return m, n, k, exact, False, False, False, False


def look(m, n, k, cells, mark, weights=b"", exact=False, steps=()):
    """Look at a board without a search."""
    return told("look", rules=board(m, n, k, exact), weights=weights, cells=cells, mark=mark, steps=steps)


class Engine:
    """The engine of a board."""

    def __init__(self, m, n, k, weights=b"", megabytes=1, exact=False):
        self.kept = Interface.of("mnk").keep()
        said = {"rules": board(m, n, k, exact), "weights": weights, "megabytes": megabytes}
        ask("engine", kept=self.kept, **said)

    def think(self, cells, mark, threads=1, depth=2, lines=1, threats=10, parts=15, among=(), *limits):
        """Search for the best lines."""
        said = {"mark": mark, "threads": threads, "depth": depth, "lines": lines, "threats": threats, "parts": parts}
        return told("search", *limits, kept=self.kept, cells=cells, fresh=False, among=among, **said)


class Values:
    """The values of a board of plain rules."""

    def __init__(self, m, n, k):
        self.rules, self.kept = board(m, n, k), Interface.of("mnk").keep()

    def ask(self, question, cells, *limits, **said):
        """Ask about a position."""
        return ask(question, *limits, kept=self.kept, position=(self.rules, cells), **said)
