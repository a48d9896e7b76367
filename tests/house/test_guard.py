"""What `make guard` watches: its counts are those of the kernel, here and now; what is slower or otherwise is told."""

import json
from copy import deepcopy

import pytest

import guard

KEPT = json.loads(guard.KEPT.read_text(encoding="utf-8"))


@pytest.mark.parametrize("watched", guard.WATCHED, ids=lambda watched: watched.name)
def test_what_is_counted_is_what_was_kept(watched):
    assert watched.prepare()() == KEPT[watched.name]["counts"]


def test_all_that_is_watched_is_kept_and_nothing_else():
    assert [watched.name for watched in guard.WATCHED] == list(KEPT)
    assert guard.differences(KEPT, KEPT) == []
    for name, row in KEPT.items():
        assert 0 < row["low"] <= row["ratio"] <= row["high"], name
    pastimes = {name.partition("-")[0] for name in KEPT}
    assert pastimes == {"machiavelli", "cards", "optimiza", "minesweeper", "mnk"}


@pytest.mark.parametrize("name", KEPT)
def test_twice_the_time_is_told_and_a_quarter_more_is_not(name):
    for factor, told in ((1.25, 0), (2, 1)):
        found = deepcopy(KEPT)
        for key in ("ratio", "low", "high"):
            found[name][key] *= factor
        assert len(guard.differences(KEPT, found)) == told, factor


def test_one_node_more_a_count_that_is_gone_and_a_row_that_is_new_are_told():
    found = deepcopy(KEPT)
    found["mnk-win"]["counts"]["bytes"] += 1
    del found["mnk-hold"]["counts"]["probes"]
    found["new"] = found.pop("cards-count")
    bytes_ = KEPT["mnk-win"]["counts"]["bytes"]
    assert sorted(guard.differences(KEPT, found)) == [
        "cards-count: kept, and not watched",
        "mnk-hold: probes 0 before, None now",
        f"mnk-win: bytes {bytes_} before, {bytes_ + 1} now",
        "new: not kept yet",
    ]


def test_a_call_is_told_as_a_multiple_of_the_loop(monkeypatch):
    """A clock of its own: the loop takes 2 seconds, the call 5."""
    spent = iter([2.0, 5.0] * 3)
    monkeypatch.setattr(guard, "WATCHED", (guard.Watched("one", "one", lambda: lambda: {"nodes": 1}),))
    monkeypatch.setattr(guard, "seconds", lambda call: next(spent))
    assert guard.measure(3) == {"one": {"counts": {"nodes": 1}, "ratio": 2.5, "low": 2.5, "high": 2.5}}
