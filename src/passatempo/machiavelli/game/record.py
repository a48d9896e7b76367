"""The functions of the game, as the rooms for games use them."""

from passatempo.core.game import GameWiring
from passatempo.machiavelli.formats.notation import with_notation
from passatempo.machiavelli.game import bots, checker, following, notation, odds, play, rules, showing, state

WIRING = GameWiring(
    rules=rules.GameRules,
    presets=rules.PRESETS,
    seats_of=play.usual_seats,
    start=play.start,
    seat=play.seat,
    view=play.view,
    judge=play.judge,
    play=play.play,
    result=play.result,
    read=notation.read,
    write=notation.write,
    locale=lambda locale, rules: with_notation(locale, rules.names),
    move=state.MOVE,
    deal=state.DEAL,
    show=showing.show,
    draw=showing.draw,
    tell=showing.tell,
    event=following.noted,
    teach=showing.teach,
    ending=showing.ending,
    hint=showing.hint,
    describe=rules.described,
    seconds=rules.seconds,
    forfeit=play.forfeit,
    sample=bots.sample,
    summary=play.summary,
    games=bots.games,
    checker=checker.check,
    bots={
        "patient": bots.patient,
        "greedy": bots.greedy,
        "points": bots.points,
        "novice": bots.novice,
        "strong": bots.strong,
    },
    words={"why": showing.why, "sort": showing.sort, "odds": odds.word, "score": showing.score},
)
