"""Files of other Rummikub programs: a JSON object with the sets on the board and the tiles of the rack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.errors import FormatError, quote
from passatempo.core.json import keys_of
from passatempo.core.text import Piece
from passatempo.machiavelli.formats.notation import NOTATIONS, TILES, write_cards, write_groups
from passatempo.machiavelli.formats.tiles import Colours, colours, read_tile
from passatempo.machiavelli.formats.wordlist import plain
from passatempo.machiavelli.json import TurnJson
from passatempo.machiavelli.model import JOKER, EnumerateAsk, LayAsk, UnlockAsk

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from passatempo.machiavelli.model import Card, Meld

OURS = frozenset(key for shape in (TurnJson, LayAsk, UnlockAsk, EnumerateAsk) for key in keys_of(shape))
BOARD, RACK = "board_sets", "rack"
HIGHEST = 13


def own_keys(raw: Mapping[str, Any], flags: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the keys of an instance that a tile file says in its own way; any other object stays as it is.

    Parameters
    ----------
    raw
        The object.
    flags
        Keys that win over it: its tiles are written in the notation that they state.

    Raises
    ------
    FormatError
        With the place of the tile that is none.

    Examples
    --------
    >>> own_keys({"board_sets": [], "rack": [{"color": "red", "number": 5}], "seed": 7}, {})["hand"]
    'R5'
    """
    if BOARD not in raw and RACK not in raw:
        return raw
    for key, other in (("table", BOARD), ("hand", RACK)):
        if raw.get(key) is not None:
            raise FormatError(f"{quote(key)} is given beside {quote(other)}", kind="contradictory")
    seen, stated = Colours(), flags.get("locale") or raw.get("locale")
    table = [_group(group, f"{BOARD}, group {k}", seen) for k, group in enumerate(_list(raw.get(BOARD), BOARD), 1)]
    hand = _tiles(raw.get(RACK), RACK, seen)
    locale = stated if stated in NOTATIONS else TILES
    kept = _kept(raw, (BOARD, RACK), OURS)
    cards = {"table": write_groups(table, locale), "hand": write_cards(hand, locale), "locale": stated or TILES}
    return {"preset": "rummikub", **kept, **cards}


def _kept(raw: Mapping[str, Any], read: Collection[str], ours: Collection[str]) -> dict[str, Any]:
    """Return the other keys: those that are ours, and those that are refused later, for they may say something."""
    return {key: one for key, one in raw.items() if key not in read and (key in ours or isinstance(one, list | dict))}


def _list(raw: Any, where: str) -> list[Any]:
    if not isinstance(raw, list | None):
        raise FormatError(f"expected a list: {quote(raw)}", where=where, kind="json-type")
    return raw or []


def _object(raw: Any, keys: Collection[str], where: str) -> Mapping[str, Any]:
    """Return an object whose other keys say nothing."""
    if not isinstance(raw, dict):
        raise FormatError(f"expected an object: {quote(raw)}", where=where, kind="json-type")
    unknown = next(iter(_kept(raw, keys, ())), None)
    if unknown is not None:
        raise FormatError(f"unknown key {quote(unknown)} (known: {', '.join(keys)})", where=where, kind="unknown-key")
    return raw


def _group(raw: Any, where: str, seen: Colours) -> Meld:
    """Read a group: a list of tiles, or an object with one."""
    return _tiles(raw if isinstance(raw, list) else _object(raw, ("tiles",), where).get("tiles"), where, seen)


def _tiles(raw: Any, where: str, seen: Colours) -> tuple[Card, ...]:
    return tuple([_tile(one, f"{where}, tile {number}", seen) for number, one in enumerate(_list(raw, where), 1)])


def _tile(raw: Any, where: str, seen: Colours) -> Card:
    """Read a tile; a joker with a colour and a number stands for that tile."""
    said = _object(raw, ("color", "number", "joker"), where)
    colour, number, joker = said.get("color"), said.get("number"), said.get("joker") or False
    if not isinstance(joker, bool):
        raise FormatError(f"joker: expected true or false: {quote(joker)}", where=where, kind="json-type")
    if joker and (colour is None or number is None):
        return JOKER
    if not isinstance(colour, str) or plain(colour) not in colours():
        listed = "black, red, blue, orange, green, yellow"
        raise FormatError(f"color: {quote(colour)} is not one of {listed}", where=where, kind="unknown-suit")
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= HIGHEST:
        raise FormatError(f"number: {quote(number)} is not one of 1 to {HIGHEST}", where=where, kind="unknown-rank")
    text = f"{'JK=' if joker else ''}{colour}{number}"
    return read_tile(Piece.whole(text, where), 0, seen)[0][0]
