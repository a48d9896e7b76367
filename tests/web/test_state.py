"""The state in a link: every field has a type and bounds; whatever else a link says is answered with one sentence."""

import html
import json
import random
import time
import zlib
from base64 import urlsafe_b64encode

import httpx
import pytest

from passatempo.core.asking import instance_of
from passatempo.core.errors import FormatError
from passatempo.core.json import encode
from passatempo.core.methods import resolve
from passatempo.core.registry import names, pastime
from passatempo.web.desk import BENCH, Page
from passatempo.web.state import MOST_INSTANCE, State, pack, state_of

GAMES = {name: pastime(name) for name in names()}
PAGES = {name: resolve(game.page) if game.page else Page() for name, game in GAMES.items()}
QUICK, MANY = 400, 20_000  # links for each pastime
MOST = 1.5  # seconds of the processor: five times the promise, as a test process that holds much also collects garbage
LOADED = 100  # of them, and of those that are taken, by HTTP in the quick test
WRONG = [
    *(
        None,
        True,
        -1,
        0,
        1,
        41,
        10**4,
        10**9,
        2**31,
        2**53,
        2**63,
        10**20,
        -(10**20),
        10**4000,
        0.5,
        -0.0,
        1e308,
        1e-320,
    ),
    *("", "x", "é", "\0", "'", "NaN", "1e400", "<script>alert(1)</script>", "x" * 100_000, "[]", "../..", "{0.x}"),
    *(
        [],
        {},
        [[]],
        [None],
        {"": {}},
        [1] * 5000,
        [[1, 1]] * 5000,
        [[1]],
        [[10**9, -1]],
        {"X": "nobody"},
        {"rows": 10**9},
    ),
]
MORE = {
    "minesweeper": {
        "game": {"rows": 9, "columns": 9, "mines": 10, "seed": 7, "opening": False, "clicks": [40, 3], "flags": [1, 2]},
        "certain": True,
        "chances": True,
    },
    "mnk": {
        "players": {"X": "engine", "O": "person"},
        "level": "easy",
        "seconds": 0.5,
        "threats": False,
        "analysis": False,
        "live": True,
    },
    "optimiza": {"path": [[2, 1], [2, 4]], "seed": 3},
}
RAW = ['{"seconds": NaN}', '{"seconds": 1e400}', '{"asked": tru', '{"a": "\\ud800"}', "[1]", "0", '"x"', "[" * 5000, ""]
RAW += ['{"view": "solve", "view": "solve"}', '{"instance": {"m": 3, "n": 3, "k": 1e999}}']


def views_of(page):
    return [BENCH, *(view.name for view in page.views)]


def read(name, written):
    return state_of(written, GAMES[name], PAGES[name].keeps, views_of(PAGES[name]))


def instance(name, example):
    game = GAMES[name]
    said = json.loads(encode(resolve(game.json).dump(instance_of(game, game.example(example), {}))))
    return {key: value for key, value in said.items() if value is not None}


def whole(name, rng):
    """Make a state in which every field says something that fits."""
    game = GAMES[name]
    problem = rng.choice(game.problems)
    own = rng.choice([method for method in problem.methods if not method.needs] or problem.methods[:1])
    ask = json.loads(encode(resolve(problem.ask)())) if problem.ask else {}
    return {
        "view": rng.choice(views_of(PAGES[name])),
        "question": problem.name,
        "method": own.name,
        "seconds": 2.5,
        "instance": instance(name, rng.choice(list(game.examples))),
        "ask": {key: value for key, value in ask.items() if value is not None},
        "more": MORE.get(name, {}),
    }


def places(value, path=()):
    """List the paths of all fields."""
    found = [path] if path else []
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in list(inside)[:12]:
        found += places(part, (*path, key))
    return found


def changed(value, path, new):
    """Copy a state with one field replaced."""
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = changed(copy[path[0]], path[1:], new)
    return copy


def wrong_for(value, rng):
    """Choose what a field says instead: another type, a number out of range, another length."""
    others = [*WRONG, value * 2 if isinstance(value, list) else value, value[:-1] if isinstance(value, list) else value]
    return rng.choice(others)


def packed(text):
    return urlsafe_b64encode(zlib.compress(text.encode("utf-8", "surrogatepass"))).decode().rstrip("=")


def written(value):
    """Write a link; what JSON of the project cannot say goes as Python says it."""
    try:
        return pack(value)
    except (ValueError, OverflowError):
        return packed(json.dumps(value))


def links(name, number):
    """Make links with one or two fields replaced, keys added or taken away, and a few that are no JSON."""
    rng = random.Random(f"links of {name}")
    found = [packed(text) for text in RAW]
    while len(found) < number:
        state = whole(name, rng)
        for _ in range(rng.choice([1, 1, 1, 2])):
            path = rng.choice(places(state))
            old = state
            for key in path:
                old = old[key]
            state = changed(state, path, wrong_for(old, rng))
        if rng.random() < 0.05:
            state["other"] = 1
        link = written(state)
        found.append(link[: len(link) // 2] if rng.random() < 0.02 else link)
    return [link for link in found if len(link) < 30_000][:number]


def taken(name, link):
    """Tell whether a link is taken; if it is not, it is with the one sentence, and what is taken packs again."""
    started = time.process_time()
    try:
        state = read(name, link)
    except FormatError as error:
        assert str(error).startswith("this link is damaged")
        return False
    finally:
        assert time.process_time() - started < MOST
    assert read(name, state.packed()) == state
    return True


def load(server, name, some):
    """Load links as pages; return how many said that they are damaged."""
    damaged = 0
    with httpx.Client(base_url=server, timeout=60) as client:
        for k, link in enumerate(some):
            answer = client.get(
                f"/{name}", params={"s": link}, headers={"X-Forwarded-For": f"10.1.{k // 200}.{k % 200}"}
            )
            while answer.status_code == 429:  # so many pages at once: the others have to die first
                time.sleep(0.5)
                answer = client.get(f"/{name}", params={"s": link}, headers={"X-Forwarded-For": "10.2.0.1"})
            assert answer.status_code == 200, (link, answer.text[:300])
            damaged += "this link is damaged" in html.unescape(answer.text)
    assert "Traceback" not in server.log.read_text(encoding="utf-8")
    return damaged


@pytest.mark.parametrize("name", GAMES)
def test_a_state_in_which_everything_fits_is_taken(name):
    rng = random.Random(1)
    for _ in range(30):
        state = whole(name, rng)
        found = read(name, pack(state))
        assert (found.question, found.method, found.instance) == (state["question"], state["method"], state["instance"])
        assert read(name, found.packed()) == found


@pytest.mark.parametrize("name", GAMES)
def test_no_link_gets_further_than_its_schema(name):
    found = [taken(name, link) for link in links(name, QUICK)]
    assert 0 < sum(found) < len(found) / 2


@pytest.mark.parametrize("name", GAMES)
def test_pages_of_damaged_links_say_so_and_begin_anew(server, name):
    some = links(name, QUICK)
    bad = [link for link in some if not taken(name, link)][: LOADED // 10]
    assert load(server, name, bad) == len(bad)
    good = [link for link in some if taken(name, link)][: LOADED // 10]
    load(server, name, good)  # an instance may still break a rule, which its reader finds


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_no_link_of_very_many_gets_further_than_its_schema(serve, name):
    some = links(name, MANY)
    kept = [taken(name, link) for link in some]
    bad = [link for link, good in zip(some, kept, strict=True) if not good]
    good = list(dict.fromkeys(link for link, good in zip(some, kept, strict=True) if good))
    with serve() as server:
        assert load(server, name, bad[:400]) == 400
        load(server, name, good[:1600])


FROZEN = [
    ("minesweeper", {"more": {"game": {"rows": 300, "columns": 300}}}),  # D1: two seconds of the event loop
    ("minesweeper", {"more": {"game": {"rows": 5000, "columns": 5000}}}),
    ("minesweeper", {"more": {"game": {"rows": -1}}}),  # D2 from here on
    ("minesweeper", {"more": {"game": {"rows": "a"}}}),
    ("minesweeper", {"more": {"game": {"mines": 999}}}),
    ("minesweeper", {"more": {"game": {"clicks": [9999]}}}),
    ("minesweeper", {"more": {"game": {"clicks": [81]}}}),
    ("minesweeper", {"more": {"game": {"clicks": "x"}}}),
    ("minesweeper", {"more": {"game": {"flags": 5}}}),
    ("minesweeper", {"more": {"game": []}}),
    ("mnk", {"more": {"seconds": "abc"}}),
    ("mnk", {"more": {"seconds": 0}}),
    ("mnk", {"more": {"players": {"X": "nobody"}}}),
    ("mnk", {"more": {"players": {"Z": "person"}}}),
    ("optimiza", {"more": {"path": [[1]]}}),
    ("optimiza", {"more": {"path": "x"}}),
    ("optimiza", {"more": {"path": [[0, 1]]}}),
    ("cards", {"more": {"path": []}}),
    ("cards", {"method": "nothing"}),
    ("cards", {"method": "sat-run:amo=nothing"}),
    ("cards", {"question": "nothing"}),
    ("cards", {"view": "nothing"}),
    ("cards", {"question": "unrank", "ask": {"rank": [1]}}),
    ("cards", {"question": "unrank", "ask": {"other": 1}}),
    ("cards", {"seconds": 0}),
    ("cards", {"instance": {"cards": 5}}),
    ("cards", {"instance": {"cards": [1, 2], "other": 1}}),
    ("cards", {"instance": {"cards": [1, 2], "D": 1.5}}),
    ("mnk", {"instance": {"m": 3, "n": 3, "k": 3, "board": ["." * 100_001]}}),
]


@pytest.mark.parametrize(("name", "said"), FROZEN, ids=[f"{name}-{encode(said)[:60]}" for name, said in FROZEN])
def test_each_link_that_broke_something_is_damaged(name, said):
    with pytest.raises(FormatError, match="this link is damaged"):
        read(name, pack(said))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("cards", {"instance": {"cards": [1, 2, 3], "at": {"x": 1}}}),  # the reader's own sentence follows
        ("mnk", {"instance": {"m": 10**5, "n": 10**5, "k": 3}}),
        ("mnk", {"instance": {"m": 512, "n": 512, "k": 3}}),  # a short link, a large board
        ("machiavelli", {"instance": {"table": "AS AS AS"}}),
        ("optimiza", {"instance": {"board": [[10**9]]}}),
        ("minesweeper", {"instance": {"grid": "#Z"}}),
    ],
)
def test_an_instance_that_breaks_a_rule_is_a_damaged_link_too(server, name, said):
    assert load(server, name, [pack(said)]) == 1


def test_every_view_that_keeps_something_says_what(server):
    """A view cannot keep what its page does not declare: the state has no other place for it."""
    for name, page in PAGES.items():
        with pytest.raises(FormatError):
            read(name, pack({"more": {"anything": 1}}))
        assert read(name, "").more == page.keeps()


def test_bounds_of_a_state_are_those_of_the_forms():
    from passatempo.minesweeper.page.play import LARGEST

    edge = {"rows": LARGEST, "columns": LARGEST, "mines": LARGEST**2 - 1, "clicks": [LARGEST**2 - 1]}
    assert read("minesweeper", pack({"more": {"game": edge}})).more.game.rows == LARGEST
    with pytest.raises(FormatError):
        read("minesweeper", pack({"more": {"game": {**edge, "rows": LARGEST + 1}}}))
    grid = "/".join(["#" * 99] * 1000)
    assert len(encode({"grid": grid})) < MOST_INSTANCE + 100
    with pytest.raises(FormatError, match="more than 100000"):
        read("minesweeper", pack({"instance": {"grid": grid + "/" + "#" * 99}}))


def test_large_boards_are_not_built_in_the_event_loop(monkeypatch):
    """The instance of a desk may be larger than what a page shows cell by cell: its views look at its size alone."""
    import passatempo.minesweeper.page.board as minesweeper
    import passatempo.mnk.page.board as mnk
    import passatempo.optimiza.page as optimiza

    class Desk:
        instance = {"m": 200, "n": 200, "k": 5, "N": 41, "grid": "#" * 10**6, "board": []}  # noqa: RUF012

    assert not mnk.small(Desk)
    assert not optimiza.small(Desk)
    assert len(Desk.instance["grid"]) > minesweeper.MOST_CELLS


def test_a_page_that_is_opened_takes_the_event_loop_for_little(serve):
    """The largest boards that a link can hold, one after the other, while another visitor asks for the list."""
    large = {
        "minesweeper": {"view": BENCH, "instance": {"grid": "/".join(["#" * 300] * 300)}},
        "mnk": {"instance": {"m": 300, "n": 300, "k": 5}},
        "machiavelli": {"instance": {"decks": 100, "table": " | ".join(["AS 2S 3S 4S 5S 6S 7S 8S"] * 100)}},
        "cards": {"instance": {"cards": list(range(1, 2500))}},
    }
    with serve() as server:
        load(server, "cards", [""])
        for name, said in large.items():
            load(server, name, [pack(said)])

        def spent():
            with open(f"/proc/{server.pid}/stat", encoding="ascii") as status:
                fields = status.read().rpartition(") ")[2].split()
            return (int(fields[11]) + int(fields[12])) / 100

        for name, said in large.items():
            before = spent()
            load(server, name, [pack(said)])
            assert spent() - before < 1.5, name  # of all threads; 0.05 to 0.1 s where nothing else runs


def test_links_of_the_page_are_those_that_it_reads():
    state = State(question="lay", instance={"table": "AS 2S 3S"}, ask={"prefer": "points"}, asked=True)
    assert read("machiavelli", state.packed()) == state
    assert State().packed() == ""
