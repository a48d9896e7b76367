"""Optimiza in the terminal, alone and as a duel, driven over standard input, and what a record of it must keep.

Tests: game/rules.py, game/play.py, game/presentation.py, game/bots.py, game/checker.py
"""

import io
from dataclasses import replace

import pytest

from passatempo.cli.main import run
from passatempo.core.errors import InvalidInstance
from passatempo.core.limits import Limits
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.games.players import make_players, person
from passatempo.games.playthrough import Playthrough
from passatempo.games.values import Deal
from passatempo.optimiza import read
from passatempo.optimiza.exact.duel import reference
from passatempo.optimiza.game.bots import duel_payoffs, perfect
from passatempo.optimiza.game.checker import check
from passatempo.optimiza.game.play import LEVELS, Position, highest_level, judge, moves, play, result, start
from passatempo.optimiza.game.rules import PRESETS, GameRules
from passatempo.optimiza.geometry import legal_moves as graph_of
from passatempo.optimiza.model import VARIANTS

OPTIMIZA = pastime("optimiza")
FOUR = read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")  # the published board: X = 24, Z = 25


@pytest.fixture
def played(monkeypatch, capsys):
    """Return a function that plays lines of input and returns what was printed."""

    def lines(text, *arguments, code=0):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        assert run(["optimiza", "play", *arguments]) == code
        told = capsys.readouterr()
        return told.out if code == 0 else told.err

    return lines


def test_a_path_of_hints_reaches_the_optimum(played):
    """The sum 25 of the published board is proved by hand in the seed."""
    position, typed = Position(GameRules(4), FOUR), []
    while not position.is_over:
        move = perfect(position, Random(0), Limits())
        typed.append(f"{move[0] + 1} {move[1] + 1}")
        position = play(position, move)
    told = played("hint\n" + "\n".join(typed) + "\n", "--example", "four")
    assert "25 is still possible, the best score." in told
    assert "The score of the path is 25. X 24, Y 24, expert 25, Z 25; your path reaches Z." in told
    assert result(position).winners == (0,)


def test_a_move_that_loses_is_told(played):
    told = played("why\n1 2\nwhy\nhint\nundo\n2 1\nwhy\nstop\nlevels\n", "--example", "four")
    assert "No move has been made yet." in told
    assert "1 2 lost 9: before it 25 was possible, now 16 is." in told
    assert "the best score is lost" in told
    assert "2 1 lost nothing: 25 is still possible." in told
    assert "The score of the path is 1. X 24, Y 24, expert 25, Z 25; your path reaches none of them." in told


def test_the_loss_is_that_of_the_plain_search():
    """The figures of the test above, by the recurrence in plain Python over the paths from each cell."""
    graph = graph_of(FOUR)

    def most(path):
        onward = [d for d in graph[path[-1]] if d not in path]
        return FOUR.cells[path[-1]] + max((most([*path, d]) for d in onward), default=0)

    assert (most([1]), most([4])) == (16, 25)


def test_the_board_shows_where_the_piece_may_go(played):
    told = played("2 1\nundo\nredo\n9 9\n2 1\nnonsense\nstop\nstop\n", "--example", "four")
    assert "2  [1]" in told
    for words in (
        "[ ] the piece, ( ) the path, + where it can go",
        "9 9 is not on the board.",
        "'nonsense' is not a move.",
        "The game is over",
    ):
        assert words in told


def test_a_duel(played):
    told = played("stop\n1 2\nhint\nwhy\n", "--example", "four", "--duel", "--bots", "perfect")
    assert "in a duel you cannot stop or pass." in told
    assert "perfect plays" in told
    assert "you is to move" not in played("quit\n", "--example", "four").partition("duel")[0]


def test_two_people_play_a_duel(played):
    told = played("1 2\n", "--example", "four", "--seats", "ann!,bob!", "--duel")
    assert "bob is to move" in told


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_the_perfect_bot_gets_what_a_full_search_says(variant, seed):
    """The first player's best start by a search of all games, and a game of two perfect bots."""
    rules = GameRules(4 if variant == "hex-tri" else 3, variant, duel=True)
    found = Playthrough(OPTIMIZA, make_players(OPTIMIZA, ["perfect", "perfect"]), rules, "path", Deal(seed))
    position = found.state
    answer = reference(position.board).answer
    told = {
        cell: -points if wins else points
        for cell, (wins, points) in enumerate(zip(answer.mover_wins, answer.points, strict=True))
        if cell in position.kernel_view.onward
    }
    assert duel_payoffs(position, Limits()) == told
    list(found.replies())
    assert found.result.scores[0] == max(told.values())
    assert sum(found.result.scores) == 0


@pytest.mark.parametrize("other", ["random", "greedy"])
def test_the_perfect_bot_never_gets_less_than_its_value(other):
    for seed in range(10):
        for seat, names in enumerate((["perfect", other], [other, "perfect"])):
            found = Playthrough(OPTIMIZA, make_players(OPTIMIZA, names), GameRules(5, duel=True), "path", Deal(seed))
            if seat == 1:
                found.reply()
            due = max(duel_payoffs(found.state, Limits()).values())
            list(found.replies())
            assert found.result.scores[seat] >= due


def test_a_duel_too_large_is_played_greedily():
    position = start(GameRules(12, duel=True), 2, Deal(1))
    assert perfect(position, Random(1), Limits(nodes=1)) in moves(position)
    position = play(position, moves(position)[0])
    assert perfect(position, Random(1), Limits(nodes=1)) in moves(position)


def test_levels_count_from_none_to_z():
    position = Position(GameRules(4), FOUR, (0,), stopped=True)
    assert (LEVELS[highest_level(position)], result(position).how) == ("none", "finished")


def test_a_board_must_be_of_the_rules():
    with pytest.raises(InvalidInstance, match="the board is torus-queen with N = 4, by the rules"):
        start(GameRules(), 1, Deal(deal_content=FOUR))
    with pytest.raises(InvalidInstance, match="a duel is by 2, not 1"):
        start(GameRules(duel=True), 1, Deal())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--N", "1"], "N is 1"),
        (["--N", "21"], "N is too large: it must be <= 20"),
        (["--bots", "perfetc"], "did you mean 'perfect'"),
        (["--duel", "--bots", "perfetc"], "did you mean 'perfect'"),
        (["--rules", "dule"], "did you mean 'duel'"),
    ],
)
def test_wrong_usage_is_one_sentence(played, arguments, words):
    told = played("", *arguments, code=2)
    assert words in told
    assert told.count("\n") == 1


# ---- The checker ----


def recorded(names, **changed):
    """Return the record of a game of bots."""
    rules = replace(PRESETS["path"].rules, **changed)
    found = Playthrough(OPTIMIZA, make_players(OPTIMIZA, names), rules, "path", Deal(4))
    list(found.replies())
    return found.record


@pytest.mark.parametrize("variant", VARIANTS)
def test_games_of_bots_are_accepted(variant):
    for bot in ("perfect", "greedy", "random"):
        assert check(recorded([bot], variant=variant)) == ()
        assert check(recorded([bot, "random"], variant=variant, duel=True)) == ()


def test_every_broken_rule_is_found():
    record = recorded(["perfect"])
    lines = record.lines

    def faults(changed, head=record.head):
        return check(replace(record, head=head, lines=tuple(changed)))

    end = lines[-1]
    assert "scores" in faults([*lines[:-1], replace(end, result={**end.result, "scores": [2]})])[0]
    assert "breaks the rule off-board" in faults([replace(lines[0], move=[7, 1])])[0]
    assert "neither a cell nor a stop" in faults([replace(lines[0], move={"dig": [1, 1]})])[0]
    assert "seat 1 is to move" in faults([replace(lines[0], seat=2)])[0]
    assert "stopping is not allowed here" in faults([replace(lines[0], move={"stop": True})])[0]
    assert "the game is not over" in faults([lines[0], replace(end, turns=1)])[0]
    assert faults([*lines[:-1], replace(lines[0], turn=len(lines)), end])
    assert "2 seats, but 1 play" in faults(lines, replace(record.head, seats=[{"name": "a"}, {"name": "b"}]))[0]
    assert "N is too large: it must be <= 20, it is 99" in faults(lines, replace(record.head, rules={"N": 99}))[0]
    assert faults(lines, replace(record.head, seed="5"))


def test_a_duel_whose_end_is_told_otherwise_is_refused():
    record = recorded(["perfect", "greedy"], duel=True)
    end = record.lines[-1]
    turned = replace(end, result={**end.result, "scores": end.result["scores"][::-1]})
    assert "scores" in check(replace(record, lines=(*record.lines[:-1], turned)))[0]


def test_a_dead_start_is_refused_in_a_duel():
    dead = next(cell for cell in range(16) if cell not in Position(GameRules(4, duel=True), FOUR).kernel_view.onward)
    assert "3 1 has no next move" in judge(Position(GameRules(4, duel=True), FOUR), FOUR.place(dead))[0].text
    found = Playthrough(OPTIMIZA, (person(),), GameRules(4), "path", Deal(deal_content=FOUR))
    found.submit("3 1")
    assert found.result.how == "finished"
