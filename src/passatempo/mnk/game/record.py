"""The functions of the game, for the game framework."""

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
    result_of=play.result,
    read=play.read,
    write=play.write,
    move=play.MOVE,
    deal=play.DEAL,
    show=play.show,
    draw=drawing.draw_position,
    moves=play.moves,
    instance=play.instance,
    opening=play.opening,
    move_of_answer=play.chosen,
    summary=play.summary,
    checker=checker.check,
)
