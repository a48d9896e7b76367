"""The modules of m,n,k in the app against the package: the same rules, moves, values and reviews.

Tests: app/modules.py
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from app.modules import APP, Refused, module
from passatempo.core.interface import Interface
from passatempo.core.limits import Limits
from passatempo.core.pastime import Question
from passatempo.core.random import Random
from passatempo.mnk import _kernel
from passatempo.mnk.engine.search import Engine, choose_move, move
from passatempo.mnk.engine.weights import CLASSES, FITTED, load_weights, serving_k
from passatempo.mnk.matches.analysis import analyse_game
from passatempo.mnk.model import Position, ValueAsk
from passatempo.mnk.proof.methods import value
from passatempo.mnk.rules import OPTIONS, Rules
from passatempo.mnk.settings import EngineSettings
from passatempo.mnk.text import position_of

DATA = Path(__file__).parents[2] / "data" / "mnk"
SIDES = [(3, 3, 3), (4, 4, 3), (6, 7, 4), (1, 9, 3), (5, 4, 4), (7, 7, 5), (9, 8, 5), (2, 5, 2), (4, 6, 1), (3, 4, 6)]
RESULTS = (None, "X", "O", "draw")
FAULTS = {"outside": 1, "occupied": 2, "empty cell below": 3, "over": 4}
NOWHERE = 2**32 - 1
NODES = 6000
SENTENCES = "needed|cut short|too long|too many|neither|no line|is over|full|fall|turn|no proof"


def face(rules):
    return {name: getattr(rules, name) for name in ("m", "n", "k", *OPTIONS)}


def asked(position):
    return {"rules": face(position.rules), "cells": position.cells}


@cache
def weights(k):
    return (APP / "kernel" / f"mnk_weights_{serving_k(k)}.bin").read_bytes()


def settings(level=10, lines=1, *, k=5, fresh=True, table=64, fit=True):
    shown = weights(k) if fit else b""
    return {"level": level, "lines": lines, "threats": 0, "megabytes": table, "fresh": fresh, "weights": shown}


def rules_of(seed):
    """Rules with every option now and then."""
    random = Random(seed, "app five")
    m, n, k = random.choice(SIDES)
    return Rules(m, n, k, *[random.below(3) == 0 for _ in OPTIONS])


def played(rules, random, most=200):
    """Play legal moves at random."""
    position = Position(rules, bytes(rules.size))
    while position.result is None and len(position.moves) < most:
        position = position.play(random.choice(position.legal))
    return position


def cases(name):
    """The positions of a data file whose moves or boards can be read, without those that are over."""
    for case in json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))["cases"]:
        if case["kind"] in ("exact", "mate", "value", "outcome"):
            moves = case.get("moves")
            pairs = [(row + 1, column + 1) for row, column in moves] if moves else None
            board, sides = case.get("board"), (case["m"], case["n"], case["k"])
            yield case, position_of(*sides, board, pairs, case.get("to_move"))


SEVERAL = ((3, 3, 3), (5, 5, 4), (7, 7, 5), (9, 9, 5), (15, 15, 5), (6, 6, 4))


def open_positions(count, kinds=("plain",), sides=SEVERAL, first=0):
    """Open positions of random games, some stones on the board."""
    for seed in range(first, first + count):
        random = Random(seed, "app five open", *kinds)
        rules = Rules(*random.choice(sides), **({random.choice(kinds): True} if kinds != ("plain",) else {}))
        while True:
            position = played(rules, random, random.below(min(12, rules.size)))
            if position.result is None:
                break
        yield position


@pytest.mark.parametrize("seed", range(150))
def test_rules(seed):
    """Marks, end, winning cells, and what may be marked next, move by move, under every option."""
    rules, random = rules_of(seed), Random(seed, "app five moves")
    position = Position(rules, bytes(rules.size))
    kernel = module("mnk")
    while True:
        told = kernel.ask("replay", rules=face(rules), moves=position.moves)
        assert (told["fault"], told["made"], bytes(told["cells"])) == (0, len(position.moves), position.cells)
        assert RESULTS[told["result"]] == position.result
        if position.result in ("X", "O"):
            assert told["won"] == sorted({cell for line in position.won for cell in line})
        judged = kernel.ask("position", position=asked(position))
        assert (judged["result"], list(judged["floating"])) == (told["result"], [])
        assert sorted({cell for line in judged["won"] for cell in line["cells"]}) == list(told["won"])
        assert {cell for cell, fault in enumerate(judged["faults"]) if not fault} >= set(position.legal)
        legal = {cell for cell, lands in enumerate(told["lands"]) if lands == cell}
        assert legal == set(position.legal)
        if rules.gravity and position.result is None:
            for cell, lands in enumerate(told["lands"]):
                if lands != NOWHERE:
                    assert lands in legal
                    assert lands % rules.n == cell % rules.n
        for cell in (random.below(rules.size), rules.size + random.below(3)):
            told = kernel.ask("replay", rules=face(rules), moves=[*position.moves, cell])
            fault = "over" if position.result else position.fault(cell)
            wanted = next((code for words, code in FAULTS.items() if words in fault), 0)
            assert told["fault"] == wanted, (fault, cell)
        if position.result:
            break
        position = position.play(random.choice(position.legal))


@pytest.mark.parametrize("position", list(open_positions(24)))
@pytest.mark.parametrize("level", [1, 5, 10])
def test_engine(position, level):
    """Nodes, depth, score and line of the engine are those of the package at equal nodes."""
    thought_alike(position, level)


def thought_alike(position, level, nodes=NODES):
    engine = Engine(position.rules, EngineSettings(level=level, exact=False))
    thought = engine.search_to_level(position.cells, position.to_move, Limits(nodes=nodes))
    how = settings(level, k=position.rules.k)
    told = module("mnk").ask("think", position=asked(position), settings=how, among=[], nodes=nodes)
    assert told["by"] == 1
    assert (told["searched"], told["depth"], told["deepest"]) == (
        thought.node_count,
        thought.depth,
        thought.deepest_ply,
    )
    assert [(line["score"], tuple(line["cells"])) for line in told["lines"]] == [
        (line.score, line.cells) for line in thought.lines
    ]
    assert (told["worth"] != 2) == thought.is_proof


@pytest.mark.parametrize("k", [4, 6, 7, 9])
@pytest.mark.parametrize("exact", [False, True])
def test_engine_of_other_lines(k, exact):
    """The weights of each k are those of the package; several moves are told apart."""
    rules = Rules(11, 10, k, exact)
    position = Position(rules, bytes(rules.size)).play(45).play(46).play(56)
    engine = Engine(rules, EngineSettings(multipv=3))
    thought = engine.search_to_level(position.cells, position.to_move, Limits(nodes=NODES))
    how = settings(lines=3, k=k)
    told = module("mnk").ask("think", position=asked(position), settings=how, among=[], nodes=NODES)
    assert told["searched"] == thought.node_count
    assert [line["score"] for line in told["lines"]] == [line.score for line in thought.lines]
    assert len(load_weights(k)) == len(weights(k))


def test_the_page_has_the_weights_that_were_fitted():
    """Its list of k is the package's, each with a file of the package's numbers."""
    script = (APP / "games" / "mnk" / "engine.ts").read_text(encoding="utf-8")
    assert tuple(map(int, re.search(r"const WEIGHT_KS = \[([\d, ]+)\]", script)[1].split(","))) == FITTED
    assert all(weights(k) == load_weights(k) for k in FITTED)


@pytest.mark.parametrize("position", list(open_positions(16, ("gravity", "misere", "torus", "maker_breaker"))))
@pytest.mark.parametrize("level", [1, 5, 10])
def test_other_rules_as_the_command(position, level):
    """Move, score, depth and nodes of the full search are those of the package at equal nodes."""
    told = module("mnk").ask("think", position=asked(position), settings=settings(level), among=[], nodes=NODES)
    assert told["by"] == 2
    depth, said = EngineSettings(level=level).depth, (position.rules.numbers, position.cells)
    found = Interface.of("mnk").ask("full_move", Limits(nodes=NODES), position=said, depth=depth, among=[])
    cell, reached, score, proved = found.reply.values()
    assert [(line["score"], line["cells"]) for line in told["lines"]] == [(score, [cell])]
    assert (told["depth"], told["searched"], told["worth"] != 2) == (reached, found.node_count, proved)


OPTION_RULES = [
    Rules(4, 4, 3, gravity=True),
    Rules(5, 4, 4, gravity=True),
    Rules(3, 3, 3, misere=True),
    Rules(3, 3, 3, torus=True),
    Rules(4, 3, 3, maker_breaker=True),
    Rules(3, 4, 3, exact=True, gravity=True),
    Rules(3, 3, 3, misere=True, torus=True),
    Rules(9, 8, 4, torus=True),
]


@pytest.mark.parametrize("rules", OPTION_RULES, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_proved_under_other_rules(rules, seed):
    """What the page says is proved is what the question `value` says."""
    random = Random(seed, "app five other rules")
    position = Position(rules, bytes(rules.size))
    for _ in range(random.below(6)):
        after = position.play(random.choice(position.legal))
        position = position if after.result else after
    if position.empty <= 9:
        told = module("mnk").ask("think", position=asked(position), settings=settings(10), among=[])
        known = value(Question(position, ValueAsk())).answer
        assert told["worth"] == {"win": 1, "draw": 0, "loss": -1}[known.value]


SMALL = ((3, 3, 3), (4, 4, 4), (5, 5, 4), (6, 5, 4), (6, 7, 5))
MIXED = ((3, 3, 3), (4, 4, 4), (5, 5, 4), (6, 6, 5), (15, 15, 5))


@pytest.mark.parametrize("position", list(open_positions(30, sides=SMALL)))
def test_value(position):
    """Values by proof, their nodes and probes are those of the method `proof`."""
    valued_alike(position, 200_000)


def valued_alike(position, nodes):
    outcome = value(Question(position, ValueAsk()), Limits(nodes=nodes))
    told = module("mnk_proof").ask("value", position=asked(position), shortest=False, megabytes=256, nodes=nodes)
    known = outcome.answer
    assert told["value"] == (2 if known is None else {"win": 1, "draw": 0, "loss": -1}[known.value])
    assert (told["searched"], told["probes"]) == (outcome.stats["nodes"], outcome.stats["probes"])
    if known is not None:
        assert [divmod(cell, position.rules.n) for cell in told["cells"]] == list(known.best_moves)


EASY = [case for case in cases("values") if case[0]["m"] * case[0]["n"] <= 36 and case[1].rules.k <= 7]


@pytest.mark.parametrize(("case", "position"), EASY, ids=lambda it: str(it)[:60])
def test_known_values(case, position):
    """The empty boards whose values were published."""
    told = module("mnk_proof").ask("value", position=asked(position), shortest=False, megabytes=256, nodes=100_000)
    assert told["value"] in (2, {"draw": 0, "first": 1}[case["value"]])
    outcome = value(Question(position, ValueAsk()), Limits(nodes=100_000))
    assert (told["searched"], told["probes"]) == (outcome.stats["nodes"], outcome.stats["probes"])


LARGEST_PROVED = 128  # cells in open lines that the module's tables have room for; the package's have 512


@pytest.mark.parametrize(("case", "position"), list(cases("positions")), ids=lambda it: str(it)[:60])
def test_positions_of_the_data(case, position):
    """Values and shortest wins that two solvers agree on."""
    shortest = case["kind"] == "exact"
    told = module("mnk_proof").ask("value", position=asked(position), shortest=shortest, megabytes=256)
    if shortest:
        assert told["value"] == {"win": 1, "draw": 0, "loss": -1}[case["value"]]
        if told["value"] == 1:
            assert told["plies"] == case["plies"]
            assert sorted(told["cells"]) == sorted(row * case["n"] + column for row, column in case["best_moves"])
    elif sum(cell == 0 for cell in position.cells) > LARGEST_PROVED:
        assert (told["value"], told["searched"]) == (2, 0)  # nothing is claimed
    else:
        assert told["value"] == 1


def choose_in_app(position, nodes):
    """Choose as the page does at its highest level: what is proved, then a search among what keeps it, then traps."""
    engine, prover, where = module("mnk"), module("mnk_proof"), asked(position)
    think = {"position": where, "settings": settings(k=position.rules.k), "nodes": nodes}
    traps = position.rules.plain and position.rules.size <= 64 and not position.rules.hopeless
    if cells := (best := engine.ask("settle", position=where, nodes=nodes))["cells"]:
        wanted = engine.ask("think", **think, among=cells)["lines"][0]["cells"][0]
        if traps and best["worth"] < 1 and len(cells) > 1:
            order = [wanted, *[cell for cell in cells if cell != wanted]]
            prover.ask("known", position=where, fresh=True, nodes=1)  # forgets the tables of the board before
            wanted = prover.ask("trap", position=where, moves=order, nodes=nodes)["cell"]
        return wanted, best["worth"]
    if traps:
        bound = min(200_000, nodes)
        known = prover.ask("known", position=where, fresh=True, nodes=bound)
        if known["value"] != 2:
            graded = prover.ask("grades", position=where, value=known["value"], nodes=bound)
            if graded["keeping"]:
                told = engine.ask("think", **think, among=graded["keeping"])
                wanted = told["lines"][0]["cells"][0]
                if known["value"] < 1 and len(graded["keeping"]) > 1:
                    order = [wanted, *[cell for cell in graded["keeping"] if cell != wanted]]
                    return prover.ask("trap", position=where, moves=order, nodes=nodes)["cell"], known["value"]
                return wanted, known["value"]
    told = engine.ask("think", **think, among=[])
    return told["lines"][0]["cells"][0], told["worth"]


@pytest.mark.parametrize("position", list(open_positions(24, sides=MIXED)))
def test_choose(position):
    """With proofs and traps the app plays what the command plays."""
    chosen_alike(position)


def chosen_alike(position):
    choice = choose_move(Engine(position.rules), position, Limits(nodes=NODES)).answer
    cell, worth = choose_in_app(position, NODES)
    assert divmod(cell, position.rules.n) == choice.move
    assert worth == {"win": 1, "draw": 0, "loss": -1, None: 2}[choice.proven]


def review_in_app(game, nodes):
    """Review a game as the page does, with the engine alone."""
    kernel, rules = module("mnk"), game.rules
    positions = [Position(rules, bytes(rules.size))]
    for cell in game.moves:
        positions.append(positions[-1].play(cell))
    alone = []
    is_open = [position for position in positions if position.result is None]
    for number, position in enumerate(reversed(is_open)):
        how = settings(k=rules.k, fresh=number == 0)
        told = kernel.ask("think", position=asked(position), settings=how, among=[], nodes=nodes)
        line = told["lines"][0]
        alone.append({"score": line["score"], "best": line["cells"][0], "proved": told["worth"], "line": line["cells"]})
    seen = kernel.ask("hold", seen=alone[::-1], moves=game.moves)["seen"]
    worth = seen[-1]["score"] if len(seen) > len(game.moves) else 0 if game.result == "draw" else -30000
    loser = {"X": 2, "O": 1}.get(game.result or "")
    steps = []
    for number in range(len(game.moves), 0, -1):
        mark = 1 if number % 2 else 2
        told = kernel.ask(
            "step",
            position=asked(positions[number - 1]),
            settings=settings(k=rules.k, fresh=False),
            move=game.moves[number - 1],
            seen=seen[number - 1],
            after=worth,
            lost=mark == loser,
            nodes=nodes,
        )
        if mark == loser and told["loses"]:
            loser = None
        worth = told["before"]
        steps.append(told)
    return steps[::-1]


@pytest.mark.parametrize("seed", range(6))
def test_review(seed):
    """Backed-up values, better moves and mistakes of a game are those of the command `analyse`."""
    reviewed_alike(seed, 14, 1500)


def reviewed_alike(seed, most, nodes):
    rules = Rules(*[(6, 6, 4), (9, 9, 5), (7, 7, 4)][seed % 3])
    game = played(rules, Random(seed, "app five review"), most)
    found = analyse_game(game, Limits(nodes=nodes), EngineSettings(exact=False))
    steps = review_in_app(game, nodes)
    for step, told in zip(found.steps, steps, strict=True):
        assert (told["before"], told["after"]) == (step.score_before, step.score_after), step.number
        assert divmod(told["best"], rules.n) == step.best_move
        assert (told["loses"], told["misses"], told["turns"]) == (step.loses_game, step.misses_win, step.changes_course)
        assert [divmod(cell, rules.n) for cell in told["line"]] == list(step.best_line)


def same(name, question, **said):
    """Ask a module and the package the same bytes; the reply of both, byte for byte."""
    kernel = module(name)
    told = kernel.ask(question, **said)
    assert kernel.last == _kernel.call(question, kernel.request, None)
    return told


@pytest.mark.parametrize("position", list(open_positions(20, first=60)))
def test_replies_are_those_of_the_package(position):
    """Also the chances, which are no whole numbers."""
    said, how = asked(position), settings(k=position.rules.k)
    rules, cell = said["rules"], position.legal[0]
    same("mnk", "replay", rules=rules, moves=position.moves)
    same("mnk", "threats", position=said)
    same("mnk", "settle", position=said, nodes=NODES)
    line = same("mnk", "think", position=said, settings=how, among=[], nodes=NODES)["lines"][0]
    seen = {"score": line["score"], "best": line["cells"][0], "proved": 2, "line": line["cells"]}
    same("mnk", "hold", seen=[seen, seen], moves=[cell])
    same("mnk", "step", position=said, settings=how, move=cell, seen=seen, after=-50, lost=True, nodes=NODES)
    if rules["m"] * rules["n"] > 64:
        return
    same("mnk_proof", "value", position=said, shortest=True, megabytes=64, nodes=NODES)
    worth = same("mnk_proof", "known", position=said, fresh=True, nodes=NODES)["value"]
    kept = same("mnk_proof", "grades", position=said, value=worth, nodes=NODES)["keeping"] if worth < 1 else []
    if kept:
        same("mnk_proof", "trap", position=said, moves=kept, nodes=NODES)


@pytest.mark.parametrize("position", list(open_positions(20)))
def test_threats(position):
    """Cells that complete a line are found by the rules, open fours by the classes of their lines."""
    told = module("mnk").ask("threats", position=asked(position))
    mover, rules = position.to_move, position.rules
    said = {"weights": b"", "cells": position.cells, "mark": mover, "steps": []}
    look = Interface.of("mnk").ask("look", rules=rules.numbers, **said).reply
    for mark, found in ((mover, told["own"]), (3 - mover, told["other"])):
        codes = (look["first"], look["second"])[mark - 1]
        for cell, code in enumerate(codes):
            if code < 0:
                assert found[cell] == 0
                continue
            classes = [CLASSES[code >> (4 * place) & 15] for place in range(4)]
            assert (found[cell] == 10) == ("five" in classes)
            assert (found[cell] >= 9) == ("five" in classes or "open_four" in classes or classes.count("four") > 1)


def test_refusals():
    """What does not fit is refused with a sentence, and the next question is answered again."""
    kernel, prover = module("mnk"), module("mnk_proof")
    good = {"rules": face(Rules(3, 3, 3)), "cells": bytes(9)}
    for changed, why in (
        ({"cells": bytes(8)}, "cells: one for each cell"),
        ({"cells": bytes([3, *bytes(8)])}, "cells: a number from 0 to 2"),
        ({"cells": bytes([2, *bytes(8)])}, "X moves first"),
        ({"cells": bytes([1, 1, 1, 2, 2, 0, 0, 0, 0])}, "the game is over"),
        ({"cells": bytes([1, 2, 1, 2, 1, 2, 2, 1, 2])}, "X moves first|full"),
        ({"rules": face(Rules(3, 3, 3, gravity=True)), "cells": bytes([1, *bytes(8)])}, "marks fall"),
        ({"rules": face(Rules(3, 3, 3)) | {"m": 71}}, "m: a number from 1 to 70"),
    ):
        with pytest.raises(Refused, match=why):
            kernel.ask("think", position=good | changed, settings=settings(), among=[])
    with pytest.raises(Refused, match="among: moves are needed"):
        kernel.ask("think", position=good, settings=settings(), among=[9])
    with pytest.raises(Refused, match="weights: two bytes"):
        kernel.ask("think", position=good, settings=settings() | {"weights": b"12"}, among=[])
    with pytest.raises(Refused, match="no proof knows"):
        prover.ask("value", position=good | {"rules": face(Rules(3, 3, 3, misere=True))}, shortest=False, megabytes=8)
    assert kernel.ask("think", position=good, settings=settings(), among=[])["lines"][0]["cells"][0] == 4


@pytest.mark.parametrize("name", ["mnk", "mnk_proof"])
def test_damaged_requests_are_sentences(name):
    """A thousand requests of each module, cut or with bytes changed, are answered or refused with a sentence."""
    kernel, random = module(name), Random(5, "app five damage", name)
    sent = []
    raw, kernel.raw = kernel.raw, lambda place, request: sent.append((place, request)) or raw(place, request)
    where = {"rules": face(Rules(3, 3, 3)), "cells": bytes([1, 0, 0, 0, 2, 0, 0, 0, 0])}
    try:
        if name == "mnk":
            seen = {"score": 0, "best": 1, "proved": 2, "line": [1]}
            shown = settings(3, table=1, fit=False)
            kernel.ask("replay", rules=where["rules"], moves=[4, 0, 8])
            kernel.ask("position", position=where)
            kernel.ask("think", position=where, settings=shown, among=[1, 2], nodes=500)
            kernel.ask("threats", position=where)
            kernel.ask("hold", seen=[seen, seen], moves=[1])
            kernel.ask("step", position=where, settings=shown, move=1, seen=seen, after=5, lost=True, nodes=500)
        else:
            kernel.ask("value", position=where, shortest=True, megabytes=1, nodes=500)
            kernel.ask("known", position=where, fresh=True, nodes=500)
            kernel.ask("grades", position=where, value=0, nodes=500)
            kernel.ask("trap", position=where, moves=[1, 2], nodes=500)
    finally:
        kernel.raw = raw
    refused = 0
    for _ in range(1000):
        place, request = random.choice(sent)
        damaged = bytearray(request)
        if random.below(4) == 0:
            del damaged[random.below(len(damaged)) :]
        else:
            for _ in range(random.in_range(1, 3)):
                damaged[16 + random.below(len(damaged) - 16)] = random.choice([0, 1, 2, 3, 9, 70, 255])
        try:
            kernel.raw(place, bytes(damaged))
        except Refused as refusal:
            refused += 1
            assert re.search(SENTENCES, str(refusal))
    assert refused > 300


@pytest.mark.parametrize("options", [(), ("gravity",), ("maker_breaker",), ("misere", "maker_breaker")])
def test_no_line(options):
    """Where k exceeds every line, the move and the value are the command's."""
    rules = Rules(3, 3, 4, **dict.fromkeys(options, True))
    position = Position(rules, bytes(9)).play(7)
    told = module("mnk").ask("think", position=asked(position), settings=settings(), among=[])
    choice = move(position).answer
    assert told["by"] == 0
    assert divmod(told["lines"][0]["cells"][0], 3) == choice.move
    assert (told["worth"], told["plies"]) == ({"win": 1, "draw": 0, "loss": -1}[choice.proven], choice.plies or 0)
