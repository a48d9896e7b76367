"""Going on with a record: it is played through as far as it goes."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.core.limits import Limits
from passatempo.games.players import Player, game_of, seated
from passatempo.games.playthrough import Playthrough
from passatempo.games.records import EndLine, EventLine, TurnLine, UndoLine
from passatempo.games.shapes import load_deal, load_move, rules_of
from passatempo.games.values import YOU, written_result

if TYPE_CHECKING:
    from passatempo.core.pastime import Pastime
    from passatempo.games.records import Head, Line, Record

HIDDEN = "hidden"  # the hand of a seat at a real table, in the head of its record


def resumed(pastime: Pastime, record: Record, **settings: Any) -> Playthrough:
    """Play a record through as far as it goes, and go on from there.

    Parameters
    ----------
    settings
        What a `Playthrough` takes beside what the record says: limits (else those of the record), locale, other
        players, `keep`.

    Raises
    ------
    FormatError, InvalidInstance
        Naming the turn that cannot be played.
    """
    head, game = record.head, game_of(pastime)
    if head.pastime != pastime.name:
        raise FormatError(f"the record is of {head.pastime}, not of {pastime.name}", where="pastime")
    preset, rules = rules_of(game, head.rules)
    seed = None if head.seed is None else int(head.seed)
    players = settings.pop("players", None) or _players(pastime, head)
    keep = settings.pop("keep", None)
    limits = settings.pop("limits", Limits())
    if limits.nodes is None and head.nodes is not None:
        limits = replace(limits, nodes=head.nodes)
    found = Playthrough(
        pastime,
        players,
        rules,
        preset,
        load_deal(game, seed, head.deal),
        practice=head.practice,
        limits=limits,
        **settings,
    )
    for line in record.lines:
        _follow(found, line)
    found.keep, found.began = keep, time.monotonic()
    return found


def _players(pastime: Pastime, head: Head) -> tuple[Player, ...]:
    """Return who sat at the seats of a record, under the names that it gives them."""
    words = [seat.get("bot") or f"{seat.get('name', YOU)}!" for seat in head.seats]
    found = seated(pastime, words)
    return tuple(
        [
            replace(one, name=seat.get("name", one.name), followed=seat.get("hand") == HIDDEN)
            for one, seat in zip(found, head.seats, strict=True)
        ]
    )


def _follow(found: Playthrough, line: Line) -> None:
    """Do what one line of a record says."""
    if isinstance(line, UndoLine):
        del found.states[len(found.states) - line.undo :], found.moves[len(found.moves) - line.undo :]
        found.lines.append(line)
    elif isinstance(line, EventLine):
        if found.game.wiring.event:
            found.states[-1] = found.game.wiring.event(found.state, line.event)
        found.lines.append(line)
    elif isinstance(line, TurnLine):
        if found.result is not None:
            raise FormatError(f"turn {line.turn}: the game was over", kind="record-order")
        if line.seat != found.seat + 1:
            raise FormatError(
                f"turn {line.turn}: seat {found.seat + 1} is to move, not {line.seat}", kind="record-seat"
            )
        try:
            found.play(load_move(found.game, line.move))
        except (FormatError, InvalidInstance) as error:
            raise FormatError(f"turn {line.turn}, seat {line.seat}: {error}", kind="record-move") from None
        found.moves[-1] = line
        where = -2 if isinstance(found.lines[-1], EndLine) else -1
        found.lines[where] = line
    elif found.result is None or written_result(found.result) != line.result:
        fault = "is not over" if found.result is None else "ends otherwise"
        raise FormatError(f"the record has a result, but the game {fault} after turn {line.turns}", kind="record-end")
