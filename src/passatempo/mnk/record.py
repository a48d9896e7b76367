"""The record: everything the front rooms know of this pastime, as data; a reference is imported when first used."""

from passatempo.core.methods import Method
from passatempo.core.pastime import Command, Kind, Pastime, Problem, Study
from passatempo.core.play.game import Game
from passatempo.core.words import mark

_CORRADO = "Corrado il Conquistatore, report of an MNK project 2021-2022; corrected where its faults lose games"
_FORMULA = "Corrado il Conquistatore: f = A - B over runs, with the coefficients of its program"
_PROOF = "df-pn on the hypergraph of live lines; weak game first"
_ENGINE = "principal variation search over line patterns and a small network, fitted on its own games"
_LITERAL = "the same to the letter, with its search tree of moves"

PASTIME = Pastime(
    package=__package__,
    name="mnk",
    title="find the best move, and who wins, on a board of m rows and n columns",
    label=mark("Five in a row"),
    rules=mark(
        "Two players take turns marking an empty square, X first. The first with k marks in a row, across, down "
        "or diagonally, wins. The board has m rows and n columns: 3, 3, 3 is noughts and crosses, 15, 15, 5 is "
        "five in a row."
    ),
    read=".text:read",
    write=".text:write",
    json=".json:POSITION",
    colours={"red": r"(?<![\w])\(?X\)?(?![\w])", "blue": r"(?<![\w])\(?O\)?(?![\w])"},
    instance_type=".model:Position",
    show=".words:show_position",
    draw=".drawing:draw_position",
    params=".generate:Params",
    generate=".generate:generate",
    kinds=(Kind("win", "MW", "find the only first move that wins in the given number of moves", ".puzzles.win:WIN"),),
    formats={
        "moves": ".text:write_moves",
        "sgf": ".formats.sgf:write_sgf",
        "psq": ".formats.psq:write_psq",
    },
    examples={
        "fork": "examples/fork.txt",
        "corner": "examples/corner.txt",
        "torus": "examples/torus.txt",
        "misere": "examples/misere.txt",
        "drop": "examples/drop.txt",
        "breaker": "examples/breaker.txt",
        "exactly": "examples/exactly.txt",
        "threes": "examples/threes.txt",
        "gomoku": "examples/gomoku.txt",
        "five": "examples/five.txt",
    },
    commands=(
        Command("known", "List the boards whose value is known, with sources.", ".proof.known_values:listed"),
        Command("verify", "Check a proof without a search.", ".commands:verify"),
        Command("protocol", "Speak the Gomocup protocol over standard input and output.", ".match.command:protocol"),
        Command("match", "Let two players play a match and rate them.", ".match.command:match"),
        Command("openings", "Generate openings that several judges rate as even.", ".match.opening_books:openings"),
        Command("analyse", "Show what each move of a game changed, and where it was lost.", ".match.review:analyse"),
    ),
    demo=(
        ("evaluate", "threes"),
        ("value", "gomoku"),
        ("move", "five"),
    ),  # the first is asked of every example by the tests
    app="mnk",
    game=Game(
        instruction=mark('Type a square, as "b2".'),
        rules=".game.rules:GameRules",
        presets=".game.rules:PRESETS",
        seats=(2, 2),
        sides=("X", "O"),
        chance=False,
        start=".game.play:start",
        seat=".game.play:seat",
        view=".game.play:view",
        judge=".game.play:judge",
        play=".game.play:play",
        result=".game.play:result",
        read=".game.play:read",
        write=".game.play:write",
        move=".game.play:MOVE",
        deal=".game.play:DEAL",
        show=".game.play:show",
        draw=".drawing:draw_position",
        moves=".game.play:moves",
        instance=".game.play:instance",
        opening=".game.play:opening",
        question="move",
        chosen=".game.play:chosen",
        summary=".game.play:summary",
        checker=".game.checker:check",
    ),
    studies=(
        Study(
            name="pair",
            summary="two players play two games from a random opening, each first once",
            params=".match.studies:PairParams",
            where=".match.studies:pair",
        ),
    ),
    public={"Rules": ".rules:Rules"},
    problems=(
        Problem(
            name="move",
            answer_type=".model:Choice",
            question="What is the best move?",
            check=".checker:check_choice",
            json=".json:CHOICE",
            show=".words:show_choice",
            draw=".drawing:draw_choice",
            methods=(
                Method(
                    name="engine",
                    where=".engine.search:move",
                    kind="heuristic",
                    source=_ENGINE,
                    settings=".settings:EngineSettings",
                ),
                Method(name="corrado", where=".corrado.player:move", kind="heuristic", source=_CORRADO),
                Method(name="corrado-avl", where=".corrado.published:move", kind="literal", source=_LITERAL),
                Method(name="proof", where=".proof.methods:move", source=_PROOF),
                Method(name="reference", where=".reference:move", source="a full search with a memo"),
            ),
        ),
        Problem(
            name="value",
            answer_type=".model:Value",
            question="Who wins with best play, how soon, and by which moves?",
            check=".checker:check_value",
            score=".checker:value_of_game",
            key=".checker:value_key",
            evidence="consequences",
            ask=".model:ValueAsk",
            json=".json:VALUE",
            show=".words:show_value",
            draw=".drawing:draw_value",
            methods=(
                Method(name="proof", where=".proof.methods:value", source=_PROOF, proves=True, resumes=True),
                Method(name="reference", where=".reference:value", source="a full search with a memo"),
            ),
        ),
        Problem(
            name="evaluate",
            answer_type=".model:Evaluation",
            question="How does the published evaluation score a position, term by term?",
            check=".checker:check_evaluation",
            unique=True,
            ask=".model:EvaluateAsk",
            json=".json:EVALUATION",
            show=".words:show_evaluation",
            draw=".drawing:draw_evaluation",
            methods=(Method(name="corrado", where=".corrado.evaluation:evaluate", source=_FORMULA),),
        ),
    ),
)
