"""The functions of the game, as the rooms for games use them."""

from passatempo.games.game import GameWiring
from passatempo.machiavelli.formats.notation import with_notation
from passatempo.machiavelli.game import bots, checker, following, notation, odds, play, rules, showing, state

WIRING = GameWiring(
    rules=rules.GameRules,
    presets=rules.PRESETS,
    seats_of=play.usual_seats,
    start=play.start,
    seat=play.seat_to_move,
    view=play.view,
    judge=play.judge,
    play=play.play,
    result=play.final_result,
    read=notation.read,
    write=notation.write,
    locale=lambda locale, rules: with_notation(locale, rules.names),
    move=state.MOVE,
    deal=state.DEAL,
    show=showing.show,
    draw=showing.draw,
    tell=showing.announce_turn,
    event=following.state_after_event,
    teach=showing.teach,
    ending=showing.ending,
    hint=showing.hint,
    describe=rules.describe_rules,
    seconds=rules.turn_seconds,
    forfeit=play.forfeit,
    sample=bots.random_move,
    summary=play.summary,
    games=bots.games,
    checker=checker.check_record,
    bots={
        "patient": bots.patient,
        "greedy": bots.greedy,
        "points": bots.points,
        "novice": bots.novice,
        "strong": bots.strong,
    },
    words={"why": showing.why, "sort": showing.sort, "odds": odds.answer_odds, "score": showing.hand_score},
)
