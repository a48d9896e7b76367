"""The text of a game: the board, the prompts, the result, and moves as they are typed.

A move is a row and a column from 1, as in ``2 3``, or ``stop``.
"""

from dataclasses import replace

from passatempo.core.errors import FormatError, quote
from passatempo.core.limits import Limits
from passatempo.core.messages import mark, message, translate
from passatempo.games.values import STOP_WORDS, read_cell, write_cell
from passatempo.optimiza.drawing import draw_board, draw_route
from passatempo.optimiza.game.bots import NODES, best_completion, duel_payoffs
from passatempo.optimiza.game.play import LEVELS, STOP, Move, Position, highest_level, levels_of, seat
from passatempo.optimiza.model import VARIANTS, Route
from passatempo.optimiza.words import grid_of
from passatempo.render.svg import Svg

LIMITS = Limits(nodes=NODES)


def show(position: Position, names: tuple[str, ...], locale: str) -> str:
    """Write the board: the piece in square brackets, the path in round ones, and a + where the piece may go.

    >>> from passatempo.optimiza.game.rules import GameRules
    >>> from passatempo.optimiza.game.play import Position
    >>> from passatempo.optimiza.model import Board
    >>> print(show(Position(GameRules(2), Board(2, (1, 1, 1, 2)), (0, 1)), ("you",), "en"))
         1   2
    1  (1) [1]
    2   1+  2+
    [ ] the piece, ( ) the path, + where it can go
    score 2, squares 2
    """
    board, words = position.board, [f"{number} " for number in position.board.cells]
    for cell in position.path:
        words[cell] = f"({board.cells[cell]})"
    if position.path:
        words[position.path[-1]] = f"[{board.cells[position.path[-1]]}]"
        for cell in () if position.is_over else position.kernel_view.onward:
            words[cell] = f"{board.cells[cell]}+"
    rows: list[list[object]] = []
    for row in board.rows:
        rows.append([*words[: len(row)]])
        words = words[len(row) :]
    lines = [line.rstrip() for line in grid_of(board, rows).splitlines()]
    if board.variant != VARIANTS[0]:
        lines.append(f"variant: {board.variant}")
    return "\n".join([*lines, *_caption_lines(position, names, locale)])


def _caption_lines(position: Position, names: tuple[str, ...], locale: str) -> list[str]:
    """Return the lines under the board."""
    if not position.path:
        start_prompt = mark("Put the piece on a square from which it can move.") if position.rules.duel else mark(
            "Start on any square."
        )  # fmt: skip
        caption_lines = [translate(start_prompt, locale)]
    else:
        caption_lines = [translate("[ ] the piece, ( ) the path, + where it can go", locale)]
        caption_lines.append(
            translate("score {sum}, squares {cells}", locale, sum=position.kernel_view.sum, cells=len(position.path))
        )
    if position.rules.duel and not position.is_over and names:
        caption_lines.append(translate("{name} is to move", locale, name=names[seat(position)]))
    return caption_lines


def draw(position: Position) -> Svg:
    """Draw the board with the path."""
    return draw_route(position.board, Route(position.places)) if position.path else draw_board(position.board)


def ending(position: Position, names: tuple[str, ...], locale: str) -> str:
    """Describe the result of the game."""
    if position.rules.duel:
        winner = names[(len(position.path) - 1) % 2]
        return translate(
            "No move is left: {name} gets {sum} points.", locale, name=winner, sum=position.kernel_view.sum
        )
    score_message = translate("The score of the path is {sum}.", locale, sum=position.kernel_view.sum)
    return f"{score_message} {levels(position, '', locale)}"


def levels(position: Position, argument: str, locale: str) -> str:
    """Write the levels of the board, and the highest that the path reaches.

    >>> from passatempo.optimiza.game.rules import GameRules
    >>> from passatempo.optimiza.game.play import Position
    >>> from passatempo.optimiza.model import Board
    >>> levels(Position(GameRules(2), Board(2, (1, 1, 1, 2)), (3,)), "", "en")
    'X 5, Y 5, expert 5, Z 5; your path reaches none of them.'
    """
    board_levels = levels_of(position.board)
    if board_levels is None:
        return translate("There was no time to compute the levels.", locale)
    levels_message = f"X {board_levels.x}, Y {board_levels.y}, expert {board_levels.expert}, Z {board_levels.z}"
    level_index = highest_level(position)
    if not level_index:
        return translate("{levels}; your path reaches none of them.", locale, levels=levels_message)
    return translate("{levels}; your path reaches {level}.", locale, levels=levels_message, level=LEVELS[level_index])


def why(position: Position, argument: str, locale: str) -> str:
    """Describe the loss of the last move: the best results possible before and after it."""
    if not position.path:
        return translate("No move has been made yet.", locale)
    before = replace(position, path=position.path[:-1], stopped=False)
    at = write_cell(position.board.place(position.path[-1]))
    if position.rules.duel:
        cell_payoffs = duel_payoffs(before, LIMITS)
        if not cell_payoffs:
            return translate("There was no time to compute what was possible.", locale)
        best, got = max(cell_payoffs.values()), cell_payoffs[position.path[-1]]
        if best == got:
            return translate("{cell} lost nothing: its player gets {got}.", locale, cell=at, got=f"{got:+}")
        message = mark("{cell} lost {lost}: its player could get {best}, and gets {got}.")
        return translate(message, locale, cell=at, lost=best - got, best=f"{best:+}", got=f"{got:+}")
    answer_before, answer_after = (best_completion(game_position, LIMITS) for game_position in (before, position))
    best_before, best_after = answer_before["value"], answer_after["value"]
    if (best_before, best_after) != (answer_before["bound"], answer_after["bound"]):
        return translate("There was no time to compute what was possible.", locale)
    if best_before == best_after:
        return translate("{cell} lost nothing: {sum} is still possible.", locale, cell=at, sum=best_after)
    lost = best_before - best_after
    message = mark("{cell} lost {lost}: before it {before} was possible, now {after} is.")
    return translate(message, locale, cell=at, lost=lost, before=best_before, after=best_after)


def read(position: Position, text: str, locale: str) -> Move:
    """Read a move.

    Raises
    ------
    FormatError
        If it is none.

    Examples
    --------
    >>> read(None, "2, 3", "en"), read(None, "stop", "es")
    ((1, 2), 'stop')
    """
    if text.strip().lower() in STOP_WORDS:
        return STOP
    try:
        return read_cell(text)
    except FormatError:
        raise FormatError(message(mark("{text} is not a move"), text=quote(text)), kind="bad-move") from None


def write(position: Position, move: Move, locale: str) -> str:
    """Write a move.

    >>> write(None, (1, 2), "en"), write(None, "stop", "en")
    ('2 3', 'stop')
    """
    return move if isinstance(move, str) else write_cell(move)
