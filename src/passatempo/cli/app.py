"""The command tree, made from the registry: one command for each question, the same few for every pastime, and its own.

Faults of a command line are told in one sentence each: the library's own suggestions are switched off.
"""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from functools import lru_cache, partial
from importlib import import_module
from inspect import Parameter as Argument
from inspect import Signature, signature
from typing import TYPE_CHECKING, Any, Literal, get_type_hints

from cyclopts import App, CycloptsError, Group, Parameter
from cyclopts.exceptions import (
    CoercionError,
    MissingArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from passatempo import __version__
from passatempo.cli.live import interruptible, progress_bar
from passatempo.cli.overview import COMMANDS, IN_THE_TREE, ROOMS, TREES, USAGE, all_commands
from passatempo.core.errors import UsageError, quote
from passatempo.core.limits import Cancel
from passatempo.core.methods import documented, resolve, suggest
from passatempo.core.registry import names, pastime

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from passatempo.core.pastime import Command, Pastime

FILLED_IN = ("limits", "report", "keys")  # no flags: they come from here

# Commands that were removed, with where their code is.
REMOVED = {("minesweeper", "fit"): "contrib/training", ("mnk", "tune"): "contrib/training"}
KINDS: dict[Any, str] = {int: "a whole number", float: "a number", bool: "true or false"}
LONG_WORD = re.compile(r"\S{60,}")


def _said(default: object) -> str | None:
    return None if default is False or default in ("", (), None) else str(default)


def _converted(kind: Any, words: Any) -> Any:
    from passatempo.cli.flags import converted  # which a list of commands need not import

    return converted(kind, words)


# No --empty-board and --none-k beside a flag, and no default that says nothing.
PLAIN = Parameter(negative_iterable="", negative_none="", show_default=_said, converter=_converted)


# What makes each command that every pastime has, and what the command does.
MAKERS = {
    "new": ("commands:making", "Generate instances; equal seeds give equal instances everywhere."),
    "check": ("commands:checking", "Check an answer and list each broken rule."),
    "show": ("commands:showing", "Draw an instance."),
    "convert": ("commands:converting", "Write an instance in another format."),
    "export": ("commands:exporting", "Write a declarative model as a standard file ({models})."),
    "puzzle": (
        "puzzles:making",
        "Make puzzles with a unique solution; equal options and seeds give equal puzzles everywhere.",
    ),
    "replay": ("games.replay:replaying", "Show the record of a game, or check it against the rules."),
    "stats": ("games.stats:statistics", "Show statistics of the games played on this machine."),
    "play": ("games.play:playing", "Play in the terminal; type 'help' for rules and commands."),
    "tournament": ("games.tournament:meeting", "Let bots play each other, with every seating of each deal."),
}


def build(arguments: Sequence[str] = (), games: Sequence[str] = ()) -> App:
    """Build the command tree, or as much of it as these arguments name: a person waits for each command built.

    `games` are the pastimes to build where none is named; all there are by default.
    """
    app = App(
        name="passatempo",
        version=__version__,
        help="Five classic pastimes, solved exactly, checked and explained.",
        result_action="return_value",
        default_parameter=PLAIN,
        suppress_keyboard_interrupt=False,  # `main` tells it, with the exit code of a run that was stopped
    )
    head, name = (*arguments, "", "")[:2] if arguments else ("", None)
    if head in names():
        games = [head]
    elif head not in dict(COMMANDS):  # which need no pastime's commands, and a person waits for what is built
        games = games or names()
    for game in games:
        app.command(commands(pastime(game), name))
    for own, summary in COMMANDS:
        if own == head and own in IN_THE_TREE:
            documented(ROOMS.get(own, f"passatempo.cli.{own}"))
        if own in TREES:
            app.command(f"passatempo.cli.{own}:{own}", name=own)
        elif own in IN_THE_TREE:
            app.command(f"{ROOMS.get(own, f'passatempo.cli.{own}')}:{own}", name=own, help=summary, usage=_usage(own))
    return app


@lru_cache(maxsize=100)
def kept_tree(words: tuple[str, ...], _known: tuple[str, ...]) -> App:
    """Build what the first words of a command name, or give what was built before: a process may run many commands.

    To build takes as long as to read a command. Which pastimes are known can change between two of them.
    """
    return build(words)


# What --help lists a command under, in this order: every other command of a pastime is a study.
ORDER = ("Questions", "Play", "Instances", "Files", "Studies")
GROUPS = dict.fromkeys(("play", "puzzle", "replay", "stats", "tournament", "companion", "review", "odds"), "Play")
GROUPS |= dict.fromkeys(("new", "check", "show"), "Instances") | {"protocol": "Play", "match": "Play"}
GROUPS |= dict.fromkeys(("convert", "export", "decode", "verify", "certificate", "known"), "Files")
GROUP = {name: Group(name, sort_key=place) for place, name in enumerate(ORDER)}


def commands(game: Pastime, name: str | None = None) -> App:
    """Build the command of a pastime that is named, or all; a name of none needs their summaries alone, for a list."""
    known, said = all_commands(game), summaries(game)
    questions, lists = [problem.name for problem in game.problems], name is not None and name not in known
    # The reader of Markdown takes longer to import than all that a list needs of this package.
    form: Literal["plaintext"] | None = "plaintext" if lists else None
    app = App(name=game.name, help=f"{game.label}: {game.title}", default_parameter=PLAIN, help_format=form)
    for one in [name] if name in known else known:
        group = GROUP["Questions" if one in questions else GROUPS.get(one, "Studies")]
        if lists:
            app.command(lambda: None, name=one, help=said[one], group=group)
            continue
        from passatempo.cli.flags import usage

        function = function_of(game, one)
        text = {} if one in questions else {"help": said[one]}  # a question says more
        app.command(function, name=one, usage=usage(f"{game.name} {one}", function), group=group, **text)
    return app


def summaries(game: Pastime) -> dict[str, str]:
    """Say of each command what it does.

    >>> summaries(pastime("machiavelli"))["export"]
    'Write a declarative model as a standard file (ilp-published: lp, mps; ilp: lp, mps; ilp-sets: lp, mps).'
    """
    models = "; ".join(f"{entry.name}: {', '.join(entry.formats)}" for entry in game.models)
    common = {name: text.format(models=models) for name, (_, text) in MAKERS.items()}
    own = {entry.name: entry.summary for entry in game.commands}
    return common | own | {problem.name: problem.question for problem in game.problems}


def function_of(game: Pastime, name: str) -> Callable[..., int]:
    """Make the function of a command of a pastime."""
    problem = next((problem for problem in game.problems if problem.name == name), None)
    if problem is not None:
        from passatempo.cli.answering import answering

        return answering(game, problem)
    entry = next((entry for entry in game.commands if entry.name == name), None)
    if entry is not None:
        return own_command(game, entry)
    module, _, maker = MAKERS[name][0].partition(":")
    return getattr(import_module(f"passatempo.cli.{module}"), maker)(game)  # type: ignore[no-any-return]


def _usage(own: str) -> str:
    return f"Usage: passatempo {USAGE.get(own, f'{own} [OPTIONS]')}"


def own_command(game: Pastime, entry: Command) -> Callable[..., int]:
    """Make one of a pastime's own commands.

    A function that takes `limits` gets those of its default with a switch that Ctrl-C throws; one that takes `report`
    gets the progress bar. The first argument of one that takes `keys` is the text of an instance, which is named as for
    a question, and `keys` are the flags of the instance.
    """
    documented(entry.where.partition(":")[0])
    function = resolve(entry.where)
    parameters = signature(function).parameters
    hints = get_type_hints(function, include_extras=True)
    kept = [one.replace(annotation=hints[name]) for name, one in parameters.items() if name not in FILLED_IN]
    places = [one for one in kept if one.kind is not Argument.KEYWORD_ONLY]
    shared: list[Argument] = []
    if "keys" in parameters:
        from passatempo.cli.flags import flag, flags_of  # as long to import as the rest of a list of commands

        shared = flags_of(game.wiring.json.keys, parameters)
        kept[: len(places)] = [one.replace(default=None, annotation=str | None) for one in places]
        kept += [flag("example", str, "use a built-in instance instead of FILE"), *shared]

    def called(*positionals: Any, **flags: Any) -> int:
        if not shared:
            return _run(game, entry, function, positionals, flags)
        keys = {one.name: said for one in shared if (said := flags.pop(one.name, None)) is not None}
        file, *others = (None,) * (len(places) - len(positionals)) + positionals
        if None in others:
            raise UsageError(f"{places[-1].name.upper()} is missing")
        text = _text(game, file, flags.pop("example", None), keys, needed=places[0].default is Argument.empty)
        return _run(game, entry, function, (text, *others), {**flags, "keys": keys})

    called.__name__, called.__doc__ = entry.name, told_apart(function.__doc__ or "")
    called.__signature__ = Signature(kept, return_annotation=int)  # type: ignore[attr-defined]
    called.__annotations__ = {one.name: one.annotation for one in kept}
    return called


def _text(game: Pastime, file: str | None, example: str | None, keys: dict[str, Any], *, needed: bool) -> str | None:
    """Return the text of the instance of a command; None where none is named and none is needed."""
    from passatempo.cli.files import source

    return source(game, file, example, keys) if needed or file or example or keys else None


def _run(
    game: Pastime, entry: Command, function: Callable[..., Any], positionals: tuple[Any, ...], flags: dict[str, Any]
) -> int:
    """Run an own command, with the progress bar and the switch of Ctrl-C if it takes them."""
    from passatempo.cli.files import naming_place

    text = positionals[0] if "keys" in flags and positionals else None
    parameters, cancel = signature(function).parameters, Cancel()
    with progress_bar(f"{game.name} {entry.name}") as bar:
        whole = partial(function, *positionals, **flags)
        if "report" in parameters:
            whole = partial(whole, report=bar)
        if "limits" in parameters:
            whole = partial(whole, limits=replace(parameters["limits"].default, cancel=cancel))
        with (
            interruptible(cancel, at_once="limits" not in parameters),
            naming_place(text or "", {**flags, **flags.get("keys", {})}),
        ):
            code = print_lines(whole(), bar.hide)
    if cancel.thrown:
        raise KeyboardInterrupt  # what was found until then is printed; the rest as at any other Ctrl-C
    return code


def told_apart(documentation: str) -> str:
    r"""Give each of the parameters that are documented together its own lines, as the reader of help wants them.

    >>> told_apart("Do.\n\nParameters\n----------\na, b\n    Sizes.\nc\n    A name.").splitlines()[4:]
    ['a', '    Sizes.', 'b', '    Sizes.', 'c', '    A name.']
    """
    group = re.compile(r"^( *)(\w+(?:, \w+)+)\n((?:\1    .*(?:\n|\Z))+)", re.MULTILINE)
    return group.sub(lambda told: "".join(f"{told[1]}{one}\n{told[3]}" for one in told[2].split(", ")), documentation)


def print_lines(told: Any, before: Callable[[], None] = lambda: None) -> int:
    """Print what a command returns or yields; a command that prints by itself returns its exit code."""
    if isinstance(told, int):
        return told
    for text in (told,) if isinstance(told, str) else told or ():
        before()
        sys.stdout.write(text if text.endswith("\n") else f"{text}\n")
        sys.stdout.flush()
    return 0


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
    if isinstance(error, CoercionError) and error.token is not None and error.argument is not None:
        from passatempo.core.json import literal_choices

        place, word = error.token.keyword or error.argument.name, error.token.value
        choices = literal_choices(error.target_type)
        kind = "the whole numbers " if all(type(choice) is int for choice in choices) else ""
        wanted = f"one of {kind}{', '.join(map(str, choices))}" if choices else KINDS.get(error.target_type, "")
        if error.msg or wanted:
            return f"{place}: {error.msg or f'{quote(word)} is not {wanted}{suggest(word, map(str, choices))}'}"
    if isinstance(error, MissingArgumentError) and error.argument and not (error.keyword or error.argument.tokens):
        return f"{error.argument.name} is missing"
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
    game = pastime(chain[0])
    near = suggest(word, all_commands(game))
    questions = ", ".join(problem.name for problem in game.problems)
    return f"{quote(word)} is not a command of {game.name}{near or f'; its questions are {questions}'}"
