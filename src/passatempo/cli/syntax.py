"""Faults of a command line, each as one sentence: the library's own suggestions are switched off."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cyclopts import CycloptsError, UnknownCommandError, UnknownOptionError, UnusedCliTokensError

from passatempo.core.errors import UsageError, quote
from passatempo.core.methods import suggest
from passatempo.core.registry import names, pastime

if TYPE_CHECKING:
    from collections.abc import Sequence

# Commands that were removed, with where their code is.
REMOVED = {("minesweeper", "fit"): "contrib/training", ("mnk", "tune"): "contrib/training"}
LONG_WORD = re.compile(r"\S{60,}")


def refuse_removed(arguments: Sequence[str]) -> None:
    """Refuse a command that was removed.

    >>> refuse_removed(["minesweeper", "fit"])
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: minesweeper fit is no longer in the program: see contrib/training in its source
    """
    chain = tuple(arguments[:2])
    if chain in REMOVED:
        raise UsageError(f"{' '.join(chain)} is no longer in the program: see {REMOVED[chain]} in its source")


def sentence_of(error: CycloptsError) -> str:
    """Return what is wrong with a command line, in one sentence that ends with what to type, if that is known."""
    chain = [*(error.command_chain or ())]
    if isinstance(error, UnknownOptionError):
        option = (error.token.keyword or error.token.value).partition("=")[0]
        known = [name for argument in error.argument_collection if argument.parse for name in argument.names]
        near = suggest(option, known)
        return f"Unknown option {option}{near}" if near else f"Unknown option {option}; {help_line(chain, 'them')}."
    tokens = error.unused_tokens or []
    if isinstance(error, UnknownCommandError) and tokens:
        return unknown_command(tokens[0], chain)
    if isinstance(error, UnusedCliTokensError) and tokens:
        return f"unexpected argument {quote(tokens[0])}; {help_line(chain)}"
    return LONG_WORD.sub(lambda word: f"{word[0][:28]}...{word[0][-16:]}", str(error))


def help_line(chain: Sequence[str], what: str = "its arguments and options") -> str:
    """Say where the options of a command are listed."""
    return f"{' '.join(['passatempo', *chain])} --help lists {what}"


def unknown_command(word: str, chain: Sequence[str]) -> str:
    """Refuse a command of a pastime, or of another command that has some."""
    if not chain or chain[0] not in names():
        return f"{quote(word)} is not a command of {' '.join(chain)}; {help_line(chain)}"
    from passatempo.cli.overview import all_commands

    game = pastime(chain[0])
    near = suggest(word, all_commands(game))
    questions = ", ".join(problem.name for problem in game.problems)
    return f"{quote(word)} is not a command of {game.name}{near or f'; its questions are {questions}'}"
