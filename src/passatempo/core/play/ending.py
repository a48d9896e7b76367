"""Results of games, as records write them and as people say them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.words import mark, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.core.play.values import Result

YOU = mark("you")  # what a person is called who names nobody
HOW = {
    "closed": mark("closed"),
    "blocked": mark("blocked"),
    "won": mark("won"),
    "lost": mark("lost"),
    "draw": mark("draw"),
    "finished": mark("finished"),
    "resigned": mark("resigned"),
}


def written_result(result: Result) -> dict[str, Any]:
    """Write a result as a record does, seats from 1.

    >>> from passatempo.core.play.values import Result
    >>> written_result(Result((1,), (-31, 31), "closed"))
    {'winners': [2], 'scores': [-31, 31], 'how': 'closed'}
    """
    return {"winners": [seat + 1 for seat in result.winners], "scores": list(result.scores), "how": result.how}


def called(name: str, locale: str) -> str:
    """Return what a player is called in a language: the one who names nobody is called you there, also with a letter.

    >>> called("greedy", "it"), called("you B", "en")
    ('greedy', 'you B')
    """
    word, blank, letter = name.partition(" ")
    return say(YOU, locale) + blank + letter if word == YOU else name


def ended(result: Result, names: Sequence[str], locale: str = "en") -> str:
    """Say in a few words how a game ended.

    >>> from passatempo.core.play.values import Result
    >>> ended(Result((0,), (1, -1), "won"), ("X", "O")), ended(Result((), (0, 0), "draw"), ("X", "O"))
    ('X has won', 'draw')
    """
    winners = [names[seat] for seat in result.winners]
    if not winners:
        return say(HOW[result.how], locale)
    if winners == [called(YOU, locale)]:
        return say(mark("you have won"), locale)
    told = mark("{name} has won") if len(winners) == 1 else mark("{name} have won")
    listed = say(mark("{names} and {last}"), locale, names=", ".join(winners[:-1]), last=winners[-1])
    return say(told, locale, name=listed if winners[1:] else winners[0])
