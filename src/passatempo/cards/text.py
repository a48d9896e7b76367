"""The text format of a deal: the cards, then ``key: value`` lines for the conditions.

::

    1 1 2 2 3 3 4
    D: 4
    ends: open

Blanks, commas or line breaks separate cards. The keys are those of the JSON: ``N``, ``M``, ``D``, ``ends``,
``pattern``, ``distance`` (``1-3 >= 4, 2-3 = 1``), ``peak_value_gap``, ``first``, ``last``, ``at`` (``2=5`` puts
stationary point 2 on position 5) and ``given`` (``2=5`` puts a card 5 on position 2).
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from passatempo.cards.model import LARGEST, MOST_CARDS, MOUNTAINS, Deal, Distance, Ends
from passatempo.core.errors import FormatError, InvalidInstance, Violation, quote
from passatempo.core.json import count_of
from passatempo.core.text import Piece, clean, limit_pieces, read_size, refuse_large, split_keys

KEYS = ("cards", "n", "m", "d", "ends", "pattern", "distance", "peak_value_gap", "first", "last", "at", "given")
_CARD = re.compile(r"-?[0-9]{1,16}")
_DISTANCE = re.compile(r"([0-9]{1,3})\s*(?:-|\.\.)\s*([0-9]{1,3})\s*(<=|>=|=)\s*(-?[0-9]{1,16})")
_GIVEN = re.compile(r"([0-9]{1,16})\s*=\s*(-?[0-9]{1,16})")
_AT = re.compile(r"([0-9]{1,3})\s*=\s*([0-9]{1,16})")
CARDS_A_LINE = 25
MANY_CARDS = 10_000
MOST_CONDITIONS = 2**18  # of one key


def read_cards(piece: Piece) -> tuple[int, ...]:
    """Read cards with blanks, commas or line breaks between them.

    Raises
    ------
    FormatError
        Quoting the first word that is not a whole number, with its place.

    Examples
    --------
    >>> read_cards(Piece.of_text("1 1 2,2"))
    (1, 1, 2, 2)
    """
    text = piece.text
    if not re.search(r"[^-0-9\s,;]", text):
        words = text.replace(",", " ").replace(";", " ").split()
        try:
            cards = tuple(map(int, words))
        except ValueError:
            cards = ()
        if cards and max(cards) <= LARGEST and min(cards) >= -LARGEST:
            return cards
    return _read_carefully(piece)


def _read_carefully(piece: Piece) -> tuple[int, ...]:
    """Read cards one by one, to locate the first fault."""
    cards = []
    for match in re.finditer(r"[^\s,;]+", piece.text):
        word = piece.sub_piece(match.start(), match.end())
        if not _CARD.fullmatch(word.text) or abs(int(word.text)) > LARGEST:
            cause = f"it is beyond ±{LARGEST}" if re.fullmatch("-?[0-9]+", word.text) else "it is not a whole number"
            raise word.fault(f"cannot read card {quote(word.text)}: {cause}", kind="bad-card")
        cards.append(int(word.text))
    return tuple(cards)


def read_distances(piece: Piece) -> tuple[Distance, ...]:
    """Read conditions such as ``1-3 >= 4``, with commas between them.

    >>> read_distances(Piece.of_text("1-3 >= 4, 2-3 = 1"))[1]
    Distance(first=2, second=3, op='=', value=1)
    """
    distance_conditions = []
    for part in _comma_pieces(piece):
        match = _DISTANCE.fullmatch(part.text)
        if match is None:
            raise part.error("is not a condition on a distance, as in 1-3 >= 4", kind="bad-distance")
        op: Any = match[3]
        distance_conditions.append(Distance(int(match[1]), int(match[2]), op, int(match[4])))
    return tuple(distance_conditions)


def read_fixed(piece: Piece) -> tuple[tuple[int, int], ...]:
    """Read fixed stationary points such as ``1=2, 3=6``.

    >>> read_fixed(Piece.of_text("3=6, 1=2"))
    ((1, 2), (3, 6))
    """
    fixed_points = []
    for part in _comma_pieces(piece):
        match = _AT.fullmatch(part.text)
        if match is None:
            raise part.error("is not a stationary point with its position, as in 2=5", kind="bad-at")
        fixed_points.append((int(match[1]), int(match[2])))
    return tuple(sorted(fixed_points))


def read_presets(piece: Piece) -> tuple[tuple[int, int], ...]:
    """Read given cards such as ``1=2, 3=6``: a position, then its card.

    >>> read_presets(Piece.of_text("3=-6, 1=2"))
    ((1, 2), (3, -6))
    """
    preset_cards = []
    for part in _comma_pieces(piece):
        match = _GIVEN.fullmatch(part.text)
        if match is None:
            raise part.error("is not a position with its card, as in 2=5", kind="bad-given")
        preset_cards.append((int(match[1]), int(match[2])))
    return tuple(sorted(preset_cards))


def _comma_pieces(piece: Piece) -> Iterator[Piece]:
    """Split a piece at commas, without the blanks around its parts."""
    parts = (
        piece.sub_piece(m.start(), m.start() + len(m[0].rstrip())) for m in re.finditer(r"[^\s,][^,]*", piece.text)
    )
    return limit_pieces(parts, MOST_CONDITIONS, "the number of conditions")


def read_integer(piece: Piece) -> int:
    """Read a whole number."""
    if _CARD.fullmatch(piece.text):
        return int(piece.text)
    return read_size(piece, "the number", LARGEST, "bad-number")


def _single_token(piece: Piece) -> str:
    return piece.text


_READERS: Mapping[str, Callable[[Piece], Any]] = {
    "cards": read_cards,
    "n": read_integer,
    "m": read_integer,
    "d": read_integer,
    "ends": lambda piece: _single_token(piece).lower(),
    "pattern": lambda piece: _single_token(piece).upper(),
    "distance": read_distances,
    "peak_value_gap": read_integer,
    "first": read_integer,
    "last": read_integer,
    "at": read_fixed,
    "given": read_presets,
}


def read(text: str, **keys: Any) -> Deal:
    r"""Read a deal from text.

    Parameters
    ----------
    text
        The text. Lines that start with ``//`` are comments.
    keys
        Keys of the JSON instance, which override the text.

    Raises
    ------
    FormatError
        Quoting the unreadable part, with its place.
    InvalidInstance
        If the conditions do not fit the pattern.

    Examples
    --------
    >>> read("1 1 2 2 3 3 4\nD: 4").distances
    (Distance(first=1, second=3, op='=', value=4),)
    """
    key_pieces, rest = split_keys(clean(text), frozenset(KEYS))
    deal_keys = {key: _READERS[key](piece) for key, piece in key_pieces.items()}
    if rest.text.strip():
        if "cards" in deal_keys:
            raise key_pieces["cards"].fault("the cards stand twice, with and without the key", kind="key-twice")
        deal_keys["cards"] = read_cards(rest)
    flag_keys = {key.lower(): _from_flag(key, flag_setting) for key, flag_setting in keys.items()}
    return assemble_deal(deal_keys | flag_keys)


def _from_flag(key: str, flag_setting: Any) -> Any:
    """Convert a JSON key or a flag to the form that the text reader returns."""
    if key == "cards":
        return cards_of(flag_setting)
    if key == "distance":
        return distances_of(flag_setting)
    if key == "at":
        return fixed_of(flag_setting)
    if key == "given":
        return presets_of(flag_setting)
    return flag_setting


def cards_of(raw: str | Sequence[Any], error_place: str = "cards") -> tuple[int, ...]:
    """Read the cards of a JSON instance: a list or a string of whole numbers.

    >>> cards_of([1, 2.5])
    Traceback (most recent call last):
    passatempo.core.errors.FormatError: cards: card 2 is not an integer: '2.5'
    """
    if isinstance(raw, str):
        return read_cards(Piece.of_text(raw, error_place))
    if set(map(type, raw)) - {int}:
        number, card = next((i, card) for i, card in enumerate(raw, 1) if type(card) is not int)
        raise FormatError(f"card {number} is not an integer: {quote(card)}", where=error_place, kind="bad-card")
    return tuple(raw)


def distances_of(raw: Any) -> tuple[Distance, ...]:
    """Read the distances of a JSON instance: one condition, several, or text.

    >>> distances_of({"between": [1, 3], "op": "=", "value": 4})
    (Distance(first=1, second=3, op='=', value=4),)
    """
    if isinstance(raw, str):
        return read_distances(Piece.of_text(raw, "distance"))
    return tuple(map(_distance_of, raw if isinstance(raw, list) else [raw]))


def _distance_of(raw: Any) -> Distance:
    """Read one condition of a JSON instance."""
    if not isinstance(raw, dict):
        raise FormatError(f"{quote(raw)} is not an object with between, op and value", where="distance", kind="json")
    for key in raw:
        if key not in ("between", "op", "value"):
            raise FormatError(
                f"unknown key {quote(key)} (known: between, op, value)", where="distance", kind="unknown-key"
            )
    point_pair, distance_bound = raw.get("between"), raw.get("value")
    if not isinstance(point_pair, list) or len(point_pair) != 2 or any(type(point) is not int for point in point_pair):
        raise FormatError("between must be a list of two stationary points", where="distance", kind="bad-between")
    if type(distance_bound) is not int:
        raise FormatError("value must be a whole number", where="distance", kind="bad-distance")
    return Distance(point_pair[0], point_pair[1], raw.get("op", "="), distance_bound)


def fixed_of(raw: Any) -> tuple[tuple[int, int], ...]:
    """Read the fixed stationary points of a JSON instance, an object such as ``{"1": 2}``, or text."""
    if isinstance(raw, str):
        return read_fixed(Piece.of_text(raw, "at"))
    if not isinstance(raw, dict):
        raise FormatError("must be an object from stationary points to positions", where="at", kind="json")
    return read_fixed(Piece.of_text(", ".join(f"{point}={position}" for point, position in raw.items()), "at"))


def presets_of(raw: Any) -> tuple[tuple[int, int], ...]:
    """Read the given cards of a JSON instance, a list of pairs of position and card, or text.

    >>> presets_of([[5, 2], [1, 1]])
    ((1, 1), (5, 2))
    """
    if isinstance(raw, str):
        return read_presets(Piece.of_text(raw, "given"))
    for pair in raw if isinstance(raw, list | tuple) else [raw]:
        is_pair = isinstance(pair, list | tuple) and len(pair) == 2 and all(type(part) is int for part in pair)
        if not is_pair:
            raise FormatError(f"{quote(pair)} is not a position with its card", where="given", kind="bad-given")
    return tuple(sorted((position, card) for position, card in raw))


def assemble_deal(deal_keys: Mapping[str, Any]) -> Deal:
    """Make a deal from its keys, in lower case."""
    cards: tuple[int, ...] = deal_keys.get("cards", ())
    number, largest, distance = deal_keys.get("n"), deal_keys.get("m"), deal_keys.get("d")
    ends: Ends = deal_keys.get("ends", "interior")
    pattern: str = deal_keys.get("pattern", MOUNTAINS)
    refuse_large(number or 0, 1, MOST_CARDS, "N")
    faults = []
    if number is not None and number != len(cards):
        given = f"{count_of(len(cards), 'card')} {'was' if len(cards) == 1 else 'were'} given"
        faults.append(Violation("bad-N", f"N is {number} but {given}"))
    distances: tuple[Distance, ...] = deal_keys.get("distance", ())
    if distance is not None:
        if pattern != MOUNTAINS:
            faults.append(Violation("bad-D", f"D is for the pattern UDUD only, not for {quote(pattern)}"))
        elif distance < 1:
            faults.append(Violation("bad-D", f"D is {distance}, it must be at least 1"))
        distances = (Distance(1, 3, "=", distance), *distances)
    if faults:
        raise InvalidInstance(faults)
    gap, fixed = deal_keys.get("peak_value_gap"), deal_keys.get("at", ())
    first, last, given = deal_keys.get("first"), deal_keys.get("last"), deal_keys.get("given", ())
    return Deal(cards, distances, ends, pattern, gap, fixed, first, last, largest, given)


def write(deal: Deal) -> str:
    r"""Write a deal as canonical text, from which `read` returns an equal deal.

    >>> print(write(read("1,1,2,2,3,3,4\nD: 4\nends: open")), end="")
    1 1 2 2 3 3 4
    D: 4
    ends: open
    """
    rows = [write_cards(deal.cards[i : i + CARDS_A_LINE]) for i in range(0, len(deal.cards), CARDS_A_LINE)]
    distance, distances = short_distance(deal)
    deal_keys = {
        "M": deal.largest,
        "D": distance,
        "ends": None if deal.ends == "interior" else deal.ends,
        "pattern": None if deal.pattern == MOUNTAINS else deal.pattern,
        "distance": ", ".join(write_distance(condition) for condition in distances) or None,
        "peak_value_gap": deal.peak_gap,
        "first": deal.first,
        "last": deal.last,
        "at": ", ".join(f"{point}={position}" for point, position in deal.fixed) or None,
        "given": ", ".join(f"{position}={card}" for position, card in deal.given) or None,
    }
    return (
        "\n".join([*rows, *(f"{key}: {setting}" for key, setting in deal_keys.items() if setting is not None)]) + "\n"
    )


def short_distance(deal: Deal) -> tuple[int | None, tuple[Distance, ...]]:
    """Split the conditions into D and the others. D abbreviates the first if it fixes the distance of the maxima."""
    if deal.pattern == MOUNTAINS and deal.distances and deal.distances[0][:3] == (1, 3, "="):
        return deal.distances[0].value, deal.distances[1:]
    return None, deal.distances


def write_distance(distance: Distance) -> str:
    """Write a condition.

    >>> write_distance(Distance(1, 3, ">=", 4))
    '1-3 >= 4'
    """
    return f"{distance.first}-{distance.second} {distance.op} {distance.value}"


def write_cards(cards: Sequence[int]) -> str:
    """Write cards with blanks between them.

    >>> write_cards((1, 2, -3))
    '1 2 -3'
    """
    if len(cards) < MANY_CARDS:
        return " ".join(map(str, cards))
    from passatempo.core.json import encode  # five times as fast, but slow to import

    return encode(cards)[1:-1].replace(",", " ")
