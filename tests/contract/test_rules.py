"""Rules that an instance states: each question and command honours them, refuses them by name, or cannot be bound.

The same rule by flag over the bare instance answers alike; without the rule the answer is another one, unless the table
says that the rule cannot bind there. What is right is counted here, from the rules alone.
"""

from collections import Counter
from itertools import combinations, pairwise, permutations
from math import factorial, prod

import pytest

from passatempo import cards, minesweeper, mnk, optimiza
from passatempo.cards.studies import compare
from passatempo.core.errors import PassatempoError
from passatempo.core.limits import Limits
from passatempo.core.queries import ask
from passatempo.core.registry import pastime
from passatempo.mnk.certificates.checker import check_claim
from passatempo.mnk.commands import read_proof
from passatempo.optimiza.commands import certificate

from ..mnk.oracle import Oracle, rank
from ..optimiza.puzzle_oracle import best_paths

FOUR = "k: 3\nX X . X\nO O . O\nexact: true"  # without exact c1 wins
LOSES = "k: 3\nO O X\n. X .\n. X O\nmisere: true"
TABLE = """
mnk torus torus / /
mnk misere misere / move / evaluate
mnk LOSES misere / / evaluate
mnk drop gravity / evaluate /
mnk breaker maker_breaker / / evaluate
mnk exactly exact / move value / evaluate
mnk FOUR exact / / evaluate
minesweeper hexagons variant / /
optimiza klein variant / /
optimiza hexagons variant / /
optimiza triangle variant / /
cards published D / distances /
cards wrongly-yes D / distances /
cards open D / distances /
cards open ends / /
cards lone D / order count distances sample enumerate rank unrank audit /
cards gap ends / /
cards gap pattern / /
cards gap distance / /
"""  # pastime, example, rule / where it cannot bind (such as gravity in a formula of marks alone) / where it is refused
ROWS = [[part.split() for part in row.split("/")] for row in TABLE.strip().splitlines()]
CASES = [(*row, problem.name) for row in ROWS for problem in pastime(row[0][0]).problems]
OWN = {"judge": {"path": [(1, 1), (2, 3)]}, "sample": {"count": 9}, "audit": {"encoding": "run"}}
OWN |= {("rank", name): {"sequence": row} for name, row in (
    ("published", "3 4 3 2 1 2 1"), ("open", "1 4 3 2 1 2 3"), ("gap", "3 5 3 2 3 5 3"),
    ("wrongly-yes", "1 2 1 2 1"), ("lone", "1 2 1 2 1"))}  # fmt: skip


def split(name, example, key):
    """Return an instance's text, the same without the rule, and the rule as a flag."""
    text = {"FOUR": FOUR, "LOSES": LOSES}.get(example) or pastime(name).example(example)
    (line,) = [line for line in text.splitlines() if line.startswith(f"{key}:")]
    value = line.partition(":")[2].strip()
    return text, text.replace(line, ""), {key: {"true": True}.get(value, int(value) if value.isdigit() else value)}


@pytest.mark.parametrize(
    ("row", "free", "refused", "question"), CASES, ids=["-".join([*case[0], case[3]]) for case in CASES]
)
def test_a_stated_rule_is_honoured_or_refused_by_name(row, free, refused, question):
    def told(text, **keys):
        try:
            found = getattr(pastime_module, question)(
                text, **keys, **OWN.get(question, OWN.get((question, row[1]), {}))
            )
        except PassatempoError as error:
            return str(error)
        return found.status, found.answer, found.value

    pastime_module = {"mnk": mnk, "minesweeper": minesweeper, "optimiza": optimiza, "cards": cards}[row[0]]
    text, bare, flag = split(*row)
    stated = told(text)
    assert stated == told(bare, **flag)
    assert (stated == told(bare)) == (question in free)
    assert isinstance(stated, str) == (question in refused)
    assert row[2] in stated or question not in refused


@pytest.mark.parametrize("row", [row for row, *_ in ROWS if row[0] == "mnk"], ids="-".join)
def test_values_moves_and_proofs_are_right_under_an_option(row, tmp_path):
    text, bare, flag = split(*row)
    position, limits = mnk.read(text), Limits(proof=tmp_path / "proof")
    truth = Oracle(position.rules.m, position.rules.n, 3, **flag).moves(tuple(position.cells))
    best, plies = max(truth.values(), key=rank)
    found, (i, j) = mnk.value(text, shortest=True).answer, mnk.move(text).answer.move
    assert (found.value, found.plies or 0) == (("draw", "win", "loss")[best], plies)
    assert truth[i * position.rules.n + j][0] == best
    if row[2] in ("torus", "maker_breaker"):
        ask(pastime("mnk").problem("value"), position, limits=limits)
        stated, (claim,) = read_proof(str(limits.proof))
        assert (stated, check_claim(position, claim)) == (position, [])
        assert check_claim(mnk.read(bare), claim)
    else:
        with pytest.raises(PassatempoError, match=f"the option {row[2]} has no proofs"):
            ask(pastime("mnk").problem("value"), position, limits=limits)


@pytest.mark.parametrize("example", ["klein", "hexagons", "triangle"])
def test_paths_are_best_on_their_surface(example):
    text, bare, flag = split("optimiza", example, "variant")
    best, ways, path = best_paths(optimiza.read(text).rows, flag["variant"])
    assert [optimiza.best(text).value, optimiza.hint(text).value, optimiza.levels(text).answer.z] == [best] * 3
    assert optimiza.count(text).answer.number == ways == len(optimiza.enumerate(text).answer.routes)
    assert optimiza.judge(text, path=[(i + 1, j + 1) for i, j in path]).answer.score == best
    assert (proved := certificate(text)).value == best
    assert certificate(bare, **flag) == proved


def orders(deal, allows):
    """Return the sequences and their stationary points: the runs of the pattern, strictly monotone."""
    edge = 0 if deal.ends == "open" else 1
    inner = range(edge, len(deal.cards) - edge)
    return {row: points for row in {*permutations(deal.cards)} for points in combinations(inner, len(deal.pattern) - 1)
            if allows(points) and all(row[at] != row[at + 1] and (row[at] < row[at + 1]) == (kind == "U")
               for kind, run in zip(deal.pattern, pairwise((0, *points, len(row) - 1)), strict=True)
               for at in range(*run))}  # fmt: skip


@pytest.mark.parametrize("example", ["published", "wrongly-yes", "open", "lone", "gap"])
def test_sequences_keep_ends_pattern_and_distance(example):
    deal = cards.read(text := pastime("cards").example(example))
    ((a, b, sign, value),) = deal.distances
    found = orders(deal, lambda at: at[b - 1] - at[a - 1] == value or (sign == ">=" and at[b - 1] - at[a - 1] > value))
    spread = Counter(at[b - 1] - at[a - 1] for at in orders(deal, bool).values())
    assert cards.count(text).answer.sequences == len(found)
    assert {*cards.enumerate(text).answer.sequences} == {*found}
    assert cards.distances(text).answer.sequences == spread
    assert cards.audit(text).answer.true_models == len(found) * prod(map(factorial, Counter(deal.cards).values()))
    assert {cards.rank(text, sequence=[*row]).answer.rank for row in found} == {*range(1, len(found) + 1)}
    told = [row.to_json() for row in compare(text, encodings="").rows]
    assert {row["verdict"] for row in told} == {"yes" if found else "no"}
    for one in (cards.order(text).answer, cards.unrank(text).answer):
        assert one.sequence in found if found else one is None
