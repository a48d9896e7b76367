"""The words of the house: random streams, limits, records, JSON, text.

Tests: core/errors.py, core/json.py, core/methods.py, core/outcome.py, core/pastime.py, core/random.py, core/text.py
"""

import threading
import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passatempo.core.errors import FormatError, UsageError, warn_of_removal
from passatempo.core.json import decode, number
from passatempo.core.limits import Cancel, Deadline, Limits
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.random import Random
from passatempo.core.text import Piece, clean, split_keys


def test_the_generator_is_splitmix64():
    stream = Random(0)
    stream.state = 1234567  # the first outputs for this state are published with the reference implementation
    expected = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [stream.next_word() for _ in range(5)] == expected


def test_streams_with_other_names_differ():
    assert len({Random(*names).next_word() for names in [(1,), (2,), (1, "a"), (1, "b"), (1, "a", 0), (11,)]}) == 6


@given(bound=st.integers(1, 2**200), seed=st.integers(0, 9))
def test_numbers_stay_below_their_bound(bound, seed):
    stream = Random(seed)
    assert all(0 <= stream.below(bound) < bound for _ in range(5))


def test_small_bounds_are_uniform():
    # 60,000 throws of a die: chi-square with 5 degrees of freedom is above 20.5 once in 1,000 times, and the stream is
    # fixed, so the test passes always or never.
    stream = Random(42, "dice")
    faces = [0] * 6
    for _ in range(60_000):
        faces[stream.below(6)] += 1
    assert sum((face - 10_000) ** 2 / 10_000 for face in faces) < 20.5


def test_a_shuffle_keeps_the_items_and_reaches_every_order():
    orders = {tuple(Random(seed).shuffle_copy("abc")) for seed in range(60)}
    assert len(orders) == 6


def test_a_bound_below_one_is_refused():
    with pytest.raises(ValueError, match="below 0"):
        Random(1).below(0)


def test_an_outcome_has_an_answer_exactly_when_it_says_so():
    with pytest.raises(ValueError, match="needs answer"):
        Outcome(Status.SOLVED)
    with pytest.raises(ValueError, match="has no answer"):
        Outcome(Status.IMPOSSIBLE, answer=1)


def test_a_deadline_counts_nodes_and_hears_the_switch():
    cancel = Cancel()
    deadline = Deadline(Limits(cancel=cancel))
    assert not deadline.poll()
    cancel.cancel()
    assert deadline.poll()
    assert deadline.stop_reason is StopReason.CANCELLED
    assert Deadline(Limits(seconds=0)).poll()
    assert Deadline(Limits()).seconds_left is None


def test_a_kernel_hears_the_switch_while_it_runs():
    from passatempo.machiavelli import _kernel

    cancel = Cancel()
    threading.Timer(0.2, cancel.cancel).start()
    hard = bytes([5, 5, 5, 4, 5, 5, 3, 5, 5, 5, 4, 5, 5] * 3 + [1] + [0] * 12)
    started = time.monotonic()
    stop, _, melds = _kernel.arrange(hard, (0, 13, True), *Limits(seconds=60, cancel=cancel).kernel)
    assert melds is not None or stop in (0, 4)
    assert time.monotonic() - started < 30


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, None),
        (2**53, 2**53),
        (2**53 + 1, "9007199254740993"),
        (-(2**60), "-1152921504606846976"),
        (Fraction(1, 3), "1/3"),
    ],
)
def test_big_numbers_and_fractions_are_strings(value, written):
    assert number(value) == written


@pytest.mark.parametrize(
    ("text", "place"), [("{", (1, 2)), ('{\n "a" 1}', (2, 6)), ("[1,]", (1, 4)), ('{"a": 1} x', (1, 10))]
)
def test_bad_json_has_a_place(text, place):
    with pytest.raises(FormatError) as caught:
        decode(text)
    assert (caught.value.line, caught.value.column) == place


def test_deeply_nested_json_is_refused():
    with pytest.raises(FormatError, match="JSON"):
        decode("[" * 100_000)


def test_key_lines_keep_the_places_of_the_rest():
    values, rest = split_keys("// a remark\nAS 2S\nace: low \n 3Z", {"ace"})
    assert (values["ace"].text, values["ace"].place) == ("low", (3, 6))
    at = rest.text.index("3Z")
    assert rest.sub_piece(at, at + 2).place == (4, 2)
    assert len(rest.text) == len("// a remark\nAS 2S\nace: low \n 3Z")


@given(st.text(alphabet="ab:\r\n/ "))
def test_key_lines_never_move_a_place(text):
    try:
        values, rest = split_keys(text, {"a"})
    except FormatError:
        return
    assert len(rest.text) == len(text)
    assert all(Piece.of_text(text).sub_piece(piece.start, piece.end).text == piece.text for piece in values.values())


@pytest.mark.parametrize(("text", "kind"), [("", "empty"), (" \n", "empty"), ("a\0", "binary")])
def test_texts_that_are_none(text, kind):
    with pytest.raises(FormatError) as caught:
        clean(text)
    assert caught.value.kind == kind


def test_settings_are_parsed_named_and_refused():
    from passatempo.core.registry import pastime

    arrange = pastime("machiavelli").problem("arrange")
    assert arrange.choose("ilp:solver=highs").name == "ilp"
    assert arrange.choose("ilp-published:modulus=13,solver=scip").name == "ilp-published:solver=scip,modulus=13"
    for text, words in [
        ("ilp:solver", "'solver' is not a setting of ilp"),
        ("ilp:solver=magic", "magic"),
        ("ilp-published:modulus=x", "expected a whole number"),
        ("exact:a=1", "has no settings"),
    ]:
        with pytest.raises(UsageError, match=words):
            arrange.choose(text)


def test_a_name_that_leaves_says_what_replaces_it_where_it_is_called():
    def old_name():
        warn_of_removal("old_name", "1.0", "new_name")

    with pytest.warns(DeprecationWarning, match=r"^old_name leaves in version 1\.0: use new_name$") as found:
        old_name()
    assert found[0].filename == __file__
