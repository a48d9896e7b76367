"""The entry point: overview, commands, and every error as one sentence with its exit code."""

import _thread
import codecs
import contextlib
import io
import os
import re
import sys
import threading
from collections.abc import Iterator, Sequence

from passatempo.cli.notes import BAD_INPUT, OUR_BUG, STOPPED, hush, note
from passatempo.core.errors import PassatempoError, UsageError, WrongAnswer, describe_fault, quote
from passatempo.core.methods import NamingExtras, suggest
from passatempo.core.registry import PlugIn, distribution_of, names, pastime, plug_in_faults

# Replacements of characters that an encoding lacks. Letters lose their accents; the grave accent of Italian stays.
PLAIN = dict(zip("·–×μ♥♦♣♠♡♢♧♤★☆─━│┃█■●•", "--xuHDCSHDCS*.--||##o*", strict=True))
PLAIN |= {"±": "+-", "≤": "<=", "≥": ">=", "→": "->", "\u0300": "'"}
PLAIN |= dict.fromkeys("¿¡\u0301\u0302\u0303\u0308\ufe0f", "")
SHORT = {"--json": ["--format", "json"], "--print": ["--format", "print"]}  # abbreviations of options
CALLBACK_DELAY = 0.01  # seconds until a callback is over
HIDDEN = "--complete"  # the flag that the completion scripts pass


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return the exit code of the contract."""
    try:
        prepare_streams()
        with _interrupt_callbacks(), NamingExtras(f"passatempo {' '.join(arguments[:2])}"):
            code = dispatch(list(arguments))
        sys.stdout.flush()
    except PassatempoError as error:
        return report_error(arguments, error)
    except BrokenPipeError:
        # The reader has closed the pipe, as `head` does. Redirect the output, so that nothing is written at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return print_line(describe_fault(error), BAD_INPUT)
    except UnicodeEncodeError as error:  # a byte that is not text, or half of a surrogate pair
        return print_line(f"{quote(error.object[error.start])} is not a character", BAD_INPUT)
    except KeyboardInterrupt:
        return print_line("cancelled", STOPPED)
    except Exception as error:  # last resort: report an internal error without a traceback
        return report_bug(arguments, error)
    return code


@contextlib.contextmanager
def _interrupt_callbacks() -> Iterator[None]:
    """Repeat a Ctrl-C that arrived in one of Python's own callbacks, where the exception is printed and lost."""
    before = sys.unraisablehook

    def handle_unraisable(unraisable: "sys.UnraisableHookArgs") -> None:
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            threading.Timer(CALLBACK_DELAY, _thread.interrupt_main).start()
        else:
            before(unraisable)

    sys.unraisablehook = handle_unraisable
    try:
        yield
    finally:
        sys.unraisablehook = before


def prepare_streams() -> None:
    """Replace closed streams by the null device, and write only characters that the terminal's encoding has."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # it takes the stream's own number, so that no other file gets it
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
            os.set_inheritable(getattr(sys, name).fileno(), True)
    codecs.register_error("passatempo", plain_signs)
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "passatempo")):
        if isinstance(stream, io.TextIOWrapper) and errors != stream.errors in ("strict", "surrogateescape"):
            with contextlib.suppress(io.UnsupportedOperation):  # it has been read from already
                stream.reconfigure(errors=errors)


def plain_signs(error: UnicodeError) -> tuple[bytes, int]:
    """Replace characters that an encoding lacks, and keep bytes that are not text: an error handler of `codecs`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    from unicodedata import normalize

    letters = normalize("NFKD", error.object[error.start : error.end])
    plain = "".join(PLAIN.get(letter, letter) for letter in letters)
    plain_ascii = re.sub(r"[^\0-\x7f\udc80-\udcff]", lambda sign_match: ascii(sign_match[0])[1:-1], plain)
    return plain_ascii.encode(errors="surrogateescape"), error.end


def dispatch(arguments: list[str]) -> int:
    """Print the overview without the command tree, or run a command of the tree."""
    from passatempo.cli import overview

    arguments = hush(arguments)
    for name, plug_in in plug_in_faults().items():
        warn_of(name, plug_in)
    if not arguments or arguments in (["--help"], ["-h"]):
        sys.stdout.write(overview.help_text() + "\n")
        return 0
    if arguments[0] == HIDDEN:
        from passatempo.cli.candidates import candidates

        sys.stdout.write("".join(f"{word}\n" for word in candidates(arguments[1:])))
        return 0
    if arguments[0] == "--install-completion":  # the former name of the command
        arguments[0] = "completion"
    if arguments[0] in SHORT:
        raise UsageError(f"{arguments[0]} needs a command, as in passatempo list {arguments[0]}")
    arguments = [word for argument in arguments for word in SHORT.get(argument, [argument])]
    if arguments[0] == "help":
        return dispatch([*arguments[1:], "--help"])
    if arguments[0] == "list":
        return show_list(arguments[1:])
    if arguments == ["--version"]:
        from passatempo import __version__

        sys.stdout.write(f"passatempo {__version__}\n")
        return 0
    return in_tree(arguments)


def show_list(arguments: list[str]) -> int:
    """Print the list of everything, of a pastime, or of a question."""
    from passatempo.cli import overview

    if arguments in (["--help"], ["-h"]):
        sys.stdout.write("Usage: passatempo list [PASTIME [QUESTION]] [--format text|json]\n")
        return 0
    unknown = next((word for word in arguments if word.startswith("-") and word not in ("--format", "-f")), None)
    if unknown is not None:
        raise UsageError(f"list has no option {quote(unknown)}, only --format text|json")
    form = "text"
    if "--format" in arguments:
        at = arguments.index("--format")
        form = "".join(arguments[at + 1 : at + 2])
        del arguments[at : at + 2]
    if form not in ("text", "json"):
        raise UsageError(f"--format: {quote(form)} is not one of text, json")
    if form == "text":
        sys.stdout.write(overview.list_text(arguments))
        return 0
    from passatempo.core.json import encode

    sys.stdout.write(encode(overview.list_pastimes(arguments), indent=2) + "\n")
    return 0


def warn_of(name: str, plug_in: PlugIn) -> None:
    """Warn on standard error that a plug-in is left out."""
    left_out = f"the pastime {quote(name)} of the plug-in {quote(plug_in.distribution)} is not available"
    note(f"warning: {left_out}: {' '.join(plug_in.load_fault.split())}")


def in_tree(arguments: list[str]) -> int:
    """Run a command of the tree. Only the named pastime is built."""
    from passatempo.cli.overview import OTHER_COMMANDS

    command_names = (*names(), *OTHER_COMMANDS)
    if arguments[0] not in command_names:
        raise UsageError(
            f"{quote(arguments[0])} is not a command{suggest(arguments[0], command_names)} ("
            f"{', '.join(command_names[:-2])})"
        )
    from cyclopts import CycloptsError

    from passatempo.cli.app import app_of_words, refuse_obsolete, sentence_of
    from passatempo.cli.notes import print_lines
    from passatempo.cli.progress import interruptible
    from passatempo.core.input import STANDARD_INPUT, as_typed
    from passatempo.core.limits import Cancel

    refuse_obsolete(arguments)
    arguments = [STANDARD_INPUT if argument == "-" else as_typed(argument) for argument in arguments]
    app = app_of_words(tuple([word for word in arguments if not word.startswith("-")][:2]), names())
    try:
        with interruptible(Cancel(), at_once=True, starts=True):
            return print_lines(app(arguments, exit_on_error=False, print_error=False))
    except CycloptsError as error:
        raise UsageError(sentence_of(error)) from None


def report_error(arguments: Sequence[str], error: PassatempoError) -> int:
    """Report an error of this package: bad input, or a wrong answer with its instance saved."""
    if isinstance(error, WrongAnswer):
        from passatempo.core.report import save_report

        report_file = save_report(pastime(arguments[0]), error)
        return print_line(f"{error} ({fault_owner(arguments)}: please report it with {report_file})", OUR_BUG)
    return print_line(str(error), BAD_INPUT)


def report_bug(arguments: Sequence[str], error: Exception) -> int:
    """Save a report of an unexpected error, and print its path."""
    from passatempo.core.report import describe_error, save_text

    error_file = save_text(f"passatempo {' '.join(arguments)}\n\n{describe_error(error)}", ".txt")
    return print_line(
        f"{type(error).__name__}: {error} ({fault_owner(arguments)}: please report it with {error_file})", OUR_BUG
    )


def fault_owner(arguments: Sequence[str]) -> str:
    """Name the origin of an internal error: this package, or a plug-in."""
    plug_in = distribution_of(arguments[0]) if arguments else ""
    return f"an internal error of the plug-in {quote(plug_in)}" if plug_in else "internal error"


def print_line(sentence: str, code: int) -> int:
    """Write one sentence to standard error."""
    sys.stderr.write(f"passatempo: {' '.join(sentence.split())}\n")
    return code
