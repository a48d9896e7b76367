"""Progress as an observer: a method reports, a front room shows; the method knows neither console nor page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run has come; absent figures are None."""

    seconds: float
    value: int | float | Fraction | None = None
    bound: int | float | Fraction | None = None
    done: int | None = None
    total: int | None = None
    text: str = ""


Report: TypeAlias = Callable[[Progress], None]


def silent(progress: Progress, /) -> None:
    """Report to nobody."""
