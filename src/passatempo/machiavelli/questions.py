"""The components of the questions and of the pastime: checkers, shapes, texts, drawings and methods."""

from passatempo.core.implementations import PastimeWiring, Wiring
from passatempo.machiavelli import checker, drawing, generate, json, model, text, words
from passatempo.machiavelli.exact import arrange, conflict, lay, unlock
from passatempo.machiavelli.reference import methods as reference

WIRING = PastimeWiring(
    read=text.read,
    write=text.write,
    json=json.TURN,
    list_key="table",
    value_keys=json.value_keys,
    instance_type=model.Turn,
    adapt_keys=json.instance_keys,
    show=words.show_turn,
    draw=drawing.draw_turn,
    params=generate.Params,
    generate=generate.generate,
    questions={
        "arrange": Wiring(
            check=checker.check_arrangement,
            json=json.ARRANGEMENT,
            show=words.show_arrangement,
            draw=drawing.draw_arrangement,
            explain=conflict.explain,
            methods={"exact": arrange.arrange, "reference": reference.arrange},
        ),
        "lay": Wiring(
            ask=model.LayAsk,
            check=checker.check_play,
            score=checker.value_of_play,
            key=checker.key_of_play,
            json=json.PLAY,
            show=words.show_play,
            draw=drawing.draw_play,
            explain=conflict.explain_hand,
            methods={"exact": lay.lay, "reference": reference.lay},
        ),
        "unlock": Wiring(
            ask=model.UnlockAsk,
            check=checker.check_unlocking,
            json=json.UNLOCKING,
            show=words.show_unlocking,
            draw=drawing.draw_unlocking,
            methods={"exact": unlock.unlock, "reference": reference.unlock},
        ),
        "count": Wiring(
            check=checker.check_count,
            json=json.COUNT,
            show=words.show_count,
            draw=drawing.draw_count,
            methods={"exact": arrange.count, "reference": reference.count},
        ),
        "enumerate": Wiring(
            ask=model.EnumerateAsk,
            check=checker.check_listing,
            key=checker.key_of_listing,
            json=json.LISTING,
            show=words.show_listing,
            draw=drawing.draw_listing,
            methods={"exact": arrange.enumerate_arrangements, "reference": reference.enumerate_arrangements},
        ),
    },
)
