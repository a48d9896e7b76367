"""Optimiza, a solitaire of jumps over a torus: the path of greatest sum.

The public names are imported when first used, so that listing the pastimes stays quick.
"""

from typing import TYPE_CHECKING

from passatempo.core.methods import lazy
from passatempo.optimiza.record import PASTIME

if TYPE_CHECKING:
    from passatempo.optimiza.checker import check as check
    from passatempo.optimiza.exact.best import best as best
    from passatempo.optimiza.exact.best import greatest_sum as greatest_sum
    from passatempo.optimiza.model import BestAsk as BestAsk
    from passatempo.optimiza.model import Board as Board
    from passatempo.optimiza.model import JudgeAsk as JudgeAsk
    from passatempo.optimiza.model import PathAsk as PathAsk
    from passatempo.optimiza.model import Route as Route
    from passatempo.optimiza.model import RoutesAsk as RoutesAsk
    from passatempo.optimiza.model import TrailAsk as TrailAsk
    from passatempo.optimiza.text import read as read
    from passatempo.optimiza.text import write as write

_HERE = "passatempo.optimiza"
_PUBLIC = {
    "BestAsk": "model",
    "Board": "model",
    "JudgeAsk": "model",
    "PathAsk": "model",
    "Route": "model",
    "RoutesAsk": "model",
    "TrailAsk": "model",
    "best": "exact.best",
    "check": "checker",
    "greatest_sum": "exact.best",
    "read": "text",
    "write": "text",
}
__all__ = ["PASTIME", *_PUBLIC]
__getattr__ = lazy(_HERE, _PUBLIC)
