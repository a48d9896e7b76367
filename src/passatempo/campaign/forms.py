"""The forms of a report, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.campaign.report import as_csv, as_json, as_markdown, as_text
from passatempo.campaign.webpage import as_page

if TYPE_CHECKING:
    from passatempo.campaign.report import Report

FORMS = ("text", "csv", "markdown", "html", "json")


def written(report: Report, form: str) -> str:
    """Write a report as text, csv, markdown, html or json."""
    if form == "csv":
        return as_csv(report)
    if form == "json":
        return as_json(report)
    if form == "html":
        return as_page(report)
    return as_markdown(report) if form == "markdown" else as_text(report)
