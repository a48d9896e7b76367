"""A sequence as a mountain: values over positions, with its stationary points and the distance between the maxima."""

from collections import Counter
from collections.abc import Callable, Sequence
from math import log10

from passatempo.cards.answers import Audit, Count, Distances, Listing, Ordering, Rank, Sample, Table
from passatempo.cards.checker import find_stationary
from passatempo.cards.model import Deal
from passatempo.cards.words import (
    show_audit,
    show_count,
    show_deal,
    show_distances,
    show_encoding,
    show_ordering,
    show_rank,
)
from passatempo.core.pastime import Question
from passatempo.render.svg import INHERIT, Markup, Svg, circle, document, group, line, rect, text

WIDTH, HEIGHT = 860, 320  # of the plot
MARGIN = 40
TALL = HEIGHT + 3 * MARGIN  # of each of several mountains
AUDITED = TALL + 40  # with a heading
MOST_DOTS = 120  # cards drawn one by one; more become a line
MOST_WORDS = 60  # cards with written values
MOST_POINTS = 2000  # vertices of a line
MOST_BARS = 200
MOST_NAMES = 40  # of bars
MOST_LETTERS = 80  # of a headline
DIGIT = 8  # the width of a letter under a bar
BARS_TOP = 66  # room for a heading and for the number over the tallest bar
MOST_MOUNTAINS = 6
MOST_BOXES = 60  # of a row to lay
BOX = 40
GAP = 34  # between the row and the remaining cards


def draw_deal(deal: Deal) -> Svg:
    """Draw the cards as columns of equal values.

    >>> from passatempo.cards.model import Deal
    >>> draw_deal(Deal((1, 1, 2))).count("<title>")
    1
    """
    sizes: dict[int, int] = {}
    for card in sorted(deal.cards):
        sizes[card] = sizes.get(card, 0) + 1
    description = show_deal(deal) if len(deal.cards) <= MOST_DOTS else ""
    if deal.given and len(deal.cards) <= MOST_BOXES:
        return draw_row(deal, description)
    bars = [(str(card), size) for card, size in sizes.items()]
    return _draw_bars("Cards by value", description, bars)


def draw_row(deal: Deal, description: str = "", sequence: Sequence[int] = ()) -> Svg:
    """Draw the row to lay: boxes with the given cards on grey, and the remaining cards below.

    A complete row has no numbers above it, but triangles over its peaks.

    Parameters
    ----------
    deal
        At most `MOST_BOXES` cards, because longer rows are illegible.
    description
        The picture in words.
    sequence
        The complete row, or empty to draw only the given cards.

    Examples
    --------
    >>> from passatempo.cards.model import Deal
    >>> draw_row(Deal((1, 2, 1), pattern="UD", given=((2, 2),))).count("<rect")
    6
    """
    preset_cards = dict(deal.given)
    row = dict(enumerate(sequence, 1)) or preset_cards
    peaks = (find_stationary(sequence, deal.pattern, deal.ends) or ())[::2] if sequence else ()
    pieces: list[Markup] = []
    for position in range(1, len(deal.cards) + 1):
        x, is_peak = MARGIN + BOX * (position - 1), position in peaks
        is_filled = position in preset_cards
        pieces.append(_draw_box(x, MARGIN, str(row.get(position, "")), is_filled=is_filled, is_bold=is_peak))
        if is_peak:
            pieces.append(line([(x + 13, MARGIN - 4), (x + 20, MARGIN - 14), (x + 27, MARGIN - 4)], fill="ink"))
        elif not sequence:
            pieces.append(text(str(position), x + BOX / 2, MARGIN - 8, fill="muted", size=12, text_anchor="middle"))
    left = Counter(deal.cards) - Counter(row.values())
    for number, card in enumerate(sorted(left.elements())):
        pieces.append(_draw_box(MARGIN + BOX * number, MARGIN + BOX + GAP, str(card), is_filled=False))
    tall = 2 * MARGIN + BOX + (GAP + BOX if left else 0)
    return document(
        2 * MARGIN + BOX * len(deal.cards), tall, *pieces, title="The row to arrange", description=description
    )


def _draw_box(x: float, y: float, word: str, *, is_filled: bool, is_bold: bool = False) -> Markup:
    """Draw a box of the row, or a remaining card, with its value."""
    frame = rect(x + 1, y, BOX - 2, BOX, fill="panel" if is_filled else "paper", stroke="ink", rx=3)
    size, weight = 17 if len(word) < 3 else 11, 700 if is_bold else None
    card_label = text(word, x + BOX / 2, y + BOX / 2 + 6, size=size, text_anchor="middle", font_weight=weight)
    return group(frame, card_label) if word else frame


def draw_ordering(deal: Deal, ordering: Ordering | None) -> Svg:
    """Draw the mountain, or the cards alone without an answer.

    >>> from passatempo.cards.answers import Ordering
    >>> from passatempo.cards.model import Deal
    >>> "stationary" in draw_ordering(Deal((1, 1, 1, 2, 2)), Ordering((1, 2, 1, 2, 1), (2, 3, 4)))
    True
    """
    if ordering is None:
        return draw_deal(deal)
    description = show_ordering(deal, ordering) if len(ordering.sequence) <= MOST_DOTS else ""
    pieces = draw_mountain(deal, ordering, MARGIN, MARGIN)
    title = f"{deal.pattern}: {len(ordering.sequence)} cards"
    return document(WIDTH + 2 * MARGIN, HEIGHT + 3 * MARGIN, *pieces, title=title, description=description)


def draw_mountain(deal: Deal, ordering: Ordering, left: float, top: float) -> list[Markup]:
    """Draw one sequence in a frame of `WIDTH` by `HEIGHT`."""
    sequence = ordering.sequence
    low, high = min(sequence), max(sequence)
    x_step = WIDTH / max(1, len(sequence) - 1)
    y_step = HEIGHT / max(1, high - low)

    def place(position: int) -> tuple[float, float]:
        return left + x_step * (position - 1), top + HEIGHT - y_step * (sequence[position - 1] - low)

    sample_positions = range(1, len(sequence) + 1, max(1, len(sequence) // MOST_POINTS))
    line_positions = sorted({*sample_positions, *ordering.stationary, len(sequence)})
    pieces = [line([place(position) for position in line_positions], stroke="accent", stroke_width=2)]
    if len(sequence) <= MOST_DOTS:
        pieces += [circle(*place(p), 3, fill="ink") for p in range(1, len(sequence) + 1)]
        pieces += [rect(place(p)[0] - 5, place(p)[1] - 5, 10, 10, stroke="muted") for p, _ in deal.given]
    if len(sequence) <= MOST_WORDS:
        above = {p: deal.pattern[k] == "U" for k, p in enumerate(ordering.stationary)}
        for position, card in enumerate(sequence, 1):
            x, y = place(position)
            dy = 22 if above.get(position) is False else -10
            pieces.append(text(str(card), x, y + dy, size=14, text_anchor="middle"))
    for k, position in enumerate(ordering.stationary, 1):
        x, y = place(position)
        name = f"stationary point {k}: position {position}, value {sequence[position - 1]}"
        pieces.append(group(circle(x, y, 7, stroke="bad", stroke_width=2), title=name))
    return pieces + _distance_brackets(deal, ordering, place, top + HEIGHT)


def _distance_brackets(
    deal: Deal, ordering: Ordering, place: Callable[[int], tuple[float, float]], base: float
) -> list[Markup]:
    """Draw the distance of the maxima, or of the first and the last stationary point, under the mountain."""
    points = ordering.stationary
    if len(points) < 2:
        return []
    pairs = list(dict.fromkeys(d[:2] for d in deal.distances)) or [(1, len(points))]
    pieces = []
    for level, (first, second) in enumerate(pairs[:2]):
        a, b = points[first - 1], points[second - 1]
        xa, xb = place(a)[0], place(b)[0]
        y = base + 34 + 22 * level
        pieces.append(line([(xa, y - 6), (xa, y), (xb, y), (xb, y - 6)], stroke="muted"))
        pieces.append(text(f"distance {b - a}", (xa + xb) / 2, y + 16, fill="muted", size=13, text_anchor="middle"))
    return pieces


def draw_count(deal: Deal, count: Count | None) -> Svg:
    """Draw the cards, with the count in words.

    >>> from passatempo.cards.answers import Count
    >>> from passatempo.cards.model import Deal
    >>> "12 when equal" in draw_count(Deal((1, 1, 1, 2, 2)), Count(1, 12))
    True
    """
    if count is None:
        return draw_deal(deal)
    description = show_count(deal, count)
    headline = _headline(description)
    return document(WIDTH + 2 * MARGIN, 2 * MARGIN, headline, title="How many sequences", description=description)


def draw_distances(deal: Deal, distances: Distances | None) -> Svg:
    """Draw the number of sequences of each distance. The bars of large numbers show their share of the greatest.

    >>> from passatempo.cards.answers import Distances
    >>> from passatempo.cards.model import Deal
    >>> draw_distances(Deal((1, 1, 1, 2, 2)), Distances((2, 2), {2: 1})).count("<rect")
    2
    """
    if distances is None:
        return draw_deal(deal)
    description = show_distances(deal, distances)
    if not distances.sequences:
        words = _headline(description)
        return document(WIDTH + 2 * MARGIN, 2 * MARGIN, words, title="Possible distances", description=description)
    return _draw_bars("Sequences by distance", description, [(str(d), n) for d, n in distances.sequences.items()])


def _headline(description: str) -> Markup:
    """Write the first line of an answer in words, cut to the width of the page."""
    first = description.splitlines()[0]
    return text(first if len(first) <= MOST_LETTERS else f"{first[: MOST_LETTERS - 3]}...", MARGIN, MARGIN, size=18)


def _draw_bars(title: str, description: str, bars: Sequence[tuple[str, int]]) -> Svg:
    """Draw bars with a name under each and a number over it."""
    step = max(1, -(-len(bars) // MOST_BARS))
    bars = bars[::step]
    greatest = max(size for _, size in bars)
    room = WIDTH / len(bars)
    wide = DIGIT * max(len(name) for name, _ in bars)
    label_stride = max(1, -(-len(bars) // MOST_NAMES), int(wide / room / 2) + 1)  # names take at most two lines
    lower = 16 if wide > room * label_stride else 0
    shows_sizes = DIGIT * max(len(_short_number(size)) for _, size in bars) <= room
    columns: list[Markup] = []
    words: list[Markup] = []
    for k, (name, size) in enumerate(bars):
        tall = HEIGHT * (size * 1000 // greatest) / 1000
        x = MARGIN + k * room
        top = BARS_TOP + HEIGHT - tall
        columns.append(rect(x + room * 0.15, top, room * 0.7, tall, fill=INHERIT))
        if shows_sizes:
            words.append(text(_short_number(size), x + room / 2, top - 6))
        if k % label_stride == 0:
            words.append(
                text(name, x + room / 2, BARS_TOP + HEIGHT + (18 if k // label_stride % 2 == 0 else 18 + lower))
            )
    pieces = [
        text(title, MARGIN, 28, fill="muted", size=14),
        group(*columns, fill="accent"),
        group(*words, font_size=13, text_anchor="middle"),
    ]
    return document(WIDTH + 2 * MARGIN, BARS_TOP + HEIGHT + MARGIN, *pieces, title=title, description=description)


def _short_number(number: int) -> str:
    """Write a number in at most seven characters.

    >>> _short_number(123456), _short_number(123456789), _short_number(10**400)
    ('123456', '1.2e8', '1e400')
    """
    if number < 10**7:
        return str(number)
    power = int(log10(number))
    return f"{10 ** (log10(number) - power):.2g}e{power}"


def draw_sample(question: Question, sample: Sample | Listing | None) -> Svg:
    """Draw the first few sequences as mountains, one below the other."""
    deal: Deal = question.instance
    if sample is None or not sample.sequences:
        return draw_deal(deal)
    first_sequences = sample.sequences[:MOST_MOUNTAINS]
    pieces = []
    for k, sequence in enumerate(first_sequences):
        points = find_stationary(sequence, deal.pattern, deal.ends) or ()
        mountain_marks = draw_mountain(deal, Ordering(sequence, points), MARGIN, MARGIN)
        pieces.append(group(*mountain_marks, at=(0, k * TALL)))
    tall = len(first_sequences) * TALL
    rest_note = (
        f", the first {len(first_sequences)} of {len(sample.sequences)}"
        if len(first_sequences) < len(sample.sequences)
        else ""
    )
    return document(WIDTH + 2 * MARGIN, tall, *pieces, title=f"Sequences{rest_note}")


def draw_rank(question: Question, rank: Rank | None) -> Svg:
    """Draw the cards, with the number in words."""
    if rank is None:
        return draw_deal(question.instance)
    description = show_rank(question, rank)
    headline = _headline(description)
    return document(WIDTH + 2 * MARGIN, 2 * MARGIN, headline, title="The number of a sequence", description=description)


def draw_unrank(question: Question, ordering: Ordering | None) -> Svg:
    """Draw the sequence."""
    return draw_ordering(question.instance, ordering)


def draw_encoding(question: Question, table: Table | None) -> Svg:
    """Draw the clauses by family."""
    if table is None:
        return draw_deal(question.instance)
    return _draw_bars("Clauses by family", show_encoding(question, table), list(table.families.items()))


def draw_audit(question: Question, audit: Audit | None) -> Svg:
    """Draw the spurious and the missing sequences as mountains."""
    if audit is None:
        return draw_deal(question.instance)
    description = show_audit(question, audit)
    spurious = [("a model that is not a valid sequence", ordering) for ordering in audit.spurious]
    missing = [("a valid sequence that is not a model", ordering) for ordering in audit.missing]
    first_orderings = [*spurious, *missing][:MOST_MOUNTAINS]
    pieces = [_headline(description)]
    for k, (kind, ordering) in enumerate(first_orderings):
        heading = text(kind, MARGIN, MARGIN / 2, fill="muted", size=14)
        mountain_marks = draw_mountain(question.instance, ordering, MARGIN, MARGIN + 20)
        pieces.append(group(heading, *mountain_marks, at=(0, MARGIN + 10 + k * AUDITED)))
    tall = 2 * MARGIN + len(first_orderings) * AUDITED
    return document(WIDTH + 2 * MARGIN, tall, *pieces, title="Encoding and definition", description=description)
