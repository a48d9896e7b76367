"""Machiavelli, a card game of the rummy family: rearranging the table.

The public names are imported when first used, so that listing the pastimes stays quick.
"""

from typing import TYPE_CHECKING

from passatempo.core.pastime import Command, Method, Model, Pastime, Problem, lazy

if TYPE_CHECKING:
    from passatempo.machiavelli.arrangements import count as count
    from passatempo.machiavelli.arrangements import enumerate_arrangements as enumerate_arrangements
    from passatempo.machiavelli.checker import check as check
    from passatempo.machiavelli.conflict import explain as explain
    from passatempo.machiavelli.exact import arrange as arrange
    from passatempo.machiavelli.exact import arrange_many as arrange_many
    from passatempo.machiavelli.hand import lay as lay
    from passatempo.machiavelli.model import Arrangement as Arrangement
    from passatempo.machiavelli.model import EnumerateAsk as EnumerateAsk
    from passatempo.machiavelli.model import LayAsk as LayAsk
    from passatempo.machiavelli.model import Rules as Rules
    from passatempo.machiavelli.model import Turn as Turn
    from passatempo.machiavelli.model import UnlockAsk as UnlockAsk
    from passatempo.machiavelli.text import read as read
    from passatempo.machiavelli.text import write as write
    from passatempo.machiavelli.unlocking import unlock as unlock

_HERE = "passatempo.machiavelli"
_PUBLIC = {
    "Arrangement": "model",
    "EnumerateAsk": "model",
    "LayAsk": "model",
    "Rules": "model",
    "Turn": "model",
    "UnlockAsk": "model",
    "arrange": "exact",
    "arrange_many": "exact",
    "check": "checker",
    "count": "arrangements",
    "enumerate_arrangements": "arrangements",
    "explain": "conflict",
    "lay": "hand",
    "read": "text",
    "unlock": "unlocking",
    "write": "text",
}
__all__ = ["PASTIME", *_PUBLIC]
__getattr__ = lazy(_HERE, _PUBLIC)

_SEED = '"Machiavelli" come CSP (prima parte), 14 November 2011'

PASTIME = Pastime(
    name="machiavelli",
    title="rearrange the table of a card game: which cards can be laid, and how",
    read=f"{_HERE}.text:read",
    write=f"{_HERE}.text:write",
    face=f"{_HERE}.json:TURN",
    show=f"{_HERE}.show:show_turn",
    draw=f"{_HERE}.draw:draw_turn",
    params=f"{_HERE}.generate:Params",
    generate=f"{_HERE}.generate:generate",
    formats={"projection": f"{_HERE}.projection:write"},
    examples={
        "heap": "examples/heap.txt",
        "wrap": "examples/wrap.txt",
        "stuck": "examples/stuck.txt",
        "five-cycle": "examples/five-cycle.txt",
        "eighteen": "examples/eighteen.txt",
        "hand": "examples/hand.txt",
        "unlock": "examples/unlock.txt",
        "jokers": "examples/jokers.txt",
    },
    demo=(("arrange", "heap"), ("arrange", "eighteen"), ("lay", "hand"), ("lay", "jokers"), ("unlock", "unlock")),
    page=f"{_HERE}.page:PAGE",
    commands=(
        Command(
            name="published",
            summary="Put the published integer program to the tables that refute it.",
            where=f"{_HERE}.published:published",
        ),
    ),
    models=(
        Model(
            name="ilp-published",
            summary="the published integer program",
            formats=("lp", "mps"),
            where=f"{_HERE}.ilp:export_published",
        ),
        Model(name="ilp", summary="the corrected program", formats=("lp", "mps"), where=f"{_HERE}.ilp:export"),
        Model(name="ilp-sets", summary="a variable a group", formats=("lp", "mps"), where=f"{_HERE}.ilp:export_sets"),
    ),
    problems=(
        Problem(
            name="arrange",
            question="Can all cards of the table be laid in sets and runs?",
            check=f"{_HERE}.checker:check",
            face=f"{_HERE}.json:ARRANGEMENT",
            show=f"{_HERE}.show:show_arrangement",
            draw=f"{_HERE}.draw:draw_arrangement",
            explain=f"{_HERE}.conflict:explain",
            methods=(
                Method(name="exact", where=f"{_HERE}.exact:arrange", source="closed form for runs, search over sets"),
                Method(name="reference", where=f"{_HERE}.plain:arrange", source="every meld for the first card left"),
                Method(
                    name="ilp",
                    where=f"{_HERE}.ilp:solve",
                    source=f"{_SEED}, corrected: counts in place of planes",
                    needs="solvers",
                    settings=f"{_HERE}.settings:Settings",
                ),
                Method(
                    name="ilp-sets",
                    where=f"{_HERE}.ilp:solve_sets",
                    source="a variable for each group; den Hertog and Hulshof, The Computer Journal 49 (2006)",
                    needs="solvers",
                    settings=f"{_HERE}.settings:Settings",
                ),
                Method(name="cpsat", where=f"{_HERE}.cp:solve", source="the groups on CP-SAT", needs="solvers"),
                Method(
                    name="ilp-published",
                    where=f"{_HERE}.ilp:published",
                    kind="literal",
                    source=_SEED,
                    needs="solvers",
                    settings=f"{_HERE}.settings:PublishedSettings",
                ),
            ),
        ),
        Problem(
            name="lay",
            question="Which cards of the hand can be laid, and how?",
            check=f"{_HERE}.checker:check_play",
            worth=f"{_HERE}.checker:worth_of_play",
            key=f"{_HERE}.checker:key_of_play",
            face=f"{_HERE}.faces:PLAY",
            show=f"{_HERE}.telling:show_play",
            draw=f"{_HERE}.draw:draw_play",
            explain=f"{_HERE}.conflict:explain_hand",
            ask=f"{_HERE}.model:LayAsk",
            methods=(
                Method(name="exact", where=f"{_HERE}.hand:lay", source="the search of arrange, with values and bounds"),
                Method(
                    name="reference", where=f"{_HERE}.plain_play:lay", source="every choice of cards, the best first"
                ),
                Method(
                    name="ilp-sets",
                    where=f"{_HERE}.ilp_play:lay",
                    source="a variable for each group; den Hertog and Hulshof, The Computer Journal 49 (2006)",
                    needs="solvers",
                    settings=f"{_HERE}.settings:Settings",
                ),
                Method(name="cpsat", where=f"{_HERE}.cp_play:lay", source="the same on CP-SAT", needs="solvers"),
            ),
        ),
        Problem(
            name="unlock",
            unique=True,
            question="Which further card lets the whole hand go, and how likely is it drawn?",
            check=f"{_HERE}.checker:check_unlocking",
            evidence="consequences",
            face=f"{_HERE}.faces:UNLOCKING",
            show=f"{_HERE}.telling:show_unlocking",
            draw=f"{_HERE}.draw:draw_unlocking",
            ask=f"{_HERE}.model:UnlockAsk",
            methods=(
                Method(name="exact", where=f"{_HERE}.unlocking:unlock", source="arrange with one card more"),
                Method(name="reference", where=f"{_HERE}.plain_play:unlock", source="the same in plain Python"),
                Method(
                    name="cpsat", where=f"{_HERE}.cp_play:unlock", source="a program for each card", needs="solvers"
                ),
            ),
        ),
        Problem(
            name="count",
            unique=True,
            question="How many arrangements does the table have?",
            check=f"{_HERE}.checker:check_count",
            evidence="consequences",
            face=f"{_HERE}.faces:COUNT",
            show=f"{_HERE}.telling:show_count",
            draw=f"{_HERE}.draw:draw_count",
            methods=(
                Method(
                    name="exact", where=f"{_HERE}.arrangements:count", source="melds by their first card, with memory"
                ),
                Method(name="reference", where=f"{_HERE}.plain_play:count", source="the same in plain Python"),
                Method(name="cpsat", where=f"{_HERE}.cp_play:count", source="all solutions", needs="solvers"),
            ),
        ),
        Problem(
            name="enumerate",
            question="Which arrangements does the table have?",
            check=f"{_HERE}.checker:check_listing",
            key=f"{_HERE}.checker:key_of_listing",
            evidence="consequences",
            face=f"{_HERE}.faces:LISTING",
            show=f"{_HERE}.telling:show_listing",
            draw=f"{_HERE}.draw:draw_listing",
            ask=f"{_HERE}.model:EnumerateAsk",
            methods=(
                Method(
                    name="exact",
                    where=f"{_HERE}.arrangements:enumerate_arrangements",
                    source="melds by their first card, in order",
                ),
                Method(
                    name="reference",
                    where=f"{_HERE}.plain_play:enumerate_arrangements",
                    source="the same in plain Python",
                ),
                Method(
                    name="cpsat",
                    where=f"{_HERE}.cp_play:enumerate_arrangements",
                    source="all solutions",
                    needs="solvers",
                ),
            ),
        ),
    ),
)
