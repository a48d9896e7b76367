"""The JSON faces of the further answers: levels, counts, lists of paths, hints, duels."""

from __future__ import annotations

from dataclasses import dataclass

from passatempo.core.errors import FormatError, quote
from passatempo.core.pastime import Face
from passatempo.optimiza.json import dump_places, load_places
from passatempo.optimiza.model import Duel, Hint, Levels, Number, Route, Routes


@dataclass(frozen=True, slots=True)
class LevelsJson:
    """The levels of the newspaper."""

    X: int
    X_best: int
    Y: int
    expert: int
    Z: int


@dataclass(frozen=True, slots=True)
class NumberJson:
    """How many optimal paths there are, as a string: the number may have any size."""

    optimal_paths: str


@dataclass(frozen=True, slots=True)
class RoutesJson:
    """Optimal paths, and whether they are all."""

    paths: list[list[tuple[int, int]]]
    complete: bool


@dataclass(frozen=True, slots=True)
class HintJson:
    """The best completion, the next move on it, and whether the beginning is still optimal."""

    path: list[tuple[int, int]]
    next: tuple[int, int] | None
    still_optimal: bool | None


@dataclass(frozen=True, slots=True)
class DuelJson:
    """Who wins from each start, and the sum of the path that the last mover takes."""

    mover_wins: list[int]
    points: list[int | None]
    A_best_live_start_points: int | None


def _load_number(shape: NumberJson) -> Number:
    if not (shape.optimal_paths.isascii() and shape.optimal_paths.isdecimal()):
        raise FormatError(f"{quote(shape.optimal_paths)} is not a whole number", where="optimal_paths", kind="number")
    return Number(int(shape.optimal_paths))


def _load_hint(shape: HintJson) -> Hint:
    onward = load_places([shape.next])[0] if shape.next else None
    return Hint(Route(load_places(shape.path)), onward, shape.still_optimal)


def _dump_hint(hint: Hint) -> HintJson:
    onward = dump_places((hint.next,))[0] if hint.next else None
    return HintJson(dump_places(hint.route.places), onward, hint.optimal)


LEVELS = Face(
    LevelsJson,
    lambda shape: Levels(shape.X, shape.X_best, shape.Y, shape.expert, shape.Z),
    lambda levels: LevelsJson(levels.x, levels.x_best, levels.y, levels.expert, levels.z),
)
NUMBER = Face(NumberJson, _load_number, lambda number: NumberJson(str(number.number)))
ROUTES = Face(
    RoutesJson,
    lambda shape: Routes(tuple(Route(load_places(path)) for path in shape.paths), shape.complete),
    lambda routes: RoutesJson([dump_places(route.places) for route in routes.routes], routes.complete),
)
HINT = Face(HintJson, _load_hint, _dump_hint)
DUEL = Face(
    DuelJson,
    lambda shape: Duel(tuple(shape.mover_wins), tuple(shape.points), shape.A_best_live_start_points),
    lambda duel: DuelJson(list(duel.mover_wins), list(duel.points), duel.least_live),
)
