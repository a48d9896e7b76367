"""The page about the HTTP API on a host of files: calls to copy, and how to start a server. With one: tests/web."""

import pytest

from app.conftest import LANGUAGES, SIZES


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_calls_are_described_and_copied(visit, language, size):
    page = visit(language, size, "api/", permissions=["clipboard-read", "clipboard-write"])
    assert page.locator("#without").is_visible()
    assert page.locator("#with").is_hidden()
    assert page.locator("#described").is_hidden()
    page.locator("#copy").click()
    page.locator("#copied", has_text=":").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#call").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("main a[href='../workbench/']").click()
    page.locator("#without pre").wait_for()
