"""The events of a game at a real table that are not turns, because they only reveal cards.

An event gives the known cards of a seat and so corrects their number, ``{"seat": 2, "hand": "?? ?? 4H"}``,
or the single cards that were open at the start, ``{"crosses": "4H 9S KD 2C"}``.
"""

from collections import Counter
from dataclasses import replace
from typing import Any, NamedTuple

from passatempo.core.errors import FormatError, InvalidInstance, Violation, quote
from passatempo.core.json import encode
from passatempo.core.messages import mark, message
from passatempo.machiavelli.game.play import end_reason, with_result
from passatempo.machiavelli.game.rules import GameRules
from passatempo.machiavelli.game.state import State, View, read_deal_cards
from passatempo.machiavelli.groups import kinds
from passatempo.machiavelli.model import JOKER, UNKNOWN, CardId, Named, Places

# ---- Events that are not turns ----


class TableEvent(NamedTuple):
    """The contents of an event: the crosses, or the known cards of a seat, from 0."""

    seat: int
    cards: tuple[CardId, ...]

    @property
    def of_crosses(self) -> bool:
        """Whether it reveals the crosses, which belong to no seat."""
        return self.seat < 0


def load_event(raw: dict[str, Any], seats: int) -> TableEvent:
    """Read an event of a record; raise `FormatError` if it is invalid.

    >>> load_event({"seat": 2, "hand": "?? 5S"}, 2)
    TableEvent(seat=1, cards=(-1, 4))
    """
    keys = set(raw)
    text = raw.get("hand", raw.get("crosses"))
    if keys not in ({"seat", "hand"}, {"crosses"}) or not isinstance(text, str):
        event_message = f"{quote(encode(raw))} is none of {{'seat': a seat, 'hand': cards}}, {{'crosses': cards}}"
        raise FormatError(event_message, kind="bad-event")
    seat = raw.get("seat", 0)
    if isinstance(seat, bool) or not isinstance(seat, int) or not ("crosses" in keys or 1 <= seat <= seats):
        raise FormatError(f"{quote(seat)} is not one of the {seats} seats", kind="bad-event")
    cards = read_deal_cards(text)
    return TableEvent(seat - 1, cards if "crosses" in keys else tuple(sorted(cards)))


def view_after_event(view: View, event: TableEvent) -> View:
    """Return the view after an event that is no turn, with newly known cards and corrected numbers.

    The total number of cards is constant, so the stock makes up for a change of a hand. Raises `InvalidInstance` if
    that is impossible.
    """
    if event.of_crosses:
        table = _table_of_crosses(view.table, view.crosses, event.cards)
        after = replace(view, table=table, crosses=tuple(sorted(event.cards)))
    else:
        counts = list(view.hand_sizes)
        stock = _stock_after(view.stock_size, len(event.cards), counts[event.seat])
        counts[event.seat] = len(event.cards)
        hand = event.cards if event.seat == view.seat else view.hand
        after = replace(view, hand_sizes=tuple(counts), stock_size=stock, hand=hand, draft=None)
    other_cards = () if event.seat == view.seat or event.of_crosses else event.cards
    refuse_copies(view.rules, after.table, (*after.hand, *other_cards))
    return replace(after, end_reason=end_reason(after))


def state_after_event(state: State, raw: dict[str, Any]) -> State:
    """Return the state of a game at a real table after an event of its record."""
    event = load_event(raw, len(state.hands))
    if not state.is_followed:
        raise FormatError("an event in the record of a game in which every card is known", kind="bad-event")
    hands = list(state.hands)
    if event.of_crosses:
        table = _table_of_crosses(state.table, state.crosses, event.cards)
        after = replace(state, table=table, crosses=tuple(sorted(event.cards)))
    else:
        stock = _stock_after(len(state.stock), len(event.cards), len(hands[event.seat]))
        hands[event.seat] = event.cards
        after = replace(state, hands=tuple(hands), stock=(UNKNOWN,) * stock)
    refuse_copies(state.rules, after.table, () if event.of_crosses else event.cards)
    return with_result(after)


def _stock_after(before: int, cards: int, hand_count: int) -> int:
    """Return the size of the stock after the size of a hand is corrected."""
    if cards - hand_count > before:
        words = mark("a hand of {held} cannot have {cards} cards now: the stock had {stock}")
        raise InvalidInstance([Violation("too-many-cards", message(words, cards=cards, held=hand_count, stock=before))])
    return before + hand_count - cards


def _table_of_crosses(table: Places, crosses: tuple[CardId, ...], cards: tuple[CardId, ...]) -> Places:
    """Return the table with known crosses; no card may have been played on it yet."""
    if sorted(group for group in table if len(group) == 1) != sorted(table) or len(crosses) != len(table):
        raise InvalidInstance([Violation("crosses", message(mark("enter the open cards before a card is played")))])
    if len(cards) != len(crosses):
        words = mark("{told} open cards were entered, but {there} are on the table")
        raise InvalidInstance([Violation("crosses", message(words, told=len(cards), there=len(crosses)))])
    return tuple([(card,) for card in cards])


def refuse_copies(rules: GameRules, table: Places, cards: tuple[CardId, ...]) -> None:
    """Raise `InvalidInstance` if a card would need more copies than the game has."""
    for card, number in Counter(kinds((*sum(table, ()), *cards))).items():
        copy_limit = rules.jokers if card == JOKER else rules.decks
        if card != UNKNOWN and number > copy_limit:
            words = mark("{number} copies of {card} would be in play, but the game has {most}")
            out = message(words, number=number, card=Named(card), most=copy_limit)
            raise InvalidInstance([Violation("too-many-copies", out)])


# ---- The words that a companion accepts, in three languages ----

ME = ("i", "me", "io", "yo")
# Words and the events or questions for which they stand. Every language accepts the English words too. A verb in the
# first person needs no name before it.
OWN = {
    "en": {"hold": "hold", "have": "hold", "lay": "lay", "laid": "lay", "draw": "draw", "drew": "draw"}
    | {"pass": "pass", "passed": "pass"},
    "it": {"ho": "hold", "tengo": "hold", "calo": "lay", "pesco": "draw", "passo": "pass"},
    "es": {"tengo": "hold", "he": "hold", "bajo": "lay", "robo": "draw", "paso": "pass"},
}
THEIRS = {
    "en": {"holds": "hold", "has": "hold", "lays": "lay", "draws": "draw", "passes": "pass"},
    "it": {"ha": "hold", "tiene": "hold", "cala": "lay", "pesca": "draw", "passa": "pass"},
    "es": {"tiene": "hold", "ha": "hold", "baja": "lay", "roba": "draw", "pasa": "pass"},
}
PARTICIPLES = {  # after an auxiliary verb, as in "ho pescato"
    "en": {"laid": "lay", "drawn": "draw", "passed": "pass"},
    "it": {"calato": "lay", "pescato": "draw", "passato": "pass"},
    "es": {"bajado": "lay", "robado": "draw", "pasado": "pass"},
}
TABLE_EVENTS = {
    "en": {"crosses": "crosses", "undo": "undo"},
    "it": {"scoperte": "crosses", "annulla": "undo"},
    "es": {"abiertas": "crosses", "descubiertas": "crosses", "deshacer": "undo"},
}
EVENTS = {language: OWN[language] | THEIRS[language] | TABLE_EVENTS[language] for language in OWN}
QUESTIONS = {
    "en": {"table": "table", "lay": "lay", "lay points": "lay points", "unlock": "why", "why": "why", "odds": "odds"}
    | {"unseen": "unseen", "score": "score", "rules": "rules", "help": "help", "quit": "quit", "exit": "quit"},
    "it": {"tavolo": "table", "cala": "lay", "cala punti": "lay points", "perché": "why", "perche": "why"}
    | {"probabilità": "odds", "coperte": "unseen", "punti": "score", "regole": "rules", "aiuto": "help"}
    | {"esci": "quit"},
    "es": {"mesa": "table", "baja": "lay", "baja puntos": "lay points", "porqué": "why", "porque": "why"}
    | {"probabilidad": "odds", "ocultas": "unseen", "puntos": "score", "reglas": "rules", "ayuda": "help"}
    | {"salir": "quit"},
}
HELP = (  # examples, one per line
    mark("events     I hold 3S 9H ...   I draw 7C   bob draws   bob lays 4H 5H 6H   bob lays 7D = 7D 8D 9D"),
    mark("           bob passes   bob has 9   crosses 4H 9S KD 2C   undo"),
    mark("corrected  = 4H 5H 6H   2: 5C > 4   5H > new   split 3 6H   end   reset"),
    mark("questions  table   lay   lay points   why   odds   odds bob   unseen   score   rules   quit"),
)
