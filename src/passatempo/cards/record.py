"""The record: everything the front rooms know of this pastime, as data; a reference is imported when first used."""

from passatempo.core.methods import Method
from passatempo.core.pastime import Command, Kind, Model, Pastime, Problem, Study
from passatempo.core.play.game import Bot, Game, Word
from passatempo.core.words import mark


def _sat(name: str, function: str, source: str, kind: str = "exact") -> Method:
    """Write the record of a method that calls a SAT solver."""
    where, settings = f".encodings.sat:{function}", ".settings:SatSettings"
    return Method(name=name, where=where, kind=kind, source=source, needs="solvers", settings=settings, proves=True)


def _model(name: str) -> Model:
    """Write the record of an encoding that can be exported."""
    formats = ("dimacs", "map")
    where, settings = f".encodings.sizes:export_{name}", ".settings:FormulaSettings"
    return Model(f"sat-{name}", f"the {name} encoding", formats, where, settings)


_SEARCH = "card after card, from the definition"

PASTIME = Pastime(
    package=__package__,
    name="cards",
    title="arrange cards in two mountains, with the peaks a given distance apart",
    label=mark("Mountain cards"),
    rules=mark(
        "Arrange all the cards in a row that climbs to a peak, falls to a valley, climbs to a second peak and "
        "falls again. Neighbouring cards are never equal. The two peaks must be exactly the given number of "
        "places apart."
    ),
    read=".text:read",
    write=".text:write",
    json=".json:DEAL",
    instance_type=".model:Deal",
    show=".words:show_deal",
    draw=".drawing:draw_deal",
    params=".generate:Params",
    generate=".generate:generate",
    examples={
        "published": "examples/published.txt",
        "wrongly-yes": "examples/wrongly-yes.txt",
        "open": "examples/open.txt",
        "lone": "examples/lone.txt",
        "gap": "examples/gap.txt",
    },
    demo=(("order", "published"), ("distances", "published")),
    app="cards",
    game=Game(
        instruction=mark('Type "5 = 3" to put a 3 in place 5, or "5 =" to take it back.'),
        rules=".game.rules:GameRules",
        presets=".game.rules:PRESETS",
        seats=(1, 1),
        start=".game.play:start",
        seat=".game.play:seat",
        view=".game.play:view",
        judge=".game.play:judge",
        play=".game.play:play",
        result=".game.play:result",
        read=".game.notation:read",
        write=".game.notation:write",
        move=".game.play:MOVE",
        deal=".game.play:DEAL",
        show=".game.showing:show",
        draw=".game.showing:draw",
        ending=".game.showing:ending",
        moves=".game.play:moves",
        instance=".game.play:instance",
        opening=".game.play:opening",
        summary=".game.play:summary",
        checker=".game.checker:check",
        bots=(
            Bot(
                name="placing",
                where=".game.bots:placing",
                summary="adds a card of a sequence with all placed cards; else removes a card that must go",
                level="best",
                advice=".game.bots:advice",
            ),
        ),
        words=(Word("why", mark("show which card must go"), ".game.showing:why", ("perché", "porqué")),),
    ),
    kinds=(Kind("order", "CO", "complete the row", ".puzzles.order:ORDER"),),
    public={"Distance": ".model:Distance", "interval": ".exact.methods:interval"},
    problems=(
        Problem(
            name="order",
            answer_type=".answers:Ordering",
            question="Can the cards be arranged in this pattern, with the peaks the given distance apart?",
            check=".checker:check_ordering",
            json=".json:ORDERING",
            show=".words:show_ordering",
            draw=".drawing:draw_ordering",
            methods=(
                Method(name="exact", where=".exact.methods:order", source="closed form; scan over values"),
                Method(name="reference", where=".reference.methods:order", source="the same in plain Python"),
                Method(name="search", where=".reference.search:order", source=_SEARCH),
                _sat("sat-run", "by_runs", "which runs hold which values"),
                _sat("sat-position", "by_positions", "values at positions, in unary"),
                _sat("sat-corrected", "corrected", "the published encoding with a corrected distance"),
                Method(
                    name="cpsat",
                    where=".encodings.cp:order",
                    source="constraint programs by runs and by positions",
                    needs="solvers",
                    settings=".settings:CpSettings",
                ),
                Method(name="asp", where=".encodings.asp:order", source="answer set program", needs="solvers"),
                _sat("sat-published", "published", "the published encoding, to the letter", kind="literal"),
            ),
        ),
        Problem(
            name="count",
            answer_type=".answers:Count",
            unique=True,
            evidence="consequences",
            question="In how many ways can the cards be arranged?",
            check=".checker:check_count",
            json=".json:COUNT",
            show=".words:show_count",
            draw=".drawing:draw_count",
            methods=(
                Method(name="exact", where=".exact.methods:count", source="generating function; scan over values"),
                Method(name="reference", where=".reference.methods:count", source="scan over values"),
                Method(name="search", where=".reference.search:count", source=_SEARCH),
            ),
        ),
        Problem(
            name="distances",
            answer_type=".answers:Distances",
            unique=True,
            evidence="consequences",
            question="Which distances are possible, and with how many sequences each?",
            check=".checker:check_distances",
            json=".json:DISTANCES",
            show=".words:show_distances",
            draw=".drawing:draw_distances",
            methods=(
                Method(
                    name="exact",
                    where=".exact.methods:distances",
                    source="generating function; scan over values",
                ),
                Method(name="reference", where=".reference.methods:distances", source="scan over values"),
                Method(name="search", where=".reference.search:distances", source=_SEARCH),
            ),
        ),
        Problem(
            name="sample",
            answer_type=".answers:Sample",
            question="What are random sequences, each equally likely?",
            check=".checker:check_sample",
            json=".json:SAMPLE",
            show=".words:show_sample",
            draw=".drawing:draw_sample",
            ask=".answers:SampleAsk",
            methods=(
                Method(name="exact", where=".exact.listing:sample", source="scan over values"),
                Method(name="search", where=".reference.listing:sample", source=_SEARCH),
            ),
        ),
        Problem(
            name="enumerate",
            answer_type=".answers:Listing",
            unique=True,
            evidence="consequences",
            question="What are all the sequences?",
            check=".checker:check_listing",
            json=".json:LISTING",
            show=".words:show_listing",
            draw=".drawing:draw_sample",
            ask=".answers:ListAsk",
            methods=(
                Method(name="exact", where=".exact.listing:enumerate_all", source="scan over values"),
                Method(name="search", where=".reference.listing:enumerate_all", source=_SEARCH),
            ),
        ),
        Problem(
            name="rank",
            example='published --sequence "3 4 3 2 1 2 1"',
            answer_type=".answers:Rank",
            unique=True,
            evidence="consequences",
            question="What is the number of this sequence in the list?",
            check=".checker:check_rank",
            json=".json:RANK",
            show=".words:show_rank",
            draw=".drawing:draw_rank",
            ask=".answers:RankAsk",
            methods=(
                Method(name="exact", where=".exact.listing:rank", source="scan over values"),
                Method(name="search", where=".reference.listing:rank", source=_SEARCH),
            ),
        ),
        Problem(
            name="unrank",
            example="published --rank 3",
            answer_type=".answers:Ordering",
            unique=True,
            question="Which sequence has this number in the list?",
            check=".checker:check_unranked",
            json=".json:ORDERING",
            show=".words:show_unranked",
            draw=".drawing:draw_unranked",
            ask=".answers:UnrankAsk",
            methods=(
                Method(name="exact", where=".exact.listing:unrank", source="scan over values"),
                Method(name="search", where=".reference.listing:unrank", source=_SEARCH),
            ),
        ),
        Problem(
            name="encode",
            answer_type=".answers:Table",
            unique=True,
            evidence="consequences",
            question="How many variables and clauses does a formula have, by family?",
            check=".checker:check_encoding",
            json=".json:ENCODING",
            show=".words:show_encoding",
            draw=".drawing:draw_encoding",
            ask=".settings:EncodeAsk",
            methods=(
                Method(name="formulas", where=".encodings.sizes:from_formulas", source="a formula for each family"),
                Method(name="built", where=".encodings.sizes:built", source="the formula is built and counted"),
            ),
        ),
        Problem(
            name="audit",
            answer_type=".answers:Audit",
            unique=True,
            evidence="consequences",
            question="Where do an encoding and the definition differ?",
            check=".checker:check_audit",
            json=".json:AUDIT",
            show=".words:show_audit",
            draw=".drawing:draw_audit",
            ask=".settings:AuditAsk",
            methods=(
                Method(name="sat", where=".encodings.sat:audit", source="all models, one by one", needs="solvers"),
                Method(name="search", where=".encodings.audit:audit", source="all models in plain Python"),
            ),
        ),
    ),
    commands=(
        Command(
            name="compare",
            summary="Compare encodings, at-most-one encodings and solvers on one deal.",
            where=".commands.compare:compare",
        ),
        Command(
            name="decode",
            summary="Decode a model that a SAT solver printed for an exported formula.",
            where=".commands.outside:decode",
        ),
        Command(
            name="verify",
            summary="Check a proof that an exported formula has no model.",
            where=".commands.outside:verify",
        ),
    ),
    studies=(
        Study(
            name="encode",
            summary="draw a deal, encode and solve it, and measure both",
            params=".studies:EncodingParams",
            where=".studies:encode",
        ),
    ),
    models=(
        *map(_model, ("published", "corrected", "run", "position")),
        Model("asp", "the answer set program", ("clingo",), ".encodings.asp_program:export"),
    ),
)
