"""The study that campaigns repeat: one encoding of one deal."""

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from passatempo.cards.encodings.encoding import encoding
from passatempo.cards.generate import Params, generate
from passatempo.cards.model import Distance
from passatempo.cards.settings import EncodingName, SatSettings
from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import Status
from passatempo.core.random import Random
from passatempo.solvers.cnf import AtMostOne

Kind = Literal["possible", "impossible", "unique", "any", "pairs", "quads"]


@dataclass(frozen=True, slots=True)
class EncodingParams:
    """A deal and an encoding."""

    cards: int = field(default=9, metadata={"help": "number of cards (approximate for pairs and quads)"})
    kind: Kind = field(default="any", metadata={"help": "as in `new`"})
    D: int = field(default=0, metadata={"help": "distance of the peaks; 0: chosen by the generator"})
    encoding: EncodingName = field(default="run", metadata={"help": "formula"})
    amo: AtMostOne = field(default="pairwise", metadata={"help": "encoding of at most one"})
    solver: str = field(default="glucose42", metadata={"help": "SAT solver"})

    def __post_init__(self) -> None:
        Params(self.cards, self.kind)
        SatSettings(self.amo, self.solver)
        if self.D < 0:
            raise ValueError(f"D: {self.D} is not a distance")


def encode(params: EncodingParams, rng: Random, limits: Limits = Limits()) -> dict[str, Any]:
    """Draw a deal, encode it and solve the formula.

    If a limit ends the run, `satisfiable` is None and `decided` is false.
    """
    from passatempo.cards.encodings import sat

    deal = generate(Params(params.cards, params.kind), rng)
    if params.D:
        deal = replace(deal, distances=(Distance(1, 3, "=", params.D),))
    settings = SatSettings(params.amo, params.solver)
    table = encoding(params.encoding).table(deal, settings.amo, Deadline(limits).check)
    methods = {
        "run": sat.by_runs,
        "position": sat.by_positions,
        "corrected": sat.corrected,
        "published": sat.published,
    }
    outcome = methods[params.encoding](deal, limits, settings=settings)
    is_decided = outcome.status in (Status.SOLVED, Status.IMPOSSIBLE)
    return {
        "N": len(deal.cards),
        "variables": table.variables,
        "clauses": table.clauses,
        "decided": is_decided,
        "satisfiable": outcome.status is Status.SOLVED if is_decided else None,
        "conflicts": int(outcome.stats.get("conflicts", 0)),
        "solver_seconds": float(outcome.stats.get("solve_seconds", 0.0)),
    }
