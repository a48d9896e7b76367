"""The page of the puzzles of the day, and the strip on the first page: states, streaks, calendar, answers, paper."""

import io
import re
import unicodedata

import pytest

from app.conftest import LANGUAGES, SIZES, violations
from app.days import DAY, FIRST, LAST, SOLVE, address, puzzle
from app.modules import ROOT
from app.waiting import until
from passatempo.core.random import Random
from passatempo.web.build.pages import page_words

WORDS = ROOT / "src" / "passatempo" / "web" / "build" / "words"
NAMES = ("minesweeper", "mnk", "optimiza", "machiavelli", "cards")
PAGE = "daily/"


def row(page, name):
    return page.locator(f".five [data-name={name}]")


@pytest.fixture
def kept(browser):
    """A browser that keeps what was solved."""
    context = browser.new_context(viewport=SIZES["desktop"], locale="en")
    yield context
    context.close()


def solve(on, kept, day, name="mnk"):
    """Solve the puzzle of a day, on that day."""
    page = on(address(name, day), day, context=kept)
    SOLVE[name](page, day)
    page.locator("#end").wait_for()
    page.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_five_puzzles_one_tap_away(on, language, size):
    """Each with its question, on the first screen; yesterday's answers below; a tap plays."""
    page = on(PAGE, DAY, language, size)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    said = [row(page, name).locator(".asks").inner_text() for name in NAMES]
    assert len(set(said)) == 5
    assert all(said)
    box = row(page, "mnk").bounding_box()
    assert box["y"] + box["height"] <= SIZES[size]["height"]
    assert page.locator("#grade").inner_text() == "★★☆☆☆"
    assert page.locator("#answers-shown figure").count() == 5
    assert page.locator("#notice").inner_text() == ""
    row(page, "mnk").locator("a.play").click()
    page.locator("#day:not([hidden])").wait_for(state="attached")  # in the panel, which a phone has as a sheet
    assert page.url.endswith(f"/mnk/#d.{DAY}.mn")


@pytest.mark.parametrize("name", NAMES)
def test_every_link_opens_its_puzzle(on, name):
    page = on(PAGE, DAY)
    row(page, name).locator("a.play").click()
    page.locator("#day:not([hidden])").wait_for()
    assert page.url.endswith(address(name))


def test_yesterdays_answers(on):
    """As the solutions have them."""
    page = on(PAGE, "2026-11-25")
    assert page.locator("#answers-title").inner_text() == "Answers of Tuesday, November 24, 2026"
    figures = dict(zip(NAMES, page.locator("#answers-shown figure").all(), strict=True))
    field = "".join(puzzle("minesweeper")["solution"]["field"])
    told = figures["minesweeper"].locator("td").all_inner_texts()
    assert [at for at, sign in enumerate(told) if sign == "●"] == [at for at, sign in enumerate(field) if sign == "*"]
    row_, column = puzzle("mnk")["solution"]["first"]
    marked = figures["mnk"].locator("tr").nth(row_ - 1).locator("td").nth(column - 1)
    assert "answer" in marked.get_attribute("class")
    assert f" at {chr(96 + column)}{row_}." in figures["mnk"].inner_text()
    steps = {}
    for at, cell in enumerate(figures["optimiza"].locator("td").all()):
        if cell.locator("sub").count():
            steps[int(cell.locator("sub").inner_text())] = at
    size = puzzle("optimiza")["instance"]["N"]
    path = [(one - 1) * size + other - 1 for one, other in puzzle("optimiza")["solution"]["path"]]
    assert [steps[step] for step in sorted(steps)] == path
    sequence = [int(text) for text in figures["cards"].locator("td").all_inner_texts()]
    assert sequence == puzzle("cards")["solution"]["sequence"]
    signs = str.maketrans("SHDC", "♠♡♢♣")
    groups = [" ".join(meld).translate(signs).replace("T", "10") for meld in puzzle("machiavelli")["solution"]["melds"]]
    assert figures["machiavelli"].locator("li").all_inner_texts() == groups


def test_what_is_solved_is_told_here_and_on_the_first_page(on, kept):
    page = on("", DAY, context=kept)
    assert page.locator("#today .solved").count() == 0
    solve(on, kept, DAY)
    page.reload()
    page.locator("html[data-ready]").wait_for()
    assert re.fullmatch(r"Five in a row\s+✓ 0:\d\d", page.locator("#today .solved").inner_text())
    assert page.locator("#streak").inner_text() == "Your streak: 1 day."
    daily = on(PAGE, DAY, context=kept)
    assert row(daily, "mnk").locator(".state.done").inner_text().startswith("✓ Solved in 0:")
    assert row(daily, "cards").locator(".state").inner_text() == "Not solved yet"
    assert daily.locator(f"[data-date='{DAY}']").inner_text().endswith(": 1 of 5 solved")
    daily.locator("#share").click()
    text = daily.locator("dialog[open] input").last.input_value()
    assert "1 of 5 solved. Minesweeper – · Five in a row 0:" in text


def test_a_streak_over_the_end_of_a_month(on, kept):
    """It stands until the midnight after its last day, and a day that is missed begins it anew."""
    for day in ("2026-11-29", "2026-11-30", "2026-12-01"):
        solve(on, kept, day)
    said = {}
    for day in ("2026-12-01", "2026-12-02", "2026-12-03"):
        page = on(PAGE, day, context=kept)
        said[day] = page.locator("#streak").inner_text()
        page.close()
    assert said["2026-12-01"] == "Your streak: 3 days in a row with at least one puzzle."
    assert said["2026-12-02"].startswith("Your streak: 3 days in a row, up to yesterday.")
    assert said["2026-12-03"].startswith("No streak now")
    assert said["2026-12-03"].endswith("The longest so far: 3.")
    page = on(address("mnk", "2026-12-02"), "2026-12-03", context=kept)
    SOLVE["mnk"](page, "2026-12-02")
    page.locator("#end", has_text="no streak counts it").wait_for()
    page = on(PAGE, "2026-12-03", context=kept)
    assert page.locator("#streak").inner_text() == said["2026-12-03"]  # late, so it mends nothing
    page.locator("#day-before").click()
    row(page, "mnk").locator(".state", has_text="after its day").wait_for()


def test_streaks_go_to_another_browser_with_ones_data(on, kept, tmp_path):
    solve(on, kept, DAY)
    page = on(PAGE, DAY, context=kept)
    page.locator("#open-settings").click()
    with page.expect_download() as download:
        page.locator("#data-export").click()
    download.value.save_as(tmp_path / "own.json")
    other = on(PAGE, DAY)
    assert other.locator("#streak").inner_text().startswith("No streak")
    other.locator("#open-settings").click()
    other.locator("#settings[open]").wait_for()  # its script is fetched first
    other.locator("#data-file").set_input_files(tmp_path / "own.json")
    other.locator("#data-said", has_text="was read").wait_for()
    other.reload()
    other.locator("html[data-ready]").wait_for()
    assert other.locator("#streak").inner_text().startswith("Your streak: 1 day")


def test_the_calendar_leads_to_earlier_days(on):
    """By mouse and by keys; answers of such a day wait until they are asked for; days to come are closed."""
    page = on(PAGE, "2026-12-02")
    assert page.locator("#calendar button").count() == 2
    assert page.locator("#month-after").get_attribute("aria-disabled") == "true"
    page.locator("#month-before").click()
    assert page.locator("#calendar-title").inner_text() == "November 2026"
    assert page.locator("#calendar button").count() == 11  # from the 20th on
    assert page.locator("#month-before").get_attribute("aria-disabled") == "true"
    page.locator("[data-date='2026-11-22']").focus()
    page.keyboard.press("Enter")
    page.locator("#date", has_text="Sunday, November 22, 2026").wait_for()
    assert page.url.endswith("#2026-11-22")
    assert page.locator("[data-date='2026-11-22']").get_attribute("aria-current") == "true"
    assert page.evaluate("document.activeElement.dataset.date") == "2026-11-22"
    until(page, lambda: page.locator("#grade").inner_text() == "★★★★★")
    assert page.locator("#answers").get_attribute("open") is None
    assert page.locator("#answers-title").inner_text() == "Answers of Sunday, November 22, 2026"
    page.go_back()
    page.locator("#date", has_text="Today, Wednesday").wait_for()
    page.locator("#day-before").click()
    page.locator("#date", has_text="Tuesday, December 1").wait_for()
    page.locator("#day-before").click()
    page.locator("#date", has_text="Monday, November 30").wait_for()
    assert page.locator("#calendar-title").inner_text() == "November 2026"


@pytest.mark.parametrize(
    ("fragment", "day", "told"),
    [
        ("2026-11-25", DAY, "open on that day"),
        ("2026-02-30", DAY, "damaged"),
        ("what", DAY, "damaged"),
        ("2025-01-01", DAY, "none for Wednesday, January 1, 2025"),
        ("", "2026-12-04", "to Thursday, December 3, 2026, and none for Friday, December 4"),
        ("", "2026-11-19", "none for Thursday, November 19, 2026"),
    ],
)
def test_days_without_puzzles_are_told(on, fragment, day, told):
    page = on(f"{PAGE}#{fragment}" if fragment else PAGE, day)
    page.locator("#notice", has_text=told).wait_for()


@pytest.mark.parametrize(("day", "puzzles"), [(FIRST, 0), (LAST, 5)])
def test_the_first_day_and_the_last(on, day, puzzles):
    """Before the first there are no answers to show."""
    page = on(PAGE, day)
    assert page.locator("#notice").inner_text() == ""
    assert page.locator(".five li:visible").count() == 5
    assert page.locator("#answers-shown figure").count() == puzzles


def test_addresses_by_chance_are_days_or_sentences(on):
    page = on(PAGE, DAY)
    random = Random(3, "days")
    for _ in range(100):
        text = list(random.choice(["2026-11-21", "v1AAAA", f"d.{DAY}.ms", "2026-11-22"]))
        text[random.below(len(text))] = random.choice("0123456789-.avx%é")
        page.evaluate("hash => { location.hash = hash; }", "".join(text))
        until(page, lambda: "2026" in page.locator("#date").inner_text())
    page.evaluate("location.hash = '2026-11-21'")
    page.locator("#date", has_text="Saturday, November 21").wait_for()


def test_midnight(on, kept):
    """A page that stays open goes on to the next day."""
    page = on(PAGE, DAY, context=kept)
    page.clock.set_fixed_time("2026-11-25T00:00:01")
    page.locator("#date", has_text="Today, Wednesday, November 25").wait_for(timeout=8_000)
    assert row(page, "mnk").locator("a.play").get_attribute("href").endswith("#d.2026-11-25.mn")


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/Los_Angeles", "Europe/Rome"])
def test_today_is_where_the_visitor_is(browser, visit, zone):
    """At the same moment it is another day elsewhere."""
    context = browser.new_context(timezone_id=zone, locale="en")
    context.clock.set_fixed_time("2026-11-24T02:30:00Z")
    page = visit(page=PAGE, context=context)
    today = {"Pacific/Kiritimati": "Tuesday", "America/Los_Angeles": "Monday", "Europe/Rome": "Tuesday"}[zone]
    assert page.locator("#date").inner_text().startswith(f"Today, {today}")
    context.close()


@pytest.mark.parametrize(("day", "language"), [(DAY, "en"), ("2026-11-29", "it"), ("2026-11-26", "es")])
def test_sheets_on_paper(on, day, language):
    """Two pages: five puzzles with their names, and the answers; nothing of the page itself."""
    pypdf = pytest.importorskip("pypdf")
    page = on(PAGE, day, language)
    page.evaluate("window.print = () => {}")
    page.locator("#print").click()
    page.locator("#sheets").wait_for(state="attached")
    printed = pypdf.PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    assert len(printed.pages) == 2
    first, last = [unicodedata.normalize("NFKC", sheet.extract_text()) for sheet in printed.pages]  # fi is one sign
    said = page_words(WORDS, language, "daily")
    for name in NAMES:
        assert puzzle(name, day)["id"] in first
        assert said[f"{name}.title"] in first
    assert said["daily.print"] not in first + last
    assert "●" not in first
    mines = puzzle("minesweeper", day)["goal"]["mines"]
    assert last.count("●") == mines + 1  # and one in the sentence
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("#sheets").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_no_rule_of_access_is_broken(on, axe, browser, scheme, size):
    """On a Sunday, whose minefield is wider than a phone; with something solved."""
    context = browser.new_context(viewport=SIZES[size], color_scheme=scheme, locale="en")
    context.add_init_script(path=axe)
    solve(on, context, "2026-11-22")
    page = on(PAGE, "2026-11-23", context=context)
    assert violations(page) == []
    page.locator("#day-before").click()
    page.locator("#answers-title").click()
    page.locator("#answers[open] figure").first.wait_for()
    assert violations(page) == []
    home = on("", "2026-11-23", context=context)
    assert violations(home) == []
    context.close()


def test_without_a_net(browser, site):
    """After one visit of any page: today's puzzles, yesterday's answers, and a puzzle that is solved and kept."""
    context = browser.new_context(viewport=SIZES["desktop"], locale="en")
    context.clock.set_fixed_time(f"{DAY}T12:00:00")
    page = context.new_page()
    page.goto(f"{site}mnk/")
    page.locator("html[data-ready]").wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    context.set_offline(True)
    page.goto(site + PAGE)
    page.locator("html[data-ready]").wait_for()
    assert page.locator("#answers-shown figure").count() == 5
    page.goto(site + address("mnk"))
    page.locator("#day:not([hidden])").wait_for()
    SOLVE["mnk"](page)
    page.locator("#end").wait_for()
    page.goto(site + PAGE)
    row(page, "mnk").locator(".state.done").wait_for()
    context.close()
