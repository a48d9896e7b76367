"""A test is skipped for a reason that is listed, or the run fails; the files that come first are there."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

HERE = Path(__file__).parents[1]
LISTED = tomllib.loads((HERE / "allowed_skips.toml").read_text(encoding="utf-8"))["skip"]

# Small test files, and what the run must say of each.
FILES = {
    "test_not_listed.py": ("import pytest\ndef test_it():\n    pytest.skip('because')\n", "FAILED"),
    "test_module_not_listed.py": ("import pytest\npytest.importorskip('no_such_module')\n", "ERROR"),
    "test_listed.py": ("import pytest\ndef test_it():\n    pytest.skip('no theorem')\n", "SKIPPED"),
    # Listed, but what it says is missing is there.
    "test_not_missing.py": (
        "import pytest\ndef test_it():\n    pytest.skip(\"could not import 'pty': No module named 'pty'\")\n",
        "FAILED",
    ),
}


@pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=["alone", "with workers"])
def test_only_listed_skips_pass(tmp_path, workers):
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\n")
    for name in ("conftest.py", "allowed_skips.toml"):
        (tmp_path / name).write_text((HERE / name).read_text(encoding="utf-8"), encoding="utf-8")
    for name, (source, _) in FILES.items():
        (tmp_path / name).write_text(source)
    line = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-ra", "--continue-on-collection-errors"]
    told = subprocess.run([*line, *workers], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert told.returncode == 1
    summary = told.stdout.partition("short test summary info")[2]
    for name, (_, verdict) in FILES.items():
        assert re.search(rf"^{verdict}\b.*{name}", summary, re.MULTILINE), told.stdout
    assert "skipped (because), which tests/allowed_skips.toml does not allow here" in told.stdout


def test_every_listed_reason_is_given_somewhere():
    sources = "\n".join(path.read_text(encoding="utf-8") for path in HERE.rglob("*.py") if path != Path(__file__))
    for entry in LISTED:
        modules = re.findall(r"(ortools|pysat|clingo|dratify|pty|PIL|resvg_py|cairosvg)", entry["reason"])
        words = modules[-1] if modules else entry["reason"]
        assert words in sources, entry["reason"]


def test_every_entry_says_what_runs_instead():
    for entry in LISTED:
        assert entry["why"]
        for path in re.findall(r"tests/\S+\.py", entry["instead"]):
            assert (HERE.parent / path).is_file(), path
        assert entry["instead"]


def test_the_files_that_come_first_are_there():
    named = re.search(r"^LONG_FILES = (\(.*?^\))", (HERE / "conftest.py").read_text(encoding="utf-8"), re.M | re.S)
    files = ast.literal_eval(named[1])
    assert len(files) > 5
    assert [name for name in files if not (HERE / name).is_file()] == []


@pytest.mark.parametrize(
    ("variables", "verdict"), [({"CI": "true"}, "10 skipped"), ({"PASSATEMPO_BROWSER_TESTS": "1"}, "10 errors")]
)
def test_browser_tests_fail_without_a_browser_only_if_the_project_asks(variables, verdict):
    line = [sys.executable, "-m", "pytest", "-q", "tests/web/test_themes.py"]
    environment = {key: value for key, value in os.environ.items() if key not in ("CI", "PASSATEMPO_BROWSER_TESTS")}
    environment |= {"PATH": "", **variables}
    told = subprocess.run(line, cwd=HERE.parent, env=environment, capture_output=True, text=True, check=False)
    assert verdict in told.stdout
