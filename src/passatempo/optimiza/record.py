"""The record of this pastime: everything that the front ends use, as data. References are imported on first use."""

from passatempo.core.game import Bot, Game, Word
from passatempo.core.messages import mark
from passatempo.core.methods import Method
from passatempo.core.pastime import Command, Kind, Pastime, Problem, Study

_COMMENT = "the recurrence of a comment of 2 March 2010, with its state corrected"
_X = "Optimiza, 26 February 2010: levels X, Y, Z"

PASTIME = Pastime(
    package=__package__,
    questions=".questions:WIRING",
    name="optimiza",
    title="jump over a board of numbers along the path with the highest score",
    label=mark("Optimiza"),
    rules=mark(
        "Start on any square of a board of numbers. From a square with the number n, jump exactly n squares in "
        "a straight line; leaving the board on one side brings you back in on the other. Never land on a "
        "smaller number or on a square you have visited. Your score is the sum of all squares you land on, "
        "including the first."
    ),
    formats=("csv", "id", "canonical", "dot", "graph"),
    examples=("four", "two", "klein", "hexagons", "triangle", "tour", "clustered"),
    commands=(
        Command("exhaust", "Solve all boards of a size.", ".commands:exhaust"),
        Command("orbits", "Count the boards up to symmetry.", ".commands:orbits"),
        Command(
            "tour",
            "Construct a board with a full tour, or explain why none exists.",
            ".commands:tour",
            otherwise=".commands:obstacle",
        ),
        Command(
            "certificate",
            "Print or check a certificate of the best path.",
            ".commands:certificate",
            {"recheck": ".commands:check_certificate"},
        ),
    ),
    studies=(
        Study(
            name="quality",
            summary="draw a board, and compare each greedy path with the best one",
            params=".studies:QualityParams",
            where=".studies:quality",
        ),
    ),
    demo=(("best", "four"), ("best", "clustered")),
    kinds=(Kind("path", "OP", "beat X, then Y, and find the one path that reaches Z", ".puzzles.path:PATH"),),
    app="optimiza",
    game=Game(
        functions=".game.record:WIRING",
        instruction=mark('Type the row and column of the next square, as "2 3", or "stop".'),
        seats=(1, 2),
        bots=(
            Bot(
                name="perfect",
                summary="moves to the square with the highest possible score; plays a duel by exact values",
                level="best",
            ),
            Bot(
                name="greedy",
                summary="moves to the smallest number; in a duel, to a last move if there is one, else to the largest",
                level="easy",
            ),
            Bot(name="random", summary="any move", level="novice"),
        ),
        words=(
            Word("why", mark("show what the last move lost"), ("perché", "porqué")),
            Word("levels", mark("show X, Y, expert and Z, and what the path reaches"), ("livelli", "niveles")),
        ),
    ),
    problems=(
        Problem(
            name="best",
            question="Which path has the highest score?",
            methods=(
                Method(name="exact", source="numbers, components, trees, dives, frontier"),
                Method(name="frontier", source="Knuth's simpath on every component"),
                Method(name="reference", source="the recurrence in plain Python"),
                Method(name="dp", source=_COMMENT),
                Method(name="cpsat", where=".encodings.cp:best", needs="solvers", source="a circuit; OR-Tools CP-SAT"),
                Method(name="greedy", kind="heuristic", source=_X),
                Method(name="greedy-ends", kind="heuristic", source=_X),
                Method(name="expert", kind="heuristic", source="Warnsdorff's rule"),
            ),
        ),
        Problem(
            name="levels",
            unique=True,
            question="What do greedy paths and the best path score?",
            evidence="consequences",
            methods=(Method(name="exact", source=_X), Method(name="reference", source="Z by the recurrence")),
        ),
        Problem(
            name="count",
            unique=True,
            question="How many paths have the highest score?",
            evidence="consequences",
            value="number",
            methods=(
                Method(name="exact", source="tallies modulo primes"),
                Method(name="reference", source="the recurrence, counting"),
            ),
        ),
        Problem(
            name="enumerate",
            unique=True,
            question="Which paths have the highest score?",
            evidence="consequences",
            methods=(
                Method(name="exact", source="guided by all sums"),
                Method(name="reference", source="the recurrence"),
            ),
        ),
        Problem(
            name="hint",
            example='four --path "2,1 2,4"',
            question="What is the best way to continue a path, and can it still become the best of the board?",
            evidence="consequences",
            methods=(Method(name="exact", source="as best, without the used cells"),),
        ),
        Problem(
            name="trail",
            question="Which path has the highest score if squares may be visited again, but no move repeated?",
            methods=(
                Method(name="exact", source="Euler; search where moves go both ways"),
                Method(name="search", source="search in both readings"),
            ),
        ),
        Problem(
            name="duel",
            unique=True,
            question="In the game for two, who wins from each start, and by how many points?",
            evidence="consequences",
            methods=(
                Method(name="exact", source="all states; matchings at a limit"),
                Method(name="reference", source="every game to its end"),
                Method(name="matching", kind="heuristic", source="vertex geography"),
            ),
        ),
        Problem(
            name="judge",
            example='four --path "2,1 2,4"',
            unique=True,
            question="Does a path follow the rules, and if not, which move is the first to break them?",
            methods=(Method(name="exact", source="the rules"),),
        ),
    ),
)
