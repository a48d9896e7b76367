"""Our own methods of `arrange`, one in a process.

    machiavelli_passatempo.py METHOD [--ace RULE]

METHOD is ``call`` (the library function `arrange`), ``many`` (`arrange_many`, a block at once), or a method of
``passatempo machiavelli arrange --method`` such as ``exact`` or ``ilp-published:solver=cpsat``, by `core.queries.ask`.
"""

from __future__ import annotations

import sys

from lines import serve, serve_together
from passatempo.core.queries import ask
from passatempo.machiavelli import PASTIME, read
from passatempo.machiavelli.exact.arrange import arrange, arrange_many
from passatempo.machiavelli.model import JOKER


def question(instance):
    """Make the turn."""
    return read(instance["table"], ace=instance["ace"], decks=instance["decks"])


def main(method, ace):
    """Serve one method."""
    problem = PASTIME.problem("arrange")
    problem.choose().load_solver()
    if method == "call":
        serve(question, lambda turn: arrange(turn).answer is not None, ace, hold=True)
    elif method == "many":
        serve_together(
            lambda instance: question(instance).table_counts[:JOKER],
            lambda block: arrange_many(b"".join(block), ace),
            ace,
        )
    else:
        serve(question, lambda turn: ask(problem, turn, method=method).answer is not None, ace, hold=method == "exact")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[3] if sys.argv[2:3] == ["--ace"] else "low")
