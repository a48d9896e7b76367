"""Reading instances and writing results: files, standard streams, examples."""

import contextlib
import re
import sys
from codecs import BOM_UTF8
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from passatempo.cli.notes import is_quiet, note
from passatempo.core import queries
from passatempo.core.errors import FormatError, InvalidInstance, UsageError, quote
from passatempo.core.input import STANDARD_INPUT, as_text, is_file, read_bytes
from passatempo.core.json import instance_of as instance_in
from passatempo.core.pastime import Pastime, Problem
from passatempo.core.text import LONGEST_TEXT

# A word that looks like a file name: it starts with a folder or has an ending of letters. A link is a text.
FILE_NAME = re.compile(r"(?!\w+://)(?:~|\.{0,2}|[a-z][a-z_-]{2,})/.+|.*[^./\s]\.(?:[A-Za-z]{3,5}|gz|lp|pl)")

LONGEST_NAME = 256  # maximum characters of a file name; a longer text is not one


def read_source(
    game: Pastime, file: str | None, example: str | None, keys: Mapping[str, Any], longest: int = LONGEST_TEXT
) -> Any:
    """Return the text of the instance: from a file, an argument, standard input or an example; ``{}`` for flags alone.

    Standard input is read if no source is given and it is not a terminal. A file may also hold a full position.
    """
    if example is not None and file is None:
        return game.example(example)
    if file is None and example is None and keys:
        return "{}"
    if file is None and example is None and not sys.stdin.isatty():
        content = read_bytes(STANDARD_INPUT, longest)
        if content.strip():
            return _text_or_full_position(game, content, STANDARD_INPUT)
    if file is None or example is not None:
        raise UsageError("no instance given: pass FILE, - for standard input, or --example NAME")
    return _text_or_full_position(game, read_bytes(file, longest), file) if is_file(file) else file


def _text_or_full_position(game: Pastime, content: bytes, name: str) -> Any:
    full = game.wiring.full_positions
    full_position = full and full.read(content, name)
    return full_position or as_text(content)


def refuse_missing(word: str) -> None:
    """Refuse a word that looks like a file name but is not a file.

    >>> refuse_missing("7H..9H")
    >>> refuse_missing("hand.txt")
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: there is no file 'hand.txt'
    """
    if len(word) < LONGEST_NAME and FILE_NAME.fullmatch(word) and not is_file(word):
        raise UsageError(f"there is no file {quote(word)}")


def question_of(
    game: Pastime, problem: Problem, text: str, keys: Mapping[str, Any], ask_flags: Mapping[str, Any]
) -> Any:
    """Make a question from a text and the flags, which override it. Warn of oddities that the reader accepted."""
    with naming_place(text, {**keys, **ask_flags}):
        question = queries.question_of(game, problem, text, keys, ask_flags)
    instance = instance_in(problem, question)
    if problem.required is not None and getattr(instance, problem.required[0]) is None:
        raise UsageError(problem.required[1])
    warn_of_remarks(game, instance)
    return question


def instance_of(game: Pastime, text: str, keys: Mapping[str, Any]) -> Any:
    """Make an instance from a text, and warn of oddities that the reader accepted."""
    with naming_place(text, keys):
        instance = queries.instance_of(game, text, keys)
    warn_of_remarks(game, instance)
    return instance


def is_record(content: bytes) -> bool:
    """Return whether a file is the record of a game."""
    return content.removeprefix(BOM_UTF8).lstrip().startswith(b'{"record"')


def full_position_or_instance(game: Pastime, source: Any, keys: Mapping[str, Any]) -> Any:
    """Make a full position, if the pastime has them and no key changes it, or an instance, as `instance_of` does."""
    full = game.wiring.full_positions
    if full is None or keys.keys() - {"reading"}:  # the key that chooses the meaning of a text
        return instance_of(game, source, keys)
    if isinstance(source, str):
        with naming_place(source, keys):
            source = full.load(source, **keys)
    return source if isinstance(source, full.kind) else instance_of(game, source, keys)


@contextlib.contextmanager
def naming_place(text: str, flags: Collection[str]) -> Iterator[None]:
    """Prefix an error in a flag with the flag's name. A text that looks like a file name is a missing file."""
    try:
        yield
    except (FormatError, InvalidInstance) as error:
        refuse_missing(text)
        place = re.match(r"\w+(?=[:,])", str(error))
        if place is None or place[0] not in flags:
            raise
        raise UsageError(f"--{place[0].replace('_', '-')}{str(error)[place.end() :]}") from error


def warn_of_remarks(game: Pastime, instance: Any) -> None:
    """Warn on standard error of oddities in an instance that the reader accepted."""
    for remark in game.wiring.remarks(instance) if game.wiring.remarks and not is_quiet() else ():
        note(f"warning: {remark}")


def write_out(content: str | bytes, out: str | None) -> None:
    """Write a result to standard output, or atomically to a file; bytes are not written to a terminal."""
    if isinstance(content, str) and not content.endswith("\n"):
        content += "\n"
    if out is not None:
        from passatempo.core.output import atomic_file

        with atomic_file(out, binary=isinstance(content, bytes)) as file:
            file.write(content)
    elif isinstance(content, str):
        sys.stdout.write(content)
    elif sys.stdout.isatty():
        raise UsageError("these are bytes, not a text: pass --out FILE")
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
