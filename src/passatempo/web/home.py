"""The first page: the pastimes, each with a picture of an instance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.requests import Request  # noqa: TC002  FastAPI reads the signature

from passatempo.core.registry import names, pastime
from passatempo.web import controls
from passatempo.web.frame import frame
from passatempo.web.jobs import Refused
from passatempo.web.tags import Tag
from passatempo.web.words import say

if TYPE_CHECKING:
    from passatempo.core.pastime import Pastime
    from passatempo.web.jobs import Pool

TASK = "passatempo.web.tasks:answer_shown"


def home(pool: Pool) -> Any:
    """Make the function that builds the first page; the pictures are drawn once."""
    pictures: dict[str, str] = {}

    async def show(request: Request) -> None:
        with frame(request, ""):
            with Tag("div").classes("heading"):
                Tag("h1", "passatempo")
                Tag("p", say("Five old pastimes, solved exactly, checked and explained.")).classes("lead")
            with Tag("div").classes("cards"):
                for game in map(pastime, names()):
                    if game.name not in pictures:
                        pictures[game.name] = await _picture(pool, game)
                    with Tag("a", href=f"/{game.name}").classes("tile"):
                        with Tag("div").classes("tile-picture").props("aria-hidden=true"):
                            controls.picture(pictures[game.name])
                        Tag("h2", game.name)
                        Tag("p", say(game.title))

    return show


async def _picture(pool: Pool, game: Pastime) -> str:
    """Draw the answer that a demonstration of the pastime begins with."""
    question, example = game.demo[0] if game.demo else (game.problems[0].name, next(iter(game.examples)))
    arguments = {"pastime": game.name, "question": question, "text": game.example(example)}
    try:
        return str((await pool.run(TASK, arguments))["picture"])
    except Refused:
        return ""
