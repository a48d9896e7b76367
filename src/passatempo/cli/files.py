"""Reading instances and writing results: files, standard streams, examples."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from passatempo.cli.notes import is_quiet, note
from passatempo.core import asking
from passatempo.core.errors import FormatError, InvalidInstance, UsageError, quote
from passatempo.core.input import STANDARD_INPUT, path_of, read_text
from passatempo.core.json import instance_of as instance_in
from passatempo.core.methods import resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from passatempo.core.pastime import Pastime, Problem


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
        raise UsageError("name one instance: FILE, - for standard input, or --example NAME")
    return read_text(file) if is_file(file) else text_of(game, file, keys)


def is_file(name: str) -> bool:
    """Tell whether an argument names a file, a pipe, or standard input."""
    return name == STANDARD_INPUT or os.path.lexists(name)


def text_of(game: Pastime, argument: str, keys: Mapping[str, Any]) -> str:
    """Return an argument that is no file as the text of an instance.

    Raises
    ------
    UsageError
        If it is none either.
    """
    try:
        asking.instance_of(game, argument, keys)
    except (FormatError, InvalidInstance) as error:
        raise UsageError(f"{quote(argument)} is no file, and no {game.name} instance: {error}") from error
    return argument


def question_of(game: Pastime, problem: Problem, text: str, keys: Mapping[str, Any], ask: Mapping[str, Any]) -> Any:
    """Make a question from a text and the flags, which win over it; warn of what the reader found odd."""
    question = asking.question_of(game, problem, text, keys, ask)
    warn(game, instance_in(problem, question))
    return question


def instance_of(game: Pastime, text: str, keys: Mapping[str, Any]) -> Any:
    """Make an instance from a text; warn of what the reader found odd."""
    instance = asking.instance_of(game, text, keys)
    warn(game, instance)
    return instance


def warn(game: Pastime, instance: Any) -> None:
    """Write to standard error what the reader of an instance found odd."""
    for remark in resolve(game.remarks)(instance) if game.remarks and not is_quiet() else ():
        note(f"warning: {remark}")


def numbered(out: str | None, what: str = "several pictures are several files") -> Callable[[int], str]:
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
        raise UsageError(f"{flag}: {quote(name)} is no folder")
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
