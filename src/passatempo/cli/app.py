"""The command tree, made from the registry: one command for each question, and the same few for every pastime."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cyclopts import App

from passatempo import __version__
from passatempo.cli.answering import answering
from passatempo.cli.commands import checking, converting, exporting, making, showing
from passatempo.cli.demo import demo
from passatempo.cli.doctor import doctor
from passatempo.cli.overview import COMMANDS
from passatempo.core.pastime import resolve
from passatempo.core.registry import names, pastime

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.core.pastime import Pastime


def build(wanted: Sequence[str] | None = None) -> App:
    """Build the command tree with the wanted pastimes (default: all)."""
    app = App(
        name="passatempo",
        version=__version__,
        help="Five old pastimes, solved exactly, checked and explained.",
        result_action="return_value",
    )
    for name in names() if wanted is None else wanted:
        app.command(commands(pastime(name)))
    summaries = dict(COMMANDS)
    app.command(demo, name="demo", help=summaries["demo"])
    app.command(doctor, name="doctor", help=summaries["doctor"])
    return app


def commands(game: Pastime) -> App:
    """Build the commands of one pastime."""
    app = App(name=game.name, help=game.title)
    for problem in game.problems:
        app.command(answering(game, problem), name=problem.name)
    if game.generate:
        app.command(making(game), name="new")
    app.command(checking(game), name="check")
    app.command(showing(game), name="show")
    app.command(converting(game), name="convert")
    if game.models:
        app.command(exporting(game), name="export")
    for entry in game.commands:
        app.command(resolve(entry.where), name=entry.name, help=entry.summary)
    return app
