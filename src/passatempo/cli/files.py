"""Reading instances and writing results: files, standard streams, examples."""

from __future__ import annotations

import contextlib
import re
import sys
from typing import TYPE_CHECKING, Any

from passatempo.cli.notes import is_quiet, note
from passatempo.core import asking
from passatempo.core.errors import FormatError, InvalidInstance, UsageError, quote
from passatempo.core.input import STANDARD_INPUT, is_file, path_of, read_text
from passatempo.core.json import instance_of as instance_in

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping
    from pathlib import Path

    from passatempo.core.pastime import Pastime, Problem

FILE_NAME = re.compile(r"\S*\.[A-Za-z0-9]{1,5}")  # what looks like one


def source(game: Pastime, file: str | None, example: str | None, keys: Mapping[str, Any]) -> str:
    """Return the text of the instance: a file or a text, standard input, a built-in example, or nothing but flags.

    Standard input is read where nothing is named and it is no terminal.
    """
    if example is not None and file is None:
        return game.example(example)
    if file is None and example is None and keys:
        return "{}"
    if file is None and example is None and not sys.stdin.isatty():
        text = read_text(STANDARD_INPUT)
        if text.strip():
            return text
    if file is None or example is not None:
        raise UsageError("no instance given: pass FILE, - for standard input, or --example NAME")
    return read_text(file) if is_file(file) else text_of(file)


def text_of(argument: str) -> str:
    """Return an argument that is no file as the text of an instance.

    Raises
    ------
    UsageError
        If it looks like the name of a file.

    Examples
    --------
    >>> text_of("7H 8H 9H")
    '7H 8H 9H'
    >>> text_of("hand.txt")
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: there is no file 'hand.txt'
    """
    if FILE_NAME.fullmatch(argument):
        raise UsageError(f"there is no file {quote(argument)}")
    return argument


def question_of(game: Pastime, problem: Problem, text: str, keys: Mapping[str, Any], ask: Mapping[str, Any]) -> Any:
    """Make a question from a text and the flags, which win over it; warn of what the reader found odd."""
    with naming_flags({**keys, **ask}):
        question = asking.question_of(game, problem, text, keys, ask)
    instance = instance_in(problem, question)
    if problem.required is not None and getattr(instance, problem.required[0]) is None:
        raise UsageError(problem.required[1])
    warn(game, instance)
    return question


def instance_of(game: Pastime, text: str, keys: Mapping[str, Any]) -> Any:
    """Make an instance from a text; warn of what the reader found odd."""
    with naming_flags(keys):
        instance = asking.instance_of(game, text, keys)
    warn(game, instance)
    return instance


@contextlib.contextmanager
def naming_flags(flags: Collection[str]) -> Iterator[None]:
    """Begin the sentence of a fault in what a flag says with the flag."""
    try:
        yield
    except (FormatError, InvalidInstance) as error:
        place = re.match(r"\w+(?=[:,])", str(error))
        if place is None or place[0] not in flags:
            raise
        raise UsageError(f"--{place[0].replace('_', '-')}{str(error)[place.end() :]}") from error


def warn(game: Pastime, instance: Any) -> None:
    """Write to standard error what the reader of an instance found odd."""
    for remark in game.wiring.remarks(instance) if game.wiring.remarks and not is_quiet() else ():
        note(f"warning: {remark}")


def numbered(out: str | None, what: str = "several pictures need several files") -> Callable[[int], str]:
    """Return how the files of several pictures are named: the number in place of the one %d.

    >>> numbered("board-%d.svg")(2)
    'board-2.svg'
    """
    if out is None or out.count("%d") != 1:
        raise UsageError(f"{what}: --out name-%d.svg")
    return lambda number: out.replace("%d", str(number))


def folder_of(name: str, flag: str) -> Path:
    """Return the folder that a flag names; a new one is made.

    Raises
    ------
    UsageError
        If it is a file.
    """
    folder = path_of(name)
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{flag}: {quote(name)} is not a folder")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def write_out(text: str, out: str | None) -> None:
    """Write a result to standard output, or to a file in one piece: nothing stays half-written."""
    text = text if text.endswith("\n") else text + "\n"
    if out is None:
        sys.stdout.write(text)
        return
    from passatempo.core.writing import whole_file

    with whole_file(out) as file:
        file.write(text)
