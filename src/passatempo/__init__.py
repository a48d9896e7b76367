"""Five classic pastimes, solved exactly, checked and explained.

Each pastime is a module of its own, with every question a function:

>>> from passatempo import machiavelli
>>> machiavelli.lay("3S 4S 5S", hand="6S 2H").result().laid
(5,)

Python values count rows and columns from 0; texts, keyword keys and JSON count from 1.
"""

from importlib import import_module
from typing import Any

from passatempo.core.errors import (
    BotFault,
    FormatError,
    InvalidInstance,
    PassatempoError,
    SolverUnavailable,
    Unanswered,
    UsageError,
    Violation,
    WrongAnswer,
)
from passatempo.core.limits import Cancel, Limits
from passatempo.core.outcome import Evidence, Outcome, Status, StopReason
from passatempo.core.pastime import Question
from passatempo.core.progress import Progress
from passatempo.core.registry import BUILT_IN, names, pastime

__version__ = "0.2.0"
__all__ = [
    "BotFault",
    "Cancel",
    "Evidence",
    "FormatError",
    "InvalidInstance",
    "Limits",
    "Outcome",
    "PassatempoError",
    "Progress",
    "Question",
    "SolverUnavailable",
    "Status",
    "StopReason",
    "Unanswered",
    "UsageError",
    "Violation",
    "WrongAnswer",
    "__version__",
    "cards",
    "machiavelli",
    "minesweeper",
    "mnk",
    "names",
    "optimiza",
    "pastime",
]


def __getattr__(name: str) -> Any:
    """Import a pastime when it is first asked for."""
    if name in BUILT_IN:
        return import_module(f"passatempo.{name}")
    raise AttributeError(f"module 'passatempo' has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names, the pastimes among them."""
    return __all__
