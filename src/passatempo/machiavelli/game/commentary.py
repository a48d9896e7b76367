"""Texts for the table: numbered groups, hands, turns as the other players see them, and the end."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from passatempo.core.errors import FormatError, quote
from passatempo.core.messages import mark, message, translate, translate_plural
from passatempo.games.values import YOU, Part, display_name
from passatempo.machiavelli.drawing import draw_turn
from passatempo.machiavelli.exact.unlock import unlock
from passatempo.machiavelli.formats.notation import write_card, write_cards
from passatempo.machiavelli.game.notation import cards_in_hand, is_unfinished, visible_cards, write
from passatempo.machiavelli.game.play import advise, best, final_result
from passatempo.machiavelli.game.state import Draw, Lay, Move, Penalty, State, View
from passatempo.machiavelli.groups import kinds
from passatempo.machiavelli.model import JOKER, UNKNOWN, CardId, Meld, Places, Turn, rank_of, suit_of
from passatempo.machiavelli.steps import remaining_cards
from passatempo.render.svg import Svg

WIDTH = 100  # characters of a line of groups
NEW, UNFINISHED = "*", "?"
WHOLE_PLAY = 4  # the level of a hint that gives the complete play
ORDERS = {"suit": "suit", "rank": "rank", "seme": "suit", "valore": "rank", "palo": "suit", "valor": "rank"}


# ---- The table ----


def show(view: View, names: Sequence[str], locale: str) -> str:
    """Write the table with numbered groups, the number of cards of each player, and the hand.

    A star marks a group that is new or changed since the seat's previous turn. A question mark marks a group that the
    turn in progress has left unfinished.
    """
    table = view.table if view.draft is None else view.draft.table
    hand = cards_in_hand(view, view.draft)
    rows = (
        _group_rows(table, _old_groups(view), view, locale)
        if any(table)
        else [translate("The table is empty.", locale)]
    )
    counts = ", ".join([f"{player} {number}" for player, number in zip(names, view.hand_sizes, strict=True)])
    rows.append(translate("cards in hand: {counts}; stock {stock}", locale, counts=counts, stock=view.stock_size))
    unknown_count = view.hand_sizes[view.seat] - len(view.hand)
    cards = [write_cards(in_order(hand, view.hand_order), locale), f"{unknown_count} ??" if unknown_count else ""]
    rows.append(translate("hand: {cards}", locale, cards=" + ".join(filter(None, cards))))
    return "\n".join(rows)


def _group_rows(table: Places, old: Counter[Meld], view: View, locale: str) -> list[str]:
    """Write the groups side by side, as many per line as fit."""
    cells = []
    for number, group in enumerate(table, 1):
        if not group:
            continue
        sign = UNFINISHED if is_unfinished(group, view) else NEW if not old[kinds(group)] else ""
        old[kinds(group)] -= 1
        cells.append(f"{number:>3}  {write_cards(group, locale)} {sign}".rstrip())
    rows = [""]
    for cell in cells:
        if rows[-1] and len(rows[-1]) + 4 + len(cell) > WIDTH:
            rows.append("")
        rows[-1] += ("    " if rows[-1] else "") + cell
    return rows


def _old_groups(view: View) -> Counter[Meld]:
    """Count the groups before the seat's previous turn, or before the turn in progress."""
    if view.draft is not None:
        return Counter(map(kinds, view.table))
    seat_turns = [at for at, event in enumerate(view.history) if event.seat == view.seat]
    before: Places = ()
    if seat_turns and seat_turns[-1]:
        before = view.history[seat_turns[-1] - 1].table
    elif not seat_turns:
        before = view.table if not view.history else view.history[0].table
    return Counter(map(kinds, before))


def in_order(cards: Sequence[CardId], order: str) -> tuple[CardId, ...]:
    """Sort a hand by suit or by rank, with jokers last.

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
    """Return the turn to pass to questions: the table, the visible hand and the rules."""
    table = tuple([group for group in view.table if UNKNOWN not in group])
    return Turn(table, visible_cards(view.hand), view.rules.table)


# ---- Moves ----


def announce_turn(before: View, after: View, seat: int, move: Move, names: Sequence[str], locale: str) -> str:
    """Describe a move as the owner of these views sees it; a card that enters his own hand is named."""
    if isinstance(move, Penalty):
        number = after.hand_sizes[seat] - before.hand_sizes[seat]
        move_announcement = _announce_penalty(number, move.reason, names[seat], locale)
    else:
        move_announcement = _announce_move(after, seat, move, names, locale)
    new_cards = visible_cards(remaining_cards(after.hand, before.hand)) if len(after.hand) > len(before.hand) else ()
    if not new_cards:
        return move_announcement
    card = write_cards(new_cards, locale)
    if len(new_cards) > 1:
        return move_announcement + " " + translate("The cards drawn are {cards}.", locale, cards=card)
    if after.seat == seat:
        return move_announcement + " " + translate("The card drawn is {card}.", locale, card=card)
    return (
        move_announcement
        + " "
        + translate("{name}: the turn begins by drawing {card}.", locale, name=names[after.seat], card=card)
    )


def _announce_move(view: View, seat: int, move: Move, names: Sequence[str], locale: str) -> str:
    player, left = names[seat], view.hand_sizes[seat]
    is_you = player == display_name(YOU, locale)
    if isinstance(move, Lay):
        cards = write_cards(move.new_cards, locale)
        if is_you:
            return translate("You play {cards}, {left} left.", locale, cards=cards, left=left)
        return translate("{name} plays {cards}, {left} left.", locale, name=player, cards=cards, left=left)
    if isinstance(move, Draw):
        if is_you:
            return translate("You draw: {left} in your hand.", locale, left=left)
        return translate("{name} draws: {left} in hand.", locale, name=player, left=left)
    return translate("You pass.", locale) if is_you else translate("{name} passes.", locale, name=player)


def _announce_penalty(number: int, why: str, player: str, locale: str) -> str:
    is_you = player == display_name(YOU, locale)
    if why == "time":
        turn_sentence = (
            translate("Your time is over.", locale)
            if is_you
            else translate("{name}: the time is over.", locale, name=player)
        )
    else:
        turn_sentence = (
            translate("You give up the turn.", locale)
            if is_you
            else translate("{name} gives up the turn.", locale, name=player)
        )
    return f"{turn_sentence} " + translate_plural("Penalty: {number} card.", "Penalty: {number} cards.", number, locale)


def teach(view: View, move: Move, locale: str) -> str:
    """Describe a play of more cards, or return an empty string if there is none."""
    new_cards = move.new_cards if isinstance(move, Lay) else ()
    table = move.table if isinstance(move, Lay) else view.table
    best_cards = best(view, is_limited=True)
    if len(best_cards) <= len(new_cards):
        return ""
    left = remaining_cards(view.hand, new_cards)
    open_seats = tuple(
        [is_open or (seat == view.seat and bool(new_cards)) for seat, is_open in enumerate(view.open_seats)]
    )
    further = best(replace(view, hand=left, table=table, open_seats=open_seats)) if new_cards else best_cards
    if len(further) == len(best_cards) - len(new_cards):
        cards = write_cards(further, locale)
        return translate_plural(
            "{number} more card: {cards}", "{number} more cards: {cards}", len(further), locale, cards=cards
        )
    cards = write_cards(best_cards, locale)
    return translate_plural(
        "{number} card could have gone: {cards}",
        "{number} cards could have gone: {cards}",
        len(best_cards),
        locale,
        cards=cards,
    )


# ---- Words ----


def sort(view: View, argument: str, locale: str) -> Part:
    """Sort the hand by suit or by rank."""
    order = ORDERS.get(argument.strip().lower())
    if order is None:
        order_message = mark("{text} is neither suit nor rank: type 'sort suit' or 'sort rank'")
        raise FormatError(message(order_message, text=quote(argument)), kind="sort")
    return Part(replace(view, hand_order=order))


def why(view: View, argument: str, locale: str) -> str:
    """Report which cards would let you play the whole hand, and how likely the next draw is one of them."""
    turn = turn_of(view) if view.has_opened else Turn((), view.hand, view.rules.table)
    unlock_answer = unlock(turn).answer
    assert unlock_answer is not None  # no limit was set
    if unlock_answer.closes_now:
        return translate("You can play your whole hand now.", locale)
    single = unlock_answer.single
    if not single.cards:
        return translate("No single card lets you play your whole hand.", locale)
    cards = ", ".join([f"{write_card(combination[0], locale)} ({copies})" for combination, copies in single.cards])
    chance = f"{float(single.probability):.1%}"
    return translate(
        "One of these lets you win (unseen copies): {cards}. The next card is one of them with chance {chance}.",
        locale,
        cards=cards,
        chance=chance,
    )


def hand_score(view: View, argument: str, locale: str) -> str:
    """Report the points of the hand, which are lost if another player closes."""
    hand_points = sum(map(view.rules.card_worth, view.hand))
    return translate_plural(
        "The hand is worth {number} point.", "The hand is worth {number} points.", hand_points, locale
    )


def hint(view: View, level: int, locale: str) -> str:
    """Give a hint: whether there is a play, the groups that it changes, one of its cards, or the complete play."""
    move, group_numbers = advise(view)
    if level == WHOLE_PLAY:
        return write(view, move, locale)
    if not isinstance(move, Lay):
        return translate("There is no play: {word}.", locale, word=write(view, move, locale))
    if level == 1:
        return translate("There is a play.", locale)
    if level == 2:
        numbers = ", ".join(map(str, group_numbers))
        no_change = translate("No meld changes: the cards are new melds.", locale)
        return translate("Melds that change: {numbers}.", locale, numbers=numbers) if group_numbers else no_change
    return translate("One card to play is {card}.", locale, card=write_card(kinds(move.new_cards)[0], locale))


# ---- The end ----


def ending(state: State, names: Sequence[str], locale: str) -> str:
    """Report the winner, all hands and the scores."""
    final_outcome = final_result(state)
    assert final_outcome is not None  # called only after the end of a game
    winners = [names[seat] for seat in final_outcome.winners]
    rows = [_ending_sentence(final_outcome.how, winners, locale)]
    width = max(map(len, names))
    for seat, (player, hand) in enumerate(zip(names, state.hands, strict=True)):
        held = write_cards(hand, locale) or "-"
        points = f"{final_outcome.scores[seat]:>+5}" if final_outcome.scores else f"{'?':>5}"
        rows.append(f"  {player:<{width}}  {points}  {held}")
    return "\n".join(rows)


def _ending_sentence(how: str, winners: list[str], locale: str) -> str:
    if how == "closed":
        is_you = winners == [display_name(YOU, locale)]
        return translate("You have won.", locale) if is_you else translate("{name} has won.", locale, name=winners[0])
    end = (
        translate("Nobody can continue.", locale) if how == "blocked" else translate("The last card was drawn.", locale)
    )
    if not winners:
        return end + " " + translate("It is not known who has the fewest points.", locale)
    return end + " " + translate("Fewest points: {names}.", locale, names=", ".join(winners))
