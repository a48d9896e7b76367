"""The record of this pastime: its questions, formats and game as data, with references imported on first use."""

from passatempo.core.game import Bot, Game, Word
from passatempo.core.messages import mark
from passatempo.core.methods import Method, solver_method
from passatempo.core.pastime import Command, Kind, Model, Pastime, Problem, Study

_SEED = '"Machiavelli" come CSP (prima parte), 14 November 2011'
_GROUPS = "a variable for each group; den Hertog and Hulshof, The Computer Journal 49 (2006)"
_SETTINGS = ".settings:Settings"


EXAMPLES = "heap wrap stuck five-cycle eighteen hand unlock jokers"
PASTIME = Pastime(
    package=__package__,
    questions=".questions:WIRING",
    name="machiavelli",
    title="rearrange the table of a rummy game to play your cards",
    label=mark("Machiavelli"),
    rules=mark(
        "A card game of the rummy family. On your turn, play cards from your hand into melds on the table: sets "
        "of three or four cards of one rank, or runs of three or more cards of one suit. You may rearrange "
        "every meld on the table, as long as only complete melds are left. If you play nothing, draw a card; "
        "the first player without cards wins."
    ),
    colours={"red": r"\b(?:10|[2-9ATJQK])[HD]\b|[♥♦]"},
    formats=("projection",),
    examples=(*EXAMPLES.split(),),
    demo=(("arrange", "heap"), ("arrange", "eighteen"), ("lay", "hand"), ("lay", "jokers"), ("unlock", "unlock")),
    app="machiavelli",
    kinds=(
        Kind("close", "MC", "play the whole hand", ".puzzles.recipes:CLOSE"),
        Kind("unlock", "MU", "find the one card that lets you play the whole hand", ".puzzles.recipes:UNLOCK"),
    ),
    game=Game(
        functions=".game.record:WIRING",
        instruction=mark('Type the cards to play, as "7H 8H 9H", or "draw".'),
        seats=(2, 8),
        is_hidden=True,
        bots=(
            Bot(name="patient", level="medium", summary="keeps its own melds until it can play its whole hand"),
            Bot(name="greedy", level="easy", summary="plays the most cards"),
            Bot(name="points", summary="plays the cards with the most points"),
            Bot(name="novice", level="novice", summary="plays its own melds, else one card that fits a meld"),
            Bot(
                name="strong",
                settings=".game.rules:StrongSettings",
                level="hard",
                summary="as patient, unless games played out with random hands prefer another move",
            ),
        ),
        words=(
            Word("why", mark("show which cards would let you win"), ("perché", "porqué")),
            Word("sort", mark("sort the hand: sort suit, sort rank"), ("ordina", "ordena")),
            Word(
                "odds",
                mark("show the chance that another player can win now: odds, odds 2"),
                ("probabilità", "probabilidad"),
            ),
            Word("score", mark("show how many points the hand is worth"), ("punti", "puntos")),
        ),
    ),
    commands=(
        Command("published", "Run the published integer program on the tables that refute it.", ".commands:published"),
        Command("rules", "Show the rules of a preset, each with what its source says.", ".commands:rules_of"),
        Command("companion", "Follow a game at a real table, one event per line.", ".game.companion:companion"),
        Command("odds", "Estimate the chance that another player can play the whole hand now.", ".commands:odds"),
        Command(
            "review", "Show for each turn of a record which cards could have been played.", ".game.analysis:review"
        ),
    ),
    models=(
        Model("ilp-published", "the published integer program", ("lp", "mps"), ".encodings.ilp:export_published"),
        Model("ilp", "the corrected program", ("lp", "mps"), ".encodings.ilp:export"),
        Model("ilp-sets", "a variable a group", ("lp", "mps"), ".encodings.ilp:export_sets"),
    ),
    studies=(
        Study(
            name="closing",
            summary="draw tables and hands, and find which hands can be played in one turn",
            params=".studies:ClosingParams",
            where=".studies:closing",
            rates={"closes": ("closed", "deals")},
        ),
        Study(
            name="published",
            summary="draw a table, and test whether the published program errs on it",
            params=".studies:PublishedParams",
            where=".studies:published",
        ),
    ),
    problems=(
        Problem(
            name="arrange",
            question="Can all cards on the table be arranged in sets and runs?",
            methods=(
                Method(name="exact", source="closed form for runs, search over sets"),
                Method(name="reference", source="every meld for the first card left"),
                solver_method("ilp", "ilp:solve", f"{_SEED}, corrected: counts instead of planes", _SETTINGS),
                solver_method("ilp-sets", "ilp:solve_sets", _GROUPS, _SETTINGS),
                solver_method("cpsat", "cp:solve", "the groups on CP-SAT"),
                solver_method(
                    "ilp-published", "ilp:published", _SEED, kind="literal", settings=".settings:PublishedSettings"
                ),
            ),
        ),
        Problem(
            name="lay",
            example="hand",
            question="Which cards of your hand can you play, and how?",
            methods=(
                Method(name="exact", source="the search of arrange, with values and bounds"),
                Method(name="reference", source="every choice of cards, the best first"),
                solver_method("ilp-sets", "ilp_play:lay", _GROUPS, _SETTINGS),
                solver_method("cpsat", "cp:lay", "the same on CP-SAT"),
            ),
        ),
        Problem(
            name="unlock",
            example="unlock",
            unique=True,
            question="Which further card lets you play your whole hand, and how likely are you to draw it?",
            evidence="consequences",
            methods=(
                Method(name="exact", source="arrange with one card more"),
                Method(name="reference", source="the same in plain Python"),
                solver_method("cpsat", "cp:unlock", "a program for each card"),
            ),
        ),
        Problem(
            name="count",
            unique=True,
            question="How many arrangements does the table have?",
            evidence="consequences",
            value="arrangements",
            methods=(
                Method(name="exact", source="melds by their first card, with memory"),
                Method(name="reference", source="the same in plain Python"),
                solver_method("cpsat", "cp:count", "all solutions"),
            ),
        ),
        Problem(
            name="enumerate",
            question="Which arrangements does the table have?",
            evidence="consequences",
            methods=(
                Method(name="exact", source="melds by their first card, in order"),
                Method(name="reference", source="the same in plain Python"),
                solver_method("cpsat", "cp:enumerate_arrangements", "all solutions"),
            ),
        ),
    ),
)
