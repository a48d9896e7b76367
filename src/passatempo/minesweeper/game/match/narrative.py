"""A recorded game in words: why a cell was safe, which clicks were guesses, and the options of the policy."""

from passatempo.core.errors import UsageError
from passatempo.core.limits import Limits
from passatempo.core.messages import mark, translate
from passatempo.games.values import GameTranscript
from passatempo.minesweeper.exact.guess import guess
from passatempo.minesweeper.game.bots import NODES, chance_of, format_chance
from passatempo.minesweeper.game.match.checker import check
from passatempo.minesweeper.game.match.series import Line, lines, minefield_of, place_of, write_line
from passatempo.minesweeper.game.verdicts import guess_count
from passatempo.minesweeper.model import Board, Candidate, Place
from passatempo.minesweeper.reasons import reason_of
from passatempo.minesweeper.text import write_place


def describe_series(text: str, index: int | None, locale: str) -> GameTranscript:
    r"""Describe one game of a file, by default the first.

    Raises
    ------
    UsageError
        If there is no such game, or it breaks a rule.

    Examples
    --------
    >>> one = describe_series('{"index":1,"layout":[".*"],"clicks":[[1,1]],"guesses":0,"won":true}\n', None, "en")
    >>> one.turns, one.ending_line
    ((([1, 1], '(1, 1): the first square, which has no mine'),), 'Won, with 0 guesses.')
    """
    line = next((line for line in lines(text) if index in (None, line.index)), None)
    if line is None:
        raise UsageError(f"--game {index}: the file has no such game")
    faults = check(write_line(line))
    if faults:
        raise UsageError(f"game {line.index}: {faults[0].removeprefix('line 1: ')}")
    minefield = minefield_of(line)
    positions = tuple(minefield.positions())
    turns = tuple([_turn_sentence(line, positions, turn, locale) for turn in range(len(line.clicks))])
    head = translate(
        "Game {index}: {rows} x {columns}, {mines} mines.",
        locale,
        index=line.index,
        rows=positions[0].rows,
        columns=positions[0].columns,
        mines=positions[0].mines,
    )
    game_outcome = {"index": line.index, "won": line.won, "guesses": line.guesses}
    return GameTranscript(head, turns, positions, _ending_sentence(line, locale), game_outcome, minefield)


def _turn_sentence(line: Line, positions: tuple[Board, ...], turn: int, locale: str) -> tuple[list[int], str]:
    """Return a click as in JSON, and its description."""
    place, board = place_of(line.clicks[turn]), positions[turn]
    if turn == 0:
        words = translate("the first square, which has no mine", locale)
    elif reason := reason_of(board, place):
        words = translate("safe: {reason}", locale, reason=reason.text)
    else:
        hit = turn + 1 == len(line.clicks) and not line.won
        words = _guess_sentence(board, place, locale) + (f"; {translate('there was a mine', locale)}" if hit else "")
    return list(line.clicks[turn]), f"{write_place(place)}: {words}"


def _guess_sentence(board: Board, place: Place, locale: str) -> str:
    """Describe how safe a guess was, and the choice of the strongest policy."""
    chance = chance_of(board, place)
    if chance is None:
        return translate("a guess, whose chance cannot be computed", locale)
    guess_message = translate("a guess, a mine with chance {chance}", locale, chance=format_chance(chance))
    best_guess = guess(board, Limits(nodes=NODES)).answer
    if best_guess is None or not best_guess.candidates:
        return guess_message
    best = best_guess.candidates[0]
    open_candidate = next((candidate for candidate in best_guess.candidates if candidate.place == place), None)
    if open_candidate is not None:
        guess_message += _candidate_phrase(open_candidate, locale)
    if best.place == place:
        return guess_message
    other = translate("{policy} would open {cell}", locale, policy=best_guess.policy, cell=write_place(best.place))
    mine = translate("a mine with chance {chance}", locale, chance=format_chance(1 - best.safety))
    return f"{guess_message}; {other}, {mine}{_candidate_phrase(best, locale)}"


def _candidate_phrase(candidate: Candidate, locale: str) -> str:
    """Describe the value of a cell: the chance to survive it and the next click, or to win a solved endgame."""
    return (
        ""
        if candidate.value is None
        else ", " + translate("value {value}", locale, value=f"{float(100 * candidate.value):.1f} %")
    )


def _ending_sentence(line: Line, locale: str) -> str:
    """Describe how the game ended."""
    message = mark("Won, with {guesses}.") if line.won else mark("Lost, with {guesses}.")
    return translate(message, locale, guesses=guess_count(line.guesses, locale))
