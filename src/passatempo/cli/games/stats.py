"""The command `stats`: statistics of the games of a person. It also stores each game when it has ended."""

from __future__ import annotations

import csv
import io
import sqlite3
from dataclasses import asdict, fields
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from passatempo.cli.files import write_out
from passatempo.cli.flags import flag, make_command
from passatempo.cli.notes import note
from passatempo.core.errors import UsageError, quote
from passatempo.core.json import count_of, encode
from passatempo.games.shapes import dump_rules
from passatempo.games.tallies import FILE, GameTally, Total, delete, read_games, store, sum_games
from passatempo.games.values import YOU

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from passatempo.core.pastime import Pastime
    from passatempo.games.playthrough import Playthrough


def file_of_games() -> Path:
    """Return the database in the user's data folder."""
    from platformdirs import user_data_path

    return Path(user_data_path("passatempo", appauthor=False)) / FILE


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
    game_tallies = read_games(path, name)
    game_totals = sum_games(game_tallies)
    if form == "json":
        practice = sum(game_tally.practice for game_tally in game_tallies)
        return encode({"pastime": name, "practice": practice, "totals": list(map(asdict, game_totals))})
    if form == "csv":
        return _as_csv(game_totals)
    if not game_totals:
        return f"No game of {name} has been finished on this machine."
    return "\n".join(line for total in game_totals for line in _total_lines(total))


def _as_csv(game_totals: Sequence[Total]) -> str:
    file = io.StringIO()
    writer = csv.DictWriter(file, [column.name for column in fields(Total)], lineterminator="\n")
    writer.writeheader()
    writer.writerows([asdict(total) for total in game_totals])
    return file.getvalue()


def _total_lines(total: Total) -> list[str]:
    r"""Write one total in words.

    >>> total = Total('{"preset":"beginner"}', "you", 4, 2, 0.15, 0.85, 1, 0.5, 31.25, 40.0, 0, 2)
    >>> print("\n".join(_total_lines(total)))
    {"preset":"beginner"}, you
      4 games, 2 won: 50 % (15 to 85 %)
      score: best 1, median 0.5
      time of those won: best 31.2 s, median 40.0 s
      won in a row: 0 now, 2 at most
    """
    share = f"{100 * total.wins / total.games:.0f} % ({100 * total.low:.0f} to {100 * total.high:.0f} %)"
    rows = [
        f"{total.rules}, {total.seats.replace(',', ' against ', 1)}",
        f"  {count_of(total.games, 'game')}, {total.wins} won: {share}",
        f"  score: best {total.best}, median {total.middle:g}",
    ]
    if total.best_seconds is not None and total.middle_seconds is not None:
        rows.append(f"  time of those won: best {total.best_seconds:.1f} s, median {total.middle_seconds:.1f} s")
    return [*rows, f"  won in a row: {total.streak} now, {total.longest} at most"]
