"""Damaged proof files: the ten proofs that are damaged, the ways to damage them, and the truth of what they claim."""

import json
from functools import cache

from passatempo.core.errors import PassatempoError
from passatempo.core.json import convert, decode
from passatempo.core.limits import Deadline, Limits
from passatempo.core.pastime import Question
from passatempo.mnk import Position, ValueAsk, reference
from passatempo.mnk.certificates.checker import check_claim
from passatempo.mnk.certificates.file import read_claims
from passatempo.mnk.certificates.kernel_checker import check_with_kernel
from passatempo.mnk.json import POSITION
from passatempo.mnk.proof import methods as proof
from passatempo.mnk.rules import OPTIONS
from passatempo.mnk.text import position_of

# Boards and options; together their proofs hold every kind of node (a test counts them), and all can be searched fully.
TEN = (
    (3, ("...", "...", "..."), {}),  # a draw: E, M, H, W, symmetries, threats; and the claim that needs no nodes
    (3, (".X.", "O.X", "..O"), {}),  # L
    (3, ("...", "...", "...", "..."), {}),  # X wins
    (3, ("....", "..OX", "...."), {}),  # X to move loses
    (3, ("...", "...", "..."), {"torus": True}),  # X wins
    (3, ("..", "..", "..", ".."), {"torus": True}),  # a draw by T, H, M
    (4, (".XX.", "XO..", "O.O.", "...."), {"torus": True}),  # a draw, O to move
    (3, ("...", ".X.", "..."), {"maker_breaker": True}),  # O to move loses
    (3, (".....", "....."), {"maker_breaker": True}),  # S
    (9, (".....X....",), {}),  # pairs for both sides
)
MOST_EMPTY = 12  # of a board that the oracle searches: a second or a few


def written(number, folder):
    """Write one of the ten proofs and return its text."""
    k, rows, options = TEN[number]
    file = folder / f"proof-{number}.txt"
    position = position_of(k=k, board=rows, **options)
    assert proof.value(Question(position, ValueAsk()), Limits(proof=file)).proof == file
    return unsealed(file.read_text(encoding="utf-8"))


def unsealed(text):
    """Return the same proof in the form without a seal, whose changes the nodes themselves must betray."""
    head, *lines, last = text.rstrip("\n").split("\n")
    assert (head, last[:5]) == ("passatempo mnk proof 2", "seal ")
    return "\n".join(["passatempo mnk proof 1", *lines]) + "\n"


def accepted(text):
    """Return the position and the claims of a proof that the checker takes; None of any other.

    The swift checker must take the same: it asks the kernel, and the plain one where that does not say yes.
    """
    try:
        instance, claims = read_claims(text)
        position = POSITION.load(convert(decode(instance), POSITION.keys))
    except PassatempoError:
        return None
    plain = [check_claim(position, claim) for claim in claims]
    assert [check_with_kernel(position, claim) for claim in claims] == plain
    return (position, claims) if claims and not any(plain) else None


@cache
def winner(rules, cells):
    """Return who wins with best play, by the full search; None for a draw."""
    position = Position(rules, cells)
    if position.result:
        return None if position.result == "draw" else position.result
    mirrored = bytes(reversed(cells))
    if not rules.gravity and mirrored < cells:  # rows and columns reversed: the same game
        return winner(rules, mirrored)
    scores = reference.score_moves(position, Deadline(Limits()))
    best = max(scores.values())
    mover, other = ("X", "O") if position.to_move == 1 else ("O", "X")
    return mover if best > 0 else other if best < 0 else None


def false_claims(position, claims):
    """Return the claims that are not true."""
    assert position.empty <= MOST_EMPTY, "a mutant that the oracle cannot judge"
    first = winner(position.rules, position.cells)
    return [claim.text for claim in claims if (first == claim.side) != claim.wins]


def rows_of(instance):
    return instance.get("board") or []


def key_mutants(text):
    """Yield the text with every key of line 2 changed in every way that is listed, and with keys added and left out."""
    head, line, *rest = text.split("\n")
    instance = json.loads(line)
    values = {
        **{size: [0, -1, 1, 2, 3, 4, 5, 6, 10, 2**18, 2**18 + 1, 10**20, 2.5, "3", None, True] for size in "mnk"},
        **{option: [True, False, 1, 0, "true", None, []] for option in OPTIONS},
        "to_move": ["X", "O", "x", "", None, 1],
        "moves": [None, [], [[1, 1]], [[1, 1], [1, 2]], [[9, 9]], "b2"],
        "board": [
            None,
            [],
            ["..."] * 3,
            ["...."] * 3,
            rows_of(instance)[:-1],
            rows_of(instance)[::-1],
            [row[::-1] for row in rows_of(instance)],
            [row.replace("X", "?").replace("O", "X").replace("?", "O") for row in rows_of(instance)],
            [row.replace("X", ".") for row in rows_of(instance)],
            [row + "." for row in rows_of(instance)],
            [*rows_of(instance), "." * len(rows_of(instance)[0])],
        ],
        **{key: [True, False, None] for key in ("diagonal", "Misere", "schema", "winner")},
    }
    texts = []
    for key, others in values.items():
        for other in others:
            texts.append(json.dumps({**instance, key: other}))
            # The same without the board: then the sizes are free.
            free = {name: value for name, value in instance.items() if name not in ("board", "to_move")}
            texts.append(json.dumps({**free, key: other}))
        texts.append(json.dumps({name: value for name, value in instance.items() if name != key}))
        doubled = json.dumps({key: others[0]})[1:-1]
        texts += [f"{{{doubled},{line[1:]}", f"{line[:-1]},{doubled}}}"]
    texts += [json.dumps({**instance, one: True, other: True}) for one in OPTIONS for other in OPTIONS if one < other]
    texts += ["", "{}", "[]", "null", line[:-1], line + line, f"[{line}]"]
    for changed in texts:
        yield "\n".join([head, changed, *rest])


def claim_mutants(text):
    """Yield the text with every claim turned round, left out, doubled, exchanged, and with each claim added."""
    lines = text.rstrip("\n").split("\n")
    places = [at for at, line in enumerate(lines) if line.startswith("claim")]
    all_claims = [f"claim {side} {sense}" for side in "XO" for sense in ("wins", "cannot win")]
    others = [
        "claim",
        "claim X",
        "claim x wins",
        "claim X wins now",
        "claim . wins",
        "claim X  wins",
        " claim X wins",
        "",
    ]
    for at in places:
        for claim in [*all_claims, *others]:
            yield "\n".join([*lines[:at], claim, *lines[at + 1 :]]) + "\n"
        yield "\n".join([*lines[:at], *lines[at + 1 :]]) + "\n"
        yield "\n".join([*lines[: at + 1], *lines[at:]]) + "\n"
    for claim in all_claims:
        yield "\n".join([*lines, claim]) + "\n"  # without nodes
        yield "\n".join([*lines[:2], claim, *lines[2:]]) + "\n"
        yield "\n".join([*lines[:2], claim]) + "\n"
        for node in ("E 0", "E f", "W 0", "S", "T 0", "M 0", "- !0", "1", "5", "L 5 10", "H 5 0"):
            yield "\n".join([*lines[:2], claim, node]) + "\n"


def line_mutants(text):
    """Yield the text with every line left out, doubled, emptied, cut, exchanged with the next, and cut off there."""
    lines = text.rstrip("\n").split("\n")
    for at, line in enumerate(lines):
        before, after = lines[:at], lines[at + 1 :]
        for changed in ([], [line, line], [""], [line[:-1]], [line + " 1"], [line[1:]], [f" {line}"], [line, "end"]):
            yield "\n".join([*before, *changed, *after]) + "\n"
        yield "\n".join([*before, *after[:1], line, *after[1:]]) + "\n"
        yield "\n".join(before) + "\n"


SIGNS = '0123456789abcdefXO.:!/-{}[]",ETSWLHM \n'


def random_mutant(text, rng):
    """Change a text in one to three places: characters, words, lines, keys, the numbers in them."""
    for _ in range(1 + rng.below(3) if rng.below(4) == 0 else 1):
        text = (_any_character, _any_word, _any_word, _any_word, _any_set, _any_line, _any_key)[rng.below(7)](text, rng)
    return text


def _any_character(text, rng):
    at = rng.below(max(1, len(text)))
    size = rng.below(3)
    return text[:at] + "".join(rng.choice(SIGNS) for _ in range(rng.below(3))) + text[at + size :]


def _split(text, rng):
    """Choose a line, mostly a node, and split it into words."""
    lines = text.split("\n")
    nodes = [at for at, line in enumerate(lines) if at > 1 and line and not line.startswith("claim")]
    at = rng.choice(nodes) if nodes and rng.below(8) else rng.below(len(lines))
    return lines, at, lines[at].split(" ")


def _any_word(text, rng):
    lines, at, words = _split(text, rng)
    other = rng.choice(lines).split(" ")
    place = rng.below(len(words))
    number = str(rng.below(16))
    changes = [[], [rng.choice(other)], [words[place]] * 2, [number], [f"{words[place]}/{rng.below(9)}"]]
    changes += [[f"{words[place].partition(':')[0]}:{number}"], [f"{number}:{words[place].partition(':')[2]}"]]
    changes += [[rng.choice(["E", "T", "S", "W", "L", "H", "M", "-"])], [f"!{rng.below(4096):x}"]]
    words[place : place + 1] = rng.choice(changes)
    lines[at] = " ".join(words)
    return "\n".join(lines)


def _any_set(text, rng):
    """Make a set of cells or a number smaller or greater by one element or one."""
    lines, at, words = _split(text, rng)
    place = rng.below(len(words))
    bare = words[place].lstrip("!")
    try:
        changed = f"{int(bare, 16) ^ 1 << rng.below(12):x}" if rng.below(2) else str(int(bare) + rng.choice([-1, 1]))
    except ValueError:
        return text
    words[place] = words[place][: len(words[place]) - len(bare)] + changed
    lines[at] = " ".join(words)
    return "\n".join(lines)


def _any_line(text, rng):
    lines = text.split("\n")
    at, other = rng.below(len(lines)), rng.below(len(lines))
    if rng.below(3) == 0:
        lines[at], lines[other] = lines[other], lines[at]
    elif rng.below(2):
        del lines[at]
    else:
        lines.insert(at, lines[other])
    return "\n".join(lines)


def _any_key(text, rng):
    """Change the position: a mark, a size, a rule, whose turn it is."""
    lines = text.split("\n")
    try:
        instance = json.loads(lines[1])
        rows = list(map(list, instance["board"]))
    except (ValueError, TypeError, KeyError, IndexError):
        return text
    kind = rng.below(5)
    if kind == 0 and rows and rows[0]:
        row = rng.choice(rows)
        row[rng.below(len(row))] = rng.choice(".XO")
    elif kind == 1 and rows and rows[0]:
        one, other = (divmod(rng.below(len(rows) * len(rows[0])), len(rows[0])) for _ in "12")
        if max(one[1], other[1]) < min(map(len, rows)):
            rows[one[0]][one[1]], rows[other[0]][other[1]] = rows[other[0]][other[1]], rows[one[0]][one[1]]
    elif kind == 2:
        instance[rng.choice("mnk")] = 1 + rng.below(5)
    elif kind == 3:
        option = rng.choice(OPTIONS)
        instance[option] = not instance.get(option)
    else:
        rows = list(map(list, zip(*rows, strict=False)))
        instance["m"], instance["n"] = instance.get("n"), instance.get("m")
    if kind < 2:
        instance["to_move"] = None
    instance["board"] = ["".join(row) for row in rows]
    instance["moves"] = None
    lines[1] = json.dumps(instance)
    return "\n".join(lines)
