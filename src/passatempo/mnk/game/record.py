"""The functions of the game, as the rooms for games use them."""

from passatempo.core.play.game import GameWiring
from passatempo.mnk import drawing
from passatempo.mnk.game import checker, rules, turns

WIRING = GameWiring(
    rules=rules.GameRules,
    presets=rules.PRESETS,
    start=turns.start,
    seat=turns.seat,
    view=turns.view,
    judge=turns.judge,
    play=turns.play,
    result=turns.result,
    read=turns.read,
    write=turns.write,
    move=turns.MOVE,
    deal=turns.DEAL,
    show=turns.show,
    draw=drawing.draw_position,
    moves=turns.moves,
    instance=turns.instance,
    opening=turns.opening,
    chosen=turns.chosen,
    summary=turns.summary,
    checker=checker.check,
)
