"""Links that recreate a page."""

import zlib
from base64 import urlsafe_b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passatempo.core.errors import FormatError
from passatempo.web.desk import State, state_of
from passatempo.web.link import pack, unpack

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
)


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), JSON))
def test_what_was_packed_is_unpacked(state):
    assert unpack(pack(state)) == state


@given(st.text())
def test_any_other_text_is_refused(text):
    with pytest.raises(FormatError, match="damaged"):
        unpack(text)


def test_a_link_that_unfolds_without_end_is_refused():
    bomb = urlsafe_b64encode(zlib.compress(b'{"a": "' + b"x" * 2**24 + b'"}')).decode()
    with pytest.raises(FormatError, match="damaged"):
        unpack(bomb)


def test_a_state_survives_its_link():
    state = State(question="lay", instance={"table": "AS 2S 3S"}, ask={"prefer": "points"}, asked=True)
    assert state_of(state.packed()) == state


@pytest.mark.parametrize("said", [{"question": 3}, {"instance": []}, {"other": 1}, {"seconds": "1"}, {"ask": None}])
def test_a_state_of_another_shape_is_refused(said):
    with pytest.raises(FormatError, match="another version"):
        state_of(pack(said))
