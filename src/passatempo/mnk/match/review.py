"""The command `analyse` of m,n,k: a game looked at move by move."""

from __future__ import annotations

from collections.abc import Iterator  # noqa: TC003 - the command line reads the annotations
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from passatempo.core.errors import FormatError, UsageError, quote
from passatempo.core.input import path_of, standard_input
from passatempo.core.json import decode, encode
from passatempo.core.limits import NO_NODES, Limits
from passatempo.mnk.settings import duration, level_of, whole

if TYPE_CHECKING:
    from passatempo.mnk.match.analysis import Analysis
    from passatempo.mnk.model import Position

STANDARD_INPUT = ("-", "(standard input)")  # as it is written, and as the command line hands it over
MOST_BYTES = 1 << 22  # of a game: some fifteen for each cell of the largest board
USUAL_NODES = 100_000  # for a position, where nothing is said
SHOWN = 12  # moves of a line that are shown as text
Form = Literal["text", "json", "svg", "print"]


def analyse(
    file: str | None = None,
    /,
    *,
    batch: str | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    level: int = 10,
    format: Form = "text",  # noqa: A002
    limits: Limits = Limits(),
) -> Iterator[str]:
    """Tell what every move of a game changed, and where the game was lost.

    Parameters
    ----------
    file
        A game with its moves: text, JSON, SGF or PSQ.
    batch
        Games, one JSON object a line, as `match --save` writes them: a line for each, and a summary.
    seconds, nodes
        The limits of one position; 100,000 nodes where nothing is said. The one that decides gets thirty times as much.
    level
        How well the engine looks.
    format
        text, json, svg (the value over the moves) or print (that in greys).
    """
    from passatempo.mnk.match.analysis import analyse as look

    duration("seconds", seconds)
    whole("nodes", nodes, 1, NO_NODES)
    each = replace(limits, seconds=seconds, nodes=USUAL_NODES if seconds is None and nodes is None else nodes)
    if (file is None) == (batch is None):
        raise UsageError("a game or --batch with games is expected, one of them")
    if batch is not None:
        from passatempo.mnk.match.reviews import reviewed

        if format not in ("text", "json"):
            raise UsageError(f"--batch has no format {format}: text or json")
        yield from reviewed(batch, each, level_of(level), format)
        return
    assert file is not None
    found = look(_game(file), each, level_of(level))
    if limits.cancel is not None and limits.cancel.thrown:
        return
    yield from _written(found, format)


def _written(found: Analysis, format: Form) -> Iterator[str]:  # noqa: A002
    """Write an analysis in one of the formats."""
    if format == "text":
        yield from _lines(found)
    elif format == "json":
        yield encode(face(found), indent=2)
    else:
        from passatempo.mnk.match.graph import draw_analysis
        from passatempo.render.printing import printed

        drawn = draw_analysis(found)
        yield str(printed(drawn) if format == "print" else drawn)


def face(found: Analysis) -> dict[str, Any]:
    """Return an analysis as JSON."""
    return {
        "result": found.result,
        "turning": found.turning and found.turning.number,
        "turnings": [step.number for step in found.turns],
        "lost_from_the_start": found.lost_from_the_start,
        "steps": [_step(step) for step in found.steps],
    }


def _lines(found: Analysis) -> Iterator[str]:
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
    gained = f"{_value(step.before)} in place of {_value(step.after)}"
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


def _game(file: str) -> Any:
    """Read a game."""
    from passatempo.mnk.text import read

    try:
        if file in STANDARD_INPUT:
            read_in = standard_input().read(MOST_BYTES + 1)
        else:
            with path_of(file).open("rb") as stream:
                read_in = stream.read(MOST_BYTES + 1)
        text = read_in.decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{quote(file)}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FormatError(f"byte {error.start + 1} is not UTF-8", where=file) from None
    if len(read_in) > MOST_BYTES:
        raise FormatError(f"a game has at most {MOST_BYTES} bytes", where=file)
    return game_of(text) if text.lstrip().startswith("{") else read(text)


def game_of(text: str) -> Position:
    """Read a game as JSON; what `match --save` adds says nothing here."""
    from passatempo.core.json import convert
    from passatempo.mnk.json import PositionJson, load_position

    raw = decode(text)
    known = {key: raw[key] for key in raw if key in PositionJson.__dataclass_fields__} if isinstance(raw, dict) else raw
    return load_position(convert(known, PositionJson))
