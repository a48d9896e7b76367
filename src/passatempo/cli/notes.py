"""What is told beside an answer, on standard error: warnings, remarks, progress; `--quiet` leaves it out."""

from __future__ import annotations

import sys

QUIET = ("--quiet", "-q")


class _Loudness:
    """Whether notes are written: chosen once for each command line."""

    quiet = False


def hush(arguments: list[str]) -> list[str]:
    """Take `--quiet` out of a command line, and be quiet from there on if it was in it.

    What follows ``--`` is left alone.

    >>> hush(["mnk", "move", "-q", "--", "-q"]), is_quiet()
    (['mnk', 'move', '--', '-q'], True)
    >>> hush(["mnk", "move"]), is_quiet()
    (['mnk', 'move'], False)
    """
    end = arguments.index("--") if "--" in arguments else len(arguments)
    kept = [word for word in arguments[:end] if word not in QUIET]
    _Loudness.quiet = len(kept) < end
    return kept + arguments[end:]


def is_quiet() -> bool:
    """Tell whether nothing is wanted beside the answer."""
    return _Loudness.quiet


def note(text: str) -> None:
    """Write a line to standard error, unless nobody wants it."""
    if not is_quiet():
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
