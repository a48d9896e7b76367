"""The act `simulate`: a study that a pastime declares."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from inspect import signature
from typing import Any

from passatempo.campaigns.acts.act import Act, Row, name_faults, refuse_unknown_keys, words_of
from passatempo.core.errors import UsageError, quote
from passatempo.core.json import convert
from passatempo.core.limits import Limits
from passatempo.core.methods import resolve, suggest
from passatempo.core.random import Random


class Simulating(Act):
    """Run a study, with the cell as its parameters."""

    def __init__(self, target: str) -> None:
        game, name = words_of(target, "PASTIME STUDY")
        studies = {study.name: study for study in game.studies}
        if name not in studies:
            studies_line = ", ".join(studies) or "none"
            raise UsageError(f"{quote(name)} is not a study of {game.name}{suggest(name, studies)} ({studies_line})")
        self.study = studies[name]
        self.rate_columns = self.study.rates
        self.params_type: type = resolve(self.study.params)
        self.study_function = resolve(self.study.where)
        self.has_limits = "limits" in signature(self.study_function).parameters

    def check_keys(self, keys: Sequence[str]) -> None:
        """Refuse keys that are not parameters."""
        refuse_unknown_keys(keys, [field.name for field in fields(self.params_type)])

    def check(self, cell: Mapping[str, Any]) -> None:
        """Check the parameters."""
        with name_faults():
            self._read_params(cell)

    def _read_params(self, cell: Mapping[str, Any]) -> Any:
        return convert(dict(cell), self.params_type, "the cell")

    def __call__(self, cell: Mapping[str, Any], stream: Random, limits: Limits) -> Row:
        """Run the study once."""
        limit_options = {"limits": limits} if self.has_limits else {}
        return dict(self.study_function(self._read_params(cell), stream, **limit_options))
