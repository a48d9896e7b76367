"""The head of each page, and the pictures that it names.

Tests: web/build/head.py, web/build/pictures.py, web/build/drawings.py, web/build/lettering.py, web/build/files.py
"""

import json
import re
import struct
from html import unescape
from itertools import pairwise, product
from pathlib import Path

import pytest

from passatempo.core.messages import LOCALES
from passatempo.web.build import drawings, files, pages, pictures

WEB = Path(__file__).parents[2] / "src" / "passatempo" / "web"
APP, WORDS = WEB / "app", WEB / "build" / "words"
NAMES = pages.page_names(WORDS)
HEADS = {
    (language, name): html.partition("<head>")[2].partition("</head>")[0]
    for made in [dict(pages.page_files(WORDS))]
    for language, name in product(LOCALES, NAMES)
    for html in [made[f"{pages.page_address(name, language)}index.html"]]
}


@pytest.mark.parametrize(("language", "name"), HEADS)
def test_a_head_has_all_parts(language, name):
    """Each page describes itself in its language, and names its picture by a relative address."""
    head = HEADS[language, name]
    meta = dict(re.findall(r'<meta (?:name|property)="([\w:-]+)" content="([^"]*)">', head))
    said = pages.page_words(WORDS, language, name)
    assert unescape(meta["description"]) == said[f"{name}.description"] == unescape(meta["og:description"])
    assert 50 <= len(said[f"{name}.description"]) <= 160
    assert unescape(meta["og:title"]) == said[f"{name}.title"]
    assert meta["og:type"] == "website"
    assert meta["twitter:card"] == "summary_large_image"
    assert meta["viewport"].endswith("viewport-fit=cover")
    root = "../" * pages.page_address(name, language).count("/")
    assert meta["og:image"] == f"{root}share-{name}.png"
    assert f'<link rel="apple-touch-icon" href="{root}touch-180.png">' in head
    for scheme, colour in (("light", "#f4f1ea"), ("dark", "#15181b")):
        assert f'<meta name="theme-color" content="{colour}" media="(prefers-color-scheme: {scheme})">' in head


def test_descriptions_differ():
    """No two pages of a language have the same description."""
    said = {re.search(r'"description" content="([^"]*)"', head)[1] for head in HEADS.values()}
    assert len(said) == len(LOCALES) * len(NAMES)


def test_a_known_address_makes_that_of_the_picture_complete():
    made = dict(pages.page_files(WORDS, "https://example.org/games/"))
    assert '"og:image" content="https://example.org/games/share-mnk.png"' in made["it/mnk/index.html"]


def test_pictures_are_beside_the_list_and_on_the_site(tmp_path):
    """Each picture has its size; no browser stores it, and each host has it."""
    if not (APP / files.LIST).exists():
        pytest.skip("the browser app is not made: make app")
    sizes = {"touch-180.png": (180, 180)} | {f"share-{name}.png": (1200, 630) for name in NAMES}
    assert {path.name for path in files.preview_files(APP)} == sizes.keys()
    listed = {one["name"] for one in json.loads((APP / files.LIST).read_text(encoding="utf-8"))["files"]}
    assert "icon-512.png" in listed
    assert not listed & sizes.keys()
    files.build_site(APP, tmp_path / "site")
    for name, size in sizes.items():
        content = (tmp_path / "site" / name).read_bytes()
        assert content[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", content[16:24]) == size


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_needs_no_font(name):
    assert "<text" not in pictures.draw_page(name)


def test_drawings_follow_the_rules():
    """Numbers count flags and covered squares, each jump is as long as its number, and the bars are two mountains."""
    field = {(row, column): sign for row, signs in enumerate(drawings.FIELD) for column, sign in enumerate(signs)}
    for (row, column), sign in field.items():
        near = [field.get((row + i, column + j), "") for i, j in product((-1, 0, 1), repeat=2)]
        if sign in drawings.NUMBERS:
            assert near.count("F") <= int(sign) <= near.count("F") + near.count("#")
        assert sign != "." or not {"F", "#"} & set(near)
    for (row, column), (next_row, next_column) in pairwise(drawings.PATH):
        number = int(drawings.TILES[row][column])
        assert {abs(next_row - row), abs(next_column - column)} <= {0, number}
        assert int(drawings.TILES[next_row][next_column]) >= number
    rising = "".join("/" if after > before else "\\" for before, after in pairwise(drawings.HEIGHTS))
    assert re.fullmatch(r"/+\\+/+\\+", rising)
    assert sum(row.count("B") - row.count("W") for row in drawings.STONES) == 1
    assert any("BBBBB" in row for row in drawings.STONES)
