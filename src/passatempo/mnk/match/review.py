"""The command `analyse` of m,n,k: a game looked at move by move."""

from __future__ import annotations

from collections.abc import Iterator  # noqa: TC003 - the command line reads the annotations
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from passatempo.core.errors import UsageError
from passatempo.core.input import read_text
from passatempo.core.json import decode, encode
from passatempo.core.limits import NO_NODES, Limits
from passatempo.mnk.match.sentences import as_keys, game_of, table
from passatempo.mnk.settings import duration, level_of, whole

if TYPE_CHECKING:
    from passatempo.mnk.match.analysis import Analysis

MOST_BYTES = 1 << 22  # of a game: some fifteen for each cell of the largest board
USUAL_NODES = 100_000  # for a position, where nothing is said
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
        A game with its moves: text, JSON, SGF or PSQ; - for standard input.
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
        raise UsageError("pass a game or --batch FILE, not both")
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
        yield from table(found)
    elif format == "json":
        yield encode(as_keys(found), indent=2)
    else:
        from passatempo.mnk.match.graph import draw_analysis
        from passatempo.render.printing import printed

        drawn = draw_analysis(found)
        yield str(printed(drawn) if format == "print" else drawn)


def _game(file: str) -> Any:
    """Read a game."""
    from passatempo.mnk.text import read

    text = read_text(file, MOST_BYTES)
    return game_of(decode(text)) if text.lstrip().startswith("{") else read(text)
