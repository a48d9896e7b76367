"""Turns and arrangements as text, in the notation of the question."""

from collections.abc import Sequence
from itertools import pairwise

from passatempo.core.json import count_of, decimal_digits
from passatempo.core.pastime import Question
from passatempo.machiavelli.formats.notation import hand_of, settings_of, write_card, write_cards, write_groups
from passatempo.machiavelli.groups import fault
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
    Places,
    Play,
    Step,
    Turn,
    Unlocking,
    rank_of,
    suit_of,
)
from passatempo.machiavelli.steps import surplus

LONGEST_LINE = 100
LONGEST_RUN = 13
LONGEST = 6  # the most cards to name one by one in a group that is no meld
MOST_SHOWN = 12  # combinations in a line; the JSON lists all


def show_turn(turn: Turn) -> str:
    r"""Write the groups, one per line, the hand and the rules, in a form that can be read again.

    >>> from passatempo.machiavelli.text import read
    >>> print(show_turn(read("TD JD QD | QH KH AH 2H\nhand: AS 3S\ndecks: 3")))
    TD JD QD |
    QH KH AH 2H
    hand: AS 3S
    decks: 3
    """
    rows = _wrap_lines(write_groups(turn.table, turn.locale).replace("| ", "|\n")) or ["table:"]
    return "\n".join([*rows, *hand_of(turn), *settings_of(turn)])


def show_arrangement(turn: Turn, arrangement: Arrangement) -> str:
    """Write the melds in the usual order, one per line: runs, then sets, in the turn's notation.

    >>> print(show_arrangement(Turn(()), Arrangement(((17, 4, 30), (0, 12, 11)))))
    QS KS AS
    5S 5H 5D
    """
    melds = sort_melds(arrangement.melds, turn)
    return "\n".join([write_cards(meld, turn.locale) for meld in melds]) or "no cards"


def _wrap_lines(text: str) -> list[str]:
    """Break long lines at blanks."""
    from textwrap import wrap

    return [
        row
        for line in text.splitlines()
        for row in wrap(line, LONGEST_LINE, break_long_words=False, break_on_hyphens=False)
    ]


def sort_melds(melds: Sequence[Meld], turn: Turn) -> list[Meld]:
    """Sort melds in the usual order: runs by suit and lowest card, then sets by rank.

    >>> sort_melds([(12, 0, 11), (6, 4, 5)], Turn(()))
    [(4, 5, 6), (11, 12, 0)]
    """
    sorted_melds = [_sort_meld(meld, turn) for meld in melds]
    return sorted(sorted_melds, key=_meld_order)


def _meld_order(meld: Meld) -> tuple[bool, int, int, int]:
    """Return the sort key of a meld: runs by suit and rank, then sets by rank, larger sets first."""
    is_set = len({rank_of(card) for card in meld}) == 1
    first, second = (rank_of(meld[0]), -len(meld)) if is_set else (suit_of(meld[0]), rank_of(meld[0]))
    return is_set, first, second, len(meld)


def _sort_meld(meld: Meld, turn: Turn) -> Meld:
    """Sort a set by suits and a run by ranks from its lowest card; return other groups unchanged."""
    if fault(meld, turn.rules.ace) is not None:
        return meld
    ranks = {rank_of(card) for card in meld}
    if len(ranks) == 1:
        return tuple(sorted(meld, key=suit_of))
    starts = [rank for rank in ranks if (rank - 1) % 13 not in ranks]
    start = starts[0] if starts else turn.rules.line.first  # all thirteen cards
    return tuple(sorted(meld, key=lambda card: (rank_of(card) - start) % 13))


def step_sentence(step: Step, locale: str = "en") -> str:
    """Describe a step in a sentence.

    >>> from passatempo.machiavelli.model import Step
    >>> step_sentence(Step((43,), 1, 2, ((41, 42, 44, 45), (4, 17, 43))))
    'take 5C from the run 3C-7C and lay it to 5S 5H'
    >>> step_sentence(Step((1, 2, 3), 0, 2, ((41, 42, 44, 45), (1, 2, 3))))
    'lay 2S 3S 4S from the hand as a new group'
    >>> step_sentence(Step((64,), 1, 2, ((2, 3, 4), (64,)), ((2, 3, 4, 69),)))
    'take JK=6S from 3S 4S 5S JK=6S and lay it as JK=AS in a new group'
    """
    before = step.before or _places_before(step)
    target_group = before[step.target - 1] if step.target <= len(before) else ()
    end = f"to {group_name(_sort_cards(target_group), locale)}" if target_group else "as a new group"
    cards = write_cards(step.take, locale)
    if step.source == HAND:
        return f"lay {cards} from the hand {end}"
    group = before[step.source - 1]
    rest = step.places[step.source - 1]
    group_surplus = surplus(group, rest)
    pronoun = "it" if len(group_surplus) == 1 else "them"
    if sorted(group_surplus) != sorted(step.take):
        pronoun = f"{pronoun} as {cards}"
        end = end if target_group else "in a new group"
        cards = write_cards(group_surplus, locale)
    if not rest:
        group_kind = "" if len(group_surplus) < 3 else f"{_group_kind(_sort_cards(group_surplus))} "
        return f"take {'the ' if group_kind else ''}{group_kind}{cards} as a whole and lay {pronoun} {end}"
    return f"take {cards} from {group_name(_sort_cards(group), locale)} and lay {pronoun} {end}"


def _places_before(step: Step) -> Places:
    """Return the places before a step that does not store them."""
    places = list(step.places)
    places[step.target - 1] = _remove_cards(places[step.target - 1], step.take)
    if step.source != HAND:
        places[step.source - 1] = (*places[step.source - 1], *step.take)
    return tuple(places)


def group_name(group: Meld, locale: str) -> str:
    """Name a run by its ends, and any other group, or one with a joker, by its cards.

    >>> group_name((2, 3, 4, 5), "en"), group_name((4, 17, 30), "en"), group_name((4, 17), "en")
    ('the run 3S-6S', 'the set 5S 5H 5D', '5S 5H')
    """
    kind = _group_kind(group)
    if len(group) > LONGEST and not kind:
        return f"the pile of {len(group)}"
    if max(group) >= JOKER:
        return write_cards(group, locale)
    if kind == "run":
        return f"the run {write_card(group[0], locale)}-{write_card(group[-1], locale)}"
    return f"the {kind} {write_cards(group, locale)}" if kind else write_cards(group, locale)


def _group_kind(group: Sequence[CardId]) -> str:
    """Return "run" or "set" for a sorted meld of named cards, and an empty string for other groups."""
    if not 3 <= len(group) <= LONGEST_RUN or JOKER in group:
        return ""
    if len({(suit_of(card), rank_of(card)) for card in group}) < len(group):
        return ""
    if len({rank_of(card) for card in group}) == 1:
        return "set"
    has_single_suit = len({suit_of(card) for card in group}) == 1
    in_a_row = all((rank_of(b) - rank_of(a)) % 13 == 1 for a, b in pairwise(group))
    return "run" if has_single_suit and in_a_row else ""


def _sort_cards(cards: Sequence[CardId]) -> Meld:
    """Sort cards by suit and rank, rotated past the king if that makes a run."""
    plain = tuple(sorted(cards, key=lambda card: (suit_of(card), rank_of(card))))
    if len(plain) > LONGEST_RUN:
        return plain  # a pile, because no run is this long
    plain_rotations = [plain[k:] + plain[:k] for k in range(len(plain))]
    return next((row for row in plain_rotations if _group_kind(row)), plain)


def _remove_cards(cards: Sequence[CardId], new_cards: Sequence[CardId]) -> Meld:
    """Return the cards without these cards."""
    left = list(cards)
    for card in new_cards:
        if card in left:
            left.remove(card)
    return tuple(left)


def show_play(question: Question, play: Play) -> str:
    r"""Write the cards played and kept, the melds, and the steps.

    >>> from passatempo.core.pastime import Question
    >>> from passatempo.machiavelli.model import LayAsk
    >>> from passatempo.machiavelli.exact.lay import lay
    >>> from passatempo.machiavelli.text import read
    >>> question = Question(read("3S 4S 5S | 9H 9D 9C\nhand: 6S 9S KD"), LayAsk())
    >>> print(show_play(question, lay(question).answer))
    Lay 6S 9S, keep KD.
    3S 4S 5S 6S
    9S 9H 9D 9C
    Steps:
     1. lay 6S from the hand to the run 3S-5S
     2. lay 9S from the hand to the set 9H 9D 9C
    """
    turn: Turn = question.instance
    rows = [_headline(turn, play)]
    rows += [write_cards(meld, turn.locale) for meld in sort_melds(play.melds, turn)]
    if play.groups_kept is not None and play.melds:
        staying = _fixed_phrase(play.groups_kept, len(turn.table), is_proved=play.groups_kept_proved)
        rows[0] = rows[0].removesuffix(".") + staying
    rows[0] += _opening_sentence(turn, play)
    if play.steps is None and question.ask is not None and not question.ask.brief:
        rows.append("A limit was reached before the steps were found.")
    if play.steps:
        rows.append("Steps:")
        rows += [f"{number:2}. {step_sentence(step, turn.locale)}" for number, step in enumerate(play.steps, 1)]
    return "\n".join(rows)


def _fixed_phrase(fixed_count: int, groups: int, *, is_proved: bool) -> str:
    """Return the end of a sentence that states how many groups stay, or its full stop if none does.

    >>> _fixed_phrase(9, 15, is_proved=False)
    '; at least 9 of 15 groups stay as they are.'
    """
    if fixed_count == groups == 1:
        return ". The group stays as it is."
    if not fixed_count:
        return "."
    group_phrase = f"{fixed_count} of {groups} groups {'stays as it is' if fixed_count == 1 else 'stay as they are'}."
    return f". {group_phrase}" if is_proved else f"; at least {group_phrase}"


def _headline(turn: Turn, play: Play) -> str:
    """Name the cards that are played and those that are kept."""
    new_cards, hand_rest = write_cards(play.laid, turn.locale), write_cards(play.kept_in_hand, turn.locale)
    if not turn.hand:
        return "There is no hand; the table is arranged like this."
    if not play.laid:
        return f"Nothing can be laid, keep {hand_rest}."
    return f"Lay {new_cards}, keep {hand_rest}." if hand_rest else f"Lay {new_cards}: the hand is empty."


def _opening_sentence(turn: Turn, play: Play) -> str:
    """Write the points of an opening if the rules require a minimum; a joker counts as its card."""
    opening_points = turn.rules.opening_points
    if not (turn.must_open and opening_points and play.laid and turn.rules.opening_turn == "alone"):
        return ""
    card_points = sum(turn.rules.card_points[card & (WILD - 1)] for card in play.laid)
    return f" The groups are worth {card_points}: enough to open ({opening_points})."


def show_unlocking(question: Question, unlocking: Unlocking) -> str:
    r"""Write the cards that let the hand be played in full, their unseen copies, and the probability of a draw.

    >>> from passatempo.core.pastime import Question
    >>> from passatempo.machiavelli.exact.unlock import unlock
    >>> from passatempo.machiavelli.model import UnlockAsk
    >>> from passatempo.machiavelli.text import read
    >>> question = Question(read("2S 3S 4S\ndecks: 1"), UnlockAsk())
    >>> print(show_unlocking(question, unlock(question).answer))
    The hand is empty.
    One card can be laid if it is drawn: AS, 5S
    2 of 49 unseen cards, probability 2/49 = 4.1%
    """
    turn: Turn = question.instance
    rows = ["You can play your whole hand now."] if unlocking.closes_now and turn.hand else []
    rows += [] if turn.hand else ["The hand is empty."]
    rows.append(_write_drawing(unlocking.single, turn, "card"))
    if unlocking.pairs is not None:
        rows.append(_write_drawing(unlocking.pairs, turn, "pair"))
    return "\n".join(rows)


def _write_drawing(drawing: Drawing, turn: Turn, word: str) -> str:
    """Write the cards or pairs, with the number of ways to draw each."""
    if not drawing.cards:
        return f"No {word} lets the whole hand go." if turn.hand else f"No {word} can be laid."
    drawing_rows = [
        f"{write_cards(cards, turn.locale)}{f' (x{copies})' if copies > 1 else ''}"
        for cards, copies in drawing.cards[:MOST_SHOWN]
    ]
    drawings_left = len(drawing.cards) - len(drawing_rows)
    drawing_rows += [f"and {drawings_left} more"] if drawings_left else []
    chance = f"{drawing.good} of {count_of(drawing.unseen, f'unseen {word}')}, probability {drawing.probability}"
    unlock_phrase = (
        f"With one {word} more the whole hand goes" if turn.hand else f"One {word} can be laid if it is drawn"
    )
    return f"{unlock_phrase}: {', '.join(drawing_rows)}\n{chance} = {float(drawing.probability):.1%}"


def show_count(turn: Turn, count: Count) -> str:
    """Write the number of arrangements."""
    return f"{decimal_digits(count.arrangements)} arrangement{'' if count.arrangements == 1 else 's'}"


def show_listing(question: Question, listing: Listing) -> str:
    """Write all arrangements, numbered."""
    turn: Turn = question.instance
    if not listing.arrangements:
        return "no arrangement" if listing.complete else "none listed"
    blocks = []
    for number, melds in enumerate(listing.arrangements, 1):
        rows = [write_cards(meld, turn.locale) for meld in sort_melds(melds, turn)] or ["no cards"]
        blocks.append("\n".join([f"{number}.", *rows]))
    if not listing.complete:
        blocks.append("There are more.")
    return "\n\n".join(blocks)
