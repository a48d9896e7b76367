"""Our own `lay` as a peer of others: a library call, a checked call with its steps, or another method."""

from __future__ import annotations

import sys
from functools import partial

from lines import serve
from passatempo.core.pastime import Question
from passatempo.core.queries import ask
from passatempo.machiavelli import PASTIME
from passatempo.machiavelli.exact.lay import lay
from passatempo.machiavelli.json import TURN, TurnJson
from passatempo.machiavelli.model import LayAsk


def prepare(instance):
    """Read an instance."""
    return TURN.load(TurnJson(**instance))


def main(method, ace="low"):
    """Serve; the answer is the number of cards laid."""
    if method == "call":
        serve(prepare, lambda turn: lay(turn).value, ace, hold=True)
    else:
        lay_checked = partial(ask, PASTIME.problem("lay"), method=method)
        serve(prepare, lambda turn: lay_checked(Question(turn, LayAsk())).value, ace, hold=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
