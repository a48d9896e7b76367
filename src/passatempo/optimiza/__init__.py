"""Optimiza, a solitaire of jumps over a torus: the path of greatest sum.

The public names are imported when first used, so that listing the pastimes stays quick.
"""

from typing import TYPE_CHECKING

from passatempo.core.pastime import Command, Method, Pastime, Problem, lazy

if TYPE_CHECKING:
    from passatempo.optimiza.checker import check as check
    from passatempo.optimiza.exact import best as best
    from passatempo.optimiza.exact import greatest_sum as greatest_sum
    from passatempo.optimiza.model import BestAsk as BestAsk
    from passatempo.optimiza.model import Board as Board
    from passatempo.optimiza.model import JudgeAsk as JudgeAsk
    from passatempo.optimiza.model import PathAsk as PathAsk
    from passatempo.optimiza.model import Route as Route
    from passatempo.optimiza.model import RoutesAsk as RoutesAsk
    from passatempo.optimiza.model import TrailAsk as TrailAsk
    from passatempo.optimiza.text import read as read
    from passatempo.optimiza.text import write as write

_HERE = "passatempo.optimiza"
_PUBLIC = {
    "BestAsk": "model",
    "Board": "model",
    "JudgeAsk": "model",
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
__getattr__ = lazy(_HERE, _PUBLIC)

_COMMENT = "the recurrence of a comment of 2 March 2010, with its state corrected"
_X = "Optimiza, 26 February 2010: levels X, Y, Z"

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
    formats={
        "csv": f"{_HERE}.text:write_csv",
        "id": f"{_HERE}.symmetry:name_of",
        "canonical": f"{_HERE}.symmetry:write_canonical",
        "dot": f"{_HERE}.graph:write_dot",
        "graph": f"{_HERE}.graph:draw_graph",
    },
    examples={
        "four": "examples/four.txt",
        "two": "examples/two.txt",
        "klein": "examples/klein.txt",
        "hexagons": "examples/hexagons.txt",
        "triangle": "examples/triangle.txt",
        "tour": "examples/tour.txt",
        "clustered": "examples/clustered.txt",
    },
    commands=(
        Command("exhaust", "Solve all boards of a size.", f"{_HERE}.commands:exhaust"),
        Command("orbits", "Count the boards that differ by more than a symmetry.", f"{_HERE}.commands:orbits"),
        Command("tour", "Make a board with a full tour, or say why there is none.", f"{_HERE}.commands:tour"),
        Command("certificate", "Print or check why the optimum is the optimum.", f"{_HERE}.commands:certificate"),
    ),
    demo=(("best", "four"), ("best", "clustered")),
    page=f"{_HERE}.page:PAGE",
    problems=(
        Problem(
            name="best",
            question="Which path has the greatest sum?",
            check=f"{_HERE}.checker:check_best",
            worth=f"{_HERE}.checker:worth_best",
            ask=f"{_HERE}.model:BestAsk",
            face=f"{_HERE}.json:ROUTE",
            show=f"{_HERE}.show:show_best",
            draw=f"{_HERE}.draw:draw_best",
            methods=(
                Method(name="exact", where=f"{_HERE}.exact:best", source="numbers, components, trees, dives, frontier"),
                Method(name="frontier", where=f"{_HERE}.exact:frontier", source="Knuth's simpath on every component"),
                Method(name="reference", where=f"{_HERE}.reference:best", source="the recurrence in plain Python"),
                Method(name="dp", where=f"{_HERE}.dp:best", source=_COMMENT),
                Method(name="cpsat", where=f"{_HERE}.cp:best", needs="solvers", source="a circuit; OR-Tools CP-SAT"),
                Method(name="greedy", where=f"{_HERE}.greedy:greedy", kind="heuristic", source=_X),
                Method(name="greedy-ends", where=f"{_HERE}.greedy:greedy_ends", kind="heuristic", source=_X),
                Method(name="expert", where=f"{_HERE}.greedy:expert", kind="heuristic", source="Warnsdorff's rule"),
            ),
        ),
        Problem(
            name="levels",
            unique=True,
            question="What do a greedy, better greedies and the optimum score?",
            check=f"{_HERE}.checker:check_levels",
            evidence="consequences",
            face=f"{_HERE}.faces:LEVELS",
            show=f"{_HERE}.tell:show_levels",
            draw=f"{_HERE}.draw:draw_number",
            methods=(
                Method(name="exact", where=f"{_HERE}.levels:levels", source=_X),
                Method(name="reference", where=f"{_HERE}.levels:levels_reference", source="Z by the recurrence"),
            ),
        ),
        Problem(
            name="count",
            unique=True,
            question="How many paths have the greatest sum?",
            check=f"{_HERE}.checker:check_number",
            evidence="consequences",
            face=f"{_HERE}.faces:NUMBER",
            show=f"{_HERE}.tell:show_number",
            draw=f"{_HERE}.draw:draw_number",
            methods=(
                Method(name="exact", where=f"{_HERE}.levels:count", source="tallies modulo primes"),
                Method(name="reference", where=f"{_HERE}.levels:count_reference", source="the recurrence, counting"),
            ),
        ),
        Problem(
            name="enumerate",
            unique=True,
            question="Which paths have the greatest sum?",
            check=f"{_HERE}.checker:check_routes",
            evidence="consequences",
            ask=f"{_HERE}.model:RoutesAsk",
            face=f"{_HERE}.faces:ROUTES",
            show=f"{_HERE}.tell:show_routes",
            draw=f"{_HERE}.draw:draw_routes",
            methods=(
                Method(name="exact", where=f"{_HERE}.levels:enumerate_best", source="guided by all sums"),
                Method(name="reference", where=f"{_HERE}.levels:enumerate_reference", source="the recurrence"),
            ),
        ),
        Problem(
            name="hint",
            question="How does a path go on best, and can it still become the best of the board?",
            check=f"{_HERE}.checker:check_hint",
            worth=f"{_HERE}.checker:worth_hint",
            key=f"{_HERE}.checker:key_hint",
            evidence="consequences",
            ask=f"{_HERE}.model:PathAsk",
            face=f"{_HERE}.faces:HINT",
            show=f"{_HERE}.tell:show_hint",
            draw=f"{_HERE}.draw:draw_hint",
            methods=(Method(name="exact", where=f"{_HERE}.levels:hint", source="as best, without the used cells"),),
        ),
        Problem(
            name="trail",
            question="Which path has the greatest sum if cells may be used again, but no move?",
            check=f"{_HERE}.checker:check_trail",
            worth=f"{_HERE}.checker:worth_trail",
            ask=f"{_HERE}.model:TrailAsk",
            face=f"{_HERE}.json:ROUTE",
            show=f"{_HERE}.tell:show_trail",
            draw=f"{_HERE}.draw:draw_trail",
            methods=(
                Method(name="exact", where=f"{_HERE}.trail:trail", source="Euler; search where moves go both ways"),
                Method(name="search", where=f"{_HERE}.trail:trail_search", source="search in both readings"),
            ),
        ),
        Problem(
            name="duel",
            unique=True,
            question="Who wins from each start when two play, and how many points?",
            check=f"{_HERE}.checker:check_duel",
            evidence="consequences",
            face=f"{_HERE}.faces:DUEL",
            show=f"{_HERE}.tell:show_duel",
            draw=f"{_HERE}.draw:draw_duel",
            methods=(
                Method(name="exact", where=f"{_HERE}.duel:duel", source="all states; matchings at a limit"),
                Method(name="reference", where=f"{_HERE}.duel:reference", source="every game to its end"),
                Method(name="matching", where=f"{_HERE}.duel:winners", kind="heuristic", source="vertex geography"),
            ),
        ),
        Problem(
            name="judge",
            unique=True,
            question="Does a path keep the rules, and which move is the first that does not?",
            check=f"{_HERE}.checker:check_verdict",
            ask=f"{_HERE}.model:JudgeAsk",
            face=f"{_HERE}.json:VERDICT",
            show=f"{_HERE}.show:show_verdict",
            draw=f"{_HERE}.draw:draw_verdict",
            methods=(Method(name="exact", where=f"{_HERE}.judge:judge", source="the rules"),),
        ),
    ),
)
