"""Links that recreate a page: its state, compressed, in the address."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Any

from passatempo.core.errors import FormatError, PassatempoError
from passatempo.core.json import decode, encode

LONGEST = 30_000  # characters of a link; servers and proxies refuse longer ones
MOST_STATE = 2**17  # bytes that a link may unfold to; an instance on a page has at most 100,000 characters


def pack(state: dict[str, Any]) -> str:
    """Write a state as part of an address.

    >>> unpack(pack({"question": "lay", "instance": {"table": "AS 2S 3S"}}))["question"]
    'lay'
    """
    return base64.urlsafe_b64encode(zlib.compress(encode(state).encode(), 9)).decode().rstrip("=")


def unpack(written: str) -> dict[str, Any]:
    """Read a state from an address.

    Raises
    ------
    FormatError
        If it is none: somebody has cut or changed the link.

    Examples
    --------
    >>> unpack("no link")
    Traceback (most recent call last):
        ...
    passatempo.core.errors.FormatError: this link is damaged; perhaps the end of it is missing
    """
    try:
        squeezed = base64.b64decode(written + "=" * (-len(written) % 4), altchars=b"-_", validate=True)
        unfolding = zlib.decompressobj()
        text = unfolding.decompress(squeezed, MOST_STATE)
        if unfolding.eof:
            state = decode(text)
            if isinstance(state, dict):
                return state
    except (binascii.Error, ValueError, zlib.error, PassatempoError):
        pass
    raise FormatError("this link is damaged; perhaps the end of it is missing", kind="link")
