"""Links that recreate a page.

Tests: web/desk.py
"""

import zlib
from base64 import urlsafe_b64encode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passatempo.core.errors import FormatError
from passatempo.web.state import pack, unpack

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(TEXT, JSON, max_size=3))
def test_what_was_packed_is_unpacked(state):
    assert unpack(pack(state)) == state


@settings(deadline=None)
@given(st.text())
def test_any_other_text_is_refused(text):
    with pytest.raises(FormatError, match="damaged"):
        unpack(text)


def test_a_link_that_unfolds_without_end_is_refused():
    bomb = urlsafe_b64encode(zlib.compress(b'{"a": "' + b"x" * 2**24 + b'"}')).decode()
    with pytest.raises(FormatError, match="damaged"):
        unpack(bomb)
