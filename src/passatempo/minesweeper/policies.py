"""The policies, one row each: how a policy chooses a cell where none is certainly safe, each part a named setting."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields, make_dataclass, replace
from functools import cache
from typing import Any, Literal

from passatempo.core.errors import UsageError, quote
from passatempo.core.methods import Method, parse_settings, suggest

MOST_CELLS, MOST_NEIGHBOURS = 1000, 15  # of a board that the kernel plays on: weights are doubles, needs four bits
MOST_LAYOUTS = 2**14  # of an endgame that the kernel solves
MOST_NODES = 2**31


def _declare_setting(default: float, upper_bound: float, description: str) -> Any:
    """Declare a setting from 0 to `most`."""
    return field(default=default, metadata={"help": description, "least": 0, "most": upper_bound})


def _declare_switch(default: bool, description: str) -> Any:
    """Declare a setting that is on or off."""
    return field(default=default, metadata={"help": description})


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What a policy weighs. Its settings are the record `Policy` of `kernel/interface.toml`.

    Parameters
    ----------
    summary, source
        What it does, and where that comes from, in a few words.
    orders_by
        What candidates are ordered by: the chance of a zero, among cells that are equally safe, or their value.
    bot, level
        Its name as a bot, if that is another, and the level of the bot.
    kind
        0: the least chance of a mine, of equal ones the cell with the fewest unknown neighbours, without settings; 1:
        the score, which is the chance to survive this click and the next one.
    progress
        The weight of the chance that a safe cell follows: a tie-break.
    second
        The share of the second safest cell in what a click leaves.
    near_best, free_best
        A candidate is at least so safe, as a share of the safest; the second is for cells next to no number.
    most, most_free
        How many candidates, and how many of them next to no number; 0: all.
    alive
        Cells that can only show one number are no candidates, and no next click.
    pairs
        Proven 50/50 pairs are played at once.
    deep, deep_next, deep_near
        So many candidates, so near to the best, are looked at one click deeper, each with so many of its own.
    layouts, dense_layouts
        Endgames of so many layouts are solved, and those of so many times the cube of the share of free cells.
    nodes
        Guesses looked at in an endgame, before the score decides.

    Examples
    --------
    >>> POLICIES["search"].progress, POLICIES["two-step"].deep
    (0.001, 0)
    """

    summary: str = ""
    source: str = ""
    orders_by: Literal["zero", "value"] = "value"
    bot: str = ""
    level: str = ""
    kind: int = 1
    progress: float = _declare_setting(0.001, 1, "weight of the chance that a safe cell follows")
    second: float = _declare_setting(0.2, 1, "share of the second safest cell in the value of a position")
    near_best: float = _declare_setting(0.90, 1, "least safety of a candidate, as a share of the best safety")
    free_best: float = _declare_setting(0.95, 1, "the same for cells next to no number")
    most: int = _declare_setting(0, MOST_CELLS, "number of candidates; 0 for all")
    most_free: int = _declare_setting(0, MOST_CELLS, "number of candidates next to no number; 0 for all")
    alive: bool = _declare_switch(True, "leave out squares that can show only one number")
    pairs: bool = _declare_switch(True, "play proven 50/50 pairs immediately")
    deep: int = _declare_setting(4, MOST_CELLS, "number of candidates that are searched one click deeper")
    deep_next: int = _declare_setting(4, MOST_CELLS, "number of candidates at that click")
    deep_near: float = _declare_setting(0.02, 1, "greatest loss of value of a candidate that is searched deeper")
    layouts: float = _declare_setting(1000, MOST_LAYOUTS, "number of layouts of an endgame that is solved")
    dense_layouts: float = _declare_setting(1000, MOST_LAYOUTS, "the same, times the cube of the share of free cells")
    nodes: int = _declare_setting(200_000, MOST_NODES, "number of guesses searched in an endgame")

    def settings(self) -> dict[str, Any]:
        """Return what the kernel takes, by name, in the order of the interface."""
        from passatempo.core.interface import Interface  # lists of policies need none

        return {name: getattr(self, name) for name, _ in Interface.of("minesweeper").records["Policy"].typed_fields}


SETTINGS = {entry.name: entry for entry in fields(Policy) if entry.metadata}

POLICIES = {
    "least-chance": Policy(
        kind=0,
        orders_by="zero",
        level="medium",
        summary="the least chance of a mine, then the best chance of a zero",
        source="a rule of thumb",
    ),
    "two-step": Policy(
        second=0.0,
        most=12,
        most_free=4,
        alive=False,
        deep=0,
        level="hard",
        summary="the best chance to survive this click and the next one",
        source="the chance to survive this click and the next; exact endgames",
    ),
    "search": Policy(
        bot="guess",
        level="best",
        summary="the best chance to survive, two clicks and more ahead",
        source="the chance to survive this click and the next, blended over the two safest; exact endgames",
    ),
}
RULE, *_, STRONGEST = POLICIES  # the first answers on every board, the last where nobody names another


def settings_by_name() -> dict[str, dict[str, Any]]:
    """Return the settings of each policy: what the page knows of them."""
    return {name: row.settings() for name, row in POLICIES.items()}


@cache
def __getattr__(name: str) -> type[Any]:
    """Return the class of a policy's settings, with its own defaults: a record names it by the name of the policy.

    >>> __getattr__("two-step")(deep=2).second
    0.0
    """
    if name not in POLICIES:
        raise AttributeError(name)
    row = POLICIES[name]
    setting_fields = [
        (setting.name, setting.type, field(default=getattr(row, setting.name), metadata=setting.metadata))
        for setting in (SETTINGS.values() if row.kind else ())
    ]
    return make_dataclass("PolicySettings", setting_fields, frozen=True, slots=True, namespace={"policy": name})


def policy_with(settings: Any) -> Policy:
    """Return the row of these settings with what they set.

    >>> policy_with(__getattr__("two-step")(deep=2)).summary
    'the best chance to survive this click and the next one'
    """
    return replace(POLICIES[settings.policy], **asdict(settings))


def policy_of(specification: str) -> Policy:
    """Return a policy by its name and settings, as in ``two-step:progress=0.1,layouts=0``.

    >>> policy_of("two-step:second=0.5").second
    0.5

    Raises
    ------
    UsageError
        If there is no such policy, or it has no such setting.
    """
    name, _, setting_source = specification.partition(":")
    if name not in POLICIES:
        raise UsageError(f"{quote(name)} is not a policy{suggest(name, POLICIES)} ({', '.join(POLICIES)})")
    return policy_with(parse_settings(Method(name=name, where="", settings=f"{__name__}:{name}"), setting_source))
