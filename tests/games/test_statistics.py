"""Finished games in a database, and what they come to; figures are worked out here by other ways.

Tests: games/tallies.py, games/intervals.py
"""

import sqlite3
from fractions import Fraction

import pytest

from passatempo.core.random import Random
from passatempo.games.intervals import NORMAL, difference_interval, mean_interval, wilson_interval
from passatempo.games.tallies import GameTally, delete, read_games, store, sum_games


def entry(won=True, **changed):
    """Make a game of chess against the clock, which nobody plays here."""
    said = {
        "pastime": "clock",
        "rules": "{}",
        "seats": "you",
        "seat": 1,
        "seed": "7",
        "how": "won" if won else "lost",
        "won": won,
        "score": int(won),
        "seconds": 10.0,
        "summary": '{"clicks":3}',
        "practice": False,
        "day": "2026-11-22",
    }
    return GameTally(**(said | changed))


def test_games_are_kept_in_their_order(tmp_path):
    path = tmp_path / "deep" / "games.sqlite"
    games = [entry(won=bool(n % 2), score=n, seed=None if n == 2 else str(10**39 + n)) for n in range(5)]
    for game in games:
        store(path, game)
    store(path, entry(pastime="other"))
    assert read_games(path, "clock") == tuple(games)
    assert delete(path, "clock") == 5
    assert (read_games(path, "clock"), len(read_games(path, "other"))) == ((), 1)


def test_there_need_be_no_file(tmp_path):
    assert (read_games(tmp_path / "none", "clock"), delete(tmp_path / "none", "clock")) == ((), 0)
    assert not (tmp_path / "none").exists()


def test_what_is_no_database_is_an_error_and_stays(tmp_path):
    path = tmp_path / "games.sqlite"
    path.write_text("this is a letter, not a database " * 50, encoding="utf-8")
    with pytest.raises(sqlite3.DatabaseError):
        store(path, entry())
    assert path.read_text(encoding="utf-8").startswith("this is a letter")


def test_several_programs_write_at_once(tmp_path):
    path = tmp_path / "games.sqlite"
    store(path, entry())
    reader = sqlite3.connect(path)
    assert reader.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM games").fetchall()
    store(path, entry())  # while the other reads
    reader.close()
    assert len(read_games(path, "clock")) == 2


def test_totals_are_by_rules_and_tables():
    games = [entry(rules=rules, seats=seats) for rules in ("{}", '{"a":1}') for seats in ("you", "you,bot")]
    assert {(total.rules, total.seats, total.games) for total in sum_games(games * 2)} == {
        ("{}", "you", 2),
        ("{}", "you,bot", 2),
        ('{"a":1}', "you", 2),
        ('{"a":1}', "you,bot", 2),
    }
    assert sum_games([entry(practice=True)]) == []


def test_streaks_best_and_median():
    won = (True, True, True, False, True, True)
    scores, seconds = (5, 1, 9, 2, 4, 6), (30.0, 10.0, 20.0, 1.0, 50.0, 40.0)
    (total,) = sum_games([entry(won=w, score=s, seconds=t) for w, s, t in zip(won, scores, seconds, strict=True)])
    assert (total.games, total.wins, total.streak, total.longest) == (6, 5, 2, 3)
    assert (total.best, total.middle) == (9, 4.5)
    assert (total.best_seconds, total.middle_seconds) == (10.0, 30.0)
    (lost,) = sum_games([entry(won=False)])
    assert (lost.best_seconds, lost.streak) == (None, 0)


@pytest.mark.parametrize(("wins", "games"), [(0, 1), (1, 1), (3, 7), (50, 100), (1, 1000)])
def test_an_end_of_wilsons_interval_is_as_far_off_as_its_own_spread(wins, games):
    """The definition: |share - p| = z sqrt(p (1 - p) / n) at both ends, but where the end is 0 or 1."""
    for end in wilson_interval(wins, games):
        if 0 < end < 1:
            away = float(abs(Fraction(wins, games) - Fraction(end)))
            assert away == pytest.approx(NORMAL * (end * (1 - end) / games) ** 0.5)


def test_wilsons_interval_covers():
    """Of samples of 20 games with a known share, some 95 in 100 intervals hold it."""
    random, held = Random(11), 0
    for _ in range(400):
        wins = sum(random.below(10) < 3 for _ in range(20))
        low, high = wilson_interval(wins, 20)
        held += low <= 0.3 <= high
    assert 0.90 <= held / 400 <= 0.99
    assert wilson_interval(0, 0) == (0.0, 1.0)


def test_the_interval_of_a_paired_difference_covers():
    """Of 300 samples of 60 trials, of which 3 in 10 are gained and 1 in 10 is lost, some 95 in 100 hold 0.2."""
    random, held = Random(12), 0
    for _ in range(300):
        drawn = [random.below(10) for _ in range(60)]
        low, high = difference_interval(sum(face < 3 for face in drawn), sum(face == 3 for face in drawn), 60)
        held += low <= 0.2 <= high
    assert 0.90 <= held / 300 <= 0.99


def test_the_interval_of_a_paired_difference_is_that_of_a_mean():
    """With two more trials, half of them as far off as any: +1, -1 and 0 as values."""
    values = [1] * 30 + [-1] * 10 + [0] * 60
    low, high = difference_interval(30, 10, 100)
    plain_low, plain_high = mean_interval(float(sum(values)), float(sum(value**2 for value in values)), 100)
    assert low == pytest.approx(plain_low, abs=0.01)
    assert high == pytest.approx(plain_high, abs=0.01)


def test_equal_values_have_no_interval_however_many_and_others_have_one():
    """What differs by the rounding of sums alone is equal."""
    for value in (1 / 3, 0.1, 1.0, 0.0, 1e-17, -2 / 3):
        for count in (1, 2, 3, 1000, 10**6):
            assert mean_interval(value * count, value * value * count, count) == (None, None)
            if count > 1:  # one of them is half a hundredth off
                low, high = mean_interval(
                    value * count + 0.005, value * value * (count - 1) + (value + 0.005) ** 2, count
                )
                assert low < value + 0.005 / count < high
    assert mean_interval(2.0, 2.0, 4, 0.3, 0.6) == (0.3, 0.6)


def test_the_interval_of_a_mean_covers():
    random, held = Random(13), 0
    for _ in range(300):
        drawn = [random.below(101) / 100 for _ in range(50)]
        low, high = mean_interval(sum(drawn), sum(value**2 for value in drawn), 50)
        held += low <= 0.5 <= high
    assert 0.90 <= held / 300 <= 0.99
