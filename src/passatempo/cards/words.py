"""Deals and answers as text."""

from passatempo.cards.answers import Audit, Count, Distances, Listing, Ordering, Rank, Sample, Table
from passatempo.cards.model import Deal
from passatempo.cards.text import write, write_cards
from passatempo.core.json import decimal_digits as decimal_digits
from passatempo.core.pastime import Question

LONGEST_LINE = 100
MOST_LISTED = 60  # distances with their counts; the rest is cut


def show_deal(deal: Deal) -> str:
    """Write the cards and the conditions as canonical text.

    >>> from passatempo.cards.model import Deal
    >>> print(show_deal(Deal((1, 2, 1), pattern="UD")))
    1 2 1
    pattern: UD
    """
    return write(deal).rstrip("\n")


def show_ordering(deal: Deal, ordering: Ordering) -> str:
    """Write a sequence with its stationary points under it.

    >>> from passatempo.cards.answers import Ordering
    >>> from passatempo.cards.model import Deal
    >>> print(show_ordering(Deal((1, 1, 1, 2, 2)), Ordering((1, 2, 1, 2, 1), (2, 3, 4))))
    1 2 1 2 1
      ^ v ^
    stationary points at 2, 3, 4; the maxima are 2 apart
    """
    rows = mountain_rows(deal, ordering) if len(ordering.sequence) <= 400 else wrap_line(write_cards(ordering.sequence))
    if not ordering.stationary:
        return "\n".join(rows)
    point_numbers = ", ".join(map(str, ordering.stationary))
    point_line = f"stationary points at {point_numbers}"
    if deal.pattern == "UDUD":
        point_line += f"; the maxima are {ordering.stationary[2] - ordering.stationary[0]} apart"
    return "\n".join([*rows, point_line])


def mountain_rows(deal: Deal, ordering: Ordering) -> list[str]:
    """Write the sequence in lines, each with marks under its maxima (^) and minima (v)."""
    marks = {p: "^" if deal.pattern[k] == "U" else "v" for k, p in enumerate(ordering.stationary)}
    rows, cards, signs = [], "", ""
    for position, card in enumerate(ordering.sequence, 1):
        word = str(card)
        if cards and len(cards) + 1 + len(word) > LONGEST_LINE:
            rows += [cards, signs.rstrip()] if signs.strip() else [cards]
            cards = signs = ""
        cards += (" " if cards else "") + word
        signs = signs.ljust(len(cards) - 1) + marks.get(position, " ")
    rows += [cards, signs.rstrip()] if signs.strip() else [cards]
    return rows


def wrap_line(line: str) -> list[str]:
    """Break a long line at blanks.

    >>> wrap_line("1 2 " * 40)[1][:7]
    '1 2 1 2'
    """
    line = line.strip()
    rows, start = [], 0
    while len(line) - start > LONGEST_LINE:
        line_end = line.rfind(" ", start, start + LONGEST_LINE + 1)
        if line_end < 0:  # a word longer than a line
            line_end = line.find(" ", start)
            if line_end < 0:
                break
        rows.append(line[start:line_end])
        start = line_end + 1
    return [*rows, line[start:]]


def show_count(deal: Deal, count: Count) -> str:
    """Write both numbers.

    >>> from passatempo.cards.answers import Count
    >>> from passatempo.cards.model import Deal
    >>> show_count(Deal((1, 1, 1, 2, 2)), Count(1, 12))
    '1 sequence; 12 when equal cards are told apart'
    """
    return f"{plural(count.sequences, 'sequence')}; {decimal_digits(count.models)} when equal cards are told apart"


def plural(number: int, word: str) -> str:
    """Write a number with its word.

    >>> plural(1, "model"), plural(2, "model")
    ('1 model', '2 models')
    """
    return f"{decimal_digits(number)} {word if number == 1 else word + 's'}"


def show_distances(deal: Deal, distances: Distances) -> str:
    """Write the distances with their counts.

    >>> from passatempo.cards.answers import Distances
    >>> from passatempo.cards.model import Deal
    >>> print(show_distances(Deal((1, 1, 2, 2, 3, 3, 4)), Distances((2, 4), {2: 8, 3: 22, 4: 12})))
    distances 2 to 4
    2:  8 sequences
    3: 22 sequences
    4: 12 sequences
    """
    interval, counts = distances.interval, distances.sequences
    if interval is None and not counts:
        return "no distance is possible"
    head = "the distances leave gaps" if interval is None else f"distances {interval[0]} to {interval[1]}"
    if counts is None:
        return head
    sequence_counts = {str(d): decimal_digits(n) for d, n in counts.items()}
    left, right = max(map(len, sequence_counts)), min(30, max(map(len, sequence_counts.values())))
    rows = [f"{d:>{left}}: {n:>{right}} sequence{'s' * (n != '1')}" for d, n in sequence_counts.items()]
    if len(rows) > MOST_LISTED:
        rows = [*rows[: MOST_LISTED // 2], "...", *rows[-MOST_LISTED // 2 :]]
    return "\n".join([head, *rows])


def show_sample(question: Question, sample: Sample) -> str:
    """Write the sequences, one per line."""
    return "\n".join(map(write_cards, sample.sequences)) or "no sequences were requested"


def show_listing(question: Question, listing: Listing) -> str:
    """Write the sequences, one per line, and whether there are more."""
    rows = [*map(write_cards, listing.sequences)]
    end_note = "that is all" if listing.complete else "there are more"
    return "\n".join([*rows, f"{plural(len(rows), 'sequence')}; {end_note}"])


def show_rank(question: Question, rank: Rank) -> str:
    """Write the number.

    >>> from passatempo.cards.answers import Rank
    >>> show_rank(None, Rank(3, 12))
    'number 3 of 12'
    """
    return f"number {decimal_digits(rank.rank)} of {decimal_digits(rank.sequences)}"


def show_unrank(question: Question, ordering: Ordering) -> str:
    """Write the sequence."""
    return show_ordering(question.instance, ordering)


def show_encoding(question: Question, table: Table) -> str:
    """Write the table of families.

    >>> from passatempo.cards.answers import Table
    >>> print(show_encoding(None, Table.of(70, {"ALO_pos": 7, "dist": 3})))
    ALO_pos   7
    dist      3
    clauses  10
    letters  70
    """
    rows = {**table.families, "clauses": table.clauses, "letters": table.variables}
    left, right = max(map(len, rows)), max(len(f"{number:,}") for number in rows.values())
    return "\n".join([f"{name:<{left}}  {number:>{right},}" for name, number in rows.items()])


def show_audit(question: Question, audit: Audit) -> str:
    """Write the numbers of models, and the sequences in which encoding and definition differ."""
    rows = [f"the encoding has {plural(audit.models, 'model')}, the definition {decimal_digits(audit.true_models)}"]
    for word, orderings in (("spurious", audit.spurious), ("missing", audit.missing)):
        for ordering in orderings[:MOST_LISTED]:
            points = ", ".join(map(str, ordering.stationary))
            rows.append(f"{word}: {write_cards(ordering.sequence)}  (stationary points at {points})")
        if len(orderings) > MOST_LISTED:
            rows.append(f"and {len(orderings) - MOST_LISTED} more {word} ones")
    if not audit.spurious and not audit.missing:
        rows.append("no sequence is spurious, none is missing")
    return "\n".join(rows)
