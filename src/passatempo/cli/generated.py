"""Files that are generated from the commands: written, or only compared with what would be written."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def run(arguments: list[str], module: str, texts: Callable[[Path], dict[Path, str]]) -> int:
    """Write the files that go with a path, or with ``--check`` before it tell whether they are up to date.

    Parameters
    ----------
    module
        Of `passatempo.cli`, for its usage line.
    texts
        The files, and what stands in them.

    Returns
    -------
    int
        The exit code: 1 where a file is not up to date, 2 for other arguments.
    """
    check = arguments[:1] == ["--check"]
    if len(arguments) != 1 + check:
        sys.stderr.write(f"usage: python -m passatempo.cli.{module} [--check] FILE\n")
        return 2
    for file, text in texts(Path(arguments[-1])).items():
        if not check:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        elif not file.is_file() or file.read_text(encoding="utf-8") != text:
            sys.stderr.write(f"{file} is not what the commands say now: run 'make docs'\n")
            return 1
    return 0
