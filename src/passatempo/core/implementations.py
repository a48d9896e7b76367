"""The functions that read, write, draw and judge the values of a pastime, and those of each question.

Each pastime lists them in `questions.py`, which is imported only when a question is asked.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from passatempo.core.errors import Violation
from passatempo.core.outcome import Outcome
from passatempo.core.pastime import Shape
from passatempo.core.text import Drawing


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Wiring:
    """The functions and classes of a question.

    Parameters
    ----------
    check
        ``(question, answer) -> violations``, from the rules alone; it may take ``deadline``.
    json
        The answer's `Shape`.
    show
        ``(question, answer) -> str``: the answer in a readable form.
    draw
        ``(question, answer or None) -> Svg``.
    methods
        The methods without a reference in the record: name to ``(question, limits, report) -> Outcome``.
    ask
        The frozen dataclass of the question's own inputs. With it, a method gets a `Question`; without it, the bare
        instance.
    score
        ``(question, answer) -> value``, which must equal the value of the outcome.
    key
        ``(question, answer) -> the part that all right answers share``, if they may differ otherwise. Exact
        methods must agree on it, and `--confirm` and the contract tests compare it.
    explain
        ``(question, limits) -> (reason, conflict)`` for an impossible question: one sentence, and a minimal part of
        the instance that is contradictory. It may take longer than the answer.
    guard
        ``(name, question) -> None``, which raises `InvalidInstance` if the instance states a rule that this
        question does not support. It is called before every method and every check of an answer.
    """

    check: Callable[..., Iterable[Violation]]
    json: Shape[Any]
    show: Callable[[Any, Any], str]
    draw: Callable[[Any, Any], Drawing]
    methods: Mapping[str, Callable[..., Outcome[Any]]] = field(default_factory=dict)
    ask: type | None = None
    score: Callable[..., Any] | None = None
    key: Callable[[Any, Any], Any] | None = None
    explain: Callable[..., tuple[str, Any]] | None = None
    guard: Callable[[str, Any], None] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class FullPositions:
    """Positions without unknowns, such as a minefield with its mines: `play` and `convert` take them.

    `kind` is their class, `formats` names the formats that hold nothing else, and `refusal` is the error message of a
    question about one. `load` reads a text, bytes or a path as an instance or a full position. `read` takes the content
    and the name of a file, and returns None for the text of an instance. `write` takes either value and a format.
    """

    kind: type
    load: Callable[..., Any]
    read: Callable[[bytes, str], Any]
    write: Callable[[Any, str], str | bytes]
    formats: tuple[str, ...]
    refusal: str


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PastimeWiring:
    """The functions and classes of a pastime.

    Parameters
    ----------
    read
        ``(text, **keys) -> instance`` of the pastime's own text. `keys` are instance keys that the text cannot
        express and that override it.
    write
        ``instance -> text``: the canonical text, which reads back as an equal instance.
    json
        The instance's `Shape`.
    show, draw
        ``instance -> str`` and ``instance -> Svg``.
    questions
        The wiring of each question by name.
    params, generate
        A frozen dataclass and ``(params, Random) -> instance``.
    remarks
        ``instance -> sentences``: oddities that the reader accepted, shown as warnings.
    instance_type
        The instance's class.
    adapt_keys
        ``(JSON object, keys that override it) -> JSON object``: translates a file of another program into our keys.
        Any other object stays as it is.
    list_key, place_keys
        The key that a list in place of an instance means, and the keys and inputs of questions that hold places.
    value_keys
        ``keys -> keys``, which reads keys that are values of Python, such as rows of numbers.
    judge
        ``(instance, text) -> violations`` of an answer in plain text, written by a person or another program.
    full_positions
        The positions without unknowns, if an instance has some.
    """

    read: Callable[..., Any]
    write: Callable[[Any], str]
    json: Shape[Any]
    show: Callable[[Any], str]
    draw: Callable[[Any], Drawing]
    questions: Mapping[str, Wiring]
    params: Any = None
    generate: Any = None
    remarks: Callable[[Any], Iterable[str]] | None = None
    instance_type: type | None = None
    adapt_keys: Callable[[Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]] | None = None
    list_key: str = ""
    place_keys: tuple[str, ...] = ()
    value_keys: Callable[[dict[str, Any]], dict[str, Any]] | None = None
    judge: Callable[[Any, str], Iterable[Violation]] | None = None
    full_positions: FullPositions | None = None
