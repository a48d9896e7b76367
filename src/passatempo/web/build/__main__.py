"""Build the app: generated files, and modules that have changed.

`--site FOLDER` writes a folder for any host, and `--site FOLDER ADDRESS` one whose pages know their address.
"""

import sys
from pathlib import Path

from passatempo.web.build import files
from passatempo.web.build.builder import build_app
from passatempo.web.build.wasm import BuildPlace


def main() -> None:
    """Build whatever is missing or stale."""
    package = Path(__file__).resolve().parents[2]
    place = BuildPlace(package, package.parents[1] / "build" / "app")
    folder, address = [*sys.argv[2:], "", ""][:2] if sys.argv[1:2] == ["--site"] else ("", "")
    for line in build_app(place, address and f"{address.rstrip('/')}/"):
        sys.stdout.write(line + "\n")
    if folder:
        target = Path(folder)
        sys.stdout.write(f"{target}: {files.build_site(place.app_folder, target, smallest=True)} files\n")


if __name__ == "__main__":
    main()
