"""Pages lead to the code: tables of files and tests, formulas, words, and every file and name that a text mentions."""

import ast
import importlib
import re
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from passatempo.core.methods import Method
from passatempo.core.pastime import Kind, Pastime, Problem, Study
from passatempo.core.registry import BUILT_IN

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "passatempo"
DOCS = ROOT / "docs"
# Pages that tell of the program's parts end in a table of where it stands; of the project, one does.
PAGES = sorted([*(DOCS / "pastimes").glob("*.md"), *(DOCS / "parts").glob("*.md"), DOCS / "project" / "promises.md"])
TEXTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "benchmarks" / "README.md", *sorted(DOCS.rglob("*.md"))]
CODE = sorted(
    path
    for folder in ("src", "tests", "benchmarks", "contrib")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".pyi", ".cpp", ".hpp", ".java", ".lp", ".mzn"}
)
FOLDERS = ("src", "tests", "docs", "benchmarks", "contrib", ".ci", ".githooks", ".github")
TRACKED = {path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*")}
TRACKED |= {path.name for path in ROOT.iterdir()}
ENDS = {
    end for path in TRACKED for end in [path, *("/".join(path.split("/")[i:]) for i in range(1, path.count("/") + 1))]
}
# What looks like a file of ours and is one of a user's or of another project: names in capitals, and these.
FOREIGN = {
    "files.json",  # made by `make app`
    *("commands.md", "commands/machiavelli.md", "licences.md", "project/licences.md"),  # and by `make docs`
    "sheet.json",
    "later.txt",
    "proof.txt",
    "table.txt",
    "results.md",
    "schema1.pl",
    "schema1.asp",
    "board.lp",
    "a.txt",
}
KNOWN = ENDS | FOREIGN
FILE = re.compile(
    r"(?<![\w./~-])((?:[\w.-]+/)*[\w-]+\.(?:py|pyi|cpp|hpp|lp|ecl|mzn|pl|toml|json|js|md|sh|txt|java|yaml))\b(?!-|\.\w)"
)
PLACE = re.compile(r"(?<![\w./-])((?:src|tests|docs|benchmarks|contrib|kernel)/[\w/.-]*\w)")
DOTTED = re.compile(r"(?<![\w/.-])passatempo(?:\.\w+)+")
IMAGINED = {"test_modules.py"}  # explains itself by files that there are not
PLACEHOLDER = re.compile(r"(?:^|[/_])(?:X|NAME)(?:[/.]|$)")
GROUPS = {"passatempo.pastimes"}  # the entry points of plug-ins
FEWEST_ROWS, MOST_ROWS = 8, 14


def rows(text, columns):
    """Yield the cells of all rows of Markdown tables with so many columns, without their headers."""
    lines = text.splitlines()
    rules = [bool(re.fullmatch(r"[|-]+", line)) for line in lines]
    for line, rule, before_rule in zip(lines, rules, [*rules[1:], False], strict=True):
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == columns and not rule and not before_rule:
            yield cells


def paths(cell):
    """Return what stands in backticks and is a path."""
    return [word for word in re.findall(r"`([^`]+)`", cell) if "/" in word]


def modules_of(test):
    """Return the modules, as paths, that a test imports or names in its docstring."""
    tree = ast.parse(test.read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    found = {name.removeprefix("passatempo.").replace(".", "/") + ".py" for name in found}
    listed = re.search(r"Tests: (.+)\Z", ast.get_docstring(tree) or "", re.DOTALL)
    words = re.split(r",\s*", listed[1].strip()) if listed else []
    room = test.relative_to(ROOT / "tests").parts[0]
    return found | set(words) | {f"{room}/{word}" for word in words}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_ends_in_a_table_of_files_and_tests(page):
    text = page.read_text(encoding="utf-8")
    title, _, section = text.rpartition("\n## ")
    assert section.startswith("Where it stands\n"), title[:20]
    assert text.splitlines()[-1].startswith("| ")
    table = list(rows(section, 3))
    assert FEWEST_ROWS <= len(table) <= MOST_ROWS
    for what, files, tests in table:
        assert what
        assert paths(files + tests), what
        for path in paths(files + tests):
            assert (ROOT / path).exists(), path
        for path in paths(tests):
            assert path.startswith("tests/"), path


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "promises.md"], ids=lambda page: page.name)
def test_a_file_of_a_table_is_met_by_a_test_of_its_row(page):
    """Python alone: a kernel is met through the module that calls it."""
    section = page.read_text(encoding="utf-8").rpartition("\n## ")[2]
    for what, files, tests in rows(section, 3):
        assert paths(files), what
        assert paths(tests), what
        met = set().union(*(modules_of(ROOT / test) for test in paths(tests)))
        names = {Path(test).stem.removeprefix("test_") for test in paths(tests)}
        for path in paths(files):
            if path.endswith(".py"):
                assert path.removeprefix("src/passatempo/") in met or Path(path).stem in names, f"{what}: {path}"


def test_the_published_formulas_lead_to_their_functions():
    page = DOCS / "texts" / "cards.md"
    source = ROOT / "src/passatempo/cards/encodings/published.py"
    explained = {
        node.name: ast.get_docstring(node) or ""
        for node in ast.parse(source.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    numbered = {}
    for number, family, formula, function in rows(page.read_text(encoding="utf-8"), 4):
        if link := re.fullmatch(r"\[`(\w+)`\]\((.+)\)", function):
            assert (page.parent / link[2]).resolve() == source
            assert link[1] in explained
            assert formula
            numbered[number] = link[1]
            if family and family != "ends":
                assert f'"{family}"' in source.read_text(encoding="utf-8") or family.startswith("ord_")
    assert [name for name in numbered if name.strip("()").isdecimal()] == [f"({i})" for i in range(1, 13)]
    for i in range(2, 13):
        said = explained[numbered[f"({i})"]]
        spans = [range(int(a), int(b) + 1) for a, b in re.findall(r"\((\d+)\)-\((\d+)\)", said)]
        assert f"({i})" in said or any(i in span for span in spans), i


def test_recipes_name_the_fields_of_the_records():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    kinds = {"Pastime": Pastime, "Problem": Problem, "Method": Method, "Kind": Kind, "Study": Study}
    shown = {kind: set() for kind in kinds}
    for block in re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        for node in ast.walk(ast.parse(block)):
            if isinstance(node, ast.Call):
                shown[node.func.id] |= {keyword.arg for keyword in node.keywords}
    for kind, names in shown.items():
        assert names <= {field.name for field in fields(kinds[kind])}, kind
    assert shown["Problem"] >= {field.name for field in fields(Problem)} - {"key", "pastime"}
    assert shown["Method"] == {field.name for field in fields(Method)}


def test_the_recipe_of_a_pastime_says_of_every_field_whether_it_may_be_missing():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = [row for row in rows(text, 3) if row[2].split(":")[0] in ("yes", "no")]
    said = {name: row[2] == "no" for row in table for name in re.findall(r"`(\w+)`", row[0])}
    assert said == {field.name: field.default is field.default_factory is MISSING for field in fields(Pastime)}
    of_problems = next(row[1] for row in table if "problems" in row[0])
    needed = {field.name for field in fields(Problem) if field.default is MISSING}
    assert set(re.findall(r"`(\w+)`", of_problems)) == needed


def test_the_words_of_the_glossary_are_in_the_code():
    table = list(rows((DOCS / "glossary.md").read_text(encoding="utf-8"), 3))
    assert len(table) > 60
    for term, meaning, where in table:
        assert meaning
        assert paths(where), term
        words = [word for word in re.findall(r"`([^`]+)`", where) if "/" not in word]
        words = words or re.split(r",\s*", term)
        text = "\n".join(map(text_below, paths(where)))
        assert [word for word in words if not mentions(text, word)] == [], term


def mentions(text, word):
    """Tell whether a text has a word, also as a plural, or written as a name of code."""
    parts = r"[\s_-]+".join(map(re.escape, re.split(r"[ -]", word)))
    return bool(re.search(rf"(?<![a-z]){parts}(?:e?s)?(?![a-z])", text, re.IGNORECASE))


def test_readme_and_the_pages_of_pastimes_lead_to_the_glossary():
    pages = [ROOT / "README.md", *(DOCS / "pastimes" / f"{name}.md" for name in BUILT_IN)]
    for page in pages:
        assert "glossary.md)" in page.read_text(encoding="utf-8"), page


def text_below(path):
    """Return the text of a file or of all files of a folder, with its names."""
    place = next(place for place in (SOURCE / path, ROOT / path) if place.exists())
    files = sorted(file for file in place.rglob("*") if file.suffix in {".py", ".cpp", ".hpp"}) or [place]
    return "\n".join(f"{file.name}\n{file.read_text(encoding='utf-8')}" for file in files)


def missing(text):
    """Yield the files, folders and names of the package that a text mentions and that do not exist."""
    for name in (re.sub(r"^(\.{1,2}/)+", "", name) for name in FILE.findall(text)):
        stem = Path(name).stem
        made = name.startswith("generated/")  # by `make docs`
        if not made and name not in KNOWN and stem.upper() != stem and not PLACEHOLDER.search(name):
            yield name
    for name in PLACE.findall(text):
        ends = [name, *(f"{name}.{end}" for end in ("py", "hpp", "cpp", "md"))]
        if not ENDS.intersection(ends) and not PLACEHOLDER.search(name):
            yield name
    for name in DOTTED.findall(text):
        if name not in GROUPS and not leads_somewhere(name):
            yield name


def leads_somewhere(name):
    """Tell whether a dotted name is a module, or an attribute of one."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            value = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            if not hasattr(value, part):
                return False
            value = getattr(value, part)
        return True
    return False


def remarks(path):
    """Return the comments and docstrings of a file of code, as one text."""
    text = path.read_text(encoding="utf-8")
    if path.suffix not in {".py", ".pyi"}:
        return "\n".join(re.findall(r"(?://|^\s*\*|%).*", text, re.MULTILINE))
    comments = re.findall(r"(?:^|\s)#.*", text, re.MULTILINE)  # and what looks like one inside a string
    nodes = [node for node in statements(ast.parse(text)) if isinstance(node, DOCUMENTED)]
    return "\n".join([*comments, *(ast.get_docstring(node) or "" for node in nodes)])


DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def statements(node):
    """Yield a module and the statements in it, however deep; a tenth of the nodes of its tree."""
    yield node
    for part in ("body", "orelse", "handlers", "finalbody", "cases"):
        for statement in getattr(node, part, None) or ():
            yield from statements(statement)


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.relative_to(ROOT).as_posix())
def test_what_a_page_mentions_exists(text):
    assert sorted(set(missing(text.read_text(encoding="utf-8")))) == []


def test_what_comments_and_docstrings_mention_exists():
    assert {
        path.relative_to(ROOT).as_posix(): names
        for path in CODE
        if path.name not in IMAGINED and (names := sorted(set(missing(remarks(path)))))
    } == {}


def test_what_is_missing_is_seen():
    text = "`net.py`, src/passatempo/mnk/gone.py, kernel/tilt, `passatempo.mnk.engine.gone`, passatempo.mnk.model.Gone"
    assert sorted(missing(text)) == [
        "kernel/tilt",
        "net.py",
        "passatempo.mnk.engine.gone",
        "passatempo.mnk.model.Gone",
        "src/passatempo/mnk/gone.py",
        "src/passatempo/mnk/gone.py",
    ]
    assert list(missing("`network.py`, kernel/cdcl, passatempo.mnk.model.Position, proof.txt, NAME.txt")) == []
