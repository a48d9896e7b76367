"""The settings of the methods that call solvers. This module imports no solver."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from passatempo.solvers.cnf import AtMostOne, check_amo, check_solver

EncodingName: TypeAlias = Literal["published", "corrected", "run", "position"]


@dataclass(frozen=True, slots=True)
class FormulaSettings:
    """The form of a formula."""

    amo: AtMostOne = field(default="pairwise", metadata={"help": "the encoding of at most one"})

    def __post_init__(self) -> None:
        check_amo(self.amo)


@dataclass(frozen=True, slots=True)
class SatSettings:
    """The form of a formula, and its solver."""

    amo: AtMostOne = field(default="pairwise", metadata={"help": "the encoding of at most one"})
    solver: str = field(default="glucose42", metadata={"help": "the SAT solver"})

    def __post_init__(self) -> None:
        check_amo(self.amo)
        check_solver(self.solver)


@dataclass(frozen=True, slots=True)
class CpSettings:
    """The constraint program to solve."""

    model: str = field(default="runs", metadata={"help": "runs, or elements: cards at positions"})

    def __post_init__(self) -> None:
        if self.model not in ("runs", "elements"):
            raise ValueError(f"model: {self.model!r} is not one of runs, elements")


@dataclass(frozen=True, slots=True)
class EncodeAsk:
    """The formula to build."""

    encoding: EncodingName = field(default="published", metadata={"help": "the encoding"})
    amo: AtMostOne = field(default="pairwise", metadata={"help": "the encoding of at most one"})


@dataclass(frozen=True, slots=True)
class AuditAsk:
    """The encoding to compare with the definition."""

    encoding: EncodingName = field(default="published", metadata={"help": "the encoding"})
