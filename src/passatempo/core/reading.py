"""From a text, JSON or not, to an instance or a question, as every front room reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.json import decode, fitting, load_question, with_ask
from passatempo.core.methods import resolve

if TYPE_CHECKING:
    from collections.abc import Mapping

    from passatempo.core.pastime import Pastime, Problem


def question_of(game: Pastime, problem: Problem, text: str, keys: Mapping[str, Any], ask: Mapping[str, Any]) -> Any:
    """Make a question from a text, JSON or not, and the flags, which win over it."""
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return load_question(game, problem, decode(text), {**keys, **ask})
    shape = resolve(game.face).shape
    return with_ask(
        problem, resolve(game.read)(text, **{key: fitting(shape, key, keys[key]) for key in keys}), dict(ask)
    )


def instance_of(game: Pastime, text: str, keys: Mapping[str, Any]) -> Any:
    """Make an instance from a text; a question's own inputs in its JSON say nothing."""
    plain = next((problem for problem in game.problems if not problem.ask), None)
    if plain is not None:
        return question_of(game, plain, text, keys, {})
    return question_of(game, game.problems[0], text, keys, {}).instance
