"""The command `play`: a game in the terminal, alone, against bots or among people, on a keyboard or a pipe."""

import secrets
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from inspect import Parameter
from typing import Any

from passatempo.cli.files import full_position_or_instance, is_record, read_source, refuse_missing
from passatempo.cli.flags import flag, flags_of, make_command, make_limits, positional, preset_flags
from passatempo.cli.games.table import SEED_BITS, TerminalGame
from passatempo.core.errors import UsageError, quote
from passatempo.core.input import STANDARD_INPUT, as_text, is_file, read_bytes
from passatempo.core.json import keys_of
from passatempo.core.messages import LOCALES, locale_of, mark, translate
from passatempo.core.methods import suggest
from passatempo.core.pastime import Pastime
from passatempo.games.players import Player, bot_names, game_of, make_players, person, player
from passatempo.games.playthrough import MOVE_SECONDS, Playthrough
from passatempo.games.records import Record, RecordWriter, read_record
from passatempo.games.replays import resume_game
from passatempo.games.shapes import pick_rules, rules_of
from passatempo.games.values import YOU, Deal, Opening

MOST_DIGITS = 9  # maximum digits of a number of seats; longer numbers are equally wrong


def make_play_command(pastime: Pastime) -> Callable[..., int]:
    """Make the command `play`."""
    play_flags = _play_flags(pastime)
    argument_names = [argument.name for argument in play_flags]
    rules = flags_of(game_of(pastime).wiring.rules, argument_names)
    argument_names += [argument.name for argument in rules]
    opening, full = game_of(pastime).wiring.opening, pastime.wiring.full_positions
    instance = flags_of(pastime.wiring.json.keys, argument_names) if opening and not full else []
    source = ", or a whole field" if full else ", or an instance" if opening else ""
    file = positional("file", "start from this file: a record" + source)

    def body(file: str | None = None, **flags: Any) -> int:
        play_settings = {argument.name: flags.pop(argument.name, None) for argument in play_flags}
        if file == STANDARD_INPUT:
            raise UsageError("standard input holds the moves: pass the game as a file")
        with ExitStack() as stack:
            game = _begin_game(pastime, file, play_settings, flags, stack)
            store_callback = None if play_settings.get("no_stats") else _store_game
            return TerminalGame(game, is_teaching=bool(play_settings.get("teach")), on_finish=store_callback).run()

    return make_command(body, "play", [file, *play_flags, *rules, *instance])


def _play_flags(pastime: Pastime) -> list[Parameter]:
    """Make the flags that are not rules of the game."""
    game = game_of(pastime)
    bots = ", ".join(bot_names(pastime))
    play_flags = [
        flag("seconds", float, f"seconds for each move of a method [default: {MOVE_SECONDS:g}]"),
        flag("nodes", int, "node limit for each move of a method"),
        flag("seed", int, "random seed of the deal and the bots" + (" [default: random]" if game.chance else "")),
        flag("record", str, "write the record of the game to this file after each turn"),
        flag("locale", str, f"language: {', '.join(LOCALES)} [default: the terminal's]"),
        flag("no_stats", bool, "leave this game out of the statistics"),
    ]
    if game.wiring.presets:
        play_flags += preset_flags(game.wiring.presets)
    if game.seats[1] > 1:
        play_flags.append(flag("seats", str, f"the players in order, such as {YOU},{(bot_names(pastime) or [YOU])[0]}"))
        play_flags.append(flag("bots", str, f"a bot, or one for each other seat ({bots})"))
    if game.sides:
        play_flags.append(flag("against", str, "method that plays the other side [default: the first]"))
        play_flags.append(flag("two", bool, "let two people play; methods only give hints"))
        play_flags.append(flag("side", str, "side that you play [default: the side to move]"))
    if game.is_hidden:
        play_flags.append(flag("practice", bool, "allow undo of whole turns; the record says so"))
    if game.wiring.teach:
        play_flags.append(flag("teach", bool, "show after each turn what more was possible"))
    if game.wiring.opening and pastime.examples and not pastime.wiring.full_positions:
        play_flags.append(flag("example", str, "start from a built-in instance"))
    return play_flags


def _store_game(game: Playthrough) -> None:
    """Store a finished game in the statistics, which are imported only now."""
    from passatempo.cli.games.stats import keep_game

    keep_game(game)


# ---- The start of the game ----


def _begin_game(
    pastime: Pastime, file: str | None, play_settings: Mapping[str, Any], flags: dict[str, Any], stack: ExitStack
) -> Playthrough:
    """Return the game: a continued record, or a new one."""
    content = read_bytes(file) if file is not None and is_file(file) else b""
    limits = make_limits(seconds=play_settings["seconds"], nodes=play_settings["nodes"], seed=0)
    locale = locale_of(play_settings["locale"])
    if is_record(content):
        record, live_game = _go_on(pastime, as_text(content), flags, limits=limits, locale=locale)
        # The head stays as it is in the file, except for limits that differ now.
        head = replace(record.head, timed=record.head.timed or live_game.head.timed, nodes=live_game.head.nodes)
        live_game.keep = _record_writer(play_settings["record"], stack, replace(live_game.record, head=head))
        return live_game
    preset, opening = _read_opening(pastime, file, play_settings, flags)
    seed = opening.deal.seed if play_settings["seed"] is None else play_settings["seed"]
    is_random_seed = seed is None and game_of(pastime).chance
    if seed is None:
        seed = secrets.randbits(SEED_BITS) if is_random_seed else 0
    players = _choose_players(pastime, opening, play_settings)
    live_game = Playthrough(
        pastime,
        players,
        opening.rules,
        preset,
        Deal(seed, opening.deal.deal_content),
        practice=bool(play_settings.get("practice")),
        limits=limits,
        locale=locale,
        keep=_record_writer(play_settings["record"], stack),
    )
    for move in opening.moves:
        live_game.play(move)
    if is_random_seed:
        TerminalGame.print_text(translate(mark("The seed of this game is {seed}."), locale, seed=seed))
    return _seat_person(live_game, play_settings)


def _go_on(pastime: Pastime, text: str, flags: Mapping[str, Any], **settings: Any) -> tuple[Record, Playthrough]:
    """Continue a record, and return it with its game."""
    record, warnings = read_record(text)
    for warning in warnings:
        TerminalGame.print_text(f"warning: {warning}")
    game = game_of(pastime)
    if record.head.is_companion:
        raise UsageError("this is the record of a game at a real table: 'companion' continues it, 'replay' shows it")
    _, rules = rules_of(game, record.head.rules)
    for name, setting in flags.items():
        if getattr(rules, name, setting) != setting:
            rules_conflict = f"{name} {getattr(rules, name)}, not {setting}"
            raise UsageError(f"the record has other rules: {rules_conflict}")
    return record, resume_game(pastime, record, **settings)


def _read_opening(
    pastime: Pastime, file: str | None, play_settings: Mapping[str, Any], flags: dict[str, Any]
) -> tuple[str, Opening]:
    """Return the set of rules and the start of a new game: from an instance if there is one, else from the rules."""
    game = game_of(pastime)
    rules_input = pick_rules(game, flags, play_settings.get("preset") or play_settings.get("rules"))
    if file is not None or play_settings.get("example") is not None or flags.keys() - rules_input.keys():
        if not game.wiring.opening:
            refuse_missing(file or "")
            raise UsageError(f"a game of {pastime.name} starts from a record, not from an instance")
        names = () if pastime.wiring.full_positions else keys_of(pastime.wiring.json.keys)
        keys = {key: setting for key, setting in flags.items() if key in names}
        source = read_source(pastime, file, play_settings.get("example"), keys)
        opening: Opening = game.wiring.opening(full_position_or_instance(pastime, source, keys), rules_input)
        rules_of(
            game, {key: setting for key, setting in rules_input.items() if key == "preset"}
        )  # refuse a mistyped name
        return rules_input.get("preset") or next(iter(game.wiring.presets), "") if game.wiring.presets else "", opening
    preset, rules = rules_of(game, rules_input)
    return preset, Opening(rules)


def _choose_players(pastime: Pastime, opening: Opening, play_settings: Mapping[str, Any]) -> tuple[Player, ...]:
    """Return the players: those of the seats if given, else a person and bots."""
    game = game_of(pastime)
    words = [word for word in (play_settings.get("seats") or "").split(",") if word]
    fewest = game.wiring.seats_of(opening.rules) if game.wiring.seats_of else game.seats[0]
    if len(words) == 1 and words[0].isascii() and words[0].isdecimal():
        fewest, words = int(words[0][:MOST_DIGITS]), []
        if fewest > game.seats[1]:
            raise UsageError(f"--seats {quote(play_settings['seats'])}: at most {game.seats[1]} play {pastime.name}")
    bots = [word for word in (play_settings.get("bots") or play_settings.get("against") or "").split(",") if word]
    if words:
        return make_players(pastime, words)
    for word in bots:
        player(pastime, word)  # refuse a mistyped bot even if no seat is left for it
    if play_settings.get("two"):
        return tuple([person() for _ in range(fewest)])
    names = bots or bot_names(pastime)[:1]
    opponent_names = names if len(names) > 1 else names * (fewest - 1)
    return make_players(pastime, [YOU, *opponent_names]) if fewest > 1 or bots else (person(),)


def _seat_person(live_game: Playthrough, play_settings: Mapping[str, Any]) -> Playthrough:
    """Give the person the requested side, by default the side to move, if the game has sides."""
    sides = live_game.game.sides
    if not sides or play_settings.get("seats"):
        return live_game
    person_side = sides[live_game.seat] if play_settings.get("side") is None else str(play_settings["side"]).upper()
    if person_side not in sides:
        raise UsageError(f"{quote(person_side)} is not a side{suggest(person_side, sides)} ({', '.join(sides)})")
    live_game.sit(sides.index(person_side))
    return live_game


def _record_writer(name: str | None, stack: ExitStack, record: Record | None = None) -> RecordWriter | None:
    """Return a writer that appends each line of a record to a file; None without a file name."""
    return None if name is None else stack.enter_context(RecordWriter(name, TerminalGame.print_text, record))
