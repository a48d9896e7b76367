"""The covering programs of plays: their shared data and constraints, and how to read a play from a solution.

Symbols: c and h are the copies of a card on the table and in the hand, J and j the jokers there. A program chooses ::

    n[q]   how often group q is used (sets, and runs of three to five cards: longer ones split into these)
    k[g]   1 if group g of the table stays unchanged; only for least change
    x[a]   copies of card a played from the hand, 0..h[a]
    w[a]   jokers that stand for card a, outside the groups that stay
    u      jokers played from the hand, 0..j
    e      1 only if the hand is empty: h[a] e <= x[a], j e <= u

    sum of n[q] over the groups q with a  +  sum of k[g] over the copies of a in g  =  c[a] + x[a] + w[a]
    sum of w  +  sum of k[g] over the jokers in g  =  J + u

A cross that may stay alone is a group of one card. The rules of a turn add constraints. J[a] jokers stand for a on the
table. s[a] is w[a] plus the jokers for a in groups that stay. f[g] in {0, 1} is the suit of an ambiguous joker ::

    s[a] + x[a]        >= J[a]       (1) joker: hand
    s[a] + x[a] + c[a] >= J[a]       (2) joker: table
    sum of x + u       <= most_new   (3)
    sum of worth(a) (x[a] + w[a]) >= N                      (4) opening, alone: c = J = 0
    z[q] with  sum of z[q] over the groups q with a  <=  x[a] + v[a],  sum of v <= u,
               sum of worth(q) z[q] >= N                    (5) opening, continues

The objective is lexicographic: the value of the cards played, then the groups that stay, then e, then -u. It is one sum
in which a unit of each outweighs all that come after it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.pastime import Question
from passatempo.machiavelli.encodings.melds import groups, place_jokers
from passatempo.machiavelli.groups import is_heap, named, named_table, other_suit, require_melds, weights
from passatempo.machiavelli.model import JOKER, WILD, CardId, LayAsk, Meld, Play, Rules, Turn
from passatempo.machiavelli.model import count as count_cards
from passatempo.machiavelli.steps import describe_play, no_play_outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from passatempo.core.limits import Deadline
    from passatempo.solvers.runs import SolverRun, Values


@dataclass(frozen=True)
class Task:
    """The data of a program."""

    turn: Turn
    lay_options: LayAsk
    card_weights: tuple[int, ...]
    cover_groups: tuple[Meld, ...]
    fixable_groups: tuple[Meld, ...]  # the groups of the table that may stay, only for least change
    table: tuple[Meld, ...]  # the groups of the table that may change, with named jokers if the rules require names

    @cached_property
    def table_counts(self) -> bytes:
        """The copies of each card on the table that may move, with jokers at index 52."""
        return count_cards(tuple(chain.from_iterable(self.table)))

    @cached_property
    def crosses(self) -> Counter[CardId]:
        """The single cards of the table, which may stay alone."""
        return crosses_of(self.turn.rules, self.table)

    @property
    def joker_counts(self) -> tuple[int, int]:
        """The numbers of jokers on the table and in the hand."""
        return self.table_counts[JOKER], self.turn.hand_counts[JOKER]

    @property
    def objective_scales(self) -> tuple[int, int, int]:
        """The weights of a unit of value, a group that stays, and an empty hand, relative to one joker less."""
        empty = self.joker_counts[1] + 1
        keep_weight = 2 * empty
        return keep_weight * (len(self.fixable_groups) + 1), keep_weight, empty

    def group_limit(self, group: Meld) -> int:
        """Return how often a group can be used."""
        if len(group) == 1:
            return self.crosses[group[0]]
        table, hand = self.table_counts, self.turn.hand_counts
        return min(table[card] + hand[card] for card in group) + sum(self.joker_counts)


def make_task(question: Question) -> Task:
    """Collect the data of a question."""
    turn, lay_options = question.instance, question.ask
    table = () if turn.must_open and turn.rules.opening_turn == "alone" else named_table(turn)
    cover_groups = (*groups(turn.rules.line), *[(card,) for card in sorted(crosses_of(turn.rules, table))])
    card_weights = weights(turn.rules, lay_options.prefer, lay_options.weights)
    fixable_groups: tuple[Meld, ...] = ()
    if lay_options.prefer == "least-change":
        require_melds(turn)
        fixable_groups = () if is_heap(turn) else tuple([group for group in table if len(group) > 1])
    return Task(turn, lay_options, card_weights, cover_groups, fixable_groups, table)


def task_of_table(turn: Turn) -> Task:
    """Collect the data of the table alone.

    >>> task_of_table(Turn(((0, 1, 2),), (3,))).turn.hand
    ()
    """
    return make_task(Question(replace(turn, hand=(), opened=True), LayAsk()))


def crosses_of(rules: Rules, table: tuple[Meld, ...]) -> Counter[CardId]:
    """Count the single cards that may stay alone.

    >>> crosses_of(Rules(crosses=4), ((0, 1, 2), (30,)))
    Counter({30: 1})
    """
    return Counter(group[0] for group in table if len(group) == 1 and group[0] < JOKER and rules.crosses)


class Constraint(NamedTuple):
    """A constraint of a program: the sum of coefficient times variable is at least a bound."""

    linear_terms: list[tuple[Any, int]]
    lower_bound: int


def rows_of_rules(program: Any, integer: Callable[[int], Any]) -> Iterator[Constraint]:
    """Yield the constraints (1) to (5) for a program with its `task` and the variables n, k, x, w and u.

    Parameters
    ----------
    integer
        Creates a variable with values from 0 to a number.
    """
    task: Task = program.task
    rules = task.turn.rules
    if task.crosses:
        yield Constraint([(program.n[(card,)], -1) for card in task.crosses], -rules.crosses)
    if rules.joker != "free":
        yield from _rows_of_jokers(program, integer)
    if rules.most_new and task.turn.hand:
        yield Constraint([(variable, -1) for variable in (*program.x.values(), program.u)], -rules.most_new)
    if task.turn.must_open:
        yield from _rows_of_opening(program, integer)


def _rows_of_jokers(program: Any, integer: Callable[[int], Any]) -> Iterator[Constraint]:
    """Yield (1) and (2): a joker still stands for its card, unless a copy of the card frees it."""
    task: Task = program.task
    by_table = task.turn.rules.joker == "table"
    lower_bounds: Counter[CardId] = Counter()
    suit_terms: dict[CardId, list[tuple[Any, int]]] = {card: [] for card in range(JOKER)}
    for group in task.table:
        for joker in group:
            if joker < JOKER:
                continue
            other = other_suit(group, joker) if by_table else ()
            if other:  # f: the joker stands for the other suit
                f = integer(1)
                suit_terms[joker - WILD].append((f, 1))
                suit_terms[other[0]].append((f, -1))
            lower_bounds[joker - WILD] += 1
            lower_bounds.update(dict.fromkeys(other, 0))
    for card, number in lower_bounds.items():
        keep_terms = [
            (variable, group.count(WILD + card)) for group, variable in zip(task.fixable_groups, program.k, strict=True)
        ]
        terms = [(program.w[card], 1), *keep_terms, *suit_terms[card]]
        if card in program.x:
            terms.append((program.x[card], 1))
        yield Constraint(terms, number - by_table * task.table_counts[card])


def _rows_of_opening(program: Any, integer: Callable[[int], Any]) -> Iterator[Constraint]:
    """Yield (4) and (5): melds of the hand alone with enough points, or at least one meld."""
    task: Task = program.task
    rules = task.turn.rules
    points = rules.card_points if rules.opening_points else (1,) * (JOKER + 1)
    opening_points = rules.opening_points or 3
    if rules.opening_turn == "alone":
        point_terms = [(variable, points[card]) for card, variable in (*program.x.items(), *program.w.items())]
        yield Constraint(point_terms, opening_points)
        return
    z = {group: integer(task.group_limit(group)) for group in groups(rules.line)}
    v = {card: integer(task.joker_counts[1]) for card in range(JOKER)}
    for card in range(JOKER):
        holds = [(number, -1) for group, number in z.items() if card in group]
        yield Constraint([*holds, (v[card], 1), *([(program.x[card], 1)] if card in program.x else [])], 0)
    yield Constraint([(program.u, 1), *[(variable, -1) for variable in v.values()]], 0)
    yield Constraint([(number, sum(points[card] for card in group)) for group, number in z.items()], opening_points)


def melds_of(program: Any, solution: Values) -> tuple[Meld, ...]:
    """Return each group as often as a solution uses it, with its jokers."""
    cover_groups = [group for group, number in program.n.items() for _ in range(solution(number))]
    return place_jokers(cover_groups, {card: solution(number) for card, number in program.w.items()})


def outcome_of(program: Any, run: SolverRun, deadline: Deadline) -> Outcome[Play]:
    """Build the outcome of a program with its `task` and the variables above.

    The last jokers outside the groups that stay count as those of the hand.
    """
    task, solution = program.task, run.value_of
    if solution is None:
        no_play = no_play_outcome(task.turn, run.status is not Status.IMPOSSIBLE, dict(run.stats))
        return (
            no_play
            if run.status is Status.IMPOSSIBLE
            else Outcome(Status.UNKNOWN, stopped=run.stop_reason, stats=run.stats)
        )
    melds = melds_of(program, solution)
    wild = [card for meld in melds for card in meld if card >= JOKER]
    cards = tuple([card for card, number in program.x.items() for _ in range(solution(number))])
    new_cards = cards + tuple(wild[len(wild) - solution(program.u) :])
    fixed_groups = [
        group for group, keep_variable in zip(task.fixable_groups, program.k, strict=True) if solution(keep_variable)
    ]
    named_groups = [named(group, task.turn.rules.ace) or group for group in fixed_groups]
    aside = () if task.table else task.turn.table
    is_proved = task.lay_options.prefer == "least-change" and run.status is Status.SOLVED
    after = (*aside, *named_groups, *melds)
    play, late = describe_play(
        task.turn, new_cards, after, is_proved=is_proved, brief=task.lay_options.brief, deadline=deadline
    )
    weight_sum = sum(task.card_weights[card] for card in cards)
    bound = (
        None
        if run.bound is None
        else max(weight_sum, int(run.bound + task.objective_scales[2] - 1e-6) // task.objective_scales[0])
    )
    stop_reason = late if run.stop_reason is StopReason.DONE else run.stop_reason
    stats = {**run.stats, "groups_kept_proved": int(play.groups_kept_proved)}
    return Outcome(run.status, play, weight_sum, bound, stop_reason, stats=stats)
