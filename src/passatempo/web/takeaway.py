"""What a visitor can take away: a link, the answer as JSON and SVG, the instance and its models as files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nicegui import ui

from passatempo.core.json import encode
from passatempo.core.limits import Limits
from passatempo.core.words import say
from passatempo.web import controls

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.web.desk import Answer, Desk

ENDINGS = {"json": "json", "svg": "svg", "dimacs": "cnf", "lp": "lp", "mps": "mps", "clingo": "lp", "csv": "csv"}
_COPY = """async () => {
  let said = false;
  try { await navigator.clipboard.writeText(window.location.href); said = true; } catch (error) { }
  emit(said);
}"""


class Takeaway:
    """The part of a page with everything that can be taken away."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.answer: Answer | None = None
        with controls.section(say("Take away")):
            with controls.row():
                link = controls.button(say("Copy link"), lambda: None)
                link.on("click", self._copied, js_handler=_COPY)
                self.json = controls.button(say("Answer as JSON"), self._json)
                self.svg = controls.button(say("Answer as SVG"), self._svg)
            with controls.disclosure(say("More files")), controls.row():
                self._files()
        self.show(None)

    def show(self, answer: Answer | None) -> None:
        """Offer the files of an answer."""
        self.answer = answer
        for made in (self.json, self.svg):
            made.set_visibility(answer is not None)

    def _copied(self, event: Any) -> None:
        if not self.desk.linkable:
            text = say("This instance is too long for a link; take its JSON instead.")
        elif event.args:
            text = say("The link is copied; it recreates this page.")
        else:
            text = say("The address of this page is the link that recreates it.")
        self.desk.message(text, False)

    def _json(self) -> None:
        if self.answer:
            self._save(encode(self.answer.outcome, indent=2) + "\n", f"{self.desk.state.question}.json")

    def _svg(self) -> None:
        if self.answer:
            self._save(self.answer.picture, f"{self.desk.state.question}.svg")

    def _save(self, text: str, name: str) -> None:
        ui.download.content(text, f"{self.desk.game.name}-{name}")

    def _files(self) -> None:
        """Offer the instance in every format, and every model of it."""
        game = self.desk.game
        controls.button(say("Instance as JSON"), lambda: self._save(encode(self.desk.instance) + "\n", "instance.json"))
        for form in ("text", "svg", *game.formats):
            controls.button(say("Instance as {form}", form=form), self._writer("", form))
        for model in game.models:
            for form in model.formats:
                words = say("{model} as {form}", model=model.name, form=form)
                controls.button(words, self._writer(model.name, form), label=say(model.summary))

    def _writer(self, model: str, form: str) -> Callable[[], Any]:
        """Make what saves one file."""

        async def write() -> None:
            arguments = {"text": encode(self.desk.instance), "model": model, "format": form}
            text = await self.desk.attempt("export", arguments, limits=Limits(seconds=20.0))
            if text is not None:
                self._save(text, f"{model or 'instance'}.{ENDINGS.get(form, 'txt')}")

        return write
