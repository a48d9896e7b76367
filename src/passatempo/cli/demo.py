"""`demo`: the main question of every pastime on a real instance, as a table and as one page of pictures."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import cycle
from typing import Annotated

from cyclopts import Parameter

from passatempo.cli.files import write_out
from passatempo.core.json import count_of
from passatempo.core.outcome import duration_text
from passatempo.core.output import folder_of
from passatempo.core.pastime import Pastime
from passatempo.core.queries import ask, question_of
from passatempo.core.registry import BUILT_IN, pastime
from passatempo.games.players import make_players
from passatempo.games.playthrough import Playthrough
from passatempo.games.values import Deal, ending_sentence
from passatempo.puzzles.display import Puzzle, stars
from passatempo.puzzles.generator import make

GRADE = 2  # grade of the puzzles: quick to make, and not trivial
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
class DemoOutcome:
    """One solved instance of the demo."""

    pastime_name: str
    example_key: str
    outcome_line: str
    method_name: str
    seconds: float
    outcome_text: str
    svg_picture: str


def demo(out: Annotated[str, Parameter(help="folder for the pictures and their page")] = "demo") -> int:
    """Solve an instance of every pastime, print a table, and write the pictures and one page of them."""
    from rich.console import Console
    from rich.table import Table

    folder = folder_of(out, "--out")
    table = Table("pastime", "question", "example", "result", "method", "time", title_justify="left")
    figures = [_rules_figure(pastime(name)) for name in BUILT_IN]
    for shown in solve_demos():
        question, example = shown.example_key.split(":")
        label, took = pastime(shown.pastime_name).label, duration_text(shown.seconds)
        table.add_row(label, question, example, shown.outcome_line, shown.method_name, took)
        picture = f"{shown.pastime_name}-{question}-{example}.svg"
        write_out(shown.svg_picture, str(folder / picture))
        figures.append(_solution_figure(shown))
    puzzles = [next(make(name, grade=GRADE)) for name in BUILT_IN if pastime(name).kinds]
    for puzzle in puzzles:
        write_out(puzzle.svg(), str(folder / f"{puzzle.id}.svg"))
        figures.append(_puzzle_figure(puzzle))
    games = list(play_demos())
    figures += [_game_figure(match) for match in games]
    write_out(PAGE.format(figures="\n".join(figures)), str(folder / "index.html"))
    Console(width=None if sys.stdout.isatty() else 120).print(table)
    sys.stdout.write("Puzzles (passatempo puzzle ID, with --solution or --hint 1):\n")
    sys.stdout.writelines(f"  {_puzzle_heading(puzzle)}\n" for puzzle in puzzles)
    sys.stdout.write("Games of bots (passatempo PASTIME play):\n")
    sys.stdout.writelines(f"  {_match_outcome(match)}\n" for match in games)
    sys.stdout.write(f"Pictures: {folder / 'index.html'}\n")
    return 0


def solve_demos() -> Iterator[DemoOutcome]:
    """Solve the demo instances of the built-in pastimes."""
    for name in BUILT_IN:
        game = pastime(name)
        for question_name, example in game.demo:
            problem = game.problem(question_name)
            question = question_of(game, problem, game.example(example), {}, {})
            ask(problem, question)  # a run before the timed one, so that the time shown excludes imports
            outcome = ask(problem, question)
            outcome_line = (
                outcome.status.value if outcome.value is None else f"{outcome.status.value}, value {outcome.value}"
            )
            yield DemoOutcome(
                name,
                f"{question_name}:{example}",
                outcome_line + (", checked" if outcome.checked else ""),
                outcome.method,
                outcome.seconds,
                str(outcome),
                outcome.svg(),
            )


def play_demos() -> Iterator[Playthrough]:
    """Let bots play one game of every built-in pastime with bots, each bot at a seat."""
    for name in BUILT_IN:
        game = pastime(name).game
        if game is not None and game.bots:
            seats = game.wiring.seats_of(game.wiring.rules()) if game.wiring.seats_of else game.seats[0]
            bots = [bot.name for bot, _ in zip(cycle(game.bots), range(seats), strict=False)]
            match = Playthrough(pastime(name), make_players(pastime(name), bots), deal=Deal(GAME))
            for _ in match.replies():
                pass
            yield match


def _match_outcome(match: Playthrough) -> str:
    """Describe how a game ended."""
    match_result = match.result
    assert match_result is not None
    turns = count_of(len(match.moves), "turn")
    return (
        f"{match.pastime.label}, {', '.join(match.names)}: {ending_sentence(match_result, match.names)} after {turns}"
    )


def _game_figure(match: Playthrough) -> str:
    """Draw the final position of a game."""
    view = match.view()
    shown = escape(match.game.wiring.show(view, match.names, "en"))
    caption = f"<h3>{escape(_match_outcome(match))}</h3>"
    return f"<figure>\n{caption}\n{match.game.wiring.draw(view)}\n<pre>{shown}</pre>\n</figure>"


def _puzzle_heading(puzzle: Puzzle) -> str:
    """Write the ID of a puzzle with its grade and its goal."""
    label, goal = pastime(puzzle.pastime).label, puzzle.identity.recipe.goal(puzzle.content, "en")
    return f"{puzzle.id}  {stars(puzzle.grade)}  {label}: {goal}"


def _puzzle_figure(puzzle: Puzzle) -> str:
    """Write a puzzle with its rules."""
    recipe = puzzle.identity.recipe
    rules = escape(recipe.rules(puzzle.identity.puzzle_params, "en"))
    return f"<figure>\n<h3>{escape(_puzzle_heading(puzzle))}</h3>\n{puzzle.svg()}\n<p>{rules}</p>\n</figure>"


def _rules_figure(game: Pastime) -> str:
    """Write the name of a pastime and its rules."""
    return f"<h2>{escape(game.label)}</h2>\n<p>{escape(game.rules)}</p>"


def _solution_figure(shown: DemoOutcome) -> str:
    """Write one picture of the page with its text."""
    question, example = shown.example_key.split(":")
    caption = f"<h3>{escape(pastime(shown.pastime_name).label)}: {escape(question)} ({escape(example)})</h3>"
    return f"<figure>\n{caption}\n{shown.svg_picture}\n<pre>{escape(shown.outcome_text)}</pre>\n</figure>"
