"""Fit the engine's weights on games against itself and write them to a file: `python tune.py --help`."""

from __future__ import annotations

import argparse
from array import array
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Literal

import training
from selfplay import Game, SelfPlay, Tuned, fit, known_classes

from passatempo.core.errors import FormatError, UsageError
from passatempo.core.input import complete_lines, path_of, read_text
from passatempo.core.json import count_of, decode, encode
from passatempo.core.limits import Cancel
from passatempo.core.output import append_lines, atomic_file, check_writable
from passatempo.mnk.engine.search import MOST_K
from passatempo.mnk.engine.weights import (
    BOTH,
    CLASSES,
    COLUMNS,
    HIDDEN,
    LAYERS,
    load_weights,
    multiset_rank,
    places_of_features,
    read_weights,
)
from passatempo.mnk.rules import Rules
from passatempo.mnk.settings import MOST_SIDE, MOST_THREADS, check_integer

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_RECORD = 1 << 34  # bytes of games: some millions of them
MOST_SEED = 10**12
MOST_GAMES = 10**9
MOST_GROWTH = 100


def tune(
    out: str,
    /,
    *,
    m: int = 15,
    n: int = 15,
    k: int = 5,
    games: int = 2000,
    nodes: int = 2000,
    epochs: int = 5,
    seed: int = 1,
    threads: int = 1,
    record: str | None = None,
    rounds: int = 1,
    growth: int = 1,
    last: int | None = None,
    start: Literal["hand", "fitted"] = "hand",
    resume: bool = False,
) -> Iterator[str]:
    """Fit the engine's weights on games against itself and write them to a file.

    Parameters
    ----------
    out
        The file to write.
    m, n, k
        The board of the games.
    games, nodes, rounds
        Games of a round from openings drawn by lot, some with further moves drawn by lot, and as many again from
        positions that their searches looked at; nodes of a move; rounds. A round plays with the weights of the one
        before.
    growth
        How many times as many games a round has as the one before: the first ones, by weak players, may be short.
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
    resume
        Go on with the same command, which was stopped: from the games in the record, where there were none before, and
        the weights in the file. What comes of it is the same. Games of another command are refused.
    """
    rules = _board(m, n, k)
    for flag, value in {"games": games, "nodes": nodes, "epochs": epochs, "rounds": rounds, "last": last}.items():
        check_integer(f"--{flag}", value, 1, MOST_GAMES)
    check_integer("--growth", growth, 1, MOST_GROWTH)
    check_integer("--seed", seed, 0, MOST_SEED)
    check_integer("--threads", threads, 1, MOST_THREADS)
    check_writable(out)
    kept, held = _recorded(record, rules, resume)
    cancel = Cancel()
    weights = training.extended(load_weights(k), k) if start == "fitted" else None
    before = 0 if resume else len(kept)  # games of other commands
    with append_lines(record, held) as write:
        for number, first, end in _rounds_left(rounds, games, growth, before, len(kept)):
            known = kept[first:end]
            if known and len(kept) < end and number:
                weights = read_weights(read_text(out))
            play, begun = SelfPlay(m, n, k, weights, nodes, threads, cancel), seed + first - before
            other = f"--resume: {record} holds games of another command, or {out} weights of one"
            for batch in _new_games(play, (end - first) // 2, begun, known, other):
                kept += batch
                write(encode(game) + "\n" for game in batch)
                yield f"round {number + 1}: {count_of(len(kept), 'game')}"
            used = kept[-last:] if last else kept
            tuned = fit(m, n, k, used, epochs, seed, cancel)
            if cancel.thrown:
                return
            weights, told = tuned.weights, _told(tuned, len(used))
            with atomic_file(out) as file:
                file.write(_file_of(weights, told, rules))
            yield told


def _new_games(play: SelfPlay, count: int, seed: int, known: list[Any], other: str) -> Iterator[list[Game]]:
    """Play the games of a round that are not known yet, up to where it is cancelled.

    In a round that was stopped the last known game is played once more, with its batch: is it of this command?

    Raises
    ------
    UsageError
        If not; it says `other`.
    """
    again = known[-1:] if len(known) < 2 * count else []
    for batch in play.round(count, seed, known[: len(known) - len(again)]):
        if play.cancel is not None and play.cancel.thrown:
            return
        if again and encode(batch[:1]) != encode(again):
            raise UsageError(other)
        new, again = batch[len(again) :], []
        if new:
            yield new


def _rounds_left(rounds: int, games: int, growth: int, before: int, held: int) -> Iterator[tuple[int, int, int]]:
    """Yield the rounds after which no other has begun: their numbers, and where their games begin and end.

    >>> list(_rounds_left(rounds=3, games=10, growth=2, before=5, held=26))
    [(1, 25, 65), (2, 65, 145)]
    """
    end = before
    for number in range(rounds):
        first, end = end, end + 2 * games * growth**number
        if held <= end:
            yield number, first, end


def _file_of(weights: bytes, told: str, rules: Rules) -> str:
    """Write weights, and at the head what they are of."""
    board = f"{rules.m} x {rules.n} boards"
    head = f"Weights for k = {rules.k}, fitted by contrib/training on {board}.\n{told}"
    return write_weights(weights, known_classes(rules.k), head)


def _told(tuned: Tuned, games: int) -> str:
    return (
        f"{count_of(games, 'game')}, {tuned.positions} positions; "
        f"loss {tuned.loss_before:.4f} -> {tuned.loss_after:.4f}; "
        f"moves put first {tuned.first_before:.1%} -> {tuned.first_after:.1%}"
    )


def _board(m: int, n: int, k: int) -> Rules:
    """Make the rules of a board on which the engine plays against itself."""
    check_integer("--m", m, 1, MOST_SIDE)
    check_integer("--n", n, 1, MOST_SIDE)
    check_integer("--k", k, 1, MOST_K)
    rules = Rules(m, n, k)
    if rules.hopeless:
        raise UsageError(f"--k: on {m} x {n} no line has {k} cells")
    return rules


def _recorded(name: str | None, rules: Rules, resume: bool) -> tuple[list[Any], int]:
    """Read the games of an earlier run, moves, how many were given, values, winner, leaves; and count their bytes."""
    if resume and not name:
        raise UsageError("--resume needs --record FILE")
    if not name or not path_of(name).exists():
        return [], 0
    lines = complete_lines(name, LONGEST_RECORD)
    kept = [decode(line) for line in lines]
    wrong = next((number for number, game in enumerate(kept, 1) if not _is_game(game, rules.size)), None)
    if wrong:
        message = "a game is [moves, given, values, winner, leaves] on this board"
        raise FormatError(message, where=f"{name}, line {wrong}")
    return kept, sum(map(len, lines))


def _is_game(game: Any, size: int) -> bool:
    """Tell whether a JSON value is a game that the fit can learn from."""
    if not (isinstance(game, list) and len(game) == 5 and isinstance(game[4], list)):
        return False
    moves, given, values, winner, leaves = game
    return (
        _are_moves(moves, size)
        and _are_values(values)
        and _are_numbers([given], 0, len(moves))
        and _are_numbers([winner], -1, 1)
        and all(isinstance(leaf, list) and len(leaf) == 2 for leaf in leaves)
        and all(_are_moves(marks, size) and _are_values([value]) for marks, value in leaves)
    )


def _are_moves(found: Any, size: int) -> bool:
    return _are_numbers(found, 0, size - 1) and len(set(found)) == len(found)


def _are_values(found: Any) -> bool:
    return _are_numbers(found, -(2**15), 2**15 - 1)


def _are_numbers(found: Any, least: int, most: int) -> bool:
    return isinstance(found, list) and all(type(number) is int and least <= number <= most for number in found)


def write_weights(weights: bytes, used: frozenset[int], head: str) -> str:
    """Write weights as lines; `used` are the classes that k knows."""
    words = array("h", weights)
    lines = [f"# {line}" for line in head.splitlines()]
    for classes in sorted(_multisets(sorted(used)), reverse=True):
        start = COLUMNS * multiset_rank(classes)
        features = words[places_of_features(start)]
        numbers = [*words[start : start + COLUMNS], *(features if any(features) else ())]
        lines.append(" ".join([*(CLASSES[c] for c in classes), *map(str, numbers)]))
    for unit in range(HIDDEN):
        start, biases = LAYERS + unit * BOTH, LAYERS + HIDDEN * BOTH
        numbers = [*words[start : start + BOTH], words[biases + unit], words[biases + HIDDEN + unit]]
        lines.append(" ".join(["unit", *map(str, numbers)]))
    lines.append(f"bias {words[-1]}")
    return "\n".join(lines) + "\n"


def _multisets(used: list[int]) -> list[tuple[int, ...]]:
    """List the multisets of four classes, the strongest class first."""
    return [classes[::-1] for classes in combinations_with_replacement(used, 4)]


def main() -> None:
    """Read the options and print each round."""
    numbers = {"m": 15, "n": 15, "k": 5, "games": 2000, "nodes": 2000, "epochs": 5, "seed": 1, "threads": 1}
    numbers |= {"rounds": 1, "growth": 1}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", help="the file to write")
    for name, default in numbers.items():
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--last", type=int)
    parser.add_argument("--record")
    parser.add_argument("--start", choices=("hand", "fitted"), default="hand")
    parser.add_argument("--resume", action="store_true")
    options = vars(parser.parse_args())
    for line in tune(options.pop("out"), **options):
        print(line, flush=True)


if __name__ == "__main__":
    main()
