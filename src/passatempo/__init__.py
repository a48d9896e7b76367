"""Five classic pastimes, solved exactly, checked and explained.

Each pastime is a module, and each of its questions is a function:

>>> from passatempo import machiavelli
>>> machiavelli.lay("3S 4S 5S", hand="6S 2H").result().laid
(6S,)

Python values count rows and columns from 0. Texts, keyword keys and JSON count from 1.
"""

from typing import TYPE_CHECKING

from passatempo.core.library import exports

if TYPE_CHECKING:
    from passatempo import campaigns as campaigns
    from passatempo import cards as cards
    from passatempo import games as games
    from passatempo import machiavelli as machiavelli
    from passatempo import minesweeper as minesweeper
    from passatempo import mnk as mnk
    from passatempo import optimiza as optimiza
    from passatempo import puzzles as puzzles
    from passatempo.core.errors import BotFault as BotFault
    from passatempo.core.errors import FormatError as FormatError
    from passatempo.core.errors import InvalidInstance as InvalidInstance
    from passatempo.core.errors import PassatempoError as PassatempoError
    from passatempo.core.errors import SolverUnavailable as SolverUnavailable
    from passatempo.core.errors import Unanswered as Unanswered
    from passatempo.core.errors import UsageError as UsageError
    from passatempo.core.errors import Violation as Violation
    from passatempo.core.errors import WrongAnswer as WrongAnswer
    from passatempo.core.limits import Cancel as Cancel
    from passatempo.core.limits import Limits as Limits
    from passatempo.core.limits import Progress as Progress
    from passatempo.core.outcome import Evidence as Evidence
    from passatempo.core.outcome import Outcome as Outcome
    from passatempo.core.outcome import Status as Status
    from passatempo.core.outcome import StopReason as StopReason
    from passatempo.core.pastime import Question as Question
    from passatempo.core.registry import names as names
    from passatempo.core.registry import pastime as pastime
    from passatempo.core.value import Cell as Cell

__version__ = "0.2.0"

if not TYPE_CHECKING:  # unused classes are not created, which halves the import time
    homes = {
        "": "campaigns cards games machiavelli minesweeper mnk optimiza puzzles",
        "core.errors": "BotFault FormatError InvalidInstance PassatempoError SolverUnavailable Unanswered UsageError "
        "Violation WrongAnswer",
        "core.limits": "Cancel Limits Progress",
        "core.outcome": "Evidence Outcome Status StopReason",
        "core.pastime": "Question",
        "core.registry": "names pastime",
        "core.value": "Cell",
    }
    __all__, __dir__, __getattr__ = exports(__package__, homes)
    __all__.append("__version__")
