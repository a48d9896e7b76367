"""Instances made from parameters, written in any format, and exported as models, as every front room does it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.errors import UsageError, quote
from passatempo.core.json import encode
from passatempo.core.methods import resolve, suggest
from passatempo.core.random import Random

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from passatempo.core.pastime import Pastime

MOST_MADE = 1_000_000  # instances at once; another seed gives others


def written(game: Pastime, instance: Any, form: str) -> str:
    r"""Write an instance as ``json``, ``text``, ``svg`` or in a format of its pastime, ending in a newline.

    Raises
    ------
    UsageError
        If there is no such format.

    Examples
    --------
    >>> from passatempo.core.registry import pastime
    >>> game = pastime("mnk")
    >>> written(game, resolve(game.read)("m: 2\n" "n: 2\n" "k: 3\n" "a1 b1"), "moves")
    'm: 2\nn: 2\nk: 3\na1 b1\n'
    """
    formats = {"text": game.write, "svg": game.draw, **game.formats}
    if form == "json":
        text = encode(resolve(game.json).dump(instance))
    elif form in formats:
        text = str(resolve(formats[form])(instance))
    else:
        listed = ["json", *formats]
        raise UsageError(f"{quote(form)} is not a format of {game.name}{suggest(form, listed)} ({', '.join(listed)})")
    return text if text.endswith("\n") else text + "\n"


def exported(game: Pastime, instance: Any, model: str, form: str, settings: Mapping[str, str] = {}) -> str:
    """Write a declarative model of an instance as a standard file.

    Parameters
    ----------
    model
        The model's name, with settings: ``NAME:key=value,...``.
    form
        One of the model's file formats.
    settings
        Settings that stand for themselves, as texts.

    Raises
    ------
    UsageError
        If there is no such model, format or setting.

    Examples
    --------
    >>> from passatempo.core.registry import pastime
    >>> game = pastime("minesweeper")
    >>> exported(game, resolve(game.read)("1#"), "minizinc", "minizinc").count("constraint") > 0
    True
    """
    models = {entry.name: entry for entry in game.models}
    name, _, said = model.partition(":")
    if name not in models:
        raise UsageError(f"{quote(name)} is not a model of {game.name}{suggest(name, models)} ({', '.join(models)})")
    formats = models[name].formats
    if form not in formats:
        raise UsageError(f"{quote(form)} is not a format of {name}{suggest(form, formats)} ({', '.join(formats)})")
    return models[name].write(instance, form, said, settings)


def made(game: Pastime, params: Any, seed: int = 0, count: int = 1) -> Iterator[Any]:
    """Generate instances; the same parameters and seed give the same ones everywhere.

    Parameters
    ----------
    params
        The pastime's parameters, or a mapping of their names.

    Raises
    ------
    UsageError
        If the parameters are none, or if nothing of the kind can be made.

    Examples
    --------
    >>> from passatempo.core.registry import pastime
    >>> [board.n for board in made(pastime("optimiza"), {"N": 3}, seed=1, count=2)]
    [3, 3]
    """
    if not game.generate:
        raise UsageError(f"{game.name} has no generator")
    if not 1 <= count <= MOST_MADE:
        raise UsageError(f"count: {count} is not a number of instances from 1 to {MOST_MADE}")
    try:
        wanted = resolve(game.params)(**params) if isinstance(params, dict) else params
        for number in range(count):
            yield resolve(game.generate)(wanted, Random(seed, game.name, number))
    except (TypeError, ValueError) as error:
        raise UsageError(str(error)) from error
