"""The functions of the game that the front ends use."""

from passatempo.core.game import GameWiring
from passatempo.optimiza.game import bots, checker, play, presentation, rules

WIRING = GameWiring(
    rules=rules.GameRules,
    presets=rules.PRESETS,
    seats_of=rules.seats_of,
    start=play.start,
    seat=play.seat,
    view=play.view,
    judge=play.judge,
    play=play.play,
    result_of=play.result,
    read=presentation.read,
    write=presentation.write,
    move=play.MOVE,
    deal=play.DEAL,
    show=presentation.show,
    draw=presentation.draw,
    ending=presentation.ending,
    moves=play.moves,
    instance=play.instance,
    opening=play.opening,
    summary=play.summary,
    checker=checker.check,
    bots={"perfect": bots.perfect, "greedy": bots.greedy, "random": bots.lots},
    advice={"perfect": bots.advice},
    words={"why": presentation.why, "levels": presentation.levels},
)
