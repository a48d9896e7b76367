"""The commands of m,n,k that make something: puzzle, tune."""

from __future__ import annotations

from collections.abc import Iterator  # noqa: TC003 - the command line reads the annotations
from pathlib import Path
from typing import Any, Literal

from passatempo.core.errors import UsageError
from passatempo.core.json import decode, encode
from passatempo.mnk.model import Rules

Form = Literal["text", "json"]


def puzzle(
    *,
    m: int = 9,
    n: int = 9,
    k: int = 5,
    moves: int = 3,
    count: int = 1,
    seed: int = 0,
    format: Form = "text",  # noqa: A002
) -> Iterator[str]:
    """Make positions with a forced win in so many moves and only one first move, proved.

    Parameters
    ----------
    m, n, k
        The board.
    moves
        Own moves of the shortest win.
    count
        How many puzzles.
    seed
        The same seed gives the same puzzles.
    format
        text or json: an instance with `win_in` and `first` a line.
    """
    from itertools import islice

    from passatempo.mnk.json import POSITION
    from passatempo.mnk.puzzles import puzzles
    from passatempo.mnk.show import show_position
    from passatempo.mnk.text import write_place

    if moves < 2 or count < 1:
        raise UsageError("moves must be at least 2, count at least 1")
    for found in islice(puzzles(Rules(m, n, k), moves, seed), count):
        row, column = found.position.place(found.first)
        if format == "json":
            yield encode({"instance": POSITION.dump(found.position), "win_in": moves, "first": [row + 1, column + 1]})
        else:
            side = "XO"[found.position.to_move - 1]
            yield show_position(found.position)
            yield f"{side} moves and wins in {moves}. Solution: {write_place((row, column))}\n"


def tune(
    out: str,
    /,
    *,
    m: int = 15,
    n: int = 15,
    k: int = 5,
    games: int = 2000,
    nodes: int = 2000,
    epochs: int = 12,
    seed: int = 1,
    threads: int = 1,
    record: str | None = None,
    rounds: int = 1,
    last: int | None = None,
    start: Literal["hand", "fitted"] = "hand",
) -> Iterator[str]:
    """Fit the engine's weights on games against itself and write them to a file.

    Parameters
    ----------
    out
        The file to write.
    m, n, k
        The board of the games.
    games, nodes, rounds
        Games of a round, nodes of a move, rounds; a round plays with the weights of the one before.
    last
        Fit on so many games at most, the last ones; else on all.
    epochs
        Passes over the positions.
    seed
        Of the openings and of the fit.
    threads
        Games played at once; the result is the same.
    record
        Keep the games in this file, one JSON array a line; games it already holds are used too.
    start
        The weights of the first round's games: set by hand, or those that are shipped.
    """
    from passatempo.mnk.tune import fit, known_classes, self_play
    from passatempo.mnk.weights import fitted, write_weights

    path = Path(record) if record else None
    kept: list[Any] = [decode(line) for line in path.read_text().splitlines()] if path and path.exists() else []
    weights = fitted(k) if start == "fitted" else None
    for number in range(rounds):
        for batch in self_play(m, n, k, weights, games, nodes, seed + number * games, threads):
            kept += batch
            if path:
                with path.open("a", encoding="ascii") as file:
                    file.writelines(encode(game) + "\n" for game in batch)
            yield f"round {number + 1}: {len(kept)} games"
        used = kept[-last:] if last else kept
        tuned = fit(m, n, k, used, epochs, seed)
        weights = tuned.weights
        told = (
            f"{len(used)} games, {tuned.positions} positions; loss {tuned.loss_before:.4f} -> {tuned.loss_after:.4f}; "
            f"moves put first {tuned.first_before:.1%} -> {tuned.first_after:.1%}"
        )
        head = f"Weights for k = {k}, fitted by `passatempo mnk tune` on {m} x {n} boards.\n{told}"
        Path(out).write_text(write_weights(weights, known_classes(k), head), encoding="ascii")
        yield told
