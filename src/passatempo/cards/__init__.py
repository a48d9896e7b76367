"""Cards: lay them up, down, up, down with the two maxima a given distance apart.

The public names are imported when first used, so that listing the pastimes stays quick.
"""

from typing import TYPE_CHECKING

from passatempo.cards.record import PASTIME
from passatempo.core.methods import lazy

if TYPE_CHECKING:
    from passatempo.cards.exact.methods import arrange as arrange
    from passatempo.cards.exact.methods import count as count
    from passatempo.cards.exact.methods import distances as distances
    from passatempo.cards.exact.methods import interval as interval
    from passatempo.cards.exact.methods import order as order
    from passatempo.cards.model import Deal as Deal
    from passatempo.cards.model import Distance as Distance
    from passatempo.cards.model import Ordering as Ordering
    from passatempo.cards.text import read as read
    from passatempo.cards.text import write as write

_HERE = "passatempo.cards"
_PUBLIC = {
    "Deal": "model",
    "Distance": "model",
    "Ordering": "model",
    "arrange": "exact.methods",
    "count": "exact.methods",
    "distances": "exact.methods",
    "interval": "exact.methods",
    "order": "exact.methods",
    "read": "text",
    "write": "text",
}
__all__ = ["PASTIME", *_PUBLIC]
__getattr__ = lazy(_HERE, _PUBLIC)
