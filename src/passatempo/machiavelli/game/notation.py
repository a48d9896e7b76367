"""The input at the table: cards to play, complete tables, single steps of a turn, and the words that end it."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from passatempo.core.errors import FormatError, InvalidInstance, Violation, quote
from passatempo.core.messages import in_language, language_of, mark, message, translate_plural
from passatempo.games.values import Part
from passatempo.machiavelli.exact.conflict import explain
from passatempo.machiavelli.formats.notation import write_cards, write_groups
from passatempo.machiavelli.game.play import fit_lay, forfeit, new_cards_of
from passatempo.machiavelli.game.state import Draft, Draw, Lay, Move, Pass, Penalty, View
from passatempo.machiavelli.groups import fault, kinds, named
from passatempo.machiavelli.model import JOKER, NAMES, UNKNOWN, CardId, Meld, Named, Places, Turn, rank_of, suit_of
from passatempo.machiavelli.text import read_groups

# The words of a turn. Every language accepts the English ones too.
WORDS = {
    "en": {"draw": "draw", "pass": "pass", "end": "end", "reset": "reset", "split": "split", "new": "new"},
    "it": {"pesca": "draw", "passa": "pass", "fine": "end", "azzera": "reset", "dividi": "split", "nuovo": "new"},
    "es": {"roba": "draw", "pasa": "pass", "fin": "end", "reinicia": "reset", "parte": "split", "nuevo": "new"},
}
NEW = "new"
IN_STEPS = mark("the turn is typed step by step: 'end' ends it, 'reset' restarts it")
CUT = mark("split needs a meld and the card before which to split it, as in 'split 3 6H'")
EQUALS_SIGN = re.compile(r"(?:^|\s)=(?:\s|$)")  # not the one inside JK=7H
STEP = re.compile(r"(?:(?P<source>\d+)\s*:)?(?P<cards>[^>]+)>\s*(?P<target>\S+)")


def word_of(text: str, locale: str) -> str:
    """Return the English word for a word of a language, or an empty string.

    >>> word_of("Pesca", "it"), word_of("draw", "it"), word_of("roba", "it")
    ('draw', 'draw', '')
    """
    return (WORDS["en"] | in_language(WORDS, locale)).get(text.lower(), "")


# ---- Reading ----


def read(view: View, text: str, locale: str) -> "Move | Part":
    """Read a move, or one step of a move.

    Raises
    ------
    FormatError, InvalidInstance
        If the text cannot be read, or the cards cannot be played.
    """
    text = text.strip()
    first, _, rest = text.partition(" ")
    word = word_of(first, locale)
    if word in ("draw", "pass") and not rest and view.rules.penalty_cards and _has_moved(view):
        return forfeit(view, "gave-up")
    if word in ("draw", "pass") and not rest:
        return Draw() if word == "draw" else Pass()
    if word == "reset" and not rest:
        return Part(replace(view, draft=None))
    if word == "end" and not rest:
        return _end_turn(view)
    if word == "split":
        return _read_split(view, rest, locale)
    step = STEP.fullmatch(text)
    if step:
        return _read_step(view, step, locale)
    parts = EQUALS_SIGN.split(text, maxsplit=1)
    if len(parts) > 1:
        return _read_table(view, parts[0], parts[1], locale)
    return _lay_cards(view, text, locale)


def _read_cards(text: str, locale: str) -> tuple[CardId, ...]:
    text_cards = sum(read_groups(text, locale), ())
    if not text_cards:
        raise FormatError(message(mark("{text} has no card"), text=quote(text)), kind="no-card")
    return text_cards


def _lay_cards(view: View, text: str, locale: str) -> Move:
    """Play cards with the least change of the table."""
    cards = _read_cards(text, locale)
    if view.draft is not None:
        raise FormatError(message(IN_STEPS), kind="in-draft")
    _refuse_missing(view, cards, locale)
    fitting_lay = fit_lay(view, cards)
    if fitting_lay is None:
        raise InvalidInstance([Violation("no-room", _why_not(view, cards, locale))])
    return fitting_lay


def _refuse_missing(view: View, cards: tuple[CardId, ...], locale: str) -> None:
    missing = missing_cards(view.hand, cards)
    faults = [
        Violation("not-in-hand", message(mark("{card} is not in the hand"), card=Named(card))) for card in missing
    ]
    if faults:
        raise InvalidInstance(faults)


def _why_not(view: View, cards: tuple[CardId, ...], locale: str) -> str:
    """Explain which cards cannot be placed, as few as possible."""
    if not view.has_opened:
        opening_points = view.rules.opening_points
        if opening_points:
            points_message = mark("before you open you may only play melds of your hand, worth at least {needed}")
            return message(points_message, needed=opening_points)
        return message(mark("before you open you may only play melds of your hand"))
    crosses = tuple([group[0] for group in view.table if len(group) == 1])
    melds = tuple([group for group in view.table if len(group) > 1])
    turn = Turn((*melds, tuple([min(card, JOKER) for card in cards])), crosses, view.rules.table, locale)
    _, names = explain(turn, with_hand=bool(crosses))
    named_conflict = Named(*map(NAMES.index, names)) if set(names) <= set(NAMES) else Named()
    if not named_conflict.cards:
        return message(mark("{cards} cannot all be placed"), cards=Named(*cards))
    if len(names) == 1:
        return message(mark("{cards} fits in no meld of these cards"), cards=named_conflict)
    other_cards = message(mark("the other cards and the crosses") if crosses else mark("the other cards"))
    pair_message = mark("{cards} cannot both be placed, however {others} are arranged")
    several_message = mark("{cards} cannot all be placed, however {others} are arranged")
    return message(pair_message if len(names) == 2 else several_message, cards=named_conflict, others=other_cards)


def _read_table(view: View, hand_cards: str, table: str, locale: str) -> Move:
    """Play the complete table that is given; its new cards come from the hand."""
    after = tuple([named(group, view.rules.ace) or group for group in read_groups(table, locale)])
    if not after:
        raise FormatError(message(mark("write the whole table after '=', with bars between the melds")), kind="no-card")
    return Lay(_read_cards(hand_cards, locale) if hand_cards.strip() else new_cards_of(view.table, after), after)


def _has_moved(view: View) -> bool:
    """Return whether the turn in progress has moved cards of the table."""
    draft = view.draft.table if view.draft is not None else view.table
    return any(
        Counter(kinds(table_group)) - Counter(kinds(draft_group))
        for table_group, draft_group in zip(view.table, draft, strict=False)
    )


def _end_turn(view: View) -> Move:
    if view.draft is None:
        raise FormatError(message(mark("no step of the turn was typed: play cards, draw or pass")), kind="no-draft")
    after = tuple([named(group, view.rules.ace) or group for group in view.draft.table if group])
    return Lay(new_cards_of(view.table, after), after)


def _read_step(view: View, step: re.Match[str], locale: str) -> Part:
    """Move cards from the hand, or from a group, to a group."""
    draft = view.draft or Draft(view.table)
    source = 0 if step["source"] is None else int(step["source"])
    target = 0 if word_of(step["target"], locale) == NEW else _read_group(step["target"])
    return Part(replace(view, draft=move_cards(view, draft, _read_cards(step["cards"], locale), source, target)))


def _read_split(view: View, text: str, locale: str) -> Part:
    """Split a group in two before a card."""
    number, _, card = text.partition(" ")
    if not card:
        raise FormatError(message(CUT), kind="step")
    cards = _read_cards(card, locale)
    if len(cards) > 1:
        raise FormatError(message(mark("{text} is not one card"), text=quote(card)), kind="step")
    draft = view.draft or Draft(view.table)
    return Part(replace(view, draft=split_group(draft, _read_group(number), cards[0])))


def _read_group(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text[:9]) > 0):
        group_message = mark("{text} is neither the number of a meld nor 'new'")
        raise FormatError(message(group_message, text=quote(text)), kind="no-group")
    return int(text[:9])


# ---- Writing ----


def write(view: View, move: Move, locale: str) -> str:
    """Write a move in the form in which it can be typed, by its cards alone if `fit_lay` gives the same table.

    >>> write(None, Draw(), "it")
    'pesca'
    """
    if isinstance(move, Penalty):
        return translate_plural(
            "penalty of {number} card", "penalty of {number} cards", move.card_count, language_of(locale)
        )
    if not isinstance(move, Lay):
        word = "draw" if isinstance(move, Draw) else "pass"
        return next(command for command, meaning in in_language(WORDS, locale).items() if meaning == word)
    cards = write_cards(move.new_cards, locale)
    is_in_hand = view.draft is None and not missing_cards(view.hand, move.new_cards)
    if is_in_hand and fit_lay(view, move.new_cards) == move:
        return cards
    return f"{cards} = {write_groups(move.table, locale)}"


# ---- A table during a turn, changed step by step ----


def move_cards(view: View, draft: Draft, cards: tuple[CardId, ...], source: int, target: int) -> Draft:
    """Return the draft with cards moved.

    Parameters
    ----------
    source
        The number of their group, or 0 for the hand.
    target
        The number of their new group, or 0 for a further group.

    Raises
    ------
    InvalidInstance
        If there is no such group, or the cards are not in it.
    """
    table, new_cards = list(draft.table), draft.new_cards
    if source:
        at = _group_index(draft.table, source)
        table[at] = _take_from_group(draft.table, source, cards, view)
    else:
        missing = missing_cards(cards_in_hand(view, draft), cards)
        faults = [
            Violation("not-in-hand", message(mark("{card} is not in the hand"), card=Named(card))) for card in missing
        ]
        if faults:
            raise InvalidInstance(faults)
        new_cards = (*new_cards, *cards)
    if target:
        at = _group_index(draft.table, target)
        table[at] = tidy_group((*table[at], *cards), view)
    else:
        table.append(tidy_group(cards, view))
    return Draft(tuple(table), new_cards)


def cards_in_hand(view: View, draft: Draft | None) -> tuple[CardId, ...]:
    """Return the cards that are still in the hand."""
    return remove_cards(view.hand, draft.new_cards) if draft is not None else view.hand


def split_group(draft: Draft, number: int, card: CardId) -> Draft:
    """Return the draft with a group split before a card; the second part becomes a new group.

    >>> split_group(Draft(((2, 3, 4, 5, 6, 7),)), 1, 5)
    Draft(table=((2, 3, 4), (5, 6, 7)), new_cards=())
    """
    group = draft.table[_group_index(draft.table, number)]
    if card not in group[1:]:
        words = mark("meld {number} cannot be split before {card}: it is {cards}")
        split_message = message(words, number=number, card=Named(card), cards=Named(*group))
        raise InvalidInstance([Violation("no-cut", split_message)])
    at = group.index(card, 1)
    table = list(draft.table)
    table[number - 1] = group[:at]
    return Draft((*table, group[at:]), draft.new_cards)


def _group_index(table: Places, number: int) -> int:
    if not (0 < number <= len(table) and table[number - 1]):
        raise InvalidInstance([Violation("no-group", message(mark("there is no meld {number}"), number=number))])
    return number - 1


def _take_from_group(table: Places, number: int, cards: tuple[CardId, ...], view: View) -> Meld:
    """Return a group without these cards; a free joker may be given with or without its card."""
    left = list(table[number - 1])
    for card in cards:
        card_matches = [
            candidate
            for candidate in left
            if candidate == card or (card >= JOKER and candidate >= JOKER and card in (JOKER, candidate))
        ]
        if not card_matches:
            words = mark("meld {number} has no {card}: it is {cards}")
            group_message = message(words, number=number, card=Named(card), cards=Named(*left))
            raise InvalidInstance([Violation("not-in-group", group_message)])
        left.remove(card_matches[0])
    return tidy_group(tuple(left), view)


def tidy_group(group: Meld, view: View) -> Meld:
    """Return a group in order, with the free jokers of a meld named.

    >>> from passatempo.games.values import Deal
    >>> from passatempo.machiavelli.game.rules import GameRules
    >>> from passatempo.machiavelli.game.play import start, view
    >>> tidy_group((0, 12, 11), view(start(GameRules(), 2, Deal(7)), 0))
    (11, 12, 0)
    """
    if view.rules.joker == "free":
        group = tuple([min(card, JOKER) for card in group])
    named_meld = named(group, view.rules.ace)
    return tuple(sorted(group, key=_by_suit)) if named_meld is None else _in_order(named_meld)


def _by_suit(card: CardId) -> tuple[bool, int, int]:
    return card == JOKER, rank_of(card), suit_of(card)


def _in_order(meld: Meld) -> Meld:
    """Sort a meld; a run past the king starts after the gap in its ranks."""
    cards = sorted(meld, key=_by_suit)
    ranks = [rank_of(card) for card in cards]
    if len(set(ranks)) == 1 or ranks[-1] - ranks[0] == len(ranks) - 1:
        return tuple(cards)
    gap = next(at for at in range(1, len(ranks)) if ranks[at] - ranks[at - 1] > 1)
    return (*cards[gap:], *cards[:gap])


def is_unfinished(group: Meld, view: View) -> bool:
    """Return whether a group is neither a meld nor a cross.

    A joker without a name makes a group unfinished, unless it is a cross.
    """
    if len(group) == 1 and min(group[0], JOKER) in view.crosses:
        return False
    return named(group, view.rules.ace) is None or fault(tuple(group), view.rules.ace) is not None


# ---- Hands with unknown cards, as at a real table ----


def missing_cards(hand: Sequence[CardId], cards: Sequence[CardId]) -> list[CardId]:
    """Return the cards, jokers unnamed, that a hand cannot hold; an unknown card may be any card.

    >>> missing_cards((UNKNOWN, 3), (3, 4)), missing_cards((UNKNOWN, 3), (3, 4, 5)), missing_cards((3,), (3, 4))
    ([], [5], [4])
    """
    missing = sorted((Counter(kinds(cards)) - Counter(hand)).elements())
    return missing[list(hand).count(UNKNOWN) :]


def remove_cards(hand: Sequence[CardId], cards: Sequence[CardId]) -> tuple[CardId, ...]:
    """Return the rest of a hand, in order; a card that is not visible in it was one of the unknown cards.

    >>> remove_cards((UNKNOWN, UNKNOWN, 3, 9), (3, 4))
    (-1, 9)
    """
    left = Counter(hand)
    for card in kinds(cards):
        left[card if left[card] > 0 else UNKNOWN] -= 1
    return tuple(sorted(left.elements()))


def visible_cards(hand: Sequence[CardId]) -> tuple[CardId, ...]:
    """Return the known cards of a hand.

    >>> visible_cards((UNKNOWN, 3))
    (3,)
    """
    return tuple([card for card in hand if card != UNKNOWN])
