"""The texts of Machiavelli: what the Python readers make of them is what the app's reader must make of them.

`tests/data/texts/machiavelli.json` is written here, by `python -m app.test_machiavelli_texts` in the folder `tests`;
the app's JavaScript reads the same file in `machiavelli_text.test.mjs`.
"""

import json
from itertools import pairwise
from pathlib import Path

from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.core.random import Random
from passatempo.machiavelli.model import ACES, JOKER, WILD, Rules, Turn
from passatempo.machiavelli.text import read, write

DATA = Path(__file__).parents[1] / "data" / "texts" / "machiavelli.json"
LOCALES = ("en", "it", "es")
BY_HAND = [
    "7H 8H 9H | TD JD QD\nhand: AS 3S",
    "7h8h9h|10djdqd",
    "7H 8H 9H\n\nTD JD QD | 5H 5D 5C\n \n\nhand: AS",
    "\n7H 8H 9H\n// no blank line\nTH\n\njokers: 1\n\n9H 9D ZZ",
    "\n\ntable: 7H 8H 9H\n\nhand: AS",
    "7♥8♥️9♥, ♣A;♣2 ♣3",
    "🂡🂢🂣 | 🃎 🂾\nhand: 🂱",
    "7C 8C 9C | 10Q FQ DQ\nmano: AC",
    "7C 8C 9C | 10Q FQ DQ\nhand: AC RF",
    "7C 8C 9C | 10D JD QD\nhand: KT TT",
    "hand: AS",
    "table: AS 2S 3S\nhand: 4S\ndecks: 1\nace: low\njokers: 2",
    "table: AS 2S 3S\n4S",
    "// a table\nAS 2S 3S // 4S",
    "AS 2S 3S\r\nhand: 4S\r\n\r\nace: wrap\r\n",
    "AS 2S 3S\rhand: 4S",
    "AS JK 3S\njokers: 1",
    "AS JK=2S *=3S JK=♠4\njokers: 4\nhand: *",
    "AS 🃏 3S\njokers: 1",
    "\ufeffAS 2S 3S",
    "locale: it\n7C FC",
    "locale: fr\n7C",
    "  hand :  AS  2S  \nACE: both",
    "AS 2S\nhand: 3S\nhand: 4S",
    "",
    " \n ",
    "AS\0 2S",
    "AS 2S 3Z",
    "AS 11S 3S",
    "AS S 3S",
    "AS 10 3S",
    "AS Q",
    "AS ♠",
    "AS ♠Z",
    "AS 7cuori",
    "AS 7",
    "QJ",
    "7H 8Hx",
    "xyz",
    "FC DC RC",
    "AS 2S 3S\nmano: 4S",
    "AS 2S 3S\ntavolo: 4S",
    "AS 2S 3S\ncolour: red",
    "AS colour: red",
    "AS AS AS",
    "AS 2S | AS\ndecks: 1",
    "AS JK",
    "AS JK JK\njokers: 1",
    "AS\ndecks: 0",
    "AS\ndecks: two",
    "AS\ndecks: 99999999999",
    "AS\njokers: 101",
    "AS\njokers: -1",
    "AS\nace: sideways",
    "AS\nace:",
    "ß",
    "AS 🂬",
    "🃏🃏 AS x🂡",
    "|||",
    "| AS 2S 3S ||",
    "5H\t6H\u00a07H",
]


def random_texts():
    """Make texts of random turns in every locale, whole and damaged."""
    for seed in range(120):
        random = Random(seed, "app", "texts")
        rules = Rules(random.in_range(1, 4), random.choice(ACES[:4]), random.choice([0, 0, 2, 5]))
        cards = random.shuffle_copy([*range(JOKER)] * rules.decks + [JOKER] * rules.jokers)
        cards = [WILD + random.below(JOKER) if card == JOKER and random.below(2) else card for card in cards]
        ends = sorted(random.in_range(0, 40) for _ in range(6))
        table = [tuple(cards[a:b]) for a, b in pairwise(ends) if a < b]
        hand = tuple(sorted(min(card, JOKER) for card in cards[50 : 50 + random.below(13)]))
        locale = LOCALES[seed % 3]
        text = write(Turn(tuple(table), hand, rules, locale))
        yield text, locale
        mangled = list(text)
        for _ in range(random.in_range(1, 3)):
            mangled[random.below(len(mangled))] = random.choice("AKZ79 |:\n♥CQ*x,10")
        yield "".join(mangled), locale


def told(text, locale):
    """Say what the reader makes of a text: what lies where, or the fault with its place."""
    try:
        turn = read(text, locale=locale) if "locale:" not in text else read(text)
    except FormatError as error:
        return {"kind": error.kind, "line": error.line, "column": error.column}
    except InvalidInstance as error:
        return {"kind": error.kind, "line": 0, "column": 0}
    rules = turn.rules
    return {
        "groups": [list(group) for group in turn.table],
        "hand": sorted(turn.hand),
        "decks": rules.decks,
        "jokers": rules.jokers,
        "ace": ACES.index(rules.ace),
        "written": write(Turn(turn.table, tuple(sorted(turn.hand)), rules, turn.locale)),
    }


def cases():
    texts = [(text, locale) for text in BY_HAND for locale in LOCALES]
    for text, locale in [*texts, *random_texts()]:
        yield {"text": text, "locale": locale, "told": told(text, locale)}


def made():
    lines = ",\n".join([json.dumps(case, ensure_ascii=True) for case in cases()])
    return f"[\n{lines}\n]\n"


def test_the_file_is_what_the_readers_say():
    assert DATA.read_text(encoding="utf-8") == made()
    kinds = {case["told"].get("kind", "read") for case in cases()}
    assert len(kinds) > 15, kinds


if __name__ == "__main__":
    DATA.parent.mkdir(exist_ok=True)
    DATA.write_text(made(), encoding="utf-8")
