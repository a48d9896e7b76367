"""`demo`: the main job of every pastime on a real instance, as a table and as one page of pictures."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from html import escape
from itertools import cycle
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from passatempo.cli.files import folder_of, write_out
from passatempo.core.asking import ask, question_of
from passatempo.core.json import count_of
from passatempo.core.outcome import duration
from passatempo.core.registry import BUILT_IN, pastime
from passatempo.games.players import seated
from passatempo.games.playthrough import Playthrough
from passatempo.games.values import Deal, ended
from passatempo.puzzles.making import puzzles as puzzles_of
from passatempo.puzzles.showing import shown as shown_puzzle
from passatempo.puzzles.showing import stars

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.core.pastime import Pastime
    from passatempo.puzzles.making import Puzzle

GRADE = 2  # of the puzzles: made at once, and not dull
GAME = 1  # the seed of the games

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>passatempo: demo</title>
<style>
  :root {{ color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }}
  body {{ max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }}
  figure {{ margin: 0 0 3rem; }}
  svg {{ max-width: 100%; height: auto; }}
  pre {{ overflow-x: auto; padding: 1rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); }}
</style>
</head>
<body>
<h1>passatempo: demo</h1>
{figures}
</body>
</html>
"""


@dataclass(frozen=True, slots=True)
class Shown:
    """One solved instance of the demo."""

    title: str
    name: str
    result: str
    method: str
    seconds: float
    text: str
    picture: str


def demo(out: Annotated[str, Parameter(help="folder for the pictures and their page")] = "demo") -> int:
    """Solve an instance of every pastime, print a table, and write the pictures and one page of them."""
    from rich.console import Console
    from rich.table import Table

    folder = folder_of(out, "--out")
    table = Table("pastime", "question", "example", "result", "method", "time", title_justify="left")
    figures = [_rules(pastime(name)) for name in BUILT_IN]
    for shown in solved():
        question, example = shown.name.split(":")
        label, took = pastime(shown.title).label, duration(shown.seconds)
        table.add_row(label, question, example, shown.result, shown.method, took)
        picture = f"{shown.title}-{question}-{example}.svg"
        write_out(shown.picture, str(folder / picture))
        figures.append(_figure(shown))
    puzzles = [next(puzzles_of(name, grade=GRADE)) for name in BUILT_IN if pastime(name).kinds]
    for puzzle in puzzles:
        write_out(shown_puzzle(puzzle, "svg"), str(folder / f"{puzzle.id}.svg"))
        figures.append(_puzzle_figure(puzzle))
    games = list(played())
    figures += [_game_figure(match) for match in games]
    write_out(PAGE.format(figures="\n".join(figures)), str(folder / "index.html"))
    Console(width=None if sys.stdout.isatty() else 120).print(table)
    sys.stdout.write("Puzzles (passatempo puzzle ID, with --solution or --hint 1):\n")
    sys.stdout.writelines(f"  {_head(puzzle)}\n" for puzzle in puzzles)
    sys.stdout.write("Games of bots (passatempo PASTIME play):\n")
    sys.stdout.writelines(f"  {_outcome(match)}\n" for match in games)
    sys.stdout.write(f"Pictures: {folder / 'index.html'}\n")
    return 0


def solved() -> Iterator[Shown]:
    """Solve the demo instances of the built-in pastimes."""
    for name in BUILT_IN:
        game = pastime(name)
        for question_name, example in game.demo:
            problem = game.problem(question_name)
            question = question_of(game, problem, game.example(example), {}, {})
            ask(problem, question)  # once unmeasured, so that the time shown is the method's, not the import's
            outcome = ask(problem, question)
            result = outcome.status.value if outcome.value is None else f"{outcome.status.value}, value {outcome.value}"
            yield Shown(
                name,
                f"{question_name}:{example}",
                result + (", checked" if outcome.checked else ""),
                outcome.method,
                outcome.seconds,
                str(outcome),
                outcome.svg(),
            )


def played() -> Iterator[Playthrough]:
    """Let bots play one game of every built-in pastime that has some, each bot at a seat."""
    for name in BUILT_IN:
        game = pastime(name).game
        if game is not None and game.bots:
            seats = game.wiring.seats_of(game.wiring.rules()) if game.wiring.seats_of else game.seats[0]
            bots = [bot.name for bot, _ in zip(cycle(game.bots), range(seats), strict=False)]
            match = Playthrough(pastime(name), seated(pastime(name), bots), deal=Deal(GAME))
            for _ in match.replies():
                pass
            yield match


def _outcome(match: Playthrough) -> str:
    """Say how a game went."""
    result = match.result
    assert result is not None
    turns = count_of(len(match.moves), "turn")
    return f"{match.pastime.label}, {', '.join(match.names)}: {ended(result, match.names)} after {turns}"


def _game_figure(match: Playthrough) -> str:
    """Draw what lies there when a game is over."""
    view = match.view()
    shown = escape(match.game.wiring.show(view, match.names, "en"))
    caption = f"<h3>{escape(_outcome(match))}</h3>"
    return f"<figure>\n{caption}\n{match.game.wiring.draw(view)}\n<pre>{shown}</pre>\n</figure>"


def _head(puzzle: Puzzle) -> str:
    """Name a puzzle with its grade and its goal."""
    label, goal = pastime(puzzle.identity.pastime).label, puzzle.identity.recipe.goal(puzzle.made, "en")
    return f"{puzzle.id}  {stars(puzzle.made.grade)}  {label}: {goal}"


def _puzzle_figure(puzzle: Puzzle) -> str:
    """Write a puzzle with its rules."""
    recipe = puzzle.identity.recipe
    rules = escape(recipe.rules(puzzle.identity.params, "en"))
    return f"<figure>\n<h3>{escape(_head(puzzle))}</h3>\n{shown_puzzle(puzzle, 'svg')}\n<p>{rules}</p>\n</figure>"


def _rules(game: Pastime) -> str:
    """Name a pastime and write its rules."""
    return f"<h2>{escape(game.label)}</h2>\n<p>{escape(game.rules)}</p>"


def _figure(shown: Shown) -> str:
    """Write one picture of the page with its text."""
    question, example = shown.name.split(":")
    caption = f"<h3>{escape(pastime(shown.title).label)}: {escape(question)} ({escape(example)})</h3>"
    return f"<figure>\n{caption}\n{shown.picture}\n<pre>{escape(shown.text)}</pre>\n</figure>"
