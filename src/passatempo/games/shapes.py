"""Rules, moves and deals of a game as plain JSON, as in records."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import FormatError, UsageError, quote, warn_of_removal
from passatempo.core.json import convert, keys_of, plain_data
from passatempo.core.methods import suggest
from passatempo.games.values import Deal, Preset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from passatempo.core.game import Game


def presets_of(game: Game) -> Mapping[str, Preset]:
    """Return the presets of a game. A game without presets has only its default rules, under an empty name."""
    game_presets: Mapping[str, Preset] = (
        game.wiring.presets if game.wiring.presets else {"": Preset(game.wiring.rules())}
    )
    return game_presets


def rules_of(game: Game, rules_input: Mapping[str, Any]) -> tuple[str, Any]:
    """Return the name of a preset and the rules: the preset's fields, overridden by those of `rules_input`.

    Raises
    ------
    UsageError
        If there is no such preset.
        FormatError, InvalidInstance
        If a field is unknown or out of range.
    """
    presets = presets_of(game)
    name = rules_input.get("preset", next(iter(presets)))
    if not isinstance(name, str):
        raise FormatError(f"{quote(name)} is not the name of a set of rules", where="preset")
    name = game.wiring.preset_aliases.get(name, name)
    if name not in presets:
        raise UsageError(f"{quote(name)} is not a set of rules{suggest(name, presets)} ({', '.join(presets)})")
    base = presets[name].rules
    shape = type(base)
    rule_changes = {key: setting for key, setting in rules_input.items() if key != "preset"}
    full_rules = (
        plain_data({field.name: getattr(base, field.name) for field in fields(shape) if field.init}) | rule_changes
    )
    return name, convert(full_rules, shape, "the rules") if rule_changes else base


def preset_rules(game: Game, preset: str | None, rules: str | None, changes: Mapping[str, Any]) -> tuple[str, Any]:
    """Return the name and the rules of a preset, by default the first, with all changes that are not None.

    `rules` is the former name of `preset`.
    """
    if rules is not None:
        warn_of_removal("rules", "0.5", "preset")
    rule_changes = {name: setting for name, setting in changes.items() if setting is not None}
    name = preset or rules
    return rules_of(game, rule_changes | ({"preset": name} if name else {}))


def pick_rules(game: Game, rules_input: Mapping[str, Any], preset: str | None = None) -> dict[str, Any]:
    """Return the rules among the inputs, and the preset if one was named, in the form that `rules_of` takes."""
    rule_keys = keys_of(game.wiring.rules)
    input_rules = {key: setting for key, setting in rules_input.items() if key in rule_keys}
    return input_rules if preset is None else input_rules | {"preset": preset}


def dump_rules(game: Game, name: str, rules: Any) -> dict[str, Any]:
    """Write rules as in a record: the preset, and every field that differs from it.

    `rules_of` reads them back.
    """
    base = presets_of(game)[name].rules
    preset_changes: dict[str, Any] = {"preset": name} if name else {}
    for field in fields(base):
        rule_setting = getattr(rules, field.name)
        if field.init and rule_setting != getattr(base, field.name):
            preset_changes[field.name] = (
                plain_data(rule_setting)
                if is_dataclass(rule_setting) or isinstance(rule_setting, tuple | dict)
                else rule_setting
            )
    return preset_changes


def dump_move(game: Game, move: Any) -> Any:
    """Write a move as plain JSON."""
    return plain_data(game.wiring.move.dump(move))


def load_move(game: Game, raw: Any) -> Any:
    """Read a move from plain JSON; raises `FormatError`."""
    return _load_shape(game.wiring.move, raw, "the move")


def dump_deal(game: Game, deal: Deal) -> Any:
    """Write the explicit part of a deal as plain JSON; None if the seed decides everything."""
    if deal.deal_content is None:
        return None
    return {
        key: content
        for key, content in plain_data(game.wiring.deal.dump(deal.deal_content)).items()
        if content is not None
    }


def load_deal(game: Game, seed: int | None, raw: Any) -> Deal:
    """Read a deal; raises `FormatError`."""
    if raw is None:
        return Deal(seed)
    if not game.wiring.deal:
        raise FormatError("this game has no given deal, only a seed", where="deal")
    return Deal(seed, _load_shape(game.wiring.deal, raw, "the deal"))


def _load_shape(shape: Any, raw: Any, subject: str) -> Any:
    """Load a value. A shape whose keys are not a dataclass takes plain JSON directly."""
    return shape.load(convert(raw, shape.keys, subject) if hasattr(shape.keys, "__dataclass_fields__") else raw)
