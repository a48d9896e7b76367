"""The JavaScript beside the modules, run by Node."""

import shutil
import subprocess
from pathlib import Path

import pytest

from app.modules import APP
from app.texts import FILE, written


def test_kernels_are_asked():
    """What `kernel.test.mjs` says: questions, a whole game, refusals, 2,000 damaged requests."""
    if not (APP / "kernel" / "minesweeper.wasm").exists():
        pytest.skip("the browser app is not made: make app")
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed")
    done = subprocess.run([node, "--test", str(Path(__file__).parent)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_texts_are_what_python_reads():
    """The file that the readers in JavaScript are compared with says what the package says: `python -m app.texts`."""
    assert FILE.read_text(encoding="utf-8") == written()
