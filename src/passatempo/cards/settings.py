"""The settings of the methods that call solvers; this module imports none of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from passatempo.solvers.cnf import AtMostOne, known_at_most_one, known_solver


@dataclass(frozen=True, slots=True)
class FormulaSettings:
    """How a formula is written."""

    amo: AtMostOne = field(default="pairwise", metadata={"help": "the encoding of at most one"})

    def __post_init__(self) -> None:
        known_at_most_one(self.amo)


@dataclass(frozen=True, slots=True)
class SatSettings:
    """How a formula is written, and who solves it."""

    amo: AtMostOne = field(default="pairwise", metadata={"help": "the encoding of at most one"})
    solver: str = field(default="glucose42", metadata={"help": "the SAT solver"})

    def __post_init__(self) -> None:
        known_at_most_one(self.amo)
        known_solver(self.solver)


@dataclass(frozen=True, slots=True)
class CpSettings:
    """Which constraint program is solved."""

    model: str = field(default="runs", metadata={"help": "runs, or elements: cards at positions"})

    def __post_init__(self) -> None:
        if self.model not in ("runs", "elements"):
            raise ValueError(f"model: {self.model!r} is not one of runs, elements")
