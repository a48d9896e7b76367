"""The C++ kernels' files: what each one's head says, its words, and that Python is told the same as its `.pyi`.

A head is the comment that a file begins with: one sentence, then a line `Algorithm:` with the standard name where the
file holds an algorithm, and a line `Twin:` with the plain-Python file that says the same.
"""

import ast
import importlib
import re
from pathlib import Path
from typing import TypeAlias

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "passatempo"
FILES = sorted([*SOURCE.glob("**/kernel/**/*.[ch]pp"), *SOURCE.glob("native/*.hpp")])
KERNELS = sorted(path.parent.relative_to(SOURCE).as_posix() for path in SOURCE.glob("**/_kernel.pyi"))
LIMIT = 120  # columns
MOST_CASTS = 250  # in all kernels together

# The field's terms, and a file where each of them must be met.
TERMS = {
    "reverse_futility": "mnk/kernel/engine/search.cpp",
    "razor": "mnk/kernel/engine/search.cpp",
    "late_move_pruning": "mnk/kernel/engine/search.cpp",
    "late_move_reduction": "mnk/kernel/engine/search.cpp",
    "futility": "mnk/kernel/engine/search.cpp",
    "singular_extension": "mnk/kernel/engine/search.cpp",
    "internal iterative reduction": "mnk/kernel/engine/search.cpp",
    "quiescence": "mnk/kernel/engine/search.cpp",
    "negamax": "mnk/kernel/engine/search.cpp",
    "cut_node": "mnk/kernel/engine/search.hpp",
    "pv_node": "mnk/kernel/engine/search.hpp",
    "principal variation search": "mnk/kernel/engine/search.cpp",
    "iterative deepening": "mnk/kernel/engine/iterative_deepening.cpp",
    "aspiration window": "mnk/kernel/engine/iterative_deepening.cpp",
    "transposition table": "mnk/kernel/engine/table.hpp",
    "victory by continuous fours": "mnk/kernel/engine/vcf.hpp",
    "victory by continuous threats": "mnk/kernel/engine/vct.hpp",
    "class EngineBinding": "mnk/kernel/engine/bindings.cpp",
    "proof-number search": "mnk/kernel/proof/search.cpp",
    "potential": "mnk/kernel/traps/answers.hpp",
    "semiring": "minesweeper/kernel/layouts/semiring.hpp",
    "saddle-point approximation": "minesweeper/kernel/layouts/saddle_point.hpp",
    "decision diagram": "minesweeper/kernel/board/diagram.hpp",
    "forward-backward dynamic programming": "minesweeper/kernel/layouts/sweep.hpp",
    "connected component": "minesweeper/kernel/board/parts.hpp",
    "classes of equivalent cells": "minesweeper/kernel/board/parts.hpp",
    "unit propagation": "minesweeper/kernel/board/frontier.hpp",
    "conflict-driven clause learning over cardinality constraints": "minesweeper/kernel/cdcl/solver.cpp",
    "backbone": "minesweeper/kernel/cdcl/backbone.hpp",
    "max-plus semiring": "optimiza/kernel/weight.hpp",
    "pathwidth": "optimiza/kernel/order.hpp",
    "simpath": "optimiza/kernel/frontier.hpp",
    "hungarian": "machiavelli/kernel/keep/fewest_moves.hpp",
    "implicit hitting sets": "machiavelli/kernel/keep/most_kept.cpp",
}
# Words that had several senses, or said less than the field's own.
GONE = r"\b(worth_|worths|most_gain|Fours|Threes|Lots|proof_nodes|at_once|late_scale)\b"


Signatures: TypeAlias = dict[str, list[tuple[str, bool]] | None]  # of each name: arguments, and which have a default


def relative(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def head(path: Path) -> list[str]:
    """The comment lines that the file begins with, up to an empty one."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("// "):
            break
        found.append(line.removeprefix("// "))
    return found


def test_there_are_kernels_in_every_pastime():
    assert KERNELS == ["cards", "machiavelli", "minesweeper", "mnk", "mnk/certificate", "optimiza"]
    assert len(FILES) > 100


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_a_file_begins_with_what_it_is_for(path):
    lines = head(path)
    sentence = " ".join(line for line in lines if not line.startswith(("Algorithm: ", "Twin: ")))
    assert re.match(r"[A-Z].{15,}[.?:;]", sentence), "a sentence is needed"
    assert "`" + path.stem + ".hpp`" not in sentence, "the sentence only names the file"
    assert sum(line.startswith("Algorithm: ") for line in lines) <= 1
    assert sum(line.startswith("Twin: ") for line in lines) <= 1
    assert not re.search(r"[^`](Algorithm|Twin): ", sentence), "such a line stands by itself"
    assert all(len(line) <= LIMIT for line in path.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize(
    "path", [path for path in FILES if any(line.startswith("Twin:") for line in head(path))], ids=relative
)
def test_a_twin_is_a_file_of_plain_python(path):
    (line,) = [line for line in head(path) if line.startswith("Twin:")]
    twin = SOURCE / line.removeprefix("Twin: ")
    assert twin.suffix == ".py"
    text = twin.read_text(encoding="utf-8")
    imported = {name for node in ast.walk(ast.parse(text)) for name in names_of(node)}
    assert "_kernel" not in imported, "a twin that asks the kernel is none"


def names_of(node: ast.AST) -> list[str]:
    """The last names that a node imports, or imports from."""
    if isinstance(node, ast.ImportFrom):
        return [*(node.module or "").split("."), *(alias.name for alias in node.names)]
    return [alias.name.rpartition(".")[2] for alias in node.names] if isinstance(node, ast.Import) else []


@pytest.mark.parametrize("pastime", KERNELS)
def test_every_kernel_has_an_algorithm_and_a_twin(pastime):
    lines = [line for path in FILES if relative(path).startswith(pastime + "/") for line in head(path)]
    assert any(line.startswith("Algorithm: ") for line in lines)
    assert any(line.startswith("Twin: ") for line in lines)


@pytest.mark.parametrize(("term", "where"), TERMS.items(), ids=TERMS)
def test_the_term_of_the_literature_stands_where_the_thing_is(term, where):
    words = re.sub(r"\s*\n\s*//\s*", " ", (SOURCE / where).read_text(encoding="utf-8"))
    assert term.lower() in words.lower()


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_words_given_up_stay_away(path):
    assert not re.findall(GONE, path.read_text(encoding="utf-8"))


def test_every_margin_is_a_named_number_with_its_reason():
    text = (SOURCE / "mnk/kernel/engine/margins.hpp").read_text(encoding="utf-8")
    numbers = re.findall(r"^constexpr int (\w+) = (-?\d+);(.*)$", text, re.MULTILINE)
    assert len(numbers) > 20
    assert all("//" in rest for _, _, rest in numbers)
    search = (SOURCE / "mnk/kernel/engine/search.cpp").read_text(encoding="utf-8")
    for name in re.findall(r"\bmargin::(\w+)", search):
        assert name in {name for name, _, _ in numbers}
    assert not re.search(r"evaluation [-+] \d", search), "a margin without a name"


def arguments(node: ast.AST) -> list[tuple[str, bool]]:
    """The arguments of a function, without `self`, and which of them may be left out."""
    assert isinstance(node, ast.FunctionDef)
    assert node.args.vararg is node.args.kwarg is None
    listed = [*node.args.posonlyargs, *node.args.args]
    needed = len(listed) - len(node.args.defaults)
    found = [(listed[i].arg, i >= needed) for i in range(len(listed)) if listed[i].arg != "self"]
    named = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    return found + [(f"{one.arg}=", default is not None) for one, default in named]


def is_property(node: ast.FunctionDef) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list)


def described(body: list[ast.stmt], within: str = "") -> Signatures:
    """What a `.pyi` says; None for what is read, not called."""
    found: Signatures = {}
    for node in body:
        if isinstance(node, ast.FunctionDef):
            found[within + node.name] = None if is_property(node) else arguments(node)
        elif isinstance(node, ast.AnnAssign) and within:
            found[within + ast.unparse(node.target)] = None
        elif isinstance(node, ast.ClassDef):
            found |= {node.name: None, **described(node.body, node.name + ".")}
    return found


def bound(owner: object, within: str = "") -> Signatures:
    """What a kernel offers, by the signatures in its own docstrings."""
    found: Signatures = {}
    for name, thing in vars(owner).items():
        if name.startswith("_") and name != "__init__":
            continue
        kind = type(thing).__name__
        if kind in {"nb_func", "nb_method"}:
            found[within + name] = arguments(ast.parse(f"def {thing.__doc__.splitlines()[0]}: ...").body[0])
        elif isinstance(thing, type):
            found |= {name: None, **bound(thing, name + ".")}
        elif kind == "property":
            found[within + name] = None
    return found


@pytest.mark.parametrize("pastime", KERNELS)
def test_the_stub_says_what_the_kernel_offers(pastime):
    stub = ast.parse((SOURCE / pastime / "_kernel.pyi").read_text(encoding="utf-8"))
    kernel = importlib.import_module(f"passatempo.{pastime.replace('/', '.')}._kernel")
    assert described(stub.body) == bound(kernel)


def test_casts_stay_few():
    """Each one must say something: that a word is cut, an enumerator numbered, a difference kept unsigned."""
    texts = {path: path.read_text(encoding="utf-8") for path in FILES}
    lines = sum(text.count("\n") for text in texts.values())
    casts = sum(text.count("static_cast<") for text in texts.values())
    assert 80 * casts < lines
    assert casts <= MOST_CASTS
    for path, text in texts.items():
        assert not re.search(
            r"\[static_cast<[^<>]*>\([^()]*\)\]", re.sub(r"\((ace|variant|fate\[column\])\)", "", text)
        ), path
