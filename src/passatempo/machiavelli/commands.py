"""The published program beside exact answers, the odds of a hidden hand, and the rules of presets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from passatempo.core.errors import SolverUnavailable, Unanswered, UsageError
from passatempo.core.interrupt import open_to_interrupt
from passatempo.core.json import count_of, plain_data
from passatempo.core.library import verb
from passatempo.core.limits import Cancel, Limits, Stopped
from passatempo.core.outcome import Outcome, Status
from passatempo.core.random import Random
from passatempo.core.value import Finding
from passatempo.games.intervals import rule_of_three
from passatempo.machiavelli.exact import arrange as exact
from passatempo.machiavelli.formats.notation import write_cards
from passatempo.machiavelli.game.odds import Odds, of_hand, view_of, write_chance
from passatempo.machiavelli.game.rules import PRESETS, GameRules, describe_rules
from passatempo.machiavelli.model import Turn
from passatempo.machiavelli.record import PASTIME
from passatempo.machiavelli.rules import RULE6
from passatempo.machiavelli.settings import Indices  # noqa: TC001  its names become choices of a flag
from passatempo.machiavelli.sources import Source, presets, turn_rules
from passatempo.machiavelli.text import read

if TYPE_CHECKING:
    from passatempo.core.library import Given

MOST_SAMPLES = 10_000_000
COLUMNS = ("A", *"23456789", "10", *"JQK")
HEADS = ("table", "cards", "rule 6", "as printed", "every j", "j % 13", "truth")
KEYS = ("table", "cards", "rule6", "as_printed", "every_j", "mod_13", "truth")
SHOWN = "3S 4S 5S 6S | 5H 6H 7H | 5D 5C 5S | KH KD KC KS"  # a table that the program solves correctly

MEANING = "as printed: rule 6 replaces the indices outside 0..12, as the zeros without it do; every j: it replaces all."


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


@dataclass(frozen=True, slots=True)
class Published(Finding):
    """What the published integer program returns, next to the truth.

    Parameters
    ----------
    variables, rows
        The size of the program.
    planes
        Its solution, a table of suits and ranks for each plane, or a sentence if it returns none.
    trials
        For each table that refutes it the cells of a row (`KEYS`); empty for a table of your own.
    truth, melds
        For a table of your own whether it is possible, and its melds.
    """

    variables: int
    rows: int
    planes: list[list[list[int]]] | str
    trials: tuple[tuple[str, ...], ...] = ()
    truth: str = ""
    melds: list[str] | None = None

    def lines(self) -> Iterator[str]:
        """Yield the table of the trials and a solution plane by plane, or those of your own table."""
        if not self.trials:
            yield f"The published integer program: {self.variables} variables, {self.rows} rows."
            yield from _write_planes(self.planes)
            yield f"Truth: {self.truth}."
            yield from self.melds or ()
            return
        yield f"The published integer program for two decks: {self.variables} variables, {self.rows} rows."
        yield ""
        widths = [max(len(row[k]) for row in (HEADS, *self.trials)) for k in range(len(HEADS))]
        for row, fault in ((HEADS, ""), *zip(self.trials, (trial.fault_note for trial in TRIALS), strict=True)):
            yield "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=True)), fault]).rstrip()
        yield ""
        yield MEANING
        yield ""
        yield f"Its solution of {SHOWN.replace('| ', '')}, one table for each plane:"
        yield ""
        yield from _write_planes(self.planes)

    def to_json(self) -> dict[str, Any]:
        """Return the size and the trials, or the answers for your own table."""
        size = {"variables": self.variables, "rows": self.rows}
        if not self.trials:
            return size | {"says": self.planes, "truth": self.truth, "melds": self.melds}
        trials = [dict(zip(KEYS, row, strict=True)) for row in self.trials]
        return size | {"trials": [row | {"fault": trial.fault_note} for row, trial in zip(trials, TRIALS, strict=True)]}


@open_to_interrupt
def published(
    turn: Given[Turn, Any] = None,
    /,
    *,
    rule6: bool | None = None,
    modulus: Literal[12, 13] = 12,
    indices: Indices = "outside",
    cancel: Cancel | None = None,
    **keys: Any,
) -> Published:
    """Put the published program to the tables that refute it, and show a solution as the text does: plane by plane.

    Parameters
    ----------
    turn
        A table of your own, in place of the counterexamples.
    rule6
        Whether runs of that table go on past the ace; without it the table says, else they do not.
    modulus
        Of rule 6: 12 as printed, 13 as meant.
    indices
        Of rule 6: which indices j it replaces, those outside the ranks or every one. The text can be read both ways.
    cancel
        A switch that stops the solvers.
    keys
        Keys of the table, which override its text.

    Raises
    ------
    SolverUnavailable
        If the solvers are not installed.
    UsageError
        If the program has no such ace rule.

    Examples
    --------
    >>> found = published("KS 2S 3S 4S", rule6=True)
    >>> isinstance(found.planes, list), found.truth
    (True, 'impossible')
    """
    try:
        from passatempo.machiavelli.encodings import ilp
    except ImportError as import_error:
        raise SolverUnavailable("the published program", "solvers") from import_error
    limits = Limits(cancel=cancel)
    if turn is None and not keys:
        planes = _solve_planes(read(SHOWN, ace=RULE6[False]), Reading(), limits)
        return Published(*ilp.plane_program_size(2), planes, tuple(_run_trial(trial, limits) for trial in TRIALS))
    instance = _read_table(turn, keys if rule6 is None else {**keys, "ace": RULE6[rule6]})
    truth = exact.arrange(instance, limits)
    melds = None if truth.answer is None else [write_cards(meld, instance.locale) for meld in truth.answer.melds]
    planes = _solve_planes(instance, Reading(modulus, indices), limits)
    return Published(*ilp.plane_program_size(instance.rules.decks), planes, (), _verdict(truth), melds)


def _read_table(given: Given[Turn, Any], keys: Mapping[str, Any]) -> Turn:
    """Read a table; by default rule 6 does not apply."""
    turn: Turn = verb(__package__, "read", given, keys)
    if turn.preset is None:
        turn = verb(__package__, "read", given, {**keys, "preset": "published"})
    if turn.rules.ace not in RULE6.values():
        raise UsageError(f"the published program has no ace rule {turn.rules.ace!r}: pass --rule6 or --no-rule6")
    return turn


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


class HandOdds(Finding, tuple[Odds, ...]):
    """Estimates of the chance that a hand can be played in full: uniform, and given what was not played before."""

    cards: int
    seed: int

    def lines(self) -> Iterator[str]:
        """Yield a sentence for each estimate."""
        for estimate in self:
            condition_note = (
                "hands that could play nothing then" if estimate.is_conditioned else "if all hands are equally likely"
            )
            yield (
                f"{write_chance(estimate)}: a hand of {count_of(self.cards, 'card')} can be played in full, "
                f"{condition_note} ({estimate.samples} samples)"
            )

    def to_json(self) -> dict[str, Any]:
        """Return the chances, with bounds where all samples agree."""
        rows = [
            {
                "hands": "conditioned" if estimate.is_conditioned else "uniform",
                "chance": estimate.chance,
                "error": estimate.error,
                "lower_bound": None
                if estimate.closed_count < estimate.samples
                else 1 - rule_of_three(estimate.samples),
                "upper_bound": None if estimate.closed_count else rule_of_three(estimate.samples),
            }
            for estimate in self
        ]
        return {"cards": self.cards, "samples": self[0].samples, "seed": str(self.seed), "odds": rows}


@open_to_interrupt
def odds(
    turn: Given[Turn, Any],
    /,
    *,
    cards: int,
    samples: int = 2000,
    seed: int = 0,
    after: str | None = None,
    drawn: int = 0,
    cancel: Cancel | None = None,
    **keys: Any,
) -> HandOdds:
    """Estimate the chance that a hand of so many cards, which nobody sees, could be laid whole on a table now.

    Parameters
    ----------
    turn
        The table, and the hand that is seen.
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
    cancel
        A switch that stops the run.
    keys
        Keys of the turn, which override its text.

    Raises
    ------
    UsageError, InvalidInstance
        If there are no such numbers of cards.
    Unanswered
        If it was cancelled.

    Examples
    --------
    >>> [uniform] = odds("3S 4S 5S | 9H 9D 9C", cards=1)
    >>> abs(uniform.chance - 6 / 98) < 4 * uniform.error, uniform.samples  # both 2S, both 6S, both 9S
    (True, 2000)
    """
    if not 1 <= samples <= MOST_SAMPLES:
        raise UsageError(f"samples: {samples} is not in 1 to {MOST_SAMPLES}")
    instance: Turn = verb(__package__, "read", turn, keys)
    rules = {**asdict(instance.rules), "preset": instance.preset, "locale": instance.locale}
    groups = None if after is None else PASTIME.read(after, **rules).table
    view, random = view_of(instance, cards), Random(seed, "odds")
    hand_odds = HandOdds(of_hand(view, groups, drawn, samples, random, Limits(cancel=cancel)))
    if not hand_odds[-1].samples:
        raise Unanswered("the run was stopped before a hand was drawn")
    hand_odds.cards, hand_odds.seed = cards, seed
    return hand_odds


@dataclass(frozen=True, slots=True)
class PresetRules(Finding):
    """The rules of a preset, and what its source says of them."""

    preset: str
    source: Source
    rules: GameRules

    def lines(self) -> Iterator[str]:
        """Yield each rule with the words of the source."""
        yield from describe_rules(self.preset, self.rules)

    def to_json(self) -> dict[str, Any]:
        """Return the rules, the citation and the quotations."""
        head = {"preset": self.preset, "source": self.source.citation}
        return head | {"rules": plain_data(self.rules), "quotes": dict(self.source.rule_quotes)}


def rules_of(preset: str) -> PresetRules:
    """Show the rules of a preset, each with what its source says.

    Parameters
    ----------
    preset
        The name of the preset.

    Raises
    ------
    FormatError
        If there is no such preset.

    Examples
    --------
    >>> rules_of("peteg").rules.deal
    14
    """
    turn_rules(preset)  # refuses an unknown name
    return PresetRules(preset, presets()[preset], PRESETS[preset].rules)
