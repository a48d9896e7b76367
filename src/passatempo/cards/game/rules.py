"""The rules of a game: how many cards, how far apart the peaks, and the pattern of the row."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from passatempo.cards.model import ENDS, MOST_RUNS, MOUNTAINS, Ends
from passatempo.core.errors import InvalidInstance, Violation, quote
from passatempo.core.text import size_violations
from passatempo.games.values import Preset

MOST_CARDS = 20  # of a row for a person; up to 15 cards, the program knows at once whether it can be completed


@dataclass(frozen=True, slots=True)
class GameRules:
    """The rules of a game.

    Raises
    ------
    InvalidInstance
        Naming every invalid rule.

    Examples
    --------
    >>> GameRules(pattern="UD").points
    1
    """

    N: int = field(default=9, metadata={"help": "number of cards"})
    M: int | None = field(default=None, metadata={"help": "largest card [default: chosen at random]"})
    D: int | None = field(default=None, metadata={"help": "distance of the two peaks [default: a possible one]"})
    ends: Ends = field(default="interior", metadata={"help": "open: a peak may be at an end of the row"})
    pattern: str = field(default=MOUNTAINS, metadata={"help": "how the row goes, U for up and D for down, in turn"})

    def __post_init__(self) -> None:
        faults = list(self._faults())
        if faults:
            raise InvalidInstance(faults)

    def _faults(self) -> Iterator[Violation]:
        pattern = self.pattern
        if self.N < 1:
            yield Violation("bad-N", f"N is {self.N}, it must be at least 1")
        yield from size_violations(self.N, 1, MOST_CARDS, "N")
        if self.M is not None and self.M < 1:
            yield Violation("bad-M", f"M is {self.M}, it must be at least 1")
        if self.D is not None and (self.D < 1 or pattern != MOUNTAINS):
            range_message = f"D is {self.D}, it must be at least 1, and is for the pattern UDUD only"
            yield Violation("bad-D", range_message)
        if self.ends not in ENDS:
            yield Violation("bad-ends", f"ends is {quote(self.ends)}, it must be interior or open")
        in_turn = pattern and set(pattern) <= {"U", "D"} and "UU" not in pattern and "DD" not in pattern
        if not in_turn or len(pattern) > MOST_RUNS:
            yield Violation("bad-pattern", f"pattern is {quote(pattern)}, it must be U and D in turn, as in UDUD")

    @property
    def points(self) -> int:
        """The number of stationary points of the pattern."""
        return len(self.pattern) - 1


PRESETS = {
    "mountains": Preset(GameRules(), "the published exercise: up, down, up, down, the maxima D apart"),
    "small": Preset(GameRules(7), "with seven cards"),
    "large": Preset(GameRules(13), "with thirteen cards"),
}
