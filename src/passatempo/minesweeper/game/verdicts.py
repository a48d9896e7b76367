"""The judgement of a game in words: the clicks with a risk, the totals, and whose fault a loss was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from passatempo.core.messages import mark, translate, translate_plural
from passatempo.games.values import HOW, JudgedGame
from passatempo.minesweeper.formats.minefield import Minefield
from passatempo.minesweeper.game.judgement import JudgedClick, Judgement, judge, minefield_of
from passatempo.minesweeper.game.rules import PRESETS
from passatempo.minesweeper.text import write_place

if TYPE_CHECKING:
    from fractions import Fraction

    from passatempo.games.playthrough import Playthrough

COLUMNS = mark("time, click, verdict, safety, best")
VERDICTS = mark("first, safe, needless, forced, guess, unknown")


def judge_game(source: Any, *, last: int, name: str, every: bool, locale: str) -> JudgedGame:
    """Judge a `Playthrough` or a `Minefield` up to a click.

    `name` is that of its file, and `every` lists the safe clicks too.
    """
    minefield = source if isinstance(source, Minefield) else _minefield_of(source)
    minefield = replace(minefield, clicks=minefield.clicks[:last])
    if not minefield.clicks:
        return JudgedGame()
    judgement = judge(minefield)
    lines = tuple(_judgement_lines(judgement, name, locale, every=every))
    return JudgedGame(lines, {"judgement": judgement.to_json()})


def sum_judgements(judgements: Sequence[Mapping[str, Any]], locale: str) -> tuple[dict[str, Any], str]:
    """Add up judgements, as JSON and in words."""
    sums = {
        key: sum([judgement["totals"][key] for judgement in judgements])
        for key in ("clicks", "safe", "needless", "forced", "guess")
    }
    won = [judgement["outcome"] for judgement in judgements].count("won")
    faults = [judgement["totals"]["fault"] for judgement in judgements].count("fault")
    totals = {"games": len(judgements), "won": won, **sums, "faults": faults}
    text = mark(
        "Games: {games}, won: {won}, lost by own fault: {faults}. "
        "Clicks: {clicks}, safe: {safe}, needless: {needless}, forced: {forced}, guess: {guess}."
    )
    return totals, translate(text, locale, **totals)


def _minefield_of(game: Playthrough) -> Minefield:
    return minefield_of(game.states, game.moves, game.players[0].name)


def _judgement_lines(judgement: Judgement, name: str, locale: str, *, every: bool) -> Iterator[str]:
    """Yield the head, the table of clicks, the totals, and after a loss whose fault it was."""
    yield f"{_head(judgement, locale)}; {name}" if name else _head(judgement, locale)
    from passatempo.render.grid import grid

    clicks = [judged for judged in judgement.clicks if every or judged.verdict != "safe"]
    rows = [_row(judged, judgement.minefield.columns, locale) for judged in clicks]
    yield grid([translate(COLUMNS, locale).split(", "), *rows], left=True)
    yield _totals_line(judgement, locale)
    if judgement.clicks[-1].click.hit:
        yield ending_sentence(judgement.clicks[-1], locale)


def _head(judgement: Judgement, locale: str) -> str:
    """Describe the field, the outcome, and the time of the last click."""
    game = judgement.minefield
    size = (game.rows, game.columns, game.mines)
    presets = [
        key.capitalize()
        for key, preset in PRESETS.items()
        if size == (preset.rules.rows, preset.rules.columns, preset.rules.mines) and game.variant == "square"
    ]
    mines = translate("1 mine", locale) if game.mines == 1 else translate("{n} mines", locale, n=game.mines)
    outcome = translate({**HOW, "unfinished": mark("unfinished")}[game.outcome or "unfinished"], locale)
    if (ms := game.clicks[-1].ms) is not None:
        outcome = translate("{outcome} after {seconds} s", locale, outcome=outcome, seconds=f"{ms / 1000:.2f}")
    return f"{', '.join([*presets, f'{game.rows} x {game.columns}', mines])}: {outcome}"


def _row(judged: JudgedClick, columns: int, locale: str) -> list[str]:
    """Return the row of a click: time, click, verdict, safety, best, and the cell that was safe."""
    click = judged.click
    places = ", ".join([write_place(divmod(cell, columns)) for cell in click.opens])
    remark = _safe_sentence(judged, locale) if judged.verdict == "needless" else ""
    return [
        "" if click.ms is None else f"{click.ms / 1000:6.2f}",
        f"{click.action} {places}",
        _verdict_words(locale)[judged.verdict],
        *["" if share is None else f"{_percent(share):>6}" for share in (judged.safety, judged.best)],
        remark,
    ]


def _verdict_words(locale: str) -> dict[str, str]:
    return dict(zip(VERDICTS.split(", "), translate(VERDICTS, locale).split(", "), strict=True))


def _totals_line(judgement: Judgement, locale: str) -> str:
    """Count the clicks by verdict, and state luck and avoidable risk."""
    totals = judgement.totals
    words = _verdict_words(locale)
    counts = [f"{totals[key]} {words[key]}" for key in ("safe", "needless", "forced") if totals[key]]
    counts += [guess_count(totals["guess"], locale)] if totals["guess"] else []
    clicks = translate_plural("{number} click", "{number} clicks", totals["clicks"], locale)
    line = f"{clicks}: {', '.join(counts)}." if counts else f"{clicks}."
    for share, text in ((judgement.luck, mark("Luck {share}.")), (judgement.cost, mark("Avoidable risk {share}."))):
        line += "" if share is None else " " + translate(text, locale, share=_percent(share))
    return line


def guess_count(number: int, locale: str) -> str:
    """Write a number of guesses."""
    return translate("1 guess", locale) if number == 1 else translate("{n} guesses", locale, n=number)


def ending_sentence(judged: JudgedClick, locale: str) -> str:
    """State whether a lost game was the player's fault, a choice, or bad luck."""
    if judged.verdict == "first":
        return translate("Bad luck: the first square had a mine.", locale)
    if judged.verdict == "needless":
        return translate("It was your fault: {sentence}", locale, sentence=_safe_sentence(judged, locale))
    if judged.best is None or judged.safety is None or judged.safest is None:
        return translate("The chances cannot be computed.", locale)
    safety, best = _percent(judged.safety), _percent(judged.best)
    if judged.verdict == "forced":
        return translate("Bad luck: no square was safer than {best}.", locale, best=best)
    text = mark("A choice: {cell} was safer, {best} against {safety}.")
    return translate(text, locale, cell=write_place(judged.safest), best=best, safety=safety)


def _safe_sentence(judged: JudgedClick, locale: str) -> str:
    """Name the safe cell of a needless click, with its reason if it is known."""
    place = write_place(judged.safest or (0, 0))
    if judged.reason is None:
        return translate("{cell} was safe.", locale, cell=place)
    reason = judged.reason.text.removesuffix(f": {place} is safe")
    return translate("{cell} was safe: {reason}.", locale, cell=place, reason=reason)


def _percent(share: Fraction) -> str:
    """Write a share in per cent; only certain ones get 0 or 100.

    >>> from fractions import Fraction
    >>> _percent(Fraction(2, 3)), _percent(Fraction(4, 5)), _percent(Fraction(1, 10**9)), _percent(Fraction(1))
    ('66.7 %', '80 %', '< 0.1 %', '100 %')
    """
    tenths = round(1000 * share)
    if tenths in (0, 1000) and share not in (0, 1):
        return "> 99.9 %" if tenths else "< 0.1 %"
    return f"{tenths / 10:g} %"
