"""The JavaScript beside the modules, run by Node."""

import subprocess
from pathlib import Path

import pytest

from app.modules import APP, node


def test_kernels_are_asked():
    """What `kernel.test.mjs` says: questions, a whole game, refusals, 2,000 damaged requests."""
    if not (APP / "kernel" / "minesweeper.wasm").exists():
        pytest.skip("the browser app is not made: make app")
    done = subprocess.run(
        [node(), "--test", *map(str, Path(__file__).parent.glob("*.test.mjs"))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
