"""The command tree, built from the registry: a command per question, common commands, and each pastime's own.

Every error of a command line is one sentence. The suggestions of cyclopts are off.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, Literal

from cyclopts import App, CycloptsError, Group, Parameter
from cyclopts.exceptions import (
    CoercionError,
    MissingArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from passatempo import __version__
from passatempo.cli.overview import COMMANDS, IN_THE_TREE, ROOMS, TREES, USAGE, all_commands
from passatempo.core.errors import UsageError, quote
from passatempo.core.methods import import_with_docstrings, suggest
from passatempo.core.pastime import Pastime
from passatempo.core.registry import names, pastime

# Removed commands, with the new place of their code.
REMOVED = {("minesweeper", "fit"): "contrib/training", ("mnk", "tune"): "contrib/training"}
KINDS: dict[Any, str] = {int: "a whole number", float: "a number", bool: "true or false"}
LONG_WORD = re.compile(r"\S{60,}")


def _format_default(default: object) -> str | None:
    return None if default is False or default in ("", (), None) else str(default)


def _convert_words(kind: Any, words: Any) -> Any:
    from passatempo.cli.flags import convert_words  # imported late: a list of commands does not need it

    return convert_words(kind, words)


# Omits flags such as --empty-board and --none-k, and empty defaults.
PLAIN = Parameter(negative_iterable="", negative_none="", show_default=_format_default, converter=_convert_words)


# For each common command of the pastimes, the function that makes it, and its summary.
MAKERS = {
    "new": ("commands:make_new_command", "Generate instances; equal seeds give equal instances everywhere."),
    "check": ("commands:make_check_command", "Check an answer and list each broken rule."),
    "show": ("commands:make_show_command", "Draw an instance."),
    "convert": ("commands:make_convert_command", "Write an instance in another format."),
    "export": ("commands:make_export_command", "Write a declarative model as a standard file ({models})."),
    "puzzle": (
        "puzzles:make_puzzle_command",
        "Make puzzles with a unique solution; equal options and seeds give equal puzzles everywhere.",
    ),
    "replay": ("games.replay:make_replay_command", "Show the record of a game, or check it against the rules."),
    "stats": ("games.stats:make_stats_command", "Show statistics of the games played on this machine."),
    "play": ("games.play:make_play_command", "Play in the terminal; type 'help' for rules and commands."),
    "tournament": (
        "games.tournament:make_tournament_command",
        "Let bots play each other, with every seating of each deal.",
    ),
}


def build_app(arguments: Sequence[str] = (), games: Sequence[str] = ()) -> App:
    """Build the command tree, or only the part that the arguments name, since a person waits for every command built.

    `games` are the pastimes to build if the arguments name none; by default all.
    """
    app = App(
        name="passatempo",
        version=__version__,
        help="Five classic pastimes, solved exactly, checked and explained.",
        result_action="return_value",
        default_parameter=PLAIN,
        suppress_keyboard_interrupt=False,  # `main` prints the message, with the exit code of a stopped run
    )
    head, name = (*arguments, "", "")[:2] if arguments else ("", None)
    if head in names():
        games = [head]
    elif head not in dict(COMMANDS):  # the general commands need no pastime
        games = games or names()
    for game in games:
        app.command(build_commands(pastime(game), name))
    for command, summary in COMMANDS:
        if command == head and command in IN_THE_TREE:
            import_with_docstrings(ROOMS.get(command, f"passatempo.cli.{command}"))
        if command in TREES:
            app.command(f"passatempo.cli.{command}:{command}", name=command)
        elif command in IN_THE_TREE:
            app.command(
                f"{ROOMS.get(command, f'passatempo.cli.{command}')}:{command}",
                name=command,
                help=summary,
                usage=_usage(command),
            )
    return app


@lru_cache(maxsize=100)
def app_of_words(words: tuple[str, ...], _pastimes: tuple[str, ...]) -> App:
    """Build the commands that the first words name, or return a cached tree: a process may run many commands.

    Building takes as long as parsing a command line. The set of known pastimes can change between two commands.
    """
    return build_app(words)


# The headings under which --help lists commands, in this order. Other commands of a pastime are studies.
ORDER = ("Questions", "Play", "Instances", "Files", "Studies")
GROUPS = dict.fromkeys(("play", "puzzle", "replay", "stats", "tournament", "companion", "review", "odds"), "Play")
GROUPS |= dict.fromkeys(("new", "check", "show"), "Instances") | {"protocol": "Play", "match": "Play"}
GROUPS |= dict.fromkeys(("convert", "export", "decode", "verify", "certificate", "known"), "Files")
GROUP = {name: Group(name, sort_key=place) for place, name in enumerate(ORDER)}


def build_commands(game: Pastime, name: str | None = None) -> App:
    """Build one command of a pastime, or all. If the name is unknown, build only summaries, for a list."""
    game_commands, command_summaries = all_commands(game), summarise_commands(game)
    questions, lists = [problem.name for problem in game.problems], name is not None and name not in game_commands
    # Importing the Markdown reader takes longer than everything else that a list needs of this package.
    form: Literal["plaintext"] | None = "plaintext" if lists else None
    app = App(name=game.name, help=f"{game.label}: {game.title}", default_parameter=PLAIN, help_format=form)
    for command in [name] if name in game_commands else game_commands:
        group = GROUP["Questions" if command in questions else GROUPS.get(command, "Studies")]
        if lists:
            app.command(lambda: None, name=command, help=command_summaries[command], group=group)
            continue
        from passatempo.cli.flags import usage_line

        function = function_of(game, command)
        text = {} if command in questions else {"help": command_summaries[command]}  # a question has a longer help text
        app.command(function, name=command, usage=usage_line(f"{game.name} {command}", function), group=group, **text)
    return app


def summarise_commands(game: Pastime) -> dict[str, str]:
    """Describe each command in a sentence.

    >>> summarise_commands(pastime("machiavelli"))["export"]
    'Write a declarative model as a standard file (ilp-published: lp, mps; ilp: lp, mps; ilp-sets: lp, mps).'
    """
    models = "; ".join(f"{record.name}: {', '.join(record.formats)}" for record in game.models)
    common = {name: text.format(models=models) for name, (_, text) in MAKERS.items()}
    game_summaries = {record.name: record.summary for record in game.commands}
    return common | game_summaries | {problem.name: problem.question for problem in game.problems}


def function_of(game: Pastime, name: str) -> Callable[..., int]:
    """Make the function of a pastime's command."""
    problem = next((problem for problem in game.problems if problem.name == name), None)
    if problem is not None:
        from passatempo.cli.answers import make_answer_command

        return make_answer_command(game, problem)
    command = next((command for command in game.commands if command.name == name), None)
    if command is not None:
        from passatempo.cli.studies import pastime_command  # lists need none of its imports

        return pastime_command(game, command)
    module, _, maker = MAKERS[name][0].partition(":")
    return getattr(import_module(f"passatempo.cli.{module}"), maker)(game)  # type: ignore[no-any-return]


def _usage(command: str) -> str:
    return f"Usage: passatempo {USAGE.get(command, f'{command} [OPTIONS]')}"


def refuse_obsolete(arguments: Sequence[str]) -> None:
    """Refuse a command that was removed.

    >>> refuse_obsolete(["minesweeper", "fit"])
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: minesweeper fit is no longer in the program: see contrib/training in its source
    """
    chain = tuple(arguments[:2])
    if chain in REMOVED:
        raise UsageError(f"{' '.join(chain)} is no longer in the program: see {REMOVED[chain]} in its source")


def sentence_of(error: CycloptsError) -> str:
    """Describe the error of a command line in one sentence that ends with what to type, if known."""
    chain = [*(error.command_chain or ())]
    if isinstance(error, UnknownOptionError):
        option = (error.token.keyword or error.token.value).partition("=")[0]
        argument_names = [name for argument in error.argument_collection if argument.parse for name in argument.names]
        near = suggest(option, argument_names)
        return f"Unknown option {option}{near}" if near else f"Unknown option {option}; {help_line(chain, 'them')}."
    if isinstance(error, CoercionError) and error.token is not None and error.argument is not None:
        from passatempo.core.json import literal_choices

        place, word = error.token.keyword or error.argument.name, error.token.value
        choices = literal_choices(error.target_type)
        kind = "the whole numbers " if all(type(choice) is int for choice in choices) else ""
        choice_hint = f"one of {kind}{', '.join(map(str, choices))}" if choices else KINDS.get(error.target_type, "")
        if error.msg or choice_hint:
            return f"{place}: {error.msg or f'{quote(word)} is not {choice_hint}{suggest(word, map(str, choices))}'}"
    if isinstance(error, MissingArgumentError) and error.argument and not (error.keyword or error.argument.tokens):
        return f"{error.argument.name} is missing"
    tokens = error.unused_tokens or []
    if isinstance(error, UnknownCommandError) and tokens:
        return unknown_command(tokens[0], chain)
    if isinstance(error, UnusedCliTokensError) and tokens:
        return f"unexpected argument {quote(tokens[0])}; {help_line(chain)}"
    return LONG_WORD.sub(lambda word: f"{word[0][:28]}...{word[0][-16:]}", str(error))


def help_line(chain: Sequence[str], topic: str = "its arguments and options") -> str:
    """Name the command that lists the options of a command."""
    return f"{' '.join(['passatempo', *chain])} --help lists {topic}"


def unknown_command(word: str, chain: Sequence[str]) -> str:
    """Return the error message for an unknown command of a pastime or of a command group."""
    if not chain or chain[0] not in names():
        return f"{quote(word)} is not a command of {' '.join(chain)}; {help_line(chain)}"
    game = pastime(chain[0])
    near = suggest(word, all_commands(game))
    questions = ", ".join(problem.name for problem in game.problems)
    return f"{quote(word)} is not a command of {game.name}{near or f'; its questions are {questions}'}"
