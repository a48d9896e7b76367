"""The record: all data of this pastime for the front ends; a reference is imported on first use."""

from passatempo.core.game import Game
from passatempo.core.messages import mark
from passatempo.core.methods import Method
from passatempo.core.pastime import Command, Kind, Pastime, Problem, Study

_CORRADO = "Corrado il Conquistatore, report of an MNK project 2021-2022; corrected where its faults lose games"
_FORMULA = "Corrado il Conquistatore: f = A - B over runs, with the coefficients of its program"
_PROOF = "df-pn on the hypergraph of live lines; weak game first"
_ENGINE = "principal variation search over line patterns and a small network, fitted on its own games"
_LITERAL = "the same to the letter, with its search tree of moves"

PASTIME = Pastime(
    package=__package__,
    questions=".questions:WIRING",
    name="mnk",
    title="find the best move, and who wins, on a board of m rows and n columns",
    label=mark("Five in a row"),
    rules=mark(
        "Two players take turns marking an empty square, X first. The first with k marks in a row, across, down "
        "or diagonally, wins. The board has m rows and n columns: 3, 3, 3 is noughts and crosses, 15, 15, 5 is "
        "five in a row."
    ),
    colours={"red": r"(?<![\w])\(?X\)?(?![\w])", "blue": r"(?<![\w])\(?O\)?(?![\w])"},
    kinds=(Kind("win", "MW", "find the only first move that wins in the given number of moves", ".puzzles.win:WIN"),),
    formats=("moves", "sgf", "psq"),
    examples=("fork", "corner", "torus", "misere", "drop", "breaker", "exactly", "threes", "gomoku", "five"),
    commands=(
        Command("known", "List the boards whose value is known, with sources.", ".proof.known_values:known"),
        Command("verify", "Check a proof without a search.", ".commands:verify"),
        Command("protocol", "Speak the Gomocup protocol over standard input and output.", ".matches.command:protocol"),
        Command("match", "Let two players play a match and rate them.", ".matches.command:match"),
        Command("openings", "Generate openings that several judges rate as even.", ".matches.opening_books:openings"),
        Command(
            "analyse",
            "Show what each move of a game changed, and where it was lost.",
            ".matches.review:analyse",
            {"batch": ".matches.review:analyse_games"},
        ),
    ),
    demo=(
        ("evaluate", "threes"),
        ("value", "gomoku"),
        ("move", "five"),
    ),  # the tests put the first question to every example
    app="mnk",
    game=Game(
        functions=".game.record:WIRING",
        instruction=mark('Type a square, as "b2".'),
        seats=(2, 2),
        sides=("X", "O"),
        chance=False,
        question="move",
    ),
    studies=(
        Study(
            name="pair",
            summary="two players play two games from a random opening, each first once",
            params=".matches.studies:PairParams",
            where=".matches.studies:pair",
        ),
    ),
    problems=(
        Problem(
            name="move",
            question="What is the best move?",
            methods=(
                Method(name="engine", kind="heuristic", source=_ENGINE, settings=".settings:EngineSettings"),
                Method(name="corrado", kind="heuristic", source=_CORRADO),
                Method(name="corrado-avl", kind="literal", source=_LITERAL, settings=".settings:PublishedSettings"),
                Method(name="proof", source=_PROOF),
                Method(name="reference", source="a full search with a memo"),
            ),
        ),
        Problem(
            name="value",
            question="Who wins with best play, how soon, and by which moves?",
            evidence="consequences",
            methods=(
                Method(name="proof", source=_PROOF, proves=True, resumes=True),
                Method(name="reference", source="a full search with a memo"),
            ),
        ),
        Problem(
            name="evaluate",
            question="How does the published evaluation score a position, term by term?",
            unique=True,
            methods=(Method(name="corrado", source=_FORMULA),),
        ),
    ),
)
