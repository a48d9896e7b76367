"""The command `play`: a game in the terminal, alone, against bots or among people, on a keyboard or a pipe."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from passatempo.cli.files import instance_of, refuse_missing, source
from passatempo.cli.flags import checked_limits, command, flag, flags_of, positional, rules_flag
from passatempo.cli.games.table import SEED_BITS, Table
from passatempo.core.errors import UsageError, quote
from passatempo.core.input import STANDARD_INPUT, is_file, read_text
from passatempo.core.json import keys_of
from passatempo.core.methods import suggest
from passatempo.core.words import LOCALES, locale_of, mark, say
from passatempo.games.players import Player, bot_names, game_of, person, player, seated
from passatempo.games.playthrough import PATIENCE, Playthrough
from passatempo.games.records import Keeper, read_record
from passatempo.games.replays import resumed
from passatempo.games.shapes import rules_of, said_rules
from passatempo.games.values import YOU, Deal, Opening

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from inspect import Parameter

    from passatempo.core.pastime import Pastime
    from passatempo.games.records import Record

MOST_DIGITS = 9  # of a number of seats: longer ones are as wrong


def playing(pastime: Pastime) -> Callable[..., int]:
    """Make the command `play`."""
    own = _own_flags(pastime)
    taken = [argument.name for argument in own]
    rules = flags_of(game_of(pastime).wiring.rules, taken)
    taken += [argument.name for argument in rules]
    opening = game_of(pastime).wiring.opening
    instance = flags_of(pastime.wiring.json.keys, taken) if opening else []
    file = positional("file", "start from this file: a record" + (", or an instance" if opening else ""))

    def body(file: str | None = None, **flags: Any) -> int:
        chosen = {argument.name: flags.pop(argument.name, None) for argument in own}
        if file == STANDARD_INPUT:
            raise UsageError("standard input holds the moves: pass the game as a file")
        with ExitStack() as stack:
            game = _begun(pastime, file, chosen, flags, stack)
            kept = None if chosen.get("no_stats") else _kept
            return Table(game, teach=bool(chosen.get("teach")), finished=kept).run()

    return command(body, "play", [file, *own, *rules, *instance])


def _own_flags(pastime: Pastime) -> list[Parameter]:
    """Make the flags that are no rule of the game."""
    game = game_of(pastime)
    bots = ", ".join(bot_names(pastime))
    made = [
        flag("seconds", float, f"seconds for each move of a method [default: {PATIENCE:g}]"),
        flag("nodes", int, "node limit for each move of a method"),
        flag("seed", int, "random seed of the deal and the bots" + (" [default: random]" if game.chance else "")),
        flag("record", str, "write the record of the game to this file after each turn"),
        flag("locale", str, f"language: {', '.join(LOCALES)} [default: the terminal's]"),
        flag("no_stats", bool, "leave this game out of the statistics"),
    ]
    if game.wiring.presets:
        made.append(rules_flag(game.wiring.presets))
    if game.seats[1] > 1:
        made.append(flag("seats", str, f"the players in order, such as {YOU},{(bot_names(pastime) or [YOU])[0]}"))
        made.append(flag("bots", str, f"a bot, or one for each other seat ({bots})"))
    if game.sides:
        made.append(flag("against", str, "method that plays the other side [default: the first]"))
        made.append(flag("two", bool, "let two people play; methods only give hints"))
        made.append(flag("side", str, "side that you play [default: the side to move]"))
    if game.hidden:
        made.append(flag("practice", bool, "allow undo of whole turns; the record says so"))
    if game.wiring.teach:
        made.append(flag("teach", bool, "show after each turn what more was possible"))
    if game.wiring.opening and pastime.examples:
        made.append(flag("example", str, "start from a built-in instance"))
    return made


def _kept(game: Playthrough) -> None:
    """Keep a finished game in the statistics, which are not needed before one is."""
    from passatempo.cli.games.stats import keep_game

    keep_game(game)


# ---- Where the game begins ----


def _begun(
    pastime: Pastime, file: str | None, chosen: Mapping[str, Any], flags: dict[str, Any], stack: ExitStack
) -> Playthrough:
    """Return the game: a record's that goes on, or a new one."""
    text = read_text(file) if file is not None and is_file(file) else ""
    limits = checked_limits(seconds=chosen["seconds"], nodes=chosen["nodes"], seed=0)
    locale = locale_of(chosen["locale"])
    if text.lstrip().startswith('{"record"'):
        record, found = _go_on(pastime, text, flags, limits=limits, locale=locale)
        # The head stays as it is in the file, unless the limits are others now.
        head = replace(record.head, timed=record.head.timed or found.head.timed, nodes=found.head.nodes)
        found.keep = _writer(chosen["record"], stack, replace(found.record, head=head))
        return found
    preset, opening = _opening(pastime, file, chosen, flags)
    seed = opening.deal.seed if chosen["seed"] is None else chosen["seed"]
    drawn = seed is None and game_of(pastime).chance
    if seed is None:
        seed = secrets.randbits(SEED_BITS) if drawn else 0
    players = _players(pastime, opening, chosen)
    found = Playthrough(
        pastime,
        players,
        opening.rules,
        preset,
        Deal(seed, opening.deal.given),
        practice=bool(chosen.get("practice")),
        limits=limits,
        locale=locale,
        keep=_writer(chosen["record"], stack),
    )
    for move in opening.moves:
        found.play(move)
    if drawn:
        Table.say(say(mark("The seed of this game is {seed}."), locale, seed=seed))
    return _sat_down(found, chosen)


def _go_on(pastime: Pastime, text: str, flags: Mapping[str, Any], **settings: Any) -> tuple[Record, Playthrough]:
    """Go on with a record: return it, and the game."""
    record, warnings = read_record(text)
    for warning in warnings:
        Table.say(f"warning: {warning}")
    game = game_of(pastime)
    if record.head.followed:
        raise UsageError("this is the record of a game at a real table: 'companion' continues it, 'replay' shows it")
    _, rules = rules_of(game, record.head.rules)
    for name, value in flags.items():
        if getattr(rules, name, value) != value:
            told = f"{name} {getattr(rules, name)}, not {value}"
            raise UsageError(f"the record has other rules: {told}")
    return record, resumed(pastime, record, **settings)


def _opening(
    pastime: Pastime, file: str | None, chosen: Mapping[str, Any], flags: dict[str, Any]
) -> tuple[str, Opening]:
    """Return where a new game begins: from an instance where there is one, else by the rules alone."""
    game = game_of(pastime)
    said = said_rules(game, flags, chosen.get("rules"))
    if file is not None or chosen.get("example") is not None or flags.keys() - said.keys():
        if not game.wiring.opening:
            refuse_missing(file or "")
            raise UsageError(f"a game of {pastime.name} starts from a record, not from an instance")
        keys = {key: value for key, value in flags.items() if key in keys_of(pastime.wiring.json.keys)}
        instance = instance_of(pastime, source(pastime, file, chosen.get("example"), keys), keys)
        opening: Opening = game.wiring.opening(instance, said)
        rules_of(game, {key: value for key, value in said.items() if key == "preset"})  # a mistyped name is told
        return said.get("preset") or next(iter(game.wiring.presets), "") if game.wiring.presets else "", opening
    preset, rules = rules_of(game, said)
    return preset, Opening(rules)


def _players(pastime: Pastime, opening: Opening, chosen: Mapping[str, Any]) -> tuple[Player, ...]:
    """Return who plays: as the seats say, else a person and bots."""
    game = game_of(pastime)
    words = [word for word in (chosen.get("seats") or "").split(",") if word]
    fewest = game.wiring.seats_of(opening.rules) if game.wiring.seats_of else game.seats[0]
    if len(words) == 1 and words[0].isascii() and words[0].isdecimal():
        fewest, words = int(words[0][:MOST_DIGITS]), []
        if fewest > game.seats[1]:
            raise UsageError(f"--seats {quote(chosen['seats'])}: at most {game.seats[1]} play {pastime.name}")
    bots = [word for word in (chosen.get("bots") or chosen.get("against") or "").split(",") if word]
    if words:
        return seated(pastime, words)
    for word in bots:
        player(pastime, word)  # a mistyped bot is told, also where no seat is left for it
    if chosen.get("two"):
        return tuple([person() for _ in range(fewest)])
    names = bots or bot_names(pastime)[:1]
    others = names if len(names) > 1 else names * (fewest - 1)
    return seated(pastime, [YOU, *others]) if fewest > 1 or bots else (person(),)


def _sat_down(found: Playthrough, chosen: Mapping[str, Any]) -> Playthrough:
    """Give the person the side that was asked for, where the game has sides; else the one to move."""
    sides = found.game.sides
    if not sides or chosen.get("seats"):
        return found
    wanted = sides[found.seat] if chosen.get("side") is None else str(chosen["side"]).upper()
    if wanted not in sides:
        raise UsageError(f"{quote(wanted)} is not a side{suggest(wanted, sides)} ({', '.join(sides)})")
    found.sit(sides.index(wanted))
    return found


def _writer(name: str | None, stack: ExitStack, record: Record | None = None) -> Keeper | None:
    """Return what writes the lines of a record to a file as they come; None where nobody wants it."""
    return None if name is None else stack.enter_context(Keeper(name, Table.say, record))
