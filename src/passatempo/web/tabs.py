"""The views of a pastime behind tabs: one is shown at a time, and is built when it is first shown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from passatempo.core.words import mark, say
from passatempo.web.desk import BENCH, View
from passatempo.web.frame import Tag

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.web.desk import Desk, Page, Refresh


@dataclass(slots=True)
class Panel:
    """A view that has been built.

    `refreshers` are what it added to the desk's: they are the desk's while it is shown. `instance` is what it showed
    last, `again` what is called when it shows again.
    """

    shown: Tag
    refreshers: list[Refresh]
    instance: dict[str, Any]
    again: Refresh | None


class Tabs:
    """The views of a desk."""

    def __init__(self, desk: Desk, page: Page, workbench: Callable[[], Any]) -> None:
        self.desk = desk
        bench = View(BENCH, mark("Solve"), lambda desk: workbench())
        views = (*page.views, bench) if page.first else (bench, *page.views)
        self.views = {view.name: view for view in views}
        self.built: dict[str, Panel] = {}
        self.buttons: dict[str, Tag] = {}
        if desk.state.view not in self.views:
            desk.state.view = views[0].name
        if len(views) > 1:
            with Tag("div", role="tablist", aria_label=say("Views")).classes("tabs"):
                for view in views:
                    made = Tag("button", say(view.title), type="button", role="tab")
                    self.buttons[view.name] = made.on("click", partial(self.choose, view.name), [])
        self.panels = Tag("div")
        desk.turn_to = self.choose
        self._show(desk.state.view)

    def _show(self, name: str) -> None:
        """Show one view and hide the others."""
        for other, button in self.buttons.items():
            button.props["aria-selected"] = "true" if other == name else "false"
            button.update()
        if name in self.built:
            self.desk.refreshers = self.built[name].refreshers
        else:
            self._build(self.views[name])
        for other, panel in self.built.items():
            panel.shown.set_visibility(other == name)

    def _build(self, view: View) -> None:
        self.desk.refreshers = []
        with self.panels, Tag("div", role="tabpanel" if self.buttons else None, aria_label=say(view.title)) as shown:
            again = view.build(self.desk)
        kept = again if callable(again) else None
        self.built[view.name] = Panel(shown, self.desk.refreshers, self.desk.instance, kept)

    async def choose(self, name: str) -> None:
        """Show a view that somebody chose, as the instance is now."""
        self.built[self.desk.state.view].instance = self.desk.instance
        self.desk.state.view = name
        self.desk.message("", False)
        known = name in self.built
        self._show(name)
        panel = self.built[name]
        if known and panel.instance is not self.desk.instance:
            panel.instance = self.desk.instance
            await self.desk.refresh()
        elif known and panel.again:
            told = panel.again()
            if hasattr(told, "__await__"):
                await told
        self.desk.remember()
