"""Write what a user installs with the package, and its licences: ``python .ci/licences.py docs/project/licences.md``.

It reads the metadata of what is installed here: the package's own requirements, those of each extra, and theirs.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import Distribution, distribution, metadata, requires
from pathlib import Path

from packaging.requirements import Requirement

HEAD = """# Licences

passatempo is under the MIT licence. The table lists the packages that it installs. `make docs` writes it from the
metadata of the packages. An extra is installed only if you ask for it.

The compiled modules contain nanobind and robin-map (BSD-3-Clause, MIT). Their licences are in every wheel. The
modules of the browser app contain the C++ library of LLVM and wasi-libc (Apache-2.0 with LLVM exceptions, MIT). You
install programs for the benchmarks yourself, and they have their own licences (`benchmarks/README.md`).

| package | licence | comes with |
|---|---|---|
"""
SHORT = {"BSD License": "BSD", "Apache Software License": "Apache-2.0", "MIT License": "MIT", "MIT license": "MIT"}


def licence(found: Distribution) -> str:
    """Return the licence that a package names: its expression, its field, or its classifiers."""
    told = found.metadata
    if expression := told.get("License-Expression"):
        return str(expression)
    classified = [
        line.rpartition(" :: ")[2] for line in told.get_all("Classifier", []) if line.startswith("License ::")
    ]
    short = (told.get("License") or "").strip()
    said = short if short and len(short) < 40 and "\n" not in short else " or ".join(sorted(set(classified)))
    return SHORT.get(said, said) or "not stated"


def needed(name: str, extra: str = "") -> set[str]:
    """Return the names of what a package needs, and of what that needs, where it is installed here."""
    found: set[str] = set()
    ahead = [(name, extra)]
    while ahead:
        package, asked = ahead.pop()
        for line in requires(package) or ():
            one = Requirement(line)
            for_extra = "extra" in str(one.marker or "")
            if one.marker and not one.marker.evaluate({"extra": asked}):
                continue
            if bool(asked) != for_extra and package == name:
                continue
            key = re.sub(r"[-_.]+", "-", one.name).lower()
            if key != "passatempo" and key not in found:
                found.add(key)
                ahead.append((key, ""))
    return found


def page() -> str:
    """Write the page."""
    extras = sorted(set(metadata("passatempo").get_all("Provides-Extra") or ()) - {"all"})
    why: dict[str, list[str]] = {}
    for extra in ["", *extras]:
        for name in sorted(needed("passatempo", extra)):
            why.setdefault(name, []).append(f"`{extra}`" if extra else "always")
    rows = [f"| {name} | {licence(distribution(name))} | {said(why[name])} |" for name in sorted(why)]
    return HEAD + "\n".join(rows) + "\n"


def said(extras: list[str]) -> str:
    """Say what brings a package: what is always there needs no extra."""
    return "always" if "always" in extras else ", ".join(extras)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
