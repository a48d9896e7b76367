"""The page about the HTTP API where a server is: what it says of calls is what the server does."""

import json
import re
import subprocess
import urllib.request
from pathlib import Path

import pytest

from passatempo.core.registry import names, pastime
from passatempo.web.build import pages

from ..helpers.curl import sent

WORDS = Path(__file__).parents[2] / "src" / "passatempo" / "web" / "build" / "words"
QUESTIONS = [f"{name} {problem.name}" for name in names() for problem in pastime(name).problems]


def asked(address, accept):
    with urllib.request.urlopen(urllib.request.Request(address, headers={"Accept": accept})) as answer:
        return answer.headers.get_content_type(), answer.read()


def test_a_browser_gets_the_page_and_a_program_the_list(app_server):
    kind, content = asked(f"{app_server}/api/", "text/html,application/xhtml+xml,*/*;q=0.8")
    assert kind == "text/html"
    assert b"curl" in content
    for accept, path in (("*/*", "/api/"), ("application/json", "/api/"), ("text/html", "/api")):
        kind, content = asked(app_server + path, accept)
        assert kind == "application/json"
        assert [game["name"] for game in json.loads(content)] == list(names())


def test_the_answer_that_is_shown_is_the_answer(server):
    """Every field on the page is in the answer to the call on the page."""
    text = pages.page_template(WORDS, "api")
    call, shown = (re.search(rf'<pre id="{name}"[^>]*>(.*?)</pre>', text, re.DOTALL)[1] for name in ("call", "answer"))
    told = sent(call, server)
    for key, value in json.loads(shown.replace(", ...", "")).items():
        assert told[key] == value, key


@pytest.mark.parametrize("language", ["", "it/", "es/"])
def test_every_question_has_a_call_that_is_answered(app_server, opened, language):
    """In English every one; the other languages have the same script, so there some are chosen."""
    page = opened(language + "api/", "phone")
    page.locator("#questions button").nth(len(QUESTIONS) - 1).wait_for()
    assert page.locator("#questions button").all_inner_texts() == QUESTIONS
    assert page.locator("#without").is_hidden()
    for question in QUESTIONS[:: 7 if language else 1]:
        page.get_by_role("button", name=question, exact=True).click()
        page.locator("#call", has_text=f"{app_server}/api/{question.replace(' ', '/')} ").wait_for()
        told = sent(page.locator("#call").inner_text(), app_server)
        assert [told["pastime"], told["question"]] == question.split()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_curl_itself_takes_the_call(server):
    """Where curl is installed, a quote within the body comes through."""
    call = "curl --version"
    if subprocess.run(["sh", "-c", call], capture_output=True, check=False).returncode:
        pytest.skip("curl is not installed")
    text = pages.page_template(WORDS, "api")
    call = re.search(r'<pre id="call"[^>]*>(.*?)</pre>', text)[1].replace("127.0.0.1:8080", server)
    told = subprocess.run(["sh", "-c", call], capture_output=True, text=True, check=True).stdout
    assert json.loads(told)["status"] == "solved"
