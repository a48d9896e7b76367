"""Presets of rules, and the projection as a text format.

Tests: presets.py, formats/projection.py
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passatempo import machiavelli
from passatempo.cli.main import run
from passatempo.core.asking import instance_of
from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.core.json import convert, decode, encode, load_question
from passatempo.core.limits import Limits, silent
from passatempo.core.outcome import Status
from passatempo.core.registry import pastime
from passatempo.core.words import LOCALES
from passatempo.machiavelli.formats import projection
from passatempo.machiavelli.game.rules import PRESETS as GAMES
from passatempo.machiavelli.json import COUNT, TURN, UNLOCKING, CountJson, TurnJson, UnlockingJson, load_turn
from passatempo.machiavelli.model import ACES, JOKER, Rules, Turn
from passatempo.machiavelli.text import read, write
from passatempo.machiavelli.words import show_turn
from passatempo.web import worker

# Short texts that state the largest sizes they can.
BOMBS = {"projection": [f"S {'9' * 18} 0 0 0 0 0 0 0 0 0 0 0 {'9' * 18}", f"S:{' ' * 16}{'9' * 18}{' 0' * 12}"]}

GAME = pastime("machiavelli")
ROWS = "1 1 1 0 0 0 0 0 0 0 0 0 0\n" + "0 0 0 0 0 0 0 0 0 0 0 0 2\n" * 3


def test_a_projection_is_read_row_by_row():
    turn = read(ROWS)
    assert turn.table == ((0, 1, 2, 25, 25, 38, 38, 51, 51),)
    assert read(ROWS.replace(" ", "")) == turn
    assert read("C" + " 0" * 12 + " 2\nD" + " 0" * 12 + " 2\nH" + " 0" * 12 + " 2\nS 1 1 1" + " 0" * 10) == turn
    assert read(ROWS + "JK 1\nhand: 4S\njokers: 1\nace: low") == Turn(
        (((*turn.table[0], JOKER)),), (3,), Rules(2, "low", 1)
    )
    italian = read(
        "// piani\nP 1 1 1" + " 0" * 10 + "\n" + "0 " * 13 + "\n" + "0 " * 13 + "\n" + "0 " * 13, locale="it"
    )
    assert italian.table == ((0, 1, 2),)


@given(
    st.lists(st.integers(0, 3), min_size=52, max_size=52),
    st.integers(0, 2),
    st.sampled_from(["en", "it"]),
    st.lists(st.integers(0, 51), max_size=4, unique=True),
)
def test_projections_survive_writing(counts, jokers, locale, hand):
    cards = tuple(card for card, number in enumerate(counts) for _ in range(number)) + (JOKER,) * jokers
    turn = Turn((cards,) if cards else (), tuple(hand), Rules(4, "high", 2), locale)
    back = read(projection.write(turn))
    assert (back.table_counts, back.hand, back.rules, back.locale) == (turn.table_counts, turn.hand, turn.rules, locale)
    assert read(write(turn)) == turn


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (ROWS.replace("1 1 1 0", "1 1 1 0 0"), "line 1, column 1: .* is not a row of 13 numbers"),
        (ROWS.replace("1 1 1 0", "1 1 1 x"), "'1' is a rank without its suit"),
        (ROWS + "0 " * 13, "line 5, column 1: .* is a fifth row"),
        (ROWS[:60], "has 3 rows, not four|is not a row"),
        (ROWS.rsplit("\n", 2)[0], "has 3 rows, not four"),
        ("S " + ROWS + "S" + " 0" * 13, "is a fifth row"),
        (ROWS + "JK 1 1\njokers: 2", "line 5, column 1: 'JK 1 1' is not a row of 1 number"),
        (ROWS + "X 1", "does not begin with a suit"),
        (
            ROWS.replace("2", "99999999999"),
            "line 2, column 1: a number of copies is too large: it must be <= 400, it is 99999999999",
        ),
        (ROWS.replace("2", "3"), "KH occurs 3 times"),
    ],
)
def test_a_wrong_projection_is_refused_at_its_place(text, words):
    with pytest.raises((FormatError, InvalidInstance), match=words):
        read(text)


def test_presets_set_the_rules_of_the_table():
    assert read("3S 4S 5S", preset="peteg").rules == Rules(2, "high", 0)
    assert read("3S 4S 5S\npreset: casinohex\njokers: 2").rules == Rules(2, "wrap", 2)
    assert read("3S 4S 5S\npreset: casinohex", ace="low").rules == Rules(2, "low", 4)
    question = load_question(GAME, GAME.problem("arrange"), {"table": "3S", "preset": "published", "decks": 3}, {})
    assert question.rules == Rules(3, "low", 0)
    assert all(entry.source for entry in PRESETS.values())


# A question and the most cards of the hand that it might lay, with so many in the hand.
QUESTIONS = {
    "arrange": lambda hand: 0,
    "count": lambda hand: 0,
    "enumerate": lambda hand: 0,
    "lay": lambda hand: hand,
    "unlock": lambda hand: hand + 1,
    "unlock --pairs": lambda hand: hand + 2,
}
# The rules of presets that questions do not know, and whether each can bind, told apart from the program: by hand.
UNKNOWN = {
    "bga": "most_new: 13",
    "bga-jokers": "most_new: 13",
    "bga-wrap": "most_new: 13",
    "peteg": "opening: own-group",
    "giocodigitale": "opening: own-group",
    "tattoomuse": "joker: exact",
    "makiaveli": "crosses: 4",
}
RUNS = "3S 4S 5S | 9H 9D 9C"
LONG = "6S 7S 8S 9S TS JS QS 3H 4H 5H 6H 7H"  # twelve cards
TABLES = {  # a table and a hand that no rule binds in any question, then those that show one rule
    f"table: {RUNS}": (),
    f"table: {RUNS}\nhand: 6S": ("opening: own-group",),
    f"table: {RUNS}\nhand: {LONG}": ("opening: own-group", "most_new: 13"),
    f"table: {RUNS}\nhand: {LONG} 8H 9H": ("opening: own-group", "most_new: 13"),
    f"table: {RUNS} | KD\nhand: 6S": ("opening: own-group", "crosses: 4"),
    "table: 3S 4S 5S KD": ("crosses: 4",),
    "table: 3S 4S 5S JK=6S | 9H 9D 9C\njokers: 1": ("joker: exact",),
    f"table: {RUNS}\nhand: JK 6S\njokers: 1": ("opening: own-group",),
}


def binds(rule, question, text):
    hand = len(text.partition("hand: ")[2].partition("\n")[0].split())
    most = QUESTIONS[question](hand)
    if rule.startswith("most_new"):
        return most > 13
    if rule.startswith("opening"):
        return most > 0
    return rule in TABLES[text]


def answered(question, given, **keys):
    name, _, pairs = question.partition(" ")
    outcome = getattr(machiavelli, name)(given, **keys, **({"pairs": True} if pairs else {}))
    return outcome.status, outcome.answer and json.dumps(outcome.to_json()["answer"])


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("preset", PRESETS)
def test_each_rule_of_a_preset_is_honoured_refused_by_name_or_cannot_bind(preset, question):
    """Decks, ace and jokers are honoured: the answer is that of the same rules said one by one."""
    rule, rules = UNKNOWN.get(preset), PRESETS[preset].rules
    refused = 0
    for text in TABLES:
        if "JK" in text and not rules.jokers and preset != "makiaveli":
            continue
        stated = f"{text}\npreset: {preset}"
        if rule is not None and binds(rule, question, text):
            refused += 1
            with pytest.raises(InvalidInstance, match=f"^preset: '{preset}' has the rule {rule} ") as caught:
                answered(question, stated)
            assert f"which {question.partition(' ')[0]} does not support" in str(caught.value)
        else:
            jokers = 1 if "jokers" in text else rules.jokers
            plain = text.partition("\njokers")[0] + f"\ndecks: {rules.decks}\nace: {rules.ace}\njokers: {jokers}"
            assert answered(question, stated) == answered(question, plain), text
    assert (refused > 0) == (rule is not None and any(binds(rule, question, text) for text in TABLES))


BOUND = "3S 4S 5S JK=6S"


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_rule_is_refused_wherever_it_is_said(question, capsys, tmp_path, monkeypatch):
    words, name = question.split(), question.split()[0]
    line = (
        "passatempo: preset: 'tattoomuse' has the rule joker: exact (JK=6S of the table can be freed only by "
        "its card), "
    )
    line += f"which {name} does not support: pass jokers: 4 instead of the preset to answer without this rule\n"
    keys = {"table": BOUND, "hand": "QH KH", "preset": "tattoomuse"}
    for flags in (
        ["--table", BOUND, "--hand", "QH KH", "--preset", "tattoomuse"],
        [f"{BOUND}\nhand: QH KH\npreset: tattoomuse"],
        [json.dumps(keys)],
        [f"{BOUND}\nhand: QH KH", "--preset", "tattoomuse"],
    ):
        assert run(["machiavelli", *words, *flags]) == 2
        assert capsys.readouterr() == ("", line)
    batch = tmp_path / "lines.jsonl"
    batch.write_text(json.dumps(keys) + "\n")
    assert run(["machiavelli", *words, "--batch", str(batch)]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["kind"] == "unknown-rule"
    for instance in (keys, read(f"{BOUND}\npreset: tattoomuse")):
        with pytest.raises(InvalidInstance, match="joker: exact"):
            answered(question, instance)
    with pytest.raises(InvalidInstance, match="joker: exact"):
        answered(question, read(BOUND, jokers=4), preset="tattoomuse")
    asked = {"pastime": "machiavelli", "question": name, "body": json.dumps(keys).encode()}
    with pytest.raises(InvalidInstance, match="joker: exact"):
        worker.answer(asked, Limits(), silent)


@pytest.mark.parametrize(
    "words",
    [
        ["odds", "{}", "--cards", "2"],
        ["odds", "3S 4S 5S\npreset: tattoomuse", "--cards", "2", "--after", "3S 4S 5S JK=6S"],
        ["published", "{}"],
        ["export", "{}", "--model", "ilp", "--to", "lp"],
        ["export", "{}", "--model", "ilp-sets", "--to", "lp"],
        ["check", "{}", '{"question": "arrange", "answer": {"melds": [["3S", "4S", "5S", "JK=2S"]]}}'],
    ],
)
def test_other_commands_refuse_it_too(words, capsys, tmp_path):
    if words[0] in ("published", "export"):
        pytest.importorskip("ortools")
    instance, answer = tmp_path / "table.txt", tmp_path / "answer.json"
    instance.write_text(f"{BOUND}\npreset: tattoomuse\nace: low\n")
    answer.write_text(words[-1])
    assert (
        run(
            [
                "machiavelli",
                *(word.format(instance) if "{}" in word else word for word in words[:-1]),
                str(answer) if words[0] == "check" else words[-1].format(instance),
            ]
        )
        == 2
    )
    told = capsys.readouterr()
    assert "'tattoomuse' has the rule joker: exact" in told.err
    assert told.out == ""


def test_odds_refuse_what_binds_a_hand_of_so_many_cards(capsys):
    assert run(["machiavelli", "odds", f"{RUNS}\npreset: bga", "--cards", "13", "--samples", "10"]) == 0
    assert run(["machiavelli", "odds", f"{RUNS}\npreset: bga", "--cards", "14", "--samples", "10"]) == 2
    assert run(["machiavelli", "odds", f"{RUNS}\npreset: peteg", "--cards", "1", "--samples", "10"]) == 2
    assert "a player's first turn may play only melds of the hand" in capsys.readouterr().err


def test_the_preset_is_kept_in_every_format():
    turn = read(f"{BOUND}\npreset: tattoomuse\ndecks: 3")
    assert write(turn) == f"{BOUND}\npreset: tattoomuse\ndecks: 3\n"
    assert read(write(turn)) == read(show_turn(turn)) == turn
    assert instance_of(GAME, machiavelli.convert(turn, "json")) == turn
    assert read(projection.write(turn)).preset == "tattoomuse"
    other = instance_of(GAME, turn, {"preset": "casinohex"})
    assert (other.preset, other.rules) == ("casinohex", Rules(2, "wrap", 4))
    assert machiavelli.arrange(read("QS KS AS"), preset="peteg").status is Status.SOLVED
    assert machiavelli.arrange(read("AS 2S 3S"), preset="peteg").status is Status.IMPOSSIBLE


def test_the_rules_of_games_are_those_of_the_questions():
    for name, one in PRESETS.items():
        game = GAMES[name].rules
        assert game.table == one.rules
        assert (game.joker, game.opening, game.most_new, game.crosses) == one[2:]


DATA = Path(__file__).parents[1] / "data" / "machiavelli" / "preset_tables.jsonl"


def is_bound(instance):
    table, cards = instance["table"], len(instance["hand"].split())
    if instance["preset"] == "tattoomuse":
        return "JK" in table
    if instance["preset"] == "makiaveli":
        return any(len(group.split()) == 1 for group in table.split("|"))
    return instance["preset"].startswith("bga") and cards > 13


def test_tables_of_others_are_answered_by_their_rules_or_refused():
    """Answers by an integer program and a second method, of the cases of "The rules of the table"."""
    refused = 0
    for line in DATA.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if is_bound(case["instance"]):
            refused += 1
            with pytest.raises(InvalidInstance, match=r"^preset: "):
                machiavelli.lay(case["instance"], brief=True)
        else:
            outcome = machiavelli.lay(case["instance"], brief=True)
            assert (outcome.status.value, outcome.value) == (case["answer"]["status"], case["answer"]["value"]), case
    assert refused > 30


def test_an_unknown_preset_is_refused_with_the_list():
    with pytest.raises(FormatError, match=r"'petg' is not one of published, .*did you mean 'peteg'"):
        read("3S 4S 5S", preset="petg")


ODD_TURNS = [
    Turn(()),
    Turn((), (0,)),
    Turn(((0,),), ()),
    Turn(((JOKER,),), (JOKER,), Rules(1, "low", 2)),
    Turn(((0, 13, 26, 39), (0, 0, 0)), (51, 51), Rules(10, "wrap")),
    Turn(((9,) * 100,), (), Rules(100, "high", 100)),
    Turn(((JOKER,) * 100,), (), Rules(1, "both", 100)),
    Turn((tuple(range(52)) * 11,), (3, 4), Rules(12)),
    Turn(((9, 22, 35), (64 + 48, 49, 50)), (64 + 3, JOKER), Rules(3, "low", 3)),
    Turn(((38, 25), (12,)), (11, 10), Rules(2, "high")),
    Turn((), (), Rules(7, "wrap", 1)),
]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("turn", ODD_TURNS, ids=range(len(ODD_TURNS)))
def test_every_format_gives_back_what_it_was_made_of(turn, locale):
    """Text gives an equal turn; JSON an equal turn; the projection the same cards in one heap, jokers free again."""
    turn = replace(turn, locale=locale)
    assert read(write(turn)) == turn
    assert read(write(turn)).locale == locale
    assert TURN.load(convert(decode(encode(TURN.dump(turn))), TURN.keys)) == turn
    again = read(projection.write(turn))
    assert (again.table_counts, again.hand_counts) == (turn.table_counts, turn.hand_counts)
    assert (again.hand, again.rules, again.locale) == (turn.hand, turn.rules, locale)
    assert read(projection.write(again)) == again
    assert read(write(again)) == again


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_any_turn_survives_every_format(data):
    card = st.integers(0, 51) | st.just(JOKER) | st.integers(64, 115)
    table = data.draw(st.lists(st.lists(card, min_size=1, max_size=6).map(tuple), max_size=4).map(tuple))
    hand = data.draw(st.lists(card, max_size=6).map(tuple))
    test_every_format_gives_back_what_it_was_made_of(
        Turn(table, hand, Rules(40, data.draw(st.sampled_from(ACES)), 40)), data.draw(st.sampled_from(LOCALES))
    )


@pytest.mark.parametrize("spelled", ["3S\0 4S 5S", "\0", "3\0S", "3S\0\ufe0f", "JK=\0003S", "3S,\0,4S", "\ufe0f\0"])
def test_a_zero_byte_is_no_blank(spelled):
    for ask in (lambda: read(spelled), lambda: load_turn(TurnJson(table=spelled)), lambda: read("3S", hand=spelled)):
        with pytest.raises(FormatError):
            ask()
    with pytest.raises(FormatError):
        load_turn(TurnJson(table=[spelled]))


@pytest.mark.parametrize("digits", [11, 4_301, 5_981])
def test_numbers_of_thousands_of_digits_are_refused(digits):
    """Python itself refuses to read them, with an error that is none of ours."""
    long = "1" * digits
    rows = [" ".join(["1"] * 12 + [long]), *[" ".join("0" * 13)] * 3]
    for text in ("\n".join(rows), f"3S 4S 5S\ndecks: {long}", f"3S 4S 5S\njokers: {long}"):
        with pytest.raises(FormatError):
            read(text)
    with pytest.raises(FormatError):
        COUNT.load(CountJson("x" + long))
    assert COUNT.dump(COUNT.load(CountJson(long))).arrangements == long


@pytest.mark.parametrize("chance", ["1/0", "1e999999999", "-1/3", "1/2/3", "", "1/", "nan", "٣/4", "1" * 30])
def test_a_chance_is_a_short_fraction(chance):
    with pytest.raises(FormatError, match="probability"):
        UNLOCKING.load(UnlockingJson({}, 0, 0, chance, closes_now=False))
