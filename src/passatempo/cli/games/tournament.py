"""The command `tournament`: bots meet in every seating of the same deals, and a table says what each of them won."""

from __future__ import annotations

import sys
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal

from passatempo.cli.files import folder_of
from passatempo.cli.flags import command, flag, flags_of, positionals, rules_flag
from passatempo.cli.live import progress_bar
from passatempo.cli.notes import OUR_BUG, note
from passatempo.core.json import count_of, encode
from passatempo.core.report import save_text
from passatempo.core.writing import whole_file
from passatempo.games.intervals import one_sided
from passatempo.games.players import bot_names, game_of
from passatempo.games.shapes import rules_of, said_rules, written_rules
from passatempo.games.tournaments import Figure, IllegalMove, Plan, Table, games, summed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from inspect import Parameter
    from pathlib import Path

    from passatempo.core.pastime import Pastime
    from passatempo.games.tournaments import Played

GAMES = 100


def meeting(pastime: Pastime) -> Callable[..., int]:
    """Make the command `tournament`."""
    own = list(_own_flags(pastime))
    rules = flags_of(game_of(pastime).wiring.rules, [argument.name for argument in own])
    bots = positionals("bot", f"two or more bots, with settings after a colon: {', '.join(bot_names(pastime))}")

    def body(*words: str, **flags: Any) -> int:
        chosen = {argument.name: flags.pop(argument.name, None) for argument in own}
        plan = _plan(pastime, words, chosen, flags)
        return _played(plan, chosen)

    return command(body, "tournament", [bots, *own, *rules])


def _own_flags(pastime: Pastime) -> Iterator[Parameter]:
    """Make the flags that are no rule of the game."""
    game = game_of(pastime)
    yield flag("games", int, f"number of deals; each is played once with each bot in each seat [default: {GAMES}]")
    if game.wiring.presets:
        yield rules_flag(game.wiring.presets)
    yield flag("seed", int, "random seed; the same seed gives the same games [default: 0]")
    yield flag("workers", int, "number of processes [default: 1]")
    yield flag("record", str, "write the record of each game to this folder")
    if game.wiring.games:
        yield flag("plain", bool, "play move by move, even if a kernel can play whole games")
    yield flag("format", Literal["text", "json"], "format of the result: text or json [default: text]")


def _plan(pastime: Pastime, words: tuple[str, ...], chosen: Mapping[str, Any], flags: dict[str, Any]) -> Plan:
    """Return what is to be played."""
    game = game_of(pastime)
    preset, rules = rules_of(game, said_rules(game, flags, chosen.get("rules")))
    deals = GAMES if chosen["games"] is None else chosen["games"]
    return Plan(pastime.name, words, rules, preset, chosen["seed"] or 0, deals, bool(chosen.get("plain")))


def _played(plan: Plan, chosen: Mapping[str, Any]) -> int:
    """Play, and print the table; the time it took goes to standard error, for it is never the same twice."""
    workers = 1 if chosen["workers"] is None else chosen["workers"]
    folder = None if chosen["record"] is None else folder_of(chosen["record"], "--record")
    began = time.perf_counter()
    try:
        with progress_bar(f"{plan.pastime} tournament") as bar:
            played = games(plan, workers=workers, records=folder is not None, report=bar)
            table = summed(plan, _kept(played, folder, plan) if folder else played)
    except IllegalMove as error:
        saved = save_text(error.record, ".jsonl") if folder is None else _saved(error, folder)
        sys.stderr.write(f"passatempo: {error.message} (internal error: please report it with {saved})\n")
        return OUR_BUG
    spent = 1000 * (time.perf_counter() - began) / table.games
    sys.stdout.write(_as_json(plan, table) if chosen["format"] == "json" else _as_text(table))
    sys.stdout.flush()
    note(f"{spent:.3g} ms a game")
    return 0


def _kept(played: Iterator[Played], folder: Path, plan: Plan) -> Iterator[Played]:
    """Write the record of each game as it comes."""
    width = len(str(plan.deals))
    for one in played:
        with whole_file(folder / f"{one.deal + 1:0{width}}-{one.shift + 1}.jsonl") as file:
            file.write(one.record)
        yield one


def _saved(error: IllegalMove, folder: Path) -> Path:
    path = folder / "illegal.jsonl"
    with whole_file(path) as file:
        file.write(error.record)
    return path


# ---- What is printed ----


def _as_json(plan: Plan, table: Table) -> str:
    """Write the table as JSON, with all that is needed to play it again."""
    from passatempo.core.registry import pastime

    rules = written_rules(game_of(pastime(plan.pastime)), plan.preset, plan.rules)
    said = {"pastime": plan.pastime, "bots": list(plan.bots), "rules": rules, "seed": str(plan.seed)}
    return encode(said | {"deals": plan.deals} | asdict(table), indent=2) + "\n"


def _as_text(table: Table) -> str:
    """Write the table for people."""
    rows = [("", "wins", "points a game")]
    deals = table.games // len(table.standings)
    rows += [
        (one.name, one_sided(one.wins.mean, deals) or _said(one.wins, 100, "%"), _said(one.points, 1, ""))
        for one in table.standings
    ]
    widths = [max(len(row[k]) for row in rows) for k in range(3)]
    lines = ["  ".join([row[0].ljust(widths[0]), row[1].rjust(widths[1]), row[2].rjust(widths[2])]) for row in rows]
    seats = ", ".join([f"{share:.1%}" for share in table.seats])
    told = (
        f"{count_of(table.games, 'game')}, {table.turns:.1f} turns each, {table.blocked:.1%} blocked; by seats {seats}"
    )
    return "\n".join([line.rstrip() for line in (*lines, told)]) + "\n"


def _said(figure: Figure, scale: int, unit: str) -> str:
    """Write a figure with its interval.

    >>> _said(Figure(0.5, 0.025), 100, "%"), _said(Figure(-3.25, None), 1, ""), _said(Figure(-1e-9, 0.0), 1, "")
    ('50.0 ± 2.5 %', '-3.25', '0.00 ± 0.00')
    """
    digits = 1 if unit else 2
    half = "" if figure.half is None else f" ± {scale * figure.half:.{digits}f}"
    mean = round(scale * figure.mean, digits) + 0.0  # no minus before a zero
    return f"{mean:.{digits}f}{half} {unit}".rstrip()
