"""Turns and arrangements as pictures of the card table."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from passatempo.core.pastime import Question
from passatempo.machiavelli.formats.notation import write_card, write_cards, write_groups
from passatempo.machiavelli.groups import fault
from passatempo.machiavelli.model import (
    JOKER,
    WILD,
    Arrangement,
    CardId,
    Count,
    Listing,
    Meld,
    Play,
    Turn,
    Unlocking,
    is_joker,
    suit_of,
)
from passatempo.machiavelli.words import (
    show_arrangement,
    show_count,
    show_listing,
    show_play,
    show_turn,
    show_unlocking,
    sort_melds,
)
from passatempo.render.playing_cards import HEIGHT, ROOM, STEP, Face, card_fan, fan_width, mark_arrow
from passatempo.render.svg import Markup, Svg, document, escape, group, paint_attributes, rect, svg_element, text

PAGE = 900  # the maximum width of a picture
LETTER = 9  # upper estimate of a letter's width in headings, because the font is unknown
MARGIN = 20  # around the page, and inside the table
INSIDE = PAGE - 4 * MARGIN
PAPER = 400  # the maximum for pictures side by side on a printed page
GAP = 22  # between two groups
PLAIN_ROOM = 18  # above a row of groups without marks
HEAD = 34  # the height of a heading

Marks: TypeAlias = list[list[str]]  # for each card of each group: "in", "out" or ""


class GroupRow(NamedTuple):
    """Groups under a heading, as they are drawn."""

    heading: str
    note: str
    groups: Sequence[Meld]
    card_marks: Marks
    on_table: bool = True  # or in the hand
    legend: str = ""  # the meaning of the arrow on its marked cards


class Flow(NamedTuple):
    """Groups with their positions."""

    card_fans: list[Markup]
    width: int
    height: int


def draw_turn(turn: Turn) -> Svg:
    """Draw the groups on the table and the hand under it.

    >>> draw_turn(Turn(((0, 1, 2),), (40,))).count("<title>")
    3
    """
    return _draw_rows(turn, "A turn of Machiavelli", show_turn(turn), _turn_rows(turn))


def _turn_rows(turn: Turn) -> list[GroupRow]:
    """Return the table and the hand as rows."""
    rows = [GroupRow("Table", _table_note(turn), turn.table, _no_marks(turn.table))]
    if turn.hand:
        rows.append(
            GroupRow("Hand", _count_phrase(len(turn.hand)), [turn.hand], _no_marks([turn.hand]), on_table=False)
        )
    return rows


def draw_arrangement(turn: Turn, arrangement: Arrangement | None) -> Svg:
    """Draw the table before and after, with marks on cards that change groups; without an answer, draw the turn.

    >>> "After" in draw_arrangement(Turn(((0, 2, 1),)), Arrangement(((0, 1, 2),)))
    True
    """
    if arrangement is None:
        return draw_turn(turn)
    melds = sort_melds(arrangement.melds, turn)
    out, into = (_no_marks(turn.table), _no_marks(melds)) if _is_heap(turn) else mark_changes(turn.table, melds)
    leaving = _legend_phrase(out, ("leaves its group", "leave their groups"))
    joining = _legend_phrase(into, ("joins another", "join others"))
    rows = [
        GroupRow("Before", _table_note(turn), turn.table, out, legend=leaving),
        GroupRow("After", _size_phrase(melds, "meld"), melds, into, legend=joining),
    ]
    return _draw_rows(turn, "The table rearranged", show_arrangement(turn, arrangement), rows)


def draw_paper(turn: Turn, groups: Sequence[Meld], new_cards: Sequence[CardId] = ()) -> Svg:
    """Draw groups, and the hand below a line, without words, to print in any language.

    Parameters
    ----------
    turn
        The turn whose hand is drawn if no cards are marked.
    groups
        The groups on the table.
    new_cards
        New cards of the groups, which are highlighted.

    Examples
    --------
    >>> draw_paper(Turn(((0, 1, 2),), (40,)), ((0, 1, 2),)).count("<text")  # the ranks
    4
    """
    flows = [_lay_flow(GroupRow("", "", groups, _mark_arrivals(groups, new_cards)), turn.locale, PAPER)]
    if turn.hand and not new_cards:
        flows.append(_lay_flow(GroupRow("", "", [turn.hand], _no_marks([turn.hand])), turn.locale, PAPER))
    width, y = max(PAPER, *(flow.width for flow in flows)) + 2 * MARGIN, 0
    pieces: list[Markup] = []
    for flow in flows:
        pieces += [rect(MARGIN, y + MARGIN / 2, width - 2 * MARGIN, 1, fill="ink")] if y else []
        pieces.append(group(*flow.card_fans, at=(MARGIN, y)))
        y += flow.height + MARGIN
    turn_description = show_turn(turn) if not new_cards else write_groups(groups, turn.locale)
    return document(width, y, *pieces, title="Machiavelli", description=turn_description)


def mark_changes(before: Sequence[Meld], after: Sequence[Meld]) -> tuple[Marks, Marks]:
    """Mark the cards that leave their old groups, and the cards that are new in their groups.

    Groups are matched greedily by the number of common cards, and the common cards of a match count as unmoved.

    >>> mark_changes([(0, 1, 2, 3), (16, 29)], [(0, 1, 2), (3, 16, 29)])
    ([['', '', '', 'out'], ['', '']], [['', '', ''], ['in', '', '']])
    """
    old, new = ([Counter(map(_card_kind, group)) for group in groups] for groups in (before, after))
    holders: dict[CardId, list[int]] = {}
    for b, cards in enumerate(old):
        for card in cards:
            holders.setdefault(card, []).append(b)
    shared = {
        (b, a): (old[b] & cards).total()
        for a, cards in enumerate(new)
        for card in cards
        for b in holders.get(card, ())  # a wrong answer may hold other cards than the table
    }
    fixed_before = [Counter[CardId]() for _ in before]
    fixed_after = [Counter[CardId]() for _ in after]
    free_old, free_new = set(range(len(before))), set(range(len(after)))
    for b, a in sorted(shared, key=lambda pair: (-shared[pair], len(before[pair[0]]) + len(after[pair[1]]), pair)):
        if b in free_old and a in free_new:
            free_old.remove(b)
            free_new.remove(a)
            fixed_before[b], fixed_after[a] = old[b] & new[a], old[b] & new[a]
    return _mark_cards(before, fixed_before, "out"), _mark_cards(after, fixed_after, "in")


def _mark_cards(groups: Sequence[Meld], fixed_cards: list[Counter[CardId]], mark: str) -> Marks:
    """Mark the cards of each group that are not fixed."""
    marks: Marks = [[] for _ in groups]
    for row, cards, fixed_counts in zip(marks, groups, fixed_cards, strict=True):
        for card in map(_card_kind, cards):
            row.append("" if fixed_counts[card] > 0 else mark)
            fixed_counts[card] -= 1
    return marks


def _card_kind(card: CardId) -> CardId:
    """Return the card, or an unnamed joker for any joker."""
    return min(card, JOKER)


def _no_marks(groups: Sequence[Meld]) -> Marks:
    return [[""] * len(group) for group in groups]


def _count_phrase(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


def _size_phrase(groups: Sequence[Meld], word: str = "group") -> str:
    """Write the number of cards and of groups."""
    cards = _count_phrase(sum(map(len, groups)))
    return f"{cards} in {len(groups)} {word}{'' if len(groups) == 1 else 's'}" if groups else cards


def _table_note(turn: Turn) -> str:
    """Write the number of cards on the table, and of groups unless it is a heap."""
    return f"{_count_phrase(len(turn.cards))} in a heap" if _is_heap(turn) else _size_phrase(turn.table)


def _is_heap(turn: Turn) -> bool:
    """Return whether the table is a single pile that is no meld, so that no card has a group to leave."""
    return len(turn.table) == 1 and fault(turn.table[0], turn.rules.ace) is not None


def _legend_phrase(marks: Marks, meanings: tuple[str, str]) -> str:
    """Explain the arrow on the marked cards, in the singular or the plural."""
    number = sum(mark != "" for row in marks for mark in row)
    return f"{_count_phrase(number)} {meanings[number > 1]}" if number else ""


def _card_face(card: CardId, mark: str, locale: str) -> Face:
    """Return the rank, the suit and the mark of a card in the locale's notation."""
    if card == JOKER:
        return Face("JK", -1, joker=True, mark=mark)
    rank = write_card(card - WILD if is_joker(card) else card, locale)[:-1]
    return Face("10" if rank == "T" else rank, suit_of(card), is_joker(card), mark)


def _draw_rows(turn: Turn, title: str, description: str, rows: Sequence[GroupRow]) -> Svg:
    """Draw rows of groups, one below the other, on a page of the required width."""
    flows = [_lay_flow(row, turn.locale) for row in rows]
    headings = [LETTER * len(f"{row.heading}    {row.note}    {row.legend}") + 2 * MARGIN for row in rows]
    width = max([*headings, *(flow.width + 4 * MARGIN for flow in flows)])
    pieces: list[Markup] = []
    y = MARGIN
    for row, flow in zip(rows, flows, strict=True):
        pieces += [_draw_heading(row, y), *_draw_legend(row, width - MARGIN, y)]
        y += HEAD
        if row.on_table:
            pieces.append(rect(MARGIN, y, width - 2 * MARGIN, flow.height + MARGIN, fill="felt", rx=12))
        left = 2 * MARGIN if row.on_table else MARGIN
        pieces.append(group(*flow.card_fans, at=(left, y)))
        y += flow.height + (2 if row.on_table else 1) * MARGIN
    return document(width, y, *pieces, title=title, description=description)


def _draw_heading(row: GroupRow, y: float) -> Markup:
    """Draw a heading followed by its note."""
    note = svg_element("tspan", row.note, dx=10, **paint_attributes("muted"), font_weight=400, font_size=14)
    return text(Markup(escape(row.heading) + note), MARGIN, y + 18, size=18, font_weight=700)


def _draw_legend(row: GroupRow, right: float, y: float) -> list[Markup]:
    """Draw the meaning of the arrow at the end of the heading's line."""
    marks = [mark for marks in row.card_marks for mark in marks if mark]
    if not (marks and row.legend):
        return []
    words = text(row.legend, right - 16, y + 18, fill="muted", size=14, text_anchor="end")
    return [words, mark_arrow(marks[0], (right - 5, y + 16))]


def _lay_flow(row: GroupRow, locale: str, inside: int = INSIDE) -> Flow:
    """Draw groups side by side, with line breaks at the edge of the page; a heap longer than a row is split."""
    room = ROOM if any(map(any, row.card_marks)) else PLAIN_ROOM
    fans: list[Markup] = []
    x, y, width = 0, room if row.on_table or room == ROOM else 0, 0
    for cards, marks in _cut_groups(row, inside):
        if x and x + fan_width(len(cards)) > inside:
            x, y = 0, y + HEIGHT + room
        faces = [_card_face(card, mark, locale) for card, mark in zip(cards, marks, strict=True)]
        fans.append(card_fan(faces, (x, y), write_cards(cards, locale)))
        width = max(width, x + fan_width(len(cards)))
        x += fan_width(len(cards)) + GAP
    if not fans:
        fans.append(text("no cards", 0, y + 14, fill="muted", size=14))
    return Flow(fans, width, y + (HEIGHT if row.groups else PLAIN_ROOM))


def _cut_groups(row: GroupRow, inside: int) -> Iterator[tuple[Meld, list[str]]]:
    """Split groups that are longer than a row, and yield cards with their marks."""
    fan_capacity = (inside - fan_width(1)) // STEP + 1
    for cards, marks in zip(row.groups, row.card_marks, strict=True):
        for start in range(0, len(cards), fan_capacity):
            yield cards[start : start + fan_capacity], marks[start : start + fan_capacity]


def draw_play(question: Question, play: Play | None) -> Svg:
    """Draw the table before and after a play, with marks on moved cards and on cards from the hand.

    >>> from passatempo.core.pastime import Question
    >>> from passatempo.machiavelli.model import Play
    >>> "Played" in draw_play(Question(Turn(((0, 1, 2),), (3, 20))), Play((3,), (20,), ((0, 1, 2, 3),), 0))
    True
    """
    turn: Turn = question.instance
    if play is None:
        return draw_turn(turn)
    melds = sort_melds(play.melds, turn)
    if _is_heap(turn):
        out, into = _no_marks(turn.table), _mark_arrivals(melds, play.laid)
    else:
        out, into = mark_changes(turn.table, melds)
    new_cards, hand_rest = play.laid, play.kept_in_hand
    hand = (*new_cards, *hand_rest)
    marks = [["out"] * len(new_cards) + [""] * len(hand_rest)]
    note = f"{_count_phrase(len(new_cards))} played, {_count_phrase(len(hand_rest))} kept" if hand else "empty"
    leaving = _legend_phrase(out, ("leaves its group", "leave their groups"))
    coming = _legend_phrase(into, ("has come", "have come"))
    rows = [
        GroupRow("Before", _table_note(turn), turn.table, out, legend=leaving),
        GroupRow(
            "Hand: Played and kept", note, [hand] if hand else [], marks if hand else [], on_table=False, legend="laid"
        ),
        GroupRow("After", _size_phrase(melds, "meld"), melds, into, legend=coming),
    ]
    return _draw_rows(turn, "A play of Machiavelli", show_play(question, play), rows)


def _mark_arrivals(melds: Sequence[Meld], new_cards: Sequence[CardId]) -> Marks:
    """Mark the cards from the hand in the melds."""
    arrival_counts = Counter(map(_card_kind, new_cards))
    marks: Marks = []
    for meld in melds:
        row = []
        for card in map(_card_kind, meld):
            row.append("in" if arrival_counts[card] > 0 else "")
            arrival_counts[card] -= 1
        marks.append(row)
    return marks


def draw_unlocking(question: Question, unlocking: Unlocking | None) -> Svg:
    """Draw the turn, and under it the cards that unlock the hand."""
    turn: Turn = question.instance
    if unlocking is None:
        return draw_turn(turn)
    cards = [cards for cards, _ in unlocking.single.cards]
    note = (
        f"{unlocking.single.good} of {unlocking.single.unseen} unseen cards, probability {unlocking.single.probability}"
    )
    rows = [
        *_turn_rows(turn),
        GroupRow("One of these lets you play the hand", note, cards, _no_marks(cards), on_table=False),
    ]
    return _draw_rows(turn, "Cards that unlock a hand", show_unlocking(question, unlocking), rows)


def draw_count(turn: Turn, count: Count | None) -> Svg:
    """Draw the table with the number of its arrangements."""
    if count is None:
        return draw_turn(turn)
    return _draw_rows(
        turn,
        "A table's arrangements",
        show_count(turn, count),
        [GroupRow("Table", f"{_table_note(turn)}; {show_count(turn, count)}", turn.table, _no_marks(turn.table))],
    )


MOST_DRAWN = 12  # arrangements in one picture


def draw_listing(question: Question, listing: Listing | None) -> Svg:
    """Draw the table and its first arrangements."""
    turn: Turn = question.instance
    if listing is None:
        return draw_turn(turn)
    rows = [GroupRow("Table", _table_note(turn), turn.table, _no_marks(turn.table))]
    first_arrangements = listing.arrangements[:MOST_DRAWN]
    for number, melds in enumerate(first_arrangements, 1):
        sorted_melds = sort_melds(melds, turn)
        rows.append(
            GroupRow(f"Arrangement {number}", _size_phrase(sorted_melds, "meld"), sorted_melds, _no_marks(sorted_melds))
        )
    return _draw_rows(turn, "A table's arrangements", show_listing(question, listing), rows)
