"""Continuing a record: its moves are replayed first."""

import time
from dataclasses import replace
from typing import Any

from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.core.limits import Limits
from passatempo.core.pastime import Pastime
from passatempo.games.players import Player, game_of, make_players
from passatempo.games.playthrough import Playthrough
from passatempo.games.records import EndLine, EventLine, Head, Line, Record, TurnLine, UndoLine
from passatempo.games.shapes import load_deal, load_move, rules_of
from passatempo.games.values import YOU, dump_result

HIDDEN = "hidden"  # marks the hand of a seat at a real table, in the head of its record


def resume_game(pastime: Pastime, record: Record, **settings: Any) -> Playthrough:
    """Replay a record, and continue from there.

    Parameters
    ----------
    settings
        Further arguments of `Playthrough`: limits (by default those of the record), locale, other players, and
        `keep`.

    Raises
    ------
        FormatError, InvalidInstance
        If a turn cannot be played, with its number.
    """
    head, game = record.head, game_of(pastime)
    if head.pastime != pastime.name:
        raise FormatError(f"the record is of {head.pastime}, not of {pastime.name}", where="pastime")
    preset, rules = rules_of(game, head.rules)
    seed = None if head.seed is None else int(head.seed)
    players = settings.pop("players", None) or _record_players(pastime, head)
    line_writer = settings.pop("keep", None)
    limits = settings.pop("limits", Limits())
    if limits.nodes is None and head.nodes is not None:
        limits = replace(limits, nodes=head.nodes)
    live_game = Playthrough(
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
        _apply_line(live_game, line)
    live_game.keep, live_game.began = line_writer, time.monotonic()
    return live_game


def _record_players(pastime: Pastime, head: Head) -> tuple[Player, ...]:
    """Return the players at the seats of a record, with their names in it."""
    words = [seat.get("bot") or f"{seat.get('name', YOU)}!" for seat in head.seats]
    seat_players = make_players(pastime, words)
    return tuple(
        [
            replace(seat_player, name=seat.get("name", seat_player.name), has_hidden_hand=seat.get("hand") == HIDDEN)
            for seat_player, seat in zip(seat_players, head.seats, strict=True)
        ]
    )


def _apply_line(live_game: Playthrough, line: Line) -> None:
    """Apply one line of a record."""
    if isinstance(line, UndoLine):
        del live_game.states[len(live_game.states) - line.undo :], live_game.moves[len(live_game.moves) - line.undo :]
        live_game.lines.append(line)
    elif isinstance(line, EventLine):
        if live_game.game.wiring.event:
            live_game.states[-1] = live_game.game.wiring.event(live_game.state, line.event)
        live_game.lines.append(line)
    elif isinstance(line, TurnLine):
        if live_game.result is not None:
            raise FormatError(f"turn {line.turn}: the game was over", kind="record-order")
        if line.seat != live_game.seat + 1:
            raise FormatError(
                f"turn {line.turn}: seat {live_game.seat + 1} is to move, not {line.seat}", kind="record-seat"
            )
        try:
            live_game.play(load_move(live_game.game, line.move))
        except (FormatError, InvalidInstance) as error:
            raise FormatError(f"turn {line.turn}, seat {line.seat}: {error}", kind="record-move") from None
        live_game.moves[-1] = line
        line_index = -2 if isinstance(live_game.lines[-1], EndLine) else -1
        live_game.lines[line_index] = line
    elif live_game.result is None or dump_result(live_game.result) != line.result:
        fault = "is not over" if live_game.result is None else "ends otherwise"
        raise FormatError(f"the record has a result, but the game {fault} after turn {line.turns}", kind="record-end")
