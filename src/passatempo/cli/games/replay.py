"""The command `replay`: show the record of a game turn by turn, or check it with an independent checker."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal

from passatempo.cli.files import write_out
from passatempo.cli.flags import flag, make_command, positional
from passatempo.cli.games.replay_files import judge_game, replay_file, replay_folder
from passatempo.cli.notes import NO, note
from passatempo.cli.view import PICTURES, picture
from passatempo.core.errors import FormatError, UsageError, quote
from passatempo.core.game import Series
from passatempo.core.input import as_text, is_folder, read_bytes, read_line
from passatempo.core.json import count_of, encode, plain_data
from passatempo.core.messages import LOCALES, locale_of
from passatempo.core.pastime import Pastime
from passatempo.games.players import game_of
from passatempo.games.playthrough import Playthrough
from passatempo.games.records import Record, read_record
from passatempo.games.replays import resume_game
from passatempo.games.shapes import load_deal, load_move, rules_of
from passatempo.games.values import GameTranscript


def make_replay_command(pastime: Pastime) -> Callable[..., int]:
    """Make the command `replay`."""
    series = game_of(pastime).wiring.series

    def body(file: str, **flags: Any) -> int:
        flags["file"] = file
        if is_folder(file):
            return replay_folder(pastime, file, flags, lambda text: _resume(pastime, text, flags))
        content = read_bytes(file)
        if (code := replay_file(pastime, content, flags)) is not None:
            return code
        text = as_text(content)
        if series is not None and series.recognise(text):
            return _replay_series(pastime, series, text, flags)
        if flags.get("game") is not None:
            raise UsageError("--game: the record is of a single game")
        record = _read_record(pastime, text)
        if flags.get("check") or flags.get("bots"):
            return _check_record(pastime, record, bots=bool(flags.get("bots")))
        return _show_record(pastime, record, flags)

    replay_flags = [
        positional("file", "the record or its folder; - for standard input", is_required=True),
        *([flag("game", int, "index of the game in a file of several games [default: the first]")] if series else []),
        flag("to", int, "stop after this turn [default: the last]"),
        flag("step", bool, "show the view after every turn; on a terminal press Enter to continue"),
        flag("check", bool, "check the record against the rules with an independent program"),
        flag("bots", bool, "with --check: let the bots move again and compare"),
        flag("seat", int, "player whose view is shown [default: the first person]"),
        flag("format", Literal["text", "json", "svg", "print"], "format [default: text]"),
        flag("locale", str, f"language: {', '.join(LOCALES)} [default: the terminal's]"),
    ]
    return make_command(body, "replay", replay_flags)


def _read_record(pastime: Pastime, text: str) -> Record:
    """Read a record of the pastime, and refuse unknown rules and deals in its head."""
    record, warnings = read_record(text)
    for warning in warnings:
        note(f"warning: {warning}")
    head, game = record.head, game_of(pastime)
    if head.pastime != pastime.name:
        raise FormatError(f"the record is of {quote(head.pastime)}, not of {pastime.name}", where="pastime")
    rules_of(game, head.rules)
    load_deal(game, None, head.deal)
    return record


def _resume(pastime: Pastime, text: str, flags: dict[str, Any]) -> Playthrough:
    return resume_game(pastime, _read_record(pastime, text), locale=locale_of(flags.get("locale")))


# ---- Showing ----


def _show_record(pastime: Pastime, record: Record, flags: dict[str, Any]) -> int:
    turns = record.turns
    last = len(turns) if flags.get("to") is None else flags["to"]
    if not 0 <= last <= len(turns):
        raise UsageError(f"--to {last}: the record has {count_of(len(turns), 'turn')}")
    record_lines = record.lines if last == len(turns) else turns[:last]
    game = resume_game(pastime, replace(record, lines=tuple(record_lines)), locale=locale_of(flags.get("locale")))
    seat = game.watching if flags.get("seat") is None else flags["seat"] - 1
    if not 0 <= seat < len(game.players):
        raise UsageError(f"--seat {seat + 1}: the game has {count_of(len(game.players), 'seat')}")
    form = flags.get("format") or "text"
    if form in PICTURES:
        write_out(picture(game.game.wiring.draw(game.view(seat)), form), None)
    elif form == "json":
        write_out(encode(_as_json(game, seat) | judge_game(game.game, game, flags).as_json), None)
    else:
        for step in _steps(game, seat, flags) if flags.get("step") else _final_view(game, seat, flags):
            write_out(step, None)
    return 0


def _as_json(game: Playthrough, seat: int) -> dict[str, Any]:
    """Return the head, the turns in words, the position from the view of a seat, and the result."""
    turns = [
        {"turn": line.turn, "seat": line.seat, "move": line.move, "text": description.split(": ", 1)[1]}
        for line, description in zip(game.moves, game.told_moves(), strict=True)
    ]
    game_json: dict[str, Any] = {"record": plain_data(game.head), "turns": turns}
    if game.game.wiring.instance:
        game_json["position"] = plain_data(game.pastime.wiring.json.dump(game.game.wiring.instance(game.view(seat))))
    game_json["result"] = next((line.result for line in reversed(game.lines) if hasattr(line, "result")), None)
    return game_json


def _write_view(game: Playthrough, state: Any, seat: int) -> str:
    seat_view = game.game.wiring.view(state, seat)
    return str(game.game.wiring.show(seat_view, game.names, game.locale))


def _final_view(game: Playthrough, seat: int, flags: dict[str, Any]) -> Iterator[str]:
    """Yield all turns, the last view, and the ending of the game."""
    yield from game.told_moves()
    yield _write_view(game, game.state, seat)
    yield from _ending_lines(game, flags)


def _steps(game: Playthrough, seat: int, flags: dict[str, Any]) -> Iterator[str]:
    """Yield the first view, and each turn with the view after it."""
    yield _write_view(game, game.states[0], seat)
    for description, state in zip(game.told_moves(), game.states[1:], strict=True):
        if not _goes_on():
            return
        yield description
        yield _write_view(game, state, seat)
    yield from _ending_lines(game, flags)


def _goes_on() -> bool:
    """Wait for Enter on a terminal, and return whether the input continues."""
    return not sys.stdin.isatty() or read_line("") is not None


def _ending_lines(game: Playthrough, flags: dict[str, Any]) -> Iterator[str]:
    """Yield the judgement of the game, or without one its ending."""
    lines = judge_game(game.game, game, flags).lines
    yield from lines
    if not lines and game.result is not None and game.game.wiring.ending:
        yield str(game.game.wiring.ending(game.state, game.names, game.locale))


# ---- Files of many games ----


def _replay_series(pastime: Pastime, series: Series, text: str, flags: dict[str, Any]) -> int:
    """Show one game of a file of many, or check all of them."""
    if flags.get("bots") or flags.get("seat") is not None:
        raise UsageError("a file of several games has neither --seat nor --bots")
    if flags.get("check"):
        return _print_verdict(series.checker(text), "no rule is broken.")
    game_transcript: GameTranscript = series.transcribe(text, flags.get("game"), locale_of(flags.get("locale")))
    last = len(game_transcript.turns) if flags.get("to") is None else flags["to"]
    if not 0 <= last <= len(game_transcript.turns):
        raise UsageError(f"--to {last}: the game has {count_of(len(game_transcript.turns), 'turn')}")
    form = flags.get("format") or "text"
    if form in PICTURES:
        write_out(picture(pastime.wiring.draw(game_transcript.positions[last]), form), None)
    elif form == "json":
        turns = [
            {"turn": k, "move": move, "text": description}
            for k, (move, description) in enumerate(game_transcript.turns[:last], 1)
        ]
        position = plain_data(pastime.wiring.json.dump(game_transcript.positions[last]))
        game_json = {"turns": turns, "position": position, "result": game_transcript.result_json}
        write_out(encode(game_json | judge_game(game_of(pastime), game_transcript.played, flags).as_json), None)
    else:
        for part in _series_lines(pastime, game_transcript, last, flags):
            write_out(part, None)
    return 0


def _series_lines(pastime: Pastime, game_transcript: GameTranscript, last: int, flags: dict[str, Any]) -> Iterator[str]:
    """Yield the turns of a game, with the position after each for ``--step``, else only the last position."""
    show_position, step = pastime.wiring.show, flags.get("step")
    yield game_transcript.head_line
    for turn, (_, description) in enumerate(game_transcript.turns[:last], 1):
        if step and not _goes_on():
            return
        yield f"{turn}. {description}"
        if step:
            yield show_position(game_transcript.positions[turn])
    if not step:
        yield show_position(game_transcript.positions[last])
    if last == len(game_transcript.turns):
        yield game_transcript.ending_line
    yield from judge_game(game_of(pastime), game_transcript.played, flags).lines


# ---- Checking ----


def _check_record(pastime: Pastime, record: Record, *, bots: bool) -> int:
    """List every fault that the checker finds, and with `bots` also the first bot that would move differently."""
    faults = list(game_of(pastime).wiring.checker(record))
    verdict_lines = [f"{count_of(len(record.turns), 'turn')}: no rule is broken."]
    if record.head.is_companion:
        verdict_lines = [f"{count_of(len(record.turns), 'turn')}: no rule is broken, as far as the hands are known."]
        verdict_lines.append("Not checked: whether an unknown hand had to play a card, and its points.")
    if bots and not faults:
        if record.head.timed:
            verdict_lines.append("The bots had a time limit, so their moves cannot be compared.")
        else:
            faults += _bot_differences(pastime, record)
            verdict_lines.append("The bots would make the same moves.")
    return _print_verdict(faults, "\n".join(verdict_lines))


def _print_verdict(faults: Sequence[str], sound: str) -> int:
    """List faults, or print the given sentence if there are none."""
    write_out("\n".join(faults) or sound, None)
    return NO if faults else 0


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
