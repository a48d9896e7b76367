"""Machiavelli, a card game of the rummy family: rearranging the table.

The public names are imported when first used, so that listing the pastimes stays quick.
"""

from typing import TYPE_CHECKING

from passatempo.core.methods import lazy
from passatempo.machiavelli.record import PASTIME

if TYPE_CHECKING:
    from passatempo.machiavelli.checker import check as check
    from passatempo.machiavelli.exact.arrange import arrange as arrange
    from passatempo.machiavelli.exact.arrange import arrange_many as arrange_many
    from passatempo.machiavelli.exact.arrangements import count as count
    from passatempo.machiavelli.exact.arrangements import enumerate_arrangements as enumerate_arrangements
    from passatempo.machiavelli.exact.conflict import explain as explain
    from passatempo.machiavelli.exact.lay import lay as lay
    from passatempo.machiavelli.exact.unlock import unlock as unlock
    from passatempo.machiavelli.model import Arrangement as Arrangement
    from passatempo.machiavelli.model import EnumerateAsk as EnumerateAsk
    from passatempo.machiavelli.model import LayAsk as LayAsk
    from passatempo.machiavelli.model import Rules as Rules
    from passatempo.machiavelli.model import Turn as Turn
    from passatempo.machiavelli.model import UnlockAsk as UnlockAsk
    from passatempo.machiavelli.text import read as read
    from passatempo.machiavelli.text import write as write

_HERE = "passatempo.machiavelli"
_PUBLIC = {
    "Arrangement": "model",
    "EnumerateAsk": "model",
    "LayAsk": "model",
    "Rules": "model",
    "Turn": "model",
    "UnlockAsk": "model",
    "arrange": "exact.arrange",
    "arrange_many": "exact.arrange",
    "check": "checker",
    "count": "exact.arrangements",
    "enumerate_arrangements": "exact.arrangements",
    "explain": "exact.conflict",
    "lay": "exact.lay",
    "read": "text",
    "unlock": "exact.unlock",
    "write": "text",
}
__all__ = ["PASTIME", *_PUBLIC]
__getattr__ = lazy(_HERE, _PUBLIC)
