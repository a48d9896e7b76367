"""The workbench in a browser: made of what the server lists, so it has every pastime, also that of a plug-in."""

import json
from pathlib import Path
from urllib.parse import urlencode

import pytest

from passatempo.core.messages import translate
from passatempo.core.registry import names, pastime

from ..helpers.curl import sent

GAMES = [pastime(name) for name in names()]
TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
LANGUAGES = {"en": "", "it": "it/", "es": "es/"}


def verdict(page):
    """Press Ask and return what is said of the answer."""
    page.locator("#answers").evaluate("(shown) => shown.replaceChildren()")
    page.locator("#ask").click()
    page.locator(".answer, #said .fault").first.wait_for()
    return " ".join(page.locator("#said, #answers").all_inner_texts())


def read(page, text):
    page.locator("#instance").fill(text)
    page.locator("#read").click()


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_is_answered_when_the_page_opens(opened, language, size):
    page = opened(LANGUAGES[language] + "workbench/", size)
    page.locator(".answer.solved").wait_for()
    assert page.locator(".answer img").evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0
    assert page.locator("#pastime option").all_inner_texts() == [translate(game.label, language) for game in GAMES]
    assert page.evaluate(TOO_WIDE) <= 0
    assert page.locator("html").get_attribute("lang") == language


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_every_pastime_has_its_questions_examples_and_methods(opened, game):
    page = opened()
    page.locator("#pastime").select_option(game.name)
    assert page.locator("#asks option").all_inner_texts() == [problem.name for problem in game.problems]
    page.locator("#answers img").wait_for()
    for problem in game.problems[:3]:
        page.locator("#asks").select_option(problem.name)
        assert page.locator("#sentence").inner_text() == problem.question
        assert page.locator("#method option").count() == len(problem.methods)
    page.locator("#asks").select_option(game.problems[0].name)
    shown = verdict(page)
    assert game.problems[0].methods[0].name in shown


def test_a_question_is_asked_by_keyboard(opened):
    page = opened()
    page.locator("#pastime").focus()
    page.locator("#answers").evaluate("(shown) => shown.replaceChildren()")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "ask":
            break
    page.keyboard.press("Enter")
    page.locator(".answer.solved").wait_for()


def test_text_json_files_and_faults(opened, tmp_path):
    """The fault is the parser's own sentence: that answer of 422 is what this test is about."""
    page = opened("workbench/#pastime=machiavelli&question=arrange&instance=AS%202S%203S")
    page.locator("#answers img").wait_for()
    page.locator("#as-json").click()
    page.locator("#call", has_text='"table"').wait_for(state="attached")
    said = json.loads(page.locator("#instance").input_value())
    assert said["table"] == "AS 2S 3S"
    file = tmp_path / "turn.txt"
    file.write_text("4H 5H 6H", encoding="utf-8")
    page.get_by_text("A file, a new instance").click()
    page.locator("#file").set_input_files(file)
    page.locator("#instance").evaluate("(area) => area.value").startswith("4H")
    assert "Solved" in verdict(page)


def test_a_fault_is_told_in_the_sentence_of_the_parser(app_server, browser):
    page = browser.new_page(service_workers="block")
    page.goto(f"{app_server}/workbench/")
    page.locator(".answer").wait_for()
    read(page, "<script>alert(1)</script> AS")
    page.locator("#said .fault", has_text="'<script>alert(1)</script>'").wait_for()
    assert page.locator("#said script").count() == 0
    read(page, "AS 2S 3S")
    page.locator("#said .fault").wait_for(state="detached")
    page.close()


def test_own_inputs_and_settings_are_asked_with(opened):
    page = opened("workbench/#pastime=machiavelli&question=lay")
    page.locator("#answers img").wait_for()
    page.locator("#inputs select").select_option("points")
    page.locator("#call", has_text='"prefer":"points"').wait_for(state="attached")
    page.get_by_text("Method and limits").click()
    page.locator("#method").select_option("ilp-sets")
    page.locator("#settings-of select").select_option("scip")
    assert "method=ilp-sets%3Asolver%3Dscip" in page.url
    assert "ilp-sets" in verdict(page)


def test_two_methods_side_by_side(opened):
    page = opened("workbench/#pastime=cards&question=count")
    page.locator("#answers img").wait_for()
    page.get_by_text("Method and limits").click()
    page.locator("#compare").select_option(index=2)
    verdict(page)
    page.locator("table").wait_for()
    assert page.locator(".answer").count() == 2
    assert page.locator("tbody tr").count() == 2
    assert page.locator("caption").inner_text() == "Both methods agree."


def test_a_long_question_tells_its_progress_and_is_cancelled(opened):
    page = opened("workbench/#" + urlencode({"pastime": "mnk", "question": "value", "instance": '{"m":8,"n":8,"k":5}'}))
    page.locator("#answers img").wait_for()
    page.get_by_text("Method and limits").click()
    page.locator("#seconds").fill("15")
    page.locator("#answers").evaluate("(shown) => shown.replaceChildren()")
    page.locator("#ask").click()
    page.locator("#progress", has_text="·").wait_for()  # the method's own words beside the clock
    page.locator("#cancel").click()
    page.locator(".answer.unknown, .answer.feasible").wait_for(timeout=5_000)
    assert page.locator("#cancel").is_hidden()


def test_a_link_brings_pastime_question_instance_and_method(opened):
    page = opened()
    page.locator("#pastime").select_option("optimiza")
    page.locator("#answers img").wait_for()
    page.get_by_text("Method and limits").click()
    page.locator("#method").select_option(index=1)
    read(page, "1 1\n1 2")
    page.locator("#answers img").wait_for()
    page.locator("#instance").press("Tab")
    other = opened("workbench/" + page.url.partition("/workbench/")[2])
    assert other.locator("#pastime").input_value() == "optimiza"
    assert other.locator("#instance").input_value() == "1 1\n1 2"
    assert other.locator("#method").input_value() == page.locator("#method").input_value()


@pytest.mark.parametrize(
    "fragment",
    [
        "x",
        "pastime=nothing",
        "pastime=mnk&question=lay",
        "question=lay",
        "pastime=mnk&pastime=mnk",
        "pastime=mnk&seconds=-1",
        "pastime=mnk&other=1",
        "v1AAAA",
        "pastime=__proto__",
        "constructor=1",
        "pastime=mnk&instance=%00",
        "x" * 9000,
    ],
)
def test_a_damaged_link_is_told_and_an_example_is_there(opened, fragment):
    page = opened(f"workbench/#{fragment}")
    assert "damaged" in page.locator("#notice").inner_text()
    page.locator(".answer.solved").wait_for()


def test_files_are_taken_away(opened):
    page = opened()
    page.locator(".answer").wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as JSON").click()
    outcome = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert outcome["question"] == GAMES[0].problems[0].name
    page.get_by_text("A file, a new instance").click()
    page.locator("#format").select_option("ilp lp")
    with page.expect_download() as download:
        page.locator("#save").click()
    assert "Constraints" in download.value.path().read_text(encoding="utf-8")
    page.locator("#make").click()
    page.locator("#answers img").wait_for()


def test_the_call_to_copy_is_what_the_server_takes(opened, app_server):
    page = opened("workbench/#pastime=machiavelli&question=arrange&instance=AS%202S%203S")
    page.locator("#answers img").wait_for()
    call = page.locator("#call").text_content()
    assert call.startswith(f"curl {app_server}/api/machiavelli/arrange -H 'Content-Type: application/json' -d '{{")
    assert sent(call, app_server)["status"] == "solved"
    assert json.loads(call.partition(" -d '")[2][:-1])["table"] == "AS 2S 3S"


def test_a_plug_in_without_a_page_is_in_the_workbench(serve, opened, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1] / "plug_in"))
    with serve() as address:
        page = opened("workbench/#pastime=toy&instance=3%209%204", address=address)
        page.locator("#answers img").wait_for()
        assert "4 + 9" in verdict(page)


def test_a_server_that_is_gone_is_told(serve, browser, app_server):
    page = browser.new_page(service_workers="block")
    with serve() as address:
        page.goto(f"{address}/workbench/")
        page.locator(".answer").wait_for()
    page.locator("#read").click()
    page.locator("#said .fault", has_text="cannot be reached").wait_for()
    page.close()
