"""Files of other Rummikub programs: a JSON object with the sets on the board and the tiles of the rack."""

from collections.abc import (
    Collection,
    Mapping,
)
from dataclasses import dataclass, field
from typing import Any

from passatempo.core.errors import FormatError, quote
from passatempo.core.json import convert, keys_of, quote_json
from passatempo.core.text import Piece
from passatempo.machiavelli.formats.notation import NOTATIONS, NUMBERS, TILES, write_cards, write_groups
from passatempo.machiavelli.formats.tiles import Colours, colours, read_tile
from passatempo.machiavelli.formats.wordlist import plain_word
from passatempo.machiavelli.model import JOKER, CardId


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
    """The fields of a file that are read."""

    board_sets: list[SetJson | list[TileJson]] = field(default_factory=list)
    rack: list[TileJson] = field(default_factory=list)


def instance_keys(raw: Mapping[str, Any], flags: Mapping[str, Any], ours: Collection[str]) -> Mapping[str, Any]:
    """Return the instance keys of a tile file; any other object is returned unchanged.

    Parameters
    ----------
    raw
        The object.
    flags
        Keys that override the object. Its tiles are written in the notation of these keys.
    ours
        The keys of an instance and of the questions.

    Raises
    ------
    FormatError
        If a tile is invalid, with its place.

    Examples
    --------
    >>> instance_keys({"board_sets": [], "rack": [{"color": "red", "number": 5}], "seed": 7}, {}, ())["hand"]
    'R5'
    """
    file_fields = {key: raw_content for key, raw_content in raw.items() if key in keys_of(FileJson)}
    if not file_fields:
        return raw
    for key, other in (("table", "board_sets"), ("hand", "rack")):
        if raw.get(key) is not None and other in file_fields:
            raise FormatError(f"{quote(key)} is given beside {quote(other)}", kind="contradictory")
    file: FileJson = convert(file_fields, FileJson, "the file")
    tile_colours, locale = Colours(), flags.get("locale") or raw.get("locale") or TILES
    sets = [content.tiles if isinstance(content, SetJson) else content for content in file.board_sets]
    table = [
        _read_tiles(content, f"board_sets, group {number}", tile_colours) for number, content in enumerate(sets, 1)
    ]
    hand, notation = _read_tiles(file.rack, "rack", tile_colours), locale if locale in NOTATIONS else TILES
    # Numbers and words belong to the other program. A list or an object may matter, so it is rejected by name.
    raw_fields = {
        key: content
        for key, content in raw.items()
        if key not in file_fields and (key in ours or isinstance(content, list | dict))
    }
    cards = {"table": write_groups(table, notation), "hand": write_cards(hand, notation), "locale": locale}
    return {"preset": "rummikub", **raw_fields, **cards}


def _read_tiles(tiles: list[TileJson], error_location: str, tile_colours: Colours) -> tuple[CardId, ...]:
    return tuple(
        [_read_tile(tile, f"{error_location}, tile {number}", tile_colours) for number, tile in enumerate(tiles, 1)]
    )


def _read_tile(tile: TileJson, error_location: str, tile_colours: Colours) -> CardId:
    if tile.joker and (tile.color is None or tile.number is None):
        return JOKER
    if plain_word(tile.color or "") not in colours():
        tile_message = f"color: {quote(tile.color or '')} is not one of black, red, blue, orange, green, yellow"
        raise FormatError(tile_message, where=error_location, kind="unknown-suit")
    if tile.number is None or not 1 <= tile.number <= len(NUMBERS):
        raise FormatError(
            f"number: {quote_json(tile.number)} is not one of 1 to 13", where=error_location, kind="unknown-rank"
        )
    text = f"{'JK=' if tile.joker else ''}{tile.color}{tile.number}"
    return read_tile(Piece.of_text(text, error_location), 0, tile_colours)[0][0]
