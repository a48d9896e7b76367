"""The interface of a job: the same four operations for every kind of plan."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TypeAlias

from passatempo.core.errors import FormatError, PassatempoError, SolverUnavailable, UsageError, quote
from passatempo.core.limits import Limits
from passatempo.core.methods import resolve, suggest
from passatempo.core.pastime import Pastime
from passatempo.core.random import Random
from passatempo.core.registry import pastime

Row: TypeAlias = "dict[str, str | int | float | bool | None]"
MOST_KEYS = 200  # in a row


class Act(Protocol):
    """One kind of job on one target."""

    has_limits: bool = False  # whether the plan's limits apply to the job
    rate_columns: Mapping[str, tuple[str, str]] = {}  # ratios of sums: a name to the columns of two counts

    def check_keys(self, keys: Sequence[str]) -> None:
        """Refuse a key of [run] or [grid] that has no meaning here; raises `FormatError`."""

    def check(self, cell: Mapping[str, Any]) -> None:
        """Refuse a cell that cannot run; raises `FormatError` or `UsageError` with the key."""

    def stream_levels(self, cell: Mapping[str, Any]) -> dict[str, Any]:
        """Return the part of a cell that selects the random stream: cells with equal parts get the same instances."""
        return dict(cell)

    def __call__(self, cell: Mapping[str, Any], stream: Random, limits: Limits) -> Row:
        """Run one job."""


def act_of(kind: str, target: str) -> Act:
    """Find the act of a plan.

    Raises
    ------
    UsageError
        If there is no such pastime, question or study; the message lists those that exist.

    Examples
    --------
    >>> act_of("question", "optimiza best").check({"N": 4, "method": "expert"})
    """
    act_reference = {
        "question": "question:QuestionAct",
        "generate": "generate:Generating",
        "match": "match:Meeting",
        "simulate": "simulate:Simulating",
        "encode": "encode:Encoding",
    }[kind]
    act_factory: Callable[[str], Act] = resolve(f"passatempo.campaigns.acts.{act_reference}")
    return act_factory(target)


def words_of(target: str, form: str) -> tuple[Pastime, str]:
    """Split a target into the pastime and the rest.

    Raises
    ------
    UsageError
        If it does not have that form, or there is no such pastime.
    """
    words = target.split()
    if len(words) != len(form.split()):
        raise UsageError(f"{quote(target)} is not of the form {form}")
    return pastime(words[0]), " ".join(words[1:])


def refuse_unknown_keys(keys: Sequence[str], valid_keys: Collection[str]) -> None:
    """Raise `FormatError` at the first key of a plan that has no meaning."""
    for key in keys:
        if key not in valid_keys:
            raise FormatError(
                f"unknown key{suggest(key, valid_keys)} (known: {', '.join(valid_keys)})", where=f"[grid] {key}"
            )


@contextmanager
def name_faults(key: str = "") -> Iterator[None]:
    """Add the table and the key to every error."""
    try:
        yield
    except SolverUnavailable:  # not the plan's fault
        raise
    except PassatempoError as error:
        error_place = getattr(error, "where", "")
        message = getattr(error, "message", str(error))
        named = f"[grid] {error_place or key}".strip()
        raise FormatError(message, where=named) from None
    except (TypeError, ValueError) as error:  # raised by the dataclasses of parameters
        raise FormatError(str(error), where=f"[grid] {key}".strip()) from None


def scalar_columns(json_object: Mapping[str, Any], before: str = "") -> Row:
    """Return the members of a JSON object that fit in a row: scalars, with the keys of inner objects after a dot.

    >>> scalar_columns({"X": 3, "path": [1, 2], "stats": {"nodes": 7}})
    {'X': 3, 'stats.nodes': 7}
    """
    scalar_row: Row = {}
    for key, content in json_object.items():
        if isinstance(content, dict):
            scalar_row |= scalar_columns(content, f"{before}{key}.")
        elif content is None or isinstance(content, str | int | float | bool):
            scalar_row[before + key] = content
        if len(scalar_row) >= MOST_KEYS:
            break
    return scalar_row
