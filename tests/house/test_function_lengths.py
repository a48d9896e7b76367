"""How long functions are, of Python and of C++: nine of ten within 30 lines, none above 60.

The lines of C++ are counted by its braces, after comments and texts are blanked: a pair whose head ends in a parameter
list is a function's body, wherever it is not within another one. Lambdas count as part of the function they stand in.
"""

import ast
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "passatempo"
MOST, MOST_OF_NINE_IN_TEN = 60, 30
BLANKED = re.compile(r'//[^\n]*|/\*.*?\*/|R"\((?:.*?)\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
DIGITS = re.compile(r"(?<=\d)'(?=\d)")  # 1'000'000
# What may stand between a parameter list and a body: qualifiers, a type after an arrow, what members begin with.
HEAD = re.compile(
    r"\)(?:\s*(?:const|noexcept|override|final|mutable|requires[^;{}]*))*\s*(?:->[^;{}()]*(?:\([^;{}]*\))?)?"
    r"(?:\s*:\s*[\w:<>, ]+[({].*)?\s*$",
    re.DOTALL,
)
DIRECTIVE = re.compile(r"^[ \t]*(?:public|private|protected):|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
BLOCK = re.compile(r"\b(?:if|for|while|switch|catch)\b[^;{}]*$|\b(?:do|else|try)\s*$")


def functions(text):
    """Yield the first and last line of each function of a file of C++, and the words before its parameters."""
    text = DIGITS.sub(" ", text)
    for words in (BLANKED, DIRECTIVE):
        text = words.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    opened: list[bool] = []  # of each brace, whether it holds statements: clang-format puts a blank before those
    begun, inside = 0, None
    for place, sign in enumerate(text):
        holds = True
        if sign == "{":
            holds = text[place - 1].isspace()
            head = text[begun:place]
            if inside is None and holds and "(" in head and HEAD.search(head) and not BLOCK.search(head):
                inside = len(opened), text.count("\n", 0, begun + len(head) - len(head.lstrip())), head
            opened.append(holds)
        elif sign == "}":
            holds = opened.pop()
            if inside is not None and inside[0] == len(opened):
                yield inside[1] + 1, text.count("\n", 0, place) + 1, " ".join(inside[2].split())
                inside = None
        if sign == ";" or (sign in "{}" and holds):
            begun = place + 1
    assert not opened, "a brace is left open"


def python_functions(text):
    """Yield the first and last line of each function of a module, its documentation left out, and its name."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            told = node.body[0] if ast.get_docstring(node) else None
            yield node.lineno + (told.end_lineno - told.lineno + 1 if told else 0), node.end_lineno, node.name


def lengths(pattern, parts):
    """Return all functions of the files: how many lines, where, and which."""
    return sorted(
        (last - first + 1, f"{path.relative_to(SOURCE)}:{first}", name)
        for path in SOURCE.rglob(pattern)
        for first, last, name in parts(path.read_text(encoding="utf-8"))
    )


@pytest.mark.parametrize(
    ("pattern", "parts", "least"), [("*.py", python_functions, 3000), ("*.[ch]pp", functions, 1000)], ids=["py", "cpp"]
)
def test_functions_are_short(pattern, parts, least):
    found = lengths(pattern, parts)
    assert len(found) > least
    assert [one for one in found if one[0] > MOST] == []
    nine_in_ten = found[len(found) * 9 // 10][0]
    assert nine_in_ten <= MOST_OF_NINE_IN_TEN
    print(f"{len(found)} functions, half within {found[len(found) // 2][0]} lines, nine of ten within {nine_in_ten}")


def test_bodies_are_told_from_other_braces():
    text = """
// a comment with { and "
namespace here {
struct Pair { int a = 1'000; int b{2}; };
enum class Kind { one, two };
const int table[] = {1, 2};
template <class T>
int twice(T value) const noexcept {
  if (value > 0) {
    auto more = [&](int x) { return x + 1; };
    return more('{') + "}"[0];
  }
  return 2;
}
class Box {
 public:
  Box(int a, int b) : a_(a), b_{b} {
    ++a_;
  }
  auto get() -> std::pair<int, int> { return {a_, b_}; }
  int a_, b_;
};
}  // namespace here
"""
    found = [(last - first + 1, head) for first, last, head in functions(text)]
    assert [length for length, _ in found] == [8, 3, 1]  # the line of `template` is one of them
    assert [head.partition("(")[0].split()[-1] for _, head in found] == ["twice", "Box", "get"]
