"""Write ``__init__.pyi`` of each pastime from its record: what type checkers and editors know of the library.

::

    python -m passatempo.cli.stubs [--check]
"""

from __future__ import annotations

import subprocess
import sys
import types
from dataclasses import MISSING, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

from passatempo.core.library.functions import COMMON, first_name
from passatempo.core.library.package import exports
from passatempo.core.methods import resolve
from passatempo.core.registry import BUILT_IN, pastime

if TYPE_CHECKING:
    from passatempo.core.play.game import Game

SOURCES = Path("src/passatempo")
HEAD = """\
# Made by `make docs` from the record; not to be edited.
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, TypedDict, Unpack, overload

from passatempo.core.errors import Violation
from passatempo.core.limits import Cancel
from passatempo.core.outcome import Outcome
from passatempo.core.pastime import Pastime, Question
from passatempo.core.play.playthrough import Playthrough
from passatempo.core.progress import Report
from passatempo.render.svg import Svg
"""


def written(kind: Any) -> str:
    """Write the type of an input in full: only builtin names and those of `typing` and `collections.abc`.

    >>> written(Literal["low", "high"] | None), written(tuple[tuple[int, int], ...])
    ("Literal['low', 'high'] | None", 'Sequence[Sequence[int]]')
    """
    if kind is type(None):
        return "None"
    if kind is Ellipsis:
        return "..."
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return " | ".join(written(one) for one in arguments)
    if origin is Literal:
        return f"Literal[{', '.join(map(repr, arguments))}]"
    if origin is tuple and Ellipsis not in arguments:  # what JSON has as a list of a fixed length
        return f"Sequence[{' | '.join(dict.fromkeys(map(written, arguments)))}]"
    if origin is not None:
        name = {"list": "Sequence", "tuple": "Sequence", "dict": "Mapping"}.get(origin.__name__, origin.__name__)
        inside = ", ".join(written(one) for one in arguments if one is not Ellipsis)
        return f"{name}[{inside}]"
    return str(getattr(kind, "__name__", kind))


def parameters(shape: Any, *, keys: bool) -> list[str]:
    """Write the fields of a shape as keyword parameters; keys of an instance may all be left out."""
    hints = get_type_hints(shape)
    found = []
    for entry in fields(shape):
        kind = written(hints[entry.name])
        if keys:
            kind = kind if kind.endswith("None") else f"{kind} | None"
            found.append(f"{entry.name}: {kind} = None")
            continue
        given = entry.default is MISSING
        found.append(f"{entry.name}: {kind} = {'...' if given else repr(entry.default)}")
    return found


def stub(name: str) -> str:
    """Write the stub of a pastime.

    >>> "def lay(" in stub("machiavelli")
    True
    """
    game = pastime(name)
    instance = game.instance_type.partition(":")[2]
    imports = sorted({ref.partition(":")[::2] for ref in exports(game).values()})
    lines = [HEAD + "\n".join(f"from {module} import {found} as {found}" for module, found in imports)]
    lines.append(f"\n__all__: list[str]\nPASTIME: Pastime\nGiven = {instance} | str | Mapping[str, Any] | None\n")
    keys = [parameter.removesuffix(" = None") for parameter in parameters(resolve(game.json).keys, keys=True)]
    keys += [f"{one}: {kind}" for one, kind, _, _ in COMMON]
    lines.append("class _Keys(TypedDict, total=False):\n" + "".join(f"    {key}\n" for key in keys))
    for problem in game.problems:
        own = parameters(resolve(problem.ask), keys=False) if problem.ask else []
        taken = f"Given | Question[{instance}, {problem.ask.partition(':')[2] or None}]"
        inside = [f"{first_name(game)}: {taken} = None", "/", *(["*", *own] if own else []), "**keys: Unpack[_Keys]"]
        lines.append(
            _function(problem.name, inside, f"Outcome[{problem.answer_type.partition(':')[2]}]", problem.question)
        )
    any_of = f"Given | Question[{instance}]"
    params = parameters(resolve(game.params), keys=False) if game.params else []
    lines += [
        _function("read", ["text: str", "**keys: Any"], instance, "Read an instance."),
        _function("write", [f"instance: {instance}", "/"], "str", "Write the canonical text."),
        _function("example", [f"name: {_choice(game.examples)}", "/"], instance, "Return a built-in instance."),
        "@overload",
        _function("new", ["*", "seed: int = 0", "count: None = None", *params], instance, "Generate an instance."),
        "@overload",
        _function("new", ["*", "seed: int = 0", "count: int", *params], f"list[{instance}]", "Generate instances."),
        _function(
            "check",
            [f"instance: {any_of}", "answer: Outcome[Any] | Mapping[str, Any] | str", "/"],
            "list[Violation]",
            "List each rule that an answer breaks.",
        ),
        _function(
            "convert",
            [f"instance: {any_of}", f"form: {_choice(['json', 'text', 'svg', *game.formats])}", "/"],
            "str",
            "Write an instance in another format.",
        ),
        _function(
            "export",
            [f"instance: {any_of}", "model: str", "form: str", "/", "**settings: str"],
            "str",
            "Write a declarative model of an instance as a standard file.",
        ),
        _function("show", [f"shown: {any_of} | Outcome[Any]", "/"], "str", "Write an instance or an outcome."),
        _function("draw", [f"drawn: {any_of} | Outcome[Any]", "/"], "Svg", "Draw an instance or an outcome."),
    ]
    if game.game:
        lines.append(_play(game.game))
    return "\n".join(lines) + "\n"


def _play(game: Game) -> str:
    """Write the function that begins a game."""
    presets = f"{_choice(['', *resolve(game.presets)])} = ''" if game.presets else "str = ''"
    own = ["seed: int = 0", f"rules: {presets}", "practice: bool = False", "record: str | None = None"]
    inside = ["players: Sequence[str] = ()", "/", "*", *own, *parameters(resolve(game.rules), keys=True)]
    return _function("play", inside, "Playthrough", "Start a game, or continue a record.")


def _choice(listed: Any) -> str:
    return f"Literal[{', '.join(map(repr, listed))}]"


def _function(name: str, inside: list[str], returns: str, text: str) -> str:
    """Write a function of a stub."""
    return f'def {name}({", ".join(inside)}) -> {returns}:\n    """{text}"""\n'


def main(arguments: list[str]) -> int:
    """Write the stubs, or with ``--check`` tell whether they are up to date."""
    stale = []
    for name in BUILT_IN:
        path = SOURCES / name / "__init__.pyi"
        text = formatted(stub(name))
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            stale.append(str(path))
    if stale:
        sys.stderr.write(f"{', '.join(stale)}: not up to date; run make docs\n")
    return 1 if stale else 0


def formatted(text: str) -> str:
    """Sort and drop imports and break lines as the rest of the package has them."""
    ruff = [sys.executable, "-m", "ruff"]
    name = ["--stdin-filename", "src/passatempo/stub/__init__.pyi", "-"]
    for tool in (["check", "--quiet", "--fix", "--select", "F401,I"], ["format", "--quiet"]):
        text = subprocess.run([*ruff, *tool, *name], input=text, capture_output=True, text=True, check=True).stdout
    return text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
