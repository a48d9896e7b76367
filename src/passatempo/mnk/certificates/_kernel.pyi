"""The C++ kernel of the certificates: whether the nodes of a claim follow.

What they mean, `passatempo.mnk.certificates.checker` says.

It is a module of its own, built of the files beside it alone: nothing of the prover is in it.
"""

from collections.abc import Sequence
from typing import TypeAlias

from typing_extensions import Buffer

Line: TypeAlias = Sequence[int]

def judged(
    rows: int,
    columns: int,
    attacker: Sequence[Line],
    defender: Sequence[Line],
    attacking: bool,
    wins: bool,
    nodes: bytes,
    seconds: float,
    most: int,
    cancel: Buffer | None,
) -> tuple[int, int, bool]:
    """Judge the nodes of a claim, a line each; `most` are the looks that it may take.

    Returns
    -------
    tuple
        Why the check ended, as an index of `passatempo.core.outcome.STOPS`, the looks at nodes, and whether all nodes
        follow; what is not found to follow the plain checker judges.

    Raises
    ------
    ValueError
        If the board has more than 256 cells, a cell is off the board, or a line is empty.
    """
