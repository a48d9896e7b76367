"""What instances and answers have in common, and the functions that read, write, draw and judge those of a pastime.

Each pastime lists these in `questions.py`, which is imported when a question is asked: a list of questions needs none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from passatempo.core.errors import Unanswered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from passatempo.core.errors import Violation
    from passatempo.core.outcome import Asked, Outcome
    from passatempo.core.pastime import Pastime, Shape


class Instance:
    """The instance of a pastime: `str` is its canonical text, notebooks show its picture.

    Examples
    --------
    >>> from passatempo import cards
    >>> print(cards.read("1 1 2 2 3", D=2), end="")
    1 1 2 2 3
    D: 2
    >>> cards.read("1 1 2 2 3", D=2).to_json()
    {'cards': [1, 1, 2, 2, 3], 'N': 5, 'D': 2, 'ends': 'interior', 'pattern': 'UDUD'}
    """

    __slots__ = ()

    def __str__(self) -> str:
        """Write the canonical text; reading it gives an equal instance."""
        return str(_pastime_of(self).wiring.write(self))

    def to_json(self) -> dict[str, Any]:
        """Return the keys of the instance as JSON has them, in plain data; keys that say nothing are left out."""
        from passatempo.core.json import plain_instance

        return plain_instance(_pastime_of(self), self)

    def svg(self) -> str:
        """Draw the instance."""
        picture: str = _pastime_of(self).wiring.draw(self)
        return picture

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question: `str` is what the command line prints of it, notebooks show its picture.

    Parameters
    ----------
    asked
        The question, where somebody asked one: words and picture need it. Not compared, and no part of `repr`.

    Examples
    --------
    >>> from passatempo import cards
    >>> found = cards.count("1 1 1 2 2").result()
    >>> print(found)
    1 sequence; 12 when equal cards are told apart
    >>> found, found.to_json()
    (Count(sequences=1, models=12), {'sequences': '1', 'models': '12'})
    """

    asked: Asked | None = field(default=None, compare=False, repr=False, kw_only=True)

    def __str__(self) -> str:
        """Write the answer as the command line prints it; one that no question is known of as Python does."""
        return repr(self) if self.asked is None else self.asked.answer_text(self)

    def to_json(self) -> Any:
        """Return what stands under ``answer`` in the JSON of the contract, in plain data."""
        return self._question.answer_json(self)

    def svg(self) -> str:
        """Draw the answer; notebooks show it."""
        return self._question.svg(self)

    def _repr_svg_(self) -> str | None:
        return None if self.asked is None else self.svg()

    @property
    def _question(self) -> Asked:
        if self.asked is None:
            raise Unanswered("this answer of a bare method has no question: call the library's function instead")
        return self.asked

    def answering(self, asked: Asked) -> Self:
        """Return the same answer, knowing its question; a method may give one answer to several questions."""
        kind = type(self)
        copy = object.__new__(kind)
        for name in kind.__dataclass_fields__:
            object.__setattr__(copy, name, getattr(self, name))
        object.__setattr__(copy, "asked", asked)
        return copy  # half the time of dataclasses.replace, which matters to batches


def _pastime_of(instance: Instance) -> Pastime:
    """Find the pastime whose instances are of this class."""
    from passatempo.core.registry import names, pastime

    homes = [f"{kind.__module__}." for kind in type(instance).__mro__]
    for game in map(pastime, names()):
        if any(home.startswith(f"{game.home}.") for home in homes):
            return game
    raise TypeError(f"{type(instance).__qualname__} is not an instance of a pastime")


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
