"""The rules, the goal and the hints of a puzzle in the reader's language, and its pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.messages import mark, translate
from passatempo.machiavelli.drawing import draw_paper
from passatempo.machiavelli.formats.notation import write_card, write_cards, write_groups
from passatempo.machiavelli.json import load_melds
from passatempo.machiavelli.model import Arrangement, CardId, Meld, Turn, rank_of, suit_of
from passatempo.machiavelli.rules import SENTENCES
from passatempo.machiavelli.text import read_groups
from passatempo.machiavelli.words import show_arrangement, show_turn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from passatempo.machiavelli.puzzles.maker import PuzzleParams
    from passatempo.puzzles.puzzle import PuzzleContent


SIGNS = "♠♡♢♣"  # of spades, hearts, diamonds, clubs
GROUPS = mark(
    "A meld is a set of three or four cards of one rank in different suits, or a run of three or more cards of "
    "one suit."
)
CLOSE = mark("Rearrange the table as you like and play your whole hand, so that only melds are left.")
DIVIDED = mark("How long runs are divided does not matter.")
UNLOCK = mark("Which further card would let you play your whole hand, with the table rearranged in melds?")


def rules_of_close(params: PuzzleParams, locale: str) -> str:
    """Describe the task and the rules for melds."""
    return f"{translate(CLOSE, locale)} {_meld_rules(params, locale)} {translate(DIVIDED, locale)}"


def rules_of_unlock(params: PuzzleParams, locale: str) -> str:
    """Describe the task and the rules for melds."""
    return f"{translate(UNLOCK, locale)} {_meld_rules(params, locale)}"


def _meld_rules(params: PuzzleParams, locale: str) -> str:
    """Describe melds and the ace rule, or name the ace rule if it has no sentence."""
    ace = SENTENCES.get(params.ace)
    return f"{translate(GROUPS, locale)} {translate(ace, locale) if ace else f'(ace: {params.ace})'}"


def goal_of_close(turn_puzzle: PuzzleContent[Turn], locale: str) -> str:
    """Describe the goal in a few words, with the hand."""
    return f"{translate(mark('play the whole hand'), locale)}: {with_signs(turn_puzzle.instance.hand)}"


def with_signs(cards: Sequence[CardId]) -> str:
    """Write cards with suit symbols, hollow for red suits, because prints are black.

    >>> with_signs((9, 14, 27))
    '10♠ 2♡ 2♢'
    """
    ranks = [write_card(card)[:-1].replace("T", "10") for card in cards]
    return " ".join(rank + SIGNS[suit_of(card)] for rank, card in zip(ranks, cards, strict=True))


def goal_of_unlock(turn_puzzle: PuzzleContent[Turn], locale: str) -> str:
    """Describe the goal in a few words."""
    return translate(mark("find the missing card"), locale)


def hints_of_close(turn_puzzle: PuzzleContent[Turn], locale: str) -> list[str]:
    """Return hints in order: the groups that stay, the destinations of the hand's cards, and their final melds."""
    table_hints = _table_hints(turn_puzzle, locale)
    melds = solution_melds(turn_puzzle)
    hand = turn_puzzle.instance.hand
    table_hints += [_place_hint(card, _meld_of(card, melds), turn_puzzle, locale) for card in sorted(set(hand))]
    hand_melds = dict.fromkeys(_meld_of(card, melds) for card in hand)
    meld_message = mark("One meld at the end is {group}.")
    return table_hints + [
        translate(meld_message, locale, group=write_cards(meld, turn_puzzle.instance.locale)) for meld in hand_melds
    ]


def hints_of_unlock(turn_puzzle: PuzzleContent[Turn], locale: str) -> list[str]:
    """Return hints in order: the groups that stay, then the kind of meld and the neighbours of the missing card."""
    table_hints = _table_hints(turn_puzzle, locale)
    [card] = key_card(turn_puzzle)
    meld = _meld_of(card, solution_melds(turn_puzzle))
    in_set, in_run = mark("The missing card ends up in a set."), mark("The missing card ends up in a run.")
    table_hints.append(translate(in_set if _is_set(meld) else in_run, locale))
    meld_rest = list(meld)
    meld_rest.remove(card)
    company = mark("The missing card ends up next to {cards}.")
    return [*table_hints, translate(company, locale, cards=write_cards(meld_rest, turn_puzzle.instance.locale))]


def _table_hints(turn_puzzle: PuzzleContent[Turn], locale: str) -> list[str]:
    """Return the hints on how many groups to take apart, and which can stay."""
    turn = turn_puzzle.instance
    dismantle_count = turn_puzzle.features["taken_up"]
    meld_message = mark("Take apart only one meld.")
    melds_message = mark("Take apart {number} of the {groups} melds.")
    table_hints = [
        translate(meld_message, locale)
        if dismantle_count == 1
        else translate(melds_message, locale, number=dismantle_count, groups=len(turn.table))
    ]
    fixed_groups = [turn.table[k] for k in fixed_group_numbers(turn.table, solution_melds(turn_puzzle), _can_stay)]
    stay_message = mark("These can stay, perhaps with more cards: {groups}.")
    return (
        [*table_hints, translate(stay_message, locale, groups=write_groups(fixed_groups, turn.locale))]
        if fixed_groups
        else table_hints
    )


def _can_stay(group: Meld, meld: Meld) -> bool:
    """Return whether a group is part of a meld, with at most one card added at either end of a run."""
    if _is_set(group) or group[0] not in meld:
        return set(group) <= set(meld)
    start = meld.index(group[0])
    return start <= 1 and meld[start : start + len(group)] == group and len(meld) - start - len(group) <= 1


def _place_hint(card: CardId, meld: Meld, turn_puzzle: PuzzleContent[Turn], locale: str) -> str:
    """Name the kind of meld in which a card of the hand ends up."""
    in_set, in_run = mark("{card} ends up in a set."), mark("{card} ends up in a run.")
    return translate(in_set if _is_set(meld) else in_run, locale, card=write_card(card, turn_puzzle.instance.locale))


def _is_set(meld: Meld) -> bool:
    return rank_of(meld[0]) == rank_of(meld[1])


def _meld_of(card: CardId, melds: tuple[Meld, ...]) -> Meld:
    """Return a meld that contains a card."""
    return next(meld for meld in melds if card in meld)


def fixed_group_numbers(
    groups: Sequence[Meld], melds: Sequence[Meld], can_stay: Callable[[Meld, Meld], bool]
) -> tuple[int, ...]:
    """Return the numbers of the most groups that can stay, each in a different meld.

    >>> groups, melds = ((0, 1, 2), (0, 1, 2, 3)), ((0, 1, 2, 3, 4), (5, 18, 31))
    >>> fixed_group_numbers(groups, melds, lambda group, meld: set(group) <= set(meld))
    (0,)
    """
    owner: dict[int, int] = {}

    def place(group: int, used_melds: set[int]) -> bool:
        for m, meld in enumerate(melds):
            if m not in used_melds and can_stay(groups[group], meld):
                used_melds.add(m)
                if m not in owner or place(owner[m], used_melds):
                    owner[m] = group
                    return True
        return False

    return tuple(group for group in range(len(groups)) if place(group, set()))


# ---- The puzzle and its solution as a picture and as text ----


def solution_melds(turn_puzzle: PuzzleContent[Turn]) -> tuple[Meld, ...]:
    """Return the melds of the stored solution."""
    return load_melds([list(meld) for meld in turn_puzzle.solution["melds"]])


def key_card(turn_puzzle: PuzzleContent[Turn]) -> tuple[CardId, ...]:
    """Return the missing card of the stored solution, or nothing if no card is missing."""
    return sum(read_groups(turn_puzzle.solution.get("card", "")), ())


def draw_puzzle(turn_puzzle: PuzzleContent[Turn], is_solved: bool) -> str:
    """Draw the table and the hand, or the final table with marks on the cards played."""
    turn = turn_puzzle.instance
    if not is_solved:
        return draw_paper(turn, turn.table)
    return draw_paper(turn, solution_melds(turn_puzzle), turn.hand + key_card(turn_puzzle))


def show_puzzle(turn_puzzle: PuzzleContent[Turn], is_solved: bool) -> str:
    """Write the table and the hand, or the missing card and the final melds, one per line."""
    if not is_solved:
        return show_turn(turn_puzzle.instance)
    missing = f"{turn_puzzle.solution['card']}\n" if "card" in turn_puzzle.solution else ""
    return missing + show_arrangement(turn_puzzle.instance, Arrangement(solution_melds(turn_puzzle)))
