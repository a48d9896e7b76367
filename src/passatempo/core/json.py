"""The JSON of the contract. Unknown keys are refused by name, and big numbers and fractions are strings.

msgspec is imported on first use. It costs more than everything else that a run on a text file needs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

from passatempo.core.decoder import decode as decode
from passatempo.core.errors import LONGEST_QUOTE, FormatError, PassatempoError, UsageError, quote
from passatempo.core.methods import suggest
from passatempo.core.outcome import Outcome
from passatempo.core.pastime import Pastime, Problem, Question, Shape

if TYPE_CHECKING:
    from fractions import Fraction

SCHEMA = 1  # version of the outcome format; a key that changes its meaning raises it
SAFE = 2**53  # above this other programs may lose digits of a JSON number
SHORT = 13_000  # maximum bits of a number that Python writes at once


def number(exact_number: int | Fraction | None) -> int | str | None:
    """Write an exact number as JSON: a fraction or a number beyond 2^53 as a string.

    >>> from fractions import Fraction
    >>> number(12), number(2**60), number(Fraction(3, 77))
    (12, '1152921504606846976', '3/77')
    """
    if exact_number is None or (isinstance(exact_number, int) and abs(exact_number) <= SAFE):
        return exact_number
    return str(exact_number)


def decimal_digits(integer: int) -> str:
    """Write a whole number of any size in decimal digits.

    Python refuses to write more than a few thousand digits at once, so a longer number is split in two.

    >>> decimal_digits(10**5000) == "1" + "0" * 5000
    True
    """
    if integer.bit_length() < 13_000:  # fewer than 4,000 digits
        return str(integer)
    half = int(integer.bit_length() * 0.30103) // 2
    high, low = divmod(abs(integer), 10**half)
    return "-" * (integer < 0) + decimal_digits(high) + decimal_digits(low).rjust(half, "0")


def count_of(number: int, word: str, plural: str = "") -> str:
    """Write a number before its noun.

    >>> count_of(1, "card"), count_of(2, "card"), count_of(0, "card"), count_of(2, "entry", "entries")
    ('1 card', '2 cards', '0 cards', '2 entries')
    """
    return f"{number} {word if number == 1 else plural or word + 's'}"


def natural(text: str) -> int:
    """Read a whole number, 0 or more, of any size.

    >>> natural(decimal_digits(10**5000)) == 10**5000
    True

    Raises
    ------
    FormatError
        If it is none.
    """
    if not (text.isascii() and text.isdecimal()):
        raise FormatError(f"{quote(text)} is not a whole number", kind="number")
    if len(text) <= 4000:
        return int(text)
    half = len(text) // 2
    scale: int = 10 ** (len(text) - half)
    return natural(text[:half]) * scale + natural(text[half:])


def dump_places(places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Write rows and columns from 0 as JSON, from 1."""
    return [(row + 1, column + 1) for row, column in places]


def load_places(pairs: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Convert rows and columns that count from 1, as in JSON, to ones that count from 0."""
    return tuple((row - 1, column - 1) for row, column in pairs)


def refuse_below_one(name: str, places: Any) -> None:
    """Refuse a row or column below 1 in a key that holds a place or a list of places, as Python values.

    Raises
    ------
    UsageError
        The message names the key and quotes the pair.

    Examples
    --------
    >>> refuse_below_one("path", [[2, 1], [0, 1]])
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: path: (0, 1) counts from 1; a Cell counts from 0
    """
    pairs = places if isinstance(places, list) else []
    for pair in (pairs,) if pairs and isinstance(pairs[0], int) else pairs:
        if isinstance(pair, list) and any(type(number) is int and number < 1 for number in pair):
            raise UsageError(f"{name}: {quote(tuple(pair))[1:-1]} counts from 1; a Cell counts from 0")


def row_texts(name: str, rows: list[Any], signs: Mapping[Any, str], expected: str) -> list[str]:
    """Write rows of a board, Python values, as texts. A row is a text, or a list of keys of `signs`.

    Raises
    ------
    FormatError
        The message names the key, the row and the column, and quotes the cell.

    Examples
    --------
    >>> row_texts("board", [[1, 0], "O."], {0: ".", 1: "X"}, "0 empty, 1 X")
    ['X.', 'O.']
    """
    texts = []
    for number, row in enumerate(rows, 1):
        if not isinstance(row, str | list):
            raise FormatError(f"row {number} is {quote(row)}, not a row of cells", where=name, kind="bad-cell")
        for column, cell in enumerate(row if isinstance(row, list) else (), 1):
            if type(cell) not in (int, str) or cell not in signs:
                fault = f"row {number}, column {column}: {quote(cell)} is not a cell ({expected})"
                raise FormatError(fault, where=name, kind="bad-cell")
        texts.append(row if isinstance(row, str) else "".join([signs[cell] for cell in row]))
    return texts


def encode(content: Any, *, indent: int = 0) -> str:
    """Write JSON. Dataclasses become objects."""
    import msgspec

    json_bytes = msgspec.json.encode(content, enc_hook=_plain_number)
    return (msgspec.json.format(json_bytes, indent=indent) if indent else json_bytes).decode()


def plain_data(content: Any) -> Any:
    """Convert a shape to dicts, lists, strings and numbers as in its JSON. A tuple becomes a list."""
    import msgspec

    return msgspec.json.decode(msgspec.json.encode(content, enc_hook=_plain_number))


def _plain_number(content: Any) -> int:
    """Convert a card to its number, since msgspec writes no subclass of `int`."""
    if isinstance(content, int):
        return int(content)
    raise TypeError(f"{quote(type(content).__name__)} has no JSON")


def plain_instance(game: Pastime, instance: Any) -> dict[str, Any]:
    """Return the keys of an instance as plain data, without empty keys."""
    instance_keys = plain_data(game.wiring.json.dump(instance))
    return {key: content for key, content in instance_keys.items() if content is not None}


def load_answer(game: Pastime, raw: Any, location: str = "") -> tuple[Problem, Any]:
    """Return the question and the answer of an outcome's JSON; the answer may be None.

    Raises
    ------
    FormatError
        If it is not an outcome of the pastime, nor an object with the keys 'question' and 'answer'.
    """
    if not isinstance(raw, dict) or not isinstance(raw.get("question"), str) or "answer" not in raw:
        answer_phrase = "an answer file" if location else "an answer"
        raise FormatError(f"{answer_phrase} must be an object with the keys 'question' and 'answer'", where=location)
    if raw.get("pastime", game.name) != game.name:
        raise FormatError(f"the answer is of {quote(raw['pastime'])}, not of {quote(game.name)}", where=location)
    problem = game.problem(raw["question"])
    shape: Shape[Any] = problem.wiring.json
    typed_answer = None if raw["answer"] is None else shape.load(convert(raw["answer"], shape.keys, "the answer"))
    return problem, typed_answer


def convert(raw: Any, shape: type, subject: str = "the instance", *, flags: bool = False) -> Any:
    """Make a shape from decoded JSON, and refuse unknown keys and wrong types by name.

    With `flags`, the message says that a flag may also supply a missing key.

    Raises
    ------
    FormatError
        If a key or a type is wrong, with the key and the expected type.
    """
    import msgspec

    if not isinstance(raw, dict):
        raise FormatError(f"{subject} must be a JSON object, not {_type_phrase(raw)}", kind="json-type")
    refuse_unknown(raw, keys_of(shape))
    try:
        return msgspec.convert(raw, shape)
    except (msgspec.ValidationError, ValueError) as error:
        raise _translate_error(error, raw, shape, flags=flags) from None


def fit_key(shape: type, key: str, setting: Any) -> Any:
    """Convert the value of a key that accompanies a text to the type of its field.

    Raises
    ------
    FormatError
        If the value has a wrong type, with the key and the expected type.
    """
    annotation = get_type_hints(shape)[key]
    if type(setting) in union_parts(annotation):
        return setting
    import msgspec

    try:
        return msgspec.convert(setting, annotation)
    except msgspec.ValidationError as error:
        raise _translate_error(ValueError(_prefix_path(key, str(error))), {key: setting}, shape) from None
    except ValueError as error:
        raise _translate_error(error, {key: setting}, shape) from None


def _prefix_path(key: str, sentence: str) -> str:
    """Insert a key at the start of the path in msgspec's sentence."""
    head, separator, path = sentence.partition(" - at `$")
    return f"{head} - at `$.{key}{path}" if separator else f"{head} - at `$.{key}`"


@cache
def keys_of(shape: type) -> tuple[str, ...]:
    """Return the JSON keys of a shape."""
    return tuple(field.name for field in fields(shape))


@cache
def _valid_keys(shape: type, asks: tuple[type | None, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the keys of an instance, and all keys that may accompany them. A batch asks on every line."""
    shape_keys = keys_of(shape)
    ask_keys = {key for ask_shape in asks if ask_shape for key in keys_of(ask_shape)}
    return frozenset(shape_keys), (*shape_keys, *sorted(ask_keys.difference(shape_keys)))


def refuse_unknown(raw: Mapping[str, Any], valid_keys: Collection[str]) -> None:
    """Raise `FormatError` at the first unknown key."""
    for key in raw:
        if key not in valid_keys:
            raise FormatError(
                f"unknown key {quote(key)}{suggest(str(key), valid_keys)} (known: {', '.join(valid_keys)})",
                kind="unknown-key",
            )


_TYPES = {"str": "a string", "int": "a whole number", "float": "a number", "bool": "true or false", "null": "null"}
_TYPES |= {"array": "a list", "object": "an object"}


def _type_phrase(raw: Any) -> str:
    """Name the JSON type of a decoded value."""
    names = {str: "str", bool: "bool", int: "int", float: "float", list: "array", dict: "object", type(None): "null"}
    return _TYPES[names[type(raw)]] if type(raw) in names else quote(type(raw).__name__)


def _translate_error(error: Exception, raw: Mapping[str, Any], shape: type, *, flags: bool = False) -> PassatempoError:
    """Translate msgspec's sentence into ours: ``ends: 'shut' is not one of interior, open``."""
    if isinstance(error, UnicodeEncodeError):  # half of a surrogate pair, which no JSON text has
        half = error.object[error.start]
        name = next((key for key, content in raw.items() if repr(half)[1:-1] in repr(content)), "")
        return UsageError(f"{name}: {quote(half)} is not a character")
    if str(error).startswith("Exceeds the limit"):  # a whole number that Python cannot write
        name = next(
            (key for key, content in raw.items() if isinstance(content, int) and content.bit_length() > SHORT), ""
        )
        return FormatError(f"{quote(raw.get(name, 'a number'))} has too many digits", where=name, kind="too-large")
    sentence, _, path = str(error).replace("`key` in ", "").partition(" - at `$")
    missing = re.search(r"missing required field `(\w+)`", sentence)
    if missing:
        remedy = f" (the key, or --{missing[1].replace('_', '-')})" if flags else ""
        return FormatError(f"{missing[1]} is missing{remedy}", kind="missing-key")
    key = re.match(r"\.?(\w*)", path)
    name = key[1] if key else ""
    if name in raw:
        choices = literal_choices(get_type_hints(shape).get(name))
        if choices:
            choices_line = ", ".join(map(str, choices))
            fault = next(field.metadata.get("fault", f"bad-{name}") for field in fields(shape) if field.name == name)
            key_quote = quote(raw[name]) if isinstance(raw[name], str) else quote_json(raw[name])
            return FormatError(f"{key_quote} is not one of {choices_line}", where=name, kind=fault)
    expectation = re.sub(
        r"`([\w| ]+)`", lambda match: " or ".join(_TYPES.get(t, t) for t in match[1].split(" | ")), sentence
    )
    expectation = expectation.replace("Expected", "expected").replace(" or null", "")
    if sentence.startswith("Expected"):  # msgspec's own words; a shape's own message already quotes the value
        expectation = f"{expectation.partition(', got ')[0]}: {quote_json(_value_at(raw, path))}"
    return FormatError(expectation, where=path.rstrip("`").removeprefix(".") or name, kind="json-type")


def _value_at(raw: Any, path: str) -> Any:
    """Return the value at a msgspec path, or the innermost value that it reaches."""
    for key, index in re.findall(r"\.(\w+)|\[(\d+)\]", path):
        raw = raw[int(index) if index else key]
    return raw


def quote_json(content: Any) -> str:
    """Quote a value as JSON, shortened when it is long.

    >>> quote_json([1, None]), quote_json("x" * 100)
    ('[1,null]', '"xxxxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxx"')
    """
    try:
        json_encoding = encode(content)
    except (TypeError, ValueError):  # not JSON
        return quote(content)
    return json_encoding if len(json_encoding) <= LONGEST_QUOTE else f"{json_encoding[:20]}...{json_encoding[-16:]}"


def literal_choices(annotation: Any) -> tuple[Any, ...]:
    """Return the values of a `Literal`, including one inside ``Literal[...] | None``.

    >>> literal_choices(Literal["low", "high"] | None)
    ('low', 'high')
    """
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    return next(filter(None, map(literal_choices, get_args(annotation))), ())


def union_parts(annotation: Any) -> tuple[Any, ...]:
    """Return the types that an annotation joins.

    >>> union_parts(int | None), union_parts(list[int])
    ((<class 'int'>, <class 'NoneType'>), (list[int],))
    """
    return get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)


def load_question(game: Pastime, problem: Problem, raw: Any, flags: Mapping[str, Any]) -> Any:
    """Make a question from decoded JSON. A flag overrides the JSON's key.

    Inputs of the pastime's other questions are accepted and ignored.
    """
    shape: Shape[Any] = game.wiring.json
    if not isinstance(raw, dict):
        raise FormatError(f"the instance must be a JSON object, not {_type_phrase(raw)}", kind="json-type")
    if game.wiring.adapt_keys is not None:
        raw = game.wiring.adapt_keys(raw, flags)
    if flags:
        raw = {**raw, **flags}
    instance_keys, valid_keys = _valid_keys(
        shape.keys, tuple([wiring.ask for wiring in game.wiring.questions.values()])
    )
    if raw.keys() <= instance_keys:
        instance = shape.load(convert(raw, shape.keys, flags=True))
    else:
        refuse_unknown(raw, valid_keys)
        instance = shape.load(convert({key: raw[key] for key in raw if key in instance_keys}, shape.keys, flags=True))
    return with_ask(problem, instance, raw)


def with_ask(problem: Problem, instance: Any, raw: Mapping[str, Any]) -> Any:
    """Join an instance with the question's own inputs, taken from decoded JSON."""
    shape = problem.wiring.ask
    if shape is None:
        return instance
    key_inputs = {key: raw[key] for key in raw if key in keys_of(shape)}
    return Question(instance, convert(key_inputs, shape, "the question", flags=True))


def instance_of(problem: Problem, question: Any) -> Any:
    """Return the instance of a question."""
    return question.instance if problem.wiring.ask else question


def dump_outcome(problem: Problem, outcome: Outcome[Any]) -> dict[str, Any]:
    """Write an outcome as the JSON of the contract."""
    shape: Shape[Any] = problem.wiring.json
    value = outcome.value
    return {
        "schema": SCHEMA,
        "pastime": problem.pastime,
        "question": problem.name,
        "method": outcome.method,
        "status": outcome.status.value,
        "answer": None if outcome.answer is None else shape.dump(outcome.answer),
        "value": decimal_digits(value) if problem.value and isinstance(value, int) else number(value),
        "bound": number(outcome.bound),
        "stopped": outcome.stopped.value,
        "seconds": round(outcome.seconds, 6),
        "stats": dict(outcome.stats),
        "checked": outcome.checked,
        "evidence": outcome.evidence.value,
        "confirmed_by": list(outcome.confirmed_by),
        "refuted_by": list(outcome.refuted_by),
        "reason": outcome.reason or None,
        "conflict": list(outcome.conflict) or None,
        "proof": None if outcome.proof is None else str(outcome.proof),
    } | ({} if outcome.refutation is None else {"refutation": dump_outcome(problem, outcome.refutation)})


def dump_error(error: PassatempoError, line: int) -> dict[str, Any]:
    """Write an error on line `line` of a batch as the JSON of the contract."""
    column = error.column if isinstance(error, FormatError) else 0
    error_json = {"kind": error.kind, "message": str(error), "line": line, "column": column or None}
    return {"status": "error", "error": error_json}


def dump_fraction(chance: Fraction | None) -> str | None:
    """Write an exact fraction of any size."""
    if chance is None:
        return None
    below = "" if chance.denominator == 1 else f"/{_short_digits(chance.denominator)}"
    return _short_digits(chance.numerator) + below


def _short_digits(integer: int) -> str:
    """Write a whole number. Short ones, of which a board may have a hundred thousand, take a fast path."""
    return str(integer) if integer.bit_length() <= SHORT else decimal_digits(integer)
