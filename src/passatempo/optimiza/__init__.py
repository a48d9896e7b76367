"""Optimiza, a solitaire of jumps over a torus: the path of greatest sum.

The public names are imported when first used, so that listing the pastimes stays quick.
"""

from typing import TYPE_CHECKING, Any

from passatempo.core.pastime import Method, Pastime, Problem, resolve

if TYPE_CHECKING:
    from passatempo.optimiza.checker import check as check
    from passatempo.optimiza.exact import best as best
    from passatempo.optimiza.exact import greatest_sum as greatest_sum
    from passatempo.optimiza.model import Board as Board
    from passatempo.optimiza.model import PathAsk as PathAsk
    from passatempo.optimiza.model import Route as Route
    from passatempo.optimiza.model import RoutesAsk as RoutesAsk
    from passatempo.optimiza.model import TrailAsk as TrailAsk
    from passatempo.optimiza.text import read as read
    from passatempo.optimiza.text import write as write

_HERE = "passatempo.optimiza"
_PUBLIC = {
    "Board": "model",
    "PathAsk": "model",
    "Route": "model",
    "RoutesAsk": "model",
    "TrailAsk": "model",
    "best": "exact",
    "check": "checker",
    "greatest_sum": "exact",
    "read": "text",
    "write": "text",
}
__all__ = ["PASTIME", *_PUBLIC]


def __getattr__(name: str) -> Any:
    if name in _PUBLIC:
        return resolve(f"{_HERE}.{_PUBLIC[name]}:{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


PASTIME = Pastime(
    name="optimiza",
    title="jump over a torus of numbers, never to a smaller one, for the greatest sum",
    read=f"{_HERE}.text:read",
    write=f"{_HERE}.text:write",
    face=f"{_HERE}.json:BOARD",
    show=f"{_HERE}.show:show_board",
    draw=f"{_HERE}.draw:draw_board",
    params=f"{_HERE}.generate:Params",
    generate=f"{_HERE}.generate:generate",
    formats={"csv": f"{_HERE}.text:write_csv"},
    examples={
        "four": "examples/four.txt",
        "two": "examples/two.txt",
        "klein": "examples/klein.txt",
        "hexagons": "examples/hexagons.txt",
        "triangle": "examples/triangle.txt",
        "tour": "examples/tour.txt",
        "clustered": "examples/clustered.txt",
    },
    demo=(("best", "four"), ("best", "clustered")),
    problems=(
        Problem(
            name="best",
            question="Which path has the greatest sum?",
            check=f"{_HERE}.checker:check",
            worth=f"{_HERE}.checker:worth",
            face=f"{_HERE}.json:ROUTE",
            show=f"{_HERE}.show:show_route",
            draw=f"{_HERE}.draw:draw_route",
            methods=(
                Method(name="exact", where=f"{_HERE}.exact:best", source="levels, components, frontier"),
                Method(name="reference", where=f"{_HERE}.reference:best", source="the recurrence in plain Python"),
            ),
        ),
        Problem(
            name="judge",
            question="Does a path keep the rules, and which move is the first that does not?",
            check=f"{_HERE}.checker:check_verdict",
            ask=f"{_HERE}.model:PathAsk",
            face=f"{_HERE}.json:VERDICT",
            show=f"{_HERE}.show:show_verdict",
            draw=f"{_HERE}.draw:draw_verdict",
            methods=(Method(name="exact", where=f"{_HERE}.judge:judge", source="the rules"),),
        ),
    ),
)
