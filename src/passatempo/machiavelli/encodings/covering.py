"""What the covering programs of plays share: their numbers, and the play that a solution says. No solver.

Symbols: c and h are the copies of a card on the table and in the hand, J and j the jokers there. A program chooses ::

    n[q]   how often group q is laid (sets, and runs of three to five cards: longer ones split into these)
    k[g]   1 where group g of the table stays as it is; only where least change is asked
    x[a]   copies of card a laid from the hand, 0..h[a]
    w[a]   jokers that stand for card a, outside the groups that stay
    u      jokers laid from the hand, 0..j
    e      1 only if the hand is empty: h[a] e <= x[a], j e <= u

    sum of n[q] over the groups q with a  +  sum of k[g] over the copies of a in g  =  c[a] + x[a] + w[a]
    sum of w  +  sum of k[g] over the jokers in g  =  J + u

and makes greatest: first the value of the cards laid, then the groups that stay, then e, then -u; as one sum, in which
a unit of each is worth more than all that come after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.machiavelli.encodings.melds import groups, place_jokers
from passatempo.machiavelli.groups import is_heap, named, require_melds, weights
from passatempo.machiavelli.model import JOKER, Meld, Turn
from passatempo.machiavelli.steps import describe, nothing

if TYPE_CHECKING:
    from passatempo.core.limits import Deadline
    from passatempo.core.pastime import Question
    from passatempo.machiavelli.model import LayAsk, Play
    from passatempo.solvers.runs import Run


@dataclass(frozen=True, slots=True)
class Task:
    """The numbers of a program."""

    turn: Turn
    ask: LayAsk
    value: tuple[int, ...]
    groups: tuple[Meld, ...]
    stay: tuple[Meld, ...]  # the groups of the table that may stay, where it matters

    @property
    def jokers(self) -> tuple[int, int]:
        """Jokers on the table and in the hand."""
        return self.turn.table_counts[JOKER], self.turn.hand_counts[JOKER]

    @property
    def scales(self) -> tuple[int, int, int]:
        """What a unit of value, a group that stays, and an empty hand are worth; a joker less is worth 1."""
        empty = self.jokers[1] + 1
        stays = 2 * empty
        return stays * (len(self.stay) + 1), stays, empty

    def most(self, group: Meld) -> int:
        """Return how often a group can be laid."""
        table, hand = self.turn.table_counts, self.turn.hand_counts
        return min(table[card] + hand[card] for card in group) + sum(self.jokers)


def task_of(question: Question) -> Task:
    """Gather the numbers."""
    turn, ask = question.instance, question.ask
    stay: tuple[Meld, ...] = ()
    if ask.prefer == "least-change":
        require_melds(turn)
        stay = () if is_heap(turn) else turn.table
    every = tuple(group for group in groups(turn.rules.line))
    return Task(turn, ask, weights(ask.prefer, ask.weights), every, stay)


def outcome_of(program: Any, run: Run, deadline: Deadline) -> Outcome[Play]:
    """Make the outcome of a program, which has its `task` and the variables above.

    Jokers of the hand are the last that are laid outside the groups that stay.
    """
    task, value = program.task, run.value
    if value is None:
        said = nothing(task.turn, run.status is not Status.IMPOSSIBLE, dict(run.stats))
        return (
            said if run.status is Status.IMPOSSIBLE else Outcome(Status.UNKNOWN, stopped=run.stopped, stats=run.stats)
        )
    chosen = [group for group, number in program.n.items() for _ in range(value(number))]
    melds = place_jokers(chosen, {card: value(number) for card, number in program.w.items()})
    wild = [card for meld in melds for card in meld if card >= JOKER]
    cards = tuple([card for card, number in program.x.items() for _ in range(value(number))])
    laid = cards + tuple(wild[len(wild) - value(program.u) :])
    kept = [group for group, stays in zip(task.stay, program.k, strict=True) if value(stays)]
    stay = [named(group, task.turn.rules.ace) or group for group in kept]
    proved = task.ask.prefer == "least-change" and run.status is Status.SOLVED
    play, late = describe(task.turn, laid, (*stay, *melds), proved=proved, brief=task.ask.brief, deadline=deadline)
    worth = sum(task.value[card] for card in cards)
    bound = None if run.bound is None else max(worth, int(run.bound + task.scales[2] - 1e-6) // task.scales[0])
    stopped = late if run.stopped is StopReason.DONE else run.stopped
    stats = {**run.stats, "groups_kept_proved": int(play.groups_kept_proved)}
    return Outcome(run.status, play, worth, bound, stopped, stats=stats)
