"""Plans: what is read, what is refused, and in which words.

Tests: campaigns/schedules.py, campaigns/acts/act.py, campaigns/acts/question.py, campaigns/acts/generate.py,
campaigns/acts/match.py, campaigns/acts/simulate.py, campaigns/acts/encode.py, campaigns/schedules.py
"""

import pytest

from passatempo.campaigns.jobs import perform_jobs
from passatempo.campaigns.schedules import plan_text, plans, read_plan
from passatempo.core.errors import PassatempoError
from passatempo.core.json import decode

PLAN = """
name = "p"
seed = 7
repeat = 2
[run]
{run}
[grid]
{grid}
{rest}
"""


def text(run='question = "optimiza best"', grid="N = [4, 5]", rest=""):
    return PLAN.format(run=run, grid=grid, rest=rest)


REFUSED = [
    ("name = ", "the plan is not TOML"),
    ('name = "p"', "run is missing"),
    ('name = "p"\nrepet = 3\n[run]\nquestion = "optimiza best"', "unknown key 'repet', did you mean 'repeat'?"),
    ('name = 3\n[run]\nquestion = "optimiza best"', "name: expected a string: 3"),
    ('name = "a/b"\n[run]\nquestion = "optimiza best"', "name: 'a/b' cannot be the name"),
    (text(run=""), "[run]: exactly one of question, generate, match, simulate, encode"),
    (text(run='question = "optimiza best"\nencode = "cards"'), "[run]: exactly one of"),
    (text(run="question = 3"), "[run] question: '3' is not a text"),
    (
        text(run='question = "optimiza bst"'),
        "[run] question: 'bst' is not a question of optimiza, did you mean 'best'?",
    ),
    (text(run='question = "optimisa best"'), "[run] question: 'optimisa' is not a pastime, did you mean 'optimiza'?"),
    (text(run='simulate = "optimiza qualty"'), "[run] simulate: 'qualty' is not a study of optimiza"),
    (text(run='question = "optimiza best"\nN = [3]'), "[run] N: a list is an axis and belongs in [grid]"),
    (text(run='question = "optimiza best"\nN = 3'), "[grid] N: the key is in [run] too"),
    (text(grid="N = []"), "[grid] N: the axis has no value"),
    (text(grid="N = [4, 4]"), "[grid] N: a value is repeated"),
    (text(grid='N = "four"'), "[grid] N: expected a whole number"),
    (text(grid="N = [4, 4.5]"), "[grid] N: expected a whole number"),
    (text(grid="N = 1979-05-27"), "[grid] N: '1979-05-27' is neither a text, a number nor true or false"),
    (text(grid="N = nan"), "[grid] N: nan is not a finite number"),
    (
        text(grid='method = ["exact", "grady"]'),
        "[grid] method: 'grady' is not a method of best, did you mean 'greedy'?",
    ),
    (text(grid="M = 4"), "[grid] M: unknown key"),
    (text(grid='variant = "torus-quen"'), "[grid] variant: 'torus-quen' is not one of"),
    (text(grid='example = "fourteen"'), "[grid]"),
    (text(grid='example = "four"\nN = 4'), "a named instance takes no other keys"),
    (text(rest="[limits]\nsecnds = 3"), "[limits]: unknown key 'secnds', did you mean 'seconds'?"),
    (text(rest="[limits]\nseconds = -1"), "[limits] seconds: '-1.0'"),
    (text(rest='[report]\nrows = "M"'), "[report] rows: 'M' is not a key of [grid] (N)"),
    (text(rest='[report]\nplot = "pie"'), "[report] plot: 'pie' is not one of bars, lines, none"),
    (text(run='generate = "optimiza"', rest="[limits]\nseconds = 1"), "[limits]: 'optimiza' has no limits"),
    (text(run='match = "machiavelli"', grid='bots = ["greedy"]'), "a tournament needs two or more bots"),
    (text(run='match = "machiavelli"', grid='bots = ["greedy grady"]'), "[grid] bots:"),
    (text(run='match = "minesweeper"', grid='bots = "guess guess"'), "minesweeper has no matches"),
    (text(run='encode = "cards"', grid="cards = 9"), "model is missing"),
    (text(run='encode = "cards"', grid='model = "sat-rum"'), "[grid] model: 'sat-rum' is not a model of cards"),
    (text(run='encode = "optimiza"'), "optimiza has no models"),
]


@pytest.mark.parametrize(("plan", "sentence"), REFUSED)
def test_a_fault_is_one_sentence_with_table_and_key(plan, sentence):
    with pytest.raises(PassatempoError) as refusal:
        read_plan(plan)
    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_huge_plan_is_refused_by_its_size():
    with pytest.raises(PassatempoError, match="repeat: "):
        read_plan(text().replace("repeat = 2", "repeat = 1000000000"))


def test_the_hash_leaves_out_how_the_plan_is_told():
    """Another table of the same results is no other plan; what is paired changes what is drawn."""
    plan = read_plan(text())
    assert read_plan(text(rest='[report]\nrows = "N"\nplot = "lines"')).hash == plan.hash
    assert read_plan("# a remark\n" + text()).hash == plan.hash
    assert read_plan(text(rest='[report]\npair = "N"')).hash != plan.hash
    assert read_plan(text(grid="N = [4, 6]")).hash != plan.hash
    assert read_plan(text(rest="[limits]\nseconds = 1")).hash != plan.hash


@pytest.mark.parametrize("name", plans())
def test_shipped_plans_are_sound(name):
    plan = read_plan(plan_text(name))
    assert plan.name == name
    assert plan.title
    assert plan.jobs >= 100


KINDS = [
    ('question = "optimiza levels"', "N = 4", {"answer.Z", "status", "checked", "method_seconds"}),
    ('question = "cards count"', 'example = "published"', {"answer.sequences", "value"}),
    ('question = "mnk move"', 'instance = "k: 3\\n...\\n.X.\\n..."\nmethod = ["reference", "proof"]', {"answer.depth"}),
    ('question = "machiavelli lay"', 'prefer = ["cards", "points"]\nhand = 5\ncards = 20', {"value"}),
    ('generate = "mnk"', "marks = [2, 4]", {"text", "letters", "generator_seconds", "m"}),
    ('match = "machiavelli"', 'bots = ["greedy novice"]\nrules = "house"', {"wins_1", "points_2", "games", "turns"}),
    ('simulate = "minesweeper win-rate"', 'preset = "beginner-8"\ngames = 2', {"wins", "games"}),
    ('simulate = "machiavelli closing"', "deals = 3", {"closed", "laid"}),
    ('simulate = "mnk pair"', 'board = "3,3,3"', {"share", "draws"}),
    ('encode = "cards"', 'model = ["sat-run", "asp"]', {"bytes", "lines"}),
]


@pytest.mark.parametrize(("run", "grid", "keys"), KINDS)
def test_every_kind_of_job_gives_the_same_row_each_time(run, grid, keys):
    plan = text(run, grid)
    first, again = (perform_jobs(plan, range(read_plan(plan).jobs)) for _ in range(2))
    for one, other in zip(first, again, strict=True):
        assert (one.state, one.job_name) == ("done", other.job_name)
        row, twin = ({k: v for k, v in decode(r.row_json).items() if not k.endswith("seconds")} for r in (one, other))
        assert row == twin
        assert keys <= decode(one.row_json).keys()


def test_methods_meet_the_same_instances():
    """A heuristic never beats the exact method on its board, and both had the same one."""
    plan = text(grid='N = 5\nmethod = ["exact", "greedy"]')
    rows = [decode(one.row_json) for one in perform_jobs(plan, range(4))]
    assert [row["value"] for row in rows[:2]] != [rows[0]["value"]] * 2
    assert all(greedy["value"] <= exact["value"] for exact, greedy in zip(rows[:2], rows[2:], strict=True))


def test_a_failure_is_a_result():
    """The generator finds no deal with a single sequence of that size: a sentence, and no traceback."""
    plan = text('question = "optimiza best"', 'N = 12\nmethod = "exact"\nhardness = "dense"', "[limits]\nnodes = 1")
    states = {one.state for one in perform_jobs(plan, range(2))}
    assert states <= {"done", "failed"}
