"""The record of this pastime for the front ends, as data; its references are imported on first use."""

from passatempo.core.game import Bot, Game, Word
from passatempo.core.messages import mark
from passatempo.core.methods import Method, solver_method
from passatempo.core.pastime import Command, Kind, Model, Pastime, Problem, Study
from passatempo.minesweeper.policies import POLICIES

_DIAGRAM = "parts of the board as diagrams of states, all marginals in one backward sweep"
_PLAIN = "layouts counted cell by cell in plain Python"

_TEXT = "Constraint Programming exam, 5 September 2019"
_STRONGEST_FIRST = tuple(POLICIES.items())[::-1]


PASTIME = Pastime(
    package=__package__,
    questions=".questions:WIRING",
    name="minesweeper",
    title="find the safe squares, and the exact chance of a mine in the others",
    label=mark("Minesweeper"),
    rules=mark(
        "Some squares hide a mine. An open square shows how many of its neighbours, up to eight, hide one. Open "
        "every square without a mine; opening a mine loses the game."
    ),
    formats=("pl", "asp", "mine", "minesweepr"),
    examples=("five", "beginner", "wall", "flags", "hexagons", "contradiction"),
    demo=(("safe", "beginner"), ("chances", "beginner")),
    commands=(
        Command(
            "published",
            "Answer the exam's four tasks, and run its program on the boards that refute it.",
            ".commands:published",
        ),
        Command(
            "neighbours", "List the entries around a cell of a matrix (task 1.3 of the exam).", ".commands:neighbours"
        ),
        Command(
            "field", "Measure a whole minefield: 3BV, openings, ZiNi, and whether it needs a guess.", ".commands:field"
        ),
        Command("layouts", "Count the layouts of a board, and list the first ones.", ".exact.layouts:layouts"),
        Command(
            "win-rate",
            "Estimate with intervals how often a policy wins, over many games.",
            ".game.match.command:win_rate",
        ),
    ),
    studies=(
        Study(
            name="win-rate",
            summary="a policy plays some fields; the fields that it wins are counted",
            params=".studies:WinParams",
            where=".studies:win_rate",
            rates={"rate": ("wins", "games")},
        ),
    ),
    models=(
        Model("asp", "the answer set program for all cells", ("clingo",), ".encodings.programs:export"),
        Model(
            "asp-click", "an answer set exactly if the click is safe", ("clingo",), ".encodings.programs:export_click"
        ),
        Model("prolog", "the published program, repaired", ("swi", "eclipse"), ".encodings.programs:export_prolog"),
        Model("minizinc", "the clicked cell's greatest value", ("minizinc",), ".encodings.programs:export_minizinc"),
    ),
    kinds=(
        Kind(
            "field", "SF", "clear the field from the given opening without a guess", ".puzzles.field:FIELD", paper=False
        ),
        Kind("mines", "SM", "find all mines", ".puzzles.mines:MINES"),
        Kind("cell", "SC", "find the only safe covered square", ".puzzles.cell:CELL"),
    ),
    app="minesweeper",
    game=Game(
        functions=".game.record:WIRING",
        instruction=mark(
            'Type the row and column to open, as "3 4"; "flag 3 4" marks a mine, "chord 3 4" opens around a number.'
        ),
        seats=(1, 1),
        is_hidden=True,
        bots=tuple(
            Bot(name=row.bot or name, summary=row.summary, settings=f".policies:{name}", level=row.level)
            for name, row in _STRONGEST_FIRST
        ),
        words=(
            Word(
                "why",
                mark("explain why a square is safe or a mine, or show its chance: why ROW COLUMN"),
                ("perché", "porqué"),
            ),
            Word("chances", mark("show the chance of a mine in each covered square"), ("probabilità", "probabilidad")),
        ),
    ),
    problems=(
        Problem(
            name="safe",
            question="Which covered squares are safe, and which certainly hide a mine?",
            unique=True,
            evidence="consequences",
            methods=(
                Method(name="exact", source=_DIAGRAM),
                Method(name="reference", source=_PLAIN),
                solver_method("asp", "programs:safe", "answer set program; brave and cautious consequences"),
                solver_method(
                    "cp-findall", "cp:safe_by_findall", "the published text, method 1, corrected: all solutions"
                ),
                solver_method(
                    "cp-maximise", "cp:safe_by_objective", "the published text, method 2, corrected: an objective"
                ),
                solver_method(
                    "cp-assume", "cp:safe_by_assumption", "the published text, method 3, corrected: an assumption"
                ),
                solver_method("sat", "sat:safe", "clauses; tiles, then the whole board"),
                solver_method("cp-published", "cp_published:safe", f"{_TEXT}, to the letter", kind="literal"),
            ),
        ),
        Problem(
            name="click",
            example="five --cell 1 3",
            question="Can this square be opened without risk?",
            required=("click", "name the square: --cell ROW COLUMN"),
            evidence="consequences",
            methods=(
                Method(name="exact", source=_DIAGRAM),
                Method(name="reference", source=_PLAIN),
                solver_method("asp", "programs:click", "answer set program"),
                solver_method(
                    "cp-findall", "cp:click_by_findall", "the published text, method 1, corrected: all solutions"
                ),
                solver_method(
                    "cp-maximise", "cp:click_by_objective", "the published text, method 2, corrected: an objective"
                ),
                solver_method(
                    "cp-assume", "cp:click_by_assumption", "the published text, method 3, corrected: an assumption"
                ),
                solver_method("sat", "sat:click", "clauses"),
                solver_method("cp-published", "cp_published:click", f"{_TEXT}, to the letter", kind="literal"),
            ),
        ),
        Problem(
            name="chances",
            question="How likely is a mine in each covered square?",
            unique=True,
            evidence="consequences",
            methods=(
                Method(name="exact", source=_DIAGRAM),
                Method(name="reference", source=_PLAIN),
                Method(
                    name="estimate",
                    kind="heuristic",
                    source="the same diagrams in floating point, combined by a saddle point; what is certain is exact",
                ),
            ),
        ),
        Problem(
            name="guess",
            question="Which square is it best to open?",
            evidence="consequences",
            methods=tuple(
                Method(name=name, kind="heuristic", source=row.source or row.summary, settings=f".policies:{name}")
                for name, row in _STRONGEST_FIRST
            ),
        ),
        Problem(
            name="explain",
            question="Why is each safe square safe, and each certain mine a mine?",
            methods=(
                Method(name="exact", source="rules for one and two numbers; minimal sets by conflict-driven search"),
            ),
        ),
    ),
)
