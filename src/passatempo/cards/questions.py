"""The parts of each question and of the pastime: checkers, shapes, words, drawings and methods."""

from passatempo.cards import answers, checker, drawing, generate, json, model, settings, solutions, text, words
from passatempo.cards.encodings import audit, encoding
from passatempo.cards.exact import listing, methods
from passatempo.cards.reference import methods as reference
from passatempo.cards.reference import search
from passatempo.core.implementations import PastimeWiring, Wiring

WIRING = PastimeWiring(
    read=text.read,
    write=text.write,
    json=json.DEAL,
    list_key="cards",
    instance_type=model.Deal,
    show=words.show_deal,
    draw=drawing.draw_deal,
    params=generate.Params,
    generate=generate.generate,
    judge=solutions.judge,
    questions={
        "order": Wiring(
            check=checker.check_ordering,
            json=json.ORDERING,
            show=words.show_ordering,
            draw=drawing.draw_ordering,
            methods={"exact": methods.order, "reference": reference.order, "search": search.order},
        ),
        "count": Wiring(
            check=checker.check_count,
            json=json.COUNT,
            show=words.show_count,
            draw=drawing.draw_count,
            methods={"exact": methods.count, "reference": reference.count, "search": search.count},
        ),
        "distances": Wiring(
            check=checker.check_distances,
            json=json.DISTANCES,
            show=words.show_distances,
            draw=drawing.draw_distances,
            methods={"exact": methods.distances, "reference": reference.distances, "search": search.distances},
        ),
        "sample": Wiring(
            ask=answers.SampleAsk,
            check=checker.check_sample,
            json=json.SAMPLE,
            show=words.show_sample,
            draw=drawing.draw_sample,
            methods={"exact": listing.sample, "search": search.sample},
        ),
        "enumerate": Wiring(
            ask=answers.ListAsk,
            check=checker.check_listing,
            json=json.LISTING,
            show=words.show_listing,
            draw=drawing.draw_sample,
            methods={"exact": listing.enumerate_all, "search": search.enumerate_all},
        ),
        "rank": Wiring(
            ask=answers.RankAsk,
            check=checker.check_rank,
            json=json.RANK,
            show=words.show_rank,
            draw=drawing.draw_rank,
            methods={"exact": listing.rank, "search": search.rank},
        ),
        "unrank": Wiring(
            ask=answers.UnrankAsk,
            check=checker.check_unrank,
            json=json.ORDERING,
            show=words.show_unrank,
            draw=drawing.draw_unrank,
            methods={"exact": listing.unrank, "search": search.unrank},
        ),
        "encode": Wiring(
            ask=settings.EncodeAsk,
            check=checker.check_encoding,
            json=json.ENCODING,
            show=words.show_encoding,
            draw=drawing.draw_encoding,
            methods={"formulas": encoding.from_formulas, "built": encoding.built},
        ),
        "audit": Wiring(
            ask=settings.AuditAsk,
            check=checker.check_audit,
            json=json.AUDIT,
            show=words.show_audit,
            draw=drawing.draw_audit,
            methods={"search": audit.audit},
        ),
    },
)
