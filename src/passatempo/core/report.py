"""Reports of internal errors: the instance and the message, in one file of the user's state folder."""

import contextlib
import os
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any

from passatempo.core.errors import WrongAnswer
from passatempo.core.json import encode
from passatempo.core.pastime import Pastime, Question

REPORT_LIMIT = 20  # maximum number of reports; older ones are deleted


def save_report(game: Pastime, error: WrongAnswer) -> Path:
    """Save the question of a wrong answer and return the file's path."""
    question: Any = error.question
    ask_inputs = None
    if isinstance(question, Question):
        question, ask_inputs = question.instance, question.ask
    report = {"pastime": game.name, "error": str(error), "instance": game.wiring.json.dump(question), "ask": ask_inputs}
    return save_text(encode(report, indent=2), ".json")


def describe_error(error: BaseException) -> str:
    """Write an error with its traceback."""
    return "".join(traceback.format_exception(error))


def save_text(text: str, suffix: str) -> Path:
    """Save a report in a new file that only its owner can read, and keep only the newest `REPORT_LIMIT` reports."""
    folder = _report_folder()
    handle, name = tempfile.mkstemp(dir=folder, prefix="report-", suffix=suffix)
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
    reports = sorted(folder.glob("report-*"), key=_report_age, reverse=True)
    for old in reports[REPORT_LIMIT:]:
        with contextlib.suppress(OSError):  # another process has deleted it
            old.unlink()
    return Path(name)


def _report_age(report: Path) -> float:
    with contextlib.suppress(OSError):
        return report.stat().st_mtime
    return 0.0


def _report_folder() -> Path:
    """Return the folder of reports, created if needed: in the user's state folder, or among the temporary files."""
    with contextlib.suppress(OSError, RuntimeError):  # no home folder, or it is not writable
        folder = _state() / "passatempo-reports"
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if os.access(folder, os.W_OK):
            return folder
    folder = Path(tempfile.gettempdir()) / f"passatempo-reports-{os.getuid() if hasattr(os, 'getuid') else 0}"
    folder.mkdir(exist_ok=True, mode=0o700)
    return folder


def _state() -> Path:
    """Return the system's folder for the state of programs."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
