"""The workbench that every pastime has: an instance, a question with its inputs and methods, and the answer."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

from nicegui import ui

from passatempo.core.methods import resolve
from passatempo.core.outcome_text import duration
from passatempo.core.registry import installed
from passatempo.core.words import say
from passatempo.web import controls
from passatempo.web.forms import Form
from passatempo.web.frame import Tag
from passatempo.web.intake import Intake
from passatempo.web.jobs import Refused
from passatempo.web.takeaway import Takeaway

if TYPE_CHECKING:
    from passatempo.core.methods import Method
    from passatempo.core.progress import Progress
    from passatempo.web.desk import Answer, Desk, Page

VERDICTS = {"solved": "✓", "feasible": "≈", "impossible": "✗", "unknown": "?"}


class Workbench:
    """The workbench of a desk."""

    def __init__(self, desk: Desk, page: Page) -> None:
        self.desk, self.page = desk, page
        self.started, self.told = 0.0, ""  # of the question that runs: when it began, what the method says
        self.settings: dict[str, Any] = {}
        with Tag("div").classes("columns"):
            with Tag("div").classes("stage"):
                self._instance()
                self.shown = Tag("section", aria_live="polite", aria_label=say("Answer")).classes("answer")
            with Tag("div").classes("side"):
                with controls.section(say("Question"), "question"):
                    self._question()
                Intake(desk)
                self.takeaway = Takeaway(desk)
        desk.refreshers.append(self._forget)
        if desk.state.asked:
            ui.timer(0.05, self.solve, once=True)

    def _instance(self) -> None:
        """Show the instance: in an editor of its own where there is one, else as a picture."""
        with Tag("section", aria_label=say("Instance")).classes("instance"):
            if self.page.editor:
                self.desk.refreshers.append(self.page.editor(self.desk))
            else:
                shown = controls.picture(self.desk.picture, fit=self.page.fit)
                self.desk.refreshers.append(lambda: shown.set_content(self.desk.picture))

    # The question.

    def _question(self) -> None:
        """Make the choice of the question, its inputs, the method and the limits."""
        game, state = self.desk.game, self.desk.state
        options = {problem.name: say(problem.name) for problem in game.problems}
        controls.choice(say("Ask"), options, state.question, self._choose_question)
        self.sentence = controls.line(say(self.desk.problem.question), "lead")
        self.inputs = Tag("div").classes("inputs")
        self.methods = Tag("div").classes("inputs")
        self._show_inputs()
        with controls.row("actions"):
            self.go = controls.button(say("Solve"), self.solve, "main")
            self.cancel = controls.button(say("Cancel"), self.desk.stop)
            self.cancel.set_visibility(False)
        self.progress = controls.line("", "progress").props("role=status")

    def _choose_question(self, name: str) -> None:
        self.desk.state.question, self.desk.state.method = name, ""
        self.desk.state.ask.clear()
        self.sentence.write(say(self.desk.problem.question))
        self._show_inputs()
        self._changed()

    def _show_inputs(self) -> None:
        """Make the controls of the question's own inputs, of its methods, and of the time limit."""
        desk, problem = self.desk, self.desk.problem
        self.inputs.clear()
        if problem.ask:
            with self.inputs:
                Form(resolve(problem.ask), desk.state.ask, self._changed, lambda text: desk.message(text, True))
        self.methods.clear()
        with self.methods, controls.disclosure(say("Method and limits"), opened=bool(desk.state.method)):
            base = desk.state.method.partition(":")[0] or problem.methods[0].name
            missing = tuple(m.name for m in problem.methods if m.needs and not installed(m.needs))
            options = {m.name: _told(m, m.name in missing) for m in problem.methods}
            controls.choice(say("Method"), options, base, self._choose_method, disabled=missing)
            method = problem.choose(base).method
            if method.source:
                controls.line(say(method.source), "help")
            if method.settings:
                Form(resolve(method.settings), self._settings(), self._settled, lambda text: desk.message(text, True))
            label, most = say("Time limit in seconds"), desk.pool.bounds.seconds
            controls.entry(label, f"{desk.state.seconds:g}", self._limit, kind="number", min=0, max=most, step="any")

    def _choose_method(self, name: str) -> None:
        self.desk.state.method = "" if name == self.desk.problem.methods[0].name else name
        self.settings = {}
        self._show_inputs()
        self._changed()

    def _settings(self) -> dict[str, Any]:
        """Return the settings that stand in the method's name."""
        written = self.desk.state.method.partition(":")[2]
        self.settings = dict(pair.split("=", 1) for pair in written.split(",") if "=" in pair)
        return self.settings

    def _settled(self) -> None:
        """Write the settings into the method's name."""
        name = self.desk.state.method.partition(":")[0] or self.desk.problem.methods[0].name
        pairs = [f"{k}={str(v).lower() if isinstance(v, bool) else v}" for k, v in self.settings.items()]
        self.desk.state.method = f"{name}:{','.join(pairs)}" if pairs else name
        self._changed()

    def _limit(self, written: str) -> None:
        try:
            seconds = float(written)
        except ValueError:
            seconds = 0.0
        most = self.desk.pool.bounds.seconds
        if not 0 < seconds <= most:
            self.desk.message(say("The time limit is more than 0 and at most {most} seconds.", most=f"{most:g}"), True)
            return
        self.desk.state.seconds = seconds
        self._changed()

    def _changed(self) -> None:
        self.desk.state.asked = False
        self.desk.message("", False)
        self._forget()
        self.desk.remember()

    def _forget(self) -> None:
        """Take the answer of another question away."""
        self.desk.stop()
        self.shown.clear()
        self.takeaway.show(None)

    # The answer.

    async def solve(self) -> None:
        """Answer the question and show the answer; say how far it has come while it runs."""
        desk = self.desk
        self._forget()
        desk.message("", False)
        self.started = time.monotonic()
        self._running(True)
        ticking = asyncio.ensure_future(self._tick())
        try:
            answer = await desk.solve(self._report)
        except Refused as refused:
            desk.message(refused.said["message"], True)
            return
        finally:
            ticking.cancel()
            self._running(False)
        desk.state.asked = True
        desk.remember()
        self.show(answer)

    def show(self, answer: Answer) -> None:
        """Show an answer: the verdict, what the pastime adds, the picture, the words."""
        self.shown.clear()
        with self.shown:
            verdict = answer.outcome["status"]
            with Tag("p").classes(f"verdict {verdict}"):
                Tag("span", VERDICTS[verdict], aria_hidden="true").classes("sign")
                Tag("span", _status(answer))
            if answer.answer is not None and self.desk.state.question not in self.page.plain:
                controls.picture(answer.picture, fit=self.page.fit)
            if self.page.answer:
                self.page.answer(self.desk, answer)
            Tag("pre", answer.words, tabindex="0", aria_label=say("The answer in words")).classes("words")
        self.takeaway.show(answer)

    def _running(self, on: bool) -> None:
        self.go.set_visibility(not on)
        self.cancel.set_visibility(on)
        self.told = ""
        self.progress.write("")

    def _report(self, progress: Progress) -> None:
        """Keep what the method says of its progress."""
        parts = [progress.text]
        parts += [say("best so far {value}", value=progress.value)] if progress.value is not None else []
        parts += [say("at most {bound}", bound=progress.bound)] if progress.bound is not None else []
        parts += [f"{progress.done} / {progress.total}"] if progress.total else []
        self.told = " · ".join(filter(None, parts))

    async def _tick(self) -> None:
        """Show the time that has gone, and what the method says."""
        while True:
            await asyncio.sleep(0.25)
            passed = duration(round(time.monotonic() - self.started, 1))
            self.progress.write(" · ".join(filter(None, [passed, self.told])))


def _told(method: Method, missing: bool) -> str:
    """Name a method with its kind, and with what it needs where that is missing."""
    kind = "" if method.kind == "exact" else f" · {say(method.kind)}"
    return f"{method.name}{kind}" + (say(" (not installed: {extra})", extra=method.needs) if missing else "")


def _status(answer: Answer) -> str:
    """Write the line about an answer: status, value, method, time, checked."""
    value = answer.outcome["value"]
    head, _, rest = answer.status.partition(" · ")
    said = head if value is None else say("{status}, value {value}", status=head, value=value)
    return " · ".join(filter(None, [said, rest]))
