"""JSON is read strictly: no key twice, at any depth, and wrong values quoted as they stand.

Tests: core/decoder.py, core/json.py
"""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passatempo.core.decoder import decode
from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.core.json import encode, load_question
from passatempo.core.registry import BUILT_IN, pastime

GAMES = [pastime(name) for name in BUILT_IN]
PROBLEMS = [(game, problem) for game in GAMES for problem in game.problems]
each_problem = pytest.mark.parametrize(("game", "problem"), PROBLEMS, ids=[f"{g.name}-{p.name}" for g, p in PROBLEMS])


@pytest.mark.parametrize(
    ("text", "place", "key"),
    [
        ('{"m":3,"m":4}', "line 1, column 8", "m"),
        ('{"m" :3, "m":4}', "line 1, column 10", "m"),
        ('{"a": {"b": 1,\n "b": 2}}', "line 2, column 2", "b"),
        ('[{"a": 1}, {"b": "x:y", "b": 2}]', "line 1, column 25", "b"),
        ('{"\\u0061": 1, "a": 2}', "line 1, column 15", "a"),
        ('{"a\\"": 1, "a\\"": 2}', "line 1, column 12", 'a"'),
    ],
)
def test_a_key_that_stands_twice_is_refused_by_name(text, place, key):
    for written in (text, text.encode()):
        with pytest.raises(FormatError) as caught:
            decode(written)
        assert str(caught.value).startswith(place)
        assert key in str(caught.value)


TREES = st.recursive(
    st.none() | st.integers() | st.text(alphabet=':"{}\\ ab', max_size=4),
    lambda kids: st.lists(kids, max_size=3) | st.dictionaries(st.text(alphabet=':"{a', max_size=2), kids, max_size=3),
    max_leaves=12,
)


@given(tree=TREES, indent=st.sampled_from([None, 1]))
def test_what_has_no_key_twice_is_read_as_ever(tree, indent):
    assert decode(json.dumps(tree, indent=indent)) == tree


@given(tree=st.dictionaries(st.text(alphabet=':"{a ', max_size=3), TREES, min_size=1, max_size=3), data=st.data())
def test_any_doubled_key_is_refused(tree, data):
    written = [
        f"{json.dumps(key)}{data.draw(st.sampled_from(['', ' ']))}:{json.dumps(value)}" for key, value in tree.items()
    ]
    doubled = data.draw(st.sampled_from(written))
    written.insert(data.draw(st.integers(0, len(written))), doubled)
    with pytest.raises(FormatError, match="is repeated"):
        decode("{" + ",".join(written) + "}")


def test_half_a_pair_of_surrogates_is_refused():
    with pytest.raises(FormatError, match=r"line 2, column 3: .* is not a character"):
        decode('{\n "\ud800": 1}')


WRONG = [None, True, -1, 2.5, "é", [], [1, "x"], {}, {"a": 1}, 10**30]


@each_problem
def test_wrong_values_are_quoted_as_they_stand(game, problem):
    """Every key of every shape, and of every question's own inputs, with values of every JSON type."""
    shapes = [game.wiring.json.keys] + ([problem.wiring.ask] if problem.wiring.ask else [])
    said = 0
    base = json.loads(encode(game.wiring.json.dump(game.read(game.example(next(iter(game.examples)))))))
    for key in {key for shape in shapes for key in shape.__dataclass_fields__}:
        for value in WRONG:
            try:
                load_question(game, problem, {**base, key: value}, {})
            except FormatError as error:
                if error.kind == "json-type":
                    said += 1
                    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
                    assert written in str(error) or str(error).rpartition(": ")[2] in written, (key, value, str(error))
            except InvalidInstance:
                continue
    assert said > 5


@each_problem
def test_a_doubled_key_of_an_instance_is_refused(game, problem):
    raw = json.loads(encode(game.wiring.json.dump(game.read(game.example(next(iter(game.examples)))))))
    draw = random.Random(problem.name)
    for key in raw:
        pairs = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in raw.items()]
        pairs.insert(draw.randrange(len(pairs) + 1), f"{json.dumps(key)}: {json.dumps(raw[key])}")
        with pytest.raises(FormatError, match=f"'{key}' is repeated"):
            decode("{" + ", ".join(pairs) + "}")
