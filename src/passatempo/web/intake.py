"""Where instances come from: examples, texts and files, and generators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.json import encode
from passatempo.core.methods import resolve
from passatempo.core.words import say
from passatempo.web import controls
from passatempo.web.forms import Form
from passatempo.web.frame import Tag

if TYPE_CHECKING:
    from passatempo.web.desk import Desk

# A file is read in the browser and comes as text, so that the server never keeps files.
_FILE = """async (event) => {
  const file = event.target.files[0];
  if (file) emit(file.size > %d ? null : await file.text());
  event.target.value = "";
}"""


class Intake:
    """The controls that put an instance on a desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        with controls.section(say("Instance")):
            options = {"": say("choose ..."), **{name: say(name) for name in desk.game.examples}}
            self.examples = controls.choice(say("Example"), options, "", self._example)
            with controls.disclosure(say("Text, file or JSON")):
                self._text()
            with controls.disclosure(say("Rules and conditions")):
                self.keys = Tag("div").classes("inputs")
                self._form()
            if desk.game.generate:
                with controls.disclosure(say("Make a new one")):
                    self._generator()
        desk.refreshers.append(self._changed)

    def _changed(self) -> None:
        """Show another instance in every control."""
        self._show()
        self._form()
        self.examples.put("")

    async def _example(self, name: str) -> None:
        if name:
            await self.desk.take_example(name)

    def _form(self) -> None:
        """Make the form of all keys of the instance."""
        values = dict(self.desk.instance)

        async def change() -> None:
            await self.desk.take(values)

        self.keys.clear()
        with self.keys:
            Form(resolve(self.desk.game.json).keys, values, change, lambda text: self.desk.message(text, True))

    def _text(self) -> None:
        """Make the field for texts of all formats, and the choice of a file."""
        self.written = self.desk.text
        self.area = controls.area(say("Any format that the command line reads"), self.written, self._keep)
        with controls.row():
            controls.button(say("Read"), self._read, "main")
            controls.button(say("Show as JSON"), self._as_json, "quiet")
            controls.button(say("Show as text"), self._show, "quiet")
        with controls.field(say("Or a file")) as tied:
            most = self.desk.pool.bounds.body
            tied(Tag("input", type="file")).on("change", self._file, js_handler=_FILE % most)

    def _keep(self, text: str) -> None:
        self.written = text

    async def _read(self) -> None:
        await self._take(self.written)

    async def _file(self, event: Any) -> None:
        if event.args is None:
            most = self.desk.pool.bounds.body
            self.desk.message(say("The file has more than the {most} bytes that are read here.", most=most), True)
        else:
            await self._take(str(event.args))

    async def _take(self, text: str) -> None:
        most = self.desk.pool.bounds.body
        if len(text.encode()) > most:
            self.desk.message(say("The text has more than the {most} bytes that are read here.", most=most), True)
        else:
            await self.desk.take_text(text)

    def _as_json(self) -> None:
        self._fill(encode(self.desk.instance, indent=2))

    def _show(self) -> None:
        """Show the instance of the desk as text."""
        self._fill(self.desk.text)

    def _fill(self, text: str) -> None:
        self.written = text
        self.area.put(text)

    def _generator(self) -> None:
        """Make the form of the generator."""
        params: dict[str, Any] = {}
        seed = [1]

        async def make() -> None:
            if await self.desk.take_new(params, seed[0]):
                seed[0] += 1
                seeds.put(str(seed[0]))

        def set_seed(written: str) -> None:
            seed[0] = int(written) if written.isdecimal() and len(written) < 19 else 1

        Form(resolve(self.desk.game.params), params, lambda: None, lambda text: self.desk.message(text, True))
        help_text = say("the same seed makes the same instance everywhere")
        seeds = controls.entry(say("random seed"), "1", set_seed, kind="number", min=0, help_text=help_text)
        controls.button(say("Make"), make, "main")
