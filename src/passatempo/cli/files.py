"""Reading instances and writing results: files, standard streams, examples."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from passatempo.core import reading
from passatempo.core.errors import FormatError, UsageError, quote
from passatempo.core.json import instance_of as instance_in
from passatempo.core.pastime import resolve
from passatempo.core.text import LONGEST_TEXT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from passatempo.core.pastime import Pastime, Problem

# Stands for `-` behind the command line's parser, which takes a lone hyphen for a mistyped option.
STANDARD_INPUT = "(standard input)"


def read_file(name: str) -> str:
    """Read a file, or standard input, as UTF-8 text.

    Raises
    ------
    FormatError
        If it is too long or no text.
    OSError
        If there is no such file.
    """
    if name == STANDARD_INPUT:
        data = sys.stdin.buffer.read(LONGEST_TEXT + 1)
    else:
        with Path(name).open("rb") as file:
            data = file.read(LONGEST_TEXT + 1)
    if len(data) > LONGEST_TEXT:
        raise FormatError(f"{quote(name)} has more than the {LONGEST_TEXT} bytes that are read", kind="too-long")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        found = f"byte {data[error.start]:#04x} is not UTF-8 text"
        raise FormatError(found, line=line, column=column, kind="binary") from None


def source(game: Pastime, file: str | None, example: str | None, keys: Mapping[str, Any]) -> str:
    """Return the text of the instance: a file, standard input, a built-in example, or nothing but flags."""
    if file is None and example is None and keys:
        return "{}"
    if (file is None) == (example is None):
        raise UsageError("name one instance: FILE, - for standard input, or --example NAME")
    return game.example(example) if example is not None else read_file(file or "")


def question_of(game: Pastime, problem: Problem, text: str, keys: Mapping[str, Any], ask: Mapping[str, Any]) -> Any:
    """Make a question from a text and the flags, which win over it; warn of what the reader found odd."""
    question = reading.question_of(game, problem, text, keys, ask)
    warn(game, instance_in(problem, question))
    return question


def instance_of(game: Pastime, text: str, keys: Mapping[str, Any]) -> Any:
    """Make an instance from a text; warn of what the reader found odd."""
    instance = reading.instance_of(game, text, keys)
    warn(game, instance)
    return instance


def warn(game: Pastime, instance: Any) -> None:
    """Write to standard error what the reader of an instance found odd."""
    for remark in resolve(game.remarks)(instance) if game.remarks else ():
        sys.stderr.write(f"warning: {remark}\n")


def write_out(text: str, out: str | None) -> None:
    """Write a result to standard output, or to a file in one piece: nothing stays half-written."""
    text = text if text.endswith("\n") else text + "\n"
    if out is None:
        sys.stdout.write(text)
        return
    import tempfile

    target = Path(out)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        umask = os.umask(0)
        os.umask(umask)
        Path(name).chmod(0o666 & ~umask)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
