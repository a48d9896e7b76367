"""The rules, the goal and hints of a puzzle, in the reader's language, and its pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.words import mark, say
from passatempo.machiavelli.drawing import draw_paper
from passatempo.machiavelli.formats.notation import write_card, write_cards, write_groups
from passatempo.machiavelli.json import load_melds
from passatempo.machiavelli.model import Arrangement, Card, Meld, Turn, rank_of, suit_of
from passatempo.machiavelli.rules import SENTENCES
from passatempo.machiavelli.text import read_groups
from passatempo.machiavelli.words import show_arrangement, show_turn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from passatempo.machiavelli.puzzles.making import Params
    from passatempo.puzzles.puzzle import Made


SIGNS = "♠♡♢♣"  # of spades, hearts, diamonds, clubs
GROUPS = mark(
    "A meld is a set of three or four cards of one rank in different suits, or a run of three or more cards of "
    "one suit."
)
CLOSE = mark("Rearrange the table as you like and play your whole hand, so that only melds are left.")
UNLOCK = mark("Which further card would let you play your whole hand, with the table rearranged in melds?")


def rules_of_close(params: Params, locale: str) -> str:
    """Say what is to be done, and what a group is."""
    return f"{say(CLOSE, locale)} {_melds(params, locale)}"


def rules_of_unlock(params: Params, locale: str) -> str:
    """Say what is asked, and what a group is."""
    return f"{say(UNLOCK, locale)} {_melds(params, locale)}"


def _melds(params: Params, locale: str) -> str:
    """Say what a group is, and the ace rule, or its name where it has no sentence."""
    ace = SENTENCES.get(params.ace)
    return f"{say(GROUPS, locale)} {say(ace, locale) if ace else f'(ace: {params.ace})'}"


def goal_of_close(made: Made[Turn], locale: str) -> str:
    """Say the goal in a few words, with the hand."""
    return f"{say(mark('play the whole hand'), locale)}: {with_signs(made.instance.hand)}"


def with_signs(cards: Sequence[Card]) -> str:
    """Write cards with the signs of their suits, hollow where they are red: in print both are black.

    >>> with_signs((9, 14, 27))
    '10♠ 2♡ 2♢'
    """
    ranks = [write_card(card)[:-1].replace("T", "10") for card in cards]
    return " ".join(rank + SIGNS[suit_of(card)] for rank, card in zip(ranks, cards, strict=True))


def goal_of_unlock(made: Made[Turn], locale: str) -> str:
    """Say the goal in a few words."""
    return say(mark("find the missing card"), locale)


def hints_of_close(made: Made[Turn], locale: str) -> list[str]:
    """Say what a person could find next: what stays, where the hand's cards go, then the groups that they end in."""
    found = _about_table(made, locale)
    melds = solved_melds(made)
    hand = made.instance.hand
    found += [_place(card, _meld_of(card, melds), made, locale) for card in sorted(set(hand))]
    wanted = dict.fromkeys(_meld_of(card, melds) for card in hand)
    lay = mark("One meld at the end is {group}.")
    return found + [say(lay, locale, group=write_cards(meld, made.instance.locale)) for meld in wanted]


def hints_of_unlock(made: Made[Turn], locale: str) -> list[str]:
    """Say what a person could find next: what stays, then in what group and company the missing card ends."""
    found = _about_table(made, locale)
    [card] = key_card(made)
    meld = _meld_of(card, solved_melds(made))
    in_set, in_run = mark("The missing card ends up in a set."), mark("The missing card ends up in a run.")
    found.append(say(in_set if _is_set(meld) else in_run, locale))
    others = list(meld)
    others.remove(card)
    company = mark("The missing card ends up next to {cards}.")
    return [*found, say(company, locale, cards=write_cards(others, made.instance.locale))]


def _about_table(made: Made[Turn], locale: str) -> list[str]:
    """Say how many groups must be taken up, and which can stay."""
    turn = made.instance
    taken = made.features["taken_up"]
    one = mark("Take apart only one meld.")
    several = mark("Take apart {number} of the {groups} melds.")
    found = [say(one, locale) if taken == 1 else say(several, locale, number=taken, groups=len(turn.table))]
    whole = [turn.table[k] for k in staying(turn.table, solved_melds(made), _stays)]
    stay = mark("These can stay, perhaps with more cards: {groups}.")
    return [*found, say(stay, locale, groups=write_groups(whole, turn.locale))] if whole else found


def _stays(group: Meld, meld: Meld) -> bool:
    """Tell whether a group is part of a meld, both in order of play, with at most one card come to either end."""
    if _is_set(group) or group[0] not in meld:
        return set(group) <= set(meld)
    start = meld.index(group[0])
    return start <= 1 and meld[start : start + len(group)] == group and len(meld) - start - len(group) <= 1


def _place(card: Card, meld: Meld, made: Made[Turn], locale: str) -> str:
    """Say in which kind of group a card of the hand ends."""
    in_set, in_run = mark("{card} ends up in a set."), mark("{card} ends up in a run.")
    return say(in_set if _is_set(meld) else in_run, locale, card=write_card(card, made.instance.locale))


def _is_set(meld: Meld) -> bool:
    return rank_of(meld[0]) == rank_of(meld[1])


def _meld_of(card: Card, melds: tuple[Meld, ...]) -> Meld:
    """Return a group with a card."""
    return next(meld for meld in melds if card in meld)


def staying(groups: Sequence[Meld], melds: Sequence[Meld], stays: Callable[[Meld, Meld], bool]) -> tuple[int, ...]:
    """Tell which groups can stay, in different melds each; as many as possible.

    >>> staying(((0, 1, 2), (0, 1, 2, 3)), ((0, 1, 2, 3, 4), (5, 18, 31)), lambda group, meld: set(group) <= set(meld))
    (0,)
    """
    owner: dict[int, int] = {}

    def place(group: int, seen: set[int]) -> bool:
        for m, meld in enumerate(melds):
            if m not in seen and stays(groups[group], meld):
                seen.add(m)
                if m not in owner or place(owner[m], seen):
                    owner[m] = group
                    return True
        return False

    return tuple(group for group in range(len(groups)) if place(group, set()))


# ---- The puzzle and its solution as a picture and as text ----


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
