"""Exporting: the results as a table for other programs, one row a job, in the order of the plan."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

import msgspec

from passatempo.campaigns.jobs import DONE
from passatempo.core.errors import SolverUnavailable
from passatempo.core.writing import whole_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from passatempo.campaigns.store import Store

OWN = ("job", "repetition", "state", "error", "seconds")  # which a row's own names give way to
AT_ONCE = 50_000  # rows that are held at once


def rows(store: Store) -> Iterator[dict[str, Any]]:
    """Yield a row for each result: the job, the cell's keys, the row's columns."""
    plan, decode = store.plan, msgspec.json.Decoder().decode
    cell, said = -1, {}
    for one in store.results():
        if one.number // plan.repeat != cell:
            cell = one.number // plan.repeat
            said = {key: _flat(value) for key, value in plan.cell(cell).items()}
        done = one.state == DONE
        row = {"job": one.name.hex(), **said, "repetition": one.number % plan.repeat, "state": one.state}
        row["error"] = None if done else one.row
        row["seconds"] = one.seconds
        if done:
            row |= {key if key not in row else f"row.{key}": value for key, value in decode(one.row).items()}
        yield row


def _flat(value: Any) -> Any:
    return msgspec.json.encode(value).decode() if isinstance(value, list) else value


def columns(store: Store) -> dict[str, type]:
    """Return the columns with their types, in the order in which they first come; text where types are mixed."""
    found: dict[str, type] = {}
    for row in rows(store):
        for key, value in row.items():
            kind = type(value)
            if value is None:
                found.setdefault(key, type(None))
            elif found.get(key, type(None)) is type(None):
                found[key] = kind
            elif found[key] is not kind:
                found[key] = float if {found[key], kind} == {int, float} else str
    return found


def export(store: Store, out: Path, form: str) -> int:
    """Write all results to a file, ``csv`` or ``parquet``; return how many.

    Raises
    ------
    SolverUnavailable
        If the extra for Parquet is not installed.
    """
    heads = columns(store) or dict.fromkeys(OWN, str)
    return _csv(store, out, list(heads)) if form == "csv" else _parquet(store, out, heads)


def _csv(store: Store, out: Path, heads: list[str]) -> int:
    count = 0
    with whole_file(out) as file:
        writer = csv.DictWriter(file, heads, restval="", lineterminator="\n")
        writer.writeheader()
        for row in rows(store):
            writer.writerow(
                {key: str(value).lower() if isinstance(value, bool) else value for key, value in row.items()}
            )
            count += 1
    return count


def _parquet(store: Store, out: Path, heads: dict[str, type]) -> int:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise SolverUnavailable("export --to parquet", "campaign") from None
    kinds = {bool: pyarrow.bool_(), int: pyarrow.int64(), float: pyarrow.float64()}
    schema = pyarrow.schema([(key, kinds.get(kind, pyarrow.string())) for key, kind in heads.items()])
    count = 0
    with whole_file(out, binary=True) as file, parquet.ParquetWriter(file, schema) as writer:
        batch: list[dict[str, Any]] = []
        for row in rows(store):
            batch.append({key: _fit(row.get(key), kind) for key, kind in heads.items()})
            count += 1
            if len(batch) == AT_ONCE:
                writer.write_table(pyarrow.Table.from_pylist(batch, schema))
                batch.clear()
        writer.write_table(pyarrow.Table.from_pylist(batch, schema))
    return count


def _fit(value: Any, kind: type) -> Any:
    if value is None or kind in (bool, int):
        return value
    return float(value) if kind is float else str(value)
