"""Settings of the integer programs, which cannot change the answer; this module imports no solver."""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

Solver: TypeAlias = Literal["highs", "scip", "cpsat"]
Indices: TypeAlias = Literal["outside", "every"]
SOLVERS: tuple[Solver, ...] = get_args(Solver)
INDICES: tuple[Indices, ...] = get_args(Indices)


@dataclass(frozen=True, slots=True)
class Settings:
    """The preferred solver: ``highs``, ``scip`` or ``cpsat``."""

    solver: Solver = "highs"

    def __post_init__(self) -> None:
        if self.solver not in SOLVERS:
            raise ValueError(f"solver={self.solver} is not one of {', '.join(SOLVERS)}")


@dataclass(frozen=True, slots=True)
class PublishedSettings(Settings):
    """The solver, and the reading of rule 6: its modulus, 12 as printed or 13 as meant, and its indices."""

    modulus: int = 12
    indices: Indices = "outside"

    def __post_init__(self) -> None:
        Settings.__post_init__(self)
        if self.modulus not in (12, 13):
            raise ValueError(f"modulus={self.modulus} is neither 12 (as printed) nor 13 (as meant)")
        if self.indices not in INDICES:
            raise ValueError(f"indices={self.indices} is not one of {', '.join(INDICES)}")
