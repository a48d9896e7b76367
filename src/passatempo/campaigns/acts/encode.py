"""The act `encode`: write declarative models of instances, and measure their size."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from passatempo.campaigns.acts.act import Act, Row, name_faults, refuse_unknown_keys, words_of
from passatempo.campaigns.acts.question import LISTED, InstanceSource
from passatempo.core.errors import FormatError, UsageError, quote
from passatempo.core.instances import format_model
from passatempo.core.limits import Limits
from passatempo.core.methods import suggest
from passatempo.core.random import Random


class Encoding(Act):
    """Write a model of an instance as a file, and measure it."""

    def __init__(self, target: str) -> None:
        self.game, _ = words_of(target, "PASTIME")
        self.game_models = {model.name: model for model in self.game.models}
        if not self.game_models:
            raise UsageError(f"{self.game.name} has no models")
        self.instance_source = InstanceSource(self.game)

    def check_keys(self, keys: Sequence[str]) -> None:
        """Refuse keys that belong neither to the generator nor to the file; `model` is required."""
        refuse_unknown_keys(keys, ["model", "to", *LISTED, *self.instance_source.param_keys])
        if "model" not in keys:
            raise FormatError(f"model is missing ({', '.join(self.game_models)})", where="[grid]")

    def check(self, cell: Mapping[str, Any]) -> None:
        """Check the model, the format and the instance."""
        model, form = self._model_file(cell)
        if form not in self.game_models[model.partition(":")[0]].formats:
            formats = self.game_models[model.partition(":")[0]].formats
            format_hint = f"{suggest(form, formats)} ({', '.join(formats)})"
            raise FormatError(f"{quote(form)} is not a format of {model}{format_hint}", where="[grid] to")
        with name_faults():
            self.instance_source.check(cell)

    def _model_file(self, cell: Mapping[str, Any]) -> tuple[str, str]:
        """Return the model with its settings, and the format, by default the model's first."""
        model = str(cell["model"])
        name = model.partition(":")[0]
        if name not in self.game_models:
            model_hint = f"{suggest(name, self.game_models)} ({', '.join(self.game_models)})"
            raise FormatError(f"{quote(name)} is not a model of {self.game.name}{model_hint}", where="[grid] model")
        return model, str(cell.get("to", self.game_models[name].formats[0]))

    def stream_levels(self, cell: Mapping[str, Any]) -> dict[str, Any]:
        """Return the keys of the instance only."""
        return self.instance_source.instance_levels(cell)

    def __call__(self, cell: Mapping[str, Any], stream: Random, limits: Limits) -> Row:
        """Write one model in memory, and measure it."""
        instance = self.instance_source.instance(cell, stream)
        began = time.perf_counter()
        text = format_model(self.game, instance, *self._model_file(cell))
        row: Row = {"bytes": len(text.encode()), "lines": text.count("\n")}
        row["writing_seconds"] = time.perf_counter() - began
        head = next((line.split() for line in text.splitlines() if line.startswith("p cnf ")), None)
        if head:
            row |= {"variables": int(head[2]), "clauses": int(head[3])}
        return row
