"""The command `replay`: show the record of a game turn by turn, or check it with an independent checker."""

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

from passatempo.cli.files import write_out
from passatempo.cli.flags import flag, make_command, positional
from passatempo.cli.notes import BAD_INPUT, NO, note
from passatempo.cli.view import PICTURES, picture
from passatempo.core.errors import FormatError, PassatempoError, UsageError, quote
from passatempo.core.game import Game, Series
from passatempo.core.input import as_text, is_folder, path_of, read_bytes, read_line
from passatempo.core.json import count_of, encode, plain_data
from passatempo.core.messages import LOCALES, locale_of
from passatempo.core.pastime import Pastime
from passatempo.games.players import game_of
from passatempo.games.playthrough import Playthrough
from passatempo.games.records import Record, read_record
from passatempo.games.replays import check, read_known, replay, resume_game
from passatempo.games.values import GameTranscript, JudgedGame

OWN = ("check", "bots", "seat", "game")  # flags for our own records


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
            return _check_record(record, bots=bool(flags.get("bots")))
        return _show_record(record, flags)

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
    """Read a record of the pastime."""
    record, warnings = read_record(text)
    for warning in warnings:
        note(f"warning: {warning}")
    if record.head.pastime != pastime.name:
        raise FormatError(f"the record is of {quote(record.head.pastime)}, not of {pastime.name}", where="pastime")
    return read_known(record)


def _resume(pastime: Pastime, text: str, flags: dict[str, Any]) -> Playthrough:
    return resume_game(pastime, _read_record(pastime, text), locale=locale_of(flags.get("locale")))


# ---- Showing ----


def _show_record(record: Record, flags: dict[str, Any]) -> int:
    game = replay(record, to=flags.get("to"), locale=locale_of(flags.get("locale")))
    seat = game.watching if flags.get("seat") is None else flags["seat"] - 1
    if not 0 <= seat < len(game.players):
        raise UsageError(f"--seat {seat + 1}: the game has {count_of(len(game.players), 'seat')}")
    form = flags.get("format") or "text"
    if form in PICTURES:
        write_out(picture(game.svg(seat), form), None)
    elif form == "json":
        write_out(encode(game.to_json(seat) | judge_game(game.game, game, flags).as_json), None)
    elif flags.get("step"):
        for step in _steps(game, seat, flags):
            write_out(step, None)
    else:
        write_out(game.text(seat, judge_game(game.game, game, flags).lines), None)
    return 0


def _steps(game: Playthrough, seat: int, flags: dict[str, Any]) -> Iterator[str]:
    """Yield the first view, and each turn with the view after it."""
    yield game.show(game.states[0], seat)
    for description, state in zip(game.told_moves(), game.states[1:], strict=True):
        if not _goes_on():
            return
        yield description
        yield game.show(state, seat)
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


def _check_record(record: Record, *, bots: bool) -> int:
    """List every fault that the checker finds, and with `bots` also the first bot that would move differently."""
    faults = check(record, bots=bots)
    verdict_lines = [f"{count_of(len(record.turns), 'turn')}: no rule is broken."]
    if record.head.is_companion:
        verdict_lines = [f"{count_of(len(record.turns), 'turn')}: no rule is broken, as far as the hands are known."]
        verdict_lines.append("Not checked: whether an unknown hand had to play a card, and its points.")
    if bots:
        timed = "The bots had a time limit, so their moves cannot be compared."
        verdict_lines.append(timed if record.head.timed else "The bots would make the same moves.")
    return _print_verdict([fault.text for fault in faults], "\n".join(verdict_lines))


def _print_verdict(faults: Sequence[str], sound: str) -> int:
    """List faults, or print the given sentence if there are none."""
    write_out("\n".join(faults) or sound, None)
    return NO if faults else 0


# ---- Files of other programs: one game with its judgement, or a folder of games ----


def judge_game(game: Game, played: Any, flags: dict[str, Any]) -> JudgedGame:
    """Judge a game up to the turn of ``--to``, if its pastime can."""
    name = "" if flags["file"] == "-" else flags["file"]
    options = {"name": name, "every": bool(flags.get("step")), "locale": locale_of(flags.get("locale"))}
    judged = game.wiring.judge_game and game.wiring.judge_game(played, last=flags.get("to"), **options)
    return judged or JudgedGame()


def replay_file(pastime: Pastime, content: bytes, flags: dict[str, Any]) -> int | None:
    """Show a file of another program; return the exit code, or None if it may be a record of our own."""
    game = game_of(pastime)
    if game.wiring.game_files is None or (played := game.wiring.game_files.read(content, flags["file"])) is None:
        return None
    _refuse_own(flags)
    judged = judge_game(game, played, flags)
    if not judged.lines:
        raise UsageError(f"{quote(flags['file'])}: nobody played on this field")
    is_json = flags.get("format") == "json"
    write_out(encode(judged.as_json) if is_json else "\n".join(judged.lines), None)
    return 0


def replay_folder(pastime: Pastime, folder: str, flags: dict[str, Any], resume: Callable[[str], Any]) -> int:
    """List the games of a folder with their totals; `resume` reads a record of our own.

    Unreadable files are listed with their fault.
    """
    game, locale = game_of(pastime), locale_of(flags.get("locale"))
    if game.wiring.game_files is None:
        raise UsageError(f"{quote(folder)} is a folder: pass a record")
    _refuse_own(flags)
    games, listing, judgements = [], [], []
    for path in sorted(path for path in path_of(folder).iterdir() if path.is_file()):
        try:
            content = read_bytes(str(path))
            played = game.wiring.game_files.read(content, path.name) or resume(as_text(content))
            judged = judge_game(game, played, flags | {"file": "-"})
            sentence = "nobody played on this field"
        except (PassatempoError, OSError) as error:
            judged, sentence = JudgedGame(), str(error)
        if not judged.lines:
            games.append({"file": path.name, "error": sentence})
            listing.append(f"{path.name}: {sentence}")
        else:
            judgements.append(judgement := judged.as_json["judgement"])
            games.append({"file": path.name, "outcome": judgement["outcome"], "totals": judgement["totals"]})
            listing.append(f"{path.name}: {judged.lines[0]}; {' '.join(judged.lines[2:])}")
    totals, line = game.wiring.game_files.total(judgements, locale)
    is_json = flags.get("format") == "json"
    write_out(encode({"games": games, "totals": totals}) if is_json else "\n".join([*listing, line]), None)
    return 0 if judgements else BAD_INPUT


def _refuse_own(flags: dict[str, Any]) -> None:
    """Refuse by name the flags that only our own records have."""
    names = [f"--{name}" for name in OWN if flags.get(name) not in (None, False)]
    if flags.get("format") not in (None, "text", "json"):
        names.append(f"--format {flags['format']}")
    if names:
        raise UsageError(f"{', '.join(names)}: {quote(flags['file'])} is not a record of passatempo")
