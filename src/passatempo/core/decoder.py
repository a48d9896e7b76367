"""Decode JSON text to plain data, and report each fault with its line and column.

JSON does not define the meaning of a repeated key, and most readers silently use the last value. This decoder refuses
it and names the key.
"""

import re
from collections.abc import Iterator
from typing import Any

from passatempo.core.errors import FormatError, quote
from passatempo.core.text import refuse_long


def decode(text: str | bytes) -> Any:
    """Parse JSON.

    Raises
    ------
    FormatError
        If the text is not valid JSON, with line and column.

    Examples
    --------
    >>> decode('{"m": 3, "m": 4}')
    Traceback (most recent call last):
    passatempo.core.errors.FormatError: line 1, column 10: the key 'm' is repeated in one object
    """
    import msgspec

    refuse_long(len(text), name="the JSON")
    try:
        raw = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise _locate_error(error, text) from None
    except RecursionError:
        raise FormatError("JSON is nested too deeply", kind="json") from None
    if _may_repeat(raw, text):
        refuse_duplicates(text)
    return raw


def _may_repeat(raw: Any, text: str | bytes) -> bool:
    """Return whether a key may be repeated. Each pair has a colon, and a repeated key means one pair less in `raw`."""
    colons = text.count(":") if isinstance(text, str) else text.count(b":")
    return colons != sum(map(len, _walk_objects(raw)))


def _walk_objects(raw: Any) -> Iterator[dict[str, Any]]:
    """Yield every object of decoded JSON."""
    raw_stack = [raw]
    while raw_stack:
        raw_node = raw_stack.pop()
        if isinstance(raw_node, dict):
            yield raw_node
            raw_stack += [inner for inner in raw_node.values() if isinstance(inner, dict | list)]
        elif isinstance(raw_node, list):
            raw_stack += [inner for inner in raw_node if isinstance(inner, dict | list)]


_WORDS = re.compile(r'"((?:[^"\\]++|\\.)*+)"(\s*:)?|[{}]', re.DOTALL)


def refuse_duplicates(text: str | bytes) -> None:
    """Raise `FormatError` if a key is repeated in one object of a well-formed JSON text."""
    import msgspec

    text = text if isinstance(text, str) else text.decode()
    object_keys: list[set[str]] = []
    for match in _WORDS.finditer(text):
        if match[0] == "{":
            object_keys.append(set())
        elif match[0] == "}":
            object_keys.pop()
        elif match[2]:
            key = match[1] if "\\" not in match[1] else msgspec.json.decode(f'"{match[1]}"')
            if key in object_keys[-1]:
                line, column = _line_and_column(text, match.start())
                key_message = f"the key {quote(key)} is repeated in one object"
                raise FormatError(key_message, line=line, column=column, kind="repeated-key")
            object_keys[-1].add(key)


def _line_and_column(text: str, at: int) -> tuple[int, int]:
    """Return the line and column of an offset, both from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _locate_error(error: Exception, text: str | bytes) -> FormatError:
    """Turn msgspec's byte offset into line and column."""
    if isinstance(error, UnicodeEncodeError) and isinstance(text, str):  # half of a surrogate pair
        line, column = _line_and_column(text, error.start)
        return FormatError(f"{quote(text[error.start])} is not a character", line=line, column=column, kind="json")
    text_bytes = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    match = re.search(r"\(byte (\d+)\)", str(error))
    at = min(int(match[1]) if match else len(text_bytes), len(text_bytes))
    if isinstance(error, UnicodeDecodeError):
        at = error.start
    at -= "trailing characters" in str(error)  # msgspec names the byte after the first trailing character
    line = text_bytes.count(b"\n", 0, at) + 1
    column = at - text_bytes.rfind(b"\n", 0, at)
    cause = re.sub(r"\s*\(byte \d+\)", "", str(error)).removeprefix("JSON is malformed: ")
    return FormatError(f"this is not JSON: {cause}", line=line, column=column, kind="json")
