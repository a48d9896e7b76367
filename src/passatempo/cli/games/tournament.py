"""The command `tournament`: bots play in every seating of the same deals, and a table lists their results."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from inspect import Parameter
from pathlib import Path
from typing import Any, Literal

from passatempo.cli.flags import flag, flags_of, make_command, positionals, rules_flag
from passatempo.cli.notes import OUR_BUG, note
from passatempo.cli.progress import progress_bar
from passatempo.core.json import count_of, encode
from passatempo.core.output import atomic_file, folder_of
from passatempo.core.pastime import Pastime
from passatempo.core.report import save_text
from passatempo.games.intervals import extreme_share_text
from passatempo.games.players import bot_names, game_of
from passatempo.games.shapes import dump_rules, pick_rules, rules_of
from passatempo.games.tournaments import (
    Figure,
    IllegalMove,
    Table,
    TournamentGame,
    TournamentPlan,
    play_games,
    tournament_table,
)

GAMES = 100


def make_tournament_command(pastime: Pastime) -> Callable[..., int]:
    """Make the command `tournament`."""
    tournament_flags = list(_tournament_flags(pastime))
    rules = flags_of(game_of(pastime).wiring.rules, [argument.name for argument in tournament_flags])
    bots = positionals("bot", f"two or more bots, with settings after a colon: {', '.join(bot_names(pastime))}")

    def body(*words: str, **flags: Any) -> int:
        tournament_options = {argument.name: flags.pop(argument.name, None) for argument in tournament_flags}
        plan = _read_plan(pastime, words, tournament_options, flags)
        return _play_plan(plan, tournament_options)

    return make_command(body, "tournament", [bots, *tournament_flags, *rules])


def _tournament_flags(pastime: Pastime) -> Iterator[Parameter]:
    """Make the flags that are not rules of the game."""
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


def _read_plan(
    pastime: Pastime, words: tuple[str, ...], tournament_options: Mapping[str, Any], flags: dict[str, Any]
) -> TournamentPlan:
    """Return the plan of the tournament."""
    game = game_of(pastime)
    preset, rules = rules_of(game, pick_rules(game, flags, tournament_options.get("rules")))
    deals = GAMES if tournament_options["games"] is None else tournament_options["games"]
    return TournamentPlan(
        pastime.name,
        words,
        rules,
        preset,
        tournament_options["seed"] or 0,
        deals,
        bool(tournament_options.get("plain")),
    )


def _play_plan(plan: TournamentPlan, tournament_options: Mapping[str, Any]) -> int:
    """Play, and print the table. The duration goes to standard error, since it is not reproducible."""
    workers = 1 if tournament_options["workers"] is None else tournament_options["workers"]
    folder = None if tournament_options["record"] is None else folder_of(tournament_options["record"], "--record")
    began = time.perf_counter()
    try:
        with progress_bar(f"{plan.pastime} tournament") as bar:
            tournament_games = play_games(plan, workers=workers, records=folder is not None, report=bar)
            table = tournament_table(
                plan, _write_records(tournament_games, folder, plan) if folder else tournament_games
            )
    except IllegalMove as error:
        save_path = save_text(error.record, ".jsonl") if folder is None else _save_illegal_game(error, folder)
        sys.stderr.write(f"passatempo: {error.message} (internal error: please report it with {save_path})\n")
        return OUR_BUG
    time_per_game = 1000 * (time.perf_counter() - began) / table.games
    sys.stdout.write(_as_json(plan, table) if tournament_options["format"] == "json" else _as_text(table))
    sys.stdout.flush()
    note(f"{time_per_game:.3g} ms a game")
    return 0


def _write_records(
    tournament_games: Iterator[TournamentGame], folder: Path, plan: TournamentPlan
) -> Iterator[TournamentGame]:
    """Write the record of each game as it arrives."""
    width = len(str(plan.deal_count))
    for game in tournament_games:
        with atomic_file(folder / f"{game.deal_index + 1:0{width}}-{game.seat_shift + 1}.jsonl") as file:
            file.write(game.record_text)
        yield game


def _save_illegal_game(error: IllegalMove, folder: Path) -> Path:
    path = folder / "illegal.jsonl"
    with atomic_file(path) as file:
        file.write(error.record)
    return path


# ---- Output ----


def _as_json(plan: TournamentPlan, table: Table) -> str:
    """Write the table as JSON, with everything that is needed to repeat the tournament."""
    from passatempo.core.registry import pastime

    rules = dump_rules(game_of(pastime(plan.pastime)), plan.preset, plan.rules)
    plan_json = {"pastime": plan.pastime, "bots": list(plan.bots), "rules": rules, "seed": str(plan.seed)}
    return encode(plan_json | {"deals": plan.deal_count} | asdict(table), indent=2) + "\n"


def _as_text(table: Table) -> str:
    """Write the table as text."""
    rows = [("", "wins", "points a game")]
    deals = table.games // len(table.standings)
    rows += [
        (
            bot_score.name,
            extreme_share_text(bot_score.wins.mean, deals) or _figure_text(bot_score.wins, 100, "%"),
            _figure_text(bot_score.points, 1, ""),
        )
        for bot_score in table.standings
    ]
    widths = [max(len(row[k]) for row in rows) for k in range(3)]
    lines = ["  ".join([row[0].ljust(widths[0]), row[1].rjust(widths[1]), row[2].rjust(widths[2])]) for row in rows]
    seats = ", ".join([f"{share:.1%}" for share in table.seats])
    game_summary = (
        f"{count_of(table.games, 'game')}, {table.turns:.1f} turns each, {table.blocked:.1%} blocked; by seats {seats}"
    )
    return "\n".join([line.rstrip() for line in (*lines, game_summary)]) + "\n"


def _figure_text(figure: Figure, scale: int, unit: str) -> str:
    """Write a figure with its interval.

    >>> (
    ...     _figure_text(Figure(0.5, 0.025), 100, "%"),
    ...     _figure_text(Figure(-3.25, None), 1, ""),
    ...     _figure_text(Figure(-1e-9, 0.0), 1, ""),
    ... )
    ('50.0 ± 2.5 %', '-3.25', '0.00 ± 0.00')
    """
    digits = 1 if unit else 2
    half = "" if figure.half is None else f" ± {scale * figure.half:.{digits}f}"
    mean = round(scale * figure.mean, digits) + 0.0  # no minus before a zero
    return f"{mean:.{digits}f}{half} {unit}".rstrip()
