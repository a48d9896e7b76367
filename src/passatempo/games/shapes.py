"""Rules, moves and deals of a game as plain JSON, as records hold them."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import FormatError, UsageError, quote
from passatempo.core.json import convert, keys_of, plain
from passatempo.core.methods import suggest
from passatempo.games.values import Deal, Preset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from passatempo.core.game import Game


def presets_of(game: Game) -> Mapping[str, Preset]:
    """Return the presets of a game; one without presets has its defaults alone, under no name."""
    found: Mapping[str, Preset] = game.wiring.presets if game.wiring.presets else {"": Preset(game.wiring.rules())}
    return found


def rules_of(game: Game, said: Mapping[str, Any]) -> tuple[str, Any]:
    """Return the name of a preset and the rules: the preset's fields, and those of `said`, which win.

    Raises
    ------
    UsageError
        If there is no such preset.
    FormatError, InvalidInstance
        If a field is not known or out of range.
    """
    presets = presets_of(game)
    name = said.get("preset", next(iter(presets)))
    if not isinstance(name, str):
        raise FormatError(f"{quote(name)} is not the name of a set of rules", where="preset")
    if name not in presets:
        raise UsageError(f"{quote(name)} is not a set of rules{suggest(name, presets)} ({', '.join(presets)})")
    base = presets[name].rules
    shape = type(base)
    own = {key: value for key, value in said.items() if key != "preset"}
    whole = plain({entry.name: getattr(base, entry.name) for entry in fields(shape) if entry.init}) | own
    return name, convert(whole, shape, "the rules") if own else base


def chosen_rules(game: Game, preset: str, changes: Mapping[str, Any]) -> tuple[str, Any]:
    """Return the rules of a preset, of the first without a name, with the changes that are not None, and its name."""
    said = {name: value for name, value in changes.items() if value is not None}
    return rules_of(game, said | ({"preset": preset} if preset else {}))


def said_rules(game: Game, said: Mapping[str, Any], preset: str | None = None) -> dict[str, Any]:
    """Return the rules among what was said, and the preset if one was named, as `rules_of` takes them."""
    own = keys_of(game.wiring.rules)
    found = {key: value for key, value in said.items() if key in own}
    return found if preset is None else found | {"preset": preset}


def written_rules(game: Game, name: str, rules: Any) -> dict[str, Any]:
    """Write rules as a record does: the preset, and every field that differs from it.

    `rules_of` reads them back.
    """
    base = presets_of(game)[name].rules
    said: dict[str, Any] = {"preset": name} if name else {}
    for entry in fields(base):
        value = getattr(rules, entry.name)
        if entry.init and value != getattr(base, entry.name):
            said[entry.name] = plain(value) if is_dataclass(value) or isinstance(value, tuple | dict) else value
    return said


def dump_move(game: Game, move: Any) -> Any:
    """Write a move as plain JSON."""
    return plain(game.wiring.move.dump(move))


def load_move(game: Game, raw: Any) -> Any:
    """Read a move from plain JSON; raises `FormatError`."""
    return _loaded(game.wiring.move, raw, "the move")


def dump_deal(game: Game, deal: Deal) -> Any:
    """Write the given part of a deal as plain JSON; None where the seed decides all."""
    if deal.given is None:
        return None
    return {key: value for key, value in plain(game.wiring.deal.dump(deal.given)).items() if value is not None}


def load_deal(game: Game, seed: int | None, raw: Any) -> Deal:
    """Read a deal; raises `FormatError`."""
    if raw is None:
        return Deal(seed)
    if not game.wiring.deal:
        raise FormatError("this game has no given deal, only a seed", where="deal")
    return Deal(seed, _loaded(game.wiring.deal, raw, "the deal"))


def _loaded(shape: Any, raw: Any, what: str) -> Any:
    """Load a value; a shape whose keys are no dataclass takes plain JSON as it is."""
    return shape.load(convert(raw, shape.keys, what) if hasattr(shape.keys, "__dataclass_fields__") else raw)
