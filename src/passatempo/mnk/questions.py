"""The wiring of each question: checkers, schemas, texts, drawings and methods."""

from passatempo.core.implementations import PastimeWiring, Wiring
from passatempo.mnk import checker, drawing, generate, json, model, reference, text, words
from passatempo.mnk.corrado import evaluation, player, published
from passatempo.mnk.engine import search
from passatempo.mnk.proof import methods as proof

WIRING = PastimeWiring(
    read=text.read,
    write=text.write,
    json=json.POSITION,
    list_key="board",
    value_keys=json.value_keys,
    place_keys=("moves",),
    instance_type=model.Position,
    show=words.show_position,
    draw=drawing.draw_position,
    params=generate.Params,
    generate=generate.generate,
    questions={
        "move": Wiring(
            check=checker.check_choice,
            json=json.CHOICE,
            show=words.show_choice,
            draw=drawing.draw_choice,
            methods={
                "engine": search.move,
                "corrado": player.move,
                "corrado-avl": published.move,
                "proof": proof.move,
                "reference": reference.move,
            },
        ),
        "value": Wiring(
            ask=model.ValueAsk,
            check=checker.check_value,
            score=checker.value_of_game,
            key=checker.value_key,
            json=json.VALUE,
            show=words.show_value,
            draw=drawing.draw_value,
            methods={"proof": proof.value, "reference": reference.value},
        ),
        "evaluate": Wiring(
            ask=model.EvaluateAsk,
            check=checker.check_evaluation,
            json=json.EVALUATION,
            show=words.show_evaluation,
            draw=drawing.draw_evaluation,
            methods={"corrado": evaluation.evaluate},
        ),
    },
)
