"""How far a campaign has come."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from passatempo.campaigns.jobs import canonical, name_of
from passatempo.campaigns.store import open_store
from passatempo.core.json import count_of, decode

if TYPE_CHECKING:
    from pathlib import Path

    from passatempo.campaigns.store import Store


@dataclass(frozen=True, slots=True)
class Status:
    """The state of a file of results, as data and as text."""

    said: dict[str, Any]

    @property
    def text(self) -> str:
        """Write it for people."""
        said = self.said
        share = f", shard {said['shard']}" if said["shard"] else ""
        lines = [
            f"{said['name']}: {said['done']} of {count_of(said['jobs'], 'job')} done, {said['failed']} failed{share}",
            f"plan {said['plan']}: {said['run']}",
        ]
        for run in said["runs"]:
            ended = f"ended {run['ended']}" if run["ended"] else "not ended"
            versions = ", ".join(f"{name} {version}" for name, version in run["versions"].items())
            lines.append(f"run {run['began']}, {ended}: {run['how']}; {run['machine']}; {versions}")
        return "\n".join(lines) + "\n"


def status_of(path: Path) -> Status:
    """Look at a file of results, also while it is written.

    Raises
    ------
    UsageError, StoreFault
        If there is none, or it cannot be read.
    """
    with open_store(path, to_read=True) as store:
        counts, plan = store.counts(), store.plan
        said: dict[str, Any] = {"name": plan.name, "plan": plan.hash, "run": f"{plan.kind} {plan.target}"}
        said |= {"shard": str(store.shard), "jobs": _jobs(store), **counts}
        said["runs"] = [{**asdict(run), "versions": decode(run.versions)} for run in store.runs()]
    return Status(said)


def _jobs(store: Store) -> int:
    """Count the jobs that fall into the file's share."""
    plan, shard = store.plan, store.shard
    if shard.parts == 1:
        return plan.jobs
    cells = (canonical(plan.cell(number)) for number in range(plan.cells))
    return sum(shard.holds(name_of(plan, cell, k)) for cell in cells for k in range(plan.repeat))
