"""m,n,k-games: k in a row on an m x n board, from noughts and crosses to five in a row.

The public names are imported when first used, so that listing the pastimes stays quick.
"""

from typing import TYPE_CHECKING

from passatempo.core.methods import lazy
from passatempo.mnk.record import PASTIME

if TYPE_CHECKING:
    from passatempo.mnk.checker import check_choice as check_choice
    from passatempo.mnk.checker import check_value as check_value
    from passatempo.mnk.model import Choice as Choice
    from passatempo.mnk.model import EvaluateAsk as EvaluateAsk
    from passatempo.mnk.model import Evaluation as Evaluation
    from passatempo.mnk.model import Position as Position
    from passatempo.mnk.model import Value as Value
    from passatempo.mnk.model import ValueAsk as ValueAsk
    from passatempo.mnk.rules import Rules as Rules
    from passatempo.mnk.text import read as read
    from passatempo.mnk.text import write as write

_HERE = "passatempo.mnk"
_PUBLIC = {
    "Choice": "model",
    "EvaluateAsk": "model",
    "Evaluation": "model",
    "Position": "model",
    "Rules": "rules",
    "Value": "model",
    "ValueAsk": "model",
    "check_choice": "checker",
    "check_value": "checker",
    "read": "text",
    "write": "text",
}
__all__ = ["PASTIME", *_PUBLIC]
__getattr__ = lazy(_HERE, _PUBLIC)
