"""The functions of the game, as the rooms for games use them."""

from passatempo.games.game import GameWiring, Series
from passatempo.minesweeper.game import bots, checker, play, rules, showing
from passatempo.minesweeper.game.match import checker as match_checker
from passatempo.minesweeper.game.match import series, telling
from passatempo.minesweeper.policies import POLICIES

NAMES = [row.bot or name for name, row in POLICIES.items()]

WIRING = GameWiring(
    rules=rules.GameRules,
    presets=rules.PRESETS,
    start=play.start,
    seat=play.seat,
    view=play.view,
    judge=play.judge,
    play=play.play,
    result=play.result,
    read=showing.read,
    write=showing.write,
    move=play.MOVE,
    deal=play.DEAL,
    show=showing.show,
    draw=showing.draw,
    ending=showing.ending,
    moves=play.moves,
    instance=play.instance,
    summary=play.summary,
    checker=checker.check,
    series=Series(series.is_series, telling.describe_series, match_checker.check),
    bots=dict.fromkeys(NAMES, bots.guess),
    advice=dict.fromkeys(NAMES, bots.advice),
    words={"why": showing.why, "chances": showing.chances_of},
)
