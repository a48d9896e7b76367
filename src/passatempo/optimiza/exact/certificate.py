"""The certificate of a board: the sums and bounds of each component, for `certificate.py` to check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.limits import Deadline, Limits, Stopped

if TYPE_CHECKING:
    from passatempo.optimiza.model import Board


def make_certificate(board: Board, limits: Limits = Limits()) -> dict[str, Any]:
    """Make the certificate of a board; raises `Stopped` where a limit comes before the sums.

    >>> from passatempo.optimiza.model import Board
    >>> make_certificate(Board(2, (1, 1, 1, 2)))["components"][0]
    {'number': 2, 'cells': [[2, 2]], 'exits': [0], 'sums': [2], 'bounds': [2]}
    """
    from passatempo.optimiza.exact.levels import sums
    from passatempo.optimiza.geometry import components, moves

    deadline = Deadline(limits)
    known = sums(board, deadline)
    if not known.whole:
        raise Stopped
    low, high = known.low, known.high
    graph, cells = moves(board, deadline.poll), board.cells
    listed = []
    for part in components(board, graph, deadline.poll):
        deadline.check()
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
