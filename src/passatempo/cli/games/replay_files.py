"""The part of `replay` for the files of other programs: one game with its judgement, or a folder of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.cli.files import write_out
from passatempo.cli.notes import BAD_INPUT
from passatempo.core.errors import PassatempoError, UsageError, quote
from passatempo.core.input import as_text, path_of, read_bytes
from passatempo.core.json import encode
from passatempo.core.messages import locale_of
from passatempo.games.players import game_of
from passatempo.games.values import JudgedGame

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.core.game import Game
    from passatempo.core.pastime import Pastime

OWN = ("check", "bots", "seat", "game")  # flags for our own records


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
