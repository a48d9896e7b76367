"""The command `verify` of Five in a row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from passatempo.core.errors import FormatError, InvalidInstance, UsageError
from passatempo.core.input import read_text
from passatempo.core.json import convert, decode, encode
from passatempo.core.limits import MEMORY_MB, Deadline, Limits, Stopped
from passatempo.core.outcome import StopReason

if TYPE_CHECKING:
    from passatempo.mnk.certificates.file import Claim
    from passatempo.mnk.model import Position

MEMORY_OF_A_BYTE, MEMORY_OF_A_LINE = 32, 512  # of a proof, while it is read and checked; most proofs need far less
LONGEST_PROOF = 1 << 31  # bytes, however much memory is available


def verify(
    proof: str,
    /,
    *,
    plain: bool = False,
    memory: int = MEMORY_MB,
    format: Literal["text", "json"] = "text",  # noqa: A002
    limits: Limits = Limits(),
) -> Iterator[str]:
    """Check a proof again, without a search and without the prover: what it claims, and that every node of it follows.

    Parameters
    ----------
    proof
        What `--proof` wrote; - for standard input.
    plain
        by the checker in plain Python alone: some thirty times slower, and shorter to read
    memory
        memory limit in MB; a proof may be as long as a thirty-second of it
    format
        text or json.
    limits
        Filled in by the command line; a check that is cancelled says nothing.
    """
    limits = replace(limits, memory_mb=memory)
    position, claims = read_proof(proof, memory)
    valid_claims = _check_claims(position, claims, plain, limits)
    if format == "json":
        rows = [{"claim": claim.text, "nodes": len(claim.nodes)} for claim in valid_claims]
        yield encode({"claims": rows, "conclusion": state_conclusion(position, claims), "follows": True}, indent=2)
        return
    for claim in valid_claims:
        yield f"{claim.text}: {len(claim.nodes)} nodes, all follow"
    yield state_conclusion(position, claims)


def _check_claims(position: Position, claims: list[Claim], plain: bool, limits: Limits) -> Iterator[Claim]:
    """Yield each claim once all of its nodes are checked.

    Raises
    ------
    InvalidInstance
        If a claim is not proved.
    UsageError
        If the check needs more memory than allowed.
    """
    from passatempo.mnk.certificates.checker import check_claim
    from passatempo.mnk.certificates.kernel_checker import check_with_kernel

    deadline = Deadline(limits)
    for claim in claims:
        try:
            faults = (check_claim if plain else check_with_kernel)(position, claim, deadline)
        except Stopped:
            if deadline.stop_reason is StopReason.CANCELLED:
                raise KeyboardInterrupt from None
            raise UsageError(f"{claim.text}: the check takes more than {limits.memory_mb} MB") from None
        if faults:
            raise InvalidInstance(faults)
        yield claim


def read_proof(file: str, memory: int = MEMORY_MB) -> tuple[Position, list[Claim]]:
    """Read a proof file within `memory` megabytes; return its position and its claims.

    Raises
    ------
    FormatError, InvalidInstance
        If the file is not a proof, or its position cannot occur.
    OSError
        If there is no such file.
    """
    from passatempo.mnk.certificates.file import read_claims
    from passatempo.mnk.json import POSITION

    room = memory << 20
    text = read_text(file, min(LONGEST_PROOF, room // MEMORY_OF_A_BYTE))
    instance, claims = read_claims(text, room // MEMORY_OF_A_LINE)
    if not claims:
        raise FormatError("a proof without claims", line=3, kind="claim")
    return POSITION.load(convert(decode(instance), POSITION.keys, "the second line")), claims


def state_conclusion(position: Position, claims: list[Claim]) -> str:
    r"""Return what the claims together imply for the position.

    >>> from passatempo.mnk.certificates.file import Claim
    >>> from passatempo.mnk.text import read
    >>> state_conclusion(read("k: 3\nX"), [Claim("X", False, ()), Claim("O", False, ())])
    'With best play the game is a draw.'
    """
    for claim in claims:
        if claim.wins:
            return f"With best play {claim.side} wins."
    denial_sides = {claim.side for claim in claims}
    if position.rules.maker_breaker and "X" in denial_sides:
        return "With best play O wins."
    if denial_sides == {"X", "O"}:
        return "With best play the game is a draw."
    return f"With best play {' and '.join(sorted(denial_sides))} does not win."
