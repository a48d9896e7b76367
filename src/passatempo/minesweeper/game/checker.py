"""An independent checker of game records, which lays the mines again and opens every cell itself.

A field without guesses comes from a search. For such a record the checker asks the game for the mines and verifies the
guarantee itself: the right number of mines, none around the first cell, and no guess until the end.
"""

from collections.abc import Iterator
from typing import Any

from passatempo.core.errors import FormatError, InvalidInstance, quote
from passatempo.core.methods import resolve
from passatempo.core.random import Random
from passatempo.games.records import Head, Record, TurnLine, rules_in, wrong_result
from passatempo.minesweeper.game.certainty import clears
from passatempo.minesweeper.game.rules import PRESETS, GameRules

SEARCHED = "passatempo.minesweeper.game.play:lay_mines"


def check(record: Record) -> tuple[str, ...]:
    """List what is wrong with a record, one sentence per fault, each with its turn.

    >>> from passatempo.games.records import Head, Record, TurnLine
    >>> head = Head(1, "minesweeper", "0", {"preset": "beginner"}, [{"name": "you"}], "7")
    >>> check(Record(head, (TurnLine(1, 1, {"open": [5, 5]}), TurnLine(2, 1, {"open": [5, 5]}))))
    ('turn 2, seat 1: it is open',)
    """
    return tuple(_record_faults(record))


def _record_faults(record: Record) -> Iterator[str]:
    try:
        field = _GameField(record.head)
    except (FormatError, InvalidInstance) as error:
        yield f"the head: {error}"
        return
    if len(record.head.seats) != 1:
        yield f"the head: {len(record.head.seats)} seats, but one person plays"
    for line in record.turns:
        fault = "the game was over" if field.ending_kind else field.move_fault(line)
        if fault:
            yield f"turn {line.turn}, seat {line.seat}: {fault}"
            return
        field.play_move(*next(iter(line.move.items())))
        if field.promise_fault:
            yield f"turn {line.turn}: {field.promise_fault}"
    if record.end is not None:
        won = field.ending_kind == "won"
        right = {"winners": [1] if won else [], "scores": [int(won)], "how": field.ending_kind}
        yield from wrong_result(record.end.result, right if field.ending_kind else None)


class _GameField:
    """A field as sets of places: mines, flags and open cells."""

    def __init__(self, head: Head) -> None:
        self.rules: GameRules = rules_in(head, GameRules, PRESETS, "beginner")
        self.seed = int(head.seed or 0)
        self.places = [(row, column) for row in range(self.rules.rows) for column in range(self.rules.columns)]
        self.mines: set[tuple[int, int]] | None = None
        if head.deal is not None:
            field_rows = head.deal["field"]
            self.mines = {(i, j) for i, row in enumerate(field_rows) for j, sign in enumerate(row) if sign == "*"}
            if (len(field_rows), {len(row) for row in field_rows}) != (self.rules.rows, {self.rules.columns}):
                raise FormatError("the field dealt has another size")
        self.flags: set[tuple[int, int]] = set()
        self.open_places: set[tuple[int, int]] = set()
        self.ending_kind = self.promise_fault = ""

    def neighbours(self, place: tuple[int, int]) -> list[tuple[int, int]]:
        """Return the neighbours of a place, in the order of its neighbourhood."""
        columns = self.rules.columns
        return [divmod(cell, columns) for cell in self.rules.surface.neighbours(place[0] * columns + place[1])]

    def move_fault(self, line: TurnLine) -> str:
        """Describe what is wrong with a turn."""
        if line.seat != 1:
            return "seat 1 is to move"
        move_kind, place = _read_move(line.move)
        if not move_kind:
            return f"{quote(line.move)} is no move"
        if place not in self.places:
            return "it is outside the field"
        if move_kind == "chord":
            near = self.neighbours(place)
            flags = sum(neighbour in self.flags for neighbour in near)
            if place not in self.open_places or flags != self.mine_number(place):
                return "there is no number with its flags"
            return "" if set(near) - self.open_places - self.flags else "nothing is left to open"
        if place in self.open_places:
            return "it is open"
        return "there is a flag" if move_kind == "open" and place in self.flags else ""

    def mine_number(self, place: tuple[int, int]) -> int:
        """Return the number of mines next to a place."""
        return sum(near in (self.mines or ()) for near in self.neighbours(place))

    def play_move(self, move_kind: str, at: list[int]) -> None:
        """Apply a move."""
        place = (at[0] - 1, at[1] - 1)
        if move_kind == "flag":
            self.flags ^= {place}
            return
        if self.mines is None:
            self.mines = self.lay_mines(place)
        places_to_open = (
            [place]
            if move_kind == "open"
            else [
                target_place
                for target_place in self.neighbours(place)
                if target_place not in self.flags | self.open_places
            ]
        )
        if any(target_place in self.mines for target_place in places_to_open):
            self.ending_kind = "lost"
        while places_to_open:
            target_place = places_to_open.pop()
            if target_place not in self.open_places | self.flags | self.mines:
                self.open_places.add(target_place)
                if self.mine_number(target_place) == 0:
                    places_to_open += self.neighbours(target_place)
        if not self.ending_kind and len(self.open_places) + len(self.mines) == len(self.places):
            self.ending_kind = "won"

    def lay_mines(self, first: tuple[int, int]) -> set[tuple[int, int]]:
        """Lay the mines for a first click, by drawing the mines or the free cells, whichever are fewer."""
        rules, columns = self.rules, self.rules.columns
        free_places = [first, *(self.neighbours(first) if rules.first == "opening" else ())][: rules.size - rules.mines]
        if rules.no_guess:
            mine = resolve(SEARCHED)(rules, self.seed, first[0] * columns + first[1])
            mine_places = {place for place in self.places if mine[place[0] * columns + place[1]]}
            cell_neighbours = [
                [row * columns + column for row, column in self.neighbours(centre_place)]
                for centre_place in self.places
            ]
            is_cleared = clears(
                [centre_place in mine_places for centre_place in self.places],
                cell_neighbours,
                first[0] * columns + first[1],
            )
            if len(mine_places) != rules.mines or mine_places & set(free_places) or is_cleared is False:
                self.promise_fault = "the field does not keep its promise"
            return mine_places
        random, draw_places = Random(self.seed, "minesweeper", "deal"), set[tuple[int, int]]()
        free_count = rules.size - len(free_places) - rules.mines
        while len(draw_places) < min(rules.mines, free_count):
            place = divmod(random.below(rules.size), columns)
            draw_places |= {place} - set(free_places)
        return draw_places if rules.mines <= free_count else set(self.places) - set(free_places) - draw_places


def _read_move(raw: Any) -> tuple[str, tuple[int, int]]:
    """Split a move into its kind and its place; the kind is empty if the move is invalid."""
    if isinstance(raw, dict) and len(raw) == 1:
        (move_kind, at), *_ = raw.items()
        if (
            move_kind in ("open", "flag", "chord")
            and isinstance(at, list)
            and [type(part) for part in at] == [int, int]
        ):
            return move_kind, (at[0] - 1, at[1] - 1)
    return "", (0, 0)
