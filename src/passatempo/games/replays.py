"""Records replayed, checked, and continued: their moves are replayed first."""

import time
from collections.abc import Iterator
from dataclasses import replace
from os import PathLike, fspath
from typing import Any
from warnings import warn

from passatempo.core.errors import FormatError, InvalidInstance, UsageError, Violation
from passatempo.core.input import read_text
from passatempo.core.json import count_of, encode
from passatempo.core.limits import Limits
from passatempo.core.pastime import Pastime
from passatempo.core.registry import pastime as find_pastime
from passatempo.games.players import Player, game_of, make_players
from passatempo.games.playthrough import Playthrough
from passatempo.games.records import EndLine, EventLine, Head, Line, Record, TurnLine, UndoLine, read_record
from passatempo.games.shapes import load_deal, load_move, rules_of
from passatempo.games.values import YOU, dump_result

HIDDEN = "hidden"  # marks the hand of a seat at a real table, in the head of its record


def replay(record: str | PathLike[str] | Record, *, to: int | None = None, locale: str = "en") -> Playthrough:
    """Replay the record of a game.

    Parameters
    ----------
    record
        The text of a record, its file as a path, or a record.
    to
        The turn after which to stop; by default the last.
    locale
        The language.

    Examples
    --------
    >>> from passatempo.games import play
    >>> match = play("mnk", ["you", "reference"], k=3)
    >>> _ = match.submit("b2"), match.reply()
    >>> replay(match.record), replay(str(match.record), to=1)
    (<Playthrough of mnk, 2 turns>, <Playthrough of mnk, 1 turn>)
    """
    game_record = read_known(record)
    turns = game_record.turns
    last = len(turns) if to is None else to
    if not 0 <= last <= len(turns):
        raise UsageError(f"--to {last}: the record has {count_of(len(turns), 'turn')}")
    lines = game_record.lines if last == len(turns) else turns[:last]
    home = find_pastime(game_record.head.pastime)
    return resume_game(home, replace(game_record, lines=tuple(lines)), locale=locale)


def check(record: str | PathLike[str] | Record, *, bots: bool = False) -> list[Violation]:
    """List the rules that the record of a game breaks, by an independent checker.

    Parameters
    ----------
    record
        As for `replay`.
    bots
        Whether the bots move again. The first move that differs is also listed.

    Examples
    --------
    >>> from passatempo.games import play
    >>> match = play("mnk", ["you", "reference"], k=3)
    >>> _ = match.submit("b2"), match.reply()
    >>> check(match.record), check(str(match.record).replace('"seat":2', '"seat":1'))[0].text
    ([], 'turn 2, seat 1: seat 2 is to move')
    """
    game_record = read_known(record)
    home = find_pastime(game_record.head.pastime)
    faults = [Violation("record", fault) for fault in game_of(home).wiring.checker(game_record)]
    if bots and not faults and not game_record.head.timed:
        faults += [Violation("bot", difference) for difference in _bot_differences(home, game_record)]
    return faults


def read_known(record: str | PathLike[str] | Record) -> Record:
    """Read a record, and refuse unknown rules and deals in its head."""
    if not isinstance(record, Record):
        record, remarks = read_record(record if isinstance(record, str) else read_text(fspath(record)))
        for remark in remarks:
            warn(remark, stacklevel=4)
    game = game_of(find_pastime(record.head.pastime))
    rules_of(game, record.head.rules)
    load_deal(game, None, record.head.deal)
    return record


def _bot_differences(pastime: Pastime, record: Record) -> Iterator[str]:
    """Replay the game with the bots, and report the first move that differs."""
    record_game = resume_game(pastime, replace(record, lines=record.turns))
    game = resume_game(pastime, replace(record, lines=()))
    for line in record_game.moves:
        if game.player.bot:
            name = game.player.name
            game.reply()
            bot_move = game.moves[-1].move
            if bot_move != line.move:
                yield f"turn {line.turn}, seat {line.seat}: {name} would play {encode(bot_move)} now"
                return
        else:
            game.play(load_move(game.game, line.move))


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
