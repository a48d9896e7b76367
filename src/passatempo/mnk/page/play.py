"""A game of m,n,k between people and methods, with the line of play live."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Literal, cast

from nicegui import ui

from passatempo.core.errors import PassatempoError, quote
from passatempo.core.json import decode, encode
from passatempo.core.limits import Limits
from passatempo.core.registry import installed, pastime
from passatempo.core.words import mark, say
from passatempo.mnk.formats.notation import write_place
from passatempo.mnk.game.turns import before
from passatempo.mnk.rules import MARKS, landing
from passatempo.web import controls
from passatempo.web.cells import Cells
from passatempo.web.desk import BENCH
from passatempo.web.frame import Tag
from passatempo.web.jobs import Refused
from passatempo.web.state import Kept, Name, Seconds

if TYPE_CHECKING:
    from passatempo.core.progress import Progress
    from passatempo.mnk.model import Position
    from passatempo.web.desk import Desk

from passatempo.mnk.page.board import instance_of, position_of, rows_of, small

PERSON = "person"
SMALL = 64  # cells of a board whose value is looked for while somebody plays
GAMES = {
    "3,3,3": mark("noughts and crosses, 3 × 3"),
    "4,4,4": mark("4 × 4, four in a row"),
    "4,5,4": mark("4 × 5, four in a row"),
    "6,7,4": mark("6 × 7, four in a row"),
    "10,10,5": mark("10 × 10, five in a row"),
    "15,15,5": mark("15 × 15, five in a row"),
    "19,19,5": mark("19 × 19, five in a row"),
    "": mark("your own"),
}
LEVELS = {  # seconds and nodes that a method may spend on a move
    "easy": (0.2, 60),
    "medium": (0.3, 2000),
    "strong": (1.0, None),
    "strongest": (5.0, None),
}
OPTION_WORDS = {
    "exact": mark("exactly k in a row"),
    "misere": mark("who completes a line loses"),
    "gravity": mark("marks fall"),
    "torus": mark("edges are joined"),
    "maker_breaker": mark("only X can win"),
}


def players() -> list[str]:
    """Name the installed methods that can play."""
    return [
        method.name for method in pastime("mnk").problem("move").methods if not method.needs or installed(method.needs)
    ]


class PlayKept(Kept):
    """What this view keeps in a link: who plays, how well, and what is wished for."""

    players: dict[Literal["X", "O"], Name] = {}  # noqa: RUF012  msgspec copies it
    level: Literal["easy", "medium", "strong", "strongest"] = "strong"
    seconds: Seconds | None = None
    threats: bool = True
    analysis: bool = True
    live: bool = False

    def __post_init__(self) -> None:
        """Refuse who cannot play here."""
        for player in self.players.values():
            if player != PERSON and player not in players():
                raise ValueError(f"{quote(player)} is no player")


class Play:
    """A game on the desk's position; who plays, level and wishes are in the address."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.said: dict[str, Any] = {}  # the last move's answer
        self.hinted = -1
        self.proof = ""  # what is known of the position's value
        self.generation = 0  # a new position makes old thoughts worthless
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
    def more(self) -> PlayKept:
        """What this view keeps in the address."""
        return cast("PlayKept", self.desk.state.more)

    def _player(self, side: str) -> str:
        """Tell who plays a side: unless the visitor wants it otherwise X is a person, and O the first method."""
        usual = PERSON if side == "X" else players()[0]
        return self.more.players.get(cast("Literal['X', 'O']", side), usual)

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
        options = {PERSON: say("a person"), **{name: name for name in players()}}
        for side in ("X", "O"):
            label = say("{side} is played by", side=side)
            controls.choice(label, options, self._player(side), partial(self._seat, side))
        levels = {name: say(name) for name in LEVELS}
        controls.choice(say("Level"), levels, self.more.level, self._level)
        seconds = self.more.seconds
        help_text = say("in place of the level's own")
        controls.entry(
            say("Seconds for a move"), "" if seconds is None else f"{seconds:g}", self._seconds, help_text=help_text
        )
        for key, words in (
            ("threats", say("Show threats")),
            ("analysis", say("Say who wins, where it can be proved")),
            ("live", say("Analyse live")),
        ):
            controls.check(words, getattr(self.more, key), partial(self._wish, key))
        controls.button(say("Analyse this position"), partial(self.desk.turn_to, BENCH))

    async def _seat(self, side: str, player: str) -> None:
        self.more.players = cast("dict[Literal['X', 'O'], str]", {**self.more.players, side: player})
        self._forget()
        await self.show()
        self.desk.remember()

    def _level(self, name: str) -> None:
        self.more.level = cast("Literal['easy', 'medium', 'strong', 'strongest']", name)
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
        self.more.seconds = seconds
        self.desk.remember()

    async def _wish(self, key: str, on: bool) -> None:
        setattr(self.more, key, on)
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
        if not small(self.desk):
            self.told.write(say("This board is too large to play on."))
            self.cells.show([])
            return
        position = position_of(self.desk)
        extra = {self.hinted: "hint"} if self.hinted >= 0 else {}
        self.cells.show(rows_of(position, extra, warn=self.more.threats))
        self._tell(position)
        ui.timer(0, partial(self._onward, self.generation), once=True)

    def _tell(self, position: Position) -> None:
        """Say whose turn it is, or how the game ended."""
        side = MARKS[position.to_move]
        over, kind = position.result, ""
        player = self._player(side)
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
        player = self._player(MARKS[position.to_move])
        if player in players():
            await self._reply(position, player, generation)
            return
        if self.more.analysis and position.rules.size <= SMALL:
            await self._prove(position, generation)
        if self.more.live and generation == self.generation:
            answer = await self._think(position, players()[0])
            if answer and generation == self.generation:
                self.said = answer
                self._line(position)

    async def _think(self, position: Position, player: str) -> dict[str, Any] | None:
        """Ask a method for a move; show its line as it thinks."""
        seconds, nodes = LEVELS[self.more.level]
        limits = Limits(seconds=self.more.seconds or seconds, nodes=None if self.more.seconds else nodes)
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
            player = self._player(MARKS[position.to_move])
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
        position: Position | None = position_of(self.desk) if small(self.desk) else None
        while position is not None:
            position = before(position)
            if position is not None and self._player(MARKS[position.to_move]) == PERSON:
                await self.desk.take({**instance_of(position), "moves": instance_of(position).get("moves", [])})
                return
        self.desk.message(say("There is no move to take back."), False)

    async def _hint(self) -> None:
        """Mark the move that the first method would make."""
        if not small(self.desk) or self.stop.visible:
            return
        position = position_of(self.desk)
        if position.result:
            return
        generation = self.generation
        answer = await self._think(position, players()[0])
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
