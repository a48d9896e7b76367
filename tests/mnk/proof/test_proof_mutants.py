"""No damaged proof file shows what is false: every line, every key, every word, against the full search."""

from contextlib import suppress
from functools import cache

import pytest
from tests.mnk.proof.proof_mutants import (
    TEN,
    accepted,
    claim_mutants,
    false_claims,
    key_mutants,
    line_mutants,
    random_mutant,
    winner,
    written,
)

from passatempo.cli.main import run
from passatempo.core.errors import InvalidInstance
from passatempo.core.json import encode
from passatempo.core.random import Random
from passatempo.mnk import Position, Rules
from passatempo.mnk.certificates.checker import check_claim
from passatempo.mnk.certificates.file import HEADER, Claim, read_claims
from passatempo.mnk.commands import verify
from passatempo.mnk.json import POSITION
from passatempo.mnk.rules import OPTIONS

NUMBERS = range(len(TEN))


@pytest.fixture(scope="module")
def text_of(tmp_path_factory):
    folder = tmp_path_factory.mktemp("proofs")
    return cache(lambda number: written(number, folder))


def judged(texts):
    """Return how many texts are taken; every claim of them must be true."""
    taken = 0
    for text in texts:
        found = accepted(text)
        if found:
            taken += 1
            assert false_claims(*found) == [], text
    return taken


def test_the_ten_proofs_hold_and_have_every_kind_of_node(text_of):
    kinds = set()
    for number in NUMBERS:
        assert accepted(text_of(number)), TEN[number]
        for claim in read_claims(text_of(number))[1]:
            for node in claim.nodes:
                first = node.split()[0]
                kinds |= {"x" if first.isdecimal() else first, *("/!" if "/" in node and "!" in node else "")}
    assert kinds >= set("ETSWLHMx-")


@pytest.mark.quick(2)
@pytest.mark.parametrize("number", NUMBERS)
def test_every_line_every_key_and_every_claim(number, text_of):
    text = text_of(number)
    assert judged([*key_mutants(text), *claim_mutants(text), *line_mutants(text)]) > 0


@pytest.mark.quick(3)
@pytest.mark.parametrize("number", NUMBERS)
def test_two_hundred_random_mutants(number, text_of):
    judged(random_mutant(text_of(number), Random(seed, "mutant", number)) for seed in range(200))


@pytest.mark.long
@pytest.mark.parametrize("number", NUMBERS)
def test_ten_thousand_random_mutants(number, text_of):
    judged(random_mutant(text_of(number), Random(seed, "long mutant", number)) for seed in range(10_000))


@pytest.mark.parametrize("rule", ["misere", "gravity", "exact"])
@pytest.mark.parametrize("number", NUMBERS)
def test_rules_that_the_nodes_do_not_know_are_refused(number, rule, text_of, tmp_path):
    file = tmp_path / "proof.txt"
    file.write_text(text_of(number).replace(f'"{rule}":false', f'"{rule}":true'), encoding="utf-8")
    with suppress(InvalidInstance):  # a position with floating marks is none
        [fault] = verify(file).violations
        assert f"cannot cover games with {rule}" in fault.text


def test_strategy_stealing_is_refused_under_rules_where_a_mark_may_hurt():
    for rule in OPTIONS:
        position = Position(Rules(3, 3, 3, **{rule: True}), bytes(9))
        assert bool(check_claim(position, Claim("O", False, ()))) == (rule != "torus"), rule
    assert winner(Rules(1, 3, 2, misere=True), bytes(3)) == "O"  # so it would be false


def test_a_rule_younger_than_the_checker_is_refused(text_of, tmp_path):
    file = tmp_path / "proof.txt"
    file.write_text(text_of(2).replace('"misere"', '"renju"'), encoding="utf-8")
    with pytest.raises(ValueError, match="unknown key 'renju'"):
        verify(file)


def test_a_side_without_lines_and_a_game_that_is_over_claim_nothing():
    """Two claims that were taken: the full board of maker_breaker is O's win, and a line of O ends the game."""
    maker = Position(Rules(3, 3, 3, maker_breaker=True), bytes(9))
    assert check_claim(maker, Claim("O", False, ("E 0",)))
    over = Position(Rules(3, 3, 3), bytes([2, 2, 2, 1, 1, 0, 1, 0, 0]))
    assert over.result == "O"
    assert check_claim(over, Claim("X", True, ("6",)))


def test_the_command_refuses_in_one_sentence(text_of, tmp_path, capsys):
    file = tmp_path / "proof.txt"
    file.write_text(text_of(2).replace('"misere":false', '"misere":true'), encoding="utf-8")
    assert run(["mnk", "verify", str(file)]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert "a proof of this form cannot cover games with misere" in told.err


def test_a_board_too_large_to_list_is_refused(tmp_path):
    file = tmp_path / "proof.txt"
    instance = encode(POSITION.dump(Position(Rules(400, 400, 5), bytes(160_000))))
    file.write_text(f"{HEADER}\n{instance}\nclaim X cannot win\nE 0\n", encoding="utf-8")
    [fault] = verify(file).violations
    assert "too large" in fault.text
