"""The commands `published`, which tests a published program against exact answers, `odds` and `rules`."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, Literal, NamedTuple

from passatempo.core.errors import SolverUnavailable, UsageError
from passatempo.core.json import count_of, encode, plain_data
from passatempo.core.limits import Limits, Stopped
from passatempo.core.outcome import Outcome, Status
from passatempo.core.queries import instance_of
from passatempo.core.random import Random
from passatempo.games.intervals import rule_of_three
from passatempo.machiavelli.exact import arrange as exact
from passatempo.machiavelli.formats.notation import write_cards
from passatempo.machiavelli.model import Turn
from passatempo.machiavelli.record import PASTIME
from passatempo.machiavelli.rules import RULE6
from passatempo.machiavelli.settings import Indices
from passatempo.machiavelli.sources import presets, turn_rules
from passatempo.machiavelli.text import read

MOST_SAMPLES = 10_000_000
COLUMNS = ("A", *"23456789", "10", *"JQK")
HEADS = ("table", "cards", "rule 6", "as printed", "every j", "j % 13", "truth")
KEYS = ("table", "cards", "rule6", "as_printed", "every_j", "mod_13", "truth")
SHOWN = "3S 4S 5S 6S | 5H 6H 7H | 5D 5C 5S | KH KD KC KS"  # a table that the program solves correctly


class Reading(NamedTuple):
    """A reading of rule 6: the modulus, and the indices that it replaces."""

    modulus: int = 12
    indices: Indices = "outside"


class Trial(NamedTuple):
    """A table that reveals a fault, with a note on the fault."""

    cards: str
    rule6: bool
    fault_note: str


TRIALS = (
    Trial("5S5H5D 5H5D5C 4S5S6S 5C6C7C 6S6C6H", False, "five groups conflict in a ring, for two pairs of planes"),
    Trial("5S5H5D 5H5D5C 4S5S6S 5C6C7C 6S6C6H", True, "the same with rule 6"),
    Trial(
        "KHAH2H 2H3H4H 4H5H6H7H 7H8H9HTH THJHQHKH",
        True,
        "as meant, two run planes are too few for five runs round the circle",
    ),
    Trial("KS AS 2S", True, "j % 12 makes the two, not the ace, the neighbour of the king"),
    Trial("QS KS AS", True, "the same"),
    Trial("AS TS JS QS", True, "a lonely ace passes beside the queen"),
    Trial("KS 2S 3S 4S", True, "a lonely king passes beside the two"),
    Trial("JS QS KS", True, "where every j is replaced the king of a run plane is the ace"),
    Trial("QS AS 2S", True, "the same: there the queen is its neighbour"),
    Trial("QS KS AS", False, "without rule 6 the ace is low only: true to its rules"),
)


def published(
    file: str | None = None,
    /,
    *,
    rule6: bool | None = None,
    modulus: Literal[12, 13] = 12,
    indices: Indices = "outside",
    format: Literal["text", "json"] = "text",  # noqa: A002  the word of the command line
    keys: Mapping[str, Any] = {},
    limits: Limits = Limits(),
) -> Iterator[str]:
    """Put the published program to the tables that refute it, and show a solution as the text does: plane by plane.

    Parameters
    ----------
    file
        A table of your own, in place of the counterexamples: a file or its text; - for standard input.
    rule6
        Whether runs of that table go on past the ace; without it the table says, else they do not.
    modulus
        Of rule 6: 12 as printed, 13 as meant.
    indices
        Of rule 6: which indices j it replaces, those outside the ranks or every one. The text can be read both ways.
    format
        text or json.
    keys, limits
        Filled in by the command line.
    """
    try:
        from passatempo.machiavelli.encodings import ilp
    except ImportError as import_error:
        raise SolverUnavailable("the published program", "solvers") from import_error
    if file is not None:
        turn = _read_table(file, keys if rule6 is None else {**keys, "ace": RULE6[rule6]})
        table_comparison = _compare_table(turn, Reading(modulus, indices), limits)
        yield (
            encode(table_comparison, indent=2)
            if format == "json"
            else "\n".join(_write_comparison(turn, table_comparison))
        )
        return
    if format == "json":
        variables, rows = ilp.plane_program_size(2)
        trials = [
            dict(zip(KEYS, _run_trial(trial, limits), strict=True)) | {"fault": trial.fault_note} for trial in TRIALS
        ]
        yield encode({"variables": variables, "rows": rows, "trials": trials}, indent=2)
        return
    yield from _all_tables(limits)


def _read_table(text: str, keys: Mapping[str, Any]) -> Turn:
    """Read a table; by default rule 6 does not apply."""
    turn: Turn = instance_of(PASTIME, text, keys)
    if turn.preset is None:
        turn = instance_of(PASTIME, text, {**keys, "preset": "published"})
    if turn.rules.ace not in RULE6.values():
        raise UsageError(f"the published program has no ace rule {turn.rules.ace!r}: pass --rule6 or --no-rule6")
    return turn


def _all_tables(limits: Limits) -> Iterator[str]:
    """Write the table of trials, and one solution plane by plane."""
    from passatempo.machiavelli.encodings import ilp

    variables, rows = ilp.plane_program_size(2)
    yield f"The published integer program for two decks: {variables} variables, {rows} rows."
    yield ""
    lines = [_run_trial(trial, limits) for trial in TRIALS]
    widths = [max(len(line[k]) for line in (HEADS, *lines)) for k in range(len(HEADS))]
    for line, fault in ((HEADS, ""), *zip(lines, (trial.fault_note for trial in TRIALS), strict=True)):
        columns = [text.ljust(width) for text, width in zip(line, widths, strict=True)]
        yield "  ".join([*columns, fault]).rstrip()
    yield ""
    yield "as printed: rule 6 replaces the indices outside 0..12, as the zeros without it do; every j: it replaces all."
    yield ""
    yield f"Its solution of {SHOWN.replace('| ', '')}, one table for each plane:"
    yield ""
    yield from _write_planes(_solve_planes(read(SHOWN, ace=RULE6[False]), Reading(), limits))


def _run_trial(trial: Trial, limits: Limits) -> tuple[str, ...]:
    """Solve a table with the program, as printed and as meant, and with an exact method and its confirmation."""
    from passatempo.core.queries import ask
    from passatempo.core.registry import pastime
    from passatempo.machiavelli.encodings import ilp
    from passatempo.machiavelli.settings import PublishedSettings

    turn = read(trial.cards, ace=RULE6[trial.rule6])
    readings = [Reading(), Reading(12, "every"), Reading(13)] if trial.rule6 else [Reading()]
    settings = [PublishedSettings(modulus=modulus, indices=indices) for modulus, indices in readings]
    trial_verdicts = [_verdict(ilp.published(turn, limits, settings=setting)) for setting in settings]
    trial_verdicts += ["-"] * (3 - len(trial_verdicts))
    truth = ask(pastime("machiavelli").problem("arrange"), turn, confirm="ilp-sets", limits=limits)
    cards = " ".join(trial.cards.split()) if len(turn.cards) < 5 else f"{trial.cards.split()[0]} ..."
    return cards, str(len(turn.cards)), "yes" if trial.rule6 else "no", *trial_verdicts, _verdict(truth)


def _verdict(outcome: Outcome[Any]) -> str:
    return {Status.SOLVED: "possible", Status.IMPOSSIBLE: "impossible"}.get(outcome.status, "unknown")


def _compare_table(turn: Turn, reading: Reading, limits: Limits) -> dict[str, Any]:
    """Return the program's answer and the correct answer for one table."""
    from passatempo.machiavelli.encodings import ilp

    variables, rows = ilp.plane_program_size(turn.rules.decks)
    truth = exact.arrange(turn, limits)
    melds = None if truth.answer is None else [write_cards(meld, turn.locale) for meld in truth.answer.melds]
    program_planes = _solve_planes(turn, reading, limits)
    return {"variables": variables, "rows": rows, "says": program_planes, "truth": _verdict(truth), "melds": melds}


def _write_comparison(turn: Turn, table_comparison: dict[str, Any]) -> Iterator[str]:
    """Write the result of `_compare_table`."""
    yield f"The published integer program: {table_comparison['variables']} variables, {table_comparison['rows']} rows."
    yield from _write_planes(table_comparison["says"])
    yield f"Truth: {table_comparison['truth']}."
    if table_comparison["melds"] is not None:
        yield "\n".join(table_comparison["melds"])


def _solve_planes(turn: Turn, reading: Reading, limits: Limits) -> list[list[list[int]]] | str:
    """Return the program's solution as a table of suits and ranks per plane, or a message if there is none."""
    from passatempo.machiavelli.encodings import ilp

    try:
        planes = ilp.planes_of(turn, *reading, limits)
    except Stopped:
        return "The program gives no answer: a limit was reached."
    if planes is None:
        return "The program returns: impossible."
    return [[[int(cell) for cell in row] for row in plane] for plane in planes]


def _write_planes(plane_tables: list[list[list[int]]] | str) -> Iterator[str]:
    """Write planes in the layout of the publication."""
    if isinstance(plane_tables, str):
        yield plane_tables
        return
    for k, plane in enumerate(plane_tables):
        yield f"plane {k}, deck {k // 2 + 1}: {'sets' if k % 2 else 'runs'}"
        yield "  " + " ".join(name.rjust(2) for name in COLUMNS)
        for suit, row in zip("SHDC", plane, strict=True):
            yield f"{suit} " + " ".join((" 1" if cell else " .") for cell in row)
        yield ""


def odds(
    file: str,
    *,
    cards: int,
    samples: int = 2000,
    seed: int = 0,
    after: str | None = None,
    drawn: int = 0,
    format: Literal["text", "json"] = "text",  # noqa: A002  the word of the command line
    keys: Mapping[str, Any] = {},
    limits: Limits = Limits(),
) -> Iterator[str]:
    """Estimate the chance that a hand of so many cards, which nobody sees, could be laid whole on a table now.

    Parameters
    ----------
    file
        The table, and the hand that is seen: a file or its text; - for standard input.
    cards
        How many cards the other hand has.
    samples
        Hands drawn by lot.
    seed
        The same seed draws the same hands.
    after
        The table after the other hand's last turn, on which nothing of it could be laid: players who lay what they can
        close far more seldom than any hand would.
    drawn
        How many of its cards were drawn since then.
    format
        text or json.
    keys, limits
        Filled in by the command line.
    """
    from passatempo.machiavelli.game.odds import of_hand, view_of, write_chance

    if not 1 <= samples <= MOST_SAMPLES:
        raise UsageError(f"--samples: {samples} is not in 1 to {MOST_SAMPLES}")
    turn: Turn = instance_of(PASTIME, file, keys)
    rules = {**asdict(turn.rules), "preset": turn.preset, "locale": turn.locale}
    after_turn = None if after is None else PASTIME.read(after, **rules)
    hand_odds = of_hand(
        view_of(turn, cards),
        None if after_turn is None else after_turn.table,
        drawn,
        samples,
        Random(seed, "odds"),
        limits,
    )
    if not hand_odds[-1].sample_count:
        return
    if format == "json":
        estimate_rows = [
            {
                "hands": "conditioned" if estimate.is_conditioned else "uniform",
                "chance": estimate.chance,
                "error": estimate.error,
                "lower_bound": None
                if estimate.closed_count < estimate.sample_count
                else 1 - rule_of_three(estimate.sample_count),
                "upper_bound": None if estimate.closed_count else rule_of_three(estimate.sample_count),
            }
            for estimate in hand_odds
        ]
        yield encode({"cards": cards, "samples": samples, "seed": str(seed), "odds": estimate_rows}, indent=2)
        return
    for estimate in hand_odds:
        condition_note = (
            "hands that could play nothing then" if estimate.is_conditioned else "if all hands are equally likely"
        )
        hand = f"a hand of {count_of(cards, 'card')}"
        yield (
            f"{write_chance(estimate)}: {hand} can be played in full, {condition_note} ("
            f"{estimate.sample_count} samples)"
        )


def rules(
    preset: str,
    *,
    format: Literal["text", "json"] = "text",  # noqa: A002  the word of the command line
) -> Iterator[str]:
    """Show the rules of a preset, each with what its source says.

    Parameters
    ----------
    preset
        The name of the preset.
    format
        text or json.
    """
    from passatempo.machiavelli.game.rules import PRESETS, describe_rules

    turn_rules(preset)  # refuses an unknown name
    source, preset_rules = presets()[preset], PRESETS[preset].rules
    if format == "json":
        preset_summary = {
            "preset": preset,
            "source": source.citation,
            "rules": plain_data(preset_rules),
            "quotes": source.rule_quotes,
        }
        yield encode(preset_summary, indent=2)
        return
    yield from describe_rules(preset, preset_rules)
