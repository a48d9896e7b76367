"""The command `companion`: what is typed at a real table goes into a record, line by line, before the next prompt."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from passatempo import __version__
from passatempo.core.errors import FormatError, InvalidInstance, PassatempoError, UsageError
from passatempo.core.input import path_of, read_line, read_text
from passatempo.core.play.keeping import Keeper
from passatempo.core.play.record import VERSION, EventLine, Head, Record, read_record, write_record
from passatempo.core.play.resuming import HIDDEN
from passatempo.core.play.shapes import rules_of, written_rules
from passatempo.core.words import again, fault, locale_of, told
from passatempo.core.writing import whole_file
from passatempo.machiavelli.game.companion import CLOSED, Companion
from passatempo.machiavelli.game.shapes import DEAL
from passatempo.machiavelli.game.showing import show
from passatempo.machiavelli.game.vocabulary import QUESTIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.core.play.record import Line


def companion(record: str, *, rules: str = "", seats: str = "me,bob", locale: str | None = None) -> int:
    """Follow a game at a real table; a file that is there already goes on.

    Parameters
    ----------
    record
        The file of the record, to which every event is added at once.
    rules
        A set of rules, as in `play`.
    seats
        The names in order, yours is me.
    locale
        The language of cards and words.
    """
    from passatempo.core.registry import pastime

    game = pastime("machiavelli").game
    assert game is not None
    path, chosen_locale = path_of(record), locale_of(locale)
    if path.is_file() and path.stat().st_size:
        kept, warnings = read_record(read_text(record))
        for warning in warnings:
            _tell(f"warning: {warning}")
        table, found = _gone_on(game, kept, chosen_locale)
        if any("said" in line.event for line in kept.lines if isinstance(line, EventLine)):
            with whole_file(record) as file:
                file.write(write_record(found))
            kept = found
    else:
        preset, chosen = rules_of(game, {"preset": rules} if rules else {})
        table = Companion(chosen, tuple([one for one in seats.split(",") if one]), chosen_locale)
        kept = Record(head_of(table, written_rules(game, preset, chosen)))
    with Keeper(record, _tell, kept) as keep:
        _listen(table, keep)
    return 0


def head_of(table: Companion, rules: dict[str, Any]) -> Head:
    """Return the head of a new record: nothing of the deal is known, and other hands stay hidden."""
    seats = [{"name": one} | ({} if at == table.me else {"hand": HIDDEN}) for at, one in enumerate(table.names)]
    deal = DEAL.dump(table.given)
    said = {"hands": deal.hands, "crosses": deal.crosses, "stock": deal.stock}
    return Head(VERSION, "machiavelli", __version__, rules, seats, None, {key: one for key, one in said.items() if one})


def _gone_on(game: Any, kept: Record, locale: str) -> tuple[Companion, Record]:
    """Return the table as a record leaves it, and the record; one of before 0.2 held what was typed, and is read so."""
    if kept.head.pastime != "machiavelli" or not kept.head.followed:
        raise UsageError("this is the record of a game played in passatempo, not at a real table: 'play' continues it")
    _, chosen = rules_of(game, kept.head.rules)
    if not all("name" in one for one in kept.head.seats):
        raise FormatError("record line 1: a player has no name", kind="record-seat")
    table = Companion(chosen, tuple([one["name"] for one in kept.head.seats]), locale)
    lines: list[Line] = []
    for number, line in enumerate(kept.lines, 2):
        try:
            if isinstance(line, EventLine) and "said" in line.event:
                table.locale = line.event.get("locale", locale)
                lines += table.hear(line.event["said"])
            else:
                table.take(line)
                lines.append(line)
        except (FormatError, InvalidInstance, UsageError) as error:
            raise FormatError(f"record line {number}: {error}", kind="record-event") from None
    table.locale = locale
    return table, Record(head_of(table, kept.head.rules), tuple(lines))


def _listen(table: Companion, keep: Callable[[Line], None]) -> None:
    """Take lines until the input ends; each event is in the file before the next prompt."""
    while (line := read_line("> ")) is not None:
        words = line.strip()
        if (QUESTIONS["en"] | QUESTIONS[table.locale]).get(words.lower()) == "quit":
            return
        if words:
            _tell(_answered(table, words, keep))


def _tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def _answered(table: Companion, words: str, keep: Callable[[Line], None]) -> str:
    """Answer a question, or take an event in and show the table."""
    try:
        answer = table.answer(words)
        if answer is not None:
            return answer
        for line in table.hear(words):
            keep(line)
    except PassatempoError as error:
        return f"{fault(error, table.locale)}."
    rows = [show(table.seen, table.names, table.locale), table.reminder()]
    if table.over:
        rows.append(again(told(CLOSED), table.locale) + ".")
    return "\n".join(filter(None, rows))
