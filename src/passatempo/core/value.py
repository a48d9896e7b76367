"""The common features of instances and answers: text, JSON, a picture."""

from dataclasses import dataclass, field
from typing import Any, Self

from passatempo.core.errors import Unanswered
from passatempo.core.outcome import Query
from passatempo.core.pastime import Pastime


class Instance:
    """The instance of a pastime. `str` gives its canonical text, and notebooks show its picture.

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
        """Write the canonical text, which reads back as an equal instance."""
        return str(_pastime_of(self).wiring.write(self))

    def to_json(self) -> dict[str, Any]:
        """Return the keys of the instance as in JSON, in plain data, without empty keys."""
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
    """The answer to a question. `str` gives the text that the command line prints, and notebooks show its picture.

    Parameters
    ----------
    asked
        The question, if there was one; text and picture need it. Not compared, and not part of `repr`.

    Examples
    --------
    >>> from passatempo import cards
    >>> found = cards.count("1 1 1 2 2").result()
    >>> print(found)
    1 sequence; 12 when equal cards are told apart
    >>> found, found.to_json()
    (Count(sequences=1, models=12), {'sequences': '1', 'models': '12'})
    """

    asked: Query | None = field(default=None, compare=False, repr=False, kw_only=True)

    def __str__(self) -> str:
        """Write the answer as the command line prints it, or its `repr` if its question is unknown."""
        return repr(self) if self.asked is None else self.asked.answer_text(self)

    def to_json(self) -> Any:
        """Return the value of ``answer`` in the JSON of the contract, in plain data."""
        return self._question.answer_json(self)

    def svg(self) -> str:
        """Draw the answer. Notebooks show it."""
        return self._question.svg(self)

    def _repr_svg_(self) -> str | None:
        return None if self.asked is None else self.svg()

    @property
    def _question(self) -> Query:
        if self.asked is None:
            raise Unanswered("this answer of a bare method has no question: call the library's function instead")
        return self.asked

    def bind_query(self, query: Query) -> Self:
        """Return a copy that refers to its question. A method may give one answer to several questions."""
        kind = type(self)
        copy = object.__new__(kind)
        for name in kind.__dataclass_fields__:
            object.__setattr__(copy, name, getattr(self, name))
        object.__setattr__(copy, "asked", query)
        return copy  # half the time of dataclasses.replace, which matters for batches


def _pastime_of(instance: Instance) -> Pastime:
    """Find the pastime whose instances are of this class."""
    from passatempo.core.registry import names, pastime

    homes = [f"{kind.__module__}." for kind in type(instance).__mro__]
    for game in map(pastime, names()):
        if any(home.startswith(f"{game.home}.") for home in homes):
            return game
    raise TypeError(f"{type(instance).__qualname__} is not an instance of a pastime")
