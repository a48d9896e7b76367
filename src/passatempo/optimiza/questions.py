"""The parts of each question and of the pastime: checkers, shapes, words, drawings and methods."""

from passatempo.core.implementations import PastimeWiring, Wiring
from passatempo.optimiza import checker, drawing, generate, greedy, json, model, text, words
from passatempo.optimiza.exact import best, boards, duel, judge, levels, trail
from passatempo.optimiza.reference import recurrence, search

WIRING = PastimeWiring(
    read=text.read,
    write=text.write,
    json=json.BOARD,
    list_key="board",
    place_keys=("path",),
    instance_type=model.Board,
    show=words.show_board,
    draw=drawing.draw_board,
    params=generate.Params,
    generate=boards.generate,
    questions={
        "best": Wiring(
            ask=model.BestAsk,
            check=checker.check_best,
            score=checker.value_of_best,
            json=json.ROUTE,
            show=words.show_best,
            draw=drawing.draw_best,
            methods={
                "exact": best.best,
                "frontier": best.frontier,
                "reference": search.best,
                "dp": recurrence.best,
                "greedy": greedy.greedy,
                "greedy-ends": greedy.greedy_ends,
                "expert": greedy.expert,
            },
        ),
        "levels": Wiring(
            check=checker.check_levels,
            json=json.LEVELS,
            show=words.show_levels,
            draw=drawing.draw_number,
            methods={"exact": levels.levels, "reference": levels.levels_reference},
        ),
        "count": Wiring(
            check=checker.check_number,
            json=json.NUMBER,
            show=words.show_number,
            draw=drawing.draw_number,
            methods={"exact": levels.count, "reference": levels.count_reference},
        ),
        "enumerate": Wiring(
            ask=model.RoutesAsk,
            check=checker.check_routes,
            json=json.ROUTES,
            show=words.show_routes,
            draw=drawing.draw_routes,
            methods={"exact": levels.enumerate_best, "reference": levels.enumerate_reference},
        ),
        "hint": Wiring(
            ask=model.PathAsk,
            check=checker.check_hint,
            score=checker.value_of_hint,
            key=checker.key_hint,
            json=json.HINT,
            show=words.show_hint,
            draw=drawing.draw_hint,
            methods={"exact": judge.hint},
        ),
        "trail": Wiring(
            ask=model.TrailAsk,
            check=checker.check_trail,
            score=checker.value_of_trail,
            json=json.ROUTE,
            show=words.show_trail,
            draw=drawing.draw_trail,
            methods={"exact": trail.trail, "search": trail.trail_search},
        ),
        "duel": Wiring(
            check=checker.check_duel,
            json=json.DUEL,
            show=words.show_duel,
            draw=drawing.draw_duel,
            methods={"exact": duel.duel, "reference": duel.reference, "matching": duel.winners},
        ),
        "judge": Wiring(
            ask=model.JudgeAsk,
            check=checker.check_verdict,
            json=json.VERDICT,
            show=words.show_verdict,
            draw=drawing.draw_verdict,
            methods={"exact": judge.judge},
        ),
    },
)
