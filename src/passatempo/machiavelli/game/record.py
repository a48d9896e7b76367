"""The functions of the game, under the names that the package `games` uses."""

from passatempo.core.game import GameWiring
from passatempo.machiavelli.formats.notation import with_notation
from passatempo.machiavelli.game import bots, checker, commentary, notation, odds, play, rules, state, table_events

WIRING = GameWiring(
    rules=rules.GameRules,
    presets=rules.PRESETS,
    seats_of=play.usual_seats,
    start=play.start,
    seat=play.seat_to_move,
    view=play.view,
    judge=play.judge,
    play=play.play,
    result_of=play.final_result,
    read=notation.read,
    write=notation.write,
    locale=lambda locale, rules: with_notation(locale, rules.names),
    move=state.MOVE,
    deal=state.DEAL,
    show=commentary.show,
    draw=commentary.draw,
    describe_move=commentary.announce_turn,
    event=table_events.state_after_event,
    teach=commentary.teach,
    ending=commentary.ending,
    hint=commentary.hint,
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
    words={"why": commentary.why, "sort": commentary.sort, "odds": odds.answer_odds, "score": commentary.hand_score},
)
