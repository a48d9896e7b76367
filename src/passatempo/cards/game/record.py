"""The functions of the game for the front ends."""

from passatempo.cards.game import bots, checker, play, presentation, rules
from passatempo.core.game import GameWiring

WIRING = GameWiring(
    rules=rules.GameRules,
    presets=rules.PRESETS,
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
    bots={"placing": bots.place_cards},
    advice={"placing": bots.advice},
    words={"why": presentation.why},
)
