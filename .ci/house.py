"""Check the structure of the repository: ``python .ci/house.py``.

It reads each file that git tracks or would track once, also in an archive without ``.git``. It prints one fault a line
as ``path:line: what is wrong``, and exits with 1 if there is any. Lists of names and exceptions are in ``[tool.house]``
of ``pyproject.toml``.
"""

import ast
import gc
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from babel.messages.pofile import read_po

Faults = Iterator[tuple[str, int, str]]

ROOT = Path(__file__).resolve().parents[1]
SRC = "src/passatempo/"
MOST_LINES, MOST_LINES_OF_A_FUNCTION, MOST_IN_A_FOLDER, MOST_OWN_FILES = 600, 60, 25, 6
HOUSE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["house"]
PICTURES = (".html", ".png", ".svg", ".webmanifest")  # a folder may hold any number of them
CODE = (".py", ".cpp", ".hpp", ".java", ".lp", ".mzn")
SOLVING = {"check", "score", "explain", "generate", "key"}  # functions of a wiring that solve or check
NAMES = "pyi?|[ch]pp|lp|ecl|mzn|pl|toml|json|js|ts|md|sh|txt|java|yaml"
FILE = re.compile(rf"(?<![\w./~-])((?:[\w.-]+/)*[\w-]+\.(?:{NAMES}))\b(?!-|\.\w)")
PLACE = re.compile(r"(?<![\w./-])((?:src|tests|docs|benchmarks|contrib|kernel)/[\w/.-]*\w)")
DOTTED = re.compile(r"(?<![\w/.-])passatempo(?:\.\w+)+")
IMAGINED = re.compile(r"(?:^|[/_])(?:X|NAME)(?:[/.]|$)|^[A-Z_]+[./]")  # stands for any file
PYTHON_REMARK = re.compile(r'(?:^|\s)#.*|"""(?:[^"]|"(?!""))*"""', re.MULTILINE)
OTHER_REMARK = re.compile(r"(?://|^\s*\*|%).*", re.MULTILINE)


def git(*words: str, given: str = "") -> list[str]:
    """Return what a command of git prints, split at its NUL bytes; in an archive, that of an empty repository."""
    with tempfile.TemporaryDirectory() as empty:
        where = ROOT / ".git"
        if not where.exists():
            where = Path(empty)
            subprocess.run(["git", "init", "--quiet", "--bare", empty], check=True)
        command = ["git", f"--git-dir={where}", f"--work-tree={ROOT}", *words]
        done = subprocess.run(command, cwd=ROOT, input=given, capture_output=True, text=True, check=False)
    if done.returncode > 1:  # 1: `check-ignore` has found nothing
        sys.exit(done.stderr)
    return done.stdout.split("\0")[:-1]


gc.disable()  # the trees live until the end; looking for garbage among them takes a third of the time
KINDS = ast.FunctionDef, ast.AsyncFunctionDef, ast.Call, ast.If, ast.Import, ast.ImportFrom
LISTED = set(git("ls-files", "-zco", "--exclude-standard"))
PATHS = sorted(path for path in LISTED if (ROOT / path).is_file() and not path.startswith((".venv", "build")))
TEXTS = {
    path: (ROOT / path).read_text(encoding="utf-8") for path in PATHS if path.endswith((*CODE, ".md", ".js", ".ts"))
}
TREES = {path: ast.parse(text) for path, text in TEXTS.items() if re.match(rf"{SRC}.*\.py$", path)}
NODES = {path: [node for node in ast.walk(tree) if isinstance(node, KINDS)] for path, tree in TREES.items()}
CALLS = [(path, node) for path, nodes in NODES.items() for node in nodes if isinstance(node, ast.Call)]
MODULES = {re.sub(r"(/__init__)?\.py$", "", path[4:]).replace("/", "."): path for path in reversed(TREES)}
PASTIMES = [path.split("/")[2] for path in TREES if re.match(rf"{SRC}\w+/record\.py", path)]


def imported(node: ast.AST) -> list[str]:
    """Return the names of the modules that a node imports."""
    if isinstance(node, ast.ImportFrom):
        names = [f"{node.module}.{alias.name}" for alias in node.names]
        return [name if name in MODULES or name.endswith("._kernel") else str(node.module) for name in names]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def check_sizes() -> Faults:
    """Yield files, functions and folders that are too long to look over."""
    for path, text in TEXTS.items():
        if path.startswith(SRC) and (count := text.count("\n")) > MOST_LINES:
            yield path, MOST_LINES, f"the file has {count} lines; the limit is {MOST_LINES}"
    for path, node in [(path, node) for path, nodes in NODES.items() for node in nodes if isinstance(node, KINDS[:2])]:
        text = node.body[0] if ast.get_docstring(node, clean=False) else None
        count = node.end_lineno - node.lineno + 1 - (text.end_lineno - text.lineno + 1 if text else 0)
        if count > MOST_LINES_OF_A_FUNCTION:
            yield path, node.lineno, f"{node.name} has {count} lines; the limit is {MOST_LINES_OF_A_FUNCTION}"
    entries = defaultdict(set)
    for parts in [path.split("/") for path in PATHS if not path.endswith(PICTURES)]:
        for i in range(1, len(parts)):
            entries["/".join(parts[:i])] |= {parts[i].partition(".")[0]} - {"", "__init__", "__main__"}
    for folder, names in entries.items():
        if len(names) > MOST_IN_A_FOLDER:
            yield folder, 1, f"the folder has {len(names)} entries; the limit is {MOST_IN_A_FOLDER}"


def check_pastimes() -> Faults:
    """Yield pastimes that leave the common plan, and modules that hide a function of the same name."""
    for name in PASTIMES:
        record, package = f"{SRC}{name}/record.py", f"{SRC}{name}/__init__.py"
        entries = {path.split("/")[3].removesuffix(".py") for path in TREES if path.startswith(f"{SRC}{name}/")}
        if len(own := sorted(entry for entry in entries - set(HOUSE["plan"]) if entry[0] != "_")) > MOST_OWN_FILES:
            yield record, 1, f"{name} has {len(own)} files of its own, {', '.join(own)}; the limit is {MOST_OWN_FILES}"
        problems = [call for path, call in CALLS if path == record and ast.unparse(call.func) == "Problem"]
        public = {word.value.value for call in problems for word in call.keywords if word.arg == "name"}
        public |= {getattr(node, "name", "") for node in NODES.get(package, ())}
        for entry in sorted(entries & public):
            yield record, 1, f"the module {name}.{entry} hides the function of the same name"


def check_imports() -> Faults:
    """Yield circles of imports, and kernels that are imported outside their rooms."""
    ahead = {}
    for module, path in MODULES.items():
        guards = [node for node in NODES[path] if hasattr(node, "test") and "TYPE_CHECKING" in ast.unparse(node.test)]
        types = {node for guard in guards for part in guard.body for node in ast.walk(part)}
        ahead[module] = {name for node in NODES[path] if node not in types for name in imported(node)} & MODULES.keys()
        room = [*path.split("/"), ""][3].removesuffix(".py")
        for node in NODES[path]:
            if room not in HOUSE["kernel-users"] and any(name.endswith("._kernel") for name in imported(node)):
                yield path, node.lineno, f"only {', '.join(HOUSE['kernel-users'])} may import a kernel"
    while free := {one for one in ahead if not ahead[one] & ahead.keys()} | ahead.keys() - set().union(*ahead.values()):
        ahead = {name: names for name, names in ahead.items() if name not in free}
    for module, names in ahead.items():
        yield MODULES[module], 1, f"a circle of imports leads through {', '.join(sorted(names & ahead.keys()))}"


def check_middle_end() -> Faults:
    """Yield code that resolves a check or a method, or writes a model, without asking the core."""
    for path, call in CALLS:
        name, fields = getattr(call.func, "attr", getattr(call.func, "id", "")), call.args + call.keywords
        solves = name == "resolve" and any(getattr(field, "attr", "") == "where" for field in fields)
        solves |= name in SOLVING and ast.unparse(call.func).endswith(f".wiring.{name}")
        writes = name == "write" and isinstance(call.func, ast.Attribute) and len(call.args) > 2
        writes &= not ast.unparse(call.func).endswith(".wiring.write")  # a move
        known = path.split("/")[2] in PASTIMES or {path, f"{path}: {ast.unparse(call)}"} & set(HOUSE["middle-end"])
        if (solves or writes or (name == "load" and not fields)) and not known:
            yield path, call.lineno, f"{ast.unparse(call)} goes around core/queries.py"


def check_heads() -> Faults:
    """Yield files of kernels that do not begin with a sentence that says what they are for."""
    for path in [path for path in TEXTS if re.search(r"/(?:kernel|native)/.*\.[ch]pp$", path)]:
        head = re.match(r"(?:// .*\n)*", TEXTS[path])[0].replace("// ", "").replace("\n", " ")
        if not re.match(r"(?!Algorithm: |Twin: )[A-Z].{15,}[.?:;]", head):
            yield path, 1, "the file must begin with a comment of one sentence"


def check_mentions() -> Faults:
    """Yield the files, folders and names of the package that a page or remark mentions and that do not exist."""
    known = set(PATHS) | {"/".join(path.split("/")[:i]) for path in PATHS for i in range(1, path.count("/") + 1)}
    known |= {path.split("/", i)[i] for path in known for i in range(1, path.count("/") + 1)}
    known |= {path.rpartition(".")[0] for path in known} | set(HOUSE["mentions"])
    missing = {}
    for path, text in TEXTS.items():
        remark = PYTHON_REMARK if path.endswith(".py") else OTHER_REMARK
        remarks = text if path.endswith(".md") else "\n".join(remark.findall(text)) if path.endswith(CODE) else ""
        names = {re.sub(r"^(\.{1,2}/)+", "", name) for name in FILE.findall(remarks)}
        names |= {*PLACE.findall(remarks), *(name for name in DOTTED.findall(remarks) if not exists(name))}
        for name in [name for name in names - known if path != "CHANGELOG.md" and not IMAGINED.search(name)]:
            folders = "", "docs/", f"{SRC}web/app/", path[: path.rfind("/") + 1]
            missing[path, name] = {f"{folder}{name}{end}" for folder in folders for end in ("", "/")}
    made = git("check-ignore", "-z", "--stdin", given="\0".join(sorted(set().union(*missing.values()))))
    for path, name in [key for key, paths in missing.items() if paths.isdisjoint(made)]:
        yield path, TEXTS[path][: TEXTS[path].find(name)].count("\n") + 1, f"{name} does not exist"


def exists(name: str) -> bool:
    """Return whether a dotted name is a module, or begins with a module whose text has the next part."""
    module = next(part for i in range(9) if (part := name.rsplit(".", i)[0]) in MODULES)
    return bool(re.search(rf"\b{name[len(module) + 1 :].partition('.')[0]}\b", TEXTS[MODULES[module]]))


def check_translations() -> Faults:
    """Yield messages without a translation, translations without a message, and placeholders that differ."""
    messages = {}
    for path, call in CALLS:
        name, words = getattr(call.func, "id", ""), tuple(getattr(one, "value", None) for one in call.args[:2])
        if name in {"translate", "mark", "translate_plural"} and isinstance(words[0], str) and "/web/" not in path:
            messages[words if name == "translate_plural" else words[0]] = path, call.lineno
    for file in [path for path in PATHS if path.endswith(".po")]:
        with open(ROOT / file, "rb") as lines:
            entries = {entry.id: (entry.string, entry.lineno) for entry in read_po(lines) if entry.id}
        yield from ((*messages[words], f"{file} lacks {words!r}") for words in messages.keys() - entries.keys())
        yield from ((file, entries[words][1], f"no code says {words!r}") for words in entries.keys() - messages.keys())
        for words, (text, line) in entries.items():
            for one, other in zip(words, text, strict=True) if isinstance(words, tuple) else [(words, text)]:
                if sorted(re.findall(r"\{\w+\}", one)) != sorted(re.findall(r"\{\w+\}", other)) or not other.strip():
                    yield file, line, f"the translation of {one!r} is empty or has other placeholders"


def check_tests() -> Faults:
    """Yield modules without a test, tests of modules that do not exist, and test data without a source."""
    modules = {path[len(SRC) :] for path in TREES if not path.endswith("__.py")}
    tests = {path: path.split("/")[1] for path in TEXTS if re.match(r"tests/.*/test_\w+\.py", path)}
    named = {f"{room}/{path.rpartition('/test_')[2]}" for path, room in tests.items()}
    tested = {path for path in modules if f"{path.partition('/')[0]}/{path.rpartition('/')[2]}" in named}
    for path, room in tests.items():
        match = re.match(r'""".*?(?:"""|^Tests: ([^"]+)""")', TEXTS[path], re.DOTALL | re.MULTILINE)
        for name in re.split(r",\s*", match[1].strip()) if match and match[1] else []:
            if not (found := {name, f"{room}/{name}"} & modules) and f"tests/{name}" not in PATHS:
                yield path, 1, f"the file is the test of {name}, which does not exist"
            tested |= found
    for name in sorted(modules - tested):
        yield SRC + name, 1, "no test has the name of the module, or names it after 'Tests:' in its docstring"
    for path in [path for path in PATHS if re.match(r"tests/data/.*\.json$", path) and path not in HOUSE["unsourced"]]:
        if not re.search(r'"(?:source|verified|verified_by|note)"', (ROOT / path).read_text(encoding="utf-8")):
            yield path, 1, "the file must name its source: a key source, verified, verified_by or note"


if __name__ == "__main__":
    checks = check_sizes, check_pastimes, check_imports, check_middle_end, check_heads, check_mentions
    faults = [fault for check in (*checks, check_translations, check_tests) for fault in check()]
    print("".join(f"{path}:{line}: {text}\n" for path, line, text in faults), end="")
    sys.exit(bool(faults))
