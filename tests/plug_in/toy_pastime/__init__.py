"""A toy pastime outside the package: which two of these numbers have the greatest sum?

It shows the least that a pastime needs: functions, their wiring, and the record that names it.
"""

from dataclasses import dataclass
from itertools import combinations

from passatempo.core.errors import InvalidInstance, Violation
from passatempo.core.implementations import PastimeWiring, Wiring
from passatempo.core.limits import Cancel, Limits, Progress, Report, silent
from passatempo.core.methods import Method
from passatempo.core.outcome import Outcome, Status
from passatempo.core.pastime import Command, Pastime, Problem, Shape
from passatempo.core.text import Piece, clean
from passatempo.render.svg import Svg


@dataclass(frozen=True)
class Numbers:
    numbers: tuple[int, ...]

    def __post_init__(self):
        if not self.numbers:
            raise InvalidInstance([Violation("no-numbers", "there are no numbers")])


@dataclass(frozen=True)
class NumbersJson:
    numbers: list[int]


@dataclass(frozen=True)
class PairJson:
    pair: list[int]


@dataclass(frozen=True)
class Params:
    size: int = 5


FACE = Shape(NumbersJson, lambda shape: Numbers(tuple(shape.numbers)), lambda value: NumbersJson(list(value.numbers)))
PAIR = Shape(PairJson, lambda shape: tuple(shape.pair), lambda pair: PairJson(list(pair)))


def read(text, **keys):
    if "numbers" in keys:
        return Numbers(tuple(keys["numbers"]))
    words = clean(text).split()
    wrong = next((word for word in words if not word.removeprefix("-").isdecimal() or len(word) > 9), None)
    if wrong is not None:
        at = text.index(wrong)
        raise Piece(text, at, at + len(wrong)).error("is not a number")
    return Numbers(tuple(map(int, words)))


def write(value):
    return " ".join(map(str, value.numbers)) + "\n"


def generate(params, rng):
    return Numbers(tuple(rng.below(100) for _ in range(params.size)))


def solve(value, /, limits=None, report=None):
    if len(value.numbers) < 2:
        return Outcome(Status.IMPOSSIBLE, reason="two numbers are needed")
    pair = tuple(sorted(value.numbers)[-2:])
    return Outcome(Status.SOLVED, pair, value=sum(pair))


def try_all(value, /, limits=None, report=None):
    pairs = [tuple(sorted(pair)) for pair in combinations(value.numbers, 2)]
    if not pairs:
        return Outcome(Status.IMPOSSIBLE, reason="two numbers are needed")
    best = max(pairs, key=sum)
    return Outcome(Status.SOLVED, best, value=sum(best))


def check(value, pair):
    left = list(value.numbers)
    for number in pair:
        if number not in left:
            return [Violation("not-there", f"{number} is not there", number)]
        left.remove(number)
    return [] if len(pair) == 2 else [Violation("no-pair", f"{len(pair)} numbers are no pair")]


def worth(value, pair):
    return sum(pair)


def show(value, pair=None):
    return write(value) if pair is None else f"{pair[0]} + {pair[1]}"


def draw(value, pair=None):
    return Svg(f'<svg xmlns="http://www.w3.org/2000/svg"><title>{show(value, pair)}</title></svg>')


def tally(*, to: int = 3, limits: Limits = Limits(cancel=Cancel()), report: Report = silent):
    """Count, until somebody has enough of it."""
    for k in range(1, to + 1):
        report(Progress(0.0, done=k, total=to))
        if limits.cancel.cancelled:
            return
        yield str(k)


WIRING = PastimeWiring(
    read=read,
    write=write,
    json=FACE,
    show=show,
    draw=draw,
    params=Params,
    generate=generate,
    questions={
        "best": Wiring(
            check=check, score=worth, json=PAIR, show=show, draw=draw, methods={"exact": solve, "reference": try_all}
        )
    },
)
PASTIME = Pastime(
    name="toy",
    title="two numbers of greatest sum",
    questions="toy_pastime:WIRING",
    commands=(Command("tally", "Count.", "toy_pastime:tally"),),
    problems=(
        Problem(
            name="best",
            question="Which two numbers have the greatest sum?",
            methods=(Method(name="exact"), Method(name="reference")),
        ),
    ),
)
