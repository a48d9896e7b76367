"""m,n,k-games: k in a row on an m x n board, from noughts and crosses to five in a row.

The public names are imported when first used, so that listing the pastimes stays quick.
"""

from typing import TYPE_CHECKING

from passatempo.core.pastime import Command, Method, Pastime, Problem, Turns, lazy

if TYPE_CHECKING:
    from passatempo.mnk.checker import check_choice as check_choice
    from passatempo.mnk.checker import check_value as check_value
    from passatempo.mnk.model import Choice as Choice
    from passatempo.mnk.model import EvaluateAsk as EvaluateAsk
    from passatempo.mnk.model import Evaluation as Evaluation
    from passatempo.mnk.model import Position as Position
    from passatempo.mnk.model import Rules as Rules
    from passatempo.mnk.model import Value as Value
    from passatempo.mnk.model import ValueAsk as ValueAsk
    from passatempo.mnk.text import read as read
    from passatempo.mnk.text import write as write

_HERE = "passatempo.mnk"
_PUBLIC = {
    "Choice": "model",
    "EvaluateAsk": "model",
    "Evaluation": "model",
    "Position": "model",
    "Rules": "model",
    "Value": "model",
    "ValueAsk": "model",
    "check_choice": "checker",
    "check_value": "checker",
    "read": "text",
    "write": "text",
}
__all__ = ["PASTIME", *_PUBLIC]
__getattr__ = lazy(_HERE, _PUBLIC)

_CORRADO = "Corrado il Conquistatore, report of an MNK project 2021-2022; mended where its faults lose games"
_FORMULA = "Corrado il Conquistatore: f = A - B over runs, with the coefficients of its program"
_PROOF = "df-pn on the hypergraph of live lines; weak game first"
_ENGINE = "principal variation search over line patterns and a small network, fitted on its own games"
_LITERAL = "the same to the letter, with its search tree of moves"

PASTIME = Pastime(
    name="mnk",
    title="k in a row on a board of m rows and n columns",
    read=f"{_HERE}.text:read",
    write=f"{_HERE}.text:write",
    face=f"{_HERE}.json:POSITION",
    show=f"{_HERE}.show:show_position",
    draw=f"{_HERE}.draw:draw_position",
    params=f"{_HERE}.generate:Params",
    generate=f"{_HERE}.generate:generate",
    formats={
        "moves": f"{_HERE}.text:write_moves",
        "sgf": f"{_HERE}.sgf:write_sgf",
        "psq": f"{_HERE}.psq:write_psq",
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
        Command("known", "List the boards whose value is known, with sources.", f"{_HERE}.known:listed"),
        Command("verify", "Check a proof again, without a search.", f"{_HERE}.recheck:verify"),
        Command("protocol", "Speak the Gomocup protocol on standard input and output.", f"{_HERE}.commands:protocol"),
        Command("match", "Let two players meet and rate them.", f"{_HERE}.commands:match"),
        Command("analyse", "Tell what every move of a game changed, and where it was lost.", f"{_HERE}.review:analyse"),
        Command("puzzle", "Make positions with a proved win and one first move.", f"{_HERE}.making:puzzle"),
        Command("tune", "Fit the engine's weights on games against itself.", f"{_HERE}.making:tune"),
    ),
    demo=(
        ("evaluate", "threes"),
        ("value", "gomoku"),
        ("move", "five"),
    ),  # the first is asked of every example by the tests
    page=f"{_HERE}.page:PAGE",
    turns=Turns(
        start=f"{_HERE}.turns:start",
        moves=f"{_HERE}.turns:moves",
        play=f"{_HERE}.turns:play",
        result=f"{_HERE}.turns:result",
        read_move=f"{_HERE}.turns:read_move",
        write_move=f"{_HERE}.turns:write_move",
        side=f"{_HERE}.turns:side",
        sides=("X", "O"),
        question="move",
        chosen=f"{_HERE}.turns:chosen",
        before=f"{_HERE}.turns:before",
    ),
    problems=(
        Problem(
            name="move",
            question="Which move should be made?",
            check=f"{_HERE}.checker:check_choice",
            face=f"{_HERE}.json:CHOICE",
            show=f"{_HERE}.show:show_choice",
            draw=f"{_HERE}.draw:draw_choice",
            methods=(
                Method(
                    name="engine",
                    where=f"{_HERE}.engine:move",
                    kind="heuristic",
                    source=_ENGINE,
                    settings=f"{_HERE}.settings:EngineSettings",
                ),
                Method(name="corrado", where=f"{_HERE}.corrado:move", kind="heuristic", source=_CORRADO),
                Method(name="corrado-avl", where=f"{_HERE}.published:move", kind="literal", source=_LITERAL),
                Method(name="proof", where=f"{_HERE}.proof:move", source=_PROOF),
                Method(name="reference", where=f"{_HERE}.reference:move", source="a full search with a memo"),
            ),
        ),
        Problem(
            name="value",
            question="Who wins with best play, how soon, and by which moves?",
            check=f"{_HERE}.checker:check_value",
            worth=f"{_HERE}.checker:worth",
            key=f"{_HERE}.checker:value_key",
            evidence="consequences",
            ask=f"{_HERE}.model:ValueAsk",
            face=f"{_HERE}.json:VALUE",
            show=f"{_HERE}.show:show_value",
            draw=f"{_HERE}.draw:draw_value",
            methods=(
                Method(name="proof", where=f"{_HERE}.proof:value", source=_PROOF),
                Method(name="reference", where=f"{_HERE}.reference:value", source="a full search with a memo"),
            ),
        ),
        Problem(
            name="evaluate",
            question="What does the published evaluation say of a position, term by term?",
            check=f"{_HERE}.checker:check_evaluation",
            unique=True,
            ask=f"{_HERE}.model:EvaluateAsk",
            face=f"{_HERE}.json:EVALUATION",
            show=f"{_HERE}.show:show_evaluation",
            draw=f"{_HERE}.draw:draw_evaluation",
            methods=(Method(name="corrado", where=f"{_HERE}.evaluation:evaluate", source=_FORMULA),),
        ),
    ),
)
