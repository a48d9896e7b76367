"""What `make app` generates: interfaces are read and refused, and every side is written from the same fields.

Tests: web/build/modules.py, web/build/cpp.py, web/build/typescript.py, web/build/pages.py, web/build/wasm.py,
    web/build/builder.py
"""

import re
from dataclasses import replace
from html import escape
from itertools import product
from pathlib import Path

import pytest

from passatempo.core.interface import FieldType
from passatempo.core.messages import LOCALES, translate
from passatempo.core.registry import BUILT_IN, pastime
from passatempo.web.build import cpp, pages, typescript, wasm
from passatempo.web.build.builder import write_interface
from passatempo.web.build.modules import Module, find_modules
from passatempo.web.build.wasm import BuildPlace, is_stale

PACKAGE = Path(__file__).parents[2] / "src" / "passatempo"
MODULES = list(find_modules(PACKAGE))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("u8", FieldType("u8")),
        ("i64 -1..10000", FieldType("i64", lower_bound=-1, upper_bound=10000)),
        ("u32[]", FieldType("u32", is_list=True)),
        ("u8[] 0..1 x 1..100", FieldType("u8", True, 0, 1, 1, 100)),
        ("Step[]", FieldType("Step", is_list=True)),
    ],
)
def test_types(text, kind):
    assert FieldType.parse(text) == kind


@pytest.mark.parametrize("text", ["", "u8 1..", "u8 x 1..2", "u8[][]", "u8 2.5..3"])
def test_what_is_no_type(text):
    with pytest.raises(ValueError, match="is not a type"):
        FieldType.parse(text)


def test_a_record_that_is_not_there(tmp_path):
    (tmp_path / "interface.toml").write_text(
        'module = "m"\nnamespace = "n"\nsources = []\nwithout = []\nrecords = {}\n'
        '[questions.ask]\nabout = "?"\nrequest = { board = "Bord" }\nreply = {}\n',
        encoding="utf-8",
    )
    with pytest.raises(ValueError, match=r"AskRequest\.board: there is no record Bord"):
        Module.read(tmp_path / "interface.toml")


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_every_side_has_every_field(module):
    """The C++ and the TypeScript name each question, record and field, in the order of the file."""
    script, header, source = typescript.module_script(module), cpp.header_text(module), cpp.source_text(module)
    interface = module.interface
    for place, one in enumerate(interface.questions.values()):
        assert f"export const {one.question_name} = " in script
        assert f"question: {place}, " in script
        request, reply = one.request_type.record_name, one.reply_type.record_name
        assert f"{reply} {one.question_name}(const {request}& request, Budget& budget);" in header
        assert f'{{"{one.question_name}", [](Reader& in' in source
    for record in interface.every_record:
        names = [name for name, _ in record.typed_fields]
        struct = re.search(rf"struct {record.record_name} {{(.*?)\n}};", header, re.DOTALL)[1]
        assert re.findall(r" (\w+){};?", struct) == names
        constant = f"{record.record_name[0].lower()}{record.record_name[1:]}Fields"
        data = re.search(rf"^export const {constant}: Field\[\] = \[(.*?)^\];", script, re.DOTALL | re.MULTILINE)[1]
        assert re.findall(r'name: "(\w+)"', data) == names


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_sources(module):
    """A module has the kernel's files, those that answer its own questions, and nothing that Python binds."""
    answering = {path for path in module.source_files if (f"{module.namespace} {{" in path.read_text(encoding="utf-8"))}
    assert answering
    assert all(answering.isdisjoint(other.source_files) for other in MODULES if other is not module)
    assert len(set(module.source_files)) == len(module.source_files)
    for path in module.source_files:
        assert "nanobind" not in path.read_text(encoding="utf-8"), path


def test_a_changed_file_makes_a_module_stale(tmp_path):
    """What is generated is written once; a module is stale without a stamp, and with one of other sources."""
    module = MODULES[0]
    place = BuildPlace(PACKAGE, tmp_path / "build")
    elsewhere = replace(module, name="elsewhere")
    assert write_interface(elsewhere, BuildPlace(tmp_path, tmp_path / "build"))
    assert not write_interface(elsewhere, BuildPlace(tmp_path, tmp_path / "build"))
    assert is_stale(module, place)
    (tmp_path / "build" / module.name).mkdir()
    (tmp_path / "build" / module.name / "stamp").write_text("another hash")
    assert is_stale(module, place)
    made_of = wasm._module_digest(module, place)
    assert made_of == wasm._module_digest(module, place)
    assert made_of != wasm._module_digest(
        replace(module, interface=MODULES[1].interface), place
    )  # what is generated counts


@pytest.mark.parametrize(("language", "name"), [*product(LOCALES, BUILT_IN)])
def test_the_dialog_of_rules_begins_with_those_of_the_record(language, name):
    page = dict(pages.page_files(PACKAGE / "web" / "build" / "words"))[
        f"{pages.page_address(name, language)}index.html"
    ]
    first = page.partition('id="rules-title">')[2].partition("<p>")[2].partition("</p>")[0]
    assert first == escape(translate(pastime(name).rules, language))
    assert f"<h1>{escape(translate(pastime(name).label, language))}</h1>" in page


def test_pages_say_their_words():
    """A page for each language: its words are in place, nothing runs in it, and it asks no other host."""
    folder, app = PACKAGE / "web" / "build" / "words", PACKAGE / "web" / "app"
    made = dict(pages.page_files(folder))
    for language, name in product(LOCALES, pages.page_names(folder)):
        at = pages.page_address(name, language)
        page = made[f"{at}index.html"]
        assert f'<html lang="{language}" data-game="{name}">' in page
        assert "{{" not in page
        assert not re.search(r"<script(?![^>]*\bsrc=)|\bon\w+=|style=|https?:", page)
        for target in re.findall(r'(?:src|href)="([^"]+\.(?:js|css|svg))"', page):
            resolved = (app / at / target).resolve()
            if resolved.parent.name == "joined":  # made of the page's own script and what that imports
                resolved = app / "games" / resolved.stem / "page.ts"
            assert resolved.is_file() or resolved.relative_to(app).as_posix() in made, target
