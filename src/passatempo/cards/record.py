"""The record of this pastime for the front ends, as data. A reference is imported when first used."""

from passatempo.core.game import Bot, Game, Word
from passatempo.core.messages import mark
from passatempo.core.methods import Method
from passatempo.core.pastime import Command, Kind, Model, Pastime, Problem, Study


def _sat_method(name: str, function: str, source: str, kind: str = "exact") -> Method:
    """Write the record of a method that calls a SAT solver."""
    function_path, settings = f".encodings.sat:{function}", ".settings:SatSettings"
    return Method(
        name=name, where=function_path, kind=kind, source=source, needs="solvers", settings=settings, proves=True
    )


def _encoding_model(name: str) -> Model:
    """Write the record of an encoding that can be exported."""
    formats = ("dimacs", "map")
    function_path, settings = f".encodings.encoding:export_{name}", ".settings:FormulaSettings"
    return Model(f"sat-{name}", f"the {name} encoding", formats, function_path, settings)


_SEARCH = "card after card, from the definition"

PASTIME = Pastime(
    package=__package__,
    questions=".questions:WIRING",
    name="cards",
    title="arrange cards in two mountains, with the peaks a given distance apart",
    label=mark("Mountain cards"),
    rules=mark(
        "Arrange all the cards in a row that climbs to a peak, falls to a valley, climbs to a second peak and "
        "falls again. Neighbouring cards are never equal. The two peaks must be exactly the given number of "
        "places apart."
    ),
    examples=("published", "wrongly-yes", "open", "lone", "gap"),
    demo=(("order", "published"), ("distances", "published")),
    app="cards",
    game=Game(
        functions=".game.record:WIRING",
        instruction=mark('Type "5 = 3" to put a 3 in place 5, or "5 =" to take it back.'),
        seats=(1, 1),
        bots=(
            Bot(
                name="placing",
                summary="adds a card of a sequence with all placed cards; else removes a card that must go",
                level="best",
            ),
        ),
        words=(Word("why", mark("show which card must go"), ("perché", "porqué")),),
    ),
    kinds=(Kind("order", "CO", "complete the row", ".puzzles.order:ORDER"),),
    problems=(
        Problem(
            name="order",
            question="Can the cards be arranged in this pattern, with the peaks the given distance apart?",
            methods=(
                Method(name="exact", source="closed form; scan over values"),
                Method(name="reference", source="the same in plain Python"),
                Method(name="search", source=_SEARCH),
                _sat_method("sat-run", "by_runs", "which runs hold which values"),
                _sat_method("sat-position", "by_positions", "values at positions, in unary"),
                _sat_method("sat-corrected", "corrected", "the published encoding with a corrected distance"),
                Method(
                    name="cpsat",
                    where=".encodings.cp:order",
                    source="constraint programs by runs and by positions",
                    needs="solvers",
                    settings=".settings:CpSettings",
                ),
                Method(name="asp", where=".encodings.asp:order", source="answer set program", needs="solvers"),
                _sat_method("sat-published", "published", "the published encoding, to the letter", kind="literal"),
            ),
        ),
        Problem(
            name="count",
            unique=True,
            evidence="consequences",
            value="sequences",
            question="In how many ways can the cards be arranged?",
            methods=(
                Method(name="exact", source="generating function; scan over values"),
                Method(name="reference", source="scan over values"),
                Method(name="search", source=_SEARCH),
            ),
        ),
        Problem(
            name="distances",
            unique=True,
            evidence="consequences",
            question="Which distances are possible, and with how many sequences each?",
            methods=(
                Method(name="exact", source="generating function; scan over values"),
                Method(name="reference", source="scan over values"),
                Method(name="search", source=_SEARCH),
            ),
        ),
        Problem(
            name="sample",
            question="What are random sequences, each equally likely?",
            methods=(Method(name="exact", source="scan over values"), Method(name="search", source=_SEARCH)),
        ),
        Problem(
            name="enumerate",
            unique=True,
            evidence="consequences",
            question="What are all the sequences?",
            methods=(Method(name="exact", source="scan over values"), Method(name="search", source=_SEARCH)),
        ),
        Problem(
            name="rank",
            example='published --sequence "3 4 3 2 1 2 1"',
            unique=True,
            evidence="consequences",
            question="What is the number of this sequence in the list?",
            methods=(Method(name="exact", source="scan over values"), Method(name="search", source=_SEARCH)),
        ),
        Problem(
            name="unrank",
            example="published --rank 3",
            unique=True,
            question="Which sequence has this number in the list?",
            methods=(Method(name="exact", source="scan over values"), Method(name="search", source=_SEARCH)),
        ),
        Problem(
            name="encode",
            unique=True,
            evidence="consequences",
            question="How many variables and clauses does a formula have, by family?",
            methods=(
                Method(name="formulas", source="a formula for each family"),
                Method(name="built", source="the formula is built and counted"),
            ),
        ),
        Problem(
            name="audit",
            unique=True,
            evidence="consequences",
            question="Where do an encoding and the definition differ?",
            methods=(
                Method(name="sat", where=".encodings.sat:audit", source="all models, one by one", needs="solvers"),
                Method(name="search", source="all models in plain Python"),
            ),
        ),
    ),
    commands=(
        Command("compare", "Compare encodings, at-most-one encodings and solvers on one deal.", ".studies:compare"),
        Command("decode", "Decode a model that a SAT solver printed for an exported formula.", ".commands:decode"),
        Command("verify", "Check a proof that an exported formula has no model.", ".commands:verify"),
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
        *map(_encoding_model, ("published", "corrected", "run", "position")),
        Model("asp", "the answer set program", ("clingo",), ".encodings.asp_program:export"),
    ),
)
