"""The page of Machiavelli in a browser: a table solved as it changes, its steps, texts and links; games with bots."""

import json
import re

import pytest

from app.conftest import LANGUAGES, SIZES, until_kept
from passatempo.machiavelli.game.rules import PRESETS
from passatempo.machiavelli.text import read, write
from passatempo.web.build.pages import page_template

HAND, NEW, AWAY = -1, -2, -3
PAGE = "machiavelli/"
QUICK = {"reduced_motion": "reduce"}


def card(page, place, at):
    return page.locator(f"button[data-place='{place}'][data-at='{at}']")


def place(page, number):
    return page.locator(f"div.place[data-place='{number}']")


def cards_of(page, number):
    return page.locator(f"div.place[data-place='{number}'] .card").evaluate_all(
        "cards => cards.map((card) => card.getAttribute('aria-label').split(',')[0])"
    )


def said(page, text):
    page.locator("#best", has_text=text).wait_for()


def opened_more(page):
    """Open what stands below More."""
    page.locator("#more").evaluate("details => (details.open = true)")
    page.locator(".pick[aria-label]").first.wait_for(state="attached")


def text_of(page):
    opened_more(page)
    return page.locator("#text").input_value()


def paste(page, text):
    """Paste anywhere on the page."""
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
        }""",
        text,
    )


# ---- The table ----

OPENING = {"en": "4 cards can be played: 6H 7H 9H KH", "it": "4 carte: 6C 7C 9C RC", "es": "4 cartas: 6C 7C 9C KC"}
UNLOCKS = {"en": "3S (1 left) or 3C (2)", "it": "3P (ne restano 1) o 3F (2)", "es": "3P (quedan 1) o 3T (2)"}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_is_answered_and_shown(visit, language, size):
    """The opening table has its answer; its steps are played, left so, taken back; all on one screen."""
    page = visit(language, size, page=PAGE, **QUICK)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    said(page, OPENING[language])
    assert UNLOCKS[language] in page.locator("#drawing").inner_text()
    assert "77" in page.locator("#drawing").inner_text()
    screen = page.locator("[data-deed=rules]").bounding_box()
    assert screen["y"] + screen["height"] <= SIZES[size]["height"]
    page.locator("#show").click()
    steps = page.locator("#step-list li")
    steps.nth(2).wait_for()
    assert steps.count() == 3
    assert page.locator("#step-list .done").count() == 1
    page.locator("#step-forward").click()
    assert page.locator("#step-list .done").count() == 2
    page.locator("#step-back").click()
    assert page.locator("#step-list .done").count() == 1
    page.locator("#step-all").click()
    page.locator("#step-list .done").nth(2).wait_for()
    assert len(cards_of(page, HAND)) == 3
    page.locator("#step-keep").click()
    page.locator("#drawing", has_text="3").wait_for()
    assert page.locator("#stepping").is_hidden()
    assert place(page, 0).locator(".card").count() > 2
    assert page.locator(".place.wrong").count() == 0
    assert len(cards_of(page, HAND)) == 3
    page.keyboard.press("Control+z")
    said(page, OPENING[language])
    assert len(cards_of(page, HAND)) == 7


def test_closing_the_steps_brings_the_table_back(visit):
    page = visit(page=PAGE, **QUICK)
    said(page, "4 cards")
    before = text_of(page)
    page.keyboard.press("h")
    page.locator("#step-close").click()
    said(page, "4 cards")
    assert len(cards_of(page, HAND)) == 7
    assert text_of(page) == before
    assert page.locator("#show").evaluate("button => button === document.activeElement")


def test_tapping_picks_up_and_drops(visit):
    """A tap selects, a tap elsewhere moves; what is no group any more says why; a handle takes all of it."""
    page = visit(size="phone", page=PAGE, has_touch=True, is_mobile=True)
    said(page, "4 cards")
    card(page, 1, 0).tap()
    assert card(page, 1, 0).get_attribute("aria-pressed") == "true"
    card(page, 2, -1).tap()
    page.locator(".place.wrong .fault", has_text="fewer than three cards").wait_for()
    page.locator(".place.wrong .fault", has_text="neither one suit nor one rank: 7S").wait_for()
    assert len(cards_of(page, 2)) == 6
    card(page, 1, -1).tap()
    place(page, HAND).tap(position={"x": 240, "y": 12})
    assert len(cards_of(page, HAND)) == 9
    assert page.locator("#table .place").count() == 5  # four groups, and a new one
    for _ in range(2):
        page.locator("[data-deed=undo]").tap()
    said(page, "4 cards can be played")
    assert page.locator(".place.wrong").count() == 0
    page.locator("[data-deed=redo]").tap()
    page.locator(".place.wrong").first.wait_for()


def test_dragging_with_the_mouse(visit):
    """A card is dragged to another group and back, a whole group by its handle; a double click sends one."""
    page = visit(page=PAGE)
    said(page, "4 cards")
    card(page, HAND, 3).hover()
    page.mouse.down()
    target = place(page, 2).bounding_box()
    page.mouse.move(target["x"] + 20, target["y"] + 40, steps=4)
    assert page.locator(".ghost").count() == 1
    assert page.locator(".place.over").get_attribute("data-place") == "2"
    page.mouse.up()
    assert page.locator(".ghost").count() == 0
    page.wait_for_timeout(50)
    assert cards_of(page, 2)[0] == "7 of hearts"  # the run is put in order
    card(page, 0, -1).hover()
    page.mouse.down()
    target = place(page, AWAY).bounding_box()
    page.mouse.move(target["x"] + 10, target["y"] + 10, steps=4)
    page.mouse.up()
    assert cards_of(page, 0) == ["7 of spades", "7 of hearts", "7 of diamonds"]
    card(page, HAND, 0).dblclick()
    assert cards_of(page, 4) == ["3 of hearts"]
    assert "3H" in text_of(page).split("\n")[0]


def test_dragging_with_a_finger(visit):
    """A finger that rests drags."""
    page = visit(size="phone", page=PAGE, has_touch=True, is_mobile=True)
    said(page, "4 cards")
    session = page.context.new_cdp_session(page)

    def touch(kind, box, x=12, y=20):
        points = [{"x": box["x"] + x, "y": box["y"] + y}] if box else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", card(page, HAND, 3).bounding_box())
    page.locator(".ghost").wait_for()
    touch("touchMove", place(page, 2).bounding_box(), 20, 40)
    touch("touchMove", place(page, 2).bounding_box(), 24, 44)
    touch("touchEnd", None)
    page.locator(".ghost").wait_for(state="detached")
    assert len(cards_of(page, 2)) == 6
    assert len(cards_of(page, HAND)) == 6


def test_keys_alone(visit):
    """One Tab stop; a typed card is found, carried by arrows, dropped by Enter, put back by Esc, put away by Delete."""
    page = visit(page=PAGE)
    said(page, "4 cards")
    assert page.locator("#felt [tabindex='0']").count() == 1
    card(page, HAND, 0).focus()
    page.keyboard.type("7h")
    assert card(page, HAND, 3).evaluate("button => button === document.activeElement")
    assert page.locator("#stepping").is_hidden()  # H was no hint
    page.keyboard.press("Space")
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    assert card(page, 2, -1).evaluate("button => button === document.activeElement")
    page.keyboard.press("Enter")
    assert len(cards_of(page, 2)) == 6
    page.wait_for_timeout(50)
    assert page.evaluate("document.activeElement.dataset.place") == "2"  # the focus is not lost
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    assert page.locator("[aria-pressed=true].card").count() == 6
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    assert page.locator("[aria-pressed=true].card").count() == 0
    assert page.evaluate("document.activeElement.dataset.place") == "2"
    page.keyboard.press("Control+End")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("End")
    page.keyboard.press("Delete")
    assert len(cards_of(page, HAND)) == 5
    page.keyboard.press("Control+z")
    assert len(cards_of(page, HAND)) == 6


def test_the_picker_knows_the_copies_left(visit):
    """Cards are added to the hand and to groups until no copy is left; jokers only where the rules have them."""
    page = visit(page=PAGE)
    said(page, "4 cards")
    page.locator("[data-deed=renew]").first.click()
    said(page, "The hand is empty")
    opened_more(page)
    seven = page.locator(".pick[aria-label^='7 of hearts']")
    for left in (1, 0):
        seven.click()
        page.locator(f".pick[aria-label^='7 of hearts, {left} cop']").wait_for()
    seven.click(force=True)
    assert cards_of(page, HAND) == ["7 of hearts"] * 2
    assert page.locator(".pick[aria-label^=joker]").is_hidden()
    page.select_option("#jokers", "2")
    page.select_option("#pick-to", "new")
    for name in ("8 of hearts", "joker", "10 of hearts"):
        page.locator(f".pick[aria-label^='{name}']").click()
    assert cards_of(page, 0) == ["8 of hearts", "joker", "10 of hearts"]
    said(page, "1 card can be played: 7H")
    page.select_option("#decks", "1")
    page.locator("#said", has_text="The table has more cards").wait_for()
    assert page.locator("#decks").input_value() == "2"
    page.locator("#show").click()
    page.locator("#step-list li").first.wait_for()
    assert cards_of(page, 0)[0] == "7 of hearts"
    page.locator("#step-keep").click()
    page.locator("#best", has_text="No card").wait_for()
    assert cards_of(page, 0)[2] == "joker as 9 of hearts"


TEXTS = {
    "en": "10S JS QS | 5H 5D 5C\nhand: KS 2H",
    "it": "10P FP DP | 5C 5Q 5F\nhand: RP 2C",
    "es": "10P JP QP | 5C 5D 5T\nhand: KP 2C",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_is_pasted_anywhere(visit, language):
    """A table in the letters of the language is read, answered and written; a wrong one is told with its place."""
    page = visit(language, page=PAGE)
    said(page, OPENING[language])
    paste(page, TEXTS[language])
    said(page, {"en": "KS", "it": "RP", "es": "KP"}[language])
    turn = read(TEXTS[language], locale=language)
    assert text_of(page) == write(turn)
    paste(page, "5C XX")
    page.locator("#said", has_text="4").wait_for()
    assert "XX" in page.locator("#said").inner_text()
    opened_more(page)
    page.locator("#text").fill("AS")
    page.locator("#read").click()
    if language == "en":
        page.locator(".fault", has_text="fewer than three").wait_for()
    else:
        assert "locale: en" in page.locator("#said").inner_text()


def test_aces_and_aims(visit):
    """The rule of the ace decides a group; what is best decides the cards."""
    page = visit(page=PAGE)
    paste(page, "QH KH AH | 2S 3S 4S\nhand: KS KD 5S")
    said(page, "1 card can be played: 5S")
    opened_more(page)
    page.select_option("#ace", "0")
    page.locator(".fault", has_text="the ace is not allowed there").wait_for()
    page.select_option("#ace", "1")
    page.locator(".place.wrong").wait_for(state="detached")
    page.select_option("#prefer", "1")
    said(page, "5 points")
    paste(page, "5H 6H 8H | 9C 9C 9D\n")
    page.locator(".fault", has_text="not a run: 7H missing").wait_for()
    page.locator(".fault", has_text="9C is there twice").wait_for()


def test_a_link_brings_the_table(visit):
    page = visit(page=PAGE)
    fresh = until_kept(page)
    paste(page, "AS 2S JK\nhand: 4S JK\ndecks: 3\njokers: 3\nace: wrap")
    said(page, "4S")
    link = until_kept(page, fresh)
    other = visit(page=PAGE + link)
    said(other, "4S")
    assert text_of(other) == text_of(page)
    assert other.locator("#ace").input_value() == "3"


@pytest.mark.parametrize("fragment", ["nothing", "v1", "v1AAAA", "i.mc.1.5", "v1" + "A" * 9_000])
def test_a_damaged_link_is_told_above_the_example(visit, fragment):
    page = visit(page=f"{PAGE}#{fragment}")
    page.locator("#notice", has_text="damaged").wait_for()
    said(page, "4 cards can be played")


# ---- The game ----


def seated(page, *names, seed="7", preset="house", **own):
    """Deal a game, by rules of one's own where any are named."""
    opened_more(page)
    for number in range(4):
        page.select_option(f"#seat-{number + 1}", names[number] if number < len(names) else ("", "patient")[number < 2])
    page.select_option("#preset", preset)
    if own:
        page.locator("#own-rules summary").click()
    for name, value in own.items():
        chosen = page.locator(f"#rule-{name.replace('_', '-')}")
        if name == "worths":
            for rank, points in value.items():
                page.locator("#worths input").nth(rank).fill(str(points))
        elif name == "opening_points":
            chosen.fill(str(value))
        else:
            chosen.select_option(str(int(value)))
    page.locator("#seed").fill(seed)
    page.locator("#deal").click()


def record_of(page):
    with page.expect_download() as download:
        page.locator("#save").click()
    return download.value.path().read_text(encoding="utf-8")


# Rules, players, seed; rules of one's own as the page has them, and as flags of the command line.
GAMES = [
    ("house", ("greedy", "patient"), 7, {}, ""),
    ("house", ("greedy", "points", "patient"), 11, {}, ""),
    ("wikipedia-draw", ("patient", "novice", "greedy", "points"), 5, {}, ""),
    ("published-rule6", ("novice", "greedy"), 2**40, {}, ""),
    ("wikipedia-36", ("greedy", "patient", "points"), 3, {}, ""),
    ("wikipedia-open", ("patient", "greedy"), 4, {}, ""),
    ("tattoomuse", ("greedy", "novice", "patient"), 6, {}, ""),
    ("bga-jokers", ("greedy", "patient"), 8, {}, ""),
    (
        "house",
        ("greedy", "patient", "points", "novice"),
        9,
        {"jokers": 3, "deal": 9, "opening": 2, "opening_points": 25, "first": 3},
        "--jokers 3 --deal 9 --opening points:25 --first 3",
    ),
    (
        "casinohex",
        ("patient", "greedy"),
        10,
        {"exact": 1, "most_new": 4, "waits": 0, "ends_with_stock": 1, "one_point": 1},
        "--joker exact --most-new 4 --waits 0 --end stock --score one",
    ),
    ("house", ("strong", "greedy"), 12, {}, ""),
    (
        "wikipedia-36",
        ("points", "greedy"),
        13,
        {"jokers": 2, "worths": {1: 30, 0: 1, 13: 50}},
        "--jokers 2 --points 2=30,A=1,JK=50",
    ),
]


def command_line_record(path, preset, names, seed, flags):
    """Play the same game by the command line; its record without the times."""
    from passatempo.cli.main import run

    asked = f"machiavelli play --rules {preset} --seats {','.join(names)} --seed {seed} {flags} --record {path}"
    run([*asked.split(), "--no-stats"])
    return re.sub(r',"ms":\d+', "", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("preset", "names", "seed", "own", "flags"), GAMES)
def test_a_game_of_bots_is_the_command_lines(visit, tmp_path, preset, names, seed, own, flags, capsys):
    """The record that the app saves is that of `passatempo machiavelli play`, but for the times it took.

    `passatempo replay --check --bots` accepts it.
    """
    from passatempo.cli.main import run

    page = visit(page=PAGE, **QUICK)
    seated(page, *names, seed=str(seed), preset=preset, **own)
    page.locator("#end").wait_for()
    made = tmp_path / "app.jsonl"
    made.write_text(record_of(page), encoding="utf-8")
    wanted = command_line_record(tmp_path / "own.jsonl", preset, names, seed, flags)
    assert made.read_text(encoding="utf-8") == wanted
    assert wanted.count("\n") > 10
    assert run(["machiavelli", "replay", str(made), "--check", "--bots"]) == 0


def tasks_of_the_page(traced):
    """Return the processor time of each task of the thread that draws and listens, in milliseconds."""
    events = json.loads(traced)["traceEvents"]
    page = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [event for event in events if (event["pid"], event["tid"]) in page and event["name"].endswith("::RunTask")]
    # The browser writes a very short task without its processor time, which the clock bounds, or as an instant (`I`).
    return [0.0 if task["ph"] == "I" else task.get("tdur", task["dur"]) / 1000 for task in tasks]


def test_a_long_game_holds_the_page_up_nowhere(visit, browser, tmp_path, capsys):
    """Sixty turns and more, jokers and an opening: no task over 50 ms on the main thread, where bots think elsewhere.

    The processor's time counts, not the clock's: other processes may hold the page up, and it is not to blame.
    """
    page = visit(page=PAGE, **QUICK)
    browser.start_tracing(page=page, categories=["toplevel"])
    seated(page, "greedy", "patient", "novice", seed="31", jokers=2, opening=2, opening_points=30)
    page.locator("#end").wait_for()
    tasks = tasks_of_the_page(browser.stop_tracing())
    assert len(tasks) > 500
    assert max(tasks) < 50
    record = record_of(page)
    assert record.count('"turn":') >= 60
    flags = "--jokers 2 --opening points:30"
    assert record == command_line_record(tmp_path / "own.jsonl", "house", ("greedy", "patient", "novice"), 31, flags)


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_of_ones_own_are_in_the_link(visit, language):
    """The fields follow the preset; what was changed comes back with the address, and a short name there is none."""
    page = visit(language, page=PAGE, **QUICK)
    opened_more(page)
    page.select_option("#preset", "tattoomuse")
    assert page.locator("#rule-jokers").input_value() == "4"
    assert page.locator("#rule-exact").input_value() == "1"
    assert page.locator("#rule-opening-points").is_disabled()
    own = {"jokers": 2, "opening": 2, "opening_points": 40, "worths": {0: 1, 11: 30}}
    seated(page, "you", "greedy", seed="5", preset="wikipedia-open", **own)
    page.locator("#draw[aria-disabled='false']").wait_for()
    assert page.locator("#table .place:not(.empty)").count() == 4
    before = until_kept(page)
    page.locator("#draw").click()
    page.locator("#rivals:has-text('7')").wait_for()
    link = until_kept(page, before)
    page.keyboard.press("s")
    assert "#i.mc" not in (page.locator("dialog[open] .copied input").first.input_value())
    other = visit(language, page=PAGE + link, **QUICK)
    other.locator("#draw[aria-disabled='false']").wait_for()
    assert other.locator("#rivals").inner_text() == page.locator("#rivals").inner_text()
    assert [
        other.locator(f"#rule-{name}").input_value() for name in ("jokers", "opening", "opening-points", "deal")
    ] == [*("2", "2", "40", "6")]
    worths = [box.input_value() for box in other.locator("#worths input").all()]
    assert worths == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "10", "30", "10", "25"]


NOTICES = """
window.notices = [];
new MutationObserver(() => notices.push(document.querySelector("#notice").textContent))
    .observe(document.querySelector("#notice"), { subtree: true, childList: true, characterData: true });
"""


def test_how_far_a_game_is_played_again_is_told(visit):
    """A bot that looks ahead takes its time: until the game is there, the moves are counted; then the notice goes."""
    page = visit(page=PAGE, **QUICK)
    seated(page, "you", "strong", seed="5", deal=3)
    link = ""
    for turn in range(3):
        page.locator("#draw[aria-disabled='false']").wait_for()
        before = page.locator("#rivals").inner_text()
        page.locator("#draw").click()
        page.locator(f"#rivals:not(:text-is({json.dumps(before)}))").wait_for()
        page.locator("#draw[aria-disabled='false']").wait_for()
        link = until_kept(page, link)
        assert page.locator("#end").is_hidden(), turn
    other = visit(page=PAGE, **QUICK)
    other.evaluate(NOTICES)
    other.evaluate("link => (location.hash = link)", link)
    other.locator("#draw[aria-disabled='false']").wait_for()
    told = [text for text in other.evaluate("notices") if "replayed" in text]
    assert [text[-7:] for text in told] == ["1 of 3.", "2 of 3.", "3 of 3."]
    assert other.locator("#notice").is_hidden()
    assert other.locator("#rivals").inner_text() == page.locator("#rivals").inner_text()


def test_what_opens_is_told(visit):
    """Groups of the hand worth too little, and a changed group of the table, are said in words."""
    page = visit(page=PAGE, **QUICK)
    seated(page, "you", "novice", seed="7", opening=2, opening_points=200)
    page.locator("#draw[aria-disabled='false']").wait_for()
    card(page, HAND, 0).dblclick()
    page.locator("#lay[aria-disabled='false']").click()
    page.locator("#said", has_text="but you need 200 to open").wait_for()


def test_the_rules_of_names_are_the_packages():
    """The page takes them from what `make app` writes."""
    from app.modules import APP
    from passatempo.machiavelli.game.rules import page_metadata

    path = APP / "data" / "machiavelli_rules.ts"
    if not path.exists():
        pytest.skip("the browser app is not made: make app")
    text = path.read_text(encoding="utf-8")
    assert json.loads(text[text.index("{") : text.rindex("}") + 1]) == page_metadata()


def test_the_page_offers_all_rules_that_have_a_name():
    from app.modules import ROOT

    page = page_template(ROOT / "src/passatempo/web/build/words", "machiavelli")
    assert re.findall(r"machiavelli\.preset\.([\w-]+)", page) == [*PRESETS]


def hand_of(page):
    return len(cards_of(page, HAND))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_plays(visit, language):
    """Hints are laid until the game is over, else a card is drawn; the end is told, and the record is whole."""
    page = visit(language, page=PAGE, **QUICK)
    seated(page, "you", "novice", seed="3")
    page.locator("#hand .card").nth(12).wait_for()
    for _ in range(60):
        page.locator("#lay[aria-disabled], #draw[aria-disabled='false']").first.wait_for()
        if page.locator("#end").is_visible():
            break
        page.keyboard.press("h")
        page.locator(
            "#stepping:visible, #said:has-text('pesca'), #said:has-text('draw'), #said:has-text('roba')"
        ).first.wait_for()
        turns = page.locator("#rivals").inner_text()
        if page.locator("#stepping").is_visible():
            # Steps end by themselves too, maybe before a mouse is there.
            page.evaluate("document.querySelector('#stepping:not([hidden]) #step-keep')?.click()")
            page.locator("#lay[aria-disabled='false']").click()
        else:
            page.locator("#draw").click()
        page.locator(f"#end:visible, #rivals:not(:text-is({json.dumps(turns)}))").first.wait_for()
        page.locator("#end:visible, #draw[aria-disabled='false']").first.wait_for()
    page.locator("#end").wait_for()
    rows = [json.loads(row) for row in record_of(page).splitlines()]
    assert rows[0]["seats"][0] == {"name": "you"}
    assert rows[-1]["result"]["winners"]


def test_a_wrong_turn_is_told_and_reset(visit):
    """A group that is none, a card of the table taken back: said in words, the turn goes on; what more could go too."""
    page = visit(page=PAGE, **QUICK)
    seated(page, "you", "greedy", seed="7")
    page.locator("#hand .card").nth(12).wait_for()
    assert page.locator("#lay").get_attribute("aria-disabled") == "true"
    card(page, HAND, 0).dblclick()
    page.locator(".fault", has_text="fewer than three").wait_for()
    page.locator("#lay").click()
    page.locator("#said", has_text="Meld 1 is neither a set nor a run.").wait_for()
    page.locator("#reset").click()
    assert hand_of(page) == 13
    page.keyboard.press("h")
    page.locator("#step-close").click()
    page.locator("#draw").click()
    page.locator("#said", has_text="possible, ").wait_for()
    page.locator("#said", has_text="greedy").wait_for()
    assert page.locator("#said", has_text="from hand start a new meld").count() == 1


def test_a_game_is_in_its_link(visit):
    """The address brings the game with all its turns; the table of one's own is still there."""
    page = visit(page=PAGE, **QUICK)
    seated(page, "you", "patient", "greedy", seed="5")
    page.locator("#draw[aria-disabled='false']").wait_for()
    before = until_kept(page)
    page.locator("#draw").click()
    page.locator("#said", has_text="you: put cards").wait_for()
    link = until_kept(page, before)
    other = visit(page=PAGE + link, **QUICK)
    other.locator("#draw[aria-disabled='false']").wait_for()
    for selector in ("#rivals", "#hand"):
        assert other.locator(selector).inner_text() == page.locator(selector).inner_text()
    other.locator("#solve").click()
    said(other, "4 cards can be played")


def test_a_short_name_deals_the_same_game(visit):
    """What Share offers as a short link begins the same game elsewhere."""
    page = visit(page=PAGE, **QUICK)
    seated(page, "you", "greedy", "novice", seed="12")
    page.locator("#draw[aria-disabled='false']").wait_for()
    page.keyboard.press("s")
    short = page.locator("dialog[open] .copied input").first.input_value()
    assert short.endswith("#i.mc.0x0x3x1.12")
    other = visit(page=PAGE + short[short.index("#") :], **QUICK)
    other.locator("#draw[aria-disabled='false']").wait_for()
    assert cards_of(other, HAND) == cards_of(page, HAND)


def test_an_unfinished_game_is_offered_again(visit, browser):
    context = browser.new_context(viewport=SIZES["desktop"], **QUICK)
    page = visit(page=PAGE, context=context)
    seated(page, "you", "greedy", seed="12")
    page.locator("#draw[aria-disabled='false']").wait_for()
    before = until_kept(page)
    page.locator("#draw").click()
    page.locator("#said", has_text="you: put cards").wait_for()
    until_kept(page, before)
    rivals = page.locator("#rivals").inner_text()
    other = visit(page=PAGE, context=context)
    other.locator("#notice button").click()
    other.locator("#draw[aria-disabled='false']").wait_for()
    assert other.locator("#rivals").inner_text() == rivals
    context.close()


def test_links_by_chance_are_tables_or_damaged(visit):
    """Records that the schema allows, most of them tables that cannot be: shown, or told to be damaged."""
    page = visit(page=PAGE, **QUICK)
    links = page.evaluate(
        """async () => {
            const [{ sample, write }, { SCHEMA }] = await Promise.all([
                import("../frame/link.mjs"), import("../games/machiavelli/state.mjs"),
            ]);
            let state = 7;
            const below = (bound) => (state = (state * 1103515245 + 12345) % 2147483648) % bound;
            return Array.from({ length: 60 }, () => write(SCHEMA, sample(SCHEMA, below))).filter(Boolean);
        }"""
    )
    assert len(links) > 30
    for link in links:
        page.evaluate("link => { document.querySelector('#notice').replaceChildren(); location.hash = link }", link)
        page.locator("#notice:has-text('damaged'), #drawing:has-text('.'), #end:visible, .place.wrong").first.wait_for()
    page.evaluate("location.hash = ''")
    paste(page, TEXTS["en"])
    said(page, "KS")
