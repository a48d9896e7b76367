"""A desk: what one tab of a browser works at, an instance and a question about it.

The state of a desk is in the address of its page, so that it survives a reload, several tabs do not know of each other,
and a link recreates it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from nicegui import ui

from passatempo.core.errors import FormatError
from passatempo.core.json import decode, encode
from passatempo.core.limits import Limits
from passatempo.web.api import given_up
from passatempo.web.jobs import Refused
from passatempo.web.link import LONGEST, pack, unpack
from passatempo.web.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from passatempo.core.pastime import Pastime, Problem
    from passatempo.core.progress import Progress, Report
    from passatempo.web.jobs import Job, Pool

TASKS = "passatempo.web.tasks"
SECONDS = 10.0
READ = 15.0  # seconds for reading or making an instance
BENCH = "solve"  # the view that is the workbench
Refresh: TypeAlias = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a page shows of an outcome: its JSON, the answer in words, a line about it, a picture."""

    outcome: dict[str, Any]
    words: str
    status: str
    picture: str

    @property
    def answer(self) -> Any:
        """The answer as JSON; None where there is none."""
        return self.outcome["answer"]


@dataclass(frozen=True, slots=True)
class View:
    """A view of a pastime beside its workbench: a name for the address, a title, and what builds it.

    `build` makes the view of a desk; what it may return is called when the view shows again.
    """

    name: str
    title: str
    build: Callable[[Desk], Any]


@dataclass(frozen=True, slots=True)
class Page:
    """What a pastime adds to the page that every pastime has; its record refers to a value of this class.

    Parameters
    ----------
    editor
        Builds an editor of the desk's instance; returns what is called after the instance has changed.
    answer
        Adds to what is shown of an answer, below the picture.
    plain
        Questions whose picture says no more than `answer` does and is left out.
    fit
        Whether pictures shrink to the width of a phone, with larger letters, instead of being moved sideways.
    start
        The instance to begin with, in place of the first example.
    views
        Further views; `first` ones stand before the workbench.
    """

    editor: Callable[[Desk], Refresh] | None = None
    answer: Callable[[Desk, Answer], None] | None = None
    plain: tuple[str, ...] = ()
    fit: bool = False
    start: Mapping[str, Any] | None = None
    views: tuple[View, ...] = ()
    first: bool = False


@dataclass(slots=True)
class State:
    """All that a link recreates."""

    view: str = ""
    question: str = ""
    method: str = ""
    seconds: float = SECONDS
    instance: dict[str, Any] | None = None
    ask: dict[str, Any] = field(default_factory=dict)
    asked: bool = False
    more: dict[str, Any] = field(default_factory=dict)  # what views keep

    def packed(self) -> str:
        """Write the state for an address, without what is as it is at the start."""
        start = State()
        said = {key: getattr(self, key) for key in self.__slots__ if getattr(self, key) != getattr(start, key)}
        return pack(said) if said else ""


def state_of(written: str) -> State:
    """Read a state from an address.

    >>> state_of("").seconds
    10.0
    >>> state_of(State(question="lay").packed()).question
    'lay'

    Raises
    ------
    FormatError
        If it is damaged.
    """
    if not written:
        return State()
    said = unpack(written)
    start = State()
    for key, value in said.items():
        usual = getattr(start, key, None)
        fits = isinstance(value, dict) if usual is None else isinstance(value, type(usual))
        if key not in State.__slots__ or not (fits or (key == "seconds" and isinstance(value, int))):
            raise FormatError("this link is of another version of this page", kind="link")
    return State(**said)


class Desk:
    """The work of one tab.

    Parameters
    ----------
    game
        The pastime.
    pool
        Who answers.
    visitor
        Whose desk it is.

    Attributes
    ----------
    text, picture
        The instance as canonical text, and its drawing.
    refreshers
        Called, and awaited where that makes sense, after the instance has changed.
    message
        Shows the visitor a sentence; the second argument tells whether something went wrong.
    turn_to
        Shows another view.
    order
        Held by what changes the instance step by step, so that quick taps do not undo each other.
    """

    def __init__(self, game: Pastime, pool: Pool, visitor: str) -> None:
        self.game, self.pool, self.visitor = game, pool, visitor
        self.state = State(question=game.problems[0].name)
        self.text = self.picture = ""
        self.order = asyncio.Lock()
        self.refreshers: list[Refresh] = []
        self.jobs: list[Job] = []
        self.message: Callable[[str, bool], None] = lambda text, bad: None
        self.turn_to: Callable[[str], Any] = lambda view: None

    @property
    def problem(self) -> Problem:
        """The question that is chosen."""
        return self.game.problem(self.state.question)

    @property
    def instance(self) -> dict[str, Any]:
        """The instance as JSON; another object for every other instance."""
        return self.state.instance or {}

    # Work.

    async def run(
        self, task: str, arguments: Mapping[str, Any], *, limits: Limits = Limits(), report: Report | None = None
    ) -> Any:
        """Let a worker do something; `task` is a reference, or the name of a task that every pastime has.

        Raises
        ------
        Refused
            With the sentence for the visitor.
        """
        where = task if ":" in task else f"{TASKS}:{task}"
        watched = {} if report is None else {"report": report}
        full = {"pastime": self.game.name, **arguments}
        job = self.pool.ask(where, full, visitor=self.visitor, limits=limits, **watched)
        self.jobs.append(job)
        try:
            return await job.answered
        finally:
            self.jobs.remove(job)

    def stop(self) -> None:
        """Stop everything that runs for this desk."""
        for job in list(self.jobs):
            self.pool.stop(job)

    async def attempt(self, task: str, arguments: Mapping[str, Any], **details: Any) -> Any:
        """Run a task; say what went wrong, if something did, and return None."""
        try:
            return await self.run(task, arguments, **details)
        except Refused as refused:
            self.message(refused.said["message"], True)
            return None

    async def asks(
        self, question: str, *, instance: dict[str, Any] | None = None, seconds: float = 5.0, **asked: Any
    ) -> dict[str, Any] | None:
        """Ask another question about the instance, or about another one; return its outcome, None if refused."""
        text = encode({**(self.instance if instance is None else instance), **asked})
        details = {"question": question, "text": text}
        written = await self.attempt("answer", details, limits=Limits(seconds=seconds))
        return None if written is None else decode(written)

    # The instance.

    async def open(self, written: str, start: Mapping[str, Any] | None = None) -> None:
        """Begin with the state of an address, else with a given instance, else with the first example."""
        try:
            self.state = state_of(written)
            self.game.problem(self.state.question or self.game.problems[0].name)
        except ValueError as error:
            self.state = State()
            self.message(str(error), True)
        self.state.question = self.state.question or self.game.problems[0].name
        if self.state.instance is not None and await self._read("read", text=encode(self.state.instance)):
            return
        if start is not None and await self._read("read", text=encode(start)):
            return
        if self.game.examples:
            await self._read("example", example=next(iter(self.game.examples)))
        elif self.game.generate:
            await self._read("make", params={}, seed=1)

    async def take_text(self, text: str) -> bool:
        """Take an instance from a text of any format."""
        return await self._took("read", text=text)

    async def take_example(self, name: str) -> bool:
        """Take a built-in instance."""
        return await self._took("example", example=name)

    async def take_new(self, params: dict[str, Any], seed: int) -> bool:
        """Take an instance made from parameters and a seed."""
        return await self._took("make", params=params, seed=seed)

    async def take(self, instance: dict[str, Any]) -> bool:
        """Take an instance as JSON; where it breaks a rule, say so and keep the old one."""
        return await self._took("read", text=encode(instance))

    async def _took(self, task: str, **arguments: Any) -> bool:
        self.message("", False)
        if not await self._read(task, **arguments):
            return False
        self.state.asked = False
        await self.refresh()
        return True

    async def _read(self, task: str, **arguments: Any) -> bool:
        found = await self.attempt(task, arguments, limits=Limits(seconds=READ))
        if found is None:
            return False
        self.state.instance = {k: v for k, v in decode(found["instance"]).items() if v is not None}
        self.text, self.picture = found["text"], found["picture"]
        if found["remarks"]:
            self.message("; ".join(found["remarks"]), False)
        return True

    async def refresh(self) -> None:
        """Show the instance wherever it is shown, and put the state into the address."""
        for refresher in self.refreshers:
            told = refresher()
            if hasattr(told, "__await__"):
                await told
        self.remember()

    # The address.

    @property
    def address(self) -> str:
        """The address that recreates this desk; the bare one where the state is too long for any."""
        packed = self.state.packed()
        return f"/{self.game.name}?s={packed}" if packed and len(packed) <= LONGEST else f"/{self.game.name}"

    @property
    def linkable(self) -> bool:
        """Whether a link can hold the state."""
        return len(self.state.packed()) <= LONGEST

    def remember(self) -> None:
        """Put the state into the address of the page."""
        ui.navigate.history.replace(self.address)

    # The question.

    async def solve(self, report: Callable[[Progress], None]) -> Answer:
        """Answer the question of the desk.

        Raises
        ------
        Refused
            If that is not possible.
        """
        state = self.state
        text = encode(state.instance)
        arguments = {"question": state.question, "text": text, "method": state.method or None, "ask": dict(state.ask)}
        limits = Limits(seconds=state.seconds)
        try:
            found = await self.run("answer_shown", arguments, limits=limits, report=report)
        except Refused as refused:
            if refused.said["kind"] not in ("seconds", "cancelled"):
                raise
            outcome = given_up({"pastime": self.game.name, **arguments}, refused.said["kind"], state.seconds)
            words = say("Unknown: {why}.", why=refused.said["message"])
            return Answer(outcome, words, f"unknown · {outcome['method']}", self.picture)
        return Answer(decode(found["outcome"]), found["words"], found["status"], found["picture"])
