"""Five old pastimes, solved exactly, checked and explained.

>>> import passatempo
>>> passatempo.pastime("machiavelli").problem("arrange").question
'Can all cards of the table be laid in sets and runs?'
"""

from passatempo.core.registry import names, pastime

__version__ = "0.1.0"
__all__ = ["__version__", "names", "pastime"]
