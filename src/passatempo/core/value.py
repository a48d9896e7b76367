"""The common features of instances and answers: text, JSON, a picture, and a cell of a board."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias, TypeVar

from passatempo.core.errors import Unanswered, UsageError, quote
from passatempo.core.outcome import Query, brief, content_hash, shorten
from passatempo.core.pastime import Pastime
from passatempo.core.plain import plain_of
from passatempo.core.text import Drawing

R = TypeVar("R")
Maker: TypeAlias = Callable[[Any], Any]  # makes a value of the library from the bare one of a kernel


class _Place(NamedTuple):
    row: int
    column: int


class Cell(_Place):
    """A cell of a board: row and column from 0. It equals the bare pair. Its `str` counts from 1, as texts and keys do.

    Raises
    ------
    UsageError
        If a number is negative or not whole.

    Examples
    --------
    >>> cell = Cell(0, 2)
    >>> cell, str(cell), cell.column, cell == (0, 2)
    (Cell(0, 2), '(1, 3)', 2, True)
    """

    __slots__ = ()

    def __new__(cls, row: Any, column: Any) -> Self:
        """Make a cell from whole numbers of any type."""
        place = plain_of((row, column), "Cell")
        for name, number in zip(cls._fields, place, strict=True):
            if type(number) is not int or number < 0:
                raise UsageError(f"{name}: {quote(number)} is not a whole number from 0")
        return super().__new__(cls, *place)

    def __repr__(self) -> str:
        """Write the class with row and column from 0."""
        return f"{type(self).__name__}({self.row}, {self.column})"

    def __str__(self) -> str:
        """Write row and column from 1, as texts do."""
        return f"({self.row + 1}, {self.column + 1})"

    def to_plain(self) -> list[int]:
        """Return row and column from 1, as keys count."""
        return [self.row + 1, self.column + 1]


cell_of: Callable[[Iterable[int]], Cell] = partial(tuple.__new__, Cell)  # without a check, for answers


def cells_of(places: Iterable[Iterable[int]]) -> tuple[Cell, ...]:
    """Make cells of bare places, which are valid.

    >>> cells_of([(0, 1)])
    (Cell(0, 1),)
    """
    return tuple(map(cell_of, places))


class Instance:
    """The instance of a pastime. `str` gives its canonical text, and notebooks show its picture.

    Examples
    --------
    >>> from passatempo import cards
    >>> print(cards.read("1 1 2 2 3", D=2), end="")
    1 1 2 2 3
    D: 2
    >>> cards.read("1 1 2 2 3", D=2)
    <Deal 1 1 2 2 3 / D: 2>
    >>> cards.read("1 1 2 2 3", D=2).to_json()
    {'cards': [1, 1, 2, 2, 3], 'N': 5, 'D': 2, 'ends': 'interior', 'pattern': 'UDUD'}
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        """Give a dataclass the short `repr`, in place of that of all fields."""
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = Instance.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        """Write the text on one line, its lines joined by a slash, in at most 120 characters."""
        return shorten([f"<{type(self).__name__} {' / '.join(str(self).splitlines())}"], ">")

    def __str__(self) -> str:
        """Write the canonical text, which reads back as an equal instance."""
        return str(_pastime_of(self).wiring.write(self))

    def to_json(self) -> dict[str, Any]:
        """Return the keys of the instance as in JSON, in plain data, without empty keys."""
        from passatempo.core.json import plain_instance

        return plain_instance(_pastime_of(self), self)

    def svg(self) -> Drawing:
        """Draw the instance."""
        picture: Drawing = _pastime_of(self).wiring.draw(self)
        return picture

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question. `str` gives the text that the command line prints, and notebooks show its picture.

    A subclass names the fields whose bare numbers and pairs become cards and cells: ``class Route(Answer,
    places=cells_of)``.

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

    def __init_subclass__(cls, **makers: Maker) -> None:
        """Store the makers of fields, and give the dataclass the short `repr` and a hash that allows mappings."""
        inherited = {"__hash__": content_hash, "__repr__": brief, "makers": makers}
        for name, member in inherited.items():
            if name not in cls.__dict__:
                setattr(cls, name, member)

    def __str__(self) -> str:
        """Write the answer as the command line prints it, or its `repr` if its question is unknown."""
        return repr(self) if self.asked is None else self.asked.answer_text(self)

    def to_json(self) -> Any:
        """Return the value of ``answer`` in the JSON of the contract, in plain data."""
        return self._question.answer_json(self)

    def svg(self) -> Drawing:
        """Draw the answer. Notebooks show it."""
        return self._question.svg(self)

    def _repr_svg_(self) -> str | None:
        return None if self.asked is None else self.svg()

    @property
    def _question(self) -> Query:
        if self.asked is None:
            raise Unanswered("this answer of a bare method has no question: call the library's function instead")
        return self.asked

    def bind_query(self, query: Query | None) -> Self:
        """Return a copy that refers to its question, with cards and cells. A method may give one answer several times.

        >>> from passatempo.optimiza.model import Route
        >>> Route(((0, 1),)).bind_query(None)
        Route(places=(Cell(0, 1),))
        """
        copy = rebuilt(self, type(self).makers)  # type: ignore[attr-defined]
        object.__setattr__(copy, "asked", query)
        return copy


def rebuilt(record: R, makers: Mapping[str, Maker]) -> R:
    """Return a copy of a frozen record with values of the library in place of bare ones; None stays.

    It takes half the time of `dataclasses.replace`, which matters for batches.
    """
    kind: Any = type(record)
    copy = object.__new__(kind)
    for name in kind.__dataclass_fields__:
        content = getattr(record, name)
        if name in makers and content is not None:
            content = makers[name](content)
        object.__setattr__(copy, name, content)
    return copy  # type: ignore[no-any-return]


def each(maker: Maker) -> Maker:
    """Return a maker of tuples.

    >>> each(cells_of)([[(0, 1)], []])
    ((Cell(0, 1),), ())
    """
    return lambda contents: tuple(map(maker, contents))


def bound(answer: Answer) -> Answer:
    """Return an answer inside another one with cards and cells."""
    return answer.bind_query(answer.asked)


def _pastime_of(instance: Instance) -> Pastime:
    """Find the pastime whose instances are of this class."""
    from passatempo.core.registry import names, pastime

    homes = [f"{kind.__module__}." for kind in type(instance).__mro__]
    for game in map(pastime, names()):
        if any(home.startswith(f"{game.home}.") for home in homes):
            return game
    raise TypeError(f"{type(instance).__qualname__} is not an instance of a pastime")


class Finding:
    r"""A result that `str` writes as its command prints it. A class defines `lines`, and `to_json` if it has JSON.

    The parts of a result that takes long are passed to `report` as ``Progress.part``, in the order of their text.

    Examples
    --------
    >>> class Pair(Finding):
    ...     def lines(self):
    ...         yield from ("one", "two")
    ...
    ...     def to_json(self):
    ...         return [1, 2]
    >>> str(Pair()), Pair().json_text(), Pair().exit_code
    ('one\ntwo', '[\n  1,\n  2\n]', 0)
    """

    __slots__ = ()
    indent: ClassVar[int] = 2  # of the JSON that the command prints; 0: one line
    json_lines: ClassVar[bool] = False  # whether the command prints each item of the JSON on a line
    in_lines: ClassVar[bool] = False  # whether the picture is printed in black lines instead of greys

    def __init_subclass__(cls) -> None:
        """Give a dataclass the short `repr` of an instance. Lists and texts keep their own."""
        if "__repr__" not in cls.__dict__ and not issubclass(cls, list | str):
            cls.__repr__ = Instance.__repr__  # type: ignore[assignment,method-assign]

    def lines(self) -> Iterator[str]:
        """Yield the lines of the text."""
        raise NotImplementedError

    def to_json(self) -> Any:
        """Return plain data for JSON."""
        raise NotImplementedError

    def __str__(self) -> str:
        """Write the result as its command prints it."""
        return "\n".join(self.lines())

    def json_text(self) -> str:
        """Write the JSON as its command prints it."""
        from passatempo.core.json import encode

        if self.json_lines:
            return "\n".join(map(encode, self.to_json()))
        return encode(self.to_json(), indent=self.indent)

    @property
    def exit_code(self) -> int:
        """The exit code of the command."""
        return 0
