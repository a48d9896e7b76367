"""The command `stats`: statistics of the games of a person. It also stores each game when it has ended."""

from __future__ import annotations

import csv
import io
import sqlite3
from dataclasses import fields
from datetime import date
from typing import TYPE_CHECKING, Literal

from passatempo.cli.files import write_out
from passatempo.cli.flags import flag, make_command
from passatempo.cli.notes import note
from passatempo.core.errors import UsageError, quote
from passatempo.core.json import count_of, encode
from passatempo.games.shapes import dump_rules
from passatempo.games.tallies import GameTally, Total, delete, file_of_games, read_games, statistics, store
from passatempo.games.values import YOU

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from passatempo.core.pastime import Pastime
    from passatempo.games.playthrough import Playthrough


def keep_game(game: Playthrough) -> None:
    """Store a finished game of one person. If the folder is not writable, warn and continue."""
    people = [seat for seat, player in enumerate(game.players) if player.is_person]
    if len(people) != 1 or game.result is None:
        return
    try:
        store(file_of_games(), entry_of(game, people[0], date.today().isoformat()))
    except (OSError, sqlite3.Error) as error:
        note(f"warning: the game is missing in the statistics: {error}")


def entry_of(game: Playthrough, seat: int, day: str) -> GameTally:
    """Return the row of a finished game of the person at a seat."""
    game_result = game.result
    assert game_result is not None
    rules = dump_rules(game.game, game.preset, game.rules)
    summary = game.game.wiring.summary(game.state) if game.game.wiring.summary else {}
    return GameTally(
        pastime=game.pastime.name,
        rules=encode(dict(sorted(rules.items()))),
        seats=",".join(player.bot or YOU for player in game.players),
        seat=seat + 1,
        seed=None if game.deal.seed is None else str(game.deal.seed),
        how=game_result.how,
        won=seat in game_result.winners,
        score=game_result.scores[seat],
        seconds=sum(line.ms or 0 for line in game.moves if line.seat == seat + 1) / 1000,
        summary=encode(dict(summary)),
        practice=game.practice,
        day=day,
    )


def make_stats_command(pastime: Pastime) -> Callable[..., int]:
    """Make the command `stats`."""

    def body(format: str = "text", forget: bool = False) -> int:  # noqa: A002
        path = file_of_games()
        try:
            write_out(_delete_games(path, pastime.name) if forget else _write_totals(path, pastime.name, format), None)
        except (OSError, sqlite3.Error) as error:
            raise UsageError(f"{quote(path)} cannot be read: {error}") from None
        return 0

    format_flags = [
        flag("format", Literal["text", "json", "csv"], "format [default: text]"),
        flag("forget", bool, "delete all games of this pastime"),
    ]
    return make_command(body, "stats", format_flags)


def _delete_games(path: Path, name: str) -> str:
    return f"{count_of(delete(path, name), 'game')} of {name} deleted."


def _write_totals(path: Path, name: str, form: str) -> str:
    """Write the totals."""
    totals = statistics(name)
    if form == "json":
        practice = sum(game_tally.practice for game_tally in read_games(path, name))
        return encode({"pastime": name, "practice": practice, "totals": [total.to_json() for total in totals]})
    if form == "csv":
        file = io.StringIO()
        columns = [column.name for column in fields(Total) if column.name != "pastime"]
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows([total.to_json() for total in totals])
        return file.getvalue()
    return "\n".join(map(str, totals)) or f"No game of {name} has been finished on this machine."
