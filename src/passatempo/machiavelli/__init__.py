"""Machiavelli, a card game of the rummy family: rearranging the table.

The public names are imported when first used, so that listing the pastimes stays quick.
"""

from typing import TYPE_CHECKING, Any

from passatempo.core.pastime import Method, Model, Pastime, Problem, resolve

if TYPE_CHECKING:
    from passatempo.machiavelli.checker import check as check
    from passatempo.machiavelli.exact import arrange as arrange
    from passatempo.machiavelli.exact import arrange_many as arrange_many
    from passatempo.machiavelli.model import Arrangement as Arrangement
    from passatempo.machiavelli.model import Rules as Rules
    from passatempo.machiavelli.model import Turn as Turn
    from passatempo.machiavelli.text import read as read
    from passatempo.machiavelli.text import write as write

_HERE = "passatempo.machiavelli"
_PUBLIC = {
    "Arrangement": "model",
    "Rules": "model",
    "Turn": "model",
    "arrange": "exact",
    "arrange_many": "exact",
    "check": "checker",
    "read": "text",
    "write": "text",
}
__all__ = ["PASTIME", *_PUBLIC]


def __getattr__(name: str) -> Any:
    if name in _PUBLIC:
        return resolve(f"{_HERE}.{_PUBLIC[name]}:{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


_SEED = '"Machiavelli" come CSP (prima parte), 14 November 2011'

PASTIME = Pastime(
    name="machiavelli",
    title="rearrange the table of a card game: which cards can be laid, and how",
    read=f"{_HERE}.text:read",
    write=f"{_HERE}.text:write",
    face=f"{_HERE}.json:TURN",
    show=f"{_HERE}.show:show_turn",
    draw=f"{_HERE}.draw:draw_turn",
    params=f"{_HERE}.generate:Params",
    generate=f"{_HERE}.generate:generate",
    examples={
        "heap": "examples/heap.txt",
        "wrap": "examples/wrap.txt",
        "stuck": "examples/stuck.txt",
        "five-cycle": "examples/five-cycle.txt",
        "eighteen": "examples/eighteen.txt",
    },
    demo=(("arrange", "heap"), ("arrange", "eighteen")),
    models=(
        Model(
            name="ilp-published",
            summary="the published integer program",
            formats=("lp", "mps"),
            where=f"{_HERE}.ilp:export_published",
        ),
        Model(name="ilp", summary="the corrected program", formats=("lp", "mps"), where=f"{_HERE}.ilp:export"),
        Model(name="ilp-sets", summary="a variable a group", formats=("lp", "mps"), where=f"{_HERE}.ilp:export_sets"),
    ),
    problems=(
        Problem(
            name="arrange",
            question="Can all cards of the table be laid in sets and runs?",
            check=f"{_HERE}.checker:check",
            face=f"{_HERE}.json:ARRANGEMENT",
            show=f"{_HERE}.show:show_arrangement",
            draw=f"{_HERE}.draw:draw_arrangement",
            methods=(
                Method(name="exact", where=f"{_HERE}.exact:arrange", source="closed form for runs, search over sets"),
                Method(name="reference", where=f"{_HERE}.plain:arrange", source="every meld for the first card left"),
                Method(
                    name="ilp",
                    where=f"{_HERE}.ilp:solve",
                    source=f"{_SEED}, corrected: counts in place of planes",
                    needs="solvers",
                    settings=f"{_HERE}.settings:Settings",
                ),
                Method(
                    name="ilp-sets",
                    where=f"{_HERE}.ilp:solve_sets",
                    source="a variable for each group; den Hertog and Hulshof, The Computer Journal 49 (2006)",
                    needs="solvers",
                    settings=f"{_HERE}.settings:Settings",
                ),
                Method(name="cpsat", where=f"{_HERE}.cp:solve", source="the groups on CP-SAT", needs="solvers"),
                Method(
                    name="ilp-published",
                    where=f"{_HERE}.ilp:published",
                    kind="literal",
                    source=_SEED,
                    needs="solvers",
                    settings=f"{_HERE}.settings:PublishedSettings",
                ),
            ),
        ),
    ),
)
