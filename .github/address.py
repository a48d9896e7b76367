"""Put the address of the repository where a release needs it: ``python .github/address.py ADDRESS``.

The project does not know where it is kept; the archive of a release does. The links of README become whole ones there,
since the page of a package index shows README alone.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACEHOLDER = "ADDRESS-OF-THIS-REPOSITORY"
PAGES = {
    "Source": "",
    "Documentation": "/tree/main/docs",
    "Changelog": "/blob/main/CHANGELOG.md",
    "Issues": "/issues",
}


def with_urls(project: str, address: str) -> str:
    r"""Return the text of pyproject.toml with the project's addresses.

    >>> print(with_urls('[project]\nname = "a"\n\n[project.scripts]\n', "ADDRESS").splitlines()[3:5])
    ['[project.urls]', 'Source = "ADDRESS"']
    """
    if "[project.urls]" in project:
        raise ValueError("pyproject.toml has addresses already")
    lines = "\n".join(f'{name} = "{address}{page}"' for name, page in PAGES.items())
    return project.replace("[project.scripts]", f"[project.urls]\n{lines}\n\n[project.scripts]", 1)


def with_whole_links(readme: str, address: str) -> str:
    """Return the text of README with links that lead on from anywhere.

    >>> with_whole_links("![a](docs/a.svg) [b](B.md) [c](#c)", "ADDRESS")
    '![a](ADDRESS/raw/main/docs/a.svg) [b](ADDRESS/blob/main/B.md) [c](#c)'
    """
    readme = readme.replace(PLACEHOLDER, address)
    readme = re.sub(r"(!\[[^\]]*\]\()(?!\w+:)([^)#]+)\)", rf"\1{address}/raw/main/\2)", readme)
    return re.sub(r"(?<!!)(\[[^\]]*\]\()(?!\w+:|#)([^)]+)\)", rf"\1{address}/blob/main/\2)", readme)


def main(arguments: list[str]) -> int:
    """Change the three files in place."""
    if len(arguments) != 1 or not re.match(r"https?://[^/]+/.+[^/]$", arguments[0]):
        sys.stderr.write("usage: python .github/address.py ADDRESS, as https://HOST/OWNER/NAME\n")
        return 2
    address = arguments[0]
    for name, change in (("pyproject.toml", with_urls), ("README.md", with_whole_links)):
        path = ROOT / name
        path.write_text(change(path.read_text(encoding="utf-8"), address), encoding="utf-8")
    citation = ROOT / "CITATION.cff"
    citation.write_text(f"{citation.read_text(encoding='utf-8')}repository-code: {address}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
