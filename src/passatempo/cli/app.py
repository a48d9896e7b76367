"""The command tree, made from the registry: one command for each question, and the same few for every pastime."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Literal

from cyclopts import App, Group, Parameter

from passatempo import __version__
from passatempo.cli.overview import COMMANDS, IN_THE_TREE, ROOMS, TREES, USAGE, all_commands
from passatempo.core.registry import names, pastime

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from passatempo.core.pastime import Pastime


def _said(default: object) -> str | None:
    return None if default is False or default in ("", (), None) else str(default)


# No --empty-board and --none-k beside a flag, and no default that says nothing.
PLAIN = Parameter(negative_iterable="", negative_none="", show_default=_said)


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
        from passatempo.cli.pastime_commands import own_command

        return own_command(game, entry)
    module, _, maker = MAKERS[name][0].partition(":")
    return getattr(import_module(f"passatempo.cli.{module}"), maker)(game)  # type: ignore[no-any-return]


def _usage(own: str) -> str:
    return f"Usage: passatempo {USAGE.get(own, f'{own} [OPTIONS]')}"
