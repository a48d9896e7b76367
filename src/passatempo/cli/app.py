"""The command tree, made from the registry: one command for each question, and the same few for every pastime."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cyclopts import App

from passatempo import __version__
from passatempo.cli.answering import answering
from passatempo.cli.overview import COMMANDS, ROOMS
from passatempo.core.registry import names, pastime

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.core.pastime import Pastime


def build(arguments: Sequence[str] = (), games: Sequence[str] = ()) -> App:
    """Build the command tree, or as much of it as these arguments name: a person waits for each command built.

    `games` are the pastimes to build where none is named; all there are by default.
    """
    app = App(
        name="passatempo",
        version=__version__,
        help="Five old pastimes, solved exactly, checked and explained.",
        result_action="return_value",
        suppress_keyboard_interrupt=False,  # `main` tells it, with the exit code of a run that was stopped
    )
    head, name = (*arguments, "", "")[:2]
    for game in [head] if head in names() else games or names():
        app.command(commands(pastime(game), name))
    for own, summary in COMMANDS:
        if own != "list":
            app.command(f"{ROOMS.get(own, f'passatempo.cli.{own}')}:{own}", name=own, help=summary)
    return app


def commands(game: Pastime, name: str = "") -> App:
    """Build the commands of one pastime, or the one question or own command that is asked for."""
    app = App(name=game.name, help=game.title)
    for problem in game.problems:
        if problem.name == name:
            app.command(answering(game, problem), name=name)
            return app
    from passatempo.cli.own import own_command

    for entry in game.commands:
        if entry.name == name:
            app.command(own_command(game, entry), name=name, help=entry.summary)
            return app
    from passatempo.cli.commands import checking, converting, exporting, making, showing

    for problem in game.problems:
        app.command(answering(game, problem), name=problem.name)
    if game.generate:
        app.command(making(game), name="new")
    app.command(checking(game), name="check")
    app.command(showing(game), name="show")
    app.command(converting(game), name="convert")
    if game.models:
        app.command(exporting(game), name="export")
    if game.turns:
        from passatempo.cli.play import playing

        app.command(playing(game), name="play")
    for entry in game.commands:
        app.command(own_command(game, entry), name=entry.name, help=entry.summary)
    return app
