"""Checks arrangements, plays, unlocking cards, counts and lists by the rules of the game.

It is independent of the solvers, and judges a meld by its cards in any order. It checks everything about a play except
that it is the best. For unlocking cards it checks the copies and the fraction. For a list it checks that each
arrangement is legal and none is repeated. `key_of_play` and `key_of_listing` return what all right answers share, for
comparisons between exact methods.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations
from math import comb
from typing import Any

from passatempo.core.errors import Violation
from passatempo.core.limits import Deadline
from passatempo.core.pastime import Question
from passatempo.machiavelli.groups import (
    count_fixed_groups,
    fault,
    groups_of_size,
    kinds,
    named_table,
    other_suit,
    unseen_cards,
    weights,
)
from passatempo.machiavelli.model import (
    HAND,
    JOKER,
    WILD,
    Arrangement,
    CardId,
    Count,
    Drawing,
    Listing,
    Meld,
    Play,
    Rules,
    Step,
    Turn,
    Unlocking,
    count_copies,
    name,
    rank_of,
)

OFTEN = 64  # arrangements or steps between two checks of the clock, about a millisecond


def check_arrangement(turn: Turn, arrangement: Arrangement) -> list[Violation]:
    """List the rules that an arrangement of the table breaks.

    Examples
    --------
    >>> turn = Turn(((0, 1, 2, 3),))
    >>> [violation.rule for violation in check_arrangement(turn, Arrangement(((0, 1, 2),)))]
    ['missing-card']
    """
    violations = list(turn_faults(turn.rules, named_table(turn), (), arrangement.melds))
    return violations + compare_cards(turn.table_counts, arrangement.melds, "the table")


def compare_cards(counts: Sequence[int], melds: Sequence[Meld], owner: str) -> list[Violation]:
    """List the cards of which the melds have more or fewer copies than `owner`."""
    meld_counts = count_copies(tuple(chain.from_iterable(melds)))
    if meld_counts == list(counts):
        return []
    left = [have - used for have, used in zip(counts, meld_counts, strict=True)]
    missing = [
        Violation("missing-card", f"{name(c)} of {owner} is not placed", name(c)) for c, n in enumerate(left) if n > 0
    ]
    extra = [
        Violation("extra-card", f"{name(c)} is played, but {owner} does not have it", name(c))
        for c, n in enumerate(left)
        if n < 0
    ]
    return missing + extra


def check_play(question: Question, play: Play, deadline: Deadline | None = None) -> list[Violation]:
    """List the rules that a play breaks: the melds, the cards, the groups kept, the steps.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.machiavelli.model import LayAsk, Play
    >>> question = Question(Turn(((0, 1, 2),), (3, 20)), LayAsk())
    >>> check_play(question, Play((3,), (20,), ((0, 1, 2, 3),), 0))
    []
    >>> [violation.rule for violation in check_play(question, Play((3,), (), ((0, 1, 2),), 1))]
    ['missing-card', 'wrong-hand']
    """
    turn: Turn = question.instance
    play_faults = list(turn_faults(turn.rules, named_table(turn), play.laid, play.melds, has_opened=turn.opened))
    play_faults += compare_cards(count_copies(turn.cards + play.laid), play.melds, "the table and the played cards")
    if count_copies(play.laid + play.kept_in_hand) != list(turn.hand_counts):
        play_faults.append(Violation("wrong-hand", "the cards played and kept are not those of the hand"))
    play_faults += _check_jokers(play)
    fixed_count = count_fixed_groups(turn, play.melds)
    if play.groups_kept != fixed_count:
        play_faults.append(
            Violation("wrong-groups-kept", f"{fixed_count} groups are unchanged, not {play.groups_kept}")
        )
    return play_faults or _check_steps(turn, play, deadline)


# ---- The rules of a turn ----


def turn_faults(
    rules: Rules, before: Sequence[Meld], new_cards: Sequence[CardId], after: Sequence[Meld], *, has_opened: bool = True
) -> Iterator[Violation]:
    """Yield the rules that the end of a turn breaks, regardless of the cards in the hand.

    Parameters
    ----------
    before
        The table, with each joker named if the rules require its card to free it.
    new_cards
        The cards played from the hand. Jokers are written as their cards.
    after
        The table at the end.

    Examples
    --------
    >>> from passatempo.machiavelli.model import Rules
    >>> [one.rule for one in turn_faults(Rules(most_new=1), (), (0, 1, 2), ((0, 1, 2),))]
    ['too-many-new']
    """
    lone_groups = Counter[Meld](group for group in before if len(group) == 1 and rules.crosses)
    opens_separately = not has_opened and rules.opening != "none" and rules.opening_turn == "alone"
    crosses_left = len(before) if opens_separately else rules.crosses
    for meld in after:
        if lone_groups[meld] and crosses_left:
            lone_groups[meld] -= 1
            crosses_left -= 1
        elif (violation := fault(meld, rules.ace)) is not None:
            yield violation
    if 0 < rules.most_new < len(new_cards):
        text = f"{len(new_cards)} cards are played, but a turn may play at most {rules.most_new}"
        yield Violation("too-many-new", text)
    yield from _joker_faults(rules, before, new_cards, after)
    if not has_opened and rules.opening != "none":
        yield from _faults_of_opening(rules, before, new_cards, after)


def _joker_faults(
    rules: Rules, before: Sequence[Meld], new_cards: Sequence[CardId], after: Sequence[Meld]
) -> Iterator[Violation]:
    """Yield the jokers of the table that stand for another card without being freed.

    For each card, the jokers that stand for it at the end plus the copies that free one must be at least the jokers
    that stood for it. Under ``table`` a joker in a set of three may have stood for either missing suit. By Hall's
    theorem all such jokers of a rank can be placed if those of each choice of suits can.
    """
    if rules.joker == "free":
        return
    stand = Counter(card - WILD for group in after for card in group if card >= WILD)
    freeing = Counter(card for card in new_cards if card < JOKER)
    if rules.joker == "table":
        freeing.update(card for group in before for card in group if card < JOKER)
    joker_meanings = [
        ((card - WILD, *(other_suit(group, card) if rules.joker == "table" else ())), card)
        for group in before
        for card in group
        if card >= WILD
    ]
    for rank in {rank_of(card) for _, card in joker_meanings}:
        rank_jokers = [(names, card) for names, card in joker_meanings if rank_of(card) == rank]
        for size in range(1, 5):
            for suits in combinations(range(4), size):
                cards = {13 * suit + rank for suit in suits}
                inside = [card for names, card in rank_jokers if cards.issuperset(names)]
                if len(inside) > sum(stand[card] + freeing[card] for card in cards):
                    text = f"the joker that stood for {name(inside[0] - WILD)} is moved, but nothing freed it"
                    yield Violation("joker-not-freed", text, name(inside[0]))
                    return


def _faults_of_opening(
    rules: Rules, before: Sequence[Meld], new_cards: Sequence[CardId], after: Sequence[Meld]
) -> Iterator[Violation]:
    """Yield the requirements that an opening does not meet: melds from the hand alone, with enough points."""
    opening_condition = f"worth {rules.opening_points}" if rules.opening_points else "of three cards"
    if rules.opening_turn == "continues":
        if not holds_opening(rules, new_cards):
            yield Violation("not-opened", f"the cards played hold no groups of their own {opening_condition}")
        return
    left = Counter(map(kinds, after))
    for number, group in enumerate(before, 1):
        if not left[kinds(group)]:
            group_message = f"group {number} has changed, but before you open you may only play your own groups"
            yield Violation("not-opened", group_message, number)
        left[kinds(group)] -= 1
    card_points = sum(rules.card_points[card & (WILD - 1)] for card in new_cards)
    if card_points < rules.opening_points:
        text = f"the groups of the hand are worth {card_points}, but you need {rules.opening_points} to open"
        yield Violation("not-opened", text)


def holds_opening(rules: Rules, new_cards: Sequence[CardId]) -> bool:
    """Return whether cards, with jokers as any card, contain melds that open, by trying each meld in turn.

    >>> from passatempo.machiavelli.model import Rules
    >>> [holds_opening(Rules(opening=f"points:{points}"), (1, 2, JOKER)) for points in (16, 17)]  # A 2 3
    [True, False]
    """
    points = rules.card_points
    opening_groups = [group for size in (3, 4, 5) for group in groups_of_size(rules.line, size)]
    start = count_copies(tuple(new_cards))

    def opens(card_counts: list[int], point_sum: int, first: int) -> bool:
        if point_sum >= max(1, rules.opening_points):
            return True
        for at in range(first, len(opening_groups)):
            group = opening_groups[at]
            missing = sum(not card_counts[card] for card in group)
            if missing > card_counts[JOKER]:
                continue
            left = [*card_counts]
            for card in group:
                left[card if left[card] else JOKER] -= 1
            group_points = sum(points[card] for card in group) if rules.opening_points else 1
            if opens(left, point_sum + group_points, at):
                return True
        return False

    return opens(start, 0, 0)


def key_of_play(question: Question, play: Play) -> tuple[Any, ...]:
    """Return what all best plays share besides their value: groups kept, whether the hand is empty, its jokers played.

    The groups kept are included only for ``least-change``.

    >>> from passatempo.core.pastime import Question
    >>> from passatempo.machiavelli.model import LayAsk, Play
    >>> key_of_play(Question(Turn(((0, 1, 2),), (3, 20)), LayAsk()), Play((3,), (20,), ((0, 1, 2, 3),), 0))
    (None, False, 0)
    """
    group_count = play.groups_kept if question.ask.prefer == "least-change" else None
    return group_count, not play.kept_in_hand, sum(card >= JOKER for card in play.laid)


def _check_jokers(play: Play) -> list[Violation]:
    """List the played jokers for whose card the melds have no joker."""
    hand_jokers = Counter(card for card in play.laid if card >= JOKER)
    meld_jokers = Counter(card for meld in play.melds for card in meld if card >= JOKER)
    return [
        Violation("wrong-joker", f"{name(card)} is played, but not in the melds", name(card))
        for card in hand_jokers - meld_jokers
    ]


def value_of_play(question: Question, play: Play) -> int:
    """Return the number of cards played, or their points; jokers count nothing."""
    card_weights = weights(question.instance.rules, question.ask.prefer, question.ask.weights)
    return sum(card_weights[card] for card in play.laid if card < JOKER)


def _check_steps(turn: Turn, play: Play, deadline: Deadline | None) -> list[Violation]:
    """Replay the steps: each must take cards from where they are, and the last must produce the melds."""
    if play.steps is None:
        return []
    places = [kinds(group) for group in turn.table]
    hand = list(kinds(play.laid))
    for number, step in enumerate(play.steps, 1):
        if deadline is not None and (number * len(places)) % OFTEN < len(places):
            deadline.check()
        wrong = _replay_step(step, places, hand)
        if wrong:
            return [Violation("wrong-step", f"step {number}: {wrong}", number)]
    if hand or sorted(filter(None, places)) != sorted(map(kinds, play.melds)):
        return [Violation("wrong-steps", "the steps do not end with these melds and this hand")]
    return []


def _replay_step(step: Step, places: list[Meld], hand: list[CardId]) -> str:
    """Apply one step, or explain why it is impossible; places hold sorted cards with unnamed jokers."""
    take = kinds(step.take)
    if not take:
        return "no card is moved"
    if not (HAND <= step.source <= len(places) and 1 <= step.target <= len(places) + 1) or step.source == step.target:
        return "these places do not exist"
    source = hand if step.source == HAND else list(places[step.source - 1])
    for card in take:
        if card not in source:
            return f"{name(card)} does not lie there"
        source.remove(card)
    if step.source != HAND:
        places[step.source - 1] = tuple(source)
    if step.target > len(places):
        places.append(())
    places[step.target - 1] = kinds(places[step.target - 1] + take)
    if len(step.places) < len(places) or any(step.places[len(places) :]):
        return "it lists other places"
    for number, (step_cards, lies) in enumerate(zip(step.places, places, strict=False), 1):
        if kinds(step_cards) != lies:
            return f"place {number} has other cards than stated"
    return ""


def check_unlocking(question: Question, unlocking: Unlocking) -> list[Violation]:
    """List the faults in the copies, sums and fractions of unlocking cards.

    Searches prove that these cards and no others unlock the hand, and a second method confirms it.
    """
    turn: Turn = question.instance
    unseen = unseen_cards(turn)
    drawing_faults = _check_drawing(unlocking.single, unseen, 1)
    if unlocking.pairs is not None:
        drawing_faults += _check_drawing(unlocking.pairs, unseen, 2)
    return drawing_faults


def _check_drawing(drawing: Drawing, unseen: Sequence[int], size: int) -> list[Violation]:
    """Check the copies of each combination, their sum, and the fraction."""
    drawing_faults = []
    for cards, copies in drawing.cards:
        ways = 1
        for card, times in Counter(cards).items():
            ways *= comb(unseen[card], times) if card <= JOKER else 0  # a named joker cannot be drawn
        if copies != ways or copies == 0 or len(cards) != size:
            cards_label = " ".join(map(name, cards))
            drawing_faults.append(
                Violation("wrong-copies", f"{cards_label} can be drawn in {ways} ways, not {copies}", cards_label)
            )
    if len({tuple(sorted(cards)) for cards, _ in drawing.cards}) < len(drawing.cards):
        drawing_faults.append(Violation("listed-twice", "a card is listed twice"))
    total, good = comb(sum(unseen), size), sum(copies for _, copies in drawing.cards)
    if (drawing.good, drawing.unseen) != (good, total):
        drawing_faults.append(
            Violation("wrong-sum", f"{good} of {total} unlock the hand, not {drawing.good} of {drawing.unseen}")
        )
    if drawing.probability != (Fraction(good, total) if total else 0):
        drawing_faults.append(Violation("wrong-probability", f"{good} of {total} is not {drawing.probability}"))
    return drawing_faults


def check_count(turn: Turn, number: Count) -> list[Violation]:
    """List the faults of a count, which cannot be negative; a second method confirms the number."""
    return [Violation("negative", "a number of arrangements cannot be negative")] if number.arrangements < 0 else []


def check_listing(question: Question, listing: Listing, deadline: Deadline | None = None) -> list[Violation]:
    """List the rules that the arrangements break, and repeated arrangements."""
    turn: Turn = question.instance
    listing_faults, before = [], named_table(turn)
    for number, melds in enumerate(listing.arrangements, 1):
        if deadline is not None and number % OFTEN == 0:
            deadline.check()
        wrong = list(turn_faults(turn.rules, before, (), melds))
        wrong += compare_cards(turn.table_counts, melds, "the table")
        listing_faults += [Violation(v.rule, f"arrangement {number}: {v.text}", v.where) for v in wrong]
    if len({_sort_melds(melds) for melds in listing.arrangements}) < len(listing.arrangements):
        listing_faults.append(Violation("listed-twice", "an arrangement is listed twice"))
    if len(listing.arrangements) > question.ask.limit:
        listing_faults.append(Violation("too-many", f"more than {question.ask.limit} arrangements are listed"))
    return listing_faults


def key_of_listing(question: Question, listing: Listing) -> tuple[Any, ...]:
    """Return what all right lists share: completeness, length and, if complete, the set of arrangements.

    >>> key_of_listing(None, Listing((((2, 1, 0),),), complete=True)) == key_of_listing(
    ...     None, Listing((((0, 1, 2),),), complete=True)
    ... )
    True
    """
    arrangement_set = frozenset(map(_sort_melds, listing.arrangements)) if listing.complete else None
    return listing.complete, len(listing.arrangements), arrangement_set


def _sort_melds(melds: Iterable[Meld]) -> tuple[Meld, ...]:
    return tuple(sorted(tuple(sorted(meld)) for meld in melds))
