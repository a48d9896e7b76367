"""A game of Minesweeper with an assistant that says what is certain, how likely the rest is, and why."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, cast

import msgspec
from msgspec import Meta
from nicegui import ui

from passatempo.core.words import mark, say
from passatempo.minesweeper.generate import PRESETS
from passatempo.minesweeper.minefield import Game, Minefield
from passatempo.minesweeper.text import write_grid
from passatempo.web import controls
from passatempo.web.cells import Cells
from passatempo.web.desk import BENCH
from passatempo.web.frame import Tag
from passatempo.web.state import Kept

if TYPE_CHECKING:
    from collections.abc import Mapping

    from passatempo.minesweeper.model import Board, Place
    from passatempo.web.desk import Desk

from passatempo.minesweeper.page.board import chances_of, rows_of

LARGEST = 40  # rows and columns to play on
NAMES = {
    "beginner-8": mark("beginner, 8 × 8, 10 mines"),
    "beginner-9": mark("beginner, 9 × 9, 10 mines"),
    "intermediate": mark("intermediate, 16 × 16, 40 mines"),
    "expert": mark("expert, 16 × 30, 99 mines"),
    "custom": mark("your own size"),
}


MOST_SEED = 2**53 - 1
Size = Annotated[int, Meta(ge=1, le=LARGEST)]
Places = Annotated[list[Annotated[int, Meta(ge=0, lt=LARGEST**2)]], Meta(max_length=LARGEST**2)]


class GameKept(Kept):
    """A game as a link has it, with the bounds of the form of a new game."""

    rows: Size = PRESETS["beginner-9"][0]
    columns: Size = PRESETS["beginner-9"][1]
    mines: Annotated[int, Meta(ge=0, lt=LARGEST**2)] = PRESETS["beginner-9"][2]
    seed: Annotated[int, Meta(ge=0, le=MOST_SEED)] = 1
    opening: bool = True
    clicks: Places = []  # noqa: RUF012  msgspec copies it
    flags: Places = []  # noqa: RUF012

    def __post_init__(self) -> None:
        """Refuse more mines than fit, and cells beyond the board."""
        size = self.rows * self.columns
        if self.mines >= size or max([*self.clicks, *self.flags], default=0) >= size:
            raise ValueError(f"mines, clicks or flags beyond the {size} cells")

    @property
    def game(self) -> Game:
        """The game."""
        field = Minefield(self.rows, self.columns, self.mines, self.seed, self.opening)
        return Game(field, tuple(dict.fromkeys(self.clicks)), frozenset(self.flags))


class PlayKept(Kept):
    """What this view keeps in a link."""

    game: GameKept = msgspec.field(default_factory=GameKept)
    certain: bool = False
    chances: bool = False


class Play:
    """A game with an assistant; size, seed, clicks and flags are in the address."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
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
    def more(self) -> PlayKept:
        """What this view keeps in the address."""
        return cast("PlayKept", self.desk.state.more)

    @property
    def game(self) -> Game:
        """The game as the address has it."""
        return self.more.game.game

    def keep(self, game: Game) -> None:
        """Put a game into the address."""
        field, clicks, flags = game.field, list(game.clicks), sorted(game.flags)
        self.more.game = GameKept(field.rows, field.columns, field.mines, field.seed, field.opening, clicks, flags)
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
            controls.check(words, getattr(self.more, key), partial(self._switch, key))
        with controls.row():
            if any(problem.name == "guess" for problem in self.desk.game.problems):
                controls.button(say("Best guess"), self._guess)
            controls.button(say("Analyse this position"), self._analyse)

    async def _switch(self, key: str, on: bool) -> None:
        setattr(self.more, key, on)
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
            if not (1 <= rows <= LARGEST and 1 <= columns <= LARGEST and 0 <= seed <= MOST_SEED):
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
        if not self.more.chances:
            sure = {place: chance for place, chance in known.items() if chance in (0, 1)}
            known = sure if self.more.certain else {}
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
        if not (self.more.certain or self.more.chances) or self.game.over:
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
            if answer["cell"] is None:
                self.reason.write(say("The game is won: every covered cell holds a mine."))
                return
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
