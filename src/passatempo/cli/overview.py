"""The overview of all commands, as `--help` and `list` print it.

It is plain text without cyclopts and rich, since importing these takes longer than a person waits for a list.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from passatempo.core.errors import UsageError
from passatempo.core.pastime import Pastime
from passatempo.core.registry import describe, names, pastime

COMMANDS = (
    ("list", "list pastimes, questions and methods: list [PASTIME [QUESTION]]"),
    ("help", "show the help of a command: help [PASTIME [COMMAND]]"),
    ("schema", "print the JSON schema of an instance or an outcome: schema PASTIME [QUESTION]"),
    ("puzzle", "print the puzzle with an ID, or check an answer: puzzle ID, puzzle check ID|FILE ANSWER"),
    ("daily", "print the puzzles of the day"),
    ("sheet", "print puzzles with their solutions on paper, as PDF or SVG"),
    ("campaign", "run studies of thousands of runs and report them: campaign run|resume|status|report ..."),
    ("demo", "solve an instance of every pastime and draw it"),
    ("web", "serve the browser app and the HTTP API on this machine"),
    ("doctor", "report which components are installed and whether they work"),
    ("completion", "set up tab completion for bash, zsh or fish"),
)
USAGE = {
    "schema": "schema PASTIME [QUESTION]",
    "puzzle": "puzzle ID | puzzle check ID|FILE ANSWER",
    "daily": "daily [DATE] [OPTIONS]",
    "completion": "completion [bash|zsh|fish] [OPTIONS]",
}  # usage of commands that take words
OTHER_COMMANDS = (*(name for name, _ in COMMANDS), "--version", "--help")
IN_THE_TREE = ("puzzle", "daily", "sheet", "campaign", "demo", "web", "doctor", "completion", "schema")
TREES = ("campaign",)  # commands with subcommands
# The modules of commands whose module has another name or is in another package.
ROOMS = {
    "web": "passatempo.web.command",
    "puzzle": "passatempo.cli.puzzles",
    "daily": "passatempo.cli.puzzles",
}

SHORT_FORMS = (
    ("--json", "the same as --format json"),
    ("--print", "the same as --format print, a picture in greys for paper"),
    ("--quiet, -q", "print only the answer, without warnings and progress"),
)

QUESTION_FORMS = (
    ("PASTIME QUESTION [FILE]", "answer a question about an instance (a file, a text or standard input)"),
    ("PASTIME QUESTION --batch FILE.jsonl|-", "read one JSON instance per line, print one JSON outcome per line"),
    ("PASTIME new", "generate instances"),
    ("PASTIME check INSTANCE ANSWER.json", "check an answer"),
    ("PASTIME show [FILE]", "draw an instance"),
    ("PASTIME convert [FILE] --to FORMAT", "write an instance in another format"),
    ("PASTIME export [FILE] --model M --to FORMAT", "write a declarative model as a standard file"),
    ("PASTIME puzzle [--grade G]", "make puzzles with a unique solution"),
    ("PASTIME replay FILE [--check]", "show the record of a game, or check it against the rules"),
    ("PASTIME stats", "show statistics of the games played on this machine"),
)

EXAMPLES = (
    "passatempo machiavelli arrange --example heap",
    "passatempo machiavelli --help",
)


def common_commands(game: Pastime) -> list[str]:
    """List the commands of a pastime besides its questions and its own commands.

    >>> common_commands(pastime("mnk"))[-1]
    'play'
    """
    game_commands = {
        "new": game.generates,
        "check": True,
        "show": True,
        "convert": True,
        "export": game.models,
        "puzzle": game.kinds,
        "replay": game.game,
        "stats": game.game,
        "play": game.game,
        "tournament": game.game and game.game.seats[1] > 1 and game.game.bots,
    }
    return [name for name, is_available in game_commands.items() if is_available]


def all_commands(game: Pastime) -> list[str]:
    """List every command of a pastime: its questions, the common commands, and its own.

    >>> all_commands(pastime("mnk"))[:4]
    ['move', 'value', 'evaluate', 'new']
    """
    extra_commands = [command.name for command in game.commands]
    return [*(problem.name for problem in game.problems), *common_commands(game), *extra_commands]


def align_columns(rows: Sequence[tuple[str, str]], indent: str = "  ") -> list[str]:
    """Align pairs in two columns.

    >>> align_columns([("a", "one"), ("bcd", "two")])
    ['  a    one', '  bcd  two']
    """
    width = max((len(left) for left, _ in rows), default=0)
    return [f"{indent}{left:<{width}}  {right}".rstrip() for left, right in rows]


def help_text(games: Sequence[str] = ()) -> str:
    """Write the first page of help, for these pastimes or for all."""
    titles = [(name, f"{game.label}: {game.title}") for name in games or names() for game in (pastime(name),)]
    parts = [
        "Five classic pastimes, solved exactly, checked and explained.",
        "",
        "Usage: passatempo COMMAND ...",
        "",
        "Pastimes (passatempo PASTIME --help):",
        *align_columns(titles),
        "",
        "With a pastime:",
        *align_columns([*QUESTION_FORMS, *_play_lines(games or names())]),
        "",
        "Commands:",
        *align_columns(COMMANDS),
        "",
        "Everywhere:",
        *align_columns(SHORT_FORMS),
        "",
        "Examples:",
        *(f"  {example}" for example in EXAMPLES),
    ]
    return "\n".join(parts)


def _play_lines(games: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the help lines of the pastimes that can be played in the terminal."""
    playable_games = [name for name in games if pastime(name).game]
    if playable_games:
        yield f"{'|'.join(playable_games)} play", "play in the terminal"
    tournament_games = [name for name in games if "tournament" in common_commands(pastime(name))]
    if tournament_games:
        yield f"{'|'.join(tournament_games)} tournament BOT BOT ...", "let bots play each other and rank them"


def list_pastimes(selection: Sequence[str] = (), *, with_inputs: bool = True) -> list[dict[str, Any]]:
    """Describe all pastimes, one, or one of its questions, with or without their inputs.

    Raises
    ------
    UsageError
        If there is no such pastime or question.

    Examples
    --------
    >>> (
    ...     [game["name"] for game in list_pastimes(["mnk", "value"])],
    ...     list_pastimes(["mnk", "value"])[0]["questions"][0]["name"],
    ... )
    (['mnk'], 'value')
    """
    if len(selection) > 2:
        raise UsageError("list takes at most two arguments: a pastime and a question")
    games = [pastime(selection[0])] if selection else [pastime(name) for name in names()]
    extra_states: dict[str, bool] = {}
    game_descriptions = [describe(game, with_inputs=with_inputs, extra_states=extra_states) for game in games]
    if len(selection) == 2:
        problem_name = games[0].problem(selection[1]).name
        game_questions = [
            question for question in game_descriptions[0]["questions"] if question["name"] == problem_name
        ]
        return [
            {"name": game_descriptions[0]["name"], "title": game_descriptions[0]["title"], "questions": game_questions}
        ]
    return game_descriptions


def list_text(selection: Sequence[str] = ()) -> str:
    """Write the list of everything, of a pastime, or of a question."""
    return "\n".join(line for game in list_pastimes(selection, with_inputs=False) for line in _game_lines(game))


def _game_lines(game: dict[str, Any]) -> Iterator[str]:
    """Write one pastime of the list."""
    yield f"{game['name']}: {game['title']}"
    for question in game["questions"]:
        yield f"  {question['name']}: {question['question']}"
        rows = [(_method_line(method), _method_state(method)) for method in question["methods"]]
        yield from align_columns(rows, indent="    ")
    if "examples" not in game:  # one question only
        yield ""
        return
    yield f"  examples: {', '.join(game['examples'])}"
    yield f"  formats: {', '.join(game['formats'])}"
    if game["models"]:
        models = [f"{model['name']} ({', '.join(model['formats'])})" for model in game["models"]]
        yield f"  models: {', '.join(models)}"
    if game["commands"]:
        yield f"  commands: {', '.join(game['commands'])}"
    if game["studies"]:
        yield f"  studies: {', '.join(game['studies'])}"
    if game["puzzles"]:
        yield f"  puzzles: {', '.join(kind['kind'] for kind in game['puzzles'])}"
    yield ""


def _method_line(method: dict[str, Any]) -> str:
    """Write a method's name with its settings."""
    setting_pairs = ",".join(f"{key}={setting}" for key, setting in method["settings"].items())
    return f"{method['name']}:{setting_pairs}" if setting_pairs else str(method["name"])


def _method_state(method: dict[str, Any]) -> str:
    """Write a method's kind and the extra that is not installed, if any."""
    missing = "" if method["installed"] else f', not installed: pip install "passatempo[{method["needs"]}]"'
    return f"{method['kind']}{missing}"
