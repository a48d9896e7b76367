"""Puzzles and their solutions as pictures and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.machiavelli.drawing import draw_paper
from passatempo.machiavelli.json import load_melds
from passatempo.machiavelli.model import Arrangement, Card, Meld, Turn
from passatempo.machiavelli.text import read_groups
from passatempo.machiavelli.words import show_arrangement, show_turn

if TYPE_CHECKING:
    from passatempo.core.play.puzzle import Made


def solved_melds(made: Made[Turn]) -> tuple[Meld, ...]:
    """Return the groups of the stored solution."""
    return load_melds([list(meld) for meld in made.solution["melds"]])


def key_card(made: Made[Turn]) -> tuple[Card, ...]:
    """Return the missing card of the stored solution; none where no card is missing."""
    return sum(read_groups(made.solution.get("card", "")), ())


def draw(made: Made[Turn], solved: bool) -> str:
    """Draw the table and the hand, or the table in the end with marks on the cards laid."""
    turn = made.instance
    if not solved:
        return draw_paper(turn, turn.table)
    return draw_paper(turn, solved_melds(made), turn.hand + key_card(made))


def show(made: Made[Turn], solved: bool) -> str:
    """Write the table and the hand, or the missing card and the groups in the end, a group a line."""
    if not solved:
        return show_turn(made.instance)
    missing = f"{made.solution['card']}\n" if "card" in made.solution else ""
    return missing + show_arrangement(made.instance, Arrangement(solved_melds(made)))
