"""Who wins on two hypergraphs, by trying every move: the specification of the kernel's proofs, and their test oracle.

A line is a set of empty cells, as an integer with bit i for cell i. Who first fills one of his lines wins; a mark
kills the opponent's lines through it. The question is whether the attacker can force a win.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

Edges: TypeAlias = frozenset[int]


def wins(attacker: Iterable[int], defender: Iterable[int], attacking: bool, most: int | None = None) -> bool:
    """Tell whether the attacker can force a win, with at most so many marks of his own.

    Parameters
    ----------
    attacker, defender
        The lines of both sides; without lines of the defender it is the weak (Maker-Breaker) game.
    attacking
        Whether it is the attacker's turn.
    most
        A limit of his marks; None: as many as he likes.

    Notes
    -----
    Up to 3^n states of n cells. An empty line of the attacker is complete.

    Examples
    --------
    >>> wins([0b011, 0b110], [], True), wins([0b011, 0b110], [], False), wins([0b011, 0b110], [0b001], False)
    (True, False, False)
    >>> wins([0b011, 0b110], [], True, 1)
    False
    """
    return _wins(frozenset(attacker), frozenset(defender), attacking, -1 if most is None else most, {})


def _wins(
    attacker: Edges, defender: Edges, attacking: bool, most: int, known: dict[tuple[Edges, Edges, bool, int], bool]
) -> bool:
    if 0 in attacker:
        return True
    if 0 in defender or not attacker or most == 0:
        return False
    key = attacker, defender, attacking, most
    if key not in known:
        own, other = (attacker, defender) if attacking else (defender, attacker)
        known[key] = not attacking
        for cell in cells_of(attacker | defender):
            mine = frozenset(edge & ~cell for edge in own)
            theirs = frozenset(edge for edge in other if not edge & cell)
            after = (mine, theirs) if attacking else (theirs, mine)
            if _wins(*after, not attacking, most - attacking, known) == attacking:
                known[key] = attacking
                break
    return known[key]


def cells_of(edges: Iterable[int]) -> list[int]:
    """Return the cells of lines, each as a set of one.

    >>> cells_of([5, 1])
    [1, 4]
    """
    together = 0
    for edge in edges:
        together |= edge
    return [1 << cell for cell in range(together.bit_length()) if together >> cell & 1]


def inside(attacker: Iterable[int], defender: Iterable[int], zone: int) -> tuple[Edges, Edges]:
    """Return what is left for the defender inside a zone: all other cells are the attacker's.

    A zone is good if the attacker does not win what is left.

    >>> inside([0b011, 0b110], [0b001, 0b100], 0b011)
    (frozenset({2, 3}), frozenset({1}))
    """
    return frozenset(edge & zone for edge in attacker), frozenset(edge for edge in defender if not edge & ~zone)
