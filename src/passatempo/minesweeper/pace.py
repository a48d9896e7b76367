"""Long work in short steps: a look at the limits now and then, and time kept back to tell what was found."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from passatempo.core.limits import Deadline

T = TypeVar("T")
STRIDE = 512  # cells between two looks at the clock: less than a millisecond


def earlier(deadline: Deadline | None, seconds: float) -> Deadline | None:
    """Return the same limits with a deadline so many seconds sooner.

    What is found is printed after the last look at the clock, and with a million cells that takes its time, too.

    >>> from passatempo.core.limits import Deadline, Limits
    >>> sooner = earlier(Deadline(Limits(seconds=60)), 60)
    >>> sooner.poll()
    True
    """
    if deadline is None or deadline.limits.seconds is None:
        return deadline
    return replace(deadline, limits=replace(deadline.limits, seconds=max(0.0, deadline.limits.seconds - seconds)))
