"""Every reader of the package by name: texts that it takes, and how it is called with another.

A reader may raise a `PassatempoError` and nothing else. What it takes is put to what reads on: a record is played
through and judged, a proof is checked, an instance comes back from every format in which it can be written.
"""

from __future__ import annotations

import json
import random
import tempfile
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import get_type_hints

from passatempo.campaigns.jobs import Shard
from passatempo.campaigns.schedules import read_plan
from passatempo.cards.commands import judge_proof, read_outside
from passatempo.cards.encodings.encoding import ENCODINGS, encoding
from passatempo.cards.model import Deal, Distance
from passatempo.cli.flags import FORMS
from passatempo.core.decoder import decode
from passatempo.core.errors import FormatError, InvalidInstance, UsageError
from passatempo.core.input import as_text
from passatempo.core.json import convert, encode, load_answer
from passatempo.core.limits import Deadline, Limits
from passatempo.core.pastime import Question
from passatempo.core.queries import ask, instance_of, question_of
from passatempo.core.random import Random
from passatempo.core.registry import BUILT_IN, pastime
from passatempo.games.players import person
from passatempo.games.playthrough import Playthrough
from passatempo.games.records import read_record, write_record
from passatempo.games.replays import check, replay
from passatempo.games.values import Deal as Dealt
from passatempo.machiavelli.game.companion import Companion, _resume_record, head_of
from passatempo.machiavelli.game.rules import GameRules
from passatempo.minesweeper.commands import MATRIX, neighbourhood_of, read_matrix
from passatempo.minesweeper.game.match.series import is_series
from passatempo.mnk.certificates.checker import check_claim
from passatempo.mnk.certificates.file import read_claims
from passatempo.mnk.json import POSITION
from passatempo.mnk.matches.opening_books import openings_of
from passatempo.mnk.matches.protocol import Session
from passatempo.mnk.model import ValueAsk
from passatempo.mnk.proof.methods import value
from passatempo.mnk.proof.prover import require_fitting
from passatempo.mnk.settings import EngineSettings
from passatempo.mnk.text import position_of
from passatempo.optimiza.certificates import check_certificate
from passatempo.optimiza.exact.levels import make_certificate
from passatempo.optimiza.text import read as read_board
from passatempo.puzzles.calendar import read_date
from passatempo.puzzles.generator import get, load_puzzle
from passatempo.puzzles.identity import read_id, recipe_of

DATA = Path(__file__).parents[1] / "data"
GAMES = [pastime(name) for name in BUILT_IN]
VALUES = [None, True, 0, -1, 1, 7, 10**20, 0.5, "", "1/3", "1/0", "x", "AS", [], [1, 1], {}, "win 3"]
VALUES += ["\ud83d", ["\ud83d"]]
NAMES = [
    f"{game.name} {what}" for game in GAMES for what in ("texts", "questions", "keys", "answers", "records", "moves")
]
NAMES += [f"answers to the puzzle {kind.code}" for game in GAMES for kind in game.kinds]
NAMES += [
    "puzzle IDs",
    "puzzle files",
    "days",
    "companion records",
    "companion lines",
    "protocol",
    "mnk proofs",
    "mnk checkpoints",
    "mnk openings",
    "optimiza certificates",
    "cards models",
    "cards formulas and proofs",
    "minesweeper matrices",
    "minesweeper series",
    "campaign plans",
    "campaign shards",
    "flags",
    "methods",
    "bytes",
]
BRIEF = Limits(nodes=2000, seconds=0.5)
READS_ALONE = {  # formats that are read and never written
    "minesweeper": ["xx1/..1\n", "2x1x1\nH1\n", "3x2x3\nFOI\n0M0\n", "0x0x0\n"],
    "mnk": ["   a b\n1  X .\n2 (O).\n2,2,2 torus \u00b7 X to move", "1. b2 a1 2. c3\nm: 3\nn: 3\nk: 3"],
    "machiavelli": [
        "7C 8C 9C | 10Q FQ DQ\nhand: AC\nlocale: it",
        "\U0001f0a1\U0001f0a2\U0001f0a3 | \u26605 \u26606 \u26607",
        "7 8 9 di cuori | re di picche, l'asso di fiori\nhand: jolly=7 di quadri\njokers: 1\nlocale: it",
        "R1 2r bk3 red 4 | \U0001f7e55 6 \U0001f7e6 jolly\nhand: JK=O7 gialla 8\npreset: rummikub",
        "blyr1 | r9-11 j # the table\nb1 l2\npreset: rummikub\nlocale: tiles-bly",
    ],
    "cards": ["1 1 2 2 3 3 4\nN: 7\nM: 4\ndistance: 1-3 >= 2, 1-2 = 2\nat: 1=2\ngiven: 2=3\nfirst: 1"],
    "optimiza": ["TQ4-1K4DQ", "1,1\n1,2\nvariant: torus-rook\nN: 2"],
}
EVENTS = """I hold AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS
I drew the 4 of hearts
bob lays 4H 5H 6H
I lay AS 2S 3S
bob has 10 cards
bob draws
undo
I pass
crosses 4D 5D"""
TALK = """ABOUT
START 6
INFO rule 1
BEGIN
TURN 1,1
TAKEBACK 1,1
BOARD
0,0,1
1,1,2
DONE
YXBOARD
3,1,1
4,4,2
DONE
SWAP2BOARD
1,1
DONE
RECTSTART 5,4
RESTART
init 3 3 3 first 1
go
play 0 0"""
PLAN = """name = "p"
repeat = 3
[run]
question = "optimiza best"
[grid]
N = [4, 5]
variant = ["torus-queen", "hex-tri"]
[limits]
seconds = 2.5
nodes = 1000
"""


def mutated_value(draw, value):
    """Change one thing somewhere in decoded JSON; halves of characters, too, which no JSON text has."""
    if isinstance(value, dict) and value and draw.random() < 0.85:
        key = draw.choice(list(value))
        return {**value, key: mutated_value(draw, value[key])}
    if isinstance(value, list) and value and draw.random() < 0.85:
        index = draw.randrange(len(value))
        what = draw.random()
        if what < 0.15:
            return value[:index] + value[index + 1 :]
        if what < 0.3:
            return [*value, value[index]]
        return [*value[:index], mutated_value(draw, value[index]), *value[index + 1 :]]
    near = [value + 1, value - 1, -value] if isinstance(value, int) else []
    return draw.choice([*near, *near, *VALUES])


def written_in_all_formats(game, instance):
    """Yield an instance as text, as JSON and in every other format that can say it."""
    yield game.wiring.write(instance)
    yield encode(game.wiring.json.dump(instance))
    for module in game.format_modules.values():
        try:
            yield str(module.write(instance))
        except (UsageError, InvalidInstance, FormatError):  # this format has no words for it
            continue


def texts_of(game):
    """Return an example in each format."""
    found = [instance_of(game, game.example(name), {}) for name in game.examples]
    return [text for one in found for text in written_in_all_formats(game, one)] + READS_ALONE[game.name]


def _read(game, text):
    instance = instance_of(game, text, {})
    assert game.read(game.wiring.write(instance)) == instance, text
    raw = decode(encode(game.wiring.json.dump(instance)))
    assert game.wiring.json.load(convert(raw, game.wiring.json.keys)) == instance, text


def _questions(game):
    """Yield the JSON of each example with the own inputs of each question, at values of their kind."""
    for problem in game.problems:
        for name in list(game.examples)[:3]:
            said = json.loads(encode(game.wiring.json.dump(instance_of(game, game.example(name), {}))))
            shape = problem.wiring.ask if problem.wiring.ask else None
            for entry in () if shape is None else fields(shape):
                hint = str(get_type_hints(shape)[entry.name])
                said[entry.name] = 2 if "int" in hint and "tuple" not in hint else [[1, 1]] if "tuple" in hint else True
            yield encode({key: value for key, value in said.items() if value is not None})


def _ask(game, text):
    for problem in game.problems:
        question_of(game, problem, text)


def _ask_with_keys(game, sources, text):
    """Ask with Python's own dictionaries, with a value changed that the text draws by lot."""
    draw = random.Random(ascii(text))
    raw = mutated_value(draw, json.loads(draw.choice(sources)))
    for problem in game.problems if isinstance(raw, dict) else ():
        question_of(game, problem, raw)


def _answers(game):
    for problem in game.problems:
        for name in list(game.examples)[:2]:
            try:
                outcome = ask(problem, instance_of(game, game.example(name), {}), limits=BRIEF, explain=0)
            except (UsageError, InvalidInstance):  # the method does not know these rules
                continue
            yield encode(outcome.to_json()) if not isinstance(outcome.to_json(), str) else outcome.to_json()


def _begun(game, seed):
    """Begin a game of the default rules."""
    play = game.game
    number = play.wiring.seats_of(play.wiring.rules()) if play.wiring.seats_of else play.seats[0]
    return Playthrough(game, tuple(person(f"p{seat}") for seat in range(number)), deal=Dealt(seed))


def _moves(found, lots):
    """Return legal moves of a game under way."""
    play, view = found.game, found.view(found.seat)
    return play.wiring.moves(view) if play.wiring.moves else [play.wiring.sample(view, lots)]


def _recorded(game):
    """Play some games of random moves, and write their records."""
    for seed in range(2):
        found, lots = _begun(game, seed), Random(seed, "records")
        for _ in range(12):
            if found.result is None:
                found.play(lots.choice(_moves(found, lots)))
        yield write_record(found.record)


def _replay(game, text):
    record, _ = read_record(text)
    check(record)
    replay(record)


def _typed(game):
    found = _begun(game, 1)
    view, moves = found.view(found.seat), _moves(found, Random(1, "typed"))[:5]
    return view, [game.game.wiring.write(view, move, locale) for move in moves for locale in ("en", "it", "es")]


def _type(game, view, text):
    for locale in ("en", "it", "es"):
        game.game.wiring.read(view, text, locale)


def _ids():
    found = json.loads((DATA / "puzzles" / "ids.json").read_text(encoding="utf-8"))
    return [name for kind in found.values() for name in kind]


def _puzzles():
    for name in list(dict.fromkeys(one[:2] for one in _ids())):
        yield encode(get(next(one for one in _ids() if one[:2] == name)).to_json())


def _solve(text):
    """Judge the solution that a puzzle's file states; with an ID alone the puzzle would be made again."""
    raw = decode(text)
    kind, made = load_puzzle(
        {key: value for key, value in raw.items() if key != "id"} if isinstance(raw, dict) else raw
    )
    recipe_of(kind).judge(made, dict(made.solution))


def _judge_puzzle(made, kind, text):
    recipe_of(kind).judge(made, decode(text) if text.lstrip()[:1] in ("{", "[") else text)


def _companions():
    table = Companion(GameRules(), ("me", "bob"))
    lines = [line for said in EVENTS.splitlines()[:4] for line in table.read_event(said)]
    record = read_record(write_record_of(table, lines))[0]
    return [write_record(record)]


def write_record_of(table, lines):
    """Write the record of a companion's table."""
    from passatempo.games.records import Record

    return write_record(Record(head_of(table, {"preset": "house"}), tuple(lines)))


def _follow(text):
    _resume_record(pastime("machiavelli").game, read_record(text)[0], "en")


def _hear(text):
    table = Companion(GameRules(), ("me", "bob"))
    for line in text.splitlines():
        try:
            if table.answer(line) is None:
                table.read_event(line)
        except (FormatError, InvalidInstance, UsageError) as error:
            assert "\n" not in str(error)


class _Silent(Session):
    """A session that reads and never thinks."""

    def answer_move(self):
        return "0,0"


def _talk(text):
    session = _Silent(settings=EngineSettings(level=1, table=1))
    try:
        for line in text.splitlines():
            if not line.lower().startswith("go"):
                assert "\n" not in session.answer_line(line)
    finally:
        session.close()


def _files():
    """Return a proof and a checkpoint of a position, as text and as bytes in Latin letters."""
    position = position_of(3, 3, 3)
    with tempfile.TemporaryDirectory() as folder:
        proof, point = Path(folder) / "proof", Path(folder) / "point"
        value(Question(position, ValueAsk()), Limits(proof=proof))
        value(Question(position_of(5, 5, 4), ValueAsk()), Limits(checkpoint=point, nodes=300))
        lines = proof.read_text(encoding="utf-8").splitlines()
        plain = "\n".join(["passatempo mnk proof 1", *lines[1:-1], ""])
        return [plain, proof.read_text(encoding="utf-8")], [point.read_bytes().decode("latin-1")]


def _verify(text):
    instance, claims = read_claims(text)
    position = POSITION.load(convert(decode(instance), POSITION.keys, "the second line"))
    for claim in claims:
        check_claim(position, claim, Deadline(BRIEF))


def _resume(text):
    position = position_of(5, 5, 4)
    with tempfile.NamedTemporaryFile() as file:
        file.write(text.encode("latin-1", "replace"))
        file.flush()
        require_fitting(Path(file.name), position)
        value(Question(position, ValueAsk()), Limits(checkpoint=Path(file.name), nodes=50, memory_mb=64))


BOARD = read_board("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")
DEAL = Deal((1, 1, 2, 2, 3), (Distance(1, 3, "=", 2),))


def _models():
    for name in ENCODINGS:
        formula = encoding(name).build(DEAL, "ladder", bool).formula
        line = " ".join(str(letter if letter % 3 else -letter) for letter in range(1, len(formula.letter_names) + 1))
        yield from (f"{name} c x\ns SATISFIABLE\nv {line} 0\n", f"{name} SAT\n{line} 0\n", f"{name} [{line}]")


def _decode(text):
    name, _, rest = text.partition(" ")
    read_outside(DEAL, rest, name if name in ENCODINGS else "run", "ladder")


def _formulas():
    yield "p cnf 3 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 3 0\n\x1f1 0\nd 1 2 0\n0\n"
    yield "c passatempo cards, sat-run\np cnf 2 3\n1 0\n-1 2 0\n-2 0\n\x1f0\n"


def _prove(text):
    formula, _, proof = text.partition("\x1f")
    judge_proof(formula, proof.encode("utf-8", "surrogatepass"))
    judge_proof(formula, proof.encode("latin-1", "replace"))


def _flags(text):
    for _, reader in FORMS.values():
        try:
            reader(text)
        except ValueError:  # which the flag's converter says again, by the flag's name
            continue


def _settings(text):
    for game in GAMES:
        for problem in game.problems:
            try:
                problem.choose(text)
            except UsageError as error:
                assert "\n" not in str(error)


def readers():
    """Return every reader: its name, texts that it takes, and what is called with a text."""
    found = {}
    for game in GAMES:
        view, typed = _typed(game)
        found |= {
            f"{game.name} texts": (texts_of(game), partial(_read, game)),
            f"{game.name} questions": (list(_questions(game)), partial(_ask, game)),
            f"{game.name} keys": (list(_questions(game)), partial(_ask_with_keys, game, list(_questions(game)))),
            f"{game.name} answers": (list(_answers(game)), lambda text, game=game: load_answer(game, decode(text))),
            f"{game.name} records": (list(_recorded(game)), partial(_replay, game)),
            f"{game.name} moves": (typed, partial(_type, game, view)),
        }
    proofs, checkpoints = _files()
    for text in list(_puzzles()):
        kind, made = load_puzzle(decode(text))
        answers = [encode(dict(made.solution)), *map(encode, made.solution.values())]
        found[f"answers to the puzzle {kind.code}"] = (answers, partial(_judge_puzzle, made, kind))
    return found | {
        "puzzle IDs": (_ids(), read_id),
        "puzzle files": (list(_puzzles()), _solve),
        "days": (["2026-11-28", "2027-1-2"], read_date),
        "companion records": (_companions(), _follow),
        "companion lines": ([EVENTS], _hear),
        "protocol": ([TALK], _talk),
        "mnk proofs": (proofs, _verify),
        "mnk checkpoints": (checkpoints, _resume),
        "mnk openings": (
            ["board: 5,5,4\na1 b2 # even\n" + '{"m":5,"n":5,"k":4,"moves":[[1,1]]}'],
            lambda text: list(openings_of(text)),
        ),
        "optimiza certificates": (
            [encode(make_certificate(BOARD))],
            lambda text: check_certificate(BOARD, decode(text), BRIEF),
        ),
        "cards models": (list(_models()), _decode),
        "cards formulas and proofs": (list(_formulas()), _prove),
        "minesweeper matrices": (
            [MATRIX, "[[A,2],[0,F]]", "A 2\n0 F"],
            lambda text: neighbourhood_of(1, 1, read_matrix(text)),
        ),
        "minesweeper series": (
            ['{"index":1,"layout":[".*"],"clicks":[[1,1]],"guesses":0,"won":true}'],
            is_series,
        ),
        "campaign plans": ([PLAN], read_plan),
        "campaign shards": (["2/5"], Shard.read),
        "flags": (["1,1 2,3", "1 2/3 4", "X.O/.X.", "A=1,QS=13"], _flags),
        "methods": (["sat-run:amo=ladder,solver=cadical195", "search:layouts=5000", "engine:table=16"], _settings),
        "bytes": (["AS 2S\n\u00e9"], lambda text: as_text(text.encode("latin-1", "replace"))),
    }
