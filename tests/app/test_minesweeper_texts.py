"""The app reads boards as the package does: both read the texts of one file."""

import shutil
import subprocess

from app.modules import APP, ROOT, node
from app.texts import FILE, written
from passatempo.web.build.data import module_text

READER = ROOT / "tests" / "app" / "node" / "texts.test.mjs"
SURFACES = "minesweeper_surfaces"


def test_the_file_is_what_the_package_reads():
    """Otherwise write it anew: `python -m app.texts`."""
    assert FILE.read_text(encoding="utf-8") == written()


def test_the_app_reads_the_same(tmp_path):
    """Left out: the sentences, which the app has in three languages; kinds, lines and columns are compared.

    The scripts are copied, with what they know from Python, since `make test` does not build the app.
    """
    copies = [tmp_path / path.relative_to(ROOT) for path in (APP, READER, FILE)]
    for folder in ("frame", "games/minesweeper"):
        shutil.copytree(APP / folder, copies[0] / folder)
    for path, copy in zip((READER, FILE), copies[1:], strict=True):
        copy.parent.mkdir(parents=True)
        shutil.copy(path, copy)
    (copies[0] / "data").mkdir()
    (copies[0] / "data" / f"{SURFACES}.ts").write_text(module_text(SURFACES), encoding="utf-8")
    done = subprocess.run([node(), "--test", str(copies[1])], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
