"""Why the optimum is the optimum, as a list that can be checked again without the solver.

A certificate lists the components of equal numbers from N down, with the greatest sum claimed from every cell. To check
it again: the components are those of the rules; the exits follow from the claims about greater numbers; and the claims
of a component are found again by a plain search over its paths, where it is small enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.optimiza.checker import value_at
from passatempo.optimiza.checks import onward, places

if TYPE_CHECKING:
    from passatempo.optimiza.model import Board

STEPS = 200_000  # of the plain search in one component


def make_certificate(board: Board) -> dict[str, Any]:
    """Make the certificate of a board.

    >>> from passatempo.optimiza.model import Board
    >>> make_certificate(Board(2, (1, 1, 1, 2)))["components"][0]
    {'number': 2, 'cells': [[2, 2]], 'exits': [0], 'sums': [2], 'bounds': [2]}
    """
    from passatempo.optimiza.geometry import components, moves
    from passatempo.optimiza.levels import sums

    low, high, _, _ = sums(board)
    graph, cells = moves(board), board.cells
    listed = []
    for part in components(board, graph):
        exits = [max((low[d] for d in graph[c] if cells[d] > cells[c]), default=0) for c in part]
        listed.append(
            {
                "number": cells[part[0]],
                "cells": [[board.place(c)[0] + 1, board.place(c)[1] + 1] for c in part],
                "exits": exits,
                "sums": [low[c] for c in part],
                "bounds": [high[c] for c in part],
            }
        )
    return {"value": max(low), "bound": max(high), "components": listed}


def check_certificate(board: Board, claimed: dict[str, Any]) -> tuple[list[str], int]:
    """List what is wrong with a certificate, and count the components that are too large to be solved again.

    >>> from passatempo.optimiza.model import Board
    >>> board = Board(2, (1, 1, 1, 2))
    >>> check_certificate(board, make_certificate(board))
    ([], 0)
    """
    faults: list[str] = []
    unproved = 0
    sums: dict[tuple[int, int], int] = {}
    for part in claimed["components"]:
        inside = [(row - 1, column - 1) for row, column in part["cells"]]
        name = f"the component of {part['number']} at ({inside[0][0] + 1}, {inside[0][1] + 1})"
        graph = {place: onward(board, place) for place in inside}
        same = {place: {t for t in graph[place] if value_at(board, t) == value_at(board, place)} for place in inside}
        if set().union(*same.values()) - set(inside) or {value_at(board, place) for place in inside} != {
            part["number"]
        }:
            faults.append(f"{name} is no component of the rules")
            continue
        greater = {p: [t for t in graph[p] if t not in same[p]] for p in inside}
        if any(t not in sums for targets in greater.values() for t in targets):
            faults.append(f"{name} leads to greater numbers that are not listed before it")
            continue
        exits = {p: max((sums[t] for t in greater[p]), default=0) for p in inside}
        if [exits[p] for p in inside] != part["exits"]:
            faults.append(f"{name} has other exits")
        found = {p: _search(p, part["number"], same, exits) for p in inside}
        unproved += None in found.values()
        for place, claim in zip(inside, part["sums"], strict=True):
            sums[place] = claim
            if found[place] not in (claim, None):
                faults.append(f"{name}: the greatest sum from a cell is {found[place]}, not {claim}")
    if set(sums) != set(places(board)):
        faults.append("the components do not cover the board")
    elif max(sums.values()) != claimed["value"]:
        faults.append(f"the greatest sum is {max(sums.values())}, not {claimed['value']}")
    return faults, unproved


def _search(
    start: tuple[int, int],
    number: int,
    same: dict[tuple[int, int], set[tuple[int, int]]],
    exits: dict[tuple[int, int], int],
) -> int | None:
    """Find the greatest sum from a cell over all simple paths; None where there are too many."""
    best = 0
    stack: list[tuple[tuple[int, int], ...]] = [(start,)]
    for _ in range(STEPS):
        if not stack:
            return best
        path = stack.pop()
        best = max(best, number * len(path) + exits[path[-1]])
        stack += [(*path, place) for place in same[path[-1]] if place not in path]
    return None
