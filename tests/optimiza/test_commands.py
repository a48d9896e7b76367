"""Optimiza's own commands say what the published figures and the rules say.

Tests: cli/studies.py, core/value.py, certificates.py, exact/levels.py, commands.py, exact/boards.py, symmetry.py
"""

import json
from collections import Counter
from itertools import pairwise, permutations

import pytest

from passatempo import optimiza
from passatempo.cli.main import run
from passatempo.core.errors import FormatError, Unanswered, UsageError
from passatempo.core.json import plain_data
from passatempo.core.limits import Cancel, Limits
from passatempo.optimiza import read, write
from passatempo.optimiza.checker import check, value_of_route
from passatempo.optimiza.exact.boards import exhaust
from passatempo.optimiza.json import BOARD, ROUTE

from .puzzle_oracle import best_paths, landings

FOUR = "2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1"


def test_all_boards_of_size_3_in_words_and_json():
    found = optimiza.exhaust(3)
    assert "630 torus-queen boards of size 3" in str(found)  # 9! / (4! 4!)
    assert "mean optimum 15.0000" in str(found)
    plain = json.loads(found.json_text())
    assert (plain["boards"], plain["histogram"], plain["whole"]) == (630, {"15": 630}, True)


def test_a_sample_is_reproducible_and_says_how_much_it_holds():
    cancel, reports = Cancel(), []
    assert str(optimiza.exhaust(4, sample=5, seed=2)) == str(optimiza.exhaust(4, sample=5, seed=2))

    def stop(progress):
        reports.append(progress.done)
        cancel.cancel()

    stopped = optimiza.exhaust(4, sample=5, report=stop, cancel=cancel)
    assert (stopped.boards, stopped.whole, reports) == (1, False, [1])
    for number in (-1, 10**9):
        with pytest.raises(UsageError, match=f"^sample: {number} is not from 1 to 10000000$"):
            optimiza.exhaust(4, sample=number)


@pytest.mark.parametrize("limits", [Limits(seconds=0, threads=2), None], ids=["no time", "cancelled"])
def test_a_run_over_all_boards_that_is_stopped_says_so(limits):
    if limits is None:
        cancel = Cancel()
        cancel.cancel()
        limits = Limits(cancel=cancel, threads=2)
    found = exhaust(4, "klein-queen", limits=limits)
    assert not found.whole
    assert found.visited < found.boards or found.visited == 0


def test_orbits_are_those_of_the_published_size():
    lines = str(optimiza.orbits(4)).splitlines()
    assert lines[0].startswith("12108096 ")
    assert lines[1].startswith("1514052 ")
    assert lines[2].startswith("96246 ")
    with pytest.raises(UsageError, match="too large"):
        optimiza.orbits(17)


def test_a_tour_lands_on_every_cell_of_a_prime_size():
    found = optimiza.tour(7).to_json()
    board, route = optimiza.tour(7).board, optimiza.tour(7).route
    assert check(board, route) == []
    assert value_of_route(board, route) == found["value"] == sum(board.cells)
    assert plain_data(BOARD.dump(board)) == found["instance"]
    assert plain_data(ROUTE.dump(route)) == found["answer"]
    assert optimiza.tour(4) is None
    assert "no sum exceeds 30" in optimiza.obstacle(4)
    assert optimiza.obstacle(4).to_json()["most"] == 30
    with pytest.raises(UsageError, match="n: 7 is a prime"):
        optimiza.obstacle(7)


def test_a_certificate_is_printed_and_checked_again(tmp_path):
    page = optimiza.certificate(FOUR)
    assert page.value == json.loads(str(page))["value"] == 25
    file = tmp_path / "page.json"
    file.write_text(str(page))
    for given in (page, page.to_json(), str(page), file):
        faults = optimiza.check_certificate(FOUR, given)
        assert str(faults) == "0 faults; 0 components too large to be solved again without the solver"
    wrong = str(page).replace('"value": 25', '"value": 26')
    assert [fault.text for fault in optimiza.check_certificate(FOUR, wrong)] == ["the greatest sum is 25, not 26"]
    with pytest.raises(FormatError, match="the certificate must be a JSON object"):
        optimiza.check_certificate(FOUR, "[]")


def test_a_certificate_that_is_stopped_is_none():
    page, cancel = optimiza.certificate(FOUR), Cancel()
    cancel.cancel()
    with pytest.raises(Unanswered, match="before there was a certificate"):
        optimiza.certificate(FOUR, cancel=cancel)
    with pytest.raises(Unanswered, match="before it was complete"):
        optimiza.check_certificate(FOUR, page, cancel=cancel)


def test_the_commands_print_what_the_functions_return(capsys, tmp_path):
    file, page = tmp_path / "page.json", optimiza.certificate(FOUR)
    file.write_text(str(page))
    for words, expected in (
        (["exhaust", "--n", "3", "--format", "json"], optimiza.exhaust(3).json_text()),
        (["orbits", "--n", "5"], str(optimiza.orbits(5))),
        (["tour", "5"], str(optimiza.tour(5))),
        (["tour", "5", "--format", "svg"], optimiza.tour(5).svg()),
        (["tour", "6"], optimiza.obstacle(6)),
        (["tour", "6", "--format", "json"], optimiza.obstacle(6).json_text()),
        (["certificate", FOUR], str(page)),
        (
            ["certificate", FOUR, "--recheck", str(file)],
            str(optimiza.check_certificate(FOUR, optimiza.certificate(FOUR))),
        ),
    ):
        assert run(["optimiza", *words]) == 0
        assert capsys.readouterr().out == f"{expected}\n"


def test_the_board_of_the_commands_is_that_of_the_text():
    assert write(read(FOUR)).split() == FOUR.split()


@pytest.mark.parametrize(("variant", "ends"), [("hex-torus", (0, 3, 6)), ("hex-tri", (0, 1, 3, 6))])
def test_all_boards_of_a_surface_are_solved_on_it(variant, ends):
    boards = {*permutations((1, 1, 1, 2, 2, 3))}
    sums = Counter(best_paths([board[at:to] for at, to in pairwise(ends)], variant)[0] for board in boards)
    told = optimiza.exhaust(3, variant=variant).to_json()
    assert (told["boards"], told["histogram"]) == (60, {str(value): sums[value] for value in sorted(sums)})
    if variant == "hex-tri":
        turns = [(0, 1, 2, 3, 4, 5), (3, 4, 1, 5, 2, 0), (5, 2, 4, 0, 1, 3)]  # of a triangle, then its mirror images
        turns += [tuple(turn[at] for at in (0, 2, 1, 5, 4, 3)) for turn in turns]
        apart = {min(tuple(board[at] for at in turn) for turn in turns) for board in boards}
        assert optimiza.orbits(3, variant=variant).orbits == len(apart)


def test_a_tour_keeps_its_surface_or_is_refused():
    made = optimiza.tour(5, variant="torus-rook").to_json()
    path = [(row - 1, column - 1) for row, column in made["answer"]["path"]]
    assert len({*path}) == 25
    assert all(to in landings(made["instance"]["board"], "torus-rook", place) for place, to in pairwise(path))
    for variant in ("klein-queen", "klein-rook", "hex-torus", "hex-tri"):
        with pytest.raises(UsageError, match=f"for the torus, not for {variant}"):
            optimiza.tour(5, variant=variant)
