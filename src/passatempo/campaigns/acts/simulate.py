"""Simulating: a study that a pastime declares."""

from __future__ import annotations

from dataclasses import fields
from inspect import signature
from typing import TYPE_CHECKING, Any

from passatempo.campaigns.acts.act import Act, naming, refuse_unknown_keys, words_of
from passatempo.core.errors import UsageError, quote
from passatempo.core.json import convert
from passatempo.core.methods import resolve, suggest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from passatempo.campaigns.acts.act import Row
    from passatempo.core.limits import Limits
    from passatempo.core.random import Random


class Simulating(Act):
    """Run a study: the cell is its parameters."""

    def __init__(self, target: str) -> None:
        game, name = words_of(target, "PASTIME STUDY")
        studies = {study.name: study for study in game.studies}
        if name not in studies:
            listed = ", ".join(studies) or "none"
            raise UsageError(f"{quote(name)} is not a study of {game.name}{suggest(name, studies)} ({listed})")
        self.study = studies[name]
        self.rates = self.study.rates
        self.params: type = resolve(self.study.params)
        self.function = resolve(self.study.where)
        self.limited = "limits" in signature(self.function).parameters

    def check_keys(self, keys: Sequence[str]) -> None:
        """Refuse what is no parameter."""
        refuse_unknown_keys(keys, [entry.name for entry in fields(self.params)])

    def check(self, cell: Mapping[str, Any]) -> None:
        """Make the parameters."""
        with naming():
            self._params(cell)

    def _params(self, cell: Mapping[str, Any]) -> Any:
        return convert(dict(cell), self.params, "the cell")

    def __call__(self, cell: Mapping[str, Any], stream: Random, limits: Limits) -> Row:
        """Run it once."""
        more = {"limits": limits} if self.limited else {}
        return dict(self.function(self._params(cell), stream, **more))
