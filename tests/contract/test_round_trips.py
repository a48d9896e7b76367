"""What the program writes of generated instances is read back as the same instance by every reader, or refused.

Other pastimes refuse it. Left out: rows of bare numbers, which are cards as well as a board; readers of the app.

Tests: core/instances.py, core/queries.py
"""

from functools import cache
from importlib import import_module

import pytest

from passatempo.core.errors import PassatempoError
from passatempo.core.instances import format_instance
from passatempo.core.json import decode, encode
from passatempo.core.queries import instance_of
from passatempo.core.random import Random
from passatempo.core.registry import BUILT_IN, pastime

QUICK, LONG = 15, 1_000  # generated instances of a pastime
# The keys of the JSON that may differ after reading, for formats that cannot say all.
LOST = {
    ("machiavelli", "projection"): {"ace", "decks", "hand", "table"},  # counts of the table alone
    ("minesweeper", "asp"): {"grid"},  # flags
    ("minesweeper", "minesweepr"): {"mines"},
    ("minesweeper", "pl"): {"grid", "mines"},  # flags
    ("optimiza", "canonical"): {"board"},  # one board for all that are alike by symmetry
}
PICTURES = {("optimiza", "dot"), ("optimiza", "graph")}  # read by no reader
BARE = {("cards", "text"), ("cards", "show"), ("optimiza", "text"), ("optimiza", "csv"), ("optimiza", "show")}


@cache
def instances(name, count):
    """Return the examples of a pastime and so many generated instances."""
    game = pastime(name)
    params = game.wiring.params()
    found = [instance_of(game, game.example(example), {}) for example in game.examples]
    return found + [game.wiring.generate(params, Random(seed, "texts")) for seed in range(count)]


def texts(name, count):
    """Yield each instance with each form in which it is printed, and that text."""
    game = pastime(name)
    for instance in instances(name, count):
        for form in ("json", "text", "show", *game.formats):
            try:
                yield (
                    instance,
                    form,
                    game.wiring.show(instance) if form == "show" else format_instance(game, instance, form),
                )
            except PassatempoError:  # this format has no words for it
                continue


def read_by(name):
    """Return the readers of a pastime: of commands, HTTP and questions, and that of the library."""
    game = pastime(name)
    return (lambda text: instance_of(game, text, {})), import_module(f"passatempo.{name}").read


def differing(game, one, other):
    """Return the keys of the JSON of two instances that differ."""
    first, second = (decode(encode(game.wiring.json.dump(instance))) for instance in (one, other))
    return {key for key in first.keys() | second.keys() if first.get(key) != second.get(key)}


def every_text_is_read_back(name, count):
    game, refused = pastime(name), set()
    for instance, form, text in texts(name, count):
        for reader in read_by(name):
            try:
                found = reader(text)
            except PassatempoError:
                refused.add(form)
                continue
            if (name, form) == ("mnk", "show"):  # it shows no order of moves
                assert found == type(instance)(instance.rules, instance.cells), text
            else:
                assert differing(game, instance, found) <= LOST.get((name, form), set()), (form, text)
    assert refused <= {"show", *(form for pastime_, form in PICTURES if pastime_ == name)}


def no_text_is_taken_by_another(name, count):
    for _, form, text in texts(name, count):
        for other in BUILT_IN:
            if other != name and (name, form) not in BARE:
                for reader in read_by(other):
                    with pytest.raises(PassatempoError):
                        pytest.fail(f"{other} reads the {form} of {name} as {reader(text)}: {text}")


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_written_is_read_back(name):
    every_text_is_read_back(name, QUICK)


@pytest.mark.long
@pytest.mark.parametrize("name", BUILT_IN)
def test_much_that_is_written_is_read_back(name):
    every_text_is_read_back(name, LONG)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_text_that_says_what_it_is_is_refused_by_other_pastimes(name):
    no_text_is_taken_by_another(name, QUICK)
