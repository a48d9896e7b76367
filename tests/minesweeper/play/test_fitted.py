"""The fitted value: the kernel against its plain-Python twin, files of numbers, and self-play that can be repeated.

Tests: exact/plain_value.py, exact/fitted.py, exact/self_play.py, game/match/fitting.py
"""

import random
from array import array
from dataclasses import replace

import pytest

from passatempo.cli.main import run
from passatempo.core.errors import FormatError
from passatempo.core.limits import Limits
from passatempo.minesweeper import _kernel, read
from passatempo.minesweeper.exact import plain_value
from passatempo.minesweeper.exact.fitted import Fitted, read_fitted, shipped, write_fitted
from passatempo.minesweeper.exact.guess import fitted as ask_fitted
from passatempo.minesweeper.exact.methods import seen
from passatempo.minesweeper.exact.policies import Policy
from passatempo.minesweeper.exact.self_play import fit
from passatempo.minesweeper.exact.simulation import Deal, simulate
from passatempo.minesweeper.generate import PRESETS

from .guesses import small_guesses

pytestmark = pytest.mark.long


def afterstates(variant, count):
    """Yield positions, a click in each, the number it shows, and the layouts before."""
    for board, layouts in small_guesses(variant, count, 300):
        uncertain = sorted(set().union(*layouts) - set.intersection(*map(set, layouts)))
        for cell in uncertain[::3]:
            for number in range(9):
                yield board, layouts, cell, number


@pytest.mark.parametrize("variant", ["square", "torus", "hexagonal"])
def test_the_kernel_reads_the_inputs_of_the_twin(variant):
    compared = 0
    for board, layouts, cell, number in afterstates(variant, 12):
        found = array("f", _kernel.inputs_after(seen(board), cell, number))
        near = board.surface.neighbours(cell)
        left = [one for one in layouts if cell not in one and sum(other in one for other in near) == number]
        assert bool(found) == bool(left)
        if left:
            assert list(found) == pytest.approx(plain_value.inputs(board, layouts, cell, number), abs=1e-5)
            compared += 1
    assert compared > 60


def test_the_network_says_what_its_twin_says():
    dice = random.Random(5)
    for _ in range(50):
        numbers = array("f", (dice.gauss(0, 0.3) for _ in range(plain_value.NUMBERS)))
        inputs = array("f", (dice.gauss(0, 1) for _ in range(plain_value.INPUTS)))
        settings = Policy(fitted=1.0).settings(numbers.tobytes())
        found = _kernel.value_of(settings, inputs.tobytes())
        assert found == pytest.approx(plain_value.value(numbers, inputs), abs=1e-4)


SMALL = (6, 6, 8)
FIELD = ["--rows", "6", "--columns", "6", "--mines", "8"]


def small_value(seed=1):
    dice = random.Random(seed)
    numbers = array("f", (dice.gauss(0, 0.3) for _ in range(plain_value.NUMBERS)))
    return Fitted(*SMALL, numbers.tobytes(), "drawn by lot\nfor a test")


def test_a_fit_predicts_better_than_a_constant_on_games_kept_out():
    found = fit(SMALL, 3000, limits=Limits(seed=2))
    assert found.positions > 2000
    assert found.error < 0.9 * found.plain


def test_the_same_seed_gives_the_same_file_on_any_number_of_threads(tmp_path, capsys):
    texts = []
    for threads in ("1", "3"):
        out = tmp_path / f"{threads}.txt"
        words = ["minesweeper", "fit", str(out), *FIELD, "--games", "400", "--seed", "7", "--threads", threads]
        assert run(words) == 0
        texts.append(out.read_bytes())
    assert texts[0] == texts[1]
    assert b"fit --rows 6 --columns 6 --mines 8 --games 400 --rounds 2 --epochs 12 --seed 7" in texts[0]
    assert "processor time" in capsys.readouterr().out
    assert fit(SMALL, 400, limits=Limits(seed=8)).numbers != read_fitted(texts[0].decode()).numbers


def test_a_file_is_read_as_it_was_written():
    value = small_value()
    assert read_fitted(write_fitted(value)) == value


def test_a_damaged_file_is_refused_in_one_sentence():
    text = write_fitted(small_value())
    lines = text.splitlines()
    dice = random.Random(3)
    for _ in range(200):
        at = dice.randrange(len(text))
        sign = dice.choice("0123456789 x\n")
        changed = text[:at] + sign + text[at + 1 :]
        try:
            found = read_fitted(changed)
        except FormatError as error:
            assert str(error)
            assert "\n" not in str(error)
        else:  # only what is said of it, or a digit too far back to count
            assert replace(found, made="") == replace(small_value(), made="")
    for broken in ("", "another file", "\n".join(lines[:-1]), "\n".join(lines[:20]), text.replace("end ", "end nan ")):
        with pytest.raises(FormatError):
            read_fitted(broken)


def test_a_value_of_another_board_is_refused(tmp_path, capsys):
    file = tmp_path / "value.txt"
    file.write_text(write_fitted(small_value()), encoding="ascii")
    words = ["minesweeper", "win-rate", "--policy", "fitted", "--games", "20", "--weights", str(file)]
    assert run([*words, *FIELD]) == 0
    assert run([*words, "--preset", "beginner-8"]) == 2
    assert "fitted to 6 x 6 with 8 mines, not to this board" in capsys.readouterr().err
    file.write_text("something else", encoding="ascii")
    assert run([*words, *FIELD]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


@pytest.mark.parametrize("flags", ["--games 0", "--rounds 0", "--epochs 0", "--mines 40", "--mines 0 --games 5"])
def test_what_cannot_be_fitted_is_refused_and_nothing_written(tmp_path, capsys, flags):
    out = tmp_path / "value.txt"
    given = dict(zip(FIELD[::2], FIELD[1::2], strict=True))
    words = flags.split()
    given |= dict(zip(words[::2], words[1::2], strict=True))
    assert run(["minesweeper", "fit", str(out), *[word for pair in given.items() for word in pair]]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not out.exists()


def test_a_fit_that_is_stopped_writes_nothing(tmp_path):
    out = tmp_path / "value.txt"
    assert run(["minesweeper", "fit", str(out), *FIELD, "--games", "100000", "--seconds", "0.2"]) == 2
    assert not out.exists()


def test_the_policy_says_where_no_value_stands(capsys):
    assert run(["minesweeper", "win-rate", "--policy", "fitted", "--games", "20", *FIELD]) == 0
    assert "fitted: no value was fitted to this board" in capsys.readouterr().out
    assert ask_fitted(read("1##/###", mines=2)).answer.policy == "search"


def test_a_fitted_value_changes_what_is_chosen():
    deal = Deal(*SMALL)
    one, other = (simulate(deal, "fitted", 0, 60, weigh=True, fitted=value) for value in (b"", small_value().numbers))
    assert one.weights != other.weights
    assert one.weights == simulate(deal, "search:deep_near=0.03", 0, 60, weigh=True).weights


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_has_a_value_that_is_shipped(preset):
    numbers = shipped(*PRESETS[preset])
    assert len(numbers) == 4 * plain_value.NUMBERS
    assert shipped(*PRESETS[preset], variant="torus") == b""
