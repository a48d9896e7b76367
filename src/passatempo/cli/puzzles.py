"""The commands of puzzles: PASTIME puzzle, puzzle ID, puzzle check, daily."""

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Annotated, Any, Literal, cast

from cyclopts import Parameter

from passatempo.cli.files import instance_of, read_source, refuse_missing, write_out
from passatempo.cli.flags import flag, flags_of, make_command, make_limits
from passatempo.cli.notes import NO, STOPPED
from passatempo.cli.progress import interruptible
from passatempo.cli.view import PICTURES, picture, verdict_text
from passatempo.core.errors import Unanswered, UsageError, quote
from passatempo.core.input import is_file, read_text
from passatempo.core.json import count_of, decode, encode
from passatempo.core.limits import Cancel
from passatempo.core.messages import Locale
from passatempo.core.output import format_of, name_pictures
from passatempo.core.pastime import Pastime
from passatempo.puzzles.calendar import daily as daily_puzzles
from passatempo.puzzles.calendar import kinds_of_the_day, read_date
from passatempo.puzzles.display import Puzzle, refuse_on_paper
from passatempo.puzzles.generator import Exhausted, check, get, make
from passatempo.puzzles.identity import recipe_of
from passatempo.puzzles.own_boards import find_own_kind, make_own
from passatempo.puzzles.puzzle import Refusal

Form = Literal["text", "json", "svg", "print", "id"]
MOST = 1_000_000  # puzzles per command
FORMAT = "format of a puzzle; id: only its ID [default: by the ending of --out, else text]"
LANGUAGE = "language of the goal and the hints [default: en]"
COMMON = (
    flag("own", str, "make the puzzle of the board in this file, or show why it is none; - for standard input"),
    flag("grade", int, "grade, 1 (easy) to 5; without other parameters it chooses them too"),
    flag("count", int, "number of puzzles [default: 1]"),
    flag("seed", int, "random seed; the same seed gives the same puzzles [default: 0]"),
    flag("confirm", bool, "confirm with a second method"),
    flag("solution", bool, "print or draw the solution instead of the puzzle"),
    flag("without_solution", bool, "leave the solution, and what hints at it, out of the JSON"),
    flag("seconds", float, "time limit; the puzzles found so far are printed"),
    flag("locale", Locale, LANGUAGE),
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
        locale: Locale = "en",
        format: Form | None = None,  # noqa: A002
        out: str | None = None,
        **kind_params: Any,
    ) -> int:
        form = _puzzle_format(format, out)
        if not 1 <= count <= MOST:
            raise UsageError(f"--count: {count} is not a whole number from 1 to {MOST}")
        make_limits(seconds=seconds)  # refuses what is no number of seconds
        write = _writer(form, solution, without_solution, locale)
        if own is not None:
            settings = {"grade": grade, "count": count - 1, "seed": seed, "format id": form == "id", **kind_params}
            for name in filter(settings.get, settings):
                raise UsageError(f"--{name.replace('_', '-')} is for generated puzzles, not for --own")
            find_own_kind(game, kind)
            instance = instance_of(game, read_source(game, own, None, {}), {})

        def found(cancel: Cancel) -> Iterator[Puzzle | Refusal]:
            limits: dict[str, Any] = {"confirm": confirm, "seconds": seconds, "cancel": cancel}
            if own is not None:
                yield make_own(game.name, instance, kind=kind, **limits)
            else:
                yield from islice(make(game.name, kind, grade=grade, seed=seed, **limits, **kind_params), count)

        return _write_all(found, write, form, out, count)

    return make_command(body, "puzzle", arguments)


def _puzzle_format(format_flag: Form | None, out: str | None) -> Form:
    return cast("Form", format_of(out, format_flag or ""))


def _writer(form: Form, solution: bool, without: bool, locale: str) -> Callable[[Puzzle], str]:
    """Return the function that writes a puzzle. JSON contains the solution by default."""
    if solution and without:
        raise UsageError("pass --solution or --without-solution, not both")

    def write(puzzle: Puzzle) -> str:
        if form == "id":
            return puzzle.id
        if form == "json":
            return encode(puzzle.to_json(solution=not without))
        if form == "print":
            refuse_on_paper(puzzle)
        shown = puzzle.svg(solution=solution) if form in PICTURES else ""
        return picture(shown, form) if shown else puzzle.text(solution=solution, locale=locale)

    return write


def _write_all(
    make_puzzles: Callable[[Cancel], Iterator[Puzzle | Refusal]],
    write: Callable[[Puzzle], str],
    form: Form,
    out: str | None,
    count: int,
) -> int:
    """Write puzzles as they are found. If a limit stops the search, return the exit code of a stopped run."""
    name = name_pictures(out) if form in PICTURES and count > 1 else None
    texts: list[str] = []
    cancel, reason = Cancel(), "the time is up"
    with interruptible(cancel):
        try:
            for number, puzzle in enumerate(make_puzzles(cancel), 1):
                if isinstance(puzzle, Refusal):
                    return _write_refusal(puzzle, form, out)
                text = write(puzzle)
                if name is not None:
                    write_out(text, name(number))
                elif out is None:
                    sys.stdout.write(f"{text}\n" if number < count or form != "text" else text)
                    sys.stdout.flush()
                texts.append(text)
        except Exhausted as error:
            reason = str(error)
        except Unanswered:
            pass
    if out is not None and name is None and texts:
        write_out("\n".join(texts) + "\n", out)
    if cancel.cancelled:
        raise KeyboardInterrupt  # the puzzles found so far are written
    if len(texts) == count:
        return 0
    sys.stderr.write(f"passatempo: {reason}: {count_of(len(texts), 'puzzle')} of {count}\n")
    return STOPPED


def _write_refusal(refusal: Refusal, form: Form, out: str | None) -> int:
    """Write why an own board is not a puzzle."""
    if form in PICTURES:
        sys.stderr.write(f"passatempo: {refusal.verdict}\n")
    else:
        write_out(encode(refusal.to_json()) if form == "json" else str(refusal), out)
    return NO


def puzzle(
    words: Annotated[tuple[str, ...], Parameter(help="ID, or check ID|FILE ANSWER")] = (),
    /,
    *,
    solution: Annotated[bool, Parameter(help="print the solution", negative="")] = False,
    without_solution: Annotated[bool, Parameter(help="leave the solution out of the JSON", negative="")] = False,
    hint: Annotated[int | None, Parameter(help="print the hint with this number, from 1")] = None,
    confirm: Annotated[bool, Parameter(help="confirm with a second method", negative="")] = False,
    locale: Annotated[Locale, Parameter(help=LANGUAGE, show_default=False)] = "en",
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
    write = _writer(_puzzle_format(format, out), solution, without_solution, locale)
    cancel = Cancel()
    with interruptible(cancel):
        try:
            found = get(words[0], confirm=confirm, cancel=cancel)
        except Unanswered as error:
            if cancel.cancelled:
                raise KeyboardInterrupt from None
            sys.stderr.write(f"passatempo: {error}\n")
            return STOPPED
    write_out(write(found) if hint is None else found.hint(hint, locale), out)
    return 0


def _refuse_words(words: tuple[str, ...]) -> int:
    raise UsageError(f"{quote(' '.join(words))}: pass an ID, or check ID|FILE ANSWER")


def _check_answer(puzzle_source: str, answer: str) -> int:
    """Check an answer."""
    for word in (puzzle_source, answer):
        refuse_missing(word)
    given = decode(read_text(puzzle_source)) if is_file(puzzle_source) else puzzle_source
    faults = check(given, read_text(answer) if is_file(answer) else answer)
    sys.stdout.write(verdict_text(faults, "Solved."))
    return NO if faults else 0


def daily(
    date: Annotated[str | None, Parameter(help="day, such as 2026-11-22 [default: today]")] = None,
    *,
    pastime: Annotated[str | None, Parameter(help="print the puzzle of this pastime only")] = None,
    solution: Annotated[bool, Parameter(help="print the solutions", negative="")] = False,
    without_solution: Annotated[bool, Parameter(help="leave the solution out of the JSON", negative="")] = False,
    locale: Annotated[Locale, Parameter(help=LANGUAGE, show_default=False)] = "en",
    format: Annotated[Form | None, Parameter(name=("--format", "-f"), help=FORMAT)] = None,  # noqa: A002
    out: Annotated[str | None, Parameter(name=("--out", "-o"), help="write the result to this file")] = None,
) -> int:
    """Print the puzzles of a day: one of each pastime, the same for everybody, confirmed by a second method."""
    form, day = _puzzle_format(format, out), read_date(date)
    day_names = [name for name, _ in kinds_of_the_day(pastime, paper=form == "print")]

    def found(cancel: Cancel) -> Iterator[Puzzle]:  # one at a time, since each takes a second
        for name in day_names:
            yield from daily_puzzles(day, name, paper=form == "print", confirm=True, cancel=cancel)

    return _write_all(found, _writer(form, solution, without_solution, locale), form, out, len(day_names))
