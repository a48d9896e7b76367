"""The command that checks a proof file again."""

from __future__ import annotations

from collections.abc import Iterator  # noqa: TC003 - the command line reads the annotations
from pathlib import Path
from typing import TYPE_CHECKING

from passatempo.core.errors import FormatError, InvalidInstance, UsageError
from passatempo.core.json import convert, decode
from passatempo.core.limits import MEMORY_MB, Deadline, Limits, Stopped
from passatempo.core.text import LONGEST_TEXT

if TYPE_CHECKING:
    from passatempo.mnk.model import Position
    from passatempo.mnk.proof_file import Claim


def verify(file: str, /) -> Iterator[str]:
    """Check a proof again, in plain Python and without a search: what it claims, and that every node of it follows.

    Parameters
    ----------
    file
        What `--proof` wrote.
    """
    from passatempo.mnk.proof_checker import check_claim

    position, claims = read_proof(file)
    deadline = Deadline(Limits())
    for claim in claims:
        try:
            faults = check_claim(position, claim, deadline)
        except Stopped:
            raise UsageError(f"{claim.told}: the check takes more than {MEMORY_MB} MB") from None
        if faults:
            raise InvalidInstance(faults)
        yield f"{claim.told}: {len(claim.nodes)} nodes, all follow"
    yield conclusion(position, claims)


def read_proof(file: str) -> tuple[Position, list[Claim]]:
    """Read a proof file: the position it is about, and the claims.

    Raises
    ------
    FormatError, InvalidInstance
        If it cannot be read, or its position cannot occur.
    UsageError
        If there is no such file.
    """
    from passatempo.mnk.json import POSITION
    from passatempo.mnk.proof_file import read_claims

    instance, claims = read_claims(_text_of(file))
    if not claims:
        raise FormatError("a proof without claims", line=3, kind="claim")
    return POSITION.load(convert(decode(instance), POSITION.shape, "the second line")), claims


def _text_of(file: str) -> str:
    """Read a file as far as any file is read: what goes on without an end is refused."""
    try:
        with Path(file).open("rb") as opened:
            data = opened.read(LONGEST_TEXT + 1)
    except (OSError, ValueError) as error:  # a name with a zero byte is a ValueError
        raise UsageError(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    if len(data) > LONGEST_TEXT:
        raise FormatError(f"{file} has more than the {LONGEST_TEXT} bytes that are read", kind="too-long")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise FormatError(f"{file} is not text", kind="encoding") from error


def conclusion(position: Position, claims: list[Claim]) -> str:
    r"""Say what the claims together mean for the position.

    >>> from passatempo.mnk.proof_file import Claim
    >>> from passatempo.mnk.text import read
    >>> conclusion(read("k: 3\nX"), [Claim("X", False, ()), Claim("O", False, ())])
    'With best play the game is a draw.'
    """
    for claim in claims:
        if claim.wins:
            return f"With best play {claim.side} wins."
    denied = {claim.side for claim in claims}
    if position.rules.maker_breaker and "X" in denied:
        return "With best play O wins."
    if denied == {"X", "O"}:
        return "With best play the game is a draw."
    return f"With best play {' and '.join(sorted(denied))} does not win."
