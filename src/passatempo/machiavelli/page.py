"""The web page of Machiavelli: tap the cards of the table and the hand, walk through the steps, see what unlocks."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from nicegui import ui

from passatempo.core.json import convert
from passatempo.core.words import mark, say
from passatempo.machiavelli.drawing import draw_step, draw_turn
from passatempo.machiavelli.formats.notation import write_cards, write_groups
from passatempo.machiavelli.json import PLAY, TURN, PlayJson, TurnJson
from passatempo.machiavelli.model import CARD_NAMES, JOKER, RANKS, Card, Turn, is_joker, rank_of, suit_of
from passatempo.machiavelli.words import sentence
from passatempo.web import controls
from passatempo.web.cells import Cell, Cells
from passatempo.web.desk import Page
from passatempo.web.frame import Tag

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from passatempo.machiavelli.model import Play
    from passatempo.web.desk import Answer, Desk

SUITS = "♠♡♢♣"  # the red ones hollow, as in the drawings: they differ without colour
SUIT_NAMES = (mark("spades"), mark("hearts"), mark("diamonds"), mark("clubs"))
RANK_NAMES = {"A": mark("ace"), "T": mark("10"), "J": mark("jack"), "Q": mark("queen"), "K": mark("king")}
LONGEST_PILE = 14  # cards of a row in the editor


def turn_of(desk: Desk) -> Turn:
    """Return the turn of a desk."""
    turn: Turn = TURN.load(convert(desk.instance, TurnJson))
    return turn


def symbol(card: Card) -> str:
    """Write a card with the picture of its suit.

    >>> symbol(9), symbol(JOKER), symbol(64 + 19)
    ('10♠', '★', '★7♡')
    """
    if card == JOKER:
        return "★"
    rank = RANKS[rank_of(card)].replace("T", "10")
    return f"{'★' if is_joker(card) else ''}{rank}{SUITS[suit_of(card)]}"


def spoken(card: Card) -> str:
    """Name a card for those who do not see it.

    >>> spoken(12), spoken(JOKER), spoken(64 + 19)
    ('king of spades', 'joker', 'joker as 7 of hearts')
    """
    if card == JOKER:
        return say("joker")
    rank = RANKS[rank_of(card)]
    plain = say("{rank} of {suit}", rank=say(RANK_NAMES.get(rank, rank)), suit=say(SUIT_NAMES[suit_of(card)]))
    return say("joker as {card}", card=plain) if is_joker(card) else plain


def kind_of(card: Card) -> str:
    """Return the classes of a card."""
    return "playing-card " + ("joker" if is_joker(card) else "red" if suit_of(card) in (1, 2) else "black")


class Editor:
    """Places with their cards, and a picker of all cards; a tapped card goes to the chosen place, or back."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.place = 0  # a group from 1; 0: the hand; one beyond the last group: a new one
        self.own = False  # whether the change that is coming is of this editor
        self.spots: list[list[tuple[int, int]]] = []  # (place, index of the card) of every cell, -1 for its name
        with Tag("div").classes("panel table-felt"), Tag("div").classes("cells-holder"):
            self.places = Cells(say("Table and hand"), self._press, "flow")
        controls.line(
            say("Choose a place, then tap cards below to lay them there. Tap a card above to take it away."), "help"
        )
        with Tag("div").classes("cells-holder"):
            self.picker = Cells(say("All cards"), self._pick, "picker")
        self.show()

    def changed(self) -> None:
        """Show another turn; one that comes from elsewhere has other places."""
        if not self.own:
            self.place = 0
        self.own = False
        self.show()

    def show(self) -> None:
        """Show the places of the turn, and the cards that are left."""
        turn = turn_of(self.desk)
        self.place = min(self.place, len(turn.table) + 1)
        rows, self.spots = [], []
        for place in [*range(1, len(turn.table) + 2), 0]:
            cards = turn.hand if place == 0 else turn.table[place - 1] if place <= len(turn.table) else ()
            chosen = " chosen" if place == self.place else ""
            name = self._name(place, len(turn.table))
            said = say(
                "{place}, {number} cards{chosen}", place=name, number=len(cards), chosen=chosen and say(", chosen")
            )
            row = [Cell(("▸ " if chosen else "") + name, f"place{chosen}", said)]
            row += [Cell(symbol(card), kind_of(card), say("take {card} away", card=spoken(card))) for card in cards]
            rows.append(row)
            self.spots.append([(place, index) for index in range(-1, len(cards))])
        self.places.show(rows)
        self.picker.show(self._offered(turn))

    def _name(self, place: int, groups: int) -> str:
        if place == 0:
            return say("Hand")
        return say("Group {number}", number=place) if place <= groups else say("New group")

    def _offered(self, turn: Turn) -> list[list[Cell]]:
        """Make the picker: four suits, and the jokers where the rules have some."""
        used = Counter(min(card, JOKER) for card in (*turn.cards, *turn.hand))
        rows = [[self._offer(13 * suit + rank, turn.rules.decks, used) for rank in range(13)] for suit in range(4)]
        return [*rows, [self._offer(JOKER, turn.rules.jokers, used)]] if turn.rules.jokers else rows

    def _offer(self, card: Card, copies: int, used: Counter[Card]) -> Cell:
        left = copies - used[card]
        label = say("{card}, {left} left", card=spoken(card), left=left)
        return Cell(symbol(card), kind_of(card) + ("" if left else " gone"), label, str(left))

    async def _press(self, row: int, column: int, how: str) -> None:
        """Choose a place by its name, or take a card away."""
        place, index = self.spots[row][column]
        if index < 0:
            self.place = place
            self.show()
            return
        async with self.desk.order:
            turn = turn_of(self.desk)
            table, hand = [list(group) for group in turn.table], list(turn.hand)
            del (hand if place == 0 else table[place - 1])[index]
            await self._take(table, hand)

    async def _pick(self, row: int, column: int, how: str) -> None:
        """Lay a card at the chosen place."""
        card = JOKER if row == 4 else 13 * row + column
        async with self.desk.order:
            turn = turn_of(self.desk)
            table, hand = [list(group) for group in turn.table], list(turn.hand)
            if self.place == 0:
                hand.append(card)
            elif self.place > len(table):
                table.append([card])
            else:
                table[self.place - 1].append(card)
            await self._take(table, hand)

    async def _take(self, table: list[list[Card]], hand: list[Card]) -> None:
        """Put the new turn on the desk."""
        written = {"table": write_groups([tuple(group) for group in table if group]), "hand": write_cards(tuple(hand))}
        rest = {key: value for key, value in self.desk.instance.items() if key not in ("table", "hand", "locale")}
        self.own = True
        self.own = await self.desk.take({**rest, **written}) and self.own


def editor(desk: Desk) -> Callable[[], Any]:
    """Build the editor of a turn."""
    return Editor(desk).changed


class Steps:
    """The steps of a play, one by one."""

    def __init__(self, turn: Turn, play: Play) -> None:
        self.turn, self.steps, self.at = turn, play.steps or (), 0
        with Tag("section", aria_label=say("Step by step")).classes("panel"):
            with controls.row("spread"):
                Tag("h2", say("Step by step"))
                with controls.row():
                    self.back = controls.button("←", lambda: self._go(-1), label=say("previous step"))
                    self.count = Tag("span").classes("figure")
                    self.on = controls.button("→", lambda: self._go(1), label=say("next step"))
            self.told = controls.line("", "lead").props("role=status")
            self.picture = controls.picture()
        self._go(0)

    def _go(self, by: int) -> None:
        """Show the table after some steps."""
        self.at = min(max(self.at + by, 0), len(self.steps))
        self.count.write(f"{self.at} / {len(self.steps)}")
        if self.at == 0:
            self.told.write(say("The table and the hand as they are."))
            self.picture.set_content(draw_turn(self.turn))
            return
        step = self.steps[self.at - 1]
        self.told.write(f"{self.at}. {sentence(step, self.turn.locale)}")
        gone = Counter(min(card, JOKER) for one in self.steps[: self.at] if one.source == 0 for card in one.take)
        left = []
        for card in self.turn.hand:
            gone[card] -= 1
            if gone[card] < 0:
                left.append(card)
        self.picture.set_content(draw_step(self.turn, step, left))


def answered(desk: Desk, answer: Answer) -> None:
    """Add to a play its steps one by one, and the cards that would let the rest of the hand go."""
    said = answer.answer
    if desk.state.question != "lay" or not said:
        return
    play: Play = PLAY.load(convert(said, PlayJson))
    if play.steps:
        Steps(turn_of(desk), play)
    if play.kept_in_hand:
        with Tag("section", aria_label=say("What unlocks")).classes("panel"):
            Tag("h2", say("What would let the whole hand go?"))
            told = controls.line(say("Looking ..."), "lead").props("role=status")
            row = controls.row()
            with row:
                holder = Tag("div").classes("row")

        async def look() -> None:
            outcome = await desk.asks("unlock")
            found = outcome and outcome["answer"]
            told.write(unlocking_words(found))
            with holder:
                _cards(list((found or {}).get("cards", {}).items()))

        ui.timer(0, look, once=True)


def unlocking_words(found: dict[str, Any] | None) -> str:
    """Say how likely the next card unlocks the hand.

    >>> unlocking_words({"cards": {}, "good": 0, "unseen": 77, "probability": "0"})
    'No single card would.'
    """
    if not found:
        return say("This was not found out in time.")
    if not found["cards"]:
        return say("No single card would.")
    good, unseen, probability = found["good"], found["unseen"], found["probability"]
    return say("{good} of {unseen} unseen cards would: probability {p}.", good=good, unseen=unseen, p=probability)


def _cards(found: Sequence[tuple[str, int]]) -> None:
    """Show cards with the number of their unseen copies."""
    numbers = {name: card for card, name in CARD_NAMES.items()}
    for name, copies in found:
        card = numbers[name]
        with Tag("span", aria_label=say("{card}, {copies} unseen", card=spoken(card), copies=copies)).classes(
            f"loose {kind_of(card)}"
        ):
            Tag("span", symbol(card))
            Tag("small", f"×{copies}")


PAGE = Page(editor=editor, answer=answered)
