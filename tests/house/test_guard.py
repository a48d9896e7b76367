"""The counts that `make guard` keeps are those of the kernels."""

import json

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
