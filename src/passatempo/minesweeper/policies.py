"""The policies, one row each: how a policy chooses a cell if none is certainly safe, with each part a named setting."""

from dataclasses import asdict, dataclass, field, fields, make_dataclass, replace
from functools import cache
from typing import Any, Literal

from passatempo.core.errors import UsageError, quote
from passatempo.core.methods import Method, parse_settings, suggest

MOST_CELLS, MOST_NEIGHBOURS = 1000, 15  # limits of the kernel, which stores weights as doubles and needs in four bits
MOST_LAYOUTS = 2**14  # of an endgame that the kernel solves
MOST_NODES = 2**31


def _declare_setting(default: float, upper_bound: float, description: str) -> Any:
    """Declare a setting from 0 to `upper_bound`."""
    return field(default=default, metadata={"help": description, "least": 0, "most": upper_bound})


def _declare_switch(default: bool, description: str) -> Any:
    """Declare a setting that is on or off."""
    return field(default=default, metadata={"help": description})


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The settings of a policy, which are the record `Policy` of `kernel/interface.toml`.

    Parameters
    ----------
    summary, source
        What it does, and its source, in a few words.
    orders_by
        The order of the candidates: by the chance of a zero, among equally safe cells, or by value.
    bot, level
        Its name as a bot, if different, and the level of the bot.
    kind
        0: the least chance of a mine, among equal ones the cell with the fewest unknown neighbours, without settings.
        1: the score, which is the chance to survive this click and the next one.
    progress
        The weight of the chance that a safe cell follows, as a tie-break.
    second
        The share of the second safest cell in the value of a click.
    near_best, free_best
        The minimum safety of a candidate, as a share of the safest cell; the second is for cells next to no number.
    most, most_free
        The largest number of candidates, and of those next to no number; 0: all.
    alive
        Cells that can only show one number are neither candidates nor next clicks.
    pairs
        Proven 50/50 pairs are played at once.
    deep, deep_next, deep_near
        How many candidates are searched one click deeper, how many of their own, and how close to the best they are.
    layouts, dense_layouts
        Endgames with at most this many layouts are solved, or this many times the cube of the share of free cells.
    nodes
        The largest number of guesses to try in an endgame before the score decides.

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
        """Return the settings for the kernel, by name, in the order of the interface."""
        from passatempo.core.interface import Interface  # listing the policies does not need it

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
RULE, *_, STRONGEST = POLICIES  # the first answers on every board, the last is the default


def settings_by_name() -> dict[str, dict[str, Any]]:
    """Return the settings of each policy, for the web page."""
    return {name: row.settings() for name, row in POLICIES.items()}


@cache
def __getattr__(name: str) -> type[Any]:
    """Return the class of a policy's settings, with its own defaults; records name it after the policy.

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
    """Return the policy of these settings, with their changes.

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
