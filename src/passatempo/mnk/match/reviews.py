"""Many games looked at move by move: a line for each, and what they have in common."""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import TYPE_CHECKING, Any, Literal

from passatempo.core.errors import FormatError, InvalidInstance, Violation
from passatempo.core.input import read_text
from passatempo.core.json import count_of, decode, encode
from passatempo.mnk.match.analysis import analyse
from passatempo.mnk.match.sentences import as_keys, game_of, verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.core.limits import Limits
    from passatempo.mnk.match.analysis import Analysis
    from passatempo.mnk.settings import EngineSettings


def reviewed(file: str, limits: Limits, settings: EngineSettings, form: Literal["text", "json"]) -> Iterator[str]:
    """Analyse the games of a file, one JSON object a line, and sum up.

    Raises
    ------
    FormatError, InvalidInstance
        If a line is no game, with its number; the lines before it were told.
    """
    kept: list[tuple[Analysis, tuple[str, str]]] = []
    lines = [(number, line) for number, line in enumerate(read_text(file).splitlines(), 1) if line.strip()]
    if not lines:
        raise FormatError("no games", where=file)
    for number, line in lines:
        try:
            game = decode(line)
            found = analyse(game_of(game), limits, settings)
        except FormatError as error:
            raise FormatError(error.message, line=number, kind=error.kind) from None
        except InvalidInstance as error:
            raise InvalidInstance([Violation("game", f"line {number}: {error}")]) from None
        if limits.cancel is not None and limits.cancel.thrown:
            return
        kept.append((found, players_of(game)))
        yield f"{number:3}: {verdict(found)}" if form == "text" else encode({"line": number, **as_keys(found)})
    summary = summed_up(kept)
    yield _text(summary) if form == "text" else encode({"summary": summary})


def players_of(game: Any) -> tuple[str, str]:
    """Return who had X and who had O, where the game says it.

    In a record of a match `first` moved first behind the opening.

    >>> players_of({"moves": [[1, 1]], "opening": 1, "first": "a", "second": "b"}), players_of({"moves": []})
    (('b', 'a'), ('X', 'O'))
    """
    first, second = game.get("first"), game.get("second")
    if not (isinstance(first, str) and isinstance(second, str)) or first == second:
        return "X", "O"
    opening = game.get("opening", 0)
    return (first, second) if type(opening) is not int or opening % 2 == 0 else (second, first)


def summed_up(games: list[tuple[Analysis, tuple[str, str]]]) -> dict[str, Any]:
    """Count results, where games were lost, and the moves of each player that changed the course."""
    results = Counter(found.result or "open" for found, _ in games)
    turning = [
        found.turning.number
        for found, _ in games
        if found.turning is not None and found.loser is not None and not found.lost_from_the_start
    ]
    players: dict[str, dict[str, int]] = {}
    for found, names in games:
        for mark, name in enumerate(names, 1):
            row = players.setdefault(name, {"games": 0, "losses": 0, "lost_from_the_start": 0, "turning_moves": 0})
            row["games"] += 1
            row["losses"] += found.loser == mark
            row["lost_from_the_start"] += found.loser == mark and found.lost_from_the_start
            row["turning_moves"] += sum(step.mark == mark for step in found.turns)
    return {
        "games": len(games),
        "results": {name: results[name] for name in ("X", "O", "draw", "open")},
        "lost_from_the_start": sum(found.lost_from_the_start for found, _ in games),
        "deciding_move": {"median": median(turning), "least": min(turning), "most": max(turning)} if turning else None,
        "players": players,
    }


def _text(summary: dict[str, Any]) -> str:
    """Write what many games have in common."""
    won = ", ".join(f"{name} {count}" for name, count in summary["results"].items())
    said = [f"{count_of(summary['games'], 'game')}: {won}; lost from the start: {summary['lost_from_the_start']}"]
    if found := summary["deciding_move"]:
        said.append("the move that decided: {median:g} in the median, {least} to {most}".format(**found))
    told = "{}: {games} games, {losses} lost, {lost_from_the_start} from the start; {turning_moves} turning moves"
    said += [told.format(name, **row) for name, row in summary["players"].items()]
    return "\n".join(said)
