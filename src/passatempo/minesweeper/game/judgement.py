"""The judgement of a game: how safe each click was, how safe the best one was, and whether a loss was the player's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from math import log10, prod
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from passatempo.core.errors import InvalidInstance, Violation
from passatempo.core.json import dump_fraction, dump_places, plain_data
from passatempo.core.outcome import Status, brief
from passatempo.minesweeper.exact import methods as exact
from passatempo.minesweeper.formats.minefield import Minefield, PlayedClick
from passatempo.minesweeper.model import FLAG, UNKNOWN, Board, Chances, Place, Reason, is_covered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.games.records import TurnLine
    from passatempo.minesweeper.game.play import State

ClickVerdict: TypeAlias = Literal["first", "safe", "needless", "forced", "guess", "unknown"]
Fault: TypeAlias = Literal["none", "fault", "choice", "luck", "unknown"]
FAULTS: dict[ClickVerdict, Fault] = {"first": "luck", "forced": "luck", "guess": "choice", "needless": "fault"}
MOST_EXPLAINED = 10_000  # cells; reasons on larger fields take too long


@dataclass(frozen=True, slots=True)
class JudgedClick:
    """A click and its verdict.

    Parameters
    ----------
    click
        The click.
    verdict
        ``first`` if no cell was open before; ``safe`` if no layout had a mine there; ``needless`` if some had, but
        another cell was safe; ``forced`` if no cell was safer; ``guess`` if one was; ``unknown`` if no cell was safe
        and the layouts are too many to count.
    safety
        The chance that none of the opened cells held a mine; None if it was not computed.
    best
        The greatest chance of a single cell; None if it was not computed.
    safest
        For a needless click the safe cell with the easiest reason; for a guess a cell with the greatest chance.
    reason
        Why that cell was safe; None on very large fields.
    """

    click: PlayedClick
    verdict: ClickVerdict
    safety: Fraction | None = None
    best: Fraction | None = None
    safest: Place | None = None
    reason: Reason | None = None

    def to_json(self, columns: int) -> dict[str, Any]:
        """Return the click as in JSON."""
        click, reason = self.click, self.reason
        safe_places = [self.safest] if self.safest and self.verdict == "needless" else []
        return {
            "time": None if click.ms is None else click.ms / 1000,
            "action": click.action,
            "opens": dump_places([divmod(cell, columns) for cell in click.opens]),
            "hit": click.hit,
            "verdict": self.verdict,
            "safety": dump_fraction(self.safety),
            "best": dump_fraction(self.best),
            "safe_cell": next(iter(dump_places(safe_places)), None),
            "level": reason and reason.level,
            "text": reason and reason.text,
        }


@dataclass(frozen=True, slots=True)
class Judgement:
    """A game with the verdict on each click.

    Examples
    --------
    >>> clicks = (PlayedClick(40, "open", (1,)), PlayedClick(90, "open", (0,), hit=True))
    >>> judgement = judge(Minefield(1, 3, bytes([1, 0, 0]), first=1, clicks=clicks))
    >>> [click.verdict for click in judgement.clicks], str(judgement.clicks[1].safety), judgement.fault
    (['first', 'forced'], '1/2', 'luck')
    """

    __repr__ = brief  # at most one line

    minefield: Minefield
    clicks: tuple[JudgedClick, ...]

    @property
    def luck(self) -> Fraction | None:
        """The chance to survive all clicks that were survived; None if it is unknown."""
        return _product([judged.safety for judged in self._graded if not judged.click.hit])

    @property
    def cost(self) -> Fraction | None:
        """The chance that the avoidable risks alone end the game; None if it is unknown."""
        safety, best = (_product([getattr(judged, key) for judged in self._graded]) for key in ("safety", "best"))
        return None if safety is None or not best else 1 - safety / best

    @property
    def fault(self) -> Fault:
        """Whether a loss was a ``fault``, a ``choice`` or bad ``luck``."""
        last = self.clicks[-1]
        return FAULTS.get(last.verdict, "unknown") if last.click.hit else "none"

    @property
    def _graded(self) -> list[JudgedClick]:
        """The clicks with a risk."""
        return [judged for judged in self.clicks if judged.verdict not in ("first", "safe")]

    @property
    def totals(self) -> dict[str, Any]:
        """The number of clicks by verdict, luck, avoidable risk and fault, as in JSON."""
        verdicts = [judged.verdict for judged in self.clicks]
        luck, cost = self.luck, self.cost
        pluck = None if self.fault != "none" or not luck else abs(log10(luck.denominator) - log10(luck.numerator))
        return {
            "clicks": len(verdicts),
            **{verdict: verdicts.count(verdict) for verdict in ("safe", "needless", "forced", "guess")},
            "luck": dump_fraction(luck),
            "pluck": None if pluck is None else round(pluck, 9),
            "cost": dump_fraction(cost),
            "fault": self.fault,
        }

    def to_json(self) -> dict[str, Any]:
        """Return the judgement as in JSON: fractions are texts, and cells count from 1."""
        keys = ("format", "program", "player", "rows", "columns", "mines", "outcome")
        clicks = [judged.to_json(self.minefield.columns) for judged in self.clicks]
        head = {key: getattr(self.minefield, key) for key in keys}
        judgement_json: dict[str, Any] = plain_data(head | {"clicks": clicks, "totals": self.totals})
        return judgement_json


def judge(minefield: Minefield) -> Judgement:
    """Judge each click of a game by all layouts of what was visible, which count alike.

    Raises
    ------
    InvalidInstance
        If nothing was clicked, or the program moved mines during play.
    """
    if not minefield.clicks:
        raise InvalidInstance([Violation("no-clicks", "this is a field that nobody played")])
    if minefield.moved:
        raise InvalidInstance([Violation("moved", "its mines were moved while it was played")])
    positions = zip(minefield.positions(), minefield.clicks, strict=False)  # the last position has no click
    return Judgement(minefield, tuple([judge_click(board, click) for board, click in positions]))


def judge_click(board: Board, click: PlayedClick) -> JudgedClick:
    """Judge a click on a position.

    >>> from passatempo.minesweeper import read
    >>> judged = judge_click(read("#1#/##1/mines: 1"), PlayedClick(None, "open", (3, 4)))
    >>> judged.verdict, str(judged.safety), judged.safest
    ('needless', '1/2', (0, 0))
    """
    if board.covered == len(board.cells):
        return JudgedClick(click, "first")
    certain = exact.safe(board).answer
    safe_places = certain.safe if certain else ()
    if all(board.place(cell) in safe_places for cell in click.opens):
        return JudgedClick(click, "safe", Fraction(1), Fraction(1))
    chances = exact.chances(board).answer
    safety = None if chances is None else _safety(board, chances, click)
    if certain and safe_places:
        from passatempo.minesweeper.reasons import easiest_reason

        reason = easiest_reason(board, safe_places) if len(board.cells) <= MOST_EXPLAINED else None
        return JudgedClick(click, "needless", safety, Fraction(1), reason.cell if reason else safe_places[0], reason)
    if safety is None or chances is None or chances.lowest is None:
        return JudgedClick(click, "unknown")
    best = 1 - chances.lowest
    covered = (board.place(cell) for cell, code in enumerate(board.cells) if is_covered(code))
    safest = next(place for place in covered if chances.near.get(place, chances.other) == chances.lowest)
    return JudgedClick(click, "forced" if safety == best else "guess", safety, best, safest)


def _safety(board: Board, chances: Chances, click: PlayedClick) -> Fraction | None:
    """Return the share of layouts without a mine in all cells of a click; None if they are too many to count."""
    if len(click.opens) == 1:
        chance = chances.near.get(board.place(click.opens[0]), chances.other)
        return None if chance is None else 1 - chance
    cells = bytearray(board.cells)
    for cell in click.opens:
        cells[cell] = UNKNOWN
    census, outcome = exact.count(replace(board, cells=bytes(cells)), marginals=False)
    if census is None:
        return Fraction(0) if outcome.status is Status.IMPOSSIBLE else None
    return Fraction(census.solutions, chances.solutions) if chances.solutions else None


def _product(factors: Sequence[Fraction | None]) -> Fraction | None:
    """Return the product of fractions; None if one is unknown."""
    known = [factor for factor in factors if factor is not None]
    return prod(known, start=Fraction(1)) if len(known) == len(factors) else None


def minefield_of(states: Sequence[State], turns: Sequence[TurnLine], player: str) -> Minefield:
    """Return the field of a game with its clicks, from the states before and after each turn."""
    rules, mine, clicks = states[-1].rules, states[-1].mine or bytes(len(states[-1].cells)), []
    for k, (state, ms) in enumerate(zip(states[1:], accumulate([turn.ms or 0 for turn in turns]), strict=True)):
        action = next(iter(turns[k].move))
        if action != "flag":
            flags = tuple([cell for cell, code in enumerate(states[k].cells) if code == FLAG and not mine[cell]])
            clicks.append(PlayedClick(ms, action, state.opens, bool(state.hit), flags))
    first = clicks[0].opens[0] if clicks else None
    return Minefield(rules.rows, rules.columns, mine, rules.variant, first, tuple(clicks), "play", "passatempo", player)
