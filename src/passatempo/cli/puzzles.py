"""The commands of puzzles: PASTIME puzzle, puzzle ID, puzzle check, daily."""

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Annotated, Any, Literal, cast

from cyclopts import Parameter

from passatempo.cli.files import instance_of, name_pictures, read_source, refuse_missing, write_out
from passatempo.cli.flags import flag, flags_of, make_command, make_limits
from passatempo.cli.notes import NO, STOPPED
from passatempo.cli.progress import interruptible
from passatempo.cli.view import PICTURES, verdict_text
from passatempo.core.errors import UsageError, quote
from passatempo.core.input import is_file, read_text
from passatempo.core.json import count_of, decode
from passatempo.core.limits import Cancel, Deadline, Limits, Stopped
from passatempo.core.output import format_of
from passatempo.core.pastime import Pastime
from passatempo.puzzles.calendar import daily_puzzle as puzzle_of_day
from passatempo.puzzles.calendar import kinds_of_the_day, read_date
from passatempo.puzzles.display import hint as hint_of
from passatempo.puzzles.display import write_puzzle
from passatempo.puzzles.generator import Exhausted, Puzzle, confirm_puzzle, load_puzzle, puzzles, recreate
from passatempo.puzzles.identity import read_id, recipe_of
from passatempo.puzzles.own_boards import NoPuzzle, find_own_kind, own_puzzle

Form = Literal["text", "json", "svg", "print", "id"]
MOST = 1_000_000  # puzzles per command
FORMAT = "format of a puzzle; id: only its ID [default: by the ending of --out, else text]"
COMMON = (
    flag("own", str, "make the puzzle of the board in this file, or show why it is none; - for standard input"),
    flag("grade", int, "grade, 1 (easy) to 5; without other parameters it chooses them too"),
    flag("count", int, "number of puzzles [default: 1]"),
    flag("seed", int, "random seed; the same seed gives the same puzzles [default: 0]"),
    flag("confirm", bool, "confirm with a second method"),
    flag("solution", bool, "print or draw the solution instead of the puzzle"),
    flag("without_solution", bool, "leave the solution, and what hints at it, out of the JSON"),
    flag("seconds", float, "time limit; the puzzles found so far are printed"),
    flag("format", Form, FORMAT),
    flag("out", str, "write the result to this file; for several pictures: name-%d.svg"),
)


def make_puzzle_command(game: Pastime) -> Callable[..., int]:
    """Make the command `puzzle` of a pastime. The parameters of all of its kinds are flags."""
    kind_titles = ", ".join(f"{kind.name} ({kind.title})" for kind in game.kinds)
    arguments = [flag("kind", str, f"{kind_titles} [default: {game.kinds[0].name}]"), *COMMON]
    for kind in game.kinds:
        arguments += flags_of(recipe_of(kind).params, [argument.name for argument in arguments])

    def body(
        kind: str | None = None,
        own: str | None = None,
        grade: int | None = None,
        count: int = 1,
        seed: int = 0,
        confirm: bool = False,
        solution: bool = False,
        without_solution: bool = False,
        seconds: float | None = None,
        format: Form | None = None,  # noqa: A002
        out: str | None = None,
        **kind_params: Any,
    ) -> int:
        form = _puzzle_format(format, out)
        if not 1 <= count <= MOST:
            raise UsageError(f"--count: {count} is not a whole number from 1 to {MOST}")
        limits, with_solution = make_limits(seconds=seconds), _wants_solution(form, solution, without_solution)
        if own is not None:
            settings = {"grade": grade, "count": count - 1, "seed": seed, "format id": form == "id", **kind_params}
            for name in filter(settings.get, settings):
                raise UsageError(f"--{name.replace('_', '-')} is for generated puzzles, not for --own")
            own_kind = find_own_kind(game, kind)
            instance = instance_of(game, read_source(game, own, None, {}), {})

        def found(limits: Limits) -> Iterator[Puzzle]:
            deadline = Deadline(limits)
            if own is None:
                made = puzzles(game.name, kind, grade=grade, seed=seed, limits=limits, **kind_params)
            else:
                made = iter([own_puzzle(game, own_kind, instance, limits)])
            for puzzle in islice(made, count):
                yield confirm_puzzle(puzzle, deadline.remaining_limits) if confirm else puzzle

        return _write_all(found, limits, form, out, with_solution=with_solution, count=count)

    return make_command(body, "puzzle", arguments)


def _puzzle_format(format_flag: Form | None, out: str | None) -> Form:
    return cast("Form", format_of(out, format_flag or ""))


def _wants_solution(form: Form, solution: bool, without: bool) -> bool:
    """Return whether to show the solution. JSON includes it by default."""
    if solution and without:
        raise UsageError("pass --solution or --without-solution, not both")
    return solution or (form == "json" and not without)


def _write_all(
    make_puzzles: Callable[[Limits], Iterator[Puzzle]],
    limits: Limits,
    form: Form,
    out: str | None,
    *,
    with_solution: bool,
    count: int,
) -> int:
    """Write puzzles as they are found. If a limit stops the search, return the exit code of a stopped run."""
    name = name_pictures(out) if form in PICTURES and count > 1 else None
    texts: list[str] = []
    cancel = Cancel()
    with interruptible(cancel):
        reason = ""
        try:
            for number, puzzle in enumerate(make_puzzles(limits.with_cancel(cancel)), 1):
                text = write_puzzle(puzzle, form, with_solution=with_solution)
                if name is not None:
                    write_out(text, name(number))
                elif out is None:
                    sys.stdout.write(f"{text}\n" if number < count or form != "text" else text)
                    sys.stdout.flush()
                texts.append(text)
        except Exhausted as error:
            reason = str(error)
        except NoPuzzle as verdict:
            if form in PICTURES:
                sys.stderr.write(f"passatempo: {verdict}\n")
            else:
                write_out(verdict.write(form), out)
            return NO
        except Stopped:
            reason = "the time is up"
    if out is not None and name is None and texts:
        write_out("\n".join(texts) + "\n", out)
    if cancel.cancelled:
        raise KeyboardInterrupt  # the puzzles found so far are written
    if reason:
        sys.stderr.write(f"passatempo: {reason}: {count_of(len(texts), 'puzzle')} of {count}\n")
    return STOPPED if reason else 0


def puzzle(
    words: Annotated[tuple[str, ...], Parameter(help="ID, or check ID|FILE ANSWER")] = (),
    /,
    *,
    solution: Annotated[bool, Parameter(help="print the solution", negative="")] = False,
    without_solution: Annotated[bool, Parameter(help="leave the solution out of the JSON", negative="")] = False,
    hint: Annotated[int | None, Parameter(help="print the hint with this number, from 1")] = None,
    confirm: Annotated[bool, Parameter(help="confirm with a second method", negative="")] = False,
    format: Annotated[Form | None, Parameter(name=("--format", "-f"), help=FORMAT)] = None,  # noqa: A002
    out: Annotated[str | None, Parameter(name=("--out", "-o"), help="write the result to this file")] = None,
) -> int:
    """Make the puzzle of an ID again, or judge an answer: puzzle ID; puzzle check ID|FILE ANSWER.

    The ID says all that is needed. An answer is a text or a file, in words or JSON; exit 0 if it solves the puzzle,
    1 if not, with what is wrong with it.
    """
    if words[:1] == ("check",):
        return _check_answer(*words[1:]) if len(words) == 3 else _refuse_words(words)
    if len(words) != 1:
        return _refuse_words(words)
    form, identity = _puzzle_format(format, out), read_id(words[0])
    cancel = Cancel()
    with interruptible(cancel):
        deadline = Deadline(Limits(cancel=cancel))
        try:
            identity_puzzle = recreate(identity, deadline)
            identity_puzzle = confirm_puzzle(identity_puzzle, deadline.remaining_limits) if confirm else identity_puzzle
        except Stopped:
            if cancel.cancelled:
                raise KeyboardInterrupt from None
            sys.stderr.write("passatempo: a limit stopped the run before the puzzle was made again and confirmed\n")
            return STOPPED
    with_solution = _wants_solution(form, solution, without_solution)
    text = (
        hint_of(identity_puzzle, hint)
        if hint is not None
        else write_puzzle(identity_puzzle, form, with_solution=with_solution)
    )
    write_out(text if text.endswith("\n") else text + "\n", out)
    return 0


def _refuse_words(words: tuple[str, ...]) -> int:
    raise UsageError(f"{quote(' '.join(words))}: pass an ID, or check ID|FILE ANSWER")


def _check_answer(puzzle_source: str, answer: str) -> int:
    """Check an answer."""
    for word in (puzzle_source, answer):
        refuse_missing(word)
    kind, puzzle_content = (
        load_puzzle(decode(read_text(puzzle_source))) if is_file(puzzle_source) else _of_id(puzzle_source)
    )
    text = read_text(answer) if is_file(answer) else answer
    faults = recipe_of(kind).judge(puzzle_content, decode(text) if text.lstrip()[:1] in ("{", "[") else text)
    sys.stdout.write(verdict_text(faults, "Solved."))
    return NO if faults else 0


def _of_id(text: str) -> tuple[Any, Any]:
    identity = read_id(text)
    return identity.kind, recreate(identity, Deadline(Limits())).content


def daily(
    date: Annotated[str | None, Parameter(help="day, such as 2026-11-22 [default: today]")] = None,
    *,
    pastime: Annotated[str | None, Parameter(help="print the puzzle of this pastime only")] = None,
    solution: Annotated[bool, Parameter(help="print the solutions", negative="")] = False,
    without_solution: Annotated[bool, Parameter(help="leave the solution out of the JSON", negative="")] = False,
    format: Annotated[Form | None, Parameter(name=("--format", "-f"), help=FORMAT)] = None,  # noqa: A002
    out: Annotated[str | None, Parameter(name=("--out", "-o"), help="write the result to this file")] = None,
) -> int:
    """Print the puzzles of a day: one of each pastime, the same for everybody, confirmed by a second method."""
    form, day = _puzzle_format(format, out), read_date(date)
    day_kinds = list(kinds_of_the_day(pastime, paper=form == "print"))

    def found(limits: Limits) -> Iterator[Puzzle]:
        for name, kind in day_kinds:
            yield confirm_puzzle(puzzle_of_day(day, name, kind, Deadline(limits)), limits)

    with_solution = _wants_solution(form, solution, without_solution)
    return _write_all(found, Limits(), form, out, with_solution=with_solution, count=len(day_kinds))
