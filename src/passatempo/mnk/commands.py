"""The check of proof files of Five in a row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import FormatError, Unanswered, UsageError, Violation
from passatempo.core.input import read_text
from passatempo.core.interrupt import open_to_interrupt
from passatempo.core.json import convert, decode
from passatempo.core.limits import MEMORY_MB, Cancel, Deadline, Limits, Progress, Report, Stopped
from passatempo.core.outcome import StopReason
from passatempo.core.value import Finding

if TYPE_CHECKING:
    from passatempo.mnk.certificates.file import Claim
    from passatempo.mnk.model import Position

MEMORY_OF_A_BYTE, MEMORY_OF_A_LINE = 32, 512  # of a proof, while it is read and checked; most proofs need far less
LONGEST_PROOF = 1 << 31  # bytes, however much memory is available


@dataclass(frozen=True, slots=True)
class CheckedClaim(Finding):
    """A claim that follows, and the number of its nodes."""

    claim: str
    nodes: int

    def lines(self) -> Iterator[str]:
        """Yield the claim."""
        yield f"{self.claim}: {self.nodes} nodes, all follow"

    def to_json(self) -> dict[str, Any]:
        """Return the fields."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ProofVerdict(Finding):
    """The judgement on a proof.

    Parameters
    ----------
    claims
        The claims that follow.
    conclusion
        What the claims together imply; empty if one of them does not follow.
    violations
        The first node that does not follow; empty if the proof is accepted.
    """

    claims: tuple[CheckedClaim, ...]
    conclusion: str = ""
    violations: tuple[Violation, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether every claim follows."""
        return not self.violations

    @property
    def exit_code(self) -> int:
        """The exit code of the command."""
        return 0 if self.accepted else 2

    def lines(self) -> Iterator[str]:
        """Yield the claims that follow, and the conclusion or what does not follow."""
        yield from map(str, self.claims)
        yield self.conclusion if self.accepted else f"Refused: {self.violations[0].text}"

    def to_json(self) -> dict[str, Any]:
        """Return the claims, the conclusion, and whether everything follows."""
        rows = [claim.to_json() for claim in self.claims]
        return {"claims": rows, "conclusion": self.conclusion, "follows": self.accepted}


@open_to_interrupt
def verify(
    proof: str | PathLike[str],
    *,
    plain: bool = False,
    memory_mb: int = MEMORY_MB,
    report: Report | None = None,
    cancel: Cancel | None = None,
) -> ProofVerdict:
    """Check a proof again, without a search and without the prover: what it claims, and that every node of it follows.

    Parameters
    ----------
    proof
        What `--proof` wrote; - for standard input.
    plain
        by the checker in plain Python alone: some thirty times slower, and shorter to read
    memory_mb
        memory limit in MB; a proof may be as long as a thirty-second of it
    report, cancel
        A function that is called with each claim that follows, and a switch that stops the check.

    Raises
    ------
    FormatError, InvalidInstance
        If the file is not a proof, or its position cannot occur.
    UsageError
        If the check needs more memory than allowed.
    Unanswered
        If it was cancelled.

    Examples
    --------
    >>> from tempfile import NamedTemporaryFile
    >>> from passatempo.mnk import value
    >>> with NamedTemporaryFile() as file:
    ...     _ = value(m=3, n=3, k=3, proof=file.name)
    ...     verify(file.name).conclusion
    'With best play the game is a draw.'
    """
    from passatempo.mnk.certificates.checker import check_claim
    from passatempo.mnk.certificates.kernel_checker import check_with_kernel

    limits = Limits(memory_mb=memory_mb, cancel=cancel)
    position, claims = read_proof(fspath(proof), memory_mb)
    deadline, valid_claims = Deadline(limits), list[CheckedClaim]()
    for claim in claims:
        try:
            faults = (check_claim if plain else check_with_kernel)(position, claim, deadline)
        except Stopped:
            if deadline.stop_reason is StopReason.CANCELLED:
                raise Unanswered("the check was stopped before it was complete") from None
            raise UsageError(f"{claim.text}: the check takes more than {memory_mb} MB") from None
        if faults:
            return ProofVerdict(tuple(valid_claims), violations=tuple(faults))
        valid_claims.append(CheckedClaim(claim.text, len(claim.nodes)))
        if report is not None:
            report(Progress(deadline.run_seconds, part=valid_claims[-1]))
    return ProofVerdict(tuple(valid_claims), state_conclusion(position, claims))


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
