"""The functions of the game, as the rooms for games use them."""

from passatempo.core.game import GameWiring
from passatempo.mnk import drawing
from passatempo.mnk.game import checker, play, rules

WIRING = GameWiring(
    rules=rules.GameRules,
    presets=rules.PRESETS,
    start=play.start,
    seat=play.seat,
    view=play.view,
    judge=play.judge,
    play=play.play,
    result=play.result,
    read=play.read,
    write=play.write,
    move=play.MOVE,
    deal=play.DEAL,
    show=play.show,
    draw=drawing.draw_position,
    moves=play.moves,
    instance=play.instance,
    opening=play.opening,
    chosen=play.chosen,
    summary=play.summary,
    checker=checker.check,
)
