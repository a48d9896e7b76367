"""The review of a record, which compares each turn with the best possible one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from os import PathLike, fspath
from typing import Any, NamedTuple

from passatempo.core.errors import UsageError
from passatempo.core.input import read_text
from passatempo.core.messages import locale_of, mark, translate
from passatempo.core.random import Random
from passatempo.core.value import Finding
from passatempo.games.intervals import extreme_share_text
from passatempo.games.players import game_of
from passatempo.games.records import Record, read_record
from passatempo.games.replays import resume_game
from passatempo.games.shapes import rules_of
from passatempo.machiavelli.formats.notation import with_notation, write_cards
from passatempo.machiavelli.game.notation import visible_cards
from passatempo.machiavelli.game.odds import WORD_SAMPLES, Odds, estimate_odds, rivals
from passatempo.machiavelli.game.play import best, view
from passatempo.machiavelli.game.state import Lay, View, load_move
from passatempo.machiavelli.model import JOKER, CardId
from passatempo.machiavelli.record import PASTIME

MELD_NOTE = mark("More is not better: a player who keeps complete melds in hand can play them all in one turn.")


WIDTH = 12  # columns of a probability


class TurnReview(NamedTuple):
    """One turn: the cards played, the best plays by cards and by points, and whether the hand could have closed."""

    turn: int
    laid: tuple[CardId, ...]
    most: tuple[CardId, ...]
    points: int
    most_points: int
    closes: bool
    rivals: Odds | None = None


@dataclass(frozen=True, slots=True)
class Review(Finding):
    """The turns of a seat, from 1, beside the best possible ones.

    Parameters
    ----------
    seat
        The seat, from 1.
    turns
        Its turns.
    warnings
        What was odd in the file.
    locale
        The language of cards and words.
    has_odds
        Whether the turns have the chances of rivals.
    """

    seat: int
    turns: tuple[TurnReview, ...]
    warnings: tuple[str, ...] = ()
    locale: str = "en"
    has_odds: bool = False

    def lines(self) -> Iterator[str]:
        """Yield the table of the turns, and when more was first possible."""
        yield from [f"warning: {warning}" for warning in self.warnings]
        heads = [
            translate(word, self.locale)
            for word in (mark("turn"), mark("cards"), mark("points"), mark("laid"), mark("rivals"))
        ]
        rivals_head = f"  {heads[4]:>{WIDTH}}" if self.has_odds else ""
        yield f"{heads[0]:>5}  {heads[1]:>7}  {heads[2]:>9}{rivals_head}  {heads[3]}"
        for turn in self.turns:
            cards, points = f"{len(turn.laid)}/{len(turn.most)}", f"{turn.points}/{turn.most_points}"
            chance = "" if turn.rivals is None else f"  {_chance_column(turn.rivals, self.locale):>{WIDTH}}"
            yield f"{turn.turn:>5}  {cards:>7}  {points:>9}{chance}  {write_cards(turn.laid, self.locale) or '-'}"
        yield from _first_chances(self.turns, self.locale)

    def to_json(self) -> dict[str, Any]:
        """Return the seat and its turns."""
        return {"seat": self.seat, "turns": [_plain_fields(turn) for turn in self.turns]}


def review(
    record: str | PathLike[str] | Record, *, seat: int | None = None, odds: bool = False, locale: str | None = None
) -> Review:
    """Say for each turn of a seat what could have gone against what went.

    Parameters
    ----------
    record
        The file of a game's record, its text, or the record of a game.
    seat
        The seat, from 1; without it the first that a person sat at, else the first.
    odds
        Say too how likely a rival could close at his next turn, as the seat could know it then.
    locale
        The language of cards and words.

    Raises
    ------
    FormatError
        If the record is damaged.
    UsageError
        If there is no such seat.

    Examples
    --------
    >>> from passatempo import machiavelli
    >>> game = machiavelli.play(["greedy", "patient"], seed=1)
    >>> while game.result is None:
    ...     _ = game.reply()
    >>> all(len(turn.laid) <= len(turn.most) for turn in review(game.record, seat=1).turns)
    True
    """
    language, warnings, game_record = locale_of(locale), tuple[str, ...](), record
    if not isinstance(game_record, Record):
        text = read_text(fspath(game_record)) if isinstance(game_record, PathLike) else game_record
        game_record, warnings = read_record(text)
    language = with_notation(language, rules_of(game_of(PASTIME), game_record.head.rules)[1].names)
    seat_number = _choose_seat(game_record, seat)
    turns = tuple(review_turns(game_record, seat_number - 1, odds=odds))
    return Review(seat_number, turns, warnings, language, odds)


def _choose_seat(record: Record, seat: int | None) -> int:
    seats = record.head.seats
    if seat is not None and not 1 <= seat <= len(seats):
        raise UsageError(f"seat {seat} is not one of the {len(seats)} seats")
    return seat or next((at for at, player in enumerate(seats, 1) if not {"bot", "hand"} & player.keys()), 1)


def review_turns(record: Record, seat: int, *, odds: bool = False) -> list[TurnReview]:
    """Return the best plays at each turn of a seat, from 0; with `odds` also a rival's chance to close."""
    game = resume_game(PASTIME, record)
    turn_reviews = []
    for state, line in zip(game.states, game.moves, strict=False):  # the last state has no turn yet
        if state.active_seat != seat:
            continue
        at, move = view(state, seat), load_move(line.move)
        if not visible_cards(at.hand):
            continue  # a seat at a real table whose cards are unknown
        turn_review = _review_turn(at, line.turn, move.new_cards if isinstance(move, Lay) else ())
        turn_reviews.append(turn_review._replace(rivals=_likeliest_odds(at)) if odds else turn_review)
    return turn_reviews


def _review_turn(at: View, turn: int, new_cards: tuple[CardId, ...]) -> TurnReview:
    hand_size, at = len(at.hand), replace(at, hand=visible_cards(at.hand))
    best_cards, dearest_cards = best(at, is_limited=True), best(at, points=True, is_limited=True)
    plain_cards = [min(card, JOKER) for card in new_cards]
    card_worth = at.rules.card_worth
    return TurnReview(
        turn,
        new_cards,
        best_cards,
        sum(map(card_worth, plain_cards)),
        sum(map(card_worth, dearest_cards)),
        len(best_cards) == hand_size,
    )


def _chance_column(odds: Odds, locale: str) -> str:
    return extreme_share_text(odds.chance, odds.sample_count, locale) or f"{100 * odds.chance:.1f} %"


def _likeliest_odds(at: View) -> Odds:
    """Return the odds of the rival most likely to close now, given what its history shows."""
    rival_odds = []
    for rival_index, seat in enumerate(rivals(at)):
        random = Random(len(at.history), "machiavelli", "odds", at.seat, seat)
        rival_odds.append(estimate_odds(at, rival_index, WORD_SAMPLES, random, is_conditioned=True))
    return max(rival_odds, key=lambda odds: odds.chance)


def _first_chances(turns: Sequence[TurnReview], locale: str) -> Iterator[str]:
    """Report when the hand could first have closed, and when more cards could first have been played."""
    closing = next((turn_review for turn_review in turns if turn_review.closes), None)
    if closing is None:
        yield translate(mark("The hand could never have been played in full."), locale)
    else:
        closed_message = mark("The hand could first be played in full at turn {turn}, and was.")
        missed_message = mark("The hand could first have been played in full at turn {turn}, with {cards}.")
        closing_message = closed_message if len(closing.laid) == len(closing.most) else missed_message
        yield translate(closing_message, locale, turn=closing.turn, cards=write_cards(closing.most, locale))
    better_turn = next((turn_review for turn_review in turns if len(turn_review.most) > len(turn_review.laid)), None)
    if better_turn is not None:
        cards = write_cards(better_turn.most, locale)
        yield translate(
            mark("More cards were first possible at turn {turn}: {cards}."), locale, turn=better_turn.turn, cards=cards
        )
        yield translate(MELD_NOTE, locale)


def _plain_fields(turn_review: TurnReview) -> dict[str, Any]:
    turn_fields = turn_review._asdict() | {
        "laid": write_cards(turn_review.laid).split(),
        "most": write_cards(turn_review.most).split(),
    }
    if turn_review.rivals is not None:
        turn_fields |= {"rivals": turn_review.rivals.chance, "rivals_samples": turn_review.rivals.sample_count}
    return {key: content for key, content in turn_fields.items() if content is not None}
