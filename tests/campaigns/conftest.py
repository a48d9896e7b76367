"""A pastime of the tests' own whose study fails as it is told to, for this process and those it starts."""

import csv
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from passatempo.campaigns.jobs import Shard
from passatempo.campaigns.results import write_table
from passatempo.campaigns.schedules import read_plan
from passatempo.campaigns.store import new_store, open_store
from passatempo.core import registry

TOY = Path(__file__).parents[1] / "plug_in"
STUDY = '''

import os, signal, time
from pathlib import Path
from dataclasses import replace
from passatempo.core.pastime import Study

@dataclass(frozen=True)
class WalkParams:
    steps: int = 10
    sleep: float = 0.0

def walk(params, rng):
    """Walk at random; some walks come to grief as the files of a folder say."""
    place = sum(2 * rng.below(2) - 1 for _ in range(params.steps))
    home, unlucky = os.environ.get("TOY_FAULTS"), rng.below(10) == 0
    if params.sleep:
        time.sleep(params.sleep)
    if home and unlucky:
        for name in os.listdir(home):
            if name.endswith("once"):
                try:
                    os.unlink(os.path.join(home, name))
                except FileNotFoundError:
                    continue
            if name.startswith("raise"):
                raise RuntimeError("a walk that was told to fail")
            if name.startswith("die"):
                os.kill(os.getpid(), signal.SIGKILL)
    return {"place": place, "far": abs(place) > 3, "walk_seconds": time.time(), "wins": int(place > 0), "games": 1}

PASTIME = replace(
    PASTIME,
    studies=(
        Study("walk", "a random walk", f"{__name__}:WalkParams", f"{__name__}:walk", {"won": ("wins", "games")}),
    ),
)
'''
PLAN = """
name = "walks"
seed = 7
repeat = {repeat}
[run]
simulate = "walking walk"
sleep = {sleep}
[grid]
steps = [5, 10, 20]
[report]
rows = "steps"
value = ["won", "place", "far"]
pair = "value"
plot = "lines"
"""


@pytest.fixture(scope="module")
def toy(tmp_path_factory):
    """Install the pastime for this process and for all that it starts.

    It is the plug-in of other tests under a name of its own: what a process has imported once stays.
    """
    home = tmp_path_factory.mktemp("walking")
    for file in sorted(TOY.rglob("*")):
        if file.is_file() and file.suffix != ".pyc":
            place = home / str(file.relative_to(TOY)).replace("toy", "walking")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(file.read_text(encoding="utf-8").replace("toy", "walking"), encoding="utf-8")
    with (home / "walking_pastime" / "__init__.py").open("a", encoding="utf-8") as source:
        source.write(STUDY)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(home))
        patch.syspath_prepend(str(home))
        registry.plug_ins.cache_clear()
        yield
    registry.plug_ins.cache_clear()


@pytest.fixture
def faults(tmp_path, monkeypatch):
    """Return the folder whose files say what goes wrong."""
    home = tmp_path / "faults"
    home.mkdir()
    monkeypatch.setenv("TOY_FAULTS", str(home))
    return home


@pytest.fixture
def plan(toy):
    """Return how the text of a plan is made."""
    return lambda repeat=20, sleep=0.0: PLAN.format(repeat=repeat, sleep=sleep)


@pytest.fixture
def file_of(tmp_path):
    """Return how a new file of results is made, which nobody holds open."""

    def made(text, name="results.sqlite", shard=Shard()):
        new_store(tmp_path / name, read_plan(text), shard).__exit__()
        return tmp_path / name

    return made


def told(path):
    """Return all results of a file as CSV, times aside."""
    out = Path(f"{path}.csv")
    with open_store(Path(path), to_read=True) as store:
        write_table(store, out, "csv")
    rows = list(csv.reader(out.read_text(encoding="utf-8").splitlines()))
    kept = [k for k, head in enumerate(rows[0]) if not head.endswith("seconds")]
    file = io.StringIO()
    csv.writer(file).writerows([[row[k] for k in kept] for row in rows])
    return file.getvalue()


def command(*words, **more):
    """Run the command line in a process of its own."""
    whole = [sys.executable, "-m", "passatempo", "campaign", *map(str, words)]
    return subprocess.run(whole, capture_output=True, text=True, check=False, timeout=120, env=os.environ, **more)


def begun(*words, **more):
    """Begin a command that goes on."""
    whole = [sys.executable, "-m", "passatempo", "campaign", *map(str, words)]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(whole, env=os.environ, **streams, **more)
