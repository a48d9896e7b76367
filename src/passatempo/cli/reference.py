"""The command-line reference, generated from the commands themselves: ``python -m passatempo.cli.reference``."""

from __future__ import annotations

import sys
from pathlib import Path

from passatempo.cli.app import build
from passatempo.cli.overview import columns, help_text
from passatempo.core.registry import BUILT_IN

USAGE = "usage: python -m passatempo.cli.reference [--check] FILE"


def reference() -> str:
    """Write the reference as Markdown: of the house's own pastimes, whatever plug-ins stand by."""
    overview = "\n".join(["```text", help_text(BUILT_IN), "```"])
    generated = build(games=BUILT_IN).generate_docs(output_format="markdown")
    generated = generated.replace(" -m passatempo.cli.reference", "")  # which cyclopts takes for the program's name
    title, _, rest = generated.partition("## Table of Contents")
    codes = columns(
        [
            ("0", "solved or feasible"),
            ("1", "proved impossible"),
            ("2", "bad input or usage"),
            ("3", "unknown: a limit came first"),
            ("4", "a bug of ours, with the instance saved for a report"),
        ]
    )
    exit_codes = "\n".join(["## Exit codes", "", "```text", *codes, "```"])
    parts = ["# The commands", overview, exit_codes, f"## Table of Contents{rest}".strip()]
    return "\n\n".join(parts) + "\n" if title else generated


def main(arguments: list[str]) -> int:
    """Write the reference to a file, or with ``--check`` tell whether the file is up to date."""
    check = arguments[:1] == ["--check"]
    if len(arguments) != 1 + check:
        sys.stderr.write(USAGE + "\n")
        return 2
    file = Path(arguments[-1])
    if not check:
        file.write_text(reference(), encoding="utf-8")
        return 0
    if file.is_file() and file.read_text(encoding="utf-8") == reference():
        return 0
    sys.stderr.write(f"{file} is not what the commands say now: run 'make docs'\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
