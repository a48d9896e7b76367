"""The act `question`: ask about generated or listed instances, by one method or several."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any

from passatempo.campaigns.acts.act import Act, Row, name_faults, refuse_unknown_keys, scalar_columns, words_of
from passatempo.core import queries
from passatempo.core.errors import FormatError, UsageError, quote
from passatempo.core.json import convert, dump_outcome, keys_of, plain_data, with_ask
from passatempo.core.limits import Limits
from passatempo.core.pastime import Pastime
from passatempo.core.random import Random

LISTED = ("example", "instance")  # keys that name an instance instead of generating one
OUTCOME_KEYS = ("status", "value", "bound", "stopped", "checked")


class InstanceSource:
    """The source of a pastime's instances: the generator's parameters, or an instance by name or text."""

    def __init__(self, game: Pastime) -> None:
        self.game = game
        self.params_type = game.wiring.params
        self.param_keys = [field.name for field in fields(self.params_type)] if self.params_type else []
        self.named_instance = lru_cache(maxsize=64)(self._load_instance)

    def instance_levels(self, cell: Mapping[str, Any]) -> dict[str, Any]:
        """Return the part of a cell that defines the instance."""
        return {key: level for key, level in cell.items() if key in self.param_keys or key in LISTED}

    def check(self, cell: Mapping[str, Any]) -> None:
        """Refuse a cell that defines no instance, or two."""
        instance_levels = self.instance_levels(cell)
        named = [key for key in LISTED if key in instance_levels]
        if named and len(instance_levels) > 1:
            raise FormatError(f"a named instance takes no other keys ({', '.join(instance_levels)})", where=named[0])
        if named:
            self.named_instance(named[0], instance_levels[named[0]])
        else:
            self._make_params(instance_levels)

    def _make_params(self, instance_levels: Mapping[str, Any]) -> Any:
        if self.params_type is None:
            raise UsageError(f"{self.game.name} cannot generate instances: name them")
        return convert(dict(instance_levels), self.params_type, "the cell")

    def _load_instance(self, key: str, text: Any) -> Any:
        if not isinstance(text, str):
            raise FormatError(f"{quote(text)} is not a text", where=key)
        return queries.instance_of(self.game, self.game.example(text) if key == "example" else text)

    def instance(self, cell: Mapping[str, Any], stream: Random) -> Any:
        """Return the instance of a job."""
        for key in LISTED:
            if key in cell:
                return self.named_instance(key, cell[key])
        return self.game.wiring.generate(self._make_params(self.instance_levels(cell)), stream)


class QuestionAct(Act):
    """Ask a question of a pastime; all methods and inputs of the question get the same instances."""

    has_limits = True

    def __init__(self, target: str) -> None:
        self.game, name = words_of(target, "PASTIME QUESTION")
        self.problem = self.game.problem(name)
        self.instance_source = InstanceSource(self.game)
        self.ask_keys = list(keys_of(self.problem.wiring.ask) if self.problem.wiring.ask else ())

    def check_keys(self, keys: Sequence[str]) -> None:
        """Refuse keys that belong neither to the generator, nor to the question, nor to the method."""
        refuse_unknown_keys(keys, ["method", *LISTED, *self.instance_source.param_keys, *self.ask_keys])

    def check(self, cell: Mapping[str, Any]) -> None:
        """Check the method, and all inputs that need no random numbers."""
        with name_faults("method"):
            if not isinstance(cell.get("method", ""), str):
                raise FormatError(f"{quote(cell['method'])} is not a text")
            self.problem.choose(cell.get("method")).load_solver()
        with name_faults():
            self.instance_source.check(cell)
            if self.problem.wiring.ask:
                convert(self._ask_inputs(cell), self.problem.wiring.ask, "the question's own inputs")

    def _ask_inputs(self, cell: Mapping[str, Any]) -> dict[str, Any]:
        return {
            key: level
            for key, level in cell.items()
            if key in self.ask_keys and key not in self.instance_source.param_keys
        }

    def stream_levels(self, cell: Mapping[str, Any]) -> dict[str, Any]:
        """Return the keys of the instance only."""
        return self.instance_source.instance_levels(cell)

    def __call__(self, cell: Mapping[str, Any], stream: Random, limits: Limits) -> Row:
        """Answer one question and check it; the row has the outcome's figures and the scalar part of the answer."""
        question = with_ask(self.problem, self.instance_source.instance(cell, stream), self._ask_inputs(cell))
        outcome = queries.ask(self.problem, question, method=cell.get("method"), limits=limits, explain=0)
        outcome_json = plain_data(dump_outcome(self.problem, outcome))
        row = {key: outcome_json[key] for key in OUTCOME_KEYS} | {"method_seconds": outcome.seconds}
        inner = {"answer": outcome_json["answer"]} if isinstance(outcome_json["answer"], dict) else {}
        return row | scalar_columns({**inner, "stats": outcome_json["stats"]})
