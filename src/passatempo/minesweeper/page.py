"""The web page of Minesweeper: play with an assistant that can say why, and edit positions cell by cell."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from nicegui import ui

from passatempo.core.json import convert
from passatempo.minesweeper.generate import PRESETS
from passatempo.minesweeper.json import BOARD, BoardJson
from passatempo.minesweeper.minefield import Game, Minefield
from passatempo.minesweeper.model import FLAG, Board, is_covered
from passatempo.minesweeper.text import write_grid
from passatempo.web import controls
from passatempo.web.cells import Cell, Cells
from passatempo.web.desk import BENCH, Page, View
from passatempo.web.tags import Tag
from passatempo.web.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from passatempo.minesweeper.model import Place
    from passatempo.web.desk import Desk

MOST_CELLS = 2000  # larger boards are pictures only
LARGEST = 40  # rows and columns to play on
SIGNS = "#F?012345678"
SIGN_NAMES = {"#": "covered", "F": "flag", "?": "opened, number unknown"}
NAMES = {
    "beginner-8": "beginner, 8 × 8, 10 mines",
    "beginner-9": "beginner, 9 × 9, 10 mines",
    "intermediate": "intermediate, 16 × 16, 40 mines",
    "expert": "expert, 16 × 30, 99 mines",
    "custom": "your own size",
}


def board_of(desk: Desk) -> Board:
    """Return the board of a desk."""
    board: Board = BOARD.load(convert(desk.instance, BoardJson))
    return board


def percent(chance: Fraction) -> str:
    """Write a chance for a small cell; never 0 or 100 for what is not certain.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 999)), percent(Fraction(998, 999))
    ('33', '1', '99')
    """
    return str(min(99, max(1, round(100 * chance))))


def cell_of(code: int, place: Place, chance: Fraction | None, extra: str = "") -> Cell:
    """Make a cell from its code, with what the assistant knows of it."""
    where = say("row {row}, column {column}: ", row=place[0] + 1, column=place[1] + 1)
    if not is_covered(code):
        text = "" if code == 0 else str(code) if code < 100 else "?"
        return Cell(text, f"open n{code} {extra}", where + (text or "0"))
    flagged = code == FLAG
    text, kind, said = ("⚑", "covered flag", say("flag")) if flagged else ("", "covered", say("covered"))
    note = ""
    if chance is not None:
        note = "✓" if chance == 0 else "●" if chance == 1 else percent(chance)
        kind += " safe" if chance == 0 else " mine" if chance == 1 else f" shade-{round(chance * 10)}"
        said += say(", safe") if chance == 0 else say(", a mine") if chance == 1 else say(", {p} %", p=note)
        if not flagged and 0 < chance < 1:
            text, note = note, ""
            kind += " chance"
    return Cell(text, f"{kind} {extra}", where + said, note)


def chances_of(board: Board, answer: Mapping[str, Any] | None) -> dict[Place, Fraction]:
    """Return the chance of every covered cell from the JSON of the question `chances`."""
    if not answer:
        return {}
    near = {}
    for key, chance in answer["prob"].items():
        row, _, column = key.partition(",")
        near[int(row) - 1, int(column) - 1] = Fraction(chance)
    other = None if answer["prob_other"] is None else Fraction(answer["prob_other"])
    for cell, code in enumerate(board.cells):
        place = board.place(cell)
        if is_covered(code) and place not in near and other is not None:
            near[place] = other
    return near


def rows_of(board: Board, chances: Mapping[Place, Fraction], extra: Mapping[Place, str]) -> list[list[Cell]]:
    """Make the cells of a board."""
    rows = []
    for i in range(board.rows):
        codes = board.cells[i * board.columns : (i + 1) * board.columns]
        rows.append([cell_of(code, (i, j), chances.get((i, j)), extra.get((i, j), "")) for j, code in enumerate(codes)])
    return rows


# The editor: choose a sign, tap the cells that are to have it.


def editor(desk: Desk) -> Callable[[], Any]:
    """Build the editor of a position."""
    chosen = {"sign": "#"}
    tools = Tag("div", role="radiogroup", aria_label=say("Sign to put")).classes("segments")
    buttons: dict[str, Tag] = {}

    def choose(sign: str) -> None:
        chosen["sign"] = sign
        for other, button in buttons.items():
            button.props["aria-checked"] = "true" if other == sign else "false"
            button.update()

    with tools:
        for sign in SIGNS:
            label = say(SIGN_NAMES.get(sign, "number {sign}"), sign=sign)
            shown = {"#": "■", "F": "⚑"}.get(sign, sign)
            made = Tag("button", shown, type="button", role="radio", aria_label=label, title=label)
            buttons[sign] = made.classes("button tool").on("click", partial(choose, sign), [])
    choose("#")
    words = controls.line(say("Choose a sign, then tap the cells that are to have it."), "help")

    async def press(row: int, column: int, how: str) -> None:
        async with desk.order:
            grid = [list(line) for line in write_grid(board_of(desk)).splitlines()]
            grid[row][column] = chosen["sign"] if how == "main" else "F"
            await desk.take({**desk.instance, "grid": "\n".join("".join(line) for line in grid)})

    with Tag("div").classes("cells-holder"):
        cells = Cells(say("The position"), press, "mines")
    picture = controls.picture()

    def refresh() -> None:
        board = board_of(desk)
        small = len(board.cells) <= MOST_CELLS
        for part in (tools, words, cells):
            part.set_visibility(small)
        picture.set_content("" if small else desk.picture)
        shifts = [0.5 * (i % 2) for i in range(board.rows)] if board.variant == "hexagonal" else []
        cells.show(rows_of(board, {}, {}) if small else [], shifts=shifts)

    refresh()
    return refresh


# Play.


class Play:
    """A game with an assistant; size, seed, clicks and flags are in the address."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.more = desk.state.more
        self.mode = "open"
        self.chances: dict[Place, Fraction] = {}
        self.of: bytes = b""  # the position that the chances are of
        self.marked: dict[Place, str] = {}  # what "why?" points at
        with Tag("div").classes("columns"):
            with Tag("div").classes("stage"), Tag("section", aria_label=say("Minefield")).classes("instance"):
                self.told = controls.line("", "verdict").props("role=status")
                self.cells = Cells(say("The minefield"), self._press, "mines")
                self.reason = controls.line("", "words").props("aria-live=polite")
            with Tag("div").classes("side"):
                with controls.section(say("What a tap does"), "question"):
                    self._tools()
                with controls.section(say("Assistant")):
                    self._assistant()
                with controls.section(say("New game")):
                    self._setup()
        self.show()

    @property
    def game(self) -> Game:
        """The game as the address has it."""
        said = self.more.get("game", {})
        rows, columns, mines = PRESETS["beginner-9"]
        field = Minefield(
            said.get("rows", rows),
            said.get("columns", columns),
            said.get("mines", mines),
            said.get("seed", 1),
            said.get("opening", True),
        )
        return Game(field, tuple(said.get("clicks", ())), frozenset(said.get("flags", ())))

    def keep(self, game: Game) -> None:
        """Put a game into the address."""
        field = game.field
        self.more["game"] = {
            "rows": field.rows,
            "columns": field.columns,
            "mines": field.mines,
            "seed": field.seed,
            "opening": field.opening,
            "clicks": list(game.clicks),
            "flags": sorted(game.flags),
        }
        self.desk.remember()

    # What is on the page.

    def _tools(self) -> None:
        """Make the choice of what a tap does."""
        modes = {"open": say("Open"), "flag": say("Flag"), "why": say("Why?")}
        buttons: dict[str, Tag] = {}

        def choose(mode: str) -> None:
            self.mode = mode
            for other, button in buttons.items():
                button.props["aria-checked"] = "true" if other == mode else "false"
                button.update()

        with Tag("div", role="radiogroup", aria_label=say("What a tap does")).classes("segments"):
            for mode, words in modes.items():
                made = Tag("button", words, type="button", role="radio").classes("button tool")
                buttons[mode] = made.on("click", partial(choose, mode), [])
        choose("open")
        controls.line(
            say("Right click, a long touch or the key F puts a flag. A number with its flags opens around it."), "help"
        )

    def _assistant(self) -> None:
        """Make the switches of the assistant."""
        for key, words in (
            ("certain", say("Show safe cells and mines")),
            ("chances", say("Show the chance of a mine")),
        ):
            controls.check(words, bool(self.more.get(key)), partial(self._switch, key))
        with controls.row():
            if any(problem.name == "guess" for problem in self.desk.game.problems):
                controls.button(say("Best guess"), self._guess)
            controls.button(say("Analyse this position"), self._analyse)

    async def _switch(self, key: str, on: bool) -> None:
        self.more[key] = on
        self.desk.remember()
        await self.assist()

    def _setup(self) -> None:
        """Make the form of a new game."""
        wanted: dict[str, Any] = {"preset": "beginner-9", "rows": 12, "columns": 12, "mines": 25, "opening": True}
        controls.choice(
            say("Size"), {key: say(words) for key, words in NAMES.items()}, "beginner-9", lambda key: preset(key)
        )
        own = Tag("div").classes("row end")
        with own:
            for key, words in (("rows", say("rows")), ("columns", say("columns")), ("mines", say("mines"))):
                controls.entry(words, str(wanted[key]), partial(wanted.__setitem__, key), kind="number")
        own.set_visibility(False)

        def preset(key: str) -> None:
            wanted["preset"] = key
            own.set_visibility(key == "custom")

        controls.check(say("No mine around the first click"), True, lambda on: wanted.update(opening=on))
        seeds = controls.entry(
            say("Seed"), "", lambda new: wanted.update(seed=new), help_text=say("empty: the next one")
        )

        def start() -> None:
            if self._start(wanted):
                seeds.put("")
                wanted.pop("seed", None)

        controls.button(say("Start"), start, "main")

    def _start(self, wanted: Mapping[str, Any]) -> bool:
        """Begin a new game; say what is wrong with its size."""
        try:
            sizes = [int(wanted[key]) for key in ("rows", "columns", "mines")]
            rows, columns, mines = PRESETS.get(wanted["preset"], sizes)
            seed = int(wanted["seed"]) if wanted.get("seed") else self.game.field.seed + 1
            if not (1 <= rows <= LARGEST and 1 <= columns <= LARGEST and 0 <= seed < 2**53):
                raise ValueError(say("Fields to play on have 1 to {most} rows and columns.", most=LARGEST))
            field = Minefield(rows, columns, mines, seed, bool(wanted["opening"]))
        except ValueError as error:
            self.desk.message(str(error), True)
            return False
        self.desk.message("", False)
        self.marked = {}
        self.reason.write("")
        self.keep(Game(field))
        self.show()
        return True

    # The game.

    async def _press(self, row: int, column: int, how: str) -> None:
        game = self.game
        cell = row * game.field.columns + column
        if self.mode == "why" and how == "main":
            await self._why(game.board, (row, column))
            return
        self.marked = {}
        self.reason.write("")
        after = game.flag(cell) if how == "other" or self.mode == "flag" else game.press(cell)
        if after != game:
            self.keep(after)
        self.show()
        ui.timer(0, self.assist, once=True)  # the next tap need not wait for it

    def show(self) -> None:
        """Show the field as it is."""
        game = self.game
        board = game.board
        extra = dict(self.marked)
        if game.lost is not None:
            hidden = game.hidden
            for cell, mine in enumerate(hidden):
                if mine:
                    extra[board.place(cell)] = "blown" if cell == game.lost else "shown"
        known = self.chances if self.of == board.cells and not game.over else {}
        if not self.more.get("chances"):
            known = (
                {place: chance for place, chance in known.items() if chance in (0, 1)}
                if self.more.get("certain")
                else {}
            )
        rows = rows_of(board, known, extra)
        for place, kind in extra.items():
            if kind in ("blown", "shown"):
                rows[place[0]][place[1]] = rows[place[0]][place[1]]._replace(text="✹")
        self.cells.show(rows)
        self._tell(game)

    def _tell(self, game: Game) -> None:
        """Say how the game stands."""
        left = game.field.mines - len(game.flags)
        words = say("Mines left: {left}. Seed {seed}.", left=left, seed=game.field.seed)
        kind = ""
        if game.lost is not None:
            row, column = game.board.place(game.lost)
            words, kind = (
                say("A mine at row {row}, column {column}: lost.", row=row + 1, column=column + 1),
                "impossible",
            )
        elif game.won:
            words, kind = say("All {n} mines are found: won!", n=game.field.mines), "solved"
        self.told.write(words)
        self.told.classes(replace=f"verdict {kind}")

    # The assistant.

    def _asked(self, board: Board) -> dict[str, Any]:
        return {"grid": write_grid(board), "mines": board.mines}

    async def assist(self) -> None:
        """Find the chances of the position that is shown, if somebody wants to see them."""
        board = self.game.board
        if not (self.more.get("certain") or self.more.get("chances")) or self.game.over:
            self.show()
            return
        outcome = await self._outcome("chances", board)
        if board.cells == self.game.board.cells:  # else another click came first
            self.chances, self.of = chances_of(board, outcome and outcome["answer"]), board.cells
            self.show()

    async def _outcome(self, question: str, board: Board, **asked: Any) -> dict[str, Any] | None:
        return await self.desk.asks(question, instance=self._asked(board), **asked)

    async def _why(self, board: Board, place: Place) -> None:
        """Say of a cell whether it is safe, and why."""
        row, column = place[0] + 1, place[1] + 1
        asked = {"click": [row, column]}
        said = await self._outcome("click", board, **asked)
        answer = (said and said["answer"]) or {}
        verdict = answer.get("verdict", "")
        self.marked = {place: "asked"}
        words = [_verdict(verdict, answer.get("probability"))]
        questions = [problem.name for problem in self.desk.game.problems]
        if verdict in ("safe", "sure_mine") and "explain" in questions:
            told = await self._outcome("explain", board)
            for one in ((told and told["answer"]) or {}).get("cells", []):
                if tuple(one["cell"]) == (row, column):
                    self.marked |= {(r - 1, c - 1): "because" for r, c in one["because"]}
                    words.append(one["text"])
        elif answer.get("witness"):
            words.append(say("A layout with a mine there:\n{witness}", witness=answer["witness"]))
        self.reason.write(say("Row {row}, column {column}: ", row=row, column=column) + "\n".join(words))
        self.show()

    async def _guess(self) -> None:
        """Mark the cell that is best opened."""
        board = self.game.board
        outcome = await self._outcome("guess", board)
        answer = outcome and outcome["answer"]
        if answer:
            row, column = answer["cell"]
            self.marked = {(row - 1, column - 1): "asked"}
            win = say(", it wins with {win}", win=answer["win"]) if answer.get("win") else ""
            safety = say("{p} safe", p=answer["safety"])
            self.reason.write(say("Best: row {row}, column {column}, ", row=row, column=column) + safety + win + ".")
            self.show()

    async def _analyse(self) -> None:
        """Take the position to the workbench."""
        if await self.desk.take(self._asked(self.game.board)):
            await self.desk.turn_to(BENCH)


def _verdict(verdict: str, probability: str | None) -> str:
    """Say a verdict of the question `click` in words.

    >>> _verdict("may_be_mine", "1/3")
    'it may hold a mine, with probability 1/3 = 33.3 %.'
    """
    if verdict == "may_be_mine" and probability:
        share = float(Fraction(probability))
        return say("it may hold a mine, with probability {p} = {share:.1%}.", p=probability, share=share).replace(
            "%.", " %."
        )
    words = {
        "safe": say("it is safe: no layout has a mine there."),
        "sure_mine": say("it is a mine in every layout."),
        "already_open": say("it is open already."),
        "contradiction": say("the numbers contradict each other."),
    }
    return words.get(verdict, say("nothing is known in time."))


def play(desk: Desk) -> Any:
    """Build the view to play in."""
    made = Play(desk)
    ui.timer(0, made.assist, once=True)  # the assistant may be on from the start
    return made.show


PAGE = Page(editor=editor, views=(View("play", say("Play"), play),), first=True)
