"""The functions of the game, as the rooms for games use them."""

from passatempo.core.play.game import GameWiring, Series
from passatempo.minesweeper.game import bots, checker, notation, rules, showing, turns
from passatempo.minesweeper.game.match import checker as match_checker
from passatempo.minesweeper.game.match import series, telling
from passatempo.minesweeper.policies import POLICIES

NAMES = [row.bot or name for name, row in POLICIES.items()]

WIRING = GameWiring(
    rules=rules.GameRules,
    presets=rules.PRESETS,
    start=turns.start,
    seat=turns.seat,
    view=turns.view,
    judge=turns.judge,
    play=turns.play,
    result=turns.result,
    read=notation.read,
    write=notation.write,
    move=turns.MOVE,
    deal=turns.DEAL,
    show=showing.show,
    draw=showing.draw,
    ending=showing.ending,
    moves=turns.moves,
    instance=turns.instance,
    summary=turns.summary,
    checker=checker.check,
    series=Series(series.known, telling.tell, match_checker.check),
    bots=dict.fromkeys(NAMES, bots.guess),
    advice=dict.fromkeys(NAMES, bots.advice),
    words={"why": showing.why, "chances": showing.chances_of},
)
