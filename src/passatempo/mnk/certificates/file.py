"""The format of proof files of m,n,k-games, and lines as sets of cells; `checker` gives the meaning of the nodes.

passatempo mnk proof 2
{"m":3,"n":3,"k":3, ...}        the position with its rules, as JSON; omitted rules are off
claim X wins                    or "X cannot win", "O wins", "O cannot win"
...                             one node per line
seal 5f0c...                    SHA-256 of all earlier lines, which reveals any change of them

Files of version 1 have no seal; they are accepted too.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import pairwise
from typing import TypeAlias

from passatempo.core.errors import FormatError, quote
from passatempo.mnk.rules import Rules

Cells: TypeAlias = int  # a set of cells, bit i for cell i

HEADER = "passatempo mnk proof 1"
SEALED = "passatempo mnk proof 2"
MOST_LINES = 2**22  # by default; each line takes half a kilobyte while it is read and checked
Edges: TypeAlias = tuple[int, ...]
FEW = 256  # lines up to which every pair is compared


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about a position, and the nodes that prove it, one per line."""

    side: str
    wins: bool
    nodes: tuple[str, ...]
    line: int = 0

    @property
    def text(self) -> str:
        """The claim in words."""
        return f"{self.side} {'wins' if self.wins else 'cannot win'}"


def read_claims(text: str, line_limit: int = MOST_LINES) -> tuple[str, list[Claim]]:
    r"""Read a proof file of at most `line_limit` lines: the instance as JSON, and the claims with their nodes.

    Raises
    ------
    FormatError
        If the file is not a proof.

    Examples
    --------
    >>> read_claims("passatempo mnk proof 1\n{}\nclaim X wins\n5\n")[1]
    [Claim(side='X', wins=True, nodes=('5',), line=3)]
    """
    first = text.partition("\n")[0].rstrip("\r")
    if first not in (HEADER, SEALED):
        raise FormatError(f"the first line of a proof is {quote(SEALED)}", line=1, kind="header")
    if text.count("\n") > line_limit:
        raise FormatError(
            f"a proof has more than the {line_limit} lines that are read", line=line_limit + 1, kind="too-long"
        )
    lines = (_check_seal(text) if first == SEALED else text).splitlines()
    if len(lines) < 2:
        raise FormatError("the second line of a proof is its position as JSON", line=2, kind="header")
    heads = [at for at in range(2, len(lines)) if "claim" in lines[at] and lines[at].split(None, 1)[0] == "claim"]
    for at in range(2, heads[0] if heads else len(lines)):
        raise FormatError("a node is expected below a claim", line=at + 1, kind="node")
    claims = []
    for at, end in pairwise([*heads, len(lines)]):
        nodes = tuple(lines[at + 1 : end])
        for number, node in enumerate(nodes, at + 2):
            if not node or node.isspace():
                raise FormatError("a node is expected, the line is empty", line=number, kind="node")
        claims.append(replace(_parse_claim(lines[at], at + 1), nodes=nodes))
    return lines[1], claims


def seal_line(lines: Iterable[str]) -> str:
    """Return the last line of a proof, computed from the lines before it.

    >>> seal_line(["passatempo mnk proof 2", "{}"])[:15]
    'seal 20653b888c'
    """
    line_digest = sha256()
    for line in lines:
        line_digest.update(f"{line}\n".encode(errors="surrogatepass"))
    return f"seal {line_digest.hexdigest()}"


def _check_seal(text: str) -> str:
    """Return a proof without its seal, which must match the other lines."""
    body, _, last = text.replace("\r\n", "\n").rstrip("\n").rpartition("\n")
    if not last.startswith("seal "):
        at = text.count("\n") + (not text.endswith("\n"))
        raise FormatError("the last line of a proof is its seal: the file is cut off", line=at, kind="seal")
    if seal_line([body]) != last:
        at = body.count("\n") + 2
        raise FormatError("the seal is not that of these lines: the file was changed", line=at, kind="seal")
    return body


def _parse_claim(line: str, number: int) -> Claim:
    for side in ("X", "O"):
        for wins, claim_verb in ((True, "wins"), (False, "cannot win")):
            if line == f"claim {side} {claim_verb}":
                return Claim(side, wins, (), number)
    raise FormatError(f"{quote(line)} is not a claim such as 'claim X wins'", line=number, kind="claim")


class InvalidNode(Exception):
    """A node that does not follow; the message gives the reason."""


def parse_natural(text: str) -> int:
    """Read a decimal number."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise InvalidNode(f"{quote(text)} is not a number")
    return int(text)


def parse_cell(text: str) -> Cells:
    """Read a cell."""
    number = parse_natural(text)
    if not 1 <= number <= 2**18:
        raise InvalidNode(f"{quote(text)} is not a cell")
    return 1 << (number - 1)


def parse_cells(text: str) -> Cells:
    """Read a set of cells."""
    if not text or text.strip("0123456789abcdef") or len(text) > 2**16:
        raise InvalidNode(f"{quote(text)} is not a set of cells")
    return int(text, 16)


def parse_references(words: Sequence[str]) -> list[tuple[str, str]]:
    """Read references such as ``12:7``."""
    split = [word.partition(":") for word in words]
    for word, (_, colon, _) in zip(words, split, strict=True):
        if not colon:
            raise InvalidNode(f"{quote(word)} does not refer to a node")
    return [(left_side, right_side) for left_side, _, right_side in split]


def drop_supersets(edges: Iterable[Cells]) -> Edges:
    """Return the edges that contain no other edge, in ascending order.

    >>> drop_supersets([7, 3, 12, 3])
    (3, 12)
    """
    rising = sorted(set(edges), key=lambda edge: (edge.bit_count(), edge))
    if len(rising) > FEW:
        return _drop_indexed_supersets(rising)
    minimal_edges: list[Cells] = []
    smaller = length = 0  # only smaller edges can be inside an edge
    for edge in rising:
        if edge.bit_count() > length:
            smaller, length = len(minimal_edges), edge.bit_count()
        if not any(edge & minimal_edges[i] == minimal_edges[i] for i in range(smaller)):
            minimal_edges.append(edge)
    return tuple(sorted(minimal_edges))


def _drop_indexed_supersets(rising: Iterable[Cells]) -> Edges:
    """Return the same for many edges: an edge inside another is found by its first cell."""
    begins: dict[Cells, list[Cells]] = {}
    for edge in rising:
        if not any(edge & other == other for cell in (0, *single_cells(edge)) for other in begins.get(cell, ())):
            begins.setdefault(edge & -edge, []).append(edge)
    return tuple(sorted(edge for edge_group in begins.values() for edge in edge_group))


def edges_after_mark(side_edges: Edges, cell: Cells) -> Edges:
    """Return a side's lines after its own mark; an empty line is complete."""
    shorter = [edge & ~cell for edge in side_edges if edge & cell]
    if not shorter:
        return side_edges
    fresh = drop_supersets(shorter)
    longer = [edge for edge in side_edges if not edge & cell and not any(edge & new == new for new in fresh)]
    return tuple(sorted((*longer, *fresh)))


def disjoint_edges(edges: Edges, cells: Cells) -> Edges:
    """Return the lines that are disjoint from a set of cells."""
    return tuple(edge for edge in edges if not edge & cells)


def single_cells(cells: Cells) -> Iterator[Cells]:
    """Yield the cells of a set, each as a set of one cell.

    >>> list(single_cells(9))
    [1, 8]
    """
    while cells:
        yield cells & -cells
        cells &= cells - 1


def cell_union(edges: Iterable[Cells]) -> Cells:
    """Return the union of the cells of lines."""
    all_cells = 0
    for edge in edges:
        all_cells |= edge
    return all_cells


def symmetry_image(rules: Rules, symmetry: int) -> list[int]:
    """Return the image of each cell: columns reversed (1), rows reversed (2), then rows and columns exchanged (4).

    >>> from passatempo.mnk.rules import Rules
    >>> symmetry_image(Rules(2, 2, 2), 5)
    [2, 0, 3, 1]
    """
    m, n = rules.m, rules.n
    if not 0 < symmetry < (8 if m == n else 4):
        raise InvalidNode(f"{symmetry} is not a symmetry of the board")
    image = []
    for row in range(m):
        for column in range(n):
            r = m - 1 - row if symmetry & 2 else row
            c = n - 1 - column if symmetry & 1 else column
            image.append(c * n + r if symmetry & 4 else r * n + c)
    return image


def map_cells(cells: Cells, cell_images: Sequence[int]) -> Cells:
    """Return the image of a set of cells."""
    if cells >> len(cell_images):
        raise InvalidNode(f"a set has a cell beyond {len(cell_images)}, off the board")
    image_cells = 0
    while cells:
        image_cells |= 1 << cell_images[(cells & -cells).bit_length() - 1]
        cells &= cells - 1
    return image_cells
