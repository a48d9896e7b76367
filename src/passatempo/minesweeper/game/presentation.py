"""The field on the screen, moves as typed (``3 4``, ``flag 3 4``, ``chord 3 4``), and the end of a game."""

import re
from fractions import Fraction

from passatempo.core.errors import FormatError, UsageError, quote
from passatempo.core.messages import mark, message, translate
from passatempo.games.values import CELL, read_cell, write_cell
from passatempo.minesweeper.drawing import draw_board, draw_certain
from passatempo.minesweeper.formats.minefield import PlayedClick
from passatempo.minesweeper.game import bots
from passatempo.minesweeper.game.judgement import judge_click
from passatempo.minesweeper.game.play import Action, Move, State, View, board_of
from passatempo.minesweeper.game.verdicts import ending_sentence
from passatempo.minesweeper.model import COVERED, FLAG, Cell, Certain, is_covered
from passatempo.minesweeper.text import write_grid
from passatempo.minesweeper.words import number_rows
from passatempo.render.svg import Svg

MEANINGS = {
    "#": mark("covered"),
    "F": mark("a flag"),
    "*": mark("a mine"),
    "!": mark("the mine that you opened"),
    "X": mark("a flag without a mine"),
}
LEVELS = {
    "single": mark("one number after the other"),
    "pair": mark("two numbers at a time"),
    "chain": mark("several numbers together"),
    "count": mark("with the mine count"),
}
# English words work in every language, next to those of the others. No word means two things in two languages.
WORDS: dict[str, Action] = {"": "open", "open": "open", "o": "open", "apri": "open", "abre": "open"}
WORDS |= {"flag": "flag", "f": "flag", "bandierina": "flag", "bandiera": "flag", "bandera": "flag"}
WORDS |= {"chord": "chord", "c": "chord", "accordo": "chord", "acorde": "chord"}
_MOVE = re.compile(rf"([a-z]*)\s*{CELL}")


def show(view: View, names: tuple[str, ...], locale: str) -> str:
    r"""Write the field with row and column numbers, and the number of mines without a flag.

    >>> from passatempo.games.values import Deal
    >>> from passatempo.minesweeper.game import play, rules
    >>> begun = play.start(rules.GameRules(2, 3, 1), 1, Deal(deal_content=("*..", "...")))
    >>> print(show(play.view(play.play(begun, play.Move("open", (0, 1))), 0), (), "en"))
       123
    1  #1#
    2  ###
    # covered
    1 mine, 0 flags
    """
    signs = [_cell_sign(view, cell, sign) for cell, sign in enumerate(write_grid(view.board).replace("\n", ""))]
    width = view.rules.columns
    rows = ["".join(signs[at : at + width]) for at in range(0, len(signs), width)]
    legend = ", ".join(f"{sign} {translate(text, locale)}" for sign, text in MEANINGS.items() if sign in signs)
    lines = [*number_rows(rows), *([legend] if legend else [])]
    if not view.mine:
        flags = view.cells.count(FLAG)
        mines = (
            translate("1 mine", locale) if view.rules.mines == 1 else translate("{n} mines", locale, n=view.rules.mines)
        )
        flag_message = translate("1 flag", locale) if flags == 1 else translate("{n} flags", locale, n=flags)
        lines.append(f"{mines}, {flag_message}")
    if not (view.has_promise or view.mine or view.cells.strip(bytes([COVERED, FLAG]))):
        lines.append(translate("a given field: nothing is promised", locale))
    return "\n".join(lines)


def _cell_sign(view: View, cell: Cell, sign: str) -> str:
    """Return the sign of a cell; after the game, mines are visible, and a cleared field shows its flags."""
    if not view.mine or sign not in "#F":
        return sign
    if not view.mine[cell]:
        return "X" if sign == "F" else sign
    if cell in view.hit:
        return "!"
    return "F" if sign == "F" or not view.hit else "*"


def draw(view: View) -> Svg:
    """Draw the field, with its mines after the game."""
    if not view.mine:
        return draw_board(view.board)
    places = [view.board.place(cell) for cell, mine in enumerate(view.mine) if mine]
    return draw_certain(view.board, Certain((), tuple(places)))


def ending(state: State, names: tuple[str, ...], locale: str) -> str:
    """Describe the end of a game: after a loss, whether it was a fault or bad luck, and a cell that was safe."""
    if not state.hit:
        return translate("The field is clear, in {clicks} clicks.", locale, clicks=state.click_count)
    cell = board_of(state.rules, state.cells).place(state.hit[0])
    lost = translate("There was a mine at {cell}.", locale, cell=write_cell(cell))
    click = PlayedClick(None, "open", state.opens, hit=True)
    judged = judge_click(board_of(state.rules, state.cells_before), click)
    return f"{lost} {ending_sentence(judged, locale)}"


def why(view: View, argument: str, locale: str) -> str:
    """Explain why a cell is certainly safe or a mine, and how hard it is to see; otherwise give its chance."""
    place, board = read_cell(argument), view.board
    cell = board.cell(*place)
    if cell is None:
        raise UsageError(f"{write_cell(place)} is outside the field of {board.rows} x {board.columns}")
    if not is_covered(board.cells[cell]):
        return translate("{cell} is open.", locale, cell=write_cell(place))
    if view.has_promise:
        return translate("Nothing is open yet: the first square that you open has no mine.", locale)
    from passatempo.minesweeper.reasons import reason_of

    reason = reason_of(board, place)
    if reason is not None:
        message = (
            mark("{cell} is a mine: {reason} ({level})") if reason.mine else mark("{cell} is safe: {reason} ({level})")
        )
        level = translate(LEVELS[reason.level], locale)
        return translate(message, locale, cell=write_cell(place), reason=reason.text, level=level)
    chance = bots.chance_of(board, place)
    if chance is None:
        return translate("The chances cannot be computed.", locale)
    return translate(
        "{cell} is not certain: a mine with chance {chance}.",
        locale,
        cell=write_cell(place),
        chance=bots.format_chance(chance),
    )


def _integer_percent(chance: Fraction) -> str:
    """Write a chance in whole per cent; only certain cells get 0 or 100.

    >>> from fractions import Fraction
    >>> _integer_percent(Fraction(1)), _integer_percent(Fraction(999, 1000))
    ('100', '99')
    """
    return f"{100 * chance}" if chance in (0, 1) else f"{min(99, max(1, round(100 * chance)))}"


def chances_of(view: View, argument: str, locale: str) -> str:
    """Write the chance of a mine in every covered cell, in per cent, on the field."""
    from passatempo.minesweeper.exact.methods import chances

    board = view.board
    board_chances = chances(board).answer
    if board_chances is None:
        return translate("The chances cannot be computed.", locale)
    words = []
    for cell, sign in enumerate(write_grid(board).replace("\n", "")):
        chance = (
            board_chances.near.get(board.place(cell), board_chances.other) if is_covered(board.cells[cell]) else None
        )
        words.append(f"({sign})" if chance is None else _integer_percent(chance))
    from passatempo.render.grid import grid

    rows = [words[at : at + board.columns] for at in range(0, len(words), board.columns)]
    lines = [grid(rows, top=range(1, board.columns + 1), side=range(1, board.rows + 1))]
    lines.append(translate("per cent; open squares have their number in brackets", locale))
    if view.has_promise:
        lines.append(translate("the first square that you open has no mine", locale))
    return "\n".join(lines)


def read(view: View, text: str, locale: str) -> Move:
    """Read a move.

    Raises
    ------
    FormatError
        If the text is not a move.

    Examples
    --------
    >>> from passatempo.games.values import Deal
    >>> from passatempo.minesweeper.game import play, rules
    >>> begun = play.view(play.start(rules.GameRules(), 1, Deal()), 0)
    >>> read(begun, "3 4", "en"), read(begun, "f 1,2", "it").action
    (Move(action='open', place=(2, 3)), 'flag')
    """
    move_match = _MOVE.fullmatch(text.strip().lower())
    if move_match is None or move_match[1] not in WORDS:
        raise FormatError(message(mark("{text} is not a move"), text=quote(text)), kind="bad-move")
    return Move(WORDS[move_match[1]], (int(move_match[2]) - 1, int(move_match[3]) - 1))


def write(view: View, move: Move, locale: str) -> str:
    """Write a move.

    >>> write(None, Move("open", (2, 3)), "en"), write(None, Move("flag", (2, 3)), "en")
    ('3 4', 'flag 3 4')
    """
    return write_cell(move.place) if move.action == "open" else f"{move.action} {write_cell(move.place)}"
