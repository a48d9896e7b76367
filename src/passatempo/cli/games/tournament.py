"""The command `tournament`: bots play in every seating of the same deals, and a table lists their results."""

import sys
import time
from collections.abc import Callable, Iterator
from inspect import Parameter
from typing import Any, Literal

from passatempo.cli.flags import flag, flags_of, make_command, positionals, preset_flags
from passatempo.cli.notes import OUR_BUG, note
from passatempo.cli.progress import progress_bar
from passatempo.core.json import encode
from passatempo.core.pastime import Pastime
from passatempo.core.report import save_text
from passatempo.games import tournament
from passatempo.games.players import bot_names, game_of
from passatempo.games.tournaments import IllegalMove


def make_tournament_command(pastime: Pastime) -> Callable[..., int]:
    """Make the command `tournament`."""
    tournament_flags = list(_tournament_flags(pastime))
    rules = flags_of(game_of(pastime).wiring.rules, [argument.name for argument in tournament_flags])
    bots = positionals("bot", f"two or more bots, with settings after a colon: {', '.join(bot_names(pastime))}")

    def body(*words: str, **flags: Any) -> int:
        options = {name: flags.pop(name, None) for name in [argument.name for argument in tournament_flags]}
        return _play_games(pastime, words, options, flags)

    return make_command(body, "tournament", [bots, *tournament_flags, *rules])


def _tournament_flags(pastime: Pastime) -> Iterator[Parameter]:
    """Make the flags that are not rules of the game."""
    game = game_of(pastime)
    yield flag("games", int, "number of deals; each is played once with each bot in each seat [default: 100]")
    if game.wiring.presets:
        yield from preset_flags(game.wiring.presets)
    yield flag("seed", int, "random seed; the same seed gives the same games [default: 0]")
    yield flag("workers", int, "number of processes [default: 1]")
    yield flag("record", str, "write the record of each game to this folder")
    if game.wiring.games:
        yield flag("plain", bool, "play move by move, even if a kernel can play whole games")
    yield flag("format", Literal["text", "json"], "format of the result: text or json [default: text]")


def _play_games(pastime: Pastime, words: tuple[str, ...], options: dict[str, Any], rules: dict[str, Any]) -> int:
    """Play, and print the table. The duration goes to standard error, since it is not reproducible."""
    form, alias = options.pop("format"), options.pop("rules", None)
    options = {"preset": alias} | {name: setting for name, setting in options.items() if setting is not None}
    began = time.perf_counter()
    try:
        with progress_bar(f"{pastime.name} tournament") as bar:
            table = tournament(pastime.name, words, report=bar, **options, **rules)
    except IllegalMove as error:
        path = error.path or save_text(error.record, ".jsonl")
        sys.stderr.write(f"passatempo: {error.message} (internal error: please report it with {path})\n")
        return OUR_BUG
    time_per_game = 1000 * (time.perf_counter() - began) / table.games
    sys.stdout.write(encode(table.to_json(), indent=2) + "\n" if form == "json" else str(table))
    sys.stdout.flush()
    note(f"{time_per_game:.3g} ms a game")
    return 0
