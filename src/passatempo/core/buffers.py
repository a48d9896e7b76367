"""Buffers of other libraries, such as numpy's arrays: taken where their items are what they look like, else refused.

A kernel reads bytes. An array of 64-bit numbers is a buffer as well, of eight times as many bytes, and would be read as
eight times as many numbers; so the format and the shape are looked at before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.errors import UsageError, quote

if TYPE_CHECKING:
    from typing_extensions import Buffer

_OCTETS = "a buffer of single bytes ('B', 'b', 'c' or '?')"
_WORDS = "a buffer of 16-bit whole numbers ('H' or 'h')"


def octets(buffer: Buffer, last: int, name: str) -> memoryview:
    r"""Return a buffer of single bytes, in rows of so many, as one row of bytes.

    Parameters
    ----------
    buffer
        Any object with a buffer, without a gap, one byte an item; in one dimension several rows may stand one after the
        other, in more the last dimension is a row.
    last
        The bytes of a row.
    name
        What the caller calls it, for messages.

    Raises
    ------
    UsageError
        If the items are no single bytes, the length or the last of several dimensions is another, or there are gaps.

    Examples
    --------
    >>> bytes(octets(b"abcd", 2, "pairs"))
    b'abcd'
    >>> octets("abcd", 2, "pairs")
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: pairs: a buffer of single bytes ('B', 'b', 'c' or '?') is expected, not 'abcd'
    """
    view = _buffer_view(buffer, name, "Bbc?", _OCTETS)
    if view.ndim == 1 and view.nbytes % last != 0:
        raise UsageError(f"{name}: {last} bytes are needed for each, and {view.nbytes} are no multiple of {last}")
    shape = view.shape or ()
    if view.ndim != 1 and (not shape or shape[-1] != last):
        raise UsageError(f"{name}: rows of {last} are needed, not the shape {shape}")
    return _flat_view(view)


def words(buffer: Buffer, name: str) -> memoryview:
    """Return a buffer of 16-bit whole numbers, of any shape, as one row of bytes.

    Raises
    ------
    UsageError
        If the items are others, or there are gaps.

    Examples
    --------
    >>> from array import array
    >>> len(words(array("H", [1, 2]), "cells"))
    4
    """
    view = _buffer_view(buffer, name, "Hh", _WORDS)
    if view.ndim == 0:
        raise UsageError(f"{name}: {_WORDS} is needed, not a single number")
    return _flat_view(view)


def _buffer_view(buffer: Buffer, name: str, formats: str, buffer_kind: str) -> memoryview:
    """Look at a buffer; `formats` are the letters of `struct` that its items may have."""
    try:
        view = memoryview(buffer)
    except (TypeError, ValueError, BufferError) as error:  # each library has its own word for "I have none"
        raise UsageError(f"{name}: {buffer_kind} is expected, not {quote(buffer)}") from error
    if len(view.format.lstrip("@=")) != 1 or view.format.lstrip("@=") not in formats:
        raise UsageError(f"{name}: {buffer_kind} is expected, not of format {view.format!r} and shape {view.shape}")
    if not view.c_contiguous:
        raise UsageError(f"{name}: {buffer_kind} without gaps is expected: copy an array with gaps first")
    return view


def _flat_view(view: memoryview) -> memoryview:
    """Return the bytes; `cast` has no word for a buffer without items."""
    return view.cast("B") if view.nbytes else memoryview(b"")
