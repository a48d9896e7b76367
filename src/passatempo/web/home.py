"""The first page: the pastimes, each with a picture of an instance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.requests import Request  # noqa: TC002  FastAPI reads the signature

from passatempo.core.registry import names, pastime
from passatempo.core.words import say
from passatempo.web import controls
from passatempo.web.frame import Tag, frame
from passatempo.web.jobs import Refused

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
                    drawn = pictures.get(game.name) or await _picture(pool, game)
                    if drawn:  # else too many ask just now: the next visitor gets it
                        pictures[game.name] = drawn
                    with Tag("a", href=f"/{game.name}").classes("tile"):
                        with Tag("div").classes("tile-picture").props("aria-hidden=true"):
                            controls.picture(drawn)
                        Tag("h2", game.name)
                        Tag("p", say(game.title))

    return show


async def _picture(pool: Pool, game: Pastime) -> str:
    """Draw the answer of the first question that the pastime demonstrates."""
    if not (game.demo or game.examples):
        return ""
    order = [problem.name for problem in game.problems]
    shown = sorted(game.demo, key=lambda pair: order.index(pair[0])) or [(order[0], next(iter(game.examples)))]
    question, example = shown[0]
    arguments = {"pastime": game.name, "question": question, "text": game.example(example)}
    try:
        return str((await pool.run(TASK, arguments))["picture"])
    except Refused:
        return ""
