"""Cards: lay them up, down, up, down with the two maxima a given distance apart.

The public names are imported when first used, so that listing the pastimes stays quick.
"""

from typing import TYPE_CHECKING

from passatempo.core.pastime import Command, Method, Model, Pastime, Problem, lazy

if TYPE_CHECKING:
    from passatempo.cards.exact import arrange as arrange
    from passatempo.cards.exact import count as count
    from passatempo.cards.exact import distances as distances
    from passatempo.cards.exact import interval as interval
    from passatempo.cards.exact import order as order
    from passatempo.cards.model import Deal as Deal
    from passatempo.cards.model import Distance as Distance
    from passatempo.cards.model import Ordering as Ordering
    from passatempo.cards.text import read as read
    from passatempo.cards.text import write as write

_HERE = "passatempo.cards"
_PUBLIC = {
    "Deal": "model",
    "Distance": "model",
    "Ordering": "model",
    "arrange": "exact",
    "count": "exact",
    "distances": "exact",
    "interval": "exact",
    "order": "exact",
    "read": "text",
    "write": "text",
}
__all__ = ["PASTIME", *_PUBLIC]
__getattr__ = lazy(_HERE, _PUBLIC)


def _sat(name: str, function: str, source: str, kind: str = "exact") -> Method:
    """Write the record of a method that calls a SAT solver."""
    where, settings = f"{_HERE}.sat:{function}", f"{_HERE}.settings:SatSettings"
    return Method(name=name, where=where, kind=kind, source=source, needs="solvers", settings=settings)


def _model(name: str) -> Model:
    """Write the record of an encoding that can be exported."""
    formats = ("dimacs", "map")
    where, settings = f"{_HERE}.encode:export_{name}", f"{_HERE}.settings:FormulaSettings"
    return Model(f"sat-{name}", f"the {name} encoding", formats, where, settings)


_SEARCH = "card after card, from the definition"

PASTIME = Pastime(
    name="cards",
    title="lay cards up, down, up, down with the peaks a given distance apart",
    read=f"{_HERE}.text:read",
    write=f"{_HERE}.text:write",
    face=f"{_HERE}.json:DEAL",
    show=f"{_HERE}.show:show_deal",
    draw=f"{_HERE}.draw:draw_deal",
    params=f"{_HERE}.generate:Params",
    generate=f"{_HERE}.generate:generate",
    examples={
        "published": "examples/published.txt",
        "wrongly-yes": "examples/wrongly-yes.txt",
        "open": "examples/open.txt",
        "lone": "examples/lone.txt",
        "gap": "examples/gap.txt",
    },
    demo=(("order", "published"), ("distances", "published")),
    page=f"{_HERE}.page:PAGE",
    problems=(
        Problem(
            name="order",
            question="Can the cards be laid in this pattern, with the peaks this far apart?",
            check=f"{_HERE}.checker:check_ordering",
            face=f"{_HERE}.json:ORDERING",
            show=f"{_HERE}.show:show_ordering",
            draw=f"{_HERE}.draw:draw_ordering",
            methods=(
                Method(name="exact", where=f"{_HERE}.exact:order", source="closed form; scan over values"),
                Method(name="reference", where=f"{_HERE}.reference:order", source="the same in plain Python"),
                Method(name="search", where=f"{_HERE}.search:order", source=_SEARCH),
                _sat("sat-run", "by_runs", "which runs hold which values"),
                _sat("sat-position", "by_positions", "values at positions, in unary"),
                _sat("sat-corrected", "corrected", "the published encoding, its distance mended"),
                Method(
                    name="cpsat",
                    where=f"{_HERE}.cp:order",
                    source="constraint programs by runs and by positions",
                    needs="solvers",
                    settings=f"{_HERE}.settings:CpSettings",
                ),
                Method(name="asp", where=f"{_HERE}.asp:order", source="answer set program", needs="solvers"),
                _sat("sat-published", "published", "the published encoding, to the letter", kind="literal"),
            ),
        ),
        Problem(
            name="count",
            unique=True,
            evidence="consequences",
            question="In how many ways?",
            check=f"{_HERE}.checker:check_count",
            face=f"{_HERE}.json:COUNT",
            show=f"{_HERE}.show:show_count",
            draw=f"{_HERE}.draw:draw_count",
            methods=(
                Method(name="exact", where=f"{_HERE}.exact:count", source="generating function; scan over values"),
                Method(name="reference", where=f"{_HERE}.reference:count", source="scan over values"),
                Method(name="search", where=f"{_HERE}.search:count", source=_SEARCH),
            ),
        ),
        Problem(
            name="distances",
            unique=True,
            evidence="consequences",
            question="Which distances are possible, and with how many sequences each?",
            check=f"{_HERE}.checker:check_distances",
            face=f"{_HERE}.json:DISTANCES",
            show=f"{_HERE}.show:show_distances",
            draw=f"{_HERE}.draw:draw_distances",
            methods=(
                Method(name="exact", where=f"{_HERE}.exact:distances", source="generating function; scan over values"),
                Method(name="reference", where=f"{_HERE}.reference:distances", source="scan over values"),
                Method(name="search", where=f"{_HERE}.search:distances", source=_SEARCH),
            ),
        ),
        Problem(
            name="sample",
            question="Some sequences, each as likely as any other?",
            check=f"{_HERE}.checker:check_sample",
            face=f"{_HERE}.json:SAMPLE",
            show=f"{_HERE}.show:show_sample",
            draw=f"{_HERE}.draw:draw_sample",
            ask=f"{_HERE}.json:SampleAsk",
            methods=(
                Method(name="exact", where=f"{_HERE}.listing:sample", source="scan over values"),
                Method(name="search", where=f"{_HERE}.listed:sample", source=_SEARCH),
            ),
        ),
        Problem(
            name="enumerate",
            unique=True,
            evidence="consequences",
            question="All sequences, each once?",
            check=f"{_HERE}.checker:check_listing",
            face=f"{_HERE}.json:LISTING",
            show=f"{_HERE}.show:show_listing",
            draw=f"{_HERE}.draw:draw_sample",
            ask=f"{_HERE}.json:ListAsk",
            methods=(
                Method(name="exact", where=f"{_HERE}.listing:enumerate_all", source="scan over values"),
                Method(name="search", where=f"{_HERE}.listed:enumerate_all", source=_SEARCH),
            ),
        ),
        Problem(
            name="rank",
            unique=True,
            evidence="consequences",
            question="What is the number of this sequence in the list?",
            check=f"{_HERE}.checker:check_rank",
            face=f"{_HERE}.json:RANK",
            show=f"{_HERE}.show:show_rank",
            draw=f"{_HERE}.draw:draw_rank",
            ask=f"{_HERE}.json:RankAsk",
            methods=(
                Method(name="exact", where=f"{_HERE}.listing:rank", source="scan over values"),
                Method(name="search", where=f"{_HERE}.listed:rank", source=_SEARCH),
            ),
        ),
        Problem(
            name="unrank",
            unique=True,
            question="Which sequence has this number in the list?",
            check=f"{_HERE}.checker:check_unranked",
            face=f"{_HERE}.json:ORDERING",
            show=f"{_HERE}.show:show_unranked",
            draw=f"{_HERE}.draw:draw_unranked",
            ask=f"{_HERE}.json:UnrankAsk",
            methods=(
                Method(name="exact", where=f"{_HERE}.listing:unrank", source="scan over values"),
                Method(name="search", where=f"{_HERE}.listed:unrank", source=_SEARCH),
            ),
        ),
        Problem(
            name="encode",
            unique=True,
            evidence="consequences",
            question="How many letters and clauses has a formula, by family?",
            check=f"{_HERE}.checker:check_encoding",
            face=f"{_HERE}.json:ENCODING",
            show=f"{_HERE}.show:show_encoding",
            draw=f"{_HERE}.draw:draw_encoding",
            ask=f"{_HERE}.json:EncodeAsk",
            methods=(
                Method(name="formulas", where=f"{_HERE}.encode:from_formulas", source="a formula for each family"),
                Method(name="built", where=f"{_HERE}.encode:built", source="the formula is built and counted"),
            ),
        ),
        Problem(
            name="audit",
            unique=True,
            evidence="consequences",
            question="Where do an encoding and the definition differ?",
            check=f"{_HERE}.checker:check_audit",
            face=f"{_HERE}.json:AUDIT",
            show=f"{_HERE}.show:show_audit",
            draw=f"{_HERE}.draw:draw_audit",
            ask=f"{_HERE}.json:AuditAsk",
            methods=(
                Method(name="sat", where=f"{_HERE}.sat:audit", source="all models, one by one", needs="solvers"),
                Method(name="search", where=f"{_HERE}.auditing:audit", source="all models in plain Python"),
            ),
        ),
    ),
    commands=(
        Command(
            name="compare",
            summary="Compare encodings, at-most-one encodings and solvers on one deal.",
            where=f"{_HERE}.comparing:compare",
        ),
        Command(
            name="decode",
            summary="Read a model that a SAT solver printed for an exported formula.",
            where=f"{_HERE}.outside:decode",
        ),
        Command(
            name="verify",
            summary="Check a proof that an exported formula has no model.",
            where=f"{_HERE}.outside:verify",
        ),
    ),
    models=(
        *map(_model, ("published", "corrected", "run", "position")),
        Model("asp", "the answer set program", ("clingo",), f"{_HERE}.asp_program:export"),
    ),
)
