"""The way in: overview, commands, and every error as one sentence with its exit code."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import PassatempoError, UsageError, WrongAnswer, quote
from passatempo.core.pastime import suggest
from passatempo.core.registry import names, pastime

if TYPE_CHECKING:
    from collections.abc import Sequence

BAD_INPUT, STOPPED, OUR_BUG = 2, 3, 4
OTHER_COMMANDS = ("list", "demo", "web", "doctor", "--version", "--help", "--install-completion")


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return the exit code of the contract."""
    try:
        code = dispatch(list(arguments))
        sys.stdout.flush()
    except PassatempoError as error:
        return refuse(arguments, error)
    except BrokenPipeError:
        # The reader has gone, as `head` does; nothing may be written at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return tell(f"{quote(error.filename)}: {error.strerror}" if error.filename else str(error), BAD_INPUT)
    except KeyboardInterrupt:
        return tell("cancelled", STOPPED)
    except Exception as error:  # the last resort: a bug of ours ends in a report, never in a traceback
        return bug(arguments, error)
    return code


def dispatch(arguments: list[str]) -> int:
    """Print the overview without the command tree, or hand over to it."""
    from passatempo.cli import overview

    if not arguments or arguments in (["--help"], ["-h"]):
        sys.stdout.write(overview.help_text() + "\n")
        return 0
    if arguments == ["list"]:
        sys.stdout.write(overview.list_text())
        return 0
    if arguments == ["list", "--format", "json"]:
        from passatempo.core.catalogue import describe
        from passatempo.core.json import encode

        sys.stdout.write(encode([describe(pastime(name)) for name in names()], indent=2) + "\n")
        return 0
    if arguments == ["--version"]:
        from passatempo import __version__

        sys.stdout.write(f"passatempo {__version__}\n")
        return 0
    return in_tree(arguments)


def in_tree(arguments: list[str]) -> int:
    """Run a command of the tree; only the pastime that is named is built."""
    known = (*names(), *OTHER_COMMANDS)
    if arguments[0] not in known:
        raise UsageError(
            f"{quote(arguments[0])} is not a command{suggest(arguments[0], known)} ({', '.join(known[:-3])})"
        )
    if arguments[0] == "list":
        raise UsageError("list takes nothing but --format json")
    from cyclopts import CycloptsError

    from passatempo.cli.app import build
    from passatempo.cli.files import STANDARD_INPUT
    from passatempo.cli.own import print_told

    arguments = [STANDARD_INPUT if argument == "-" else argument for argument in arguments]
    app = build(arguments)
    if arguments[0] == "--install-completion":
        app.install_completion(add_to_startup=True)
        return 0
    try:
        result: Any = app(arguments, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        raise UsageError(" ".join(str(error).split())) from None
    return print_told(result)


def refuse(arguments: Sequence[str], error: PassatempoError) -> int:
    """Tell an error of this package: bad input, or a wrong answer of ours with its instance saved."""
    if isinstance(error, WrongAnswer):
        from passatempo.core.report import save_report

        saved = save_report(pastime(arguments[0]), error)
        return tell(f"{error} (a bug of ours: please report it with {saved})", OUR_BUG)
    return tell(str(error), BAD_INPUT)


def bug(arguments: Sequence[str], error: Exception) -> int:
    """Save what is known of an unexpected error and say where."""
    import traceback

    from passatempo.core.report import save_text

    told = "".join(traceback.format_exception(error))
    saved = save_text(f"passatempo {' '.join(arguments)}\n\n{told}", ".txt")
    return tell(f"{type(error).__name__}: {error} (a bug of ours: please report it with {saved})", OUR_BUG)


def tell(sentence: str, code: int) -> int:
    """Write one sentence to standard error."""
    sys.stderr.write(f"passatempo: {' '.join(sentence.split())}\n")
    return code
