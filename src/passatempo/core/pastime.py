"""A pastime as data: its parts by name, so that front ends need not know any pastime.

A record holds the data for lists. It refers by ``"module:name"`` to a `PastimeWiring` with the functions and classes,
which is imported on first use. Methods that need a solver library, commands, models and studies have their own
references. A record equals only itself. Every start creates all these classes, and generating a comparison would take a
third of that time.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic

from passatempo.core.errors import UsageError, quote
from passatempo.core.methods import Method, MethodChoice, NamedRecord, Ref, parse_settings, resolve, suggest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import ModuleType

    from typing_extensions import TypeVar  # only type checkers use its `default`

    from passatempo.core.game import Game
    from passatempo.core.implementations import PastimeWiring, Wiring
    from passatempo.core.outcome import Evidence

    I_co = TypeVar("I_co", covariant=True, default=Any)
    A_co = TypeVar("A_co", covariant=True, default=Any)
else:
    from typing import TypeVar

    I_co, A_co = TypeVar("I_co", covariant=True), TypeVar("A_co", covariant=True)

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Question(Generic[I_co, A_co]):
    """An instance with a question's own inputs, which together determine the right answer.

    Type checkers see it as ``Question[Turn, LayAsk]``, and reject it for another question.
    """

    instance: I_co
    ask: A_co = None  # type: ignore[assignment]  # filled in by `ask`, so that methods can rely on it


@dataclass(frozen=True, slots=True)
class Shape(Generic[M]):
    """The JSON shape of a model value: a small dataclass and the two conversion functions.

    Parameters
    ----------
    keys
        A frozen dataclass whose fields are the JSON keys.
    load
        Makes the value from the dataclass; may raise `FormatError` and `InvalidInstance`.
    dump
        Makes the dataclass from the value.
    """

    keys: type
    load: Callable[[Any], M]
    dump: Callable[[M], Any]


class LazyWiring(NamedRecord):
    """A record that refers to functions and classes. It caches them on first use, but does not pickle them."""

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the cached wiring."""
        return {name: attribute for name, attribute in vars(self).items() if name != "wiring"}


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Problem(LazyWiring):
    """One question about an instance, its methods, and the independent check of its answers.

    Parameters
    ----------
    name
        The name on the command line.
    question
        The question, in one sentence.
    methods
        The first is the default.
    unique
        Whether the question has only one right answer, so that exact methods must agree on all of it.
    evidence
        What `check` verifies: ``object`` (the answer follows the rules, and with `score` has the right value) or
        ``consequences`` (a number or a set: only its necessary consequences).
    value
        The attribute of the answer that is the value of the outcome, if the answer is a number.
    required
        A key of the instance that the command line requires, and the error message if it is missing.
    example
        The example that help shows, with the flags that it needs; by default the pastime's first one.
    pastime, questions
        The name of its pastime, and the reference to its wiring, which the pastime's record fills in.
    """

    name: str
    question: str
    methods: tuple[Method, ...]
    unique: bool = False
    evidence: str = "object"
    value: str = ""
    required: tuple[str, str] | None = None
    example: str = ""
    pastime: str = ""
    questions: Ref = ""

    @cached_property
    def wiring(self) -> Wiring:
        """The functions and classes of the question, imported on first use."""
        pastime_wiring: PastimeWiring = resolve(self.questions)
        return pastime_wiring.questions[self.name]

    def choose(self, text: str | None = None) -> MethodChoice:
        """Find a method by name and settings, as in ``sat-run:amo=ladder,solver=cadical195``.

        Raises
        ------
        UsageError
            If there is no such method or setting; the message lists the available ones.
        """
        if text is None:
            text = self.methods[0].name
        name, _, assignments = text.partition(":")
        for method in self.methods:
            if method.name == name:
                return MethodChoice(method, parse_settings(method, assignments), self)
        names = [method.name for method in self.methods]
        raise UsageError(f"{quote(name)} is not a method of {self.name}{suggest(name, names)} ({', '.join(names)})")

    @property
    def evidence_of_check(self) -> Evidence:
        """The evidence of an answer in which the checker finds no fault."""
        from passatempo.core.outcome import Evidence  # lists do not need it

        return Evidence.VALUE if self.wiring.score and self.evidence == "object" else Evidence(self.evidence)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Command(NamedRecord):
    """A command of one pastime other than its questions. The function's signature becomes the flags.

    Parameters
    ----------
    name, summary
        The name on the command line, and one sentence.
    where
        Reference to the public function. It returns a `Finding`, or a list of them, and the command gets `--format`.
        If it takes ``**keys``, its first argument is an instance. `cancel`, which Ctrl-C sets, and `report` are not
        flags. A function without such a result yields or returns text, or prints by itself and returns its exit code.
    variants
        Flags that name a file, with references to the functions that are then called instead, with this file last.
    otherwise
        Reference to the function that is called with the same arguments if the first one returns None.
    """

    name: str
    summary: str
    where: Ref
    variants: Mapping[str, Ref] = field(default_factory=dict)
    otherwise: Ref = ""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Kind(NamedRecord):
    """A kind of puzzle in a pastime's record.

    Parameters
    ----------
    name, title
        The name on the command line, and the task of the puzzle, in a few words.
    code
        Two capital letters at the start of its IDs.
    recipe
        Reference to its `Recipe`.
    paper
        Whether it can be solved on paper.
    """

    name: str
    code: str
    title: str
    recipe: Ref
    paper: bool = True


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Study(NamedRecord):
    """A small experiment that a campaign can repeat thousands of times, determined by a stream of random numbers.

    Parameters
    ----------
    name, summary
        The name in a plan, and what one run does.
    params
        Reference to a frozen dataclass with the settings of a plan.
    where
        Reference to ``(params, Random) -> row``. A row maps names to numbers, words, truth values or None. A function
        that takes `limits` gets those of the plan. The name of a value that depends on the clock ends in ``seconds``.
    rates
        Ratios over the rows of many runs: name to the names of two counts, as in ``("wins", "games")``.
    """

    name: str
    summary: str
    params: Ref
    where: Ref
    rates: Mapping[str, tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Model(NamedRecord):
    """A declarative model of an instance that `export` writes as a file.

    Parameters
    ----------
    name, summary
        Its name and a short description.
    formats
        The file formats.
    where
        Reference to ``(instance, format) -> str``; with settings, to ``(instance, format, settings) -> str``.
    settings
        Reference to a frozen dataclass of options of the model, such as an at-most-one encoding.
    """

    name: str
    summary: str
    formats: tuple[str, ...]
    where: Ref
    settings: Ref = ""

    def write(self, instance: Any, form: str, assignments: str = "", flags: Mapping[str, str] | None = None) -> str:
        """Write an instance's model. Settings are as in ``amo=ladder``; flags override them.

        Raises
        ------
        UsageError
            If there is no such setting or value.
        """
        all_assignments = [
            *filter(None, [assignments]),
            *(f"{name}={setting}" for name, setting in (flags or {}).items()),
        ]
        if all_assignments and not self.settings:
            raise UsageError(f"model {quote(self.name)} has no settings such as {quote(','.join(all_assignments))}")
        model_settings = parse_settings(
            Method(name=self.name, where=self.where, settings=self.settings), ",".join(all_assignments)
        )
        model_writer = resolve(self.where)
        return str(
            model_writer(instance, form) if model_settings is None else model_writer(instance, form, model_settings)
        )


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Pastime(LazyWiring):
    """Everything that the front ends know about a pastime.

    Parameters
    ----------
    name, title
        The name on the command line, and one line about the pastime.
    label, rules
        Its name for readers, and the rules in a few sentences; both are translated. The default label is the name.
    problems
        The questions, the main one first.
    questions
        Reference to its `PastimeWiring`.
    formats
        The names of further formats. The module ``formats/NAME.py`` has ``write(instance) -> str``, and for reading
        ``matches(text, **keys) -> bool`` and ``read(text, **keys) -> instance``. They are tried in this order.
    generates
        Whether it can generate instances.
    examples
        The names of built-in instances, whose texts are in the folder `examples`.
    demo
        The examples that `demo` solves: pairs of question and example.
    commands, models
        The pastime's own commands, and models for `export`.
    app
        The folder of its page in the browser app; without one, it is in the app's workbench.
    studies
        The experiments that campaigns can repeat.
    game
        Its game, if it is played move by move.
    kinds
        Its kinds of puzzles.
    colours
        Maps a colour of the terminal (red, green, yellow, blue) to a regular expression of the coloured parts.
    package
        The package of the record, ``__package__``. References can then begin with a dot.
    """

    name: str
    title: str
    problems: tuple[Problem, ...]
    questions: Ref
    formats: tuple[str, ...] = ()
    generates: bool = True
    label: str = ""
    rules: str = ""
    examples: tuple[str, ...] = ()
    demo: tuple[tuple[str, str], ...] = ()
    commands: tuple[Command, ...] = ()
    models: tuple[Model, ...] = ()
    studies: tuple[Study, ...] = ()
    game: Game | None = None
    kinds: tuple[Kind, ...] = ()
    app: str = ""
    colours: Mapping[str, str] = field(default_factory=dict)
    package: str = ""

    def __post_init__(self) -> None:
        if self.package:
            for name in self.__dataclass_fields__:
                object.__setattr__(self, name, _absolute_references(getattr(self, name), self.package))
        object.__setattr__(self, "label", self.label or self.name)
        full_problems = [replace(problem, pastime=self.name, questions=self.questions) for problem in self.problems]
        object.__setattr__(self, "problems", tuple(full_problems))

    @cached_property
    def wiring(self) -> PastimeWiring:
        """The functions and classes of the pastime, imported on first use."""
        pastime_wiring: PastimeWiring = resolve(self.questions)
        return pastime_wiring

    @cached_property
    def format_modules(self) -> dict[str, ModuleType]:
        """The modules of the formats by name, imported on first use."""
        return {name: import_module(f"{self.home}.formats.{name}") for name in self.formats}

    def read(self, text: str, **keys: Any) -> Any:
        """Read a text in the first format that matches, else as the pastime's own text. Keys override the text."""
        for matches, reader in self._format_readers:
            if matches(text, **keys):
                return reader(text, **keys)
        return self.wiring.read(text, **keys)

    @cached_property
    def _format_readers(self) -> list[tuple[Callable[..., bool], Callable[..., Any]]]:
        return [
            (format_module.matches, format_module.read)
            for format_module in self.format_modules.values()
            if hasattr(format_module, "matches")
        ]

    @property
    def home(self) -> str:
        """The package, or the module, of the pastime."""
        return self.package or self.questions.partition(":")[0]

    def problem(self, name: str) -> Problem:
        """Find a question by name.

        Raises
        ------
        UsageError
            If there is no such question; the message lists the available ones.
        """
        for problem in self.problems:
            if problem.name == name:
                return problem
        names = [problem.name for problem in self.problems]
        raise UsageError(f"{quote(name)} is not a question of {self.name}{suggest(name, names)} ({', '.join(names)})")

    def example(self, name: str) -> str:
        """Read the text of a built-in example.

        Raises
        ------
        UsageError
            If there is no example with this name.
        """
        from pathlib import Path

        if name not in self.examples:
            example_names = ", ".join(self.examples)
            raise UsageError(
                f"{quote(name)} is not an example of {self.name}{suggest(name, self.examples)} ({example_names})"
            )
        folder = Path(sys.modules[self.home].__file__ or "").parent / "examples"
        return (folder / f"{name}.txt").read_text(encoding="utf-8")


def _absolute_references(member: Any, package: str) -> Any:
    """Prepend the package to every reference in a part of a record that begins with a dot.

    >>> _absolute_references((".commands:verify", "verify"), "passatempo.mnk")
    ('passatempo.mnk.commands:verify', 'verify')
    """
    kind = type(member)
    if kind is str:
        return package + member if member.startswith(".") else member
    if kind is tuple:
        return tuple([_absolute_references(part, package) for part in member])
    if kind is dict:
        return {key: _absolute_references(part, package) for key, part in member.items()}
    if hasattr(kind, "__dataclass_fields__"):
        field_contents = {name: getattr(member, name) for name in kind.__dataclass_fields__}
        absolute_fields = {name: _absolute_references(part, package) for name, part in field_contents.items()}
        return kind(**absolute_fields) if absolute_fields != field_contents else member
    return member
