"""Optimiza's own commands say what the published figures and the rules say.

Tests: certificates.py, exact/levels.py, commands.py, exact/boards.py, symmetry.py
"""

import json
from collections import Counter
from itertools import pairwise, permutations

import pytest

from passatempo.core.errors import FormatError, UsageError
from passatempo.core.limits import Cancel, Limits
from passatempo.optimiza import commands, read, write
from passatempo.optimiza.checker import check, value_of_route
from passatempo.optimiza.exact.boards import exhaust
from passatempo.optimiza.json import BOARD, ROUTE, BoardJson, RouteJson

from .puzzle_oracle import best_paths, landings

FOUR = "2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1"


def test_all_boards_of_size_3_in_words_and_json():
    told = "\n".join(commands.exhaust(n=3))
    assert "630 torus-queen boards of size 3" in told  # 9! / (4! 4!)
    assert "mean optimum 15.0000" in told
    found = json.loads("".join(commands.exhaust(n=3, format="json")))
    assert (found["boards"], found["histogram"], found["whole"]) == (630, {"15": 630}, True)


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
    told = list(commands.orbits(n=4))
    assert told[0].startswith("12108096 ")
    assert told[1].startswith("1514052 ")
    assert told[2].startswith("96246 ")
    with pytest.raises(UsageError, match="too large"):
        list(commands.orbits(n=17))


def test_a_tour_lands_on_every_cell_of_a_prime_size():
    found = json.loads("".join(commands.tour(7, format="json")))
    board = BOARD.load(BoardJson(**found["instance"]))
    route = ROUTE.load(RouteJson([tuple(pair) for pair in found["answer"]["path"]]))
    assert check(board, route) == []
    assert value_of_route(board, route) == found["value"] == sum(board.cells)
    assert "no sum exceeds 30" in "".join(commands.tour(4))


def test_a_certificate_is_printed_and_checked_again(tmp_path):
    page = "".join(commands.certificate(FOUR))
    assert json.loads(page)["value"] == 25
    file = tmp_path / "page.json"
    file.write_text(page)
    assert list(commands.certificate(FOUR, recheck=str(file))) == [
        "0 faults; 0 components too large to be solved again without the solver"
    ]
    file.write_text(page.replace('"value": 25', '"value": 26'))
    assert "the greatest sum is 25, not 26" in list(commands.certificate(FOUR, recheck=str(file)))
    file.write_text("[]")
    with pytest.raises(FormatError, match="the certificate must be a JSON object"):
        list(commands.certificate(FOUR, recheck=str(file)))


def test_a_certificate_that_is_stopped_says_so(tmp_path):
    file = tmp_path / "page.json"
    file.write_text("".join(commands.certificate(FOUR)))
    cancel = Cancel()
    cancel.cancel()
    assert list(commands.certificate(FOUR, limits=Limits(cancel=cancel))) == ["Stopped before there was a certificate."]
    assert list(commands.certificate(FOUR, recheck=str(file), limits=Limits(cancel=cancel))) == [
        "Stopped before it was checked."
    ]


def test_the_board_of_the_commands_is_that_of_the_text():
    assert write(read(FOUR)).split() == FOUR.split()


@pytest.mark.parametrize(("variant", "ends"), [("hex-torus", (0, 3, 6)), ("hex-tri", (0, 1, 3, 6))])
def test_all_boards_of_a_surface_are_solved_on_it(variant, ends):
    boards = {*permutations((1, 1, 1, 2, 2, 3))}
    sums = Counter(best_paths([board[at:to] for at, to in pairwise(ends)], variant)[0] for board in boards)
    told = json.loads("".join(commands.exhaust(n=3, variant=variant, format="json")))
    assert (told["boards"], told["histogram"]) == (60, {str(value): sums[value] for value in sorted(sums)})
    if variant == "hex-tri":
        turns = [(0, 1, 2, 3, 4, 5), (3, 4, 1, 5, 2, 0), (5, 2, 4, 0, 1, 3)]  # of a triangle, then its mirror images
        turns += [tuple(turn[at] for at in (0, 2, 1, 5, 4, 3)) for turn in turns]
        apart = {min(tuple(board[at] for at in turn) for turn in turns) for board in boards}
        assert json.loads("".join(commands.orbits(n=3, variant=variant, format="json")))["orbits"] == str(len(apart))


def test_a_tour_keeps_its_surface_or_is_refused():
    made = json.loads("".join(commands.tour(5, variant="torus-rook", format="json")))
    path = [(row - 1, column - 1) for row, column in made["answer"]["path"]]
    assert len({*path}) == 25
    assert all(to in landings(made["instance"]["board"], "torus-rook", place) for place, to in pairwise(path))
    for variant in ("klein-queen", "klein-rook", "hex-torus", "hex-tri"):
        with pytest.raises(UsageError, match=f"for the torus, not for {variant}"):
            list(commands.tour(5, variant=variant))
