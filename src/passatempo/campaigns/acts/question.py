"""Asking: a question about generated or listed instances, by one method or several side by side."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from passatempo.campaigns.acts.act import Act, naming, refuse_unknown_keys, scalars, words_of
from passatempo.core import asking
from passatempo.core.errors import FormatError, UsageError, quote
from passatempo.core.json import convert, dump_outcome, keys_of, plain, with_ask

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from passatempo.campaigns.acts.act import Row
    from passatempo.core.limits import Limits
    from passatempo.core.pastime import Pastime
    from passatempo.core.random import Random

LISTED = ("example", "instance")  # keys that name an instance in place of generating one
KEPT = ("status", "value", "bound", "stopped", "checked")


class Source:
    """Where the instances of a pastime come from: the generator's parameters, or an instance by name or text."""

    def __init__(self, game: Pastime) -> None:
        self.game = game
        self.params = game.wiring.params
        self.keys = [entry.name for entry in fields(self.params)] if self.params else []
        self.listed = lru_cache(maxsize=64)(self._listed)

    def part(self, cell: Mapping[str, Any]) -> dict[str, Any]:
        """Return the part of a cell that says the instance."""
        return {key: value for key, value in cell.items() if key in self.keys or key in LISTED}

    def check(self, cell: Mapping[str, Any]) -> None:
        """Refuse a cell that says no instance, or two."""
        said = self.part(cell)
        named = [key for key in LISTED if key in said]
        if named and len(said) > 1:
            raise FormatError(f"a named instance takes no other keys ({', '.join(said)})", where=named[0])
        if named:
            self.listed(named[0], said[named[0]])
        else:
            self._made(said)

    def _made(self, said: Mapping[str, Any]) -> Any:
        if self.params is None:
            raise UsageError(f"{self.game.name} cannot generate instances: name them")
        return convert(dict(said), self.params, "the cell")

    def _listed(self, key: str, text: Any) -> Any:
        if not isinstance(text, str):
            raise FormatError(f"{quote(text)} is not a text", where=key)
        return asking.instance_of(self.game, self.game.example(text) if key == "example" else text)

    def instance(self, cell: Mapping[str, Any], stream: Random) -> Any:
        """Return the instance of a job."""
        for key in LISTED:
            if key in cell:
                return self.listed(key, cell[key])
        return self.game.wiring.generate(self._made(self.part(cell)), stream)


class Asking(Act):
    """Ask a question of a pastime; methods and the question's own inputs meet the same instances."""

    limited = True

    def __init__(self, target: str) -> None:
        self.game, name = words_of(target, "PASTIME QUESTION")
        self.problem = self.game.problem(name)
        self.source = Source(self.game)
        self.own = list(keys_of(self.problem.wiring.ask) if self.problem.wiring.ask else ())

    def check_keys(self, keys: Sequence[str]) -> None:
        """Refuse what is neither of the generator, nor of the question, nor the method."""
        refuse_unknown_keys(keys, ["method", *LISTED, *self.source.keys, *self.own])

    def check(self, cell: Mapping[str, Any]) -> None:
        """Find the method, and make what can be made without drawing lots."""
        with naming("method"):
            if not isinstance(cell.get("method", ""), str):
                raise FormatError(f"{quote(cell['method'])} is not a text")
            self.problem.choose(cell.get("method")).load()
        with naming():
            self.source.check(cell)
            if self.problem.wiring.ask:
                convert(self._ask(cell), self.problem.wiring.ask, "the question's own inputs")

    def _ask(self, cell: Mapping[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in cell.items() if key in self.own and key not in self.source.keys}

    def drawn(self, cell: Mapping[str, Any]) -> dict[str, Any]:
        """Return the instance alone."""
        return self.source.part(cell)

    def __call__(self, cell: Mapping[str, Any], stream: Random, limits: Limits) -> Row:
        """Answer one question, checked; the row has the outcome's figures and the plain part of the answer."""
        question = with_ask(self.problem, self.source.instance(cell, stream), self._ask(cell))
        outcome = asking.ask(self.problem, question, method=cell.get("method"), limits=limits, explain=0)
        said = plain(dump_outcome(self.problem, outcome))
        row = {key: said[key] for key in KEPT} | {"method_seconds": outcome.seconds}
        inner = {"answer": said["answer"]} if isinstance(said["answer"], dict) else {}
        return row | scalars({**inner, "stats": said["stats"]})
