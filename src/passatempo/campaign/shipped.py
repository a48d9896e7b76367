"""The plans that come with the package: studies that answer a question, and examples of how a plan is written."""

from __future__ import annotations

from importlib import resources

from passatempo.core.errors import UsageError, quote
from passatempo.core.methods import suggest

FOLDER = "plans"


def names() -> list[str]:
    """List the shipped plans.

    >>> "optimiza-greedies" in names()
    True
    """
    found = resources.files("passatempo.campaign").joinpath(FOLDER).iterdir()
    return sorted(file.name.removesuffix(".toml") for file in found if file.name.endswith(".toml"))


def text_of(name: str) -> str:
    """Return the text of a shipped plan; raises `UsageError` where there is none."""
    known = names()
    if name not in known:
        raise UsageError(f"{quote(name)} is not a built-in plan{suggest(name, known)} ({', '.join(known)})")
    return resources.files("passatempo.campaign").joinpath(FOLDER, f"{name}.toml").read_text(encoding="utf-8")
