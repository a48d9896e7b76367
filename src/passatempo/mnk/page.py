"""The web page of m,n,k: play any board against any method or another person, with the line of play live."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from nicegui import ui

from passatempo.core.catalogue import installed
from passatempo.core.errors import PassatempoError
from passatempo.core.json import convert, decode, encode
from passatempo.core.limits import Limits
from passatempo.mnk.json import POSITION, PositionJson
from passatempo.mnk.model import EMPTY, MARKS, OPTIONS, O, Position, X, ends, landing
from passatempo.mnk.text import write_place
from passatempo.mnk.turns import before
from passatempo.web import controls
from passatempo.web.cells import Cell, Cells
from passatempo.web.desk import BENCH, Page, View
from passatempo.web.jobs import Refused
from passatempo.web.tags import Tag
from passatempo.web.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from passatempo.core.progress import Progress
    from passatempo.web.desk import Desk

PERSON = "person"
SIGNS = ("", "✕", "◯")
SPOKEN = ("empty", "X", "O")
MOST_CELLS = 1600  # larger boards are pictures only
SMALL = 64  # cells of a board whose value is looked for while somebody plays
GAMES = {
    "3,3,3": "noughts and crosses, 3 × 3",
    "4,4,4": "4 × 4, four in a row",
    "4,5,4": "4 × 5, four in a row",
    "6,7,4": "6 × 7, four in a row",
    "10,10,5": "10 × 10, five in a row",
    "15,15,5": "15 × 15, five in a row",
    "19,19,5": "19 × 19, five in a row",
    "": "your own",
}
LEVELS = {  # seconds and nodes that a method may spend on a move
    "easy": (0.2, 60),
    "medium": (0.3, 2000),
    "strong": (1.0, None),
    "strongest": (5.0, None),
}
OPTION_WORDS = {
    "exact": "exactly k in a row",
    "misere": "who completes a line loses",
    "gravity": "marks fall",
    "torus": "edges are joined",
    "maker_breaker": "only X can win",
}


def position_of(desk: Desk) -> Position:
    """Return the position of a desk."""
    position: Position = POSITION.load(convert(desk.instance, PositionJson))
    return position


def instance_of(position: Position) -> dict[str, Any]:
    """Write a position as an instance; with its moves where they are known, else with its board."""
    face: PositionJson = POSITION.dump(position)
    said: dict[str, Any] = {"m": face.m, "n": face.n, "k": face.k}
    said |= {option: True for option in OPTIONS if getattr(position.rules, option)}
    return said | ({"moves": face.moves} if face.moves else {"board": face.board})


def threats(position: Position) -> dict[int, int]:
    r"""Return the cells where a side could complete a line, with 1 for X, 2 for O, 3 for both.

    >>> from passatempo.mnk.text import read
    >>> threats(read("k: 2\nX .\n. ."))
    {1: 1, 2: 1, 3: 1}
    """
    found: dict[int, int] = {}
    if position.result:
        return found
    cells = bytearray(position.cells)
    for cell in landing(position.rules, position.cells):
        for mark in (X, O):
            cells[cell] = mark
            if ends(position.rules, cells, cell):
                found[cell] = found.get(cell, 0) | mark
        cells[cell] = EMPTY
    return found


def rows_of(position: Position, extra: Mapping[int, str], *, warn: bool = True) -> list[list[Cell]]:
    """Make the cells of a position; threats carry the small sign of the side that threatens."""
    warned = threats(position) if warn else {}
    won = {cell for line in position.won for cell in line}
    rows = []
    for row in range(position.rules.m):
        made = []
        for column in range(position.rules.n):
            cell = row * position.rules.n + column
            mark = position.cells[cell]
            sides = warned.get(cell, 0)
            said = f"{write_place((row, column))}, {say(SPOKEN[mark])}"
            who = " ".join(MARKS[m] for m in (X, O) if sides & m)
            said += say(", {sides} could complete a line", sides=who) if sides else ""
            said += say(", in a winning line") if cell in won else ""
            kind = f"mark{mark} {'won' if cell in won else ''} {'last' if cell == position.last else ''}"
            note = "".join(SIGNS[m] for m in (X, O) if sides & m)
            made.append(Cell(SIGNS[mark], f"{kind} {extra.get(cell, '')}", said, note))
        rows.append(made)
    return rows


# The editor: a tap changes a cell from empty to X to O.


def editor(desk: Desk) -> Callable[[], Any]:
    """Build the editor of a position; a change of one mark may need another, so a position may be wrong for a while."""
    rows: list[list[str]] = []
    words = controls.line(say("Tap a cell to change it: empty, X, O. The history of the game is forgotten."), "help")

    async def press(row: int, column: int, how: str) -> None:
        async with desk.order:
            rows[row][column] = MARKS[(MARKS.index(rows[row][column]) + (1 if how == "main" else 2)) % 3]
            rest = {key: value for key, value in desk.instance.items() if key not in ("moves", "to_move", "board")}
            if not await desk.take({**rest, "board": ["".join(line) for line in rows]}):
                show()

    with Tag("div").classes("cells-holder"):
        cells = Cells(say("The position"), press, "marks")
    picture = controls.picture()

    def show() -> None:
        cells.show([[Cell(SIGNS[MARKS.index(sign)], f"mark{MARKS.index(sign)}", sign) for sign in row] for row in rows])

    def refresh() -> None:
        position = position_of(desk)
        small = position.rules.size <= MOST_CELLS
        words.set_visibility(small)
        cells.set_visibility(small)
        picture.set_content("" if small else desk.picture)
        rows[:] = [list(row) for row in position.rows] if small else []
        if small:
            cells.show(rows_of(position, {}))

    refresh()
    return refresh


# Play.


class Play:
    """A game on the desk's position; who plays, level and wishes are in the address."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.said: dict[str, Any] = {}  # the last move's answer
        self.hinted = -1
        self.proof = ""  # what is known of the position's value
        self.generation = 0  # a new position makes old thoughts worthless
        if "players" not in desk.state.more:
            desk.state.more["players"] = {"X": PERSON, "O": self._methods()[0]}
        with Tag("div").classes("columns"):
            with Tag("div").classes("stage"), Tag("section", aria_label=say("Board")).classes("instance"):
                self.told = controls.line("", "verdict").props("role=status")
                self.cells = Cells(say("The board"), self._press, "marks")
                with Tag("div").classes("row"):
                    self.badge = Tag("span").classes("badge")
                    self.live = Tag("span", aria_live="off").classes("progress")
            with Tag("div").classes("side"):
                with controls.section(say("Game"), "question"):
                    self._actions()
                    self._players()
                with controls.section(say("New game")):
                    self._setup()
        desk.refreshers.append(self.show)

    @property
    def more(self) -> dict[str, Any]:
        """What this view keeps in the address."""
        return self.desk.state.more

    def _methods(self) -> list[str]:
        """Return the installed methods that can play."""
        problem = self.desk.game.problem("move")
        return [method.name for method in problem.methods if not method.needs or installed(method.needs)]

    # What is on the page.

    def _actions(self) -> None:
        """Make the buttons of a game."""
        with controls.row("actions"):
            controls.button(say("Undo"), self._undo)
            controls.button(say("Hint"), self._hint)
            self.stop = controls.button(say("Move now"), self._now, label=say("let the method move at once"))
        self.stop.set_visibility(False)

    def _players(self) -> None:
        """Make the choice of the players and of the level."""
        options = {PERSON: say("a person"), **{name: name for name in self._methods()}}
        for side in ("X", "O"):
            label = say("{side} is played by", side=side)
            controls.choice(label, options, self.more["players"].get(side, PERSON), partial(self._seat, side))
        levels = {name: say(name) for name in LEVELS}
        controls.choice(say("Level"), levels, self.more.get("level", "strong"), self._level)
        seconds = self.more.get("seconds")
        help_text = say("in place of the level's own")
        controls.entry(
            say("Seconds for a move"), "" if seconds is None else f"{seconds:g}", self._seconds, help_text=help_text
        )
        for key, words in (
            ("threats", say("Show threats")),
            ("analysis", say("Say who wins, where it can be proved")),
            ("live", say("Analyse live")),
        ):
            controls.check(words, bool(self.more.get(key, key != "live")), partial(self._wish, key))
        controls.button(say("Analyse this position"), partial(self.desk.turn_to, BENCH))

    async def _seat(self, side: str, player: str) -> None:
        self.more["players"] = {**self.more["players"], side: player}
        self._forget()
        await self.show()
        self.desk.remember()

    def _level(self, name: str) -> None:
        self.more["level"] = name
        self.desk.remember()

    def _seconds(self, written: str) -> None:
        try:
            seconds = float(written) if written.strip() else None
        except ValueError:
            seconds = -1.0
        if seconds is not None and not 0 < seconds <= self.desk.pool.bounds.seconds:
            most = f"{self.desk.pool.bounds.seconds:g}"
            self.desk.message(say("A move may take more than 0 and at most {most} seconds.", most=most), True)
            return
        self.desk.message("", False)
        self.more["seconds"] = seconds
        self.desk.remember()

    async def _wish(self, key: str, on: bool) -> None:
        self.more[key] = on
        await self.show()
        self.desk.remember()

    def _setup(self) -> None:
        """Make the form of a new game."""
        wanted: dict[str, Any] = {"game": "3,3,3", "m": "7", "n": "7", "k": "4", "options": set()}
        games = {key: say(words) for key, words in GAMES.items()}
        controls.choice(say("Size"), games, "3,3,3", lambda key: choose(key))
        own = Tag("div").classes("row end")
        with own:
            for key, words in (("m", say("rows")), ("n", say("columns")), ("k", say("in a row"))):
                controls.entry(words, wanted[key], partial(wanted.__setitem__, key), kind="number", min=1)
        own.set_visibility(False)

        def choose(key: str) -> None:
            wanted["game"] = key
            own.set_visibility(not key)

        def wish(option: str, on: bool) -> None:
            (wanted["options"].add if on else wanted["options"].discard)(option)

        with controls.disclosure(say("Other rules")):
            for option, words in OPTION_WORDS.items():
                controls.check(say(words), False, partial(wish, option))

        async def start() -> None:
            sizes = wanted["game"].split(",") if wanted["game"] else [wanted[key] for key in ("m", "n", "k")]
            m, n, k = (int(size) if size.isdecimal() and len(size) < 7 else 0 for size in sizes)
            self._forget()
            await self.desk.take({"m": m, "n": n, "k": k, "moves": [], **dict.fromkeys(wanted["options"], True)})

        controls.button(say("Start"), start, "main")

    # The game.

    async def show(self) -> None:
        """Show the position, and let a method move where it is its turn."""
        self.generation += 1
        self.proof = ""
        position = position_of(self.desk)
        if position.rules.size > MOST_CELLS:
            self.told.write(say("This board is too large to play on."))
            self.cells.show([])
            return
        extra = {self.hinted: "hint"} if self.hinted >= 0 else {}
        self.cells.show(rows_of(position, extra, warn=bool(self.more.get("threats", True))))
        self._tell(position)
        ui.timer(0, partial(self._onward, self.generation), once=True)

    def _tell(self, position: Position) -> None:
        """Say whose turn it is, or how the game ended."""
        side = MARKS[position.to_move]
        over, kind = position.result, ""
        player = self.more["players"].get(side, PERSON)
        if over:
            words = say("The game is a draw.") if over == "draw" else say("{side} has won.", side=over)
            kind = "solved"
        elif player == PERSON:
            words = say("{side} to move.", side=side)
        else:
            words = say("{side}: {player} is thinking ...", side=side, player=player)
        self.told.write(words)
        self.told.classes(replace=f"verdict {kind}")
        self._line(position)

    def _line(self, position: Position) -> None:
        """Show score, depth and line of the last answer, and the badge of what is proved."""
        said = self.said
        self.badge.write(self.proof)
        parts = []
        if said:
            proven = {"win": say("wins"), "draw": say("draws"), "loss": say("loses")}.get(said.get("proven") or "", "")
            if proven:
                plies = say(" in {plies}", plies=said["plies"]) if said.get("plies") else ""
                self.badge.write(say("proved: {side} {what}{plies}", side=said["side"], what=proven, plies=plies))
            line = " ".join(write_place((row - 1, column - 1)) for row, column in said.get("line") or [])
            parts = [say("score {score}", score=said["score"]), say("depth {depth}", depth=said["depth"]), line]
        self.live.write(" · ".join(filter(None, parts)))

    async def _onward(self, generation: int) -> None:
        """Let a method move if it is its turn, else look for a proof."""
        position = position_of(self.desk)
        if generation != self.generation or position.result or self.desk.state.view == BENCH:
            return
        player = self.more["players"].get(MARKS[position.to_move], PERSON)
        if player in self._methods():
            await self._reply(position, player, generation)
            return
        if self.more.get("analysis", True) and position.rules.size <= SMALL:
            await self._prove(position, generation)
        if self.more.get("live") and generation == self.generation:
            answer = await self._think(position, self._methods()[0])
            if answer and generation == self.generation:
                self.said = answer
                self._line(position)

    async def _think(self, position: Position, player: str) -> dict[str, Any] | None:
        """Ask a method for a move; show its line as it thinks."""
        seconds, nodes = LEVELS.get(self.more.get("level", "strong"), LEVELS["strong"])
        limits = Limits(seconds=self.more.get("seconds") or seconds, nodes=None if self.more.get("seconds") else nodes)
        arguments = {"question": "move", "text": encode(instance_of(position)), "method": player}
        self.stop.set_visibility(True)
        try:
            outcome = decode(await self.desk.run("answer", arguments, limits=limits, report=self._report))
        except Refused as refused:
            if refused.said["kind"] != "cancelled":
                self.desk.message(refused.said["message"], True)
            return None
        finally:
            self.stop.set_visibility(False)
        answer: dict[str, Any] | None = outcome["answer"]
        return None if answer is None else {**answer, "side": MARKS[position.to_move]}

    def _report(self, progress: Progress) -> None:
        """Show what a method says while it thinks."""
        score = "" if progress.value is None else say("score {score}", score=progress.value)
        self.live.write(" · ".join(filter(None, [score, progress.text])))

    async def _reply(self, position: Position, player: str, generation: int) -> None:
        """Let a method move."""
        answer = await self._think(position, player)
        if generation != self.generation:
            return
        if answer is None:
            self.told.write(say("{player} has no move to offer; move for it.", player=player))
            return
        self.said = answer
        row, column = answer["move"]
        await self._play(position, (row - 1) * position.rules.n + column - 1)

    async def _prove(self, position: Position, generation: int) -> None:
        """Say who wins with best play, if that is found out in a moment."""
        outcome = await self.desk.asks("value", instance=instance_of(position), seconds=1.0)
        answer = outcome and outcome["answer"]
        if answer and generation == self.generation:
            what = {"win": say("wins"), "draw": say("draws"), "loss": say("loses")}[answer["value"]]
            plies = say(" in {plies}", plies=answer["plies"]) if answer["plies"] else ""
            side = MARKS[position.to_move]
            self.proof = say("proved: {side} {what}{plies}", side=side, what=what, plies=plies)
            self.badge.write(self.proof)

    async def _press(self, row: int, column: int, how: str) -> None:
        async with self.desk.order:
            position = position_of(self.desk)
            player = self.more["players"].get(MARKS[position.to_move], PERSON)
            if position.result or (player != PERSON and self.stop.visible):
                return
            cell = row * position.rules.n + column
            if position.rules.gravity:
                cell = next(
                    (c for c in landing(position.rules, position.cells) if c % position.rules.n == column), cell
                )
            self.said = {}
            self.desk.stop()  # what was thought about this position
            await self._play(position, cell)

    async def _play(self, position: Position, cell: int) -> None:
        """Make a move."""
        self.hinted = -1
        try:
            after = position.play(cell)
        except PassatempoError as error:
            self.desk.message(str(error), True)
            return
        await self.desk.take(instance_of(after))

    async def _undo(self) -> None:
        """Take moves back until it is a person's turn."""
        self._forget()
        position: Position | None = position_of(self.desk)
        while position is not None:
            position = before(position)
            if position is not None and self.more["players"].get(MARKS[position.to_move], PERSON) == PERSON:
                await self.desk.take({**instance_of(position), "moves": instance_of(position).get("moves", [])})
                return
        self.desk.message(say("There is no move to take back."), False)

    async def _hint(self) -> None:
        """Mark the move that the first method would make."""
        position = position_of(self.desk)
        if position.result or self.stop.visible:
            return
        generation = self.generation
        answer = await self._think(position, self._methods()[0])
        if answer and generation == self.generation:
            row, column = answer["move"]
            self.hinted, self.said = (row - 1) * position.rules.n + column - 1, answer
            await self.show()

    def _now(self) -> None:
        self.desk.stop()

    def _forget(self) -> None:
        """Stop what is thought about a position that is gone."""
        self.generation += 1
        self.hinted, self.said = -1, {}
        self.desk.stop()


def play(desk: Desk) -> Any:
    """Build the view to play in."""
    made = Play(desk)
    ui.timer(0, made.show, once=True)
    return made.show


PAGE = Page(editor=editor, start={"m": 3, "n": 3, "k": 3}, views=(View("play", say("Play"), play),), first=True)
