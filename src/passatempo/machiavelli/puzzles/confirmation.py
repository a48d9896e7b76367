"""What the puzzles promise, asked of another kind of method: a constraint program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.errors import WrongAnswer
from passatempo.core.limits import Limits, Stopped
from passatempo.core.outcome import StopReason
from passatempo.core.pastime import Question
from passatempo.core.progress import silent
from passatempo.machiavelli.model import EnumerateAsk, Turn, UnlockAsk, name
from passatempo.machiavelli.puzzles.making import MOST_LISTED, in_sets
from passatempo.machiavelli.record import PASTIME

if TYPE_CHECKING:
    from passatempo.core.play.puzzle import Made
    from passatempo.machiavelli.puzzles.parameters import Params

METHOD = "cpsat"


def confirm_close(params: Params, made: Made[Turn], limits: Limits) -> str:
    """List all arrangements once more: the same cards stand in sets in all of them.

    Raises
    ------
    WrongAnswer
        If they do not.
    SolverUnavailable
        If the method's library is not installed.
    Stopped
        If a limit came first.
    """
    turn = made.instance
    question = Question(Turn((turn.cards + turn.hand,), (), turn.rules), EnumerateAsk(MOST_LISTED))
    listing = _asked("enumerate", question, limits)
    found = {tuple(map(name, in_sets(melds))) for melds in listing.arrangements}
    if not listing.complete or found != {tuple(made.solution["in_sets"])}:
        raise WrongAnswer(f"method {METHOD!r} finds other arrangements than the puzzle", question)
    return METHOD


def confirm_unlock(params: Params, made: Made[Turn], limits: Limits) -> str:
    """Try all cards once more: the hand goes with one of them alone, and not without. Raises as `confirm_close`."""
    question = Question(made.instance, UnlockAsk())
    unlocking = _asked("unlock", question, limits)
    found = [name(cards[0]) for cards, _ in unlocking.single.cards]
    if unlocking.closes_now or found != [made.solution["card"]]:
        raise WrongAnswer(
            f"method {METHOD!r} finds that {', '.join(found) or 'no card'} lets you play the hand", question
        )
    return METHOD


def _asked(problem: str, question: Question, limits: Limits) -> Any:
    outcome = PASTIME.problem(problem).choose(METHOD).load()(question, limits, silent)
    if outcome.answer is None or outcome.stopped is not StopReason.DONE:
        raise Stopped
    return outcome.answer
