"""Minesweeper: which cells are certainly safe, and the exact chance of a mine in every other.

The public names are imported when first used, so that listing the pastimes stays quick.
"""

from typing import TYPE_CHECKING

from passatempo.core.methods import lazy
from passatempo.minesweeper.record import PASTIME

if TYPE_CHECKING:
    from passatempo.minesweeper.exact.methods import estimate as estimate
    from passatempo.minesweeper.model import Board as Board
    from passatempo.minesweeper.model import Certain as Certain
    from passatempo.minesweeper.model import Chances as Chances
    from passatempo.minesweeper.model import ChancesAsk as ChancesAsk
    from passatempo.minesweeper.model import Click as Click
    from passatempo.minesweeper.text import read as read
    from passatempo.minesweeper.text import write as write

_HERE = "passatempo.minesweeper"
_PUBLIC = {
    "Board": "model",
    "Certain": "model",
    "Chances": "model",
    "ChancesAsk": "model",
    "Click": "model",
    "estimate": "exact.methods",
    "read": "text",
    "write": "text",
}
__all__ = ["PASTIME", *_PUBLIC]
__getattr__ = lazy(_HERE, _PUBLIC)
