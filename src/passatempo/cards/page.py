"""The web page of Cards: all mountains of a deal by slider, its distances as bars, encodings side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nicegui import ui

from passatempo.cards.encodings.encoding import ENCODINGS
from passatempo.core.json import decode, encode
from passatempo.core.limits import Limits
from passatempo.core.outcome_text import duration
from passatempo.core.registry import installed
from passatempo.core.words import mark, say
from passatempo.solvers.cnf import AT_MOST_ONE
from passatempo.web import controls
from passatempo.web.cells import Cell, Cells
from passatempo.web.desk import Page, View
from passatempo.web.frame import Tag
from passatempo.web.jobs import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from passatempo.web.desk import Desk

MOST_VALUES = 60  # more values are no longer tapped one by one
MOST_BARS = 60
LONGEST_NUMBER = (
    4000  # digits of a number of sequences that the slider steps through; Python reads no longer ones at once
)
METHODS = (
    "exact",
    "sat-run",
    "sat-position",
    "sat-corrected",
    "sat-published",
    "cpsat",
    "cpsat:model=elements",
    "asp",
)
COMPARE_SECONDS = 5.0


def cards_of(desk: Desk) -> list[int]:
    """Return the cards of a desk's deal."""
    return list(desk.instance["cards"])


# The editor: a column for every value, tapped for one card more, or held for one less.


def editor(desk: Desk) -> Callable[[], Any]:
    """Build the editor of a deal."""
    controls.line(say("Tap a value for one card more; right click, a long touch or F takes one away."), "help")

    async def press(row: int, column: int, how: str) -> None:
        async with desk.order:
            value = values_of(desk)[10 * row + column]
            cards = cards_of(desk)
            if how == "main":
                cards.append(value)
            elif value in cards:
                cards.remove(value)
            rest = {key: said for key, said in desk.instance.items() if key not in ("cards", "N", "M")}
            if cards:
                await desk.take({**rest, "cards": sorted(cards)})

    with Tag("div").classes("cells-holder"):
        cells = Cells(say("Cards by value"), press, "values")
    picture = controls.picture(fit=True)
    told = controls.line("", "help")

    def refresh() -> None:
        values = values_of(desk)
        cards = cards_of(desk)
        small = len(values) <= MOST_VALUES
        row = []
        for value in values:
            copies = cards.count(value) if small else 0
            label = say("value {value}, {copies} cards", value=value, copies=copies)
            row.append(Cell(str(value), "value" if copies else "value none", label, f"×{copies}"))
        cells.set_visibility(small)
        cells.show([row[start : start + 10] for start in range(0, len(row), 10)] if small else [])
        picture.set_content("" if small else desk.picture)
        told.write(conditions(desk))

    refresh()
    return refresh


def values_of(desk: Desk) -> list[int]:
    """Return the values that the editor offers: those of the deal, and one beyond each end."""
    cards = set(cards_of(desk))
    least, most = min(cards), max(cards)
    return list(range(min(1, least) if least <= 1 else least - 1, most + 2)) if most - least < MOST_VALUES else []


def conditions(desk: Desk) -> str:
    """Say in a line what is asked of the order."""
    deal = desk.instance
    parts = [
        say("{number} cards", number=len(deal["cards"])),
        say("pattern {pattern}", pattern=deal.get("pattern", "UDUD")),
    ]
    parts += [say("distance {D}", D=deal["D"])] if deal.get("D") else []
    parts += [say("distance {condition}", condition=encode(deal["distance"]))] if deal.get("distance") else []
    parts += [say("given {cards}", cards=encode(deal["given"]))] if deal.get("given") else []
    parts.append(say("ends {ends}", ends=deal.get("ends", "interior")))
    return " · ".join(parts)


# All solutions.


class Solutions:
    """The mountains of a deal one by one, and its distances as bars."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.of: dict[str, Any] = {}
        self.total = 0
        with Tag("div").classes("columns"):
            with Tag("div").classes("stage"), Tag("section", aria_label=say("Mountain")).classes("instance"):
                self.told = controls.line("", "verdict").props("role=status")
                self.holder = Tag("div").classes("inputs")
                self.picture = controls.picture(fit=True)
            with Tag("div").classes("side"), controls.section(say("Distances of the peaks"), "question"):
                controls.line(say("Every distance with the number of its sequences; choose one."), "lead")
                self.bars = Tag("div").classes("bars")
        desk.refreshers.append(self.show)

    async def show(self) -> None:
        """Count the sequences, make the slider, and show the first one."""
        if self.of == self.desk.instance:
            return
        self.of = dict(self.desk.instance)
        self.holder.clear()
        self.picture.set_content("")
        counted = await self.desk.asks("count")
        written = counted["answer"]["sequences"] if counted and counted["answer"] else "0"
        self.total = int(written) if len(written) <= LONGEST_NUMBER else 0
        if len(written) > LONGEST_NUMBER:
            digits = say("The number of sequences has {digits} digits: too many to go through.", digits=len(written))
            self.told.write(digits)
        elif not self.total:
            self.told.write(say("No sequence fulfils the conditions."))
        else:
            with self.holder:
                most = min(self.total, 1000)
                controls.slider(say("Sequence"), 1, most, self._slide)
            await self._show_one(1)
        await self._show_bars()

    async def _slide(self, written: str) -> None:
        step, most = int(written), min(self.total, 1000)
        await self._show_one(1 if most == 1 else 1 + (step - 1) * (self.total - 1) // (most - 1))

    async def _show_one(self, rank: int) -> None:
        """Show the sequence of a rank."""
        arguments = {"question": "unrank", "text": encode(self.desk.instance), "ask": {"rank": str(rank)}}
        found = await self.desk.attempt("answer_shown", arguments, limits=Limits(seconds=5.0))
        if found:
            words = found["words"].splitlines()
            self.told.write(say("Sequence {rank} of {total}: {words}", rank=rank, total=self.total, words=words[0]))
            self.picture.set_content(found["picture"])

    async def _show_bars(self) -> None:
        """Show the distances with their numbers of sequences."""
        outcome = await self.desk.asks("distances")
        self.bars.clear()
        counts = (outcome and outcome["answer"] and outcome["answer"]["sequences"]) or {}
        with self.bars:
            if not counts:
                controls.line(say("No distance is possible."), "help")
            greatest = max([*counts.values(), "1"], key=lambda number: (len(number), number))
            for distance, number in list(counts.items())[:MOST_BARS]:
                self._bar(distance, number, share(number, greatest))

    def _bar(self, distance: str, number: str, share: int) -> None:
        """Make the bar of one distance; pressing it asks for that distance."""

        async def choose() -> None:
            rest = {key: value for key, value in self.desk.instance.items() if key != "distance"}
            await self.desk.take({**rest, "D": int(distance)})

        chosen = self.desk.instance.get("D") == int(distance)
        shown = number if len(number) <= 12 else f"{number[0]}.{number[1:3]}e{len(number) - 1}"
        label = say("distance {distance}: {number} sequences", distance=distance, number=shown)
        plain = self.desk.instance.get("pattern", "UDUD") == "UDUD"
        made = Tag("button", type="button", aria_label=label, aria_pressed=str(chosen).lower(), disabled=not plain)
        with made.classes("bar").on("click", choose, []):
            Tag("span", distance).classes("bar-name")
            with Tag("span").classes("bar-room"):
                Tag("span").classes("bar-fill").style(f"width: {max(1, share)}%")
            Tag("span", shown).classes("bar-number")


def share(number: str, greatest: str) -> int:
    """Return how many hundredths of the greatest a number is, both written in digits, of which there may be thousands.

    >>> share("25", "100"), share("1" + "0" * 5000, "2" + "0" * 5000), share("7", "1" + "0" * 5000)
    (25, 50, 0)
    """
    ratio = float(f"0.{number[:15]}") / float(f"0.{greatest[:15]}")
    return int(100 * ratio * 10.0 ** (len(number) - len(greatest)))


# Encodings.


class Encodings:
    """The sizes of all encodings, the methods live on one deal, and the formulas as files."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.amo = "pairwise"
        with Tag("div").classes("inputs"):
            with controls.section(say("Clauses by family")):
                controls.choice(say("At most one"), {kind: say(kind) for kind in AT_MOST_ONE}, self.amo, self._choose)
                self.sizes = Tag("div").classes("scroll")
            with controls.section(say("All methods on this deal")):
                controls.line(say("Each may take {seconds} seconds.", seconds=f"{COMPARE_SECONDS:g}"), "lead")
                with controls.row("actions"):
                    self.go = controls.button(say("Compare"), self._compare, "main")
                    controls.button(say("Cancel"), self._cancel)
                self.runs = Tag("div").classes("scroll")
        desk.refreshers.append(self.show)
        self.cancelled = False

    async def _choose(self, kind: str) -> None:
        self.amo = kind
        await self.show()

    async def show(self) -> None:
        """Show the table of sizes."""
        text = encode(self.desk.instance)
        asked = {
            name: {"question": "encode", "text": text, "ask": {"encoding": name, "amo": self.amo}} for name in ENCODINGS
        }
        found = await self.desk.attempt("answers", {"questions": asked}, limits=Limits(seconds=5.0))
        self.sizes.clear()
        self.runs.clear()
        if not found:
            return
        answers = {name: outcome["answer"] for name, outcome in found.items() if outcome["answer"]}
        families = dict.fromkeys(family for answer in answers.values() for family in answer["families"])
        with self.sizes, Tag("table").classes("table"):
            _row([say("family"), *answers], head=True)
            for family in families:
                _row([family, *(_figure(answer["families"].get(family)) for answer in answers.values())])
            _row([say("clauses"), *(_figure(answer["clauses"]) for answer in answers.values())])
            _row([say("letters"), *(_figure(answer["variables"]) for answer in answers.values())])
            with Tag("tr"):
                Tag("th", say("formula"), scope="row")
                for name in answers:
                    with Tag("td").classes("figure"):
                        controls.button("DIMACS", self._dimacs(name), "quiet", say("{name} as DIMACS", name=name))

    def _dimacs(self, name: str) -> Callable[[], Any]:
        """Make what saves one formula."""

        async def save() -> None:
            arguments = {"text": encode(self.desk.instance), "model": f"sat-{name}", "format": "dimacs"}
            text = await self.desk.attempt("export", arguments, limits=Limits(seconds=20.0))
            if text is not None:
                ui.download.content(text, f"cards-{name}.cnf")

        return save

    def _cancel(self) -> None:
        self.cancelled = True
        self.desk.stop()

    async def _compare(self) -> None:
        """Run one method after the other, and write each as it is done."""
        self.cancelled = False
        self.runs.clear()
        self.go.enable(False)
        with self.runs:
            table = Tag("table").classes("table")
        with table:
            _row([say(head) for head in ("method", "verdict", "clauses", "conflicts", "time")], head=True)
        problem = self.desk.game.problem("order")
        needs = {method.name: method.needs for method in problem.methods}
        for method in METHODS:
            if self.cancelled:
                break
            name = method.partition(":")[0]
            cells = (
                [say("not installed"), "", "", ""]
                if needs[name] and not installed(needs[name])
                else await self._ran(method)
            )
            with table:
                _row([method, *cells])
        self.go.enable(True)

    async def _ran(self, method: str) -> list[str]:
        """Run one method and write its row."""
        arguments = {"question": "order", "text": encode(self.desk.instance), "method": method}
        try:
            outcome = decode(await self.desk.run("answer", arguments, limits=Limits(seconds=COMPARE_SECONDS)))
        except Refused as refused:
            return [refused.said["message"], "", "", ""]
        verdict = {"solved": say("yes"), "impossible": say("no")}.get(outcome["status"], outcome["stopped"])
        if not outcome["checked"] and outcome["status"] != "unknown":
            verdict += say(" (unchecked)")
        stats = outcome["stats"]
        clauses = stats.get("clauses", stats.get("rows"))
        return [verdict, _figure(clauses), _figure(stats.get("conflicts")), duration(outcome["seconds"])]


def _figure(number: float | None) -> str:
    """Write a number for a table.

    >>> _figure(5230), _figure(None)
    ('5,230', '')
    """
    return "" if number is None else f"{int(number):,}"


def _row(cells: list[str], *, head: bool = False) -> None:
    """Write a row of a table: a name, then figures."""
    with Tag("tr"):
        for k, cell in enumerate(cells):
            if head or k == 0:
                Tag("th", cell, scope="col" if head else "row").classes("figure" if k else "")
            else:
                Tag("td", cell).classes("figure")


def _view(made: Solutions | Encodings) -> Any:
    ui.timer(0, made.show, once=True)
    return made.show


PAGE = Page(
    editor=editor,
    plain=("count", "rank"),
    fit=True,
    views=(
        View("solutions", mark("All solutions"), lambda desk: _view(Solutions(desk))),
        View("encodings", mark("Encodings"), lambda desk: _view(Encodings(desk))),
    ),
)
