"""The library: every question of every pastime a typed function, whose outcome says and draws itself.

Tests: core/library.py, core/instances.py, core/value.py
"""

import ast
import inspect
import json
import pickle
import re
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from importlib import import_module
from mmap import mmap
from multiprocessing import get_context
from pathlib import Path

import pytest

import passatempo
from passatempo import cards, machiavelli, minesweeper, mnk, optimiza
from passatempo.cli import answers
from passatempo.core import queries
from passatempo.core.errors import FormatError, Unanswered, UsageError, Violation
from passatempo.core.instances import format_instance, format_model, generate_instances
from passatempo.core.library import RunOptions
from passatempo.core.methods import resolve
from passatempo.core.outcome import Outcome, Status
from passatempo.core.queries import ask, question_of
from passatempo.core.registry import BUILT_IN, pastime
from passatempo.core.value import Instance

QUESTIONS = [(name, problem) for name in BUILT_IN for problem in pastime(name).problems]
IDS = [f"{name}-{problem.name}" for name, problem in QUESTIONS]
each_question = pytest.mark.parametrize(("name", "problem"), QUESTIONS, ids=IDS)
each_pastime = pytest.mark.parametrize("name", BUILT_IN)
# Inputs without which a question has nothing to ask, beside the first example that has an answer.
INPUTS = {"optimiza-judge": {"path": [[1, 1]]}}
VERBS = ("check", "convert", "draw", "example", "export", "new", "play", "read", "show", "write")
FURTHER = {
    "machiavelli": {"Card", "Rules", "arrange_many", "Odds", "PresetRules", "Published", "Review"},
    "cards": {"Distance", "interval", "Comparison", "ProofVerdict", "Reading"},
    "optimiza": {"greatest_sum", "Certificate", "Obstacle", "Orbits", "Statistics", "Tour"},
    "minesweeper": {"Comparison", "Policy", "Rate", "estimate", "win_rate", "win_rates"}
    | {"Judgement", "Layouts", "Measures", "Minefield", "PlayedClick", "judge", "layouts", "load", "measure"}
    | {"Neighbours", "Published"},
    "mnk": {"Rules", "Square", "Analysis", "Known", "Match", "Opening", "ProofVerdict"},
}
# Commands that answer nothing, and two whose functions are listed above: `measure` takes what `field` loads.
WITHOUT_FUNCTION = {"machiavelli companion", "mnk protocol", "minesweeper win-rate", "minesweeper field"}
COMMANDS = [
    (name, command)
    for name in BUILT_IN
    for command in pastime(name).commands
    if f"{name} {command.name}" not in WITHOUT_FUNCTION
]
ROOT = Path(__file__).parents[2]


def references(command):
    """Return the references to the functions of a command."""
    return [*filter(None, (command.where, *command.variants.values(), command.otherwise))]


@pytest.mark.parametrize(("name", "command"), COMMANDS, ids=lambda value: getattr(value, "name", value))
def test_a_command_is_a_public_function(name, command):
    """It has the command's name, types, a documented parameter for each flag, and an example that the tests run."""
    module = import_module(f"passatempo.{name}")
    for reference in references(command):
        public = getattr(module, reference.rpartition(":")[2])
        function = inspect.unwrap(public)
        assert function is inspect.unwrap(resolve(reference))
        assert "return" in function.__annotations__
        assert ">>> " in function.__doc__
        section = function.__doc__.partition("Parameters\n")[2].partition("Raises\n")[0]
        for parameter in inspect.signature(function).parameters.values():
            assert parameter.name in function.__annotations__
            assert re.search(rf"^ +(\w+, )*{parameter.name}(, \w+)*$", section, re.MULTILINE), parameter.name
        if "keys" not in inspect.signature(function).parameters:
            with pytest.raises(UsageError, match=r"\bno_such\b"):
                public(no_such=1)
    own = command.where.rpartition(":")[2]
    assert own == {"rules": "rules_of"}.get(command.name, command.name)


def asked(name, problem, **more):
    """Ask through the library, about the first example that has an answer."""
    game, module = pastime(name), import_module(f"passatempo.{name}")
    for example in game.examples:
        inputs = INPUTS.get(f"{name}-{problem.name}", {}) | more
        if problem.name == "rank":
            inputs["sequence"] = module.order(game.example(example)).result().sequence
        try:
            outcome = getattr(module, problem.name)(game.example(example), seconds=20, **inputs)
        except ValueError:  # the inputs fit another example
            continue
        if outcome.answer is not None:
            return outcome
    pytest.fail("no example has an answer")


def test_the_seconds_for_a_reason_are_written_once():
    """P8: the same default in the library, the command line and the docs; HTTP has no more either."""
    texts = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src" / "passatempo").rglob("*.py"))
    assert re.findall(r"^REASON_SECONDS = .*", texts, re.MULTILINE) == re.findall("REASON_SECONDS = 1.0.*", texts)
    assert texts.count("REASON_SECONDS = ") == 1
    assert "by default the rest of the limit, or 1." in RunOptions.__doc__
    assert next(text for name, _, text in answers.COMMON if name == "explain").endswith("what is left, or 1]")
    assert "or one second without a limit" in (ROOT / "docs/project/promises.md").read_text(encoding="utf-8")


def answer_type(name, problem):
    """Return the class that the function of a question promises."""
    module = import_module(f"passatempo.{name}")
    return getattr(module, getattr(module, problem.name).__annotations__["return"][len("Outcome[") : -1])


@each_question
def test_every_question_is_a_function_of_its_module(name, problem):
    outcome = asked(name, problem)
    assert isinstance(outcome.result(), answer_type(name, problem))
    assert outcome.checked
    assert outcome.evidence is problem.evidence_of_check
    assert str(outcome).endswith("checked")
    assert outcome.to_json()["question"] == problem.name
    assert json.loads(json.dumps(outcome.to_json())) == outcome.to_json()
    assert outcome.svg().startswith("<svg")
    assert outcome._repr_svg_() == outcome.svg()
    assert repr(outcome).startswith("<Outcome solved, ")


@each_question
def test_outcomes_travel_between_processes(name, problem):
    outcome = asked(name, problem)
    copy = pickle.loads(pickle.dumps(outcome))
    assert copy == outcome
    assert str(copy) == str(outcome)


def test_questions_are_asked_from_threads_and_processes():
    tables = [f"3S 4S 5S {suit}" for suit in ("6S", "7S", "6H", "2S")]
    expected = [Status.SOLVED, Status.IMPOSSIBLE, Status.IMPOSSIBLE, Status.SOLVED]
    with ThreadPoolExecutor(2) as pool:
        assert [outcome.status for outcome in pool.map(machiavelli.arrange, tables)] == expected
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert [outcome.status for outcome in pool.map(machiavelli.arrange, tables)] == expected


@each_question
def test_help_begins_with_the_question_and_ends_with_an_example(name, problem):
    text = inspect.getdoc(getattr(import_module(f"passatempo.{name}"), problem.name))
    assert text.startswith(f"{problem.question}\n\n>>> ")


@each_pastime
def test_a_module_lists_what_it_has(name):
    module = import_module(f"passatempo.{name}")
    game = pastime(name)
    kinds = {kind for one in game.problems for kind in (answer_type(name, one), one.wiring.ask)}
    classes = {kind.__name__ for kind in kinds | {game.wiring.instance_type} if kind} | FURTHER[name]
    studies = {
        reference.rpartition(":")[2] for one, command in COMMANDS if one == name for reference in references(command)
    }
    listed = {"PASTIME", *VERBS, *(problem.name for problem in game.problems), *classes, *studies}
    assert sorted(listed) == dir(module) == module.__all__
    for found in module.__all__:
        assert getattr(module, found) is not None
        assert inspect.getdoc(getattr(module, found))
    with pytest.raises(AttributeError, match="nothing"):
        _ = module.nothing


@each_pastime
def test_instances_say_and_draw_themselves(name):
    module = import_module(f"passatempo.{name}")
    game = pastime(name)
    for example in game.examples:
        instance = module.example(example)
        assert isinstance(instance, Instance)
        assert module.read(str(instance)) == instance
        assert instance._repr_svg_().startswith("<svg")
        again = getattr(module, game.problems[0].name)(instance.to_json(), check=False, seconds=0.0)
        assert getattr(again.asked.about, "instance", again.asked.about) == instance
        assert module.show(instance).strip()
        assert module.draw(instance) == instance.svg()
        assert module.convert(instance, "text") == format_instance(game, instance, "text") == module.write(instance)


@each_pastime
def test_new_instances_follow_from_the_seed(name):
    module = import_module(f"passatempo.{name}")
    several = module.new(seed=3, count=4)
    assert several == list(generate_instances(pastime(name), {}, 3, 4))
    assert several[0] == module.new(seed=3)
    assert several == module.new(seed=3, count=4)
    with pytest.raises(UsageError):
        module.new(nothing=1)
    with pytest.raises(UsageError):
        module.new(count=0)


@pytest.mark.parametrize(
    ("name", "model"),
    [(name, model) for name in BUILT_IN for model in pastime(name).models],
    ids=lambda value: getattr(value, "name", value),
)
def test_models_are_exported(name, model):
    module = import_module(f"passatempo.{name}")
    instance = module.example("wrap" if model.name == "ilp-published" else next(iter(pastime(name).examples)))
    for form in model.formats:
        assert module.export(instance, model.name, form) == format_model(pastime(name), instance, model.name, form)
    with pytest.raises(UsageError, match="is not a format"):
        module.export(instance, model.name, "pdf")
    with pytest.raises(UsageError, match="is not a model"):
        module.export(instance, "none", model.formats[0])


@each_question
def test_answers_are_judged_again(name, problem):
    module = import_module(f"passatempo.{name}")
    outcome = asked(name, problem)
    about = outcome.asked.about
    assert module.check(getattr(about, "instance", about), outcome) == []


def test_a_wrong_answer_is_told():
    deal = cards.read("1 1 2 2 3 3 4", D=4)
    said = cards.order(deal).to_json()
    said["answer"]["sequence"] = sorted(said["answer"]["sequence"])
    found = cards.check(deal, said)
    assert found
    assert all(isinstance(violation, Violation) for violation in found)
    assert cards.check(deal, json.dumps(said)) == found
    with pytest.raises(UsageError, match="no answer to check"):
        cards.check(deal, said | {"answer": None})
    with pytest.raises(FormatError, match="object with the keys"):
        cards.check(deal, {})


def test_every_way_to_give_an_instance_is_one():
    table = "3S 4S 5S 6S"
    turn = machiavelli.read(table)
    ways = [table, turn, {"table": table}, {"table": table.split()}, json.dumps({"table": table})]
    assert {machiavelli.arrange(way).answer for way in ways} == {machiavelli.arrange(table=table).answer}
    assert machiavelli.lay(turn, hand="7S").value == machiavelli.lay(table, hand="7S").value == 1
    assert machiavelli.arrange(turn, ace="low").asked.about.rules.ace == "low"
    assert optimiza.judge(optimiza.example("four"), path=((1, 1), (2, 2))).asked.about.ask.path is not None


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: mnk.move(optimiza.example("four")), "neither a Position"),
        (lambda: machiavelli.arrange(7), "neither a Turn"),
        (lambda: machiavelli.arrange("3S 4S 5S", tabel="x"), "takes no 'tabel', did you mean 'table'"),
        (lambda: machiavelli.lay("3S 4S 5S", prefer="speed"), "prefer"),
        (lambda: machiavelli.lay("3S 4S 5S", method="exat"), "did you mean 'exact'"),
        (lambda: machiavelli.lay("3S 4S 5S", confirm="exact"), "the method itself"),
        (lambda: machiavelli.arrange("3S", seconds=-1), "seconds"),
        (lambda: minesweeper.safe({"gird": "1#"}), "did you mean 'grid'"),
        (lambda: cards.order(), "cards"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(call, sentence):
    with pytest.raises(ValueError, match=sentence) as caught:
        call()
    assert isinstance(caught.value, passatempo.PassatempoError)
    assert "\n" not in str(caught.value)


def test_no_answer_is_told_by_result():
    with pytest.raises(Unanswered, match="impossible"):
        machiavelli.arrange("3S 4S 6S").result()
    with pytest.raises(Unanswered, match="nodes"):
        cards.count({"cards": [1, 1, 2, 2, 3, 3, 4]}, method="search", nodes=1).result()
    bare = Outcome(Status.SOLVED, answer=1)
    assert str(bare) == repr(bare)
    with pytest.raises(Unanswered, match="call the library's function"):
        bare.svg()


def test_progress_and_cancel_reach_the_method():
    seen = []
    cancel = passatempo.Cancel()
    cancel.cancel()
    board = mnk.read("m: 8\nn: 8\nk: 5")
    assert mnk.value(board, method="reference", nodes=20_000, report=seen.append).status is Status.UNKNOWN
    assert all(isinstance(progress, passatempo.Progress) for progress in seen)
    assert mnk.value(board, cancel=cancel).stopped is passatempo.StopReason.CANCELLED


def test_importing_a_pastime_imports_neither_kernels_nor_libraries():
    code = (
        "import sys\n"
        + "".join(f"import passatempo.{name}\n" for name in BUILT_IN)
        + "print([name for name in sys.modules if name.split('.')[0] in ('ortools', 'pysat', 'clingo', 'msgspec',"
        " 'numpy', 'pandas') or name.endswith('_kernel')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("package", [passatempo, cards, machiavelli, minesweeper, mnk, optimiza])
def test_type_checkers_know_the_names_that_a_package_lists(package):
    """Names that are imported when they are first used are written twice: for type checkers, and by module."""
    tree = ast.parse(inspect.getsource(package))
    guarded = next(node for node in tree.body if isinstance(node, ast.If))
    entries = [entry for node in guarded.body if isinstance(node, ast.ImportFrom) for entry in node.names]
    known = {entry.asname for entry in entries if entry.asname}  # `import X as X` hands X on
    known |= {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert known | {"__version__"} & set(vars(package)) & set(dir(package)) == set(package.__all__)
    assert len(package.__all__) == len(set(package.__all__))
    assert all(getattr(package, name) is not None for name in package.__all__)


@pytest.fixture(scope="module")
def typed(tmp_path_factory):
    """Run mypy over a script that uses every question and verb, and one that uses them wrongly."""
    folder = tmp_path_factory.mktemp("typed")
    right = ["from passatempo import Question, " + ", ".join(BUILT_IN), ""]
    for name, problem in QUESTIONS:
        example = next(iter(pastime(name).examples))
        right.append(
            f"a_{name}_{problem.name} = {name}.{problem.name}({name}.example({example!r}), seconds=1.0).result()"
        )
        right.append(f"reveal_type(a_{name}_{problem.name})")
    for name, problem in QUESTIONS:
        own = f", {name}.{problem.wiring.ask.__name__}()" if problem.wiring.ask else ""
        right.append(f"{name}.{problem.name}(Question({name}.new(){own}))")
        right.append(f"{name}.{problem.name}(Question({name}.new()))")
    right += [f"{name}.draw({name}.new(seed=1)).encode()" for name in BUILT_IN]
    right += [f"{name}.check({name}.new(), {{}})[0].text.upper()" for name in BUILT_IN]
    (folder / "right.py").write_text("\n".join(right) + "\n")
    (folder / "wrong.py").write_text(
        "from passatempo import Question, machiavelli, mnk, optimiza\n"
        'machiavelli.lay("3S", prefer="speed")\n'
        'mnk.value(m="3")\n'
        "mnk.value(sekonds=1)\n"
        "mnk.new(marks='3')\n"
        "mnk.play(preset='none')\n"
        "mnk.nothing\n"
        'machiavelli.example("nothing")\n'
        "machiavelli.lay(3)\n"
        "optimiza.best(Question(optimiza.new(), optimiza.TrailAsk()))\n"
        "optimiza.best(Question(mnk.new(), optimiza.BestAsk()))\n"
        "optimiza.count(Question(optimiza.new(), optimiza.BestAsk()))\n"
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(folder / "cache"), "right.py", "wrong.py"]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder).stdout


@each_question
def test_types_are_known_to_mypy(name, problem, typed):
    kind = answer_type(name, problem)
    wanted = f"{kind.__module__}.{kind.__name__}"
    assert f'Revealed type is "{wanted}"' in typed or f"fallback={wanted}]" in typed  # a class, or a named tuple


def test_mypy_finds_wrong_inputs_and_no_fault_in_right_ones(typed):
    faults = [line for line in typed.splitlines() if ": error:" in line and line.startswith(("right", "wrong"))]
    assert [line.split(":")[:2] for line in faults] == [["wrong.py", str(number)] for number in range(2, 13)]


@pytest.mark.parametrize("key", ["ace", "decks", "table", "locale"])
@pytest.mark.parametrize("value", ["\ud83d", ["\ud83d"]])
def test_half_a_character_is_refused_by_the_name_of_its_key(key, value):
    with pytest.raises((UsageError, FormatError), match=key):
        machiavelli.lay({"table": "AS 2S 3S", key: value})


def test_what_reading_takes_counts_as_memory(monkeypatch):
    seen, ballast = [], []

    def read(*given):
        ballast.append(mmap(-1, 50 << 20))  # fresh pages: an earlier test's freed memory would not show
        ballast[-1].write(b"x" * (50 << 20))
        return question_of(*given)

    def asked(*given, limits, **more):
        seen.append(limits.memory_mb)
        return ask(*given, limits=limits, **more)

    monkeypatch.setattr(queries, "question_of", read)
    monkeypatch.setattr(queries, "ask", asked)
    assert optimiza.best({"board": [[1, 1], [1, 2]]}, memory_mb=80).answer is not None  # of a short text nobody looks
    assert 20 <= seen[0] <= 31  # what an import takes apart
