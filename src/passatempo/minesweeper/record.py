"""The record: everything the front rooms know of this pastime, as data; a reference is imported when first used."""

from passatempo.core.methods import Method
from passatempo.core.pastime import Command, Kind, Model, Pastime, Problem, Study
from passatempo.core.play.game import Bot, Game, Series, Word
from passatempo.core.words import mark
from passatempo.minesweeper.policies import POLICIES

_DIAGRAM = "parts of the board as diagrams of states, all marginals in one backward sweep"
_PLAIN = "layouts counted cell by cell in plain Python"

_TEXT = "Constraint Programming exam, 5 September 2019"
_STRONGEST_FIRST = tuple(POLICIES.items())[::-1]


def _extra(name: str, where: str, source: str, kind: str = "exact") -> Method:
    """Write the record of a method that needs a solver library."""
    return Method(name=name, where=f".encodings.{where}", kind=kind, source=source, needs="solvers")


PASTIME = Pastime(
    package=__package__,
    name="minesweeper",
    title="find the safe squares, and the exact chance of a mine in the others",
    label=mark("Minesweeper"),
    rules=mark(
        "Some squares hide a mine. An open square shows how many of its neighbours, up to eight, hide one. Open "
        "every square without a mine; opening a mine loses the game."
    ),
    read=".text:read",
    write=".text:write",
    json=".json:BOARD",
    instance_type=".model:Board",
    show=".words:show_board",
    draw=".drawing:draw_board",
    params=".generate:Params",
    generate=".generate:generate",
    remarks=".model:remarks",
    formats={
        "pl": ".formats.prolog:write",
        "asp": ".formats.facts:write",
        "mine": ".formats.other_programs:write_mine_file",
        "minesweepr": ".formats.other_programs:write_minesweepr",
    },
    examples={
        "five": "examples/five.txt",
        "beginner": "examples/beginner.txt",
        "wall": "examples/wall.txt",
        "flags": "examples/flags.txt",
        "hexagons": "examples/hexagons.txt",
        "contradiction": "examples/contradiction.txt",
    },
    demo=(("safe", "beginner"), ("chances", "beginner")),
    commands=(
        Command(
            name="published",
            summary="Answer the exam's four tasks, and run its program on the boards that refute it.",
            where=".commands:published",
        ),
        Command(
            name="neighbours",
            summary="List the entries around a cell of a matrix (task 1.3 of the exam).",
            where=".commands:neighbours",
        ),
        Command(
            name="win-rate",
            summary="Estimate with intervals how often a policy wins, over many games.",
            where=".game.match.command:win_rate",
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
        Model("asp", "the answer set program for all cells", ("clingo",), ".encodings.asp:export"),
        Model(
            "asp-click",
            "an answer set exactly if the click is safe",
            ("clingo",),
            ".encodings.asp:export_click",
        ),
        Model("prolog", "the published program, repaired", ("swi", "eclipse"), ".encodings.export:export_prolog"),
        Model("minizinc", "the clicked cell's greatest value", ("minizinc",), ".encodings.export:export_minizinc"),
    ),
    kinds=(
        Kind("field", "SF", "clear the field from the given opening without a guess", ".puzzles.field:FIELD"),
        Kind("cell", "SC", "find the only safe covered square", ".puzzles.cell:CELL"),
    ),
    app="minesweeper",
    game=Game(
        instruction=mark(
            'Type the row and column to open, as "3 4"; "flag 3 4" marks a mine, "chord 3 4" opens around a number.'
        ),
        rules=".game.rules:GameRules",
        presets=".game.rules:PRESETS",
        seats=(1, 1),
        hidden=True,
        start=".game.play:start",
        seat=".game.play:seat",
        view=".game.play:view",
        judge=".game.play:judge",
        play=".game.play:play",
        result=".game.play:result",
        read=".game.notation:read",
        write=".game.notation:write",
        move=".game.play:MOVE",
        deal=".game.play:DEAL",
        show=".game.showing:show",
        draw=".game.showing:draw",
        ending=".game.showing:ending",
        moves=".game.play:moves",
        instance=".game.play:instance",
        summary=".game.play:summary",
        checker=".game.checker:check",
        series=Series(".game.match.series:known", ".game.match.telling:tell", ".game.match.checker:check"),
        bots=tuple(
            Bot(
                name=row.bot or name,
                where=".game.bots:guess",
                summary=row.summary,
                settings=f".policies:{name}",
                level=row.level,
                advice=".game.bots:advice",
            )
            for name, row in _STRONGEST_FIRST
        ),
        words=(
            Word(
                "why",
                mark("explain why a square is safe or a mine, or show its chance: why ROW COLUMN"),
                ".game.showing:why",
                ("perché", "porqué"),
            ),
            Word(
                "chances",
                mark("show the chance of a mine in each covered square"),
                ".game.showing:chances_of",
                ("probabilità", "probabilidad"),
            ),
        ),
    ),
    public={"estimate": ".exact.methods:estimate"},
    problems=(
        Problem(
            name="safe",
            answer_type=".model:Certain",
            question="Which covered squares are safe, and which certainly hide a mine?",
            check=".checker:check_certain",
            json=".json:CERTAIN",
            show=".words:show_certain",
            draw=".drawing:draw_certain",
            explain=".reasons.method:contradiction",
            unique=True,
            evidence="consequences",
            methods=(
                Method(name="exact", where=".exact.methods:safe", source=_DIAGRAM),
                Method(name="reference", where=".reference:safe", source=_PLAIN),
                _extra("asp", "asp:safe", "answer set program; brave and cautious consequences"),
                _extra("cp-findall", "cp:safe_by_findall", "the published text, method 1, corrected: all solutions"),
                _extra("cp-maximise", "cp:safe_by_objective", "the published text, method 2, corrected: an objective"),
                _extra("cp-assume", "cp:safe_by_assumption", "the published text, method 3, corrected: an assumption"),
                _extra("sat", "sat:safe", "clauses; tiles, then the whole board"),
                _extra("cp-published", "cp_published:safe", f"{_TEXT}, to the letter", kind="literal"),
            ),
        ),
        Problem(
            name="click",
            example="five --cell 1 3",
            answer_type=".model:Click",
            question="Can this square be opened without risk?",
            check=".checker:check_click",
            json=".json:CLICK",
            show=".words:show_click",
            draw=".drawing:draw_click",
            explain=".reasons.method:contradiction",
            required=("click", "name the square: --cell ROW COLUMN"),
            key=".checker:key_of_click",
            evidence="consequences",
            methods=(
                Method(name="exact", where=".exact.methods:click", source=_DIAGRAM),
                Method(name="reference", where=".reference:click", source=_PLAIN),
                _extra("asp", "asp:click", "answer set program"),
                _extra("cp-findall", "cp:click_by_findall", "the published text, method 1, corrected: all solutions"),
                _extra("cp-maximise", "cp:click_by_objective", "the published text, method 2, corrected: an objective"),
                _extra("cp-assume", "cp:click_by_assumption", "the published text, method 3, corrected: an assumption"),
                _extra("sat", "sat:click", "clauses"),
                _extra("cp-published", "cp_published:click", f"{_TEXT}, to the letter", kind="literal"),
            ),
        ),
        Problem(
            name="chances",
            answer_type=".model:Chances",
            question="How likely is a mine in each covered square?",
            ask=".model:ChancesAsk",
            check=".checker:check_readings",
            json=".json:CHANCES",
            show=".words:show_both",
            draw=".drawing:draw_both",
            explain=".reasons.method:contradiction_in",
            unique=True,
            evidence="consequences",
            methods=(
                Method(name="exact", where=".exact.chances:exact", source=_DIAGRAM),
                Method(name="reference", where=".exact.chances:reference", source=_PLAIN),
                Method(
                    name="estimate",
                    where=".exact.chances:estimate",
                    kind="heuristic",
                    source="the same diagrams in floating point, combined by a saddle point; what is certain is exact",
                ),
            ),
        ),
        Problem(
            name="guess",
            answer_type=".model:Guess",
            question="Which square is it best to open?",
            check=".checker:check_guess",
            json=".json:GUESS",
            show=".words:show_guess",
            draw=".drawing:draw_guess",
            explain=".reasons.method:contradiction",
            evidence="consequences",
            methods=tuple(
                Method(
                    name=name,
                    where=".exact.guess:guess",
                    kind="heuristic",
                    source=row.source or row.summary,
                    settings=f".policies:{name}",
                )
                for name, row in _STRONGEST_FIRST
            ),
        ),
        Problem(
            name="explain",
            answer_type=".model:Explanation",
            question="Why is each safe square safe, and each certain mine a mine?",
            check=".checker:check_explanation",
            json=".json:EXPLANATION",
            show=".words:show_explanation",
            draw=".drawing:draw_explanation",
            explain=".reasons.method:contradiction",
            key=".checker:key_of_explanation",
            methods=(
                Method(
                    name="exact",
                    where=".reasons.method:explain",
                    source="rules for one and two numbers; minimal sets by conflict-driven search",
                ),
            ),
        ),
    ),
)
