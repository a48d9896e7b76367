"""The functions of the game, as the package for games uses them."""

from passatempo.core.game import GameFiles, GameWiring, Series
from passatempo.minesweeper.formats import replays
from passatempo.minesweeper.game import bots, checker, play, presentation, rules, verdicts
from passatempo.minesweeper.game.match import checker as match_checker
from passatempo.minesweeper.game.match import narrative, series
from passatempo.minesweeper.policies import POLICIES

NAMES = [row.bot or name for name, row in POLICIES.items()]

WIRING = GameWiring(
    rules=rules.GameRules,
    presets=rules.PRESETS,
    preset_aliases={"beginner-9": "beginner"},  # as `new` and `win-rate` name it
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
    series=Series(series.is_series, narrative.describe_series, match_checker.check),
    game_files=GameFiles(replays.read_game, verdicts.sum_judgements),
    judge_game=verdicts.judge_game,
    bots=dict.fromkeys(NAMES, bots.guess),
    advice=dict.fromkeys(NAMES, bots.advice),
    words={"why": presentation.why, "chances": presentation.chances_of},
)
