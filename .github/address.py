"""Put the address of the repository where a release needs it: ``python .github/address.py ADDRESS``.

The project does not know where it is kept; the archive of a release does. The links of README become whole ones there,
since the page of a package index shows README alone. With ``--check`` in place of ADDRESS, each file that lacks it is
one line, and the exit code 1.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACEHOLDER = "https://ADDRESS-OF-THIS-REPOSITORY"
FILES = ("pyproject.toml", "README.md", "CITATION.cff")


def with_whole_links(readme: str, address: str) -> str:
    """Return the text of README with links that lead on from anywhere.

    >>> with_whole_links("![a](docs/a.svg) [b](B.md) [c](#c)", "ADDRESS")
    '![a](ADDRESS/raw/main/docs/a.svg) [b](ADDRESS/blob/main/B.md) [c](#c)'
    """
    readme = re.sub(r"(!\[[^\]]*\]\()(?!\w+:)([^)#]+)\)", rf"\1{address}/raw/main/\2)", readme)
    return re.sub(r"(?<!!)(\[[^\]]*\]\()(?!\w+:|#)([^)]+)\)", rf"\1{address}/blob/main/\2)", readme)


def main(arguments: list[str]) -> int:
    """Change the files in place, or look whether they are changed."""
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in FILES}
    if arguments == ["--check"]:
        missing = [name for name, text in texts.items() if PLACEHOLDER in text]
        sys.stderr.writelines(f"{name}: the address of the repository is missing\n" for name in missing)
        return 1 if missing else 0
    if len(arguments) != 1 or not re.match(r"https?://[^/]+/.+[^/]$", arguments[0]):
        sys.stderr.write("usage: python .github/address.py --check | ADDRESS, as https://HOST/OWNER/NAME\n")
        return 2
    for name, text in texts.items():
        text = text.replace(PLACEHOLDER, arguments[0])
        (ROOT / name).write_text(
            with_whole_links(text, arguments[0]) if name == "README.md" else text, encoding="utf-8"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
