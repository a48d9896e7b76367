"""The parts of each question and of the pastime: checkers, JSON forms, texts, drawings and methods."""

from passatempo.core.implementations import FullPositions, PastimeWiring, Wiring
from passatempo.minesweeper import checker, drawing, generate, json, model, reasons, reference, text, words
from passatempo.minesweeper.exact import chances, guess, methods
from passatempo.minesweeper.formats import minefield, replays
from passatempo.minesweeper.policies import POLICIES

WIRING = PastimeWiring(
    read=text.read,
    write=text.write,
    json=json.BOARD,
    adapt_keys=json.refuse_field,
    list_key="grid",
    value_keys=json.value_keys,
    place_keys=("click",),
    instance_type=model.Board,
    show=words.show_board,
    draw=drawing.draw_board,
    params=generate.Params,
    generate=generate.generate,
    remarks=model.remarks,
    full_positions=FullPositions(
        minefield.Minefield,
        replays.load,
        replays.read_game,
        minefield.write,
        minefield.FIELD_FORMATS,
        text.FIELD_REFUSAL,
    ),
    questions={
        "safe": Wiring(
            check=checker.check_certain,
            json=json.CERTAIN,
            show=words.show_certain,
            draw=drawing.draw_certain,
            explain=reasons.contradiction,
            methods={"exact": methods.safe, "reference": reference.safe},
        ),
        "click": Wiring(
            check=checker.check_click,
            key=checker.key_of_click,
            json=json.CLICK,
            show=words.show_click,
            draw=drawing.draw_click,
            explain=reasons.contradiction,
            methods={"exact": methods.click, "reference": reference.click},
        ),
        "chances": Wiring(
            ask=model.ChancesAsk,
            check=checker.check_readings,
            json=json.CHANCES,
            show=words.show_readings,
            draw=drawing.draw_readings,
            explain=reasons.contradiction_in,
            methods={"exact": chances.exact, "reference": chances.reference, "estimate": chances.estimate},
        ),
        "guess": Wiring(
            check=checker.check_guess,
            json=json.GUESS,
            show=words.show_guess,
            draw=drawing.draw_guess,
            explain=reasons.contradiction,
            methods=dict.fromkeys(POLICIES, guess.guess),
        ),
        "explain": Wiring(
            check=checker.check_explanation,
            key=checker.key_of_explanation,
            json=json.EXPLANATION,
            show=words.show_explanation,
            draw=drawing.draw_explanation,
            explain=reasons.contradiction,
            methods={"exact": reasons.explain},
        ),
    },
)
