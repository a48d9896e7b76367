"""The command `published`: the counterexamples of the documentation, and the planes of a solution."""

from io import BytesIO, TextIOWrapper
from itertools import combinations, product

import pytest

from passatempo import machiavelli
from passatempo.cli.main import run
from passatempo.core.errors import FormatError, PassatempoError, Unanswered
from passatempo.machiavelli.commands import TRIALS

pytest.importorskip("ortools")

from passatempo.core.limits import Cancel, Limits, Stopped
from passatempo.core.outcome import StopReason
from passatempo.machiavelli.encodings.ilp import encode_planes, plane_program_size, planes_of, published
from passatempo.machiavelli.model import Rules, Turn
from passatempo.machiavelli.settings import PublishedSettings
from passatempo.machiavelli.text import read

# Cards, rule 6, as printed, every j, j % 13, truth: found by HiGHS and CP-SAT, by brute force, and by hand where they
# are few; those of up to four cards are proved by `can_be_planned` below.
SAID = [
    ("15", "no", "impossible", "-", "-", "possible"),
    ("15", "yes", "impossible", "impossible", "impossible", "possible"),
    ("18", "yes", "possible", "possible", "impossible", "possible"),
    ("3", "yes", "impossible", "impossible", "possible", "possible"),
    ("3", "yes", "impossible", "impossible", "possible", "possible"),
    ("4", "yes", "possible", "possible", "impossible", "impossible"),
    ("4", "yes", "possible", "possible", "impossible", "impossible"),
    ("3", "yes", "possible", "impossible", "possible", "possible"),
    ("3", "yes", "impossible", "possible", "impossible", "impossible"),
    ("3", "no", "impossible", "-", "-", "impossible"),
]
READINGS = [(12, "outside"), (12, "every"), (13, "outside"), (13, "every")]


def test_model_and_truth_are_printed(capsys):
    assert run(["machiavelli", "published"]) == 0
    told = capsys.readouterr().out
    assert "234 variables, 416 rows" in told
    rows = [line.split("  ") for line in told.splitlines()[3 : 3 + len(TRIALS)]]
    cells = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    assert [tuple(row[1:7]) for row in cells] == SAID
    assert told.count("\nplane ") == 4


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_the_size_is_that_of_the_program(decks):
    model = encode_planes(read("AS 2S 3S", ace="low", decks=decks)).model
    assert plane_program_size(decks) == (model.get_num_variables(), model.get_num_linear_constraints())


def test_planes_hold_the_cards_of_the_table():
    turn = read("3S 4S 5S 3S 3H 3D", ace="low")
    planes = planes_of(turn)
    copies = [sum(plane[suit][rank] for plane in planes) for suit in range(4) for rank in range(13)]
    assert bytes(copies) == turn.table_counts[:52]
    assert all(sum(plane[suit][rank] for suit in range(4)) in (0, 3, 4) for plane in planes[1::2] for rank in range(13))
    assert planes_of(read("QS KS AS", ace="low")) is None


def test_a_table_of_ones_own(capsys):
    assert run(["machiavelli", "published", "AS TS JS QS", "--rule6"]) == 0
    told = capsys.readouterr().out
    assert "plane 3, deck 2: sets" in told
    assert told.splitlines()[-1] == "Truth: impossible."
    assert run(["machiavelli", "published", "AS TS JS QS", "--rule6", "--modulus", "13"]) == 0
    assert "The program returns: impossible." in capsys.readouterr().out
    assert run(["machiavelli", "published", "AS TS JX"]) == 2
    with pytest.raises(FormatError):
        read("AS TS JX")


@pytest.mark.parametrize(
    ("words", "ace"),
    [
        (["--example", "eighteen"], "wrap"),
        (["--example", "five-cycle"], "low"),
        (["--example", "wrap", "--no-rule6"], "low"),
        (["KS AS 2S"], "low"),
        (["KS AS 2S", "--rule6"], "wrap"),
        (["KS AS 2S\nace: wrap"], "wrap"),
        (["KS AS 2S\nace: wrap", "--no-rule6"], "low"),
        (["KS AS 2S\nace: low", "--rule6"], "wrap"),
        (["KS AS 2S\nace: high", "--rule6"], "wrap"),
        (["KS AS 2S\npreset: published-rule6"], "wrap"),
        (["KS AS 2S\npreset: published"], "low"),
        (['{"table": "KS AS 2S", "ace": "wrap"}'], "wrap"),
        (['{"table": "KS AS 2S"}'], "low"),
    ],
)
def test_the_ace_of_a_table_holds(words, ace, capsys):
    """All the tables that go do so round the ace, but for the cycle, which goes without."""
    assert run(["machiavelli", "published", *words]) == 0
    told = capsys.readouterr().out
    goes = ace == "wrap" or "five-cycle" in words
    assert f"Truth: {'possible' if goes else 'impossible'}." in told


@pytest.mark.parametrize("stated", ["ace: both", "ace: high", "preset: wikipedia", "preset: peteg"])
def test_an_ace_that_the_published_program_has_not_is_refused(stated, capsys):
    assert run(["machiavelli", "published", f"QS KS AS\n{stated}"]) == 2
    ace = "high" if stated.endswith(("high", "peteg")) else "both"
    assert capsys.readouterr().err == (
        f"passatempo: the published program has no ace rule '{ace}': pass --rule6 or --no-rule6\n"
    )


def test_a_file_and_its_decks_are_taken(tmp_path, capsys):
    file = tmp_path / "table.txt"
    file.write_text("3S 4S 5S 3S 4S 5S 3S 4S 5S\ndecks: 3\n")
    assert run(["machiavelli", "published", str(file)]) == 0
    assert "351 variables, 598 rows" in capsys.readouterr().out


def test_a_table_is_read_from_standard_input(monkeypatch, capsys):
    """Both own commands; a lone hyphen reaches them under another name."""
    for words, told in ((["published", "-"], "Truth: possible."), (["odds", "-", "--cards", "1"], "a hand of 1 card")):
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"3S 4S 5S\n")))
        assert run(["machiavelli", *words]) == 0
        assert told in capsys.readouterr().out


def can_be_planned(cards, modulus, indices):
    """Put the cards into four planes in all ways, and judge each by the sentences of the text, rule by rule."""
    for planes in product(range(4), repeat=len(cards)):
        if len(set(zip(cards, planes, strict=True))) == len(cards) and is_planned(cards, planes, modulus, indices):
            return True
    return False


def is_planned(cards, planes, modulus, indices):
    x = [[[0] * 13 for _ in range(4)] for _ in range(4)]
    for card, k in zip(cards, planes, strict=True):
        x[k][card // 13][card % 13] = 1
    if any(x[2 * d][i][j] and x[2 * d + 1][i][j] for d in range(2) for i in range(4) for j in range(13)):
        return False  # rule 2
    if any(sum(x[k][i][j] for i in range(4)) in (1, 2) for k in (1, 3) for j in range(13)):
        return False  # rule 3

    def at(k, i, j):
        return x[k][i][j if 0 <= j <= 12 and indices == "outside" else j % modulus]

    for k, i, j in product((0, 2), range(4), range(13)):  # rule 4
        before, here, after, second = (at(k, i, j + step) for step in (-1, 0, 1, 2))
        if (here and not before and not after) or (here and after and not before and not second):
            return False
    return True


@pytest.mark.quick(2)
@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize(("modulus", "indices"), READINGS)
def test_every_reading_of_rule_6_is_the_program_that_trying_all_planes_gives(modulus, indices, step):
    """Tables of three or four of seven ranks of spades near the king, where the readings differ most: every third."""
    settings = PublishedSettings(solver="cpsat", modulus=modulus, indices=indices)
    ranks = (0, 1, 2, 9, 10, 11, 12)
    tables = [*combinations(ranks, 3), *combinations(ranks, 4)][::step]
    tables += [(12,), (0,), (12, 12), (11, 12), (12, 25, 38)]
    verdicts = []
    for cards in tables:
        outcome = published(Turn((tuple(cards),), (), Rules(2, "wrap")), settings=settings)
        verdicts.append(can_be_planned(cards, modulus, indices))
        assert (outcome.status.value == "solved") == verdicts[-1], cards
    assert 3 < sum(verdicts) < len(verdicts) - 3


def test_the_two_readings_of_j_modulo_12_differ():
    jqk, qa2, king = (10, 11, 12), (11, 0, 1), (12,)
    assert [can_be_planned(jqk, 12, "outside"), can_be_planned(jqk, 12, "every")] == [True, False]
    assert [can_be_planned(qa2, 12, "outside"), can_be_planned(qa2, 12, "every")] == [False, True]
    assert [can_be_planned(king, 12, "outside"), can_be_planned(king, 12, "every")] == [False, True]


def test_the_second_reading_is_a_setting_and_a_flag(capsys):
    assert run(["machiavelli", "published", "KS", "--rule6", "--indices", "every"]) == 0
    told = capsys.readouterr().out
    assert "plane 0, deck 1: runs" in told
    assert told.splitlines()[-1] == "Truth: impossible."
    line = ["machiavelli", "arrange", "--table", "JS QS KS", "--ace", "wrap", "--method"]
    assert run([*line, "ilp-published:indices=every"]) == 1
    assert run([*line, "ilp-published"]) == 0
    assert run([*line, "ilp-published:indices=all"]) == 2
    assert "indices=all is not one of outside, every" in capsys.readouterr().err


def test_a_limit_ends_the_program():
    with pytest.raises(Stopped):
        planes_of(read("3S 4S 5S", ace="low"), limits=Limits(seconds=0))
    assert published(read("3S 4S 5S", ace="low"), Limits(seconds=0)).stopped is StopReason.SECONDS


def test_the_studies_are_values_of_the_library():
    own = machiavelli.published("KS 2S 3S 4S", rule6=True)
    assert machiavelli.published(table="KS 2S 3S 4S", ace="wrap") == own
    assert (own.truth, own.melds, own.trials) == ("impossible", None, ())
    rules = machiavelli.rules_of("peteg")
    assert rules.to_json()["rules"]["deal"] == 14  # "fourteen cards"
    assert len(str(rules).splitlines()) == len(rules.to_json()["rules"]) + 1
    uniform, given = machiavelli.odds("3S 4S 5S | 9H 9D 9C", cards=1, samples=500, after="3S 4S 5S | 9H 9D 9C")
    assert abs(uniform.chance - 6 / 98) < 4 * uniform.error  # both 2S, both 6S, both 9S
    assert (given.closed_count, given.samples, given.is_conditioned) == (0, 500, True)
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Unanswered, match="stopped"):
        machiavelli.odds("3S 4S 5S", cards=9, samples=10**6, cancel=cancel)
    for call, name in (
        (lambda: machiavelli.odds("3S 4S 5S", cards=1, samples=0), "samples"),
        (lambda: machiavelli.odds("3S 4S 5S", cards=0), "cards"),
        (lambda: machiavelli.odds("3S 4S 5S", cards="x"), "cards"),
        (lambda: machiavelli.rules_of("x"), "preset"),
        (lambda: machiavelli.published("3S 4S 5S", modulus=11), "modulus"),
        (lambda: machiavelli.published("3S 4S 5S", q=1), "q"),
    ):
        with pytest.raises(PassatempoError, match=rf"\b{name}\b"):
            call()
