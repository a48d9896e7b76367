"""A bug of ours leaves a report: the instance and what was said, in one file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from passatempo.core.json import encode
from passatempo.core.pastime import Question, resolve

if TYPE_CHECKING:
    from passatempo.core.errors import WrongAnswer
    from passatempo.core.pastime import Pastime


def save_report(game: Pastime, error: WrongAnswer) -> Path:
    """Save the question of a wrong answer and return the file."""
    question: Any = error.question
    ask = None
    if isinstance(question, Question):
        question, ask = question.instance, question.ask
    report = {"pastime": game.name, "error": str(error), "instance": resolve(game.face).dump(question), "ask": ask}
    return save_text(encode(report, indent=2), ".json")


def save_text(text: str, suffix: str) -> Path:
    """Save a report's text in a new file of the temporary folder."""
    import tempfile

    with tempfile.NamedTemporaryFile(
        "w", prefix="passatempo-report-", suffix=suffix, delete=False, encoding="utf-8"
    ) as file:
        file.write(text)
    return Path(file.name)
