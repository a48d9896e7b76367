"""Policies of the caller's: they play the minefields of the named ones, and what is said of one that fails.

Tests: minesweeper/exact/simulation.py, minesweeper/game/match/rates.py
"""

from dataclasses import fields
from inspect import signature

import pytest

from passatempo import minesweeper
from passatempo.core.errors import BotFault, InvalidInstance, PassatempoError, Unanswered
from passatempo.core.limits import Cancel, Limits
from passatempo.minesweeper.exact.simulation import Deal, simulate
from passatempo.minesweeper.formats.minefield import open_cells
from passatempo.minesweeper.game.match import command, rates
from passatempo.minesweeper.model import COVERED

FIELDS = [
    Deal(5, 5, 4),
    Deal(4, 7, 6, "opening", (1, 2)),
    Deal(5, 5, 5, "safe", (2, 2), "torus"),
    Deal(5, 6, 6, "safe", (0, 0), "hexagonal"),
    Deal(5, 5, 6, "opening", (4, 4), "knight"),
]


def covered(board):
    """Return the covered cells."""
    return [cell for cell, code in enumerate(board.cells) if code == COVERED]


def least_chance(board, random):
    """Open the cell with the least chance of a mine, of equal ones that with the fewest unknown neighbours."""
    found = minesweeper.chances(board).result()
    chance = {cell: found.near.get(board.place(cell), found.other) for cell in covered(board)}

    def unknown(cell):
        return sum(chance.get(other, 1) != 1 for other in board.surface.neighbours(cell))

    return board.place(min(chance, key=lambda cell: (chance[cell], unknown(cell))))


def by_lot(board, random):
    """Open any covered cell."""
    return board.place(random.choice(covered(board)))


def last(board, random):
    """Open the last covered cell."""
    return board.place(covered(board)[-1])


def figures(rate):
    """Return a rate without its time."""
    return rate.policy, rate.games, rate.rate, rate.low, rate.high, rate.guesses


# ---- The games ----


@pytest.mark.quick(2)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("deal", FIELDS)
def test_the_rule_of_a_named_policy_wins_the_same_games(deal, seed):
    own, named = (simulate(deal, who, 3, 25, limits=Limits(seed=seed)) for who in (least_chance, "least-chance"))
    assert (own.weights, own.guesses) == (named.weights, named.guesses)
    assert own.is_complete


def test_a_policy_is_asked_about_open_games_without_a_safe_cell():
    """A second source says what is certain, the plain Python of the reference, and what a zero opens."""
    seen = []

    def watching(board, random):
        seen.append(board)
        return by_lot(board, random)

    deal = Deal(5, 5, 4)
    played = simulate(deal, watching, 1, 40)
    games = simulate(deal, "least-chance", 1, 40, keep=True).games
    assert len(seen) == sum(played.guesses)
    for board in seen:
        certain = minesweeper.safe(board, method="reference").result()
        assert not certain.safe
        assert deal.mines < board.covered
    fields = iter(games)
    field = next(fields).layout
    for board in seen:  # each is of the next field that it fits, with no zero beside a covered cell
        while not shows(board, field):
            field = next(fields).layout
        cells = bytearray(deal.board.cells)
        open_cells(board.surface, field, cells, [cell for cell, code in enumerate(board.cells) if code != COVERED])
        assert bytes(cells) == board.cells


def shows(board, field):
    """Tell whether the numbers of a board are those of a field."""
    near = board.surface.neighbours
    return all(
        code == COVERED or (not field[cell] and code == sum(field[other] for other in near(cell)))
        for cell, code in enumerate(board.cells)
    )


def test_two_by_two_cells_are_won_once_in_three_by_any_policy():
    """One mine, a 1 in the corner: three equal cells, then two."""
    for policy in (by_lot, last):
        rate = minesweeper.win_rate(policy, rows=2, columns=2, mines=1, games=1500)
        assert rate.low < 1 / 3 < rate.high
        assert 1.6 < rate.guesses < 1.73  # the first is survived in two games of three


@pytest.mark.parametrize("field", [(1, 3, 1), (3, 3, 0), (2, 2, 3), (1, 1, 0), (1, 100, 0)])
def test_games_without_a_guess_ask_nobody(field):
    rows, columns, mines = field
    rate = minesweeper.win_rate(lambda *_: None, rows=rows, columns=columns, mines=mines, games=20)
    assert (rate.rate, rate.guesses) == (1, 0)


def test_a_seed_gives_the_same_games_on_any_number_of_threads():
    found = [
        figures(minesweeper.win_rate(by_lot, preset="beginner-8", games=70, seed=seed, threads=threads))
        for seed, threads in ((5, 1), (5, 3), (-6, 1))
    ]
    assert found[0] == found[1] != found[2]


def words(seed, first, count):
    """Return a random number of each guess in some games of two by two cells, each with a guess at least."""
    drawn = []

    def drawing(board, random):
        drawn.append(random.next_word())
        return last(board, random)

    simulate(Deal(2, 2, 1), drawing, first, count, limits=Limits(seed=seed))
    return drawn


def test_random_numbers_follow_from_seed_and_game():
    every, end = words(1, 1, 9), words(1, 6, 4)
    assert every[-len(end) :] == end
    assert len({*every, *words(2, 1, 9)}) == len(every) + len(words(2, 1, 9))


# ---- The figures ----


def test_the_library_has_the_figures_of_the_command():
    own = {"preset": "beginner-8", "games": 60, "seed": 2}
    found = minesweeper.win_rates([least_chance, "least-chance", "two-step"], **own)
    assert [rate.policy for rate in found.rates] == ["least_chance", "least-chance", "two-step"]
    assert figures(found.rates[0])[1:] == figures(found.rates[1])[1:]
    assert found.difference.mean == 0  # of the first two
    one, other = (minesweeper.win_rate(policy, **own) for policy in ("least-chance", "two-step"))
    assert (figures(one), figures(other)) == (figures(found.rates[1]), figures(found.rates[2]))
    turned = minesweeper.win_rates(["two-step", least_chance], **own)
    assert turned.difference.mean == pytest.approx(other.rate - one.rate)
    assert minesweeper.win_rates([last], **own).difference is None


def test_clicks_count_from_one_as_keys_do():
    own = {"rows": 4, "columns": 4, "mines": 3, "games": 60}
    assert figures(minesweeper.win_rate(click=(1, 1), **own)) == figures(minesweeper.win_rate(**own))
    assert figures(minesweeper.win_rate(click=[2, 3], **own)) != figures(minesweeper.win_rate(**own))


class Named:
    """A policy with a name of its own."""

    name = "mine"

    def __call__(self, board, random):
        return last(board, random)


@pytest.mark.parametrize(
    ("policy", "name"),
    [(last, "last"), (Named(), "mine"), (("pair", lambda *given: last(*given)), "pair"), (lambda *_: None, "<lambda>")],
)
def test_names_of_policies(policy, name):
    assert minesweeper.win_rate(policy, rows=1, columns=3, mines=1, games=2).policy == name


# ---- Faults ----


@pytest.mark.parametrize(
    ("policy", "sentence", "cause"),
    [
        (lambda board, random: {}["a"], "the policy guest failed: KeyError: 'a'", KeyError),
        (lambda board, random: None, "the policy guest returned 'None', which is not a cell", TypeError),
        (lambda board, random: 3, "the policy guest returned '3', which is not a cell", TypeError),
        (lambda board, random: "b2", "the policy guest returned 'b2', which is not a cell", TypeError),
        (lambda board, random: (1, 2, 3), r"the policy guest returned '\(1, 2, 3\)', which is not a cell", ValueError),
        (lambda board, random: (0.0, 1.0), r"returned '\(0.0, 1.0\)', which is not a cell", TypeError),
        (lambda board, random: (0, 0), r"the policy guest opened \(1, 1\), which is open", None),
        (lambda board, random: (0, 2), r"the policy guest opened \(1, 3\), which is off the board", None),
        (lambda board, random: (-1, 0), r"the policy guest opened \(0, 1\), which is off the board", None),
        (lambda board: (0, 1), "the policy guest failed: TypeError: .* takes 1 positional argument", TypeError),
    ],
)
def test_a_policy_that_fails_is_named(policy, sentence, cause):
    with pytest.raises(BotFault, match=sentence) as caught:
        minesweeper.win_rate(("guest", policy), rows=2, columns=2, mines=1, games=3)
    assert type(caught.value.__cause__) is (cause or type(None))


@pytest.mark.parametrize(
    ("policies", "options", "sentence"),
    [
        ([3], {}, "'3' is not a policy: a name or a function is needed"),
        ([("mine",)], {}, "is not a policy: a name or a function is needed"),
        (["brave"], {}, "'brave' is not a policy"),
        ([], {}, "policies: at least 1 is needed"),
        ([last], {"estimator": "weight"}, "estimator: weight is for named policies only"),
        ([last], {"estimator": "wait"}, "estimator: 'wait' is not one of games, weight"),
        ([last], {"preset": "easy"}, "preset: 'easy' is not one of beginner, beginner-8"),
        ([last], {"preset": "expert", "rows": 3}, "has its own rows"),
        ([last], {"first": "clear"}, "first: 'clear' is not one of safe, opening"),
        ([last], {"rows": "3"}, "rows: expected a whole number"),
        ([last], {"click": (1, 2, 3)}, "click: expected"),
        ([last], {"click": (0, 1)}, r"\(0, 1\) is not a cell"),
        ([last], {"game": 3}, "takes no 'game', did you mean 'games'"),
        ([last], {"games": 0}, "games: 0 is not a number from 1"),
        ([last], {"threads": 0}, "threads: '0'"),
    ],
)
def test_what_cannot_be_measured_is_refused(policies, options, sentence):
    with pytest.raises(PassatempoError, match=sentence) as caught:
        minesweeper.win_rates(policies, **options)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_long_fields_are_for_named_policies():
    long = {"rows": 1, "columns": 101, "mines": 9, "games": 2}
    assert minesweeper.win_rate("least-chance", **long).games == 2
    with pytest.raises(InvalidInstance, match="must be <= 100, it is 101"):
        minesweeper.win_rate(last, **long)


@pytest.mark.parametrize("policy", [last, "search"])
def test_limits_end_the_games(policy):
    cancel = Cancel()
    found = minesweeper.win_rate(
        policy, preset="beginner-9", games=10**6, cancel=cancel, report=lambda progress: cancel.cancel()
    )
    assert 0 < found.games < 10**6
    assert 0 < minesweeper.win_rate(policy, preset="beginner-9", games=10**6, seconds=0.3).games < 10**6
    with pytest.raises(Unanswered, match="no game ended within the limits"):
        minesweeper.win_rate(policy, cancel=cancel)


def test_a_limit_ends_the_series_after_a_game():
    cancel = Cancel()

    def once(board, random):
        cancel.cancel()
        return last(board, random)

    assert minesweeper.win_rate(once, rows=30, columns=30, mines=200, seed=1, cancel=cancel).games == 1


def test_the_options_are_those_of_the_command_with_its_defaults():
    options = {entry.name: entry.default for entry in fields(rates.Series)}
    command_line = {name: one.default for name, one in signature(command.win_rate).parameters.items()}
    assert options.items() <= command_line.items()
    run = {"seed", "threads", "seconds", "cancel", "report"}
    assert minesweeper.Series.__annotations__.keys() == options.keys() | run
