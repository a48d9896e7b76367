"""Checks an answer to a puzzle by the rules alone, and a puzzle itself by a constraint program.

Any answer that reaches the goal is correct.
"""

from collections.abc import Mapping
from typing import Any

from passatempo.core.errors import FormatError, Violation, WrongAnswer, quote
from passatempo.core.limits import Limits, Stopped, silent
from passatempo.core.outcome import StopReason
from passatempo.core.pastime import Question
from passatempo.machiavelli.checker import compare_cards
from passatempo.machiavelli.groups import fault, unseen_cards
from passatempo.machiavelli.model import JOKER, CardId, EnumerateAsk, Meld, Turn, UnlockAsk, count_copies, name
from passatempo.machiavelli.puzzles.maker import MOST_LISTED, PuzzleParams, set_cards
from passatempo.machiavelli.record import PASTIME
from passatempo.machiavelli.reference.search import arrange
from passatempo.machiavelli.text import groups_of, read_groups
from passatempo.puzzles.puzzle import PuzzleContent

MOST_NODES = 200_000  # of the plain search for an arrangement of all cards, some seconds
LONGEST = 10_000  # characters or cards of an answer; no table has as many
METHOD = "cpsat"  # of the confirmation


def judge_close(turn_puzzle: PuzzleContent[Turn], answer: Any) -> list[Violation]:
    """List the faults of an arrangement of the table and the whole hand.

    Parameters
    ----------
    answer
        ``{"melds": [[...], ...]}``, or a text with ``|`` or line ends between the groups.

    Raises
    ------
    FormatError
        If it does not consist of groups of cards.
    """
    melds = _read_text(answer) if isinstance(answer, str) else _read_melds(answer)
    turn = turn_puzzle.instance
    meld_faults = [violation for meld in melds if (violation := fault(meld, turn.rules.ace)) is not None]
    return meld_faults + compare_cards(count_copies(turn.cards + turn.hand), melds, "the table with the hand")


def _read_text(text: str) -> tuple[Meld, ...]:
    if len(text) > LONGEST:
        raise FormatError("is longer than any table", where="answer")
    return read_groups(" | ".join(text.splitlines()), error_location="answer")


def _read_melds(answer: Any) -> tuple[Meld, ...]:
    melds = answer.get("melds") if isinstance(answer, Mapping) else None
    if not isinstance(melds, list | tuple):
        raise FormatError('{"melds": [["4H", "5H", "6H"], ...]} is expected', where="answer", kind="missing-key")
    if len(melds) > LONGEST:
        raise FormatError("has more groups than any table", where="melds")
    return tuple(_read_meld(meld) for meld in melds)


def _read_meld(meld: Any) -> Meld:
    cards = meld if isinstance(meld, list | tuple) else [meld]
    if len(cards) > LONGEST or not all(isinstance(card, str) and len(card) <= LONGEST for card in cards):
        raise FormatError(f"{quote(meld)} is not a list of cards", where="melds")
    return sum(groups_of(meld if isinstance(meld, str) else list(cards), "melds", "en"), ())


def judge_unlock(turn_puzzle: PuzzleContent[Turn], answer: Any) -> list[Violation]:
    """List the faults of a card that should unlock the hand.

    Parameters
    ----------
    answer
        ``{"card": "8H"}``, or the card as text.

    Raises
    ------
    FormatError
        If it is not one card.
    """
    card = _read_card(answer)
    turn = turn_puzzle.instance
    if not unseen_cards(turn)[card]:
        return [Violation("no-copy-left", f"no copy of {name(card)} is left to draw", name(card))]
    if _can_close(turn_puzzle, card):
        return []
    return [Violation("hand-stays", f"with {name(card)} the hand cannot be played", name(card))]


def _read_card(answer: Any) -> CardId:
    text = answer.get("card") if isinstance(answer, Mapping) else answer
    if not isinstance(text, str) or len(text) > LONGEST:
        raise FormatError(f"{quote(text)} is not a card", where="answer")
    cards = sum(read_groups(text, error_location="answer"), ())
    if len(cards) != 1:
        raise FormatError(f"{quote(text)} is {len(cards)} cards, but one is expected", where="answer")
    if cards[0] >= JOKER:
        raise FormatError(f"{quote(text)} is a joker, but a card is expected", where="answer")
    return cards[0]


def _can_close(turn_puzzle: PuzzleContent[Turn], card: CardId) -> bool:
    """Search for an arrangement; if the search is too large, the puzzle's own solution decides."""
    turn = turn_puzzle.instance
    counts = count_copies((*turn.cards, *turn.hand, card))
    nodes = iter(range(MOST_NODES))
    try:
        return arrange(tuple(counts[:JOKER]), turn.rules.line, stop=lambda: next(nodes, None) is None) is not None
    except (Stopped, RecursionError):
        return bool(name(card) == turn_puzzle.solution.get("card"))


# ---- The properties of a puzzle, confirmed by a different kind of method ----


def confirm_close(params: PuzzleParams, turn_puzzle: PuzzleContent[Turn], limits: Limits) -> str:
    """Confirm by listing all arrangements that the same cards are in sets in each of them.

    Raises
    ------
    WrongAnswer
        If they are not.
    SolverUnavailable
        If the method's library is not installed.
    Stopped
        If a limit ends the search.
    """
    turn = turn_puzzle.instance
    question = Question(Turn((turn.cards + turn.hand,), (), turn.rules), EnumerateAsk(MOST_LISTED))
    listing = _ask_method("enumerate", question, limits)
    set_choices = {tuple(map(name, set_cards(melds))) for melds in listing.arrangements}
    if not listing.complete or set_choices != {tuple(turn_puzzle.solution["in_sets"])}:
        raise WrongAnswer(f"method {METHOD!r} finds other arrangements than the puzzle", question)
    return METHOD


def confirm_unlock(params: PuzzleParams, turn_puzzle: PuzzleContent[Turn], limits: Limits) -> str:
    """Confirm that the hand can be played with one card only, and not without; raises as `confirm_close`."""
    question = Question(turn_puzzle.instance, UnlockAsk())
    unlocking = _ask_method("unlock", question, limits)
    key_cards = [name(cards[0]) for cards, _ in unlocking.single.cards]
    if unlocking.closes_now or key_cards != [turn_puzzle.solution["card"]]:
        raise WrongAnswer(
            f"method {METHOD!r} finds that {', '.join(key_cards) or 'no card'} lets you play the hand", question
        )
    return METHOD


def _ask_method(problem: str, question: Question, limits: Limits) -> Any:
    outcome = PASTIME.problem(problem).choose(METHOD).load_solver()(question, limits, silent)
    if outcome.answer is None or outcome.stopped is not StopReason.DONE:
        raise Stopped
    return outcome.answer
