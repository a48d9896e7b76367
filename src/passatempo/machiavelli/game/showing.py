"""What is shown and said at the table: numbered groups, hands, turns as the others hear of them, and the end."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from passatempo.core.errors import FormatError, quote
from passatempo.core.words import mark, say, say_many, told
from passatempo.games.values import YOU, Part, called
from passatempo.machiavelli.drawing import draw_turn
from passatempo.machiavelli.exact.unlock import unlock
from passatempo.machiavelli.formats.notation import write_card, write_cards
from passatempo.machiavelli.game.notation import held, known, unfinished, write
from passatempo.machiavelli.game.play import advise, best, result
from passatempo.machiavelli.game.state import Draw, Lay, Penalty
from passatempo.machiavelli.groups import kinds
from passatempo.machiavelli.model import JOKER, UNKNOWN, Turn, rank_of, suit_of
from passatempo.machiavelli.steps import keep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.machiavelli.game.state import Move, State, View
    from passatempo.machiavelli.model import Card, Meld, Places
    from passatempo.render.svg import Svg

WIDTH = 100  # characters of a line of groups
NEW, UNFINISHED = "*", "?"
WHOLE_PLAY = 4  # the level of a hint that tells all
ORDERS = {"suit": "suit", "rank": "rank", "seme": "suit", "valore": "rank", "palo": "suit", "valor": "rank"}


# ---- The table ----


def show(view: View, names: Sequence[str], locale: str) -> str:
    """Write the table with numbered groups, how many cards everybody holds, and the hand.

    A group is marked by a star where it has come or changed since the seat's turn before, and by a question mark where
    a turn that is being typed has not finished it.
    """
    table = view.table if view.draft is None else view.draft.table
    hand = held(view, view.draft)
    rows = _groups(table, _old(view), view, locale) if any(table) else [say("The table is empty.", locale)]
    counts = ", ".join([f"{who} {number}" for who, number in zip(names, view.counts, strict=True)])
    rows.append(say("cards in hand: {counts}; stock {stock}", locale, counts=counts, stock=view.stock))
    hidden = view.counts[view.seat] - len(view.hand)
    cards = [write_cards(in_order(hand, view.order), locale), f"{hidden} ??" if hidden else ""]
    rows.append(say("hand: {cards}", locale, cards=" + ".join(filter(None, cards))))
    return "\n".join(rows)


def _groups(table: Places, old: Counter[Meld], view: View, locale: str) -> list[str]:
    """Write the groups side by side, as many as fit in a line."""
    cells = []
    for number, group in enumerate(table, 1):
        if not group:
            continue
        sign = UNFINISHED if unfinished(group, view) else NEW if not old[kinds(group)] else ""
        old[kinds(group)] -= 1
        cells.append(f"{number:>3}  {write_cards(group, locale)} {sign}".rstrip())
    rows = [""]
    for cell in cells:
        if rows[-1] and len(rows[-1]) + 4 + len(cell) > WIDTH:
            rows.append("")
        rows[-1] += ("    " if rows[-1] else "") + cell
    return rows


def _old(view: View) -> Counter[Meld]:
    """Count the groups that were there before the seat's own last turn, or when the typing of this one began."""
    if view.draft is not None:
        return Counter(map(kinds, view.table))
    own = [at for at, event in enumerate(view.history) if event.seat == view.seat]
    before: Places = ()
    if own and own[-1]:
        before = view.history[own[-1] - 1].table
    elif not own:
        before = view.table if not view.history else view.history[0].table
    return Counter(map(kinds, before))


def in_order(cards: Sequence[Card], order: str) -> tuple[Card, ...]:
    """Put a hand in order by suit or by rank, jokers last.

    >>> in_order((13, 0, 1), "rank")
    (0, 13, 1)
    """
    if order == "suit":
        return tuple(sorted(cards))
    return tuple(sorted(cards, key=lambda card: (card == JOKER, rank_of(card), suit_of(card))))


def draw(view: View) -> Svg:
    """Draw the table and the hand."""
    return draw_turn(turn_of(view))


def turn_of(view: View) -> Turn:
    """Return the question that the pastime answers: the table, the hand, and what the table allows."""
    table = tuple([group for group in view.table if UNKNOWN not in group])
    return Turn(table, known(view.hand), view.rules.table)


# ---- Moves ----


def tell(before: View, after: View, seat: int, move: Move, names: Sequence[str], locale: str) -> str:
    """Say a move as one who sees these views hears of it; a card that came to his own hand is named."""
    if isinstance(move, Penalty):
        number = after.counts[seat] - before.counts[seat]
        heard = _told_penalty(number, move.why, names[seat], locale)
    else:
        heard = _told(after, seat, move, names, locale)
    drawn = known(keep(after.hand, before.hand)) if len(after.hand) > len(before.hand) else ()
    if not drawn:
        return heard
    card = write_cards(drawn, locale)
    if len(drawn) > 1:
        return heard + " " + say("The cards drawn are {cards}.", locale, cards=card)
    if after.seat == seat:
        return heard + " " + say("The card drawn is {card}.", locale, card=card)
    return heard + " " + say("{name}: the turn begins by drawing {card}.", locale, name=names[after.seat], card=card)


def _told(view: View, seat: int, move: Move, names: Sequence[str], locale: str) -> str:
    who, left = names[seat], view.counts[seat]
    own = who == called(YOU, locale)
    if isinstance(move, Lay):
        cards = write_cards(move.laid, locale)
        if own:
            return say("You play {cards}, {left} left.", locale, cards=cards, left=left)
        return say("{name} plays {cards}, {left} left.", locale, name=who, cards=cards, left=left)
    if isinstance(move, Draw):
        if own:
            return say("You draw: {left} in your hand.", locale, left=left)
        return say("{name} draws: {left} in hand.", locale, name=who, left=left)
    return say("You pass.", locale) if own else say("{name} passes.", locale, name=who)


def _told_penalty(number: int, why: str, who: str, locale: str) -> str:
    own = who == called(YOU, locale)
    if why == "time":
        said = say("Your time is over.", locale) if own else say("{name}: the time is over.", locale, name=who)
    else:
        said = say("You give up the turn.", locale) if own else say("{name} gives up the turn.", locale, name=who)
    return f"{said} " + say_many("Penalty: {number} card.", "Penalty: {number} cards.", number, locale)


def teach(view: View, move: Move, locale: str) -> str:
    """Say what more could have gone; empty where nothing more could."""
    laid = move.laid if isinstance(move, Lay) else ()
    table = move.table if isinstance(move, Lay) else view.table
    most = best(view, limited=True)
    if len(most) <= len(laid):
        return ""
    left = keep(view.hand, laid)
    opened = tuple([is_open or (seat == view.seat and bool(laid)) for seat, is_open in enumerate(view.opened)])
    further = best(replace(view, hand=left, table=table, opened=opened)) if laid else most
    if len(further) == len(most) - len(laid):
        cards = write_cards(further, locale)
        return say_many(
            "{number} more card: {cards}", "{number} more cards: {cards}", len(further), locale, cards=cards
        )
    cards = write_cards(most, locale)
    return say_many(
        "{number} card could have gone: {cards}",
        "{number} cards could have gone: {cards}",
        len(most),
        locale,
        cards=cards,
    )


# ---- Words ----


def sort(view: View, argument: str, locale: str) -> Part:
    """Put the hand in order by suit or by rank."""
    order = ORDERS.get(argument.strip().lower())
    if order is None:
        neither = mark("{text} is neither suit nor rank: type 'sort suit' or 'sort rank'")
        raise FormatError(told(neither, text=quote(argument)), kind="sort")
    return Part(replace(view, order=order))


def why(view: View, argument: str, locale: str) -> str:
    """Say which further card would let the whole hand go, and how likely the next one is one of them."""
    turn = turn_of(view) if view.has_opened else Turn((), view.hand, view.rules.table)
    found = unlock(turn).answer
    assert found is not None  # no limit was set
    if found.closes_now:
        return say("You can play your whole hand now.", locale)
    single = found.single
    if not single.cards:
        return say("No single card lets you play your whole hand.", locale)
    cards = ", ".join([f"{write_card(one[0], locale)} ({copies})" for one, copies in single.cards])
    chance = f"{float(single.probability):.1%}"
    return say(
        "One of these lets you win (unseen copies): {cards}. The next card is one of them with chance {chance}.",
        locale,
        cards=cards,
        chance=chance,
    )


def score(view: View, argument: str, locale: str) -> str:
    """Say what the hand is worth, which is lost if another closes."""
    worth = sum(map(view.rules.worth, view.hand))
    return say_many("The hand is worth {number} point.", "The hand is worth {number} points.", worth, locale)


def hint(view: View, level: int, locale: str) -> str:
    """Give a hint: whether there is a play, the groups that it changes, one of its cards, or the whole play."""
    move, changed = advise(view)
    if level == WHOLE_PLAY:
        return write(view, move, locale)
    if not isinstance(move, Lay):
        return say("There is no play: {word}.", locale, word=write(view, move, locale))
    if level == 1:
        return say("There is a play.", locale)
    if level == 2:
        numbers = ", ".join(map(str, changed))
        none = say("No meld changes: the cards are new melds.", locale)
        return say("Melds that change: {numbers}.", locale, numbers=numbers) if changed else none
    return say("One card to play is {card}.", locale, card=write_card(kinds(move.laid)[0], locale))


# ---- The end ----


def ending(state: State, names: Sequence[str], locale: str) -> str:
    """Say who won, what everybody held, and the scores."""
    found = result(state)
    assert found is not None  # asked of games that are over
    winners = [names[seat] for seat in found.winners]
    rows = [_how(found.how, winners, locale)]
    width = max(map(len, names))
    for seat, (who, hand) in enumerate(zip(names, state.hands, strict=True)):
        held = write_cards(hand, locale) or "-"
        points = f"{found.scores[seat]:>+5}" if found.scores else f"{'?':>5}"
        rows.append(f"  {who:<{width}}  {points}  {held}")
    return "\n".join(rows)


def _how(how: str, winners: list[str], locale: str) -> str:
    if how == "closed":
        own = winners == [called(YOU, locale)]
        return say("You have won.", locale) if own else say("{name} has won.", locale, name=winners[0])
    end = say("Nobody can continue.", locale) if how == "blocked" else say("The last card was drawn.", locale)
    if not winners:
        return end + " " + say("It is not known who has the fewest points.", locale)
    return end + " " + say("Fewest points: {names}.", locale, names=", ".join(winners))
