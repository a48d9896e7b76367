"""The course of a game as a picture: what it was worth to X after each move, and where it turned."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from passatempo.mnk.engine.search import value_of_score
from passatempo.mnk.formats.notation import write_place
from passatempo.render.svg import Markup, Svg, circle, document, group, line, rect, text

if TYPE_CHECKING:
    from passatempo.mnk.match.analysis import Analysis, Step

LEFT, RIGHT, TOP, HEIGHT, BELOW = 64, 24, 34, 180, 40
WIDEST, STEP = 720, 18  # of the graph, and of a move where there is room
UNIT = 200  # a value of so many makes a chance of 73 %, as the weights were fitted
TICKS = 10  # moves between two numbers below the graph, at least


def chance(score: int) -> float:
    """Return a score as a chance: 1 for a forced win, 0 for a forced loss, a half for 0.

    >>> chance(0), chance(29990), round(chance(200), 2), round(chance(-200), 2)
    (0.5, 1.0, 0.73, 0.27)
    """
    end = value_of_score(score)
    if end is not None or abs(score) > 5000:
        return float(score > 0)
    return 1 / (1 + exp(-score / UNIT))


def draw_analysis(analysis: Analysis) -> Svg:
    """Draw the value of a game for X over its moves; rings are moves that changed its course."""
    steps = analysis.steps
    wide = min(WIDEST, max(240, STEP * max(1, len(steps))))
    points = [(LEFT + wide * step.number / max(1, len(steps)), _height(step)) for step in steps]
    start = [(LEFT, _height(steps[0], before=True))] if steps else []
    pieces = [rect(LEFT, TOP, wide, HEIGHT, fill="panel", stroke="faint")]
    pieces += [line([(LEFT, TOP + HEIGHT / 2), (LEFT + wide, TOP + HEIGHT / 2)], stroke="muted", stroke_width=1)]
    for word, y in (("X wins", TOP + 5), ("even", TOP + HEIGHT / 2 + 4), ("O wins", TOP + HEIGHT)):
        pieces.append(text(word, LEFT - 8, y, size=12, text_anchor="end"))
    every = max(TICKS, TICKS * (len(steps) // 60 + 1)) if len(steps) > 2 * TICKS else 2
    for step, (x, _) in zip(steps, points, strict=True):
        if step.number % every == 0:
            pieces.append(text(str(step.number), x, TOP + HEIGHT + 16, size=11, text_anchor="middle", fill="muted"))
    pieces.append(line([*start, *points], stroke="accent", stroke_width=2))
    for step, (x, y) in zip(steps, points, strict=True):
        if step in analysis.turns or step == analysis.turning:
            pieces.append(_ring(step, x, y, decides=step == analysis.turning))
    title = "The value of the game for X after each move"
    pieces.append(text(title, LEFT, TOP - 14, size=13))
    return document(LEFT + wide + RIGHT, TOP + HEIGHT + BELOW, *pieces, title=title)


def _height(step: Step, *, before: bool = False) -> float:
    score = step.before if before else step.after
    for_x = chance(score if step.mark == 1 else -score)
    return TOP + HEIGHT * (1 - for_x)


def _ring(step: Step, x: float, y: float, *, decides: bool) -> Markup:
    """Mark a move: a full dot with its name for the one that decided, else a ring."""
    name = write_place(step.move)
    told = f"move {step.number}, {'XO'[step.mark - 1]} {name}; {write_place(step.best)} was better"
    ring = circle(x, y, 5, fill="bad" if decides else "paper", stroke="bad", stroke_width=2)
    if not decides:
        return group(ring, title=told)
    above = y > TOP + HEIGHT / 2
    label = text(f"{step.number} {name}", x, y + (-10 if above else 20), size=12, text_anchor="middle")
    return group(ring, label, title=told)
