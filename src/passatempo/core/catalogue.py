"""What there is, as data: the questions, methods and formats of a pastime, and which extras are installed."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from passatempo.core.methods import EXTRAS as EXTRAS
from passatempo.core.methods import resolve

if TYPE_CHECKING:
    from passatempo.core.methods import Method
    from passatempo.core.pastime import Pastime


def installed(extra: str) -> bool:
    """Tell whether an extra is installed, without importing it."""
    return all(find_spec(module) is not None for module in EXTRAS.get(extra, (extra,)))


def describe(game: Pastime) -> dict[str, Any]:
    """Describe a pastime as data for ``list --format json``."""
    return {
        "name": game.name,
        "title": game.title,
        "questions": [
            {
                "name": problem.name,
                "question": problem.question,
                "methods": [
                    {
                        "name": method.name,
                        "kind": method.kind,
                        "installed": installed(method.needs) if method.needs else True,
                        "needs": method.needs or None,
                        "settings": settings(method),
                        "source": method.source or None,
                    }
                    for method in problem.methods
                ],
            }
            for problem in game.problems
        ],
        "formats": ["json", "text", *game.formats],
        "models": [{"name": model.name, "formats": list(model.formats)} for model in game.models],
        "examples": list(game.examples),
        "commands": [command.name for command in game.commands],
    }


def settings(method: Method) -> dict[str, Any]:
    """Return a method's settings with their defaults."""
    if not method.settings:
        return {}
    default = resolve(method.settings)()
    return {name: getattr(default, name) for name in default.__dataclass_fields__}
