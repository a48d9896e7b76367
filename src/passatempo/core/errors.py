"""Exceptions of this package. *Impossible* and *time ran out* are outcomes, never exceptions.

::

    PassatempoError
    ├── FormatError (ValueError)          a text cannot be read; carries line and column
        ├── InvalidInstance (ValueError)      a readable instance breaks the rules; carries the violations
    ├── UsageError (ValueError)           a method, setting or limit that does not exist
        ├── Unanswered (LookupError)          an answer is requested that does not exist
    ├── SolverUnavailable (ImportError)   an extra is not installed; names it
        ├── BotFault                          a caller's bot or policy raises, or breaks the rules
        ├── WrongAnswer (AssertionError)      our own bug; carries the question for a report
        └── Bug                               any other internal error, reported as one line of a batch

Every message is one sentence that names the place and quotes the offending text.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from inspect import currentframe
from typing import Any

LONGEST_QUOTE = 40  # a screen line has room for one quoted piece of this size


def quote(text: object) -> str:
    """Quote a piece of input on one line, shortened when it is long; a function, class or module by its name.

    >>> quote("3Z"), quote("x" * 1000), quote(int)
    ("'3Z'", "'xxxxxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxx'", "'int'")
    """
    try:
        piece = str(getattr(text, "__name__", text))
    except Exception:  # Python refuses to write thousands of digits, and methods of others may raise anything
        piece = hex(text) if isinstance(text, int) else object.__repr__(text)
    if len(piece) > LONGEST_QUOTE:
        piece = f"{piece[:20]}...{piece[-16:]}"
    return repr(piece)


def describe_fault(error: OSError) -> str:
    """Return the system's error message about a file, in a sentence that names the file.

    >>> describe_fault(FileNotFoundError(2, "No such file or directory", "a.txt"))
    "'a.txt': No such file or directory"
    """
    return f"{quote(error.filename)}: {error.strerror}" if error.filename else str(error)


def warn_of_removal(name: str, version: str, instead: str) -> None:
    """Warn the caller of a public function that its name will be removed (docs/project/versions.md).

    >>> with warnings.catch_warnings(record=True, action="always") as found:
    ...     warn_of_removal("old_name", "1.0", "new_name")
    >>> print(found[0].message)
    old_name leaves in version 1.0: use new_name
    """
    frame, depth = currentframe(), 1
    while frame is not None and frame.f_globals.get("__name__", "").startswith("passatempo."):  # up to its caller
        frame, depth = frame.f_back, depth + 1
    warnings.warn(f"{name} leaves in version {version}: use {instead}", DeprecationWarning, stacklevel=depth)


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: its short name, a sentence, and its place."""

    rule: str
    text: str
    where: Any = None


class PassatempoError(Exception):
    """The base of all exceptions of this package. `kind` is a short name for programs."""

    kind = "error"


class FormatError(PassatempoError, ValueError):
    """A text that cannot be read.

    Parameters
    ----------
    message
        The sentence without the place.
    line, column
        The place, both from 1; 0 if there is none.
    where
        The key of a JSON instance, or another name for the part that was read.
    kind
        A short name of the fault, such as ``unknown-suit``.

    Examples
    --------
    >>> print(FormatError("'X' is not a suit", line=3, column=5))
    line 3, column 5: 'X' is not a suit
    """

    def __init__(self, message: str, *, line: int = 0, column: int = 0, where: str = "", kind: str = "format") -> None:
        place = [where] if where else []
        place += [f"line {line}"] if line else []
        place += [f"column {column}"] if column else []
        super().__init__(f"{', '.join(place)}: {message}" if place else message)
        self.message, self.line, self.column, self.where, self.kind = message, line, column, where, kind


class InvalidInstance(PassatempoError, ValueError):
    """A readable instance that breaks the rules. `violations` lists how."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__("; ".join(violation.text for violation in violations))
        self.violations = tuple(violations)
        self.kind = self.violations[0].rule if self.violations else "invalid"


class UsageError(PassatempoError, ValueError):
    """A question, method, setting or limit that does not exist or does not fit."""

    kind = "usage"


class Unanswered(PassatempoError, LookupError):
    """A request for the answer of an outcome that has none."""

    kind = "unanswered"


class SolverUnavailable(PassatempoError, ImportError):
    """A feature whose extras are not installed. `extra` holds their names, separated by commas."""

    kind = "missing-extra"

    def __init__(self, name: str, *extras: str, module: str = "") -> None:
        self.extra = ",".join(extras)
        missing_extras = module or ("an extra" if len(extras) == 1 else f"{len(extras)} extras")
        super().__init__(f'{name} needs {missing_extras}: pip install "passatempo[{self.extra}]"')


class BotFault(PassatempoError):
    """A caller's bot or policy that raises, returns no move, or moves against the rules. `__cause__` is the reason."""

    kind = "bot-fault"


class WrongAnswer(PassatempoError, AssertionError):
    """An internal error: the checker refuses an answer, or two exact methods disagree.

    `question` is the question, so that its instance can be saved for a report.
    """

    kind = "wrong-answer"

    def __init__(self, message: str, question: Any) -> None:
        super().__init__(message)
        self.question = question


class Bug(PassatempoError):
    """An unexpected error, reported in place of one result of a batch while the others continue."""

    kind = "bug"
