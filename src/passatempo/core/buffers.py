"""Checks for buffers of other libraries, such as NumPy arrays.

A kernel reads bytes. It would read an array of 64-bit numbers, which is also a buffer, as eight times as many numbers.
Therefore the format and the shape of a buffer are checked first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.errors import UsageError, quote

if TYPE_CHECKING:
    from typing_extensions import Buffer

_OCTETS = "a buffer of single bytes ('B', 'b', 'c' or '?')"
_WORDS = "a buffer of 16-bit whole numbers ('H' or 'h')"


def octets(buffer: Buffer, last: int, name: str) -> memoryview:
    r"""Return a buffer of single bytes, in rows of `last` bytes, as one flat row of bytes.

    Parameters
    ----------
    buffer
        Any object that supports the buffer protocol, without gaps, one byte per item. A one-dimensional buffer may
        hold several rows in succession. In more dimensions, the last dimension is a row.
    last
        The number of bytes per row.
    name
        The caller's name for the buffer, for error messages.

    Raises
    ------
    UsageError
        If the items are not single bytes, if the row length does not match, or if there are gaps.

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
    """Return a buffer of 16-bit whole numbers, of any shape, as one flat row of bytes.

    Raises
    ------
    UsageError
        If the items have another type, or if there are gaps.

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
    """Return a view of a buffer whose items have one of the `struct` letters `formats`."""
    try:
        view = memoryview(buffer)
    except (TypeError, ValueError, BufferError) as error:  # the error differs between libraries
        raise UsageError(f"{name}: {buffer_kind} is expected, not {quote(buffer)}") from error
    if len(view.format.lstrip("@=")) != 1 or view.format.lstrip("@=") not in formats:
        raise UsageError(f"{name}: {buffer_kind} is expected, not of format {view.format!r} and shape {view.shape}")
    if not view.c_contiguous:
        raise UsageError(f"{name}: {buffer_kind} without gaps is expected: copy an array with gaps first")
    return view


def _flat_view(view: memoryview) -> memoryview:
    """Return the bytes of a view. `cast` does not support buffers without items."""
    return view.cast("B") if view.nbytes else memoryview(b"")
