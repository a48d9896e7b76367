"""Bots of the caller's: functions in tournaments, and what is said of one that fails.

Tests: games/players.py
"""

import pytest

from passatempo import machiavelli, mnk
from passatempo.core.errors import BotFault, UsageError
from passatempo.games import tournament
from passatempo.machiavelli.model import name


def first_free(view, random, limits):
    """Take the first free cell."""
    return next(f"{'abc'[j]}{i + 1}" for i in range(3) for j in range(3) if not view.cells[3 * i + j])


class AnyFree:
    """Take a free cell at random."""

    name = "any"

    def __call__(self, view, random, limits):
        free = [f"{'abc'[j]}{i + 1}" for i in range(3) for j in range(3) if not view.cells[3 * i + j]]
        return free[random.below(len(free))]


def lays_most(view, random, limits):
    """Play the most cards, by the library."""
    play = machiavelli.lay(machiavelli.Turn(view.table, view.hand)).result()
    return " ".join(map(name, play.laid)) if play.laid else "draw"


def test_functions_and_names_meet_in_every_seating():
    table = tournament("mnk", [first_free, AnyFree()], games=5, k=3, seed=3)
    assert [one.name for one in table.standings] == ["first_free", "any"]
    assert table.games == 10
    assert tournament("mnk", [first_free, AnyFree()], games=5, k=3, seed=3) == table


def test_a_function_without_a_name_of_its_own_gets_one():
    table = tournament("mnk", [("one", lambda *view: first_free(*view)), ("one", first_free)], games=1, k=3)
    assert [one.name for one in table.standings] == ["one 1", "one 2"]
    assert table.seats == (1.0, 0.0)  # the first free cells: a1 c1 b2 wins by the diagonal c1 b2 a3 before the other's


def test_processes_play_the_same_games():
    plans = [tournament("mnk", [first_free, "corrado"], games=9, k=3, workers=workers) for workers in (1, 2)]
    assert plans[0] == plans[1]


def test_a_game_of_hidden_hands_takes_functions():
    table = tournament("machiavelli", [lays_most, "greedy"], games=1)
    assert table.games == 2
    assert table.standings[0].wins.mean > 0  # it plays as many cards as the other


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (lambda *_: "a1", r"the bot guest played 'a1': cell \(1,1\) occupied"),
        (lambda *_: None, "the bot guest played 'None', which is not a move"),
        (lambda *_: 2**99, "the bot guest played '633825300114114700748351602688', which is not a move"),
        (lambda *_: "zz9", "the bot guest played 'zz9': zz9 is outside the board"),
        (lambda *_: {}["a"], "the bot guest failed: KeyError: 'a'"),
    ],
)
def test_a_bot_that_fails_is_named(move, sentence):
    with pytest.raises(BotFault, match=sentence):
        tournament("mnk", [first_free, ("guest", move)], games=1, k=3)


def test_what_is_no_bot_or_cannot_travel_is_refused():
    with pytest.raises(UsageError, match="'3' is not a bot"):
        tournament("mnk", [3, first_free], k=3)
    with pytest.raises(UsageError, match="is not a bot: a name or a function is needed"):
        tournament("mnk", [("mine",), first_free], k=3)
    with pytest.raises(UsageError, match="the bot <lambda> cannot be sent to another process"):
        tournament("mnk", [lambda *_: "a1", first_free], k=3, workers=2)


def test_a_game_takes_a_function_as_a_player():
    game = mnk.play(["you", ("mine", lambda *_: "b2")], k=3)
    game.submit("a1")
    assert game.reply().text == "O (mine) plays b2"
    assert machiavelli.play(["you", lays_most]).players[1].name == "lays_most"
