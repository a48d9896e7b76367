"""The workbench on a host of files: it says what it would be, and how to start it. With a server: tests/web."""

import pytest

from app.conftest import LANGUAGES, SIZES


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_server_it_says_how_to_start_one(visit, language, size):
    page = visit(language, size, "workbench/")
    assert page.locator("#without pre").inner_text().splitlines()[-1] == "passatempo web"
    assert page.locator("#bench").is_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
