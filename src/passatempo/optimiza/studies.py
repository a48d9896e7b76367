"""The experiment that campaigns repeat: the quality of the greedies on a random board."""

from dataclasses import dataclass, field
from typing import Any, Literal

from passatempo.core.errors import UsageError
from passatempo.core.limits import Limits
from passatempo.core.outcome import Status
from passatempo.core.random import Random
from passatempo.optimiza.exact.levels import levels
from passatempo.optimiza.generate import Params, generate
from passatempo.optimiza.model import Variant, wrong_size

GREEDIES = ("X", "X_best", "Y", "expert")


@dataclass(frozen=True, slots=True)
class QualityParams:
    """Which boards."""

    N: int = field(default=5, metadata={"help": "size of the board, which is also its largest number"})
    variant: Variant = field(default="torus-queen", metadata={"help": "shape of the board and directions of a move"})
    hardness: Literal["random", "clustered", "dense"] = field(default="random", metadata={"help": "as in `new`"})

    def __post_init__(self) -> None:
        for fault in wrong_size(self.variant, self.N):
            raise ValueError(fault.text)


def quality(params: QualityParams, rng: Random, limits: Limits = Limits()) -> dict[str, Any]:
    """Draw a board and return the share of the optimum Z that each greedy reaches.

    Raises
    ------
    UsageError
        If a limit comes before the optimum is proved.

    Examples
    --------
    >>> from passatempo.core.random import Random
    >>> row = quality(QualityParams(4), Random(1))
    >>> row["Z"] >= row["Z"] * row["Y"] > 0
    True
    """
    board = generate(Params(params.N, params.variant, params.hardness), rng)
    level_outcome = levels(board, limits)
    if level_outcome.status is not Status.SOLVED or level_outcome.answer is None:
        raise UsageError(f"no proved optimum within the limits ({level_outcome.stopped.value})")
    best, answer_levels = level_outcome.answer.z, level_outcome.answer
    assert answer_levels.x_best is not None  # it is solved
    greedy_sums = {
        "X": answer_levels.x,
        "X_best": answer_levels.x_best,
        "Y": answer_levels.y,
        "expert": answer_levels.expert,
    }
    shares = {name: greedy_sums[name] / best for name in GREEDIES}
    return {"Z": best, **shares, **{f"{name}_is_best": shares[name] == 1.0 for name in GREEDIES}}
