"""The text of the row, the demands that it breaks, the card that must go, and typed moves.

``5 = 3`` puts the card 3 at position 5, ``5 =`` takes it away, ``stop`` gives up.
"""

import re

from passatempo.cards.answers import Ordering
from passatempo.cards.drawing import draw_ordering, draw_row
from passatempo.cards.game.bots import blocking_cards, complete_row
from passatempo.cards.game.play import GameState, Move, instance
from passatempo.cards.text import short_distance, write_cards
from passatempo.cards.text import write as write_deal
from passatempo.core.errors import FormatError, quote
from passatempo.core.messages import mark, message, translate
from passatempo.games.values import STOP_WORDS
from passatempo.render.svg import Svg

EMPTY = "_"
BEGINS = mark("The row must begin by rising: position {at} has {a}, position {after} has {b}.")
FALLS = mark("From position {at} to {after} the row falls from {a} to {b}, where {pattern} rises.")
FAULTS = (  # of a row, in the order of the kernel
    "",
    "",  # other cards
    mark("Neighbouring cards must differ: positions {at} and {after} both have {a}."),
    FALLS,
    mark("The row changes direction too few times for {pattern}."),
    BEGINS,
    mark("The peaks are {apart} apart, not {distance}."),
    FALLS,
    "",  # a card is missing
    "The maxima differ by {found}, not by {gap}.",
    "Stationary point {point} is at {found}, not at {position}.",
    "The first card is {found}, not {first}.",
    "The last card is {found}, not {last}.",
)
DISTANCE, FIXED = 6, 10
BETWEEN = "The distance between the stationary points {first} and {second} is {found}, not {op} {value}."
RISING = {  # the messages for a step that rises
    BEGINS: mark("The row must begin by falling: position {at} has {a}, position {after} has {b}."),
    FALLS: mark("From position {at} to {after} the row rises from {a} to {b}, where {pattern} falls."),
}

_MOVE = re.compile(r"([0-9]{1,6})\s*=\s*(-?[0-9]{1,16})?")


def show(game_state: GameState, names: tuple[str, ...], locale: str) -> str:
    """Write the row with its positions, visible turns, remaining cards, demands, and broken demands.

    >>> from passatempo.cards.game.play import GameState, rules_of
    >>> from passatempo.cards.model import Deal
    >>> deal = Deal((1, 1, 2), pattern="UD")
    >>> print(show(GameState(rules_of(deal), deal, ((1, 1), (2, 2))), (), "en"))
     1 2 3
     1 2 _
    left: 1
    up, down; no end of the row is a turning point
    """
    size, row, marks = len(game_state.cards.cards), game_state.row, _turn_signs(game_state)
    cells = [str(row.get(position, EMPTY)) for position in range(1, size + 1)]
    width = max(len(str(size)), *(len(cell) for cell in cells)) + 1
    lines = ["".join(f"{position:>{width}}" for position in range(1, size + 1))]
    lines.append("".join(f"{cell:>{width}}" for cell in cells))
    if marks:
        lines.append("".join(f"{marks.get(position, ''):>{width}}" for position in range(1, size + 1)).rstrip())
    if game_state.left:
        lines.append(translate("left: {cards}", locale, cards=write_cards(game_state.left)))
    return "\n".join([*lines, demands(game_state, locale), *faults(game_state, locale)])


def _turn_signs(game_state: GameState) -> dict[int, str]:
    """Return the signs of the turns visible from three neighbours."""
    row, turn_signs = game_state.row, {}
    for position in row:
        before, after = row.get(position - 1), row.get(position + 1)
        if before is not None and after is not None:
            turn_signs[position] = (
                "^" if before < row[position] > after else "v" if before > row[position] < after else ""
            )
    return {position: sign for position, sign in turn_signs.items() if sign}


def demands(game_state: GameState, locale: str) -> str:
    """Write the demands on the row."""
    cards = game_state.cards
    ways = {"U": translate("up", locale), "D": translate("down", locale)}
    demand_lines = [", ".join(ways[run] for run in cards.pattern)]
    distance, rest_distances = short_distance(cards)
    if distance is not None:
        demand_lines.append(translate("the peaks {distance} apart", locale, distance=distance))
    if rest_distances or cards.fixed or (cards.peak_gap, cards.first, cards.last) != (None, None, None):
        keys = ("distance:", "peak_value_gap:", "first:", "last:", "at:")
        demand_lines += [line for line in write_deal(cards).splitlines() if line.startswith(keys)]
    ends = mark("no end of the row is a turning point") if cards.ends == "interior" else mark("end runs may be empty")
    return "; ".join([*demand_lines, translate(ends, locale)])


def faults(game_state: GameState, locale: str) -> list[str]:
    """Describe the demands that the row breaks for every completion. A full row is checked completely.

    >>> from passatempo.cards.game.play import GameState, rules_of
    >>> from passatempo.cards.model import Deal
    >>> deal = Deal((1, 1, 2), pattern="UD")
    >>> faults(GameState(rules_of(deal), deal, ((1, 2), (2, 1))), "en")
    ['The row must begin by rising: position 1 has 2, position 2 has 1.']
    """
    cards, row, broken = game_state.cards, game_state.row, game_state.verdict["faults"]
    short = short_distance(cards)[0] is not None
    peaks = short and any(fault.rule == DISTANCE and fault.condition == 0 for fault in broken)
    sentences = []
    for rule, position, condition, value in broken:
        a, b, message = row.get(position - 1), row.get(position), FAULTS[rule]
        values: dict[str, object] = {"at": position - 1, "after": position, "a": a, "b": b, "found": value}
        values |= {"pattern": cards.pattern, "gap": cards.peak_gap, "first": cards.first, "last": cards.last}
        if rule == DISTANCE and peaks:
            message = FAULTS[rule] if condition == 0 else ""
            values |= {"apart": value, "distance": cards.distances[0].value}
        elif rule == DISTANCE:
            message = BETWEEN
            values |= cards.distances[condition]._asdict()
        elif rule == FIXED:
            values |= zip(("point", "position"), cards.fixed[condition], strict=True)
        elif a is not None and b is not None and a < b:
            message = RISING.get(message, message)
        sentences.append(translate(message, locale, **values))
    return list(filter(None, sentences))


def draw(game_state: GameState) -> Svg:
    """Draw the row, as a mountain if it is right."""
    verdict = game_state.verdict
    if not verdict["faults"]:
        return draw_ordering(game_state.cards, Ordering(game_state.sequence, verdict["turns"]))
    return draw_row(instance(game_state), show(game_state, (), "en"))


def ending(game_state: GameState, names: tuple[str, ...], locale: str) -> str:
    """Describe the end of the game."""
    if not game_state.is_right:
        return translate("You stopped; the row is unfinished.", locale)
    result_message = (
        mark("The row is right, in {n} moves.")
        if game_state.move_count != 1
        else mark("The row is right, in {n} move.")
    )
    return translate(result_message, locale, n=game_state.move_count)


def why(game_state: GameState, argument: str, locale: str) -> str:
    """Name the laid cards that must go."""
    row_completion = complete_row(instance(game_state))
    if row_completion is None:
        return translate("There was no time to find out whether the row can be completed.", locale)
    if row_completion[1]:
        return translate("No card needs to go: the row can be completed.", locale)
    wrong = blocking_cards(game_state)
    if not wrong:
        return translate("These cards cannot be played under the rules.", locale)
    wrong_cards = ", ".join(f"{position} = {game_state.row[position]}" for position in wrong)
    if len(wrong) == 1:
        return translate("Remove {cards}: without it, the row can be completed.", locale, cards=wrong_cards)
    return translate(
        "No single card is the problem; without {cards} the row can be completed.", locale, cards=wrong_cards
    )


def read(game_state: GameState, text: str, locale: str) -> Move:
    """Read a move.

    Raises
    ------
    FormatError
        If the text is not a move.

    Examples
    --------
    >>> read(None, "5 = 3", "en"), read(None, "5=", "en").kind
    (Move(kind='put', position=5, card=3), 'take')
    """
    typed_move = text.strip().lower()
    if typed_move in STOP_WORDS:
        return Move("stop")
    move_match = _MOVE.fullmatch(typed_move)
    if move_match is None:
        raise FormatError(message(mark("{text} is not a move"), text=quote(text)), kind="bad-move")
    position = int(move_match[1])
    return Move("take", position) if move_match[2] is None else Move("put", position, int(move_match[2]))


def write(game_state: GameState, move: Move, locale: str) -> str:
    """Write a move.

    >>> write(None, Move("put", 5, 3), "en"), write(None, Move("take", 5), "en")
    ('5 = 3', '5 =')
    """
    if move.kind == "stop":
        return "stop"
    return f"{move.position} = {move.card}" if move.kind == "put" else f"{move.position} ="
