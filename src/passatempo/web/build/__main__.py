"""Make the app: what is generated, and the modules that have changed."""

from __future__ import annotations

import sys
from pathlib import Path

from passatempo.web.build.wasm import Place, build


def main() -> None:
    """Make what is not there or has changed."""
    package = Path(__file__).resolve().parents[2]
    for line in build(Place(package, package.parents[1] / "build" / "app")):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
