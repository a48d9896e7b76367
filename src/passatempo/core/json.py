"""The JSON words of the contract: unknown keys refused by name, big numbers and fractions as strings.

msgspec is imported when first used: it costs more than all else that a run on a text file needs.
"""

from __future__ import annotations

import re
from dataclasses import fields
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

from passatempo.core.decoding import decode as decode
from passatempo.core.errors import LONGEST_QUOTE, FormatError, PassatempoError, UsageError, quote
from passatempo.core.methods import suggest
from passatempo.core.pastime import Pastime, Problem, Question, Shape

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from fractions import Fraction

    from passatempo.core.outcome import Outcome


SCHEMA = 1  # of outcomes; a key that changes its meaning raises it
SAFE = 2**53  # beyond it a JSON number may lose digits in other programs
SHORT = 13_000  # bits of a number that Python writes at once


def number(value: int | Fraction | None) -> int | str | None:
    """Write an exact number as JSON: a fraction or a number beyond 2^53 as a string.

    >>> from fractions import Fraction
    >>> number(12), number(2**60), number(Fraction(3, 77))
    (12, '1152921504606846976', '3/77')
    """
    if value is None or (isinstance(value, int) and abs(value) <= SAFE):
        return value
    return str(value)


def digits(value: int) -> str:
    """Write a whole number of any size in decimal digits.

    Python refuses to write more than a few thousand digits at once, so a longer number is split in two.

    >>> digits(10**5000) == "1" + "0" * 5000
    True
    """
    if value.bit_length() < 13_000:  # fewer than 4,000 digits
        return str(value)
    half = int(value.bit_length() * 0.30103) // 2
    high, low = divmod(abs(value), 10**half)
    return "-" * (value < 0) + digits(high) + digits(low).rjust(half, "0")


def count_of(number: int, word: str, many: str = "") -> str:
    """Write a number before its noun.

    >>> count_of(1, "card"), count_of(2, "card"), count_of(0, "card"), count_of(2, "entry", "entries")
    ('1 card', '2 cards', '0 cards', '2 entries')
    """
    return f"{number} {word if number == 1 else many or word + 's'}"


def natural(text: str) -> int:
    """Read a whole number, 0 or more, of any size.

    >>> natural(digits(10**5000)) == 10**5000
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


def dump_places(places: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    """Write rows and columns from 0 as JSON, from 1."""
    return [(row + 1, column + 1) for row, column in places]


def load_places(pairs: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Read rows and columns."""
    return tuple((row - 1, column - 1) for row, column in pairs)


def encode(value: Any, *, indent: int = 0) -> str:
    """Write JSON; dataclasses become objects."""
    import msgspec

    data = msgspec.json.encode(value)
    return (msgspec.json.format(data, indent=indent) if indent else data).decode()


def plain(value: Any) -> Any:
    """Make dicts, lists, strings and numbers of a shape, as its JSON has them: a tuple is a list."""
    import msgspec

    return msgspec.json.decode(msgspec.json.encode(value))


def plain_instance(game: Pastime, instance: Any) -> dict[str, Any]:
    """Return the keys of an instance as plain data; keys that say nothing are left out."""
    said = plain(game.wiring.json.dump(instance))
    return {key: value for key, value in said.items() if value is not None}


def load_answer(game: Pastime, raw: Any, where: str = "") -> tuple[Problem, Any]:
    """Return the question that an outcome's JSON is of, and its answer; None where there is none.

    Raises
    ------
    FormatError
        If it is no outcome of the pastime, nor an object with the keys 'question' and 'answer'.
    """
    if not isinstance(raw, dict) or not isinstance(raw.get("question"), str) or "answer" not in raw:
        what = "an answer file" if where else "an answer"
        raise FormatError(f"{what} must be an object with the keys 'question' and 'answer'", where=where)
    if raw.get("pastime", game.name) != game.name:
        raise FormatError(f"the answer is of {quote(raw['pastime'])}, not of {quote(game.name)}", where=where)
    problem = game.problem(raw["question"])
    shape: Shape[Any] = problem.wiring.json
    found = None if raw["answer"] is None else shape.load(convert(raw["answer"], shape.keys, "the answer"))
    return problem, found


def convert(raw: Any, shape: type, what: str = "the instance", *, flags: bool = False) -> Any:
    """Make a shape from decoded JSON, refusing unknown keys and wrong types by name.

    With `flags` a key that is missing may be given by a flag, too, and the sentence says so.

    Raises
    ------
    FormatError
        Naming the key and what was expected.
    """
    import msgspec

    if not isinstance(raw, dict):
        raise FormatError(f"{what} must be a JSON object, not {_type(raw)}", kind="json-type")
    refuse_unknown(raw, keys_of(shape))
    try:
        return msgspec.convert(raw, shape)
    except (msgspec.ValidationError, ValueError) as error:
        raise _invalid(error, raw, shape, flags=flags) from None


def fitting(shape: type, key: str, value: Any) -> Any:
    """Return a key's value as the shape has it, for keys that stand beside a text.

    Raises
    ------
    FormatError
        Naming the key and what was expected.
    """
    taken = next(str(entry.type) for entry in fields(shape) if entry.name == key).split(" | ")
    if type(value).__name__ in taken:
        return value
    import msgspec

    try:
        return msgspec.convert(value, get_type_hints(shape)[key])
    except msgspec.ValidationError as error:
        raise _invalid(ValueError(_beneath(key, str(error))), {key: value}, shape) from None
    except ValueError as error:
        raise _invalid(error, {key: value}, shape) from None


def _beneath(key: str, sentence: str) -> str:
    """Put a key in front of the path of msgspec's sentence."""
    head, found, path = sentence.partition(" - at `$")
    return f"{head} - at `$.{key}{path}" if found else f"{head} - at `$.{key}`"


@cache
def keys_of(shape: type) -> tuple[str, ...]:
    """Return the JSON keys of a shape."""
    return tuple(entry.name for entry in fields(shape))


@cache
def _known_keys(shape: type, asks: tuple[type | None, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the keys of an instance, and all keys that may stand beside them; a batch asks at every line."""
    own = keys_of(shape)
    others = {key for ask in asks if ask for key in keys_of(ask)}
    return frozenset(own), (*own, *sorted(others.difference(own)))


def refuse_unknown(raw: Mapping[str, Any], known: Collection[str]) -> None:
    """Raise `FormatError` at the first key that is not known."""
    for key in raw:
        if key not in known:
            raise FormatError(
                f"unknown key {quote(key)}{suggest(str(key), known)} (known: {', '.join(known)})", kind="unknown-key"
            )


_TYPES = {"str": "a string", "int": "a whole number", "float": "a number", "bool": "true or false", "null": "null"}
_TYPES |= {"array": "a list", "object": "an object"}


def _type(raw: Any) -> str:
    """Name the JSON type of a decoded value."""
    names = {str: "str", bool: "bool", int: "int", float: "float", list: "array", dict: "object", type(None): "null"}
    return _TYPES[names[type(raw)]] if type(raw) in names else quote(type(raw).__name__)


def _invalid(error: Exception, raw: Mapping[str, Any], shape: type, *, flags: bool = False) -> PassatempoError:
    """Turn msgspec's sentence into ours: ``ends: 'shut' is not one of interior, open``."""
    if isinstance(error, UnicodeEncodeError):  # half of a pair of surrogates, which no JSON text has
        half = error.object[error.start]
        name = next((key for key, value in raw.items() if repr(half)[1:-1] in repr(value)), "")
        return UsageError(f"{name}: {quote(half)} is not a character")
    if str(error).startswith("Exceeds the limit"):  # a whole number that Python does not write
        name = next((key for key, value in raw.items() if isinstance(value, int) and value.bit_length() > SHORT), "")
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
            listed = ", ".join(map(str, choices))
            fault = next(entry.metadata.get("fault", f"bad-{name}") for entry in fields(shape) if entry.name == name)
            written = quote(raw[name]) if isinstance(raw[name], str) else quote_json(raw[name])
            return FormatError(f"{written} is not one of {listed}", where=name, kind=fault)
    expected = re.sub(
        r"`([\w| ]+)`", lambda match: " or ".join(_TYPES.get(t, t) for t in match[1].split(" | ")), sentence
    )
    expected = expected.replace("Expected", "expected").replace(" or null", "")
    if sentence.startswith("Expected"):  # msgspec's own words; a shape's own sentence quotes what it refuses
        expected = f"{expected.partition(', got ')[0]}: {quote_json(_value_at(raw, path))}"
    return FormatError(expected, where=path.rstrip("`").removeprefix(".") or name, kind="json-type")


def _value_at(raw: Any, path: str) -> Any:
    """Return what stands at the end of msgspec's path, as far as the path says where."""
    for key, index in re.findall(r"\.(\w+)|\[(\d+)\]", path):
        raw = raw[int(index) if index else key]
    return raw


def quote_json(value: Any) -> str:
    """Quote a value as it stands in JSON, shortened when it is long.

    >>> quote_json([1, None]), quote_json("x" * 100)
    ('[1,null]', '"xxxxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxx"')
    """
    try:
        written = encode(value)
    except (TypeError, ValueError):  # no JSON
        return quote(value)
    return written if len(written) <= LONGEST_QUOTE else f"{written[:20]}...{written[-16:]}"


def literal_choices(annotation: Any) -> tuple[Any, ...]:
    """Return the values of a `Literal`, also inside ``Literal[...] | None``.

    >>> literal_choices(Literal["low", "high"] | None)
    ('low', 'high')
    """
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    return next(filter(None, map(literal_choices, get_args(annotation))), ())


def load_question(game: Pastime, problem: Problem, raw: Any, flags: Mapping[str, Any]) -> Any:
    """Make a question from decoded JSON; a flag wins over the JSON's key.

    Inputs of the pastime's other questions are known keys and say nothing here.
    """
    shape: Shape[Any] = game.wiring.json
    if not isinstance(raw, dict):
        raise FormatError(f"the instance must be a JSON object, not {_type(raw)}", kind="json-type")
    if game.wiring.own_keys is not None:
        raw = game.wiring.own_keys(raw, flags)
    if flags:
        raw = {**raw, **flags}
    own, known = _known_keys(shape.keys, tuple([one.ask for one in game.wiring.questions.values()]))
    if raw.keys() <= own:
        instance = shape.load(convert(raw, shape.keys, flags=True))
    else:
        refuse_unknown(raw, known)
        instance = shape.load(convert({key: raw[key] for key in raw if key in own}, shape.keys, flags=True))
    return with_ask(problem, instance, raw)


def with_ask(problem: Problem, instance: Any, raw: Mapping[str, Any]) -> Any:
    """Join an instance with the question's own inputs, taken from decoded JSON."""
    shape = problem.wiring.ask
    if shape is None:
        return instance
    own = {key: raw[key] for key in raw if key in keys_of(shape)}
    return Question(instance, convert(own, shape, "the question", flags=True))


def instance_of(problem: Problem, question: Any) -> Any:
    """Return the instance of a question."""
    return question.instance if problem.wiring.ask else question


def dump_outcome(problem: Problem, outcome: Outcome[Any]) -> dict[str, Any]:
    """Write an outcome as the JSON of the contract."""
    shape: Shape[Any] = problem.wiring.json
    return {
        "schema": SCHEMA,
        "pastime": problem.pastime,
        "question": problem.name,
        "method": outcome.method,
        "status": outcome.status.value,
        "answer": None if outcome.answer is None else shape.dump(outcome.answer),
        "value": number(outcome.value),
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
    """Write an error of line `line` of a batch as the JSON of the contract."""
    column = error.column if isinstance(error, FormatError) else 0
    described = {"kind": error.kind, "message": str(error), "line": line, "column": column or None}
    return {"status": "error", "error": described}


def dump_fraction(chance: Fraction | None) -> str | None:
    """Write an exact fraction of any size."""
    if chance is None:
        return None
    below = "" if chance.denominator == 1 else f"/{_digits(chance.denominator)}"
    return _digits(chance.numerator) + below


def _digits(value: int) -> str:
    """Write a whole number; short ones, of which a board may have a hundred thousand, without ado."""
    return str(value) if value.bit_length() <= SHORT else digits(value)
