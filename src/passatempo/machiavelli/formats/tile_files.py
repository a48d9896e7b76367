"""Files of other Rummikub programs: a JSON object with the sets on the board and the tiles of the rack."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003  msgspec reads the shapes
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import FormatError, quote
from passatempo.core.json import convert, keys_of, quote_json
from passatempo.core.text import Piece
from passatempo.machiavelli.formats.notation import NOTATIONS, NUMBERS, TILES, write_cards, write_groups
from passatempo.machiavelli.formats.tiles import Colours, colours, read_tile
from passatempo.machiavelli.formats.wordlist import plain
from passatempo.machiavelli.model import JOKER

if TYPE_CHECKING:
    from collections.abc import Collection

    from passatempo.machiavelli.model import Card


@dataclass(frozen=True, slots=True)
class TileJson:
    """A tile; a joker with a colour and a number stands for that tile."""

    color: str | None = None
    number: int | None = None
    joker: bool | None = None


@dataclass(frozen=True, slots=True)
class SetJson:
    """A set on the board, as an object."""

    tiles: list[TileJson]


@dataclass(frozen=True, slots=True)
class FileJson:
    """What is read of a file."""

    board_sets: list[SetJson | list[TileJson]] = field(default_factory=list)
    rack: list[TileJson] = field(default_factory=list)


def own_keys(raw: Mapping[str, Any], flags: Mapping[str, Any], ours: Collection[str]) -> Mapping[str, Any]:
    """Return the keys of an instance that a tile file says in its own way; any other object stays as it is.

    Parameters
    ----------
    raw
        The object.
    flags
        Keys that win over it: its tiles are written in the notation that they state.
    ours
        The keys of an instance and of the questions.

    Raises
    ------
    FormatError
        With the place of what is no tile.

    Examples
    --------
    >>> own_keys({"board_sets": [], "rack": [{"color": "red", "number": 5}], "seed": 7}, {}, ())["hand"]
    'R5'
    """
    said = {key: value for key, value in raw.items() if key in keys_of(FileJson)}
    if not said:
        return raw
    for key, other in (("table", "board_sets"), ("hand", "rack")):
        if raw.get(key) is not None and other in said:
            raise FormatError(f"{quote(key)} is given beside {quote(other)}", kind="contradictory")
    file: FileJson = convert(said, FileJson, "the file")
    seen, locale = Colours(), flags.get("locale") or raw.get("locale") or TILES
    sets = [one.tiles if isinstance(one, SetJson) else one for one in file.board_sets]
    table = [_cards(one, f"board_sets, group {number}", seen) for number, one in enumerate(sets, 1)]
    hand, notation = _cards(file.rack, "rack", seen), locale if locale in NOTATIONS else TILES
    # a number or a word is of the other program; a list or an object may say something, and is refused by name
    kept = {key: one for key, one in raw.items() if key not in said and (key in ours or isinstance(one, list | dict))}
    cards = {"table": write_groups(table, notation), "hand": write_cards(hand, notation), "locale": locale}
    return {"preset": "rummikub", **kept, **cards}


def _cards(tiles: list[TileJson], where: str, seen: Colours) -> tuple[Card, ...]:
    return tuple([_card(tile, f"{where}, tile {number}", seen) for number, tile in enumerate(tiles, 1)])


def _card(tile: TileJson, where: str, seen: Colours) -> Card:
    if tile.joker and (tile.color is None or tile.number is None):
        return JOKER
    if plain(tile.color or "") not in colours():
        found = f"color: {quote(tile.color or '')} is not one of black, red, blue, orange, green, yellow"
        raise FormatError(found, where=where, kind="unknown-suit")
    if tile.number is None or not 1 <= tile.number <= len(NUMBERS):
        raise FormatError(f"number: {quote_json(tile.number)} is not one of 1 to 13", where=where, kind="unknown-rank")
    text = f"{'JK=' if tile.joker else ''}{tile.color}{tile.number}"
    return read_tile(Piece.whole(text, where), 0, seen)[0][0]
