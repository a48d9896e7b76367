"""The functions that read, write, draw and judge what a pastime has, and those of each of its questions.

Each pastime lists these in `questions.py`, which is imported when a question is asked: a list of questions needs none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from passatempo.core.errors import Violation
    from passatempo.core.outcome import Outcome
    from passatempo.core.pastime import Shape


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
        ``(question, answer) -> str``: the answer as a person would write it.
    draw
        ``(question, answer or None) -> Svg``.
    methods
        The methods of the record that have no reference: name to ``(question, limits, report) -> Outcome``.
    ask
        The frozen dataclass of the question's own inputs; without it a method gets the bare instance, with it a
        `Question`.
    score
        ``(question, answer) -> value``, which the outcome's value must equal.
    key
        ``(question, answer) -> what the right answer fixes`` beside its value, where it does not fix all: exact methods
        must agree on it, and `--confirm` and the contract tests compare it.
    explain
        ``(question, limits) -> (reason, conflict)``: of an impossible question one sentence, and a minimal part of the
        instance that cannot hold together. It may take longer than the answer.
    guard
        ``(name, question) -> None``, which raises `InvalidInstance` where the instance states a rule that this question
        does not know; called before every method and every check of an answer.
    """

    check: Callable[..., Iterable[Violation]]
    json: Shape[Any]
    show: Callable[[Any, Any], str]
    draw: Callable[[Any, Any], str]
    methods: Mapping[str, Callable[..., Outcome[Any]]] = field(default_factory=dict)
    ask: type | None = None
    score: Callable[..., Any] | None = None
    key: Callable[[Any, Any], Any] | None = None
    explain: Callable[..., tuple[str, Any]] | None = None
    guard: Callable[[str, Any], None] | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PastimeWiring:
    """The functions and classes of a pastime.

    Parameters
    ----------
    read
        ``(text, **keys) -> instance`` of the pastime's own text; `keys` are instance keys that the text cannot say and
        that win over it.
    write
        ``instance -> text``: the canonical text; reading it gives an equal instance.
    json
        The instance's `Shape`.
    show, draw
        ``instance -> str`` and ``instance -> Svg``.
    questions
        The wiring of each question by name.
    params, generate
        A frozen dataclass and ``(params, Random) -> instance``.
    remarks
        ``instance -> sentences``: what its reader found odd but took; shown as warnings.
    instance_type
        The instance's class.
    own_keys
        ``(JSON object, keys that win over it) -> JSON object``: a file of another program in the keys of our own; any
        other object stays as it is.
    judge
        ``(instance, text) -> violations`` of an answer in plain text, as a person or another program writes it.
    """

    read: Callable[..., Any]
    write: Callable[[Any], str]
    json: Shape[Any]
    show: Callable[[Any], str]
    draw: Callable[[Any], str]
    questions: Mapping[str, Wiring]
    params: Any = None
    generate: Any = None
    remarks: Callable[[Any], Iterable[str]] | None = None
    instance_type: type | None = None
    adapt_keys: Callable[[Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]] | None = None
    judge: Callable[[Any, str], Iterable[Violation]] | None = None
