"""Every pastime's page in a real browser: the main task by mouse and by keyboard, desktop and phone, light and dark.

Tests: web/cells.py, web/controls.py, web/forms.py, web/home.py, web/intake.py, web/manual.py, web/tabs.py,
web/frame.py, web/takeaway.py, core/words.py, web/workbench.py
"""

import json
import re
from pathlib import Path

import pytest

from passatempo.core.registry import names, pastime

GAMES = [pastime(name) for name in names()]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
LOOKS = [
    ("desktop", "light"),
    ("phone", "dark"),
    pytest.param("desktop", "dark", marks=pytest.mark.long),
    pytest.param("phone", "light", marks=pytest.mark.long),
]

# Names that are read aloud, of everything that can be used; and what is wider than the page.
NAMELESS = """() => [...document.querySelectorAll('button, input, select, textarea, a')]
  .filter((e) => e.offsetParent && !(e.getAttribute('aria-label') || (e.tagName !== 'SELECT' && e.textContent.trim())
    || (e.labels && [...e.labels].some((label) => label.textContent.trim()))))
  .map((e) => e.outerHTML)"""
TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def bench(page):
    """Show the workbench of a pastime that begins with another view."""
    tab = page.get_by_role("tab", name="Solve")
    if tab.count():
        tab.click()


def solve(page):
    """Press Solve and return the verdict."""
    page.get_by_role("button", name="Solve", exact=True).click()
    verdict = page.locator(".answer .verdict")
    verdict.wait_for()
    return verdict.inner_text()


@each_game
@pytest.mark.parametrize(("size", "mode"), LOOKS)
def test_the_first_question_is_answered_and_drawn(visit, keep, game, size, mode):
    page = visit(f"/{game.name}", size, mode)
    keep(page, f"{game.name}-{size}-{mode}")
    bench(page)
    assert "checked" in solve(page)
    assert page.locator(".answer .words").inner_text().strip()
    assert page.evaluate(NAMELESS) == []
    assert page.evaluate(TOO_WIDE) <= 0
    keep(page, f"{game.name}-solved-{size}-{mode}")


@each_game
def test_a_question_is_asked_by_keyboard(visit, game):
    page = visit(f"/{game.name}")
    bench(page)
    page.get_by_label("Ask", exact=True).focus()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.innerText") == "Solve":
            break
    page.keyboard.press("Enter")
    page.locator(".answer .verdict").wait_for()


@pytest.mark.long
@each_game
def test_every_question_of_an_example_is_answered(visit, game):
    page = visit(f"/{game.name}")
    bench(page)
    for problem in game.problems:
        if problem.methods[0].needs:
            continue
        page.get_by_label("Ask", exact=True).select_option(problem.name)
        page.get_by_text(problem.question, exact=True).wait_for()
        page.get_by_role("button", name="Solve", exact=True).click()
        page.locator(".answer .verdict, .message.bad").first.wait_for()


@pytest.mark.long
@each_game
def test_every_example_is_shown(visit, game):
    page = visit(f"/{game.name}")
    bench(page)
    page.get_by_text("Text, file or JSON").click()
    area = page.get_by_label("Any format that the command line reads")
    for name in game.examples:
        before = area.input_value()
        page.get_by_label("Example", exact=True).select_option(name)
        page.wait_for_function("() => [...document.querySelectorAll('.section select')].some((s) => s.value === '')")
        if name != next(iter(game.examples)):
            page.wait_for_function("([area, before]) => area.value !== before", arg=[area.element_handle(), before])
    assert page.locator(".message.bad").count() == 0


@each_game
def test_texts_files_and_json_are_read_and_faults_are_told(visit, tmp_path, game):
    page = visit(f"/{game.name}")
    bench(page)
    page.get_by_text("Text, file or JSON").click()
    area = page.get_by_label("Any format that the command line reads")
    area.fill("<script>alert(1)</script> no instance")
    page.get_by_role("button", name="Read", exact=True).click()
    page.locator(".message.bad").wait_for()
    last = list(game.examples)[-1]
    file = tmp_path / "instance.txt"
    file.write_text(game.example(last), encoding="utf-8")
    page.get_by_label("Or a file").set_input_files(file)
    page.locator(".message.bad").wait_for(state="hidden")
    page.get_by_role("button", name="Show as JSON").click()
    page.wait_for_function("(area) => area.value.startsWith('{')", arg=area.element_handle())
    instance = json.loads(area.input_value())
    page.get_by_role("button", name="Read", exact=True).click()
    page.wait_for_function("(area) => !area.value.startsWith('{')", arg=area.element_handle())
    page.get_by_role("button", name="Show as JSON").click()
    page.wait_for_function("(area) => area.value.startsWith('{')", arg=area.element_handle())
    assert json.loads(area.input_value()) == instance


@each_game
def test_answers_are_taken_away_as_files(visit, game):
    page = visit(f"/{game.name}")
    bench(page)
    solve(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Answer as JSON").click()
    outcome = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert (outcome["pastime"], outcome["question"]) == (game.name, game.problems[0].name)
    with page.expect_download() as download:
        page.get_by_role("button", name="Answer as SVG").click()
    assert "<svg" in download.value.path().read_text(encoding="utf-8")


@each_game
def test_a_link_recreates_instance_question_and_answer(visit, browser, game):
    page = visit(f"/{game.name}")
    bench(page)
    page.get_by_label("Example", exact=True).select_option(list(game.examples)[1])
    page.wait_for_function("() => location.search.startsWith('?s=')")
    steady = next(problem for problem in game.problems if problem.methods[0].kind == "exact")  # says the same twice
    page.get_by_label("Ask", exact=True).select_option(steady.name)
    page.get_by_text("Text, file or JSON").click()
    area = page.get_by_label("Any format that the command line reads")
    solve(page)
    written, said = area.input_value(), page.locator(".answer .words").inner_text()
    page.wait_for_timeout(200)
    other = visit(re.sub(r"^https?://[^/]+", "", page.url))
    other.locator(".answer .verdict").wait_for()
    assert other.locator(".answer .words").inner_text() == said
    assert other.get_by_label("Any format that the command line reads").input_value() == written
    page.reload()
    page.locator(".answer .verdict").wait_for()
    assert page.locator(".answer .words").inner_text() == said


def test_two_tabs_do_not_disturb_each_other(visit):
    first = visit("/machiavelli")
    second = visit("/machiavelli", context=first.context)
    second.get_by_label("Example", exact=True).select_option("stuck")
    second.get_by_text("7♡").first.wait_for()
    assert "checked" in solve(first)
    assert "impossible" in solve(second)


def test_a_damaged_link_is_told_and_the_page_works(visit):
    page = visit("/machiavelli?s=damaged")
    assert "damaged" in page.locator(".message.bad").inner_text()
    assert "checked" in solve(page)


def test_a_long_solve_can_be_cancelled_and_the_page_goes_on(visit):
    page = visit("/optimiza")
    bench(page)
    page.get_by_text("Make a new one").click()
    page.get_by_label("N", exact=True).last.fill("41")
    page.get_by_label("hardness").select_option("clustered")
    page.get_by_role("button", name="Make", exact=True).click()
    page.locator(".instance .picture svg").wait_for()
    page.get_by_text("Method and limits").click()
    page.get_by_label("Method", exact=True).select_option("reference")  # plain Python: it would take for ever
    page.get_by_text("the recurrence in plain Python").wait_for()
    page.get_by_label("Time limit in seconds").fill("20")
    page.get_by_label("Time limit in seconds").press("Tab")
    page.get_by_role("button", name="Solve", exact=True).click()
    cancel = page.get_by_role("button", name="Cancel", exact=True)
    cancel.wait_for()
    page.locator(".progress", has_text="s").wait_for()
    page.get_by_label("Ask", exact=True).focus()  # the page still listens
    cancel.click()
    page.locator(".answer .verdict").wait_for()
    assert "solved" not in page.locator(".answer .verdict").inner_text()


def test_colours_follow_the_choice(visit):
    page = visit("/cards")
    page.get_by_label("Colours").select_option("dark")
    page.wait_for_function("() => getComputedStyle(document.body).backgroundColor === 'rgb(21, 24, 28)'")
    page.get_by_label("Colours").select_option("light")
    page.wait_for_function("() => getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)'")


@pytest.mark.parametrize(("size", "mode"), LOOKS)
def test_the_first_page_leads_to_every_pastime(visit, keep, size, mode):
    page = visit("/", size, mode)
    keep(page, f"home-{size}-{mode}")
    assert page.locator(".tile").count() == len(GAMES)
    assert page.evaluate(TOO_WIDE) <= 0
    page.locator(".tile").last.click()
    page.wait_for_url(f"**/{GAMES[-1].name}")


def test_a_plug_in_without_a_page_gets_the_workbench(serve, browser, monkeypatch, keep):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1] / "plug_in"))
    with serve() as address:
        page = browser.new_page()
        page.goto(f"{address}/toy")
        page.get_by_text("Text, file or JSON").click()
        page.get_by_label("Any format that the command line reads").fill("3 x 4")
        page.get_by_role("button", name="Read", exact=True).click()
        page.get_by_text("line 1, column 3: 'x' is not a number").wait_for()
        page.get_by_label("Any format that the command line reads").fill("3 9 4")
        page.get_by_role("button", name="Read", exact=True).click()
        page.locator(".message.bad").wait_for(state="hidden")
        page.locator(".instance .picture").wait_for()
        page.wait_for_function("() => document.querySelector('textarea').value === '3 9 4\\n'")
        assert "value 13" in solve(page)
        keep(page, "plug-in-desktop-light")
        page.close()


def test_the_manual_describes_every_question(visit, keep):
    page = visit("/manual")
    assert page.locator("summary").count() == 3 + sum(1 + len(game.problems) for game in GAMES)
    page.get_by_text(f"POST /api/{GAMES[0].name}/{GAMES[0].problems[0].name}").click()
    keep(page, "manual-desktop-light")


@pytest.mark.parametrize("word", ["'unsafe-eval'", "'unsafe-inline'"])
def test_no_page_works_without_what_the_policy_allows(server, browser, word):
    """Else the word could go: NiceGUI makes its event handlers by `eval` and its pages with scripts inside."""
    page = browser.new_page()
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))

    def without(route):
        answer = route.fetch()
        policy = answer.headers["content-security-policy"]
        before, scripts, after = re.fullmatch(r"(.*)(script-src [^;]*;)(.*)", policy).groups()
        headers = {**answer.headers, "content-security-policy": before + scripts.replace(word, "") + after}
        route.fulfill(response=answer, headers=headers)

    page.route(server + "/machiavelli", without)
    page.goto(server + "/machiavelli")
    page.wait_for_timeout(1500)
    assert any("Content Security Policy" in text for text in complaints)
    page.close()
