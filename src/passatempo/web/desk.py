"""A desk: what one tab of a browser works at, an instance and a question about it.

The state of a desk is in the address of its page, so that it survives a reload, several tabs do not know of each other,
and a link recreates it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from nicegui import ui

from passatempo.core.errors import FormatError
from passatempo.core.json import decode, encode
from passatempo.core.limits import Limits
from passatempo.core.words import say
from passatempo.web.api import given_up
from passatempo.web.jobs import Refused
from passatempo.web.state import BENCH as BENCH
from passatempo.web.state import LONGEST, MOST_INSTANCE, Kept, State, damaged, state_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from passatempo.core.pastime import Pastime, Problem
    from passatempo.core.progress import Progress, Report
    from passatempo.web.jobs import Job, Pool

TASKS = "passatempo.web.tasks"
READ = 15.0  # seconds for reading or making an instance
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
    keeps
        What the views keep in a link; without one nothing.
    """

    editor: Callable[[Desk], Refresh] | None = None
    answer: Callable[[Desk, Answer], None] | None = None
    plain: tuple[str, ...] = ()
    fit: bool = False
    start: Mapping[str, Any] | None = None
    views: tuple[View, ...] = ()
    first: bool = False
    keeps: type[Kept] = Kept


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
        most = self.pool.bounds.file if task == "export" else self.pool.bounds.page
        job = self.pool.ask(where, full, visitor=self.visitor, limits=limits, most=most, **watched)
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

    async def open(self, written: str, page: Page, start: dict[str, Any]) -> tuple[str, bool]:
        """Begin with the state of an address, else with the instance that the page begins with.

        Parameters
        ----------
        start
            Where the pages of a pastime keep what they begin with: only the first one lets a worker read it.

        Returns
        -------
        tuple
            What is to be said, and whether it is that the link is damaged.

        Raises
        ------
        Refused
            If nothing can be read now, because too many ask.
        """
        views = [BENCH, *(view.name for view in page.views)]
        fault, remarks = "", ""
        try:
            self.state = state_of(written, self.game, page.keeps, views)
            if self.state.instance is not None:
                remarks = self._show(await self._read("read", text=encode(self.state.instance)))
        except FormatError as error:
            fault = str(error)
        except Refused as refused:
            if refused.status != 422:
                raise
            fault = str(damaged(refused.said["message"]))
        if fault:
            self.state = State(more=page.keeps())
        self.state.question = self.state.question or self.game.problems[0].name
        if self.state.instance is None:
            if not start:
                start |= await self._begin(page)
            remarks = self._show(start)
        return fault or remarks, bool(fault)

    async def _begin(self, page: Page) -> dict[str, Any]:
        """Read what the pages of a pastime begin with: the page's own, the first example, or a random instance."""
        if page.start is not None:
            return await self._read("read", text=encode(page.start))
        if self.game.examples:
            return await self._read("example", example=next(iter(self.game.examples)))
        return await self._read("make", params={}, seed=1)

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
        try:
            remarks = self._show(await self._read(task, **arguments))
        except Refused as refused:
            self.message(refused.said["message"], True)
            return False
        self.message(remarks, False)
        self.state.asked = False
        await self.refresh()
        return True

    async def _read(self, task: str, **arguments: Any) -> dict[str, Any]:
        """Let a worker read or make an instance: its JSON, its text, its picture, remarks."""
        found: dict[str, Any] = await self.run(task, arguments, limits=Limits(seconds=READ))
        return found

    def _show(self, found: Mapping[str, Any]) -> str:
        """Put on the desk what a worker has read, and return what its reader remarked.

        Raises
        ------
        Refused
            If a page cannot hold it.
        """
        length = len(found["instance"])
        if length > MOST_INSTANCE:
            message = say(
                "this instance has {length} characters as JSON, more than the {most} that a page holds; "
                "the command line and the HTTP API take it",
                length=length,
                most=MOST_INSTANCE,
            )
            raise Refused(422, kind="too-long", message=message)
        self.state.instance = {k: v for k, v in decode(found["instance"]).items() if v is not None}
        self.text, self.picture = found["text"], found["picture"]
        return "; ".join(found["remarks"])

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
