"""Each click of a game judged, against a count of all layouts from the rules alone.

Tests: game/judgement.py, game/verdicts.py, formats/minefield.py, cli/games/replay.py
"""

import json
import re
import time
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import log10, prod
from pathlib import Path

import pytest

from passatempo import minesweeper
from passatempo.cli.main import run
from passatempo.core.errors import InvalidInstance
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.games.players import person
from passatempo.games.playthrough import Playthrough
from passatempo.games.records import write_record
from passatempo.games.values import Deal
from passatempo.minesweeper.exact.methods import safe
from passatempo.minesweeper.formats.minefield import Minefield, PlayedClick
from passatempo.minesweeper.game.judgement import judge
from passatempo.minesweeper.game.play import ACTIONS, Move, lay_mines
from passatempo.minesweeper.game.play import judge as legal_move_faults
from passatempo.minesweeper.game.presentation import ending
from passatempo.minesweeper.game.rules import PRESETS, GameRules

MINESWEEPER = pastime("minesweeper")
DATA = json.loads((Path(__file__).parents[2] / "data/minesweeper/judgements.json").read_text(encoding="utf-8"))
ROWS, COLUMNS = 4, 4
CELLS = [(i, j) for i in range(ROWS) for j in range(COLUMNS)]


def near(cell, variant):
    """Return the eight cells around a cell, on a torus with the edges joined."""
    around = {(cell[0] + a, cell[1] + b) for a in (-1, 0, 1) for b in (-1, 0, 1)}
    if variant == "torus":
        around = {(i % ROWS, j % COLUMNS) for i, j in around}
    return around & {*CELLS} - {cell}


def fitting(opened, mines, variant):
    """Return all layouts of as many mines that give the open cells their numbers."""
    covered = [cell for cell in CELLS if cell not in opened]
    numbers = {cell: len(near(cell, variant) & mines) for cell in opened}
    for chosen in map(set, combinations(covered, len(mines))):
        if all(len(near(cell, variant) & chosen) == number for cell, number in numbers.items()):
            yield chosen


def counted(field, turns, variant):
    """Judge the clicks of a game by listing layouts: opened cells, hit, verdict, safety, best, safe cells."""
    mines, opened, flags = field, set(), set()
    for action, place in turns:
        if action == "flag":
            flags ^= {place}
            continue
        opens = {place} if action == "open" else near(place, variant) - opened - flags
        if opened:
            every = list(fitting(opened, mines, variant))
            shares = {cell: Fraction(sum(cell not in one for one in every), len(every)) for cell in {*CELLS} - opened}
            safety, best = Fraction(sum(not opens & one for one in every), len(every)), max(shares.values())
            certain = {cell for cell, share in shares.items() if share == 1}
            verdict = "safe" if safety == 1 else "needless" if certain else "forced" if safety == best else "guess"
            yield opens, bool(opens & mines), verdict, safety, best, certain
        else:
            yield opens, bool(opens & mines), "first", None, None, set()
        fresh = opens - mines
        while fresh:
            opened |= fresh
            zeros = [cell for cell in fresh if not near(cell, variant) & mines]
            fresh = set().union(*[near(cell, variant) for cell in zeros]) - opened - flags


def played(seed, variant="square"):
    """Play a small game of random legal moves, and return it with its mines and its moves."""
    random = Random(seed, "judged")
    rules = GameRules(ROWS, COLUMNS, random.in_range(2, 5), "safe", variant)
    game = Playthrough(MINESWEEPER, (person(),), rules, "beginner", Deal(seed))
    while game.result is None and len(game.moves) < 40:
        move = Move(random.choice(ACTIONS), random.choice(CELLS))
        if not legal_move_faults(game.view(), move):
            game.play(move)
    mines = {cell for cell, mine in zip(CELLS, game.state.mine, strict=False) if mine}
    turns = [(*line.move, *[(i - 1, j - 1) for i, j in line.move.values()]) for line in game.moves]
    return game, mines, turns


def totals_of(clicks, lost):
    """Return the totals of clicks that were judged by counting."""
    risky = [click for click in clicks if click[2] not in ("first", "safe")]
    luck = prod([safety for _, hit, _, safety, *_ in risky if not hit], start=Fraction(1))
    verdicts = [click[2] for click in clicks]
    faults = {"first": "luck", "forced": "luck", "guess": "choice", "needless": "fault"}
    return {
        "clicks": len(clicks),
        **{verdict: verdicts.count(verdict) for verdict in ("safe", "needless", "forced", "guess")},
        "luck": str(luck),
        "pluck": None if lost else pytest.approx(-log10(luck), abs=1e-8),
        "cost": str(1 - prod([safety / best for *_, safety, best, _ in risky], start=Fraction(1))),
        "fault": faults[verdicts[-1]] if lost else "none",
    }


def places(pairs):
    return {(i - 1, j - 1) for i, j in pairs}


def assert_judged(found, clicks):
    """Assert that a judgement in JSON is the one by counting."""
    for click, (opens, hit, verdict, safety, best, certain) in zip(found["clicks"], clicks, strict=True):
        told = (places(click["opens"]), click["hit"], click["verdict"], click["safety"], click["best"])
        shares = [None if share is None else str(share) for share in (safety, best)]
        assert told == (opens, hit, verdict, *shares)
        assert (click["safe_cell"] is not None) == (verdict == "needless") == bool(click["text"])
        assert click["safe_cell"] is None or tuple(click["safe_cell"]) in {(i + 1, j + 1) for i, j in certain}
    assert found["totals"] == totals_of(clicks, found["outcome"] == "lost")


@pytest.fixture
def replayed(tmp_path, capsys):
    """Return a function that replays a text with flags, and returns what is printed."""

    def told(text, *flags):
        file = tmp_path / "game.jsonl"
        file.write_text(text, encoding="utf-8")
        assert run(["minesweeper", "replay", str(file), *flags]) == 0
        return capsys.readouterr().out

    return told


@pytest.mark.quick(1)
@pytest.mark.parametrize("variant", ["square", "torus"])
def test_records_of_play_are_judged_as_by_counting(replayed, variant):
    """With flags, right and wrong, and chords; a zero opens no cell with a flag."""
    seen = set()
    for seed in range(60):
        game, mines, turns = played(seed, variant)
        clicks = list(counted(mines, turns, variant))
        if not clicks:
            continue
        found = json.loads(replayed(write_record(game.record), "--format", "json"))["judgement"]
        assert found["outcome"] == (game.result.how if game.result else "unfinished")
        assert_judged(found, clicks)
        ends = [sum(line.ms for line in game.moves[: k + 1]) for k, turn in enumerate(turns) if turn[0] != "flag"]
        assert [click["time"] for click in found["clicks"]] == [ms / 1000 for ms in ends]
        seen |= {(click["action"], click["verdict"], click["hit"]) for click in found["clicks"]}
    assert len(seen) >= 12, seen


def test_a_lost_game_ends_with_whose_fault_it_was():
    """In the terminal: a cell that was safe, a safer one, or that there was none, in three languages."""
    seen = set()
    for seed in range(80):
        game, mines, turns = played(seed)
        if game.result is None or game.result.how != "lost":
            continue
        *_, (_, _, verdict, safety, best, certain) = counted(mines, turns, "square")
        told = ending(game.state, (), "en")
        fault, choice = (re.search(rf"{text} \((\d), (\d)\) was", told) for text in ("your fault:", "A choice:"))
        assert (fault is not None, choice is not None) == (verdict == "needless", verdict == "guess")
        if fault:
            assert places([map(int, fault.groups())]) <= certain
            assert "è stata colpa tua: (" in ending(game.state, (), "it").lower()
            assert "fue culpa tuya: (" in ending(game.state, (), "es").lower()
        elif choice:
            percent = [float(number) for number in re.findall(r"([\d.]+) %", told)]
            assert percent == [pytest.approx(float(100 * share), abs=0.06) for share in (best, safety)]
        elif verdict == "forced":
            assert f"Bad luck: no square was safer than {float(100 * best):.1f}".removesuffix(".0") in told
        seen.add(verdict)
    assert seen == {"needless", "guess", "forced"}


def test_a_replay_in_words_lists_the_clicks_that_were_not_safe(replayed):
    game, mines, turns = next(one for one in map(played, range(99)) if one[0].result and one[0].result.how == "lost")
    clicks = list(counted(mines, turns, "square"))
    text, steps = replayed(write_record(game.record)), replayed(write_record(game.record), "--step")
    row = re.compile(r"^ *\d+\.\d\d +(?:open|chord) \([^a-z]*\) +(\w+)", re.MULTILINE)
    assert row.findall(text) == [verdict for _, _, verdict, *_ in clicks if verdict != "safe"]
    assert row.findall(steps) == [verdict for _, _, verdict, *_ in clicks]
    assert re.search(r"4 x 4, \d mines: lost after \d+\.\d\d s; .*game\.jsonl\n", text)
    assert text.splitlines()[-1] in ending(game.state, (), "en")
    assert json.loads(replayed(write_record(game.record), "--to", "1", "--format", "json"))["turns"]


def test_undone_turns_are_not_judged(replayed):
    game = Playthrough(MINESWEEPER, (person(),), GameRules(4, 4, 3), "beginner", Deal(1), practice=True)
    for text in ("1 1", "4 4", "4 1"):
        if game.result is None:
            game.submit(text)
            game.undo() if text == "4 4" else None
    found = json.loads(replayed(write_record(game.record), "--format", "json"))["judgement"]
    assert [click["opens"] for click in found["clicks"]] == [[list(line.move["open"])] for line in game.moves]


def test_games_of_win_rate_are_judged_as_by_counting(tmp_path, capsys, replayed):
    file, lost = tmp_path / "series.jsonl", 0
    size = ["--rows", "4", "--columns", "4", "--mines", "4", "--policy", "least-chance"]
    assert run(["minesweeper", "win-rate", *size, "--games", "12", "--record", str(file)]) == 0
    capsys.readouterr()
    text = file.read_text(encoding="utf-8")
    for line in map(json.loads, text.splitlines()):
        mines = {cell for cell in CELLS if line["layout"][cell[0]][cell[1]] == "*"}
        clicks = list(counted(mines, [("open", (i - 1, j - 1)) for i, j in line["clicks"]], "square"))
        found = json.loads(replayed(text, "--game", str(line["index"]), "--format", "json"))["judgement"]
        assert_judged(found, clicks)
        assert (found["outcome"], found["clicks"][0]["time"]) == ("won" if line["won"] else "lost", None)
        part = json.loads(replayed(text, "--game", str(line["index"]), "--to", "1", "--format", "json"))["judgement"]
        assert part["clicks"] == found["clicks"][:1]
        told = replayed(text, "--game", str(line["index"]))
        assert ("Bad luck: " in told or "A choice: " in told or "your fault: " in told) == (not line["won"])
        lost += not line["won"]
    assert lost


@pytest.mark.parametrize("case", [case for case in DATA["cases"] if "field" in case], ids=lambda case: case["file"])
def test_games_of_other_programs_are_judged_as_by_counting(case):
    columns = len(case["field"][0])
    clicks = tuple(
        PlayedClick(
            round(1000 * click["time"]),
            click["action"],
            tuple((i - 1) * columns + j - 1 for i, j in click["opens"]),
            click["hit"],
        )
        for click in case["clicks"]
    )
    mine = bytes(sign == "*" for sign in "".join(case["field"]))
    found = judge(Minefield(len(case["field"]), columns, mine, clicks=clicks)).to_json()
    for click, other in zip(found["clicks"], case["clicks"], strict=True):
        assert click.items() >= {key: other[key] for key in ("time", "hit", "verdict", "safety", "best")}.items()
        assert click["safe_cell"] is None or list(click["safe_cell"]) in other["safe"]
    assert (found["outcome"], found["totals"]) == (case["outcome"], case["totals"])


def test_an_expert_game_is_judged_in_a_third_of_a_second():
    """Of processor time; the first safe cell each time, with a needless risk now and then."""
    rules, first, random = PRESETS["expert"].rules, 255, Random(5, "expert")
    field = Minefield(16, 30, lay_mines(rules, 5, first), first=first, clicks=(PlayedClick(0, "open", (first,)),))
    while len(field.clicks) < 200:
        *_, board = field.positions()
        if board.covered == rules.mines:
            break
        free = [divmod(cell, 30) for cell, mine in enumerate(field.mine) if not mine and board.cells[cell] > 250]
        certain = safe(board).answer.safe
        place = certain[0] if certain and random.below(30) else random.choice(free)
        field = replace(field, clicks=(*field.clicks, PlayedClick(0, "open", (board.cell(*place),))))
    judge(replace(field, clicks=field.clicks[:20]))
    start = time.process_time()
    judgement = judge(field).to_json()
    assert time.process_time() - start < 0.3
    assert judgement["totals"]["clicks"] == len(field.clicks) > 150


def test_a_field_that_nobody_played_or_whose_mines_moved_is_not_judged():
    field = minesweeper.Minefield(1, 3, b"\1\0\0", "torus", first=1)
    assert field.to_json() == {"rows": 1, "columns": 3, "mines": [[1, 1]], "variant": "torus", "first": [1, 2]}
    with pytest.raises(InvalidInstance, match="nobody played"):
        minesweeper.judge(field)
    moved = replace(field, clicks=(PlayedClick(0, "open", (1,)),), moved=True)
    assert (moved.outcome, moved.to_json()["clicks"]) == ("unfinished", 1)
    with pytest.raises(InvalidInstance, match="its mines were moved while it was played"):
        minesweeper.judge(moved)


def test_the_source_of_a_field_does_not_count():
    assert Minefield(1, 1, b"\1", format="play", player="a") == Minefield(1, 1, b"\1", format="avf", program="b")
