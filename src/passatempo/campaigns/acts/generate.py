"""The act `generate`: statistics of a pastime's generator."""

import time
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from passatempo.campaigns.acts.act import Act, Row, name_faults, refuse_unknown_keys, scalar_columns, words_of
from passatempo.campaigns.acts.question import InstanceSource
from passatempo.core.errors import UsageError
from passatempo.core.json import plain_instance
from passatempo.core.limits import Limits
from passatempo.core.random import Random


class Generating(Act):
    """Generate an instance and measure it: time, text length, a hash of the text, and the instance's own numbers."""

    def __init__(self, target: str) -> None:
        self.game, _ = words_of(target, "PASTIME")
        if not self.game.generates:
            raise UsageError(f"{self.game.name} has no generator")
        self.instance_source = InstanceSource(self.game)

    def check_keys(self, keys: Sequence[str]) -> None:
        """Refuse keys that are not parameters of the generator."""
        refuse_unknown_keys(keys, self.instance_source.param_keys)

    def check(self, cell: Mapping[str, Any]) -> None:
        """Check the parameters."""
        with name_faults():
            self.instance_source.check(cell)

    def __call__(self, cell: Mapping[str, Any], stream: Random, limits: Limits) -> Row:
        """Generate one instance."""
        began = time.perf_counter()
        instance = self.instance_source.instance(cell, stream)
        seconds = time.perf_counter() - began
        text = str(self.game.wiring.write(instance))
        row: Row = {"text": sha256(text.encode()).hexdigest()[:16], "letters": len(text), "generator_seconds": seconds}
        return row | scalar_columns(plain_instance(self.game, instance))
