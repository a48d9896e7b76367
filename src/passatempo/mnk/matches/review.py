"""The analysis of one game or many, move by move, as text, as JSON, and as a picture."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import exp
from os import PathLike, fspath
from statistics import median
from typing import TYPE_CHECKING, Any, ClassVar

from passatempo.core.errors import FormatError, InvalidInstance, Unanswered, Violation
from passatempo.core.input import read_text
from passatempo.core.interrupt import open_to_interrupt
from passatempo.core.json import convert, count_of, decode
from passatempo.core.library import verb
from passatempo.core.limits import NO_NODES, Cancel, Limits, Progress, Report
from passatempo.core.value import Finding
from passatempo.mnk.engine.search import MATE, value_of_score
from passatempo.mnk.formats.notation import write_place
from passatempo.mnk.json import PositionJson, load_position
from passatempo.mnk.matches.analysis import Analysis as GameAnalysis
from passatempo.mnk.matches.analysis import MoveStep, analyse_game
from passatempo.mnk.settings import EngineSettings, check_integer, check_seconds, level_of
from passatempo.render.svg import Markup, Svg, circle, document, group, line, rect, text

if TYPE_CHECKING:
    from passatempo.core.library import Given
    from passatempo.mnk.model import Position

USUAL_NODES = 100_000  # for a position, by default
SHOWN = 12  # moves of a line in the text output
LEFT, RIGHT, TOP, HEIGHT, BELOW = 64, 24, 34, 180, 40
WIDEST, STEP = 720, 18  # of the graph, and of a move if there is room
UNIT = 200  # a value of this size means a chance of 73 %, by the fit of the weights
TICKS = 10  # minimum of moves between two numbers below the graph


class Analysis(GameAnalysis, Finding):
    """What each move of a game changed, and where the game was lost."""

    in_lines = True

    def lines(self) -> Iterator[str]:
        """Yield the table, the moves that changed the course, and the decisive move."""
        yield "move       value   change  better"
        for step in self.steps:
            better = "" if step.best_move == step.move else write_place(step.best_move)
            side = "XO"[step.mark - 1]
            move = f"{step.number:3} {side} {write_place(step.move):<4}"
            yield f"{move} {_score_text(step.score_after):>7} {_change_text(step):>7}  {better}".rstrip()
        for step in self.course_changes:
            if step != self.decisive_step:
                yield f"Move {step.number}, {write_place(step.move)}: {_better_move(step)}"
        yield self.verdict

    def to_json(self) -> dict[str, Any]:
        """Return the result, the steps, and those that changed the course."""
        return {
            "result": self.result,
            "turning": self.decisive_step and self.decisive_step.number,
            "turnings": [step.number for step in self.course_changes],
            "lost_from_the_start": self.lost_from_the_start,
            "steps": [_step_keys(step) for step in self.steps],
        }

    def svg(self) -> Svg:
        """Draw the value of the game for X over its moves; rings mark moves that changed its course."""
        return _draw_analysis(self)

    @property
    def verdict(self) -> str:
        """Where the game was lost, in a sentence."""
        turning = self.decisive_step
        if turning is None:
            return "No move changed the course of the game."
        side, move, best = "XO"[turning.mark - 1], write_place(turning.move), write_place(turning.best_move)
        if not self.lost_from_the_start:
            word = "lost the game" if self.loser else "gave away most"
            return f"Move {turning.number}, {move}, {word}; {_better_move(turning)}"
        loss_phrase = f"shortened the game most; {best} held longer" if turning.plies_lost else "lost like all others"
        return f"{side} was lost from the start: move {turning.number}, {move}, {loss_phrase}."


@open_to_interrupt
def analyse(
    game: Given[Position, Any] = None,
    /,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    level: int = 10,
    cancel: Cancel | None = None,
    **keys: Any,
) -> Analysis:
    r"""Explain what every move of a game changed, and where the game was lost.

    Parameters
    ----------
    game
        A game with its moves: a position, a text of any format, or JSON keys, also those of a game of a match.
    seconds, nodes
        The limits of one position; 100,000 nodes by default. The one that decides gets thirty times as much.
    level
        How well the engine looks.
    cancel
        A switch that stops the run.
    keys
        Keys of the game, which override its text.

    Raises
    ------
    InvalidInstance
        If the moves are unknown, or the engine does not play these rules.
    Unanswered
        If it was cancelled.

    Examples
    --------
    >>> found = analyse("m: 3\nn: 3\nk: 3\nmoves: b2 b1 a1 c3 a3 c1 a2")
    >>> found.result, found.decisive_step.number
    ('X', 2)
    """
    raw = decode(game) if isinstance(game, str) and game.lstrip().startswith("{") else game
    position = game_of({**raw, **keys}) if isinstance(raw, Mapping) else verb("passatempo.mnk", "read", game, keys)
    return _analyse_game(position, *_search_limits(seconds, nodes, level, cancel))


def _search_limits(
    seconds: float | None, nodes: int | None, level: int, cancel: Cancel | None
) -> tuple[Limits, EngineSettings]:
    """Return the limits of one position, and the settings of the engine."""
    check_seconds("seconds", seconds)
    check_integer("nodes", nodes, 1, NO_NODES)
    nodes = USUAL_NODES if seconds is None and nodes is None else nodes
    return Limits(seconds=seconds, nodes=nodes, cancel=cancel), level_of(level)


def _analyse_game(position: Position, limits: Limits, settings: EngineSettings) -> Analysis:
    analysis = analyse_game(position, limits, settings)
    if limits.cancel is not None and limits.cancel.cancelled:
        raise Unanswered("the analysis was stopped before it was complete")
    return Analysis(analysis.steps, analysis.result)


@dataclass(frozen=True, slots=True)
class LineAnalysis(Finding):
    """The analysis of a game on a line of a file, and the players of X and O."""

    line: int
    analysis: Analysis
    players: tuple[str, str]
    indent: ClassVar[int] = 0

    def lines(self) -> Iterator[str]:
        """Yield the verdict on the game."""
        yield f"{self.line:3}: {self.analysis.verdict}"

    def to_json(self) -> dict[str, Any]:
        """Return the analysis with the number of the line."""
        return {"line": self.line, **self.analysis.to_json()}


class Analyses(Finding, list[LineAnalysis]):
    """The analyses of many games, and their summary."""

    json_lines = True

    def lines(self) -> Iterator[str]:
        """Yield the verdict on each game, and the summary."""
        yield from map(str, self)
        yield _summary_text(self.summary)

    def to_json(self) -> list[dict[str, Any]]:
        """Return the analyses, and last the summary."""
        return [*(each.to_json() for each in self), {"summary": self.summary}]

    @property
    def summary(self) -> dict[str, Any]:
        """The number of games by result and by player, and the losing moves."""
        return _summarise_games([(each.analysis, each.players) for each in self])


@open_to_interrupt
def analyse_games(
    batch: str | PathLike[str],
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    level: int = 10,
    report: Report | None = None,
    cancel: Cancel | None = None,
) -> Analyses:
    """Analyse the games of a file, and summarise them.

    Parameters
    ----------
    batch
        Games, one JSON object a line, as `match --save` writes them: a line for each, and a summary.
    seconds, nodes
        The limits of one position; 100,000 nodes by default.
    level
        How well the engine looks.
    report, cancel
        A function that is called with each analysis, and a switch that stops the run.

    Raises
    ------
    FormatError, InvalidInstance
        If a line is not a game, with its number.
    Unanswered
        If it was cancelled.

    Examples
    --------
    >>> from tempfile import NamedTemporaryFile
    >>> with NamedTemporaryFile("w") as file:
    ...     _ = file.write('{"m": 3, "n": 3, "k": 3, "moves": [[2, 2], [1, 2], [1, 1], [3, 3], [3, 1]]}')
    ...     file.flush()
    ...     analyse_games(file.name).summary["games"]
    1
    """
    limits, settings = _search_limits(seconds, nodes, level, cancel)
    analyses, start_time, file = Analyses(), time.monotonic(), fspath(batch)
    lines = [(number, row) for number, row in enumerate(read_text(file).splitlines(), 1) if row.strip()]
    if not lines:
        raise FormatError("no games", where=file)
    for number, game_line in lines:
        try:
            game = decode(game_line)
            analysis = _analyse_game(game_of(game), limits, settings)
        except FormatError as error:
            raise FormatError(error.message, line=number, kind=error.kind) from None
        except InvalidInstance as error:
            raise InvalidInstance([Violation("game", f"line {number}: {error}")]) from None
        analyses.append(LineAnalysis(number, analysis, players_of(game)))
        if report is not None:
            seconds_spent = time.monotonic() - start_time
            report(Progress(seconds_spent, done=len(analyses), total=len(lines), part=analyses[-1]))
    return analyses


def players_of(game: Any) -> tuple[str, str]:
    """Return the players of X and O, if the game names them.

    In a record of a match `first` moved first after the opening.

    >>> players_of({"moves": [[1, 1]], "opening": 1, "first": "a", "second": "b"}), players_of({"moves": []})
    (('b', 'a'), ('X', 'O'))
    """
    first, second = game.get("first"), game.get("second")
    if not (isinstance(first, str) and isinstance(second, str)) or first == second:
        return "X", "O"
    opening = game.get("opening", 0)
    return (first, second) if type(opening) is not int or opening % 2 == 0 else (second, first)


def _summarise_games(games: list[tuple[Analysis, tuple[str, str]]]) -> dict[str, Any]:
    """Count the results, the losing moves, and each player's moves that changed the course."""
    result_counts = Counter(analysis.result or "open" for analysis, _ in games)
    turning = [
        analysis.decisive_step.number
        for analysis, _ in games
        if analysis.decisive_step is not None and analysis.loser is not None and not analysis.lost_from_the_start
    ]
    players: dict[str, dict[str, int]] = {}
    for analysis, names in games:
        for mark, name in enumerate(names, 1):
            row = players.setdefault(name, {"games": 0, "losses": 0, "lost_from_the_start": 0, "turning_moves": 0})
            row["games"] += 1
            row["losses"] += analysis.loser == mark
            row["lost_from_the_start"] += analysis.loser == mark and analysis.lost_from_the_start
            row["turning_moves"] += sum(step.mark == mark for step in analysis.course_changes)
    return {
        "games": len(games),
        "results": {name: result_counts[name] for name in ("X", "O", "draw", "open")},
        "lost_from_the_start": sum(analysis.lost_from_the_start for analysis, _ in games),
        "deciding_move": {"median": median(turning), "least": min(turning), "most": max(turning)} if turning else None,
        "players": players,
    }


def _summary_text(summary: dict[str, Any]) -> str:
    """Write the summary of many games as text."""
    won = ", ".join(f"{name} {count}" for name, count in summary["results"].items())
    summary_lines = [
        f"{count_of(summary['games'], 'game')}: {won}; lost from the start: {summary['lost_from_the_start']}"
    ]
    if move_stats := summary["deciding_move"]:
        summary_lines.append("the move that decided: {median:g} in the median, {least} to {most}".format(**move_stats))
    row_format = "{}: {games} games, {losses} lost, {lost_from_the_start} from the start; {turning_moves} turning moves"
    summary_lines += [row_format.format(name, **row) for name, row in summary["players"].items()]
    return "\n".join(summary_lines)


def _better_move(step: MoveStep) -> str:
    """Write the better move, its advantage, and its expected play."""
    follows = " ".join(map(write_place, step.best_line[:SHOWN])) + (" ..." if len(step.best_line) > SHOWN else "")
    value_change = f"{_score_text(step.score_before)} instead of {_score_text(step.score_after)}"
    best = write_place(step.best_move)
    return f"{best} was better ({value_change}): {follows}" if follows else f"{best} was better ({value_change})."


def _score_text(score: int) -> str:
    """Write a score for the side that moved."""
    if score == MATE:
        return "won"
    end = value_of_score(score)
    if end is None:
        return f"{score:+d}" if score else "0"
    return f"{end[0]} {end[1]}" if end[1] < 999 else end[0]


def _change_text(step: MoveStep) -> str:
    if value_of_score(step.score_before) or value_of_score(step.score_after):
        return ""
    return f"{step.score_change:+d}" if step.score_change else "0"


def _step_keys(step: MoveStep) -> dict[str, Any]:
    return {
        "number": step.number,
        "move": [step.move[0] + 1, step.move[1] + 1],
        "best": [step.best_move[0] + 1, step.best_move[1] + 1],
        "before": step.score_before,
        "after": step.score_after,
        "proved": step.proof_value,
        "line": [[row + 1, column + 1] for row, column in step.best_line],
    }


def game_of(raw: Any) -> Position:
    """Read a game from decoded JSON; the fields that `match --save` adds are ignored."""
    position_keys = (
        {key: raw[key] for key in raw if key in PositionJson.__dataclass_fields__} if isinstance(raw, dict) else raw
    )
    return load_position(convert(position_keys, PositionJson))


def winning_chance(score: int) -> float:
    """Return a score as a chance of winning: 1 for a forced win, 0 for a forced loss, a half for 0.

    >>> winning_chance(0), winning_chance(29990), round(winning_chance(200), 2), round(winning_chance(-200), 2)
    (0.5, 1.0, 0.73, 0.27)
    """
    end = value_of_score(score)
    if end is not None or abs(score) > 5000:
        return float(score > 0)
    return 1 / (1 + exp(-score / UNIT))


def _draw_analysis(analysis: Analysis) -> Svg:
    steps = analysis.steps
    wide = min(WIDEST, max(240, STEP * max(1, len(steps))))
    points = [(LEFT + wide * step.number / max(1, len(steps)), _score_height(step)) for step in steps]
    start = [(LEFT, _score_height(steps[0], before=True))] if steps else []
    pieces = [rect(LEFT, TOP, wide, HEIGHT, fill="panel", stroke="faint")]
    pieces += [line([(LEFT, TOP + HEIGHT / 2), (LEFT + wide, TOP + HEIGHT / 2)], stroke="muted", stroke_width=1)]
    for word, y in (("X wins", TOP + 5), ("even", TOP + HEIGHT / 2 + 4), ("O wins", TOP + HEIGHT)):
        pieces.append(text(word, LEFT - 8, y, size=12, text_anchor="end"))
    tick_step = max(TICKS, TICKS * (len(steps) // 60 + 1)) if len(steps) > 2 * TICKS else 2
    for step, (x, _) in zip(steps, points, strict=True):
        if step.number % tick_step == 0:
            pieces.append(text(str(step.number), x, TOP + HEIGHT + 16, size=11, text_anchor="middle", fill="muted"))
    pieces.append(line([*start, *points], stroke="accent", stroke_width=2))
    for step, (x, y) in zip(steps, points, strict=True):
        if step in analysis.course_changes or step == analysis.decisive_step:
            pieces.append(_draw_ring(step, x, y, decides=step == analysis.decisive_step))
    title = "The value of the game for X after each move"
    pieces.append(text(title, LEFT, TOP - 14, size=13))
    return document(LEFT + wide + RIGHT, TOP + HEIGHT + BELOW, *pieces, title=title)


def _score_height(step: MoveStep, *, before: bool = False) -> float:
    score = step.score_before if before else step.score_after
    for_x = winning_chance(score if step.mark == 1 else -score)
    return TOP + HEIGHT * (1 - for_x)


def _draw_ring(step: MoveStep, x: float, y: float, *, decides: bool) -> Markup:
    """Draw the sign of a move: a full dot with its name for the decisive one, else a ring."""
    name = write_place(step.move)
    move_title = f"move {step.number}, {'XO'[step.mark - 1]} {name}; {write_place(step.best_move)} was better"
    ring = circle(x, y, 5, fill="bad" if decides else "paper", stroke="bad", stroke_width=2)
    if not decides:
        return group(ring, title=move_title)
    above = y > TOP + HEIGHT / 2
    label = text(f"{step.number} {name}", x, y + (-10 if above else 20), size=12, text_anchor="middle")
    return group(ring, label, title=move_title)
