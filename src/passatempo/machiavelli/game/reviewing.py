"""The command `review`: what could have gone at each turn of a record, against what went."""

from __future__ import annotations

from collections.abc import Iterator  # noqa: TC003  the command line reads the signature
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from passatempo.core.errors import UsageError
from passatempo.core.input import read_text
from passatempo.core.json import encode
from passatempo.core.random import Random
from passatempo.core.words import locale_of, mark, say
from passatempo.games.intervals import one_sided
from passatempo.games.players import game_of
from passatempo.games.records import read_record
from passatempo.games.replays import resumed
from passatempo.games.shapes import rules_of
from passatempo.machiavelli.formats.notation import with_notation, write_cards
from passatempo.machiavelli.game.notation import known
from passatempo.machiavelli.game.odds import WORD_SAMPLES, Odds, estimate, rivals
from passatempo.machiavelli.game.play import best, view
from passatempo.machiavelli.game.state import Lay, load_move
from passatempo.machiavelli.model import JOKER, Card
from passatempo.machiavelli.record import PASTIME

if TYPE_CHECKING:
    from passatempo.games.records import Record
    from passatempo.machiavelli.game.state import View

SAID = mark("More is not better: a player who keeps complete melds in hand can play them all in one turn.")


WIDTH = 12  # of a chance


class Seen(NamedTuple):
    """One turn: what went, the most cards and the most points that could, and whether the hand could have closed."""

    turn: int
    laid: tuple[Card, ...]
    most: tuple[Card, ...]
    points: int
    most_points: int
    closes: bool
    rivals: Odds | None = None


def review(
    record: str,
    *,
    seat: int | None = None,
    odds: bool = False,
    format: Literal["text", "json"] = "text",  # noqa: A002
    locale: str | None = None,
) -> Iterator[str]:
    """Say for each turn of a seat what could have gone against what went.

    Parameters
    ----------
    record
        The file of a game's record.
    seat
        The seat, from 1; without it the first that a person sat at, else the first.
    odds
        Say too how likely a rival could close at his next turn, as the seat could know it then.
    format
        text or json.
    locale
        The language of cards and words.
    """
    language = locale_of(locale)
    kept, warnings = read_record(read_text(record))
    language = with_notation(language, rules_of(game_of(PASTIME), kept.head.rules)[1].names)
    chosen = _seat(kept, seat)
    turns = turns_of(kept, chosen - 1, odds=odds)
    if format == "json":
        yield encode({"seat": chosen, "turns": [_plain(one) for one in turns]}, indent=2)
        return
    yield from [f"warning: {warning}" for warning in warnings]
    heads = [
        say(word, language) for word in (mark("turn"), mark("cards"), mark("points"), mark("laid"), mark("rivals"))
    ]
    yield f"{heads[0]:>5}  {heads[1]:>7}  {heads[2]:>9}{f'  {heads[4]:>{WIDTH}}' if odds else ''}  {heads[3]}"
    for one in turns:
        cards, points = f"{len(one.laid)}/{len(one.most)}", f"{one.points}/{one.most_points}"
        likely = "" if one.rivals is None else f"  {_chance(one.rivals, language):>{WIDTH}}"
        yield f"{one.turn:>5}  {cards:>7}  {points:>9}{likely}  {write_cards(one.laid, language) or '-'}"
    yield from _firsts(turns, language)


def _seat(record: Record, seat: int | None) -> int:
    seats = record.head.seats
    if seat is not None and not 1 <= seat <= len(seats):
        raise UsageError(f"seat {seat} is not one of the {len(seats)} seats")
    return seat or next((at for at, one in enumerate(seats, 1) if not {"bot", "hand"} & one.keys()), 1)


def turns_of(record: Record, seat: int, *, odds: bool = False) -> list[Seen]:
    """Return what could have gone at each turn of a seat, from 0; with `odds` the rivals' chance to close too."""
    game = resumed(PASTIME, record)
    found = []
    for state, line in zip(game.states, game.moves, strict=False):  # the last state has no turn yet
        if state.seat != seat:
            continue
        at, move = view(state, seat), load_move(line.move)
        if not known(at.hand):
            continue  # a seat of a real table whose cards nobody told
        seen = _seen(at, line.turn, move.laid if isinstance(move, Lay) else ())
        found.append(seen._replace(rivals=_likely(at)) if odds else seen)
    return found


def _seen(at: View, turn: int, laid: tuple[Card, ...]) -> Seen:
    held, at = len(at.hand), replace(at, hand=known(at.hand))
    most, dear = best(at, limited=True), best(at, points=True, limited=True)
    plain = [min(card, JOKER) for card in laid]
    worth = at.rules.worth
    return Seen(turn, laid, most, sum(map(worth, plain)), sum(map(worth, dear)), len(most) == held)


def _chance(odds: Odds, locale: str) -> str:
    return one_sided(odds.chance, odds.samples, locale) or f"{100 * odds.chance:.1f} %"


def _likely(at: View) -> Odds:
    """Return the chance that the likeliest rival could close now, as far as its history is known."""
    found = []
    for which, seat in enumerate(rivals(at)):
        random = Random(len(at.history), "machiavelli", "odds", at.seat, seat)
        found.append(estimate(at, which, WORD_SAMPLES, random, conditioned=True))
    return max(found, key=lambda odds: odds.chance)


def _firsts(turns: list[Seen], locale: str) -> Iterator[str]:
    """Say when the hand could first have closed, and when more could first have gone."""
    closing = next((one for one in turns if one.closes), None)
    if closing is None:
        yield say(mark("The hand could never have been played in full."), locale)
    else:
        did = mark("The hand could first be played in full at turn {turn}, and was.")
        could = mark("The hand could first have been played in full at turn {turn}, with {cards}.")
        told = did if len(closing.laid) == len(closing.most) else could
        yield say(told, locale, turn=closing.turn, cards=write_cards(closing.most, locale))
    more = next((one for one in turns if len(one.most) > len(one.laid)), None)
    if more is not None:
        cards = write_cards(more.most, locale)
        yield say(mark("More cards were first possible at turn {turn}: {cards}."), locale, turn=more.turn, cards=cards)
        yield say(SAID, locale)


def _plain(one: Seen) -> dict[str, Any]:
    said = one._asdict() | {"laid": write_cards(one.laid).split(), "most": write_cards(one.most).split()}
    if one.rivals is not None:
        said |= {"rivals": one.rivals.chance, "rivals_samples": one.rivals.samples}
    return {key: value for key, value in said.items() if value is not None}
