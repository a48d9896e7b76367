"""What holds for all tests: no time decides them, no two runs try the same, and nothing is left out in silence.

Hypothesis draws other examples in every run, also in CI; a failure prints what repeats it, and what was found becomes
an ``@example`` beside its test. A test may be skipped for a reason of ``allowed_skips.toml``; any other skip fails.
"""

import gc
import os
import re
import shutil
import signal
import tomllib
from collections import defaultdict
from ctypes.util import find_library
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

# A shell starts what it puts into the background with Ctrl-C ignored, and children inherit that; the tests send Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Said in full: where `CI` is set, Hypothesis's own default profile draws the same examples every time.
settings.register_profile("varied", deadline=None, derandomize=False, print_blob=True)
settings.load_profile("varied")

# Python's search for garbage goes through all that thousands of tests are made of, again and again: a fourth of the
# time until the first test begins. It is rarer here, and what was collected is looked at no more.
gc.set_threshold(50_000, 20, 100)

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

os.environ["LC_ALL"] = "C"  # what is said is compared in English, whatever the terminal speaks


@pytest.fixture(autouse=True, scope="session")
def _data_of_its_own(tmp_path_factory):
    """Keep the games that tests play out of the user's statistics, also where another process plays them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(autouse=True)
def _uncounted(request, monkeypatch):
    """Count no lines where Ctrl-C is sent: it can fall between the counter's taking a lock and its letting go."""
    if request.node.get_closest_marker("interrupts"):
        monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)


@pytest.fixture(scope="session")
def browser():
    """Debian's chromium; if it is absent the tests are skipped, or fail if PASSATEMPO_BROWSER_TESTS is set."""
    from .app.waiting import PATIENCE

    missing = "" if CHROMIUM else "chromium is not installed: apt-get install chromium"
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing = "Playwright is not installed: pip install --group dev"
    if missing and os.environ.get("PASSATEMPO_BROWSER_TESTS"):
        pytest.fail(missing)
    if missing:
        pytest.skip(missing)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        launched.on("context", lambda context: context.set_default_timeout(PATIENCE))
        yield launched
        launched.close()


ALLOWED = tomllib.loads((Path(__file__).parent / "allowed_skips.toml").read_text(encoding="utf-8"))["skip"]


# Integer files go to one worker each, so that what a file prepares is prepared once; those that take long begin.
LONG_FILES = (
    "contract/test_contract.py",
    "contract/test_interrupt.py",
    "machiavelli/game/test_game_bots.py",
    "cli/test_command_line.py",
    "puzzles/test_kinds.py",
    "mnk/test_truth_under_limits.py",
    "machiavelli/test_unlock.py",
    "contract/test_limits.py",
    "campaigns/test_faults.py",
    "cli/test_cli.py",
    "docs/test_docs_blocks.py",
)


def pytest_collection_finish():
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark cases as long, and put long files first: a worker that begins one last keeps all others waiting.

    A test marked ``quick(count)`` keeps so many of its cases, at equal distances; `make test-long` runs the others.
    """
    cases = defaultdict(list)
    for item in items:
        if mark := item.get_closest_marker("quick"):
            cases[item.parent.nodeid, item.originalname, *mark.args].append(item)
    for (_, _, count), found in cases.items():
        kept = {round(i * (len(found) - 1) / max(1, count - 1)) for i in range(count)}
        for i in set(range(len(found))) - kept:
            found[i].add_marker("long")
    rank = {str(Path(__file__).parent / name): number for number, name in enumerate(LONG_FILES)}
    items.sort(key=lambda item: rank.get(str(item.path), len(rank)))


def is_absent(what):
    """Tell whether a program, a shared library, or a Python module, is not to be had here."""
    kind, _, name = what.partition(":")
    return {"program": shutil.which, "library": find_library, "module": find_spec}[kind](name) is None


def is_allowed(reason):
    """Tell whether a test may be skipped for a reason: it is listed, and what it says is missing is missing."""
    return any(
        re.fullmatch(entry["reason"], reason) and all(map(is_absent, entry.get("absent", ()))) for entry in ALLOWED
    )


def judged(report):
    """Turn a skip that nobody allowed into a failure."""
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        reason = reason.removeprefix("Skipped: ")
        if not is_allowed(reason):
            report.outcome = "failed"
            report.longrepr = f"skipped ({reason}), which tests/allowed_skips.toml does not allow here"
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(item, call):
    return judged((yield))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report(collector):
    return judged((yield))
