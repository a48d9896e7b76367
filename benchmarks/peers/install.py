"""Make an environment of its own for every peer.

    python benchmarks/peers/install.py [--into build/peers] [NAME ...]

A peer that is not ours has a file ``NAME.txt`` of pinned requirements beside its script ``NAME.py``. Peers are run as
outside processes only, nothing is copied from them; each keeps its own licence.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).parent
ENVIRONMENTS = HERE.parent.parent / "build" / "peers"


def main() -> int:
    """Install the peers named, or all."""
    names = sorted(path.stem for path in HERE.glob("*.txt"))
    parser = argparse.ArgumentParser(description="Make an environment of its own for every peer.")
    parser.add_argument("--into", type=Path, default=ENVIRONMENTS)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(names))
    flags = parser.parse_args()
    for name in flags.names or names:
        home = flags.into / name
        print(f"{name}: {home}")
        venv.create(home, with_pip=True, clear=True)
        pip = [home / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--requirement", HERE / f"{name}.txt"], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
