"""A second program that judges the record of a game: it lays the mines again and opens every cell by itself.

A field that needs no guess comes from a search; of such a record it asks where the game laid the mines, and holds the
field to its promise by itself: the right number of mines, none around the first cell, and never a guess until the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.errors import FormatError, InvalidInstance, quote
from passatempo.core.methods import resolve
from passatempo.core.random import Random
from passatempo.games.records import rules_in, wrong_result
from passatempo.minesweeper.game.certainty import clears
from passatempo.minesweeper.game.rules import PRESETS, GameRules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.games.records import Head, Record, TurnLine

SEARCHED = "passatempo.minesweeper.game.play:laid"


def check(record: Record) -> tuple[str, ...]:
    """List what is wrong with a record, one sentence a fault, each with its turn.

    >>> from passatempo.games.records import Head, Record, TurnLine
    >>> head = Head(1, "minesweeper", "0", {"preset": "beginner"}, [{"name": "you"}], "7")
    >>> check(Record(head, (TurnLine(1, 1, {"open": [5, 5]}), TurnLine(2, 1, {"open": [5, 5]}))))
    ('turn 2, seat 1: it is open',)
    """
    return tuple(_faults(record))


def _faults(record: Record) -> Iterator[str]:
    try:
        field = _Field(record.head)
    except (FormatError, InvalidInstance) as error:
        yield f"the head: {error}"
        return
    if len(record.head.seats) != 1:
        yield f"the head: {len(record.head.seats)} seats, but one person plays"
    for line in record.turns:
        fault = "the game was over" if field.how else field.fault(line)
        if fault:
            yield f"turn {line.turn}, seat {line.seat}: {fault}"
            return
        field.play(*next(iter(line.move.items())))
        if field.broken:
            yield f"turn {line.turn}: {field.broken}"
    if record.end is not None:
        won = field.how == "won"
        right = {"winners": [1] if won else [], "scores": [int(won)], "how": field.how}
        yield from wrong_result(record.end.result, right if field.how else None)


class _Field:
    """A field of sets of places: mines, flags and open cells."""

    def __init__(self, head: Head) -> None:
        self.rules: GameRules = rules_in(head, GameRules, PRESETS, "beginner")
        self.seed = int(head.seed or 0)
        self.every = [(row, column) for row in range(self.rules.rows) for column in range(self.rules.columns)]
        self.mines: set[tuple[int, int]] | None = None
        if head.deal is not None:
            given = head.deal["field"]
            self.mines = {(i, j) for i, row in enumerate(given) for j, sign in enumerate(row) if sign == "*"}
            if (len(given), {len(row) for row in given}) != (self.rules.rows, {self.rules.columns}):
                raise FormatError("the field dealt has another size")
        self.flags: set[tuple[int, int]] = set()
        self.open: set[tuple[int, int]] = set()
        self.how = self.broken = ""

    def around(self, place: tuple[int, int]) -> list[tuple[int, int]]:
        """Return the places next to a place, in the order of reading its neighbourhood."""
        columns = self.rules.columns
        return [divmod(cell, columns) for cell in self.rules.surface.neighbours(place[0] * columns + place[1])]

    def fault(self, line: TurnLine) -> str:
        """Say what is wrong with a turn."""
        if line.seat != 1:
            return "seat 1 is to move"
        what, place = _move(line.move)
        if not what:
            return f"{quote(line.move)} is no move"
        if place not in self.every:
            return "it is outside the field"
        if what == "chord":
            near = self.around(place)
            flags = sum(one in self.flags for one in near)
            if place not in self.open or flags != self.number(place):
                return "there is no number with its flags"
            return "" if set(near) - self.open - self.flags else "nothing is left to open"
        if place in self.open:
            return "it is open"
        return "there is a flag" if what == "open" and place in self.flags else ""

    def number(self, place: tuple[int, int]) -> int:
        """Return how many mines are next to a place."""
        return sum(near in (self.mines or ()) for near in self.around(place))

    def play(self, what: str, at: list[int]) -> None:
        """Make a move."""
        place = (at[0] - 1, at[1] - 1)
        if what == "flag":
            self.flags ^= {place}
            return
        if self.mines is None:
            self.mines = self.laid(place)
        wanted = [place] if what == "open" else [one for one in self.around(place) if one not in self.flags | self.open]
        if any(one in self.mines for one in wanted):
            self.how = "lost"
        while wanted:
            one = wanted.pop()
            if one not in self.open | self.flags | self.mines:
                self.open.add(one)
                if self.number(one) == 0:
                    wanted += self.around(one)
        if not self.how and len(self.open) + len(self.mines) == len(self.every):
            self.how = "won"

    def laid(self, first: tuple[int, int]) -> set[tuple[int, int]]:
        """Lay the mines for a first click: one after the other, or the free cells where those are fewer."""
        rules, columns = self.rules, self.rules.columns
        kept = [first, *(self.around(first) if rules.first == "opening" else ())][: rules.size - rules.mines]
        if rules.no_guess:
            mine = resolve(SEARCHED)(rules, self.seed, first[0] * columns + first[1])
            found = {place for place in self.every if mine[place[0] * columns + place[1]]}
            around = [[row * columns + column for row, column in self.around(one)] for one in self.every]
            cleared = clears([one in found for one in self.every], around, first[0] * columns + first[1])
            if len(found) != rules.mines or found & set(kept) or cleared is False:
                self.broken = "the field does not keep its promise"
            return found
        random, drawn = Random(self.seed, "minesweeper", "deal"), set[tuple[int, int]]()
        others = rules.size - len(kept) - rules.mines
        while len(drawn) < min(rules.mines, others):
            place = divmod(random.below(rules.size), columns)
            drawn |= {place} - set(kept)
        return drawn if rules.mines <= others else set(self.every) - set(kept) - drawn


def _move(raw: Any) -> tuple[str, tuple[int, int]]:
    """Take a move apart; no word where it is none."""
    if isinstance(raw, dict) and len(raw) == 1:
        (what, at), *_ = raw.items()
        if what in ("open", "flag", "chord") and isinstance(at, list) and [type(part) for part in at] == [int, int]:
            return what, (at[0] - 1, at[1] - 1)
    return "", (0, 0)
