"""The act `match`: each bot plays every seat of the same deal; a job is one deal in all seatings."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from passatempo.campaigns.acts.act import Act, Row, name_faults, refuse_unknown_keys, words_of
from passatempo.core.errors import FormatError, UsageError, quote
from passatempo.core.limits import Limits
from passatempo.core.random import Random
from passatempo.games.shapes import pick_rules, rules_of
from passatempo.games.tournaments import IllegalMove, TournamentPlan, play_games, tournament_table

SEEDS = 2**63
OWN = ("bots", "rules", "plain")


class Meeting(Act):
    """Let bots, named in a text with spaces, play a deal in every seating."""

    def __init__(self, target: str) -> None:
        self.pastime, _ = words_of(target, "PASTIME")
        if self.pastime.game is None or self.pastime.game.seats[1] < 2:
            raise UsageError(f"{self.pastime.name} has no matches")
        self.rule_keys = [field.name for field in fields(self.pastime.game.wiring.rules) if field.init]

    def check_keys(self, keys: Sequence[str]) -> None:
        """Refuse keys that are neither rules nor settings of a match."""
        refuse_unknown_keys(keys, [*OWN, *self.rule_keys])
        if "bots" not in keys:
            raise FormatError("bots is missing: list them as 'greedy patient'", where="[grid]")

    def check(self, cell: Mapping[str, Any]) -> None:
        """Check the bots and the rules."""
        with name_faults("bots"):
            if not isinstance(cell["bots"], str):
                raise FormatError(f"{quote(cell['bots'])} is not a list of bots", where="bots")
            self._tournament_plan(cell, 0)

    def _tournament_plan(self, cell: Mapping[str, Any], seed: int) -> TournamentPlan:
        game = self.pastime.game
        assert game is not None
        preset, rules = rules_of(game, pick_rules(game, cell, cell.get("rules")))
        bots = tuple(cell["bots"].split())
        return TournamentPlan(
            self.pastime.name, bots, rules, preset, seed, deal_count=1, is_plain=bool(cell.get("plain"))
        )

    def stream_levels(self, cell: Mapping[str, Any]) -> dict[str, Any]:
        """Return the rules, so that equally many bots get the same deals."""
        return {key: level for key, level in cell.items() if key not in ("bots", "plain")}

    def __call__(self, cell: Mapping[str, Any], stream: Random, limits: Limits) -> Row:
        """Play one deal in every seating; the row has each bot's share of wins and points per game, in order."""
        plan = self._tournament_plan(cell, stream.below(SEEDS))
        try:
            table = tournament_table(plan, play_games(plan))
        except IllegalMove as error:
            raise UsageError(error.message) from None
        row: Row = {"games": table.games, "turns": table.turns, "blocked": table.blocked}
        for number, bot_score in enumerate(table.standings, 1):
            row |= {f"wins_{number}": bot_score.wins.mean, f"points_{number}": bot_score.points.mean}
        return row
