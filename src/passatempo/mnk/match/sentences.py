"""What an analysis says, as text and as JSON, and games as they are handed to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.mnk.match.analysis import Analysis
    from passatempo.mnk.model import Position

SHOWN = 12  # moves of a line that are shown as text


def as_keys(found: Analysis) -> dict[str, Any]:
    """Return an analysis as JSON."""
    return {
        "result": found.result,
        "turning": found.turning and found.turning.number,
        "turnings": [step.number for step in found.turns],
        "lost_from_the_start": found.lost_from_the_start,
        "steps": [_step(step) for step in found.steps],
    }


def table(found: Analysis) -> Iterator[str]:
    """Write the table, the moves that changed the course, and which one decided the game."""
    from passatempo.mnk.formats.notation import write_place

    yield "move       value   change  better"
    for step in found.steps:
        better = "" if step.best == step.move else write_place(step.best)
        side = "XO"[step.mark - 1]
        move = f"{step.number:3} {side} {write_place(step.move):<4}"
        yield f"{move} {_value(step.after):>7} {_change(step):>7}  {better}".rstrip()
    for step in found.turns:
        if step != found.turning:
            yield f"Move {step.number}, {write_place(step.move)}: {_better(step)}"
    yield verdict(found)


def verdict(found: Analysis) -> str:
    """Say in a sentence where a game was lost."""
    from passatempo.mnk.formats.notation import write_place

    turning = found.turning
    if turning is None:
        return "No move changed the course of the game."
    side, move, best = "XO"[turning.mark - 1], write_place(turning.move), write_place(turning.best)
    if not found.lost_from_the_start:
        word = "lost the game" if found.loser else "gave away most"
        return f"Move {turning.number}, {move}, {word}; {_better(turning)}"
    told = f"shortened the game most; {best} held longer" if turning.shortens else "lost like all others"
    return f"{side} was lost from the start: move {turning.number}, {move}, {told}."


def _better(step: Any) -> str:
    """Say what was better, by how much, and how it goes on."""
    from passatempo.mnk.formats.notation import write_place

    line = " ".join(map(write_place, step.line[:SHOWN])) + (" ..." if len(step.line) > SHOWN else "")
    gained = f"{_value(step.before)} instead of {_value(step.after)}"
    best = write_place(step.best)
    return f"{best} was better ({gained}): {line}" if line else f"{best} was better ({gained})."


def _value(score: int) -> str:
    """Write a score for the side that moved."""
    from passatempo.mnk.engine.search import MATE, value_of_score

    if score == MATE:
        return "won"
    end = value_of_score(score)
    if end is None:
        return f"{score:+d}" if score else "0"
    return f"{end[0]} {end[1]}" if end[1] < 999 else end[0]


def _change(step: Any) -> str:
    from passatempo.mnk.engine.search import value_of_score

    if value_of_score(step.before) or value_of_score(step.after):
        return ""
    return f"{step.change:+d}" if step.change else "0"


def _step(step: Any) -> dict[str, Any]:
    return {
        "number": step.number,
        "move": [step.move[0] + 1, step.move[1] + 1],
        "best": [step.best[0] + 1, step.best[1] + 1],
        "before": step.before,
        "after": step.after,
        "proved": step.proved,
        "line": [[row + 1, column + 1] for row, column in step.line],
    }


def game_of(raw: Any) -> Position:
    """Take a game as decoded JSON; what `match --save` adds says nothing here."""
    from passatempo.core.json import convert
    from passatempo.mnk.json import PositionJson, load_position

    known = {key: raw[key] for key in raw if key in PositionJson.__dataclass_fields__} if isinstance(raw, dict) else raw
    return load_position(convert(known, PositionJson))
