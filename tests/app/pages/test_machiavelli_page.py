"""The page of Machiavelli in a browser: a table of one's own, its hints, texts and links; matches with rivals."""

import json
import re

import pytest

from app.conftest import LANGUAGES, SIZES, until_kept
from app.days import DAY, address
from app.screen import SIZES as WINDOWS
from app.screen import hint_to_the_end, is_whole
from app.waiting import until
from passatempo.machiavelli.game.rules import PRESETS
from passatempo.machiavelli.text import read, write
from passatempo.web.build.pages import page_template

HAND, NEW, AWAY = -1, -2, -3
PAGE = "machiavelli/"
QUICK = {"reduced_motion": "reduce"}
TEXT_SIGN = "\ufe0e"  # after the sign of a suit


def card(page, place, at):
    return page.locator(f"button[data-place='{place}'][data-at='{at}']")


def place(page, number):
    return page.locator(f"div.place[data-place='{number}']")


def cards_of(page, number):
    return page.locator(f"div.place[data-place='{number}'] .card").evaluate_all(
        "cards => cards.map((card) => card.getAttribute('aria-label'))"
    )


def said_text(page):
    return page.locator("#said").inner_text().replace(TEXT_SIGN, "")


def said(page, text):
    """Wait for a sentence, whose suits are signs."""
    page.locator(
        "#said",
        has_text=re.compile(
            re.escape(text).replace("♠", "♠.?").replace("♥", "♥.?").replace("♦", "♦.?").replace("♣", "♣.?")
        ),
    ).wait_for()


def fault(page, text):
    """Wait for the reason why a group cannot stay, which its name tells."""
    page.locator(f'.place.wrong[aria-label*="{text}"]').first.wait_for()


def text_of(page):
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


def do_hint(page):
    """Ask for a hint, and do what it says."""
    page.keyboard.press("h")
    page.locator("#first[data-deed=do]").click()


# ---- A table of one's own ----

OPENING = {"en": "4 cards can be played: 6♥ 7♥ 9♥ K♥", "it": "4 carte: 6♥ 7♥ 9♥ R♥", "es": "4 cartas: 6♥ 7♥ 9♥ K♥"}
UNLOCKS = {"en": "3♠ (1 left) or 3♣ (2)", "it": "3♠ (ne restano 1) o 3♣ (2)", "es": "3♠ (quedan 1) o 3♣ (2)"}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_is_answered_and_shown(visit, language, size):
    """The first table has its answer: four raised cards; the steps of the hint can be seen, and *Do it* makes them."""
    page = visit(language, size, page=PAGE, **QUICK)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    said(page, OPENING[language])
    assert page.locator("#hand .card.can").count() == 4
    page.keyboard.press("h")
    page.locator("#said .steps").wait_for()
    assert "3" in page.locator("#said .steps").inner_text()
    page.locator("#said [data-step=forward]").click()
    page.locator("#said [data-step=forward]").click()
    page.locator("#said [data-step=forward][aria-disabled=true]").wait_for()
    page.locator("#first[data-deed=do]").click()
    page.locator("#said", has_text="77").wait_for()
    assert UNLOCKS[language] in said_text(page)
    assert len(cards_of(page, HAND)) == 3
    assert page.locator(".place.wrong").count() == 0
    page.keyboard.press("Control+z")
    said(page, OPENING[language])
    assert len(cards_of(page, HAND)) == 7


def test_tapping_picks_up_and_drops(visit):
    """A tap picks up, a tap elsewhere moves; what is no meld any more says why; a handle takes the whole group."""
    page = visit(size="phone", page=PAGE, has_touch=True, is_mobile=True, **QUICK)
    said(page, "4 cards")
    card(page, 1, 0).tap()
    assert card(page, 1, 0).get_attribute("aria-pressed") == "true"
    card(page, 2, 0).tap()
    fault(page, "fewer than three cards")
    fault(page, "neither one suit nor one rank: 7♠")
    assert len(cards_of(page, 2)) == 6
    card(page, 1, -1).tap()
    card(page, HAND, 0).tap()
    page.locator("#hand .card").nth(8).wait_for()
    assert len(cards_of(page, HAND)) == 9
    assert page.locator("#table .place").count() == 4
    for _ in range(2):
        page.locator("#second[data-deed=undo]").tap()
    said(page, "4 cards can be played")
    assert page.locator(".place.wrong").count() == 0
    page.keyboard.press("y")
    page.locator(".place.wrong").first.wait_for()


def test_dragging_with_the_mouse(visit):
    """A card is dragged to another group; a whole group by its handle; a double click sends one card."""
    page = visit(page=PAGE, **QUICK)
    said(page, "4 cards")
    card(page, HAND, 3).hover()
    page.mouse.down()
    target = place(page, 2).bounding_box()
    page.mouse.move(target["x"] + 20, target["y"] + 40, steps=4)
    assert page.locator(".ghost").count() == 1
    assert page.locator(".place.over").get_attribute("data-place") == "2"
    page.mouse.up()
    assert page.locator(".ghost").count() == 0
    page.wait_for_timeout(100)
    assert cards_of(page, 2)[0] == "7 of hearts"  # the run is put in order
    card(page, 0, -1).hover()
    page.mouse.down()
    page.mouse.move(600, 300, steps=2)
    target = place(page, AWAY).bounding_box()
    page.mouse.move(target["x"] + 10, target["y"] + 10, steps=4)
    page.mouse.up()
    page.wait_for_timeout(100)
    assert cards_of(page, 0) == ["7 of spades", "7 of hearts", "7 of diamonds"]
    card(page, HAND, 0).dblclick()
    page.wait_for_timeout(100)
    assert cards_of(page, 4) == ["3 of hearts"]
    assert "3H" in text_of(page).split("\n")[0]


def test_the_hand_is_sorted_and_put_in_order(visit):
    """*Sort* goes from suits to ranks and back; a card that is dragged within the hand stays there. No move is made."""
    page = visit(page=PAGE, **QUICK)
    said(page, "4 cards")
    by_suit = cards_of(page, HAND)
    page.keyboard.press("o")
    page.locator("#hand .card").nth(1).and_(page.locator("[aria-label='4 of hearts']")).wait_for()
    assert [name.split()[0] for name in cards_of(page, HAND)] == ["3", "4", "4", "6", "7", "9", "king"]
    box = card(page, HAND, 6).bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 60)
    page.mouse.down()
    first = card(page, HAND, 0).bounding_box()
    page.mouse.move(first["x"] + 5, first["y"] + 60, steps=4)
    page.mouse.up()
    page.locator("#hand .card").first.and_(page.locator("[aria-label^=king]")).wait_for()
    assert page.locator("#second[data-deed=undo]").get_attribute("aria-disabled") == "true"
    page.keyboard.press("o")
    page.locator("#hand .card").first.and_(page.locator("[aria-label='3 of hearts']")).wait_for()
    assert cards_of(page, HAND) == by_suit


def test_dragging_with_a_finger(visit):
    """A finger that rests drags."""
    page = visit(size="phone", page=PAGE, has_touch=True, is_mobile=True, **QUICK)
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
    page.locator("[data-place='2'].place .card").nth(5).wait_for()
    assert len(cards_of(page, HAND)) == 6


def test_keys_alone(visit):
    """One Tab stop; a typed card is found, carried by arrows, dropped by Enter, put back by Esc, put away by Delete."""
    page = visit(page=PAGE, **QUICK)
    said(page, "4 cards")
    assert page.locator("#felt [data-at][tabindex='0']").count() == 1
    card(page, HAND, 0).focus()
    page.keyboard.type("7h")
    assert card(page, HAND, 3).evaluate("button => button === document.activeElement")
    assert page.locator("#said .steps").count() == 0  # H was no hint
    page.keyboard.press("Space")
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    assert card(page, 2, -1).evaluate("button => button === document.activeElement")
    page.keyboard.press("Enter")
    page.locator("[data-place='2'].place .card").nth(5).wait_for()
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
    page.locator("#hand .card").nth(5).wait_for(state="detached")
    page.keyboard.press("Control+z")
    page.locator("#hand .card").nth(5).wait_for()


def test_the_picker_knows_the_copies_left(visit):
    """Cards are added to the hand and to groups until no copy is left; jokers only where the rules have them."""
    page = visit(page=PAGE, **QUICK)
    said(page, "4 cards")
    paste(page, "table:")
    said(page, "The table is empty")
    page.keyboard.press("b")
    seven = page.locator(".pick[aria-label^='7 of hearts']")
    for left in (1, 0):
        seven.click()
        page.locator(f".pick[aria-label^='7 of hearts, {left} cop']").wait_for()
    seven.click(force=True)
    assert cards_of(page, HAND) == ["7 of hearts"] * 2
    assert page.locator(".pick[aria-label^=joker]").is_hidden()
    page.locator("#tab-options").click()
    page.select_option("#jokers", "2")
    page.select_option("#pick-to", "new")
    for name in ("8 of hearts", "joker", "10 of hearts"):
        page.locator(f".pick[aria-label^='{name}']").click()
        page.wait_for_timeout(50)
    assert cards_of(page, 0) == ["8 of hearts", "joker", "10 of hearts"]
    said(page, "1 card can be played: 7♥")
    page.select_option("#decks", "1")
    page.locator("#notice", has_text="The table has more cards").wait_for()
    assert page.locator("#decks").input_value() == "2"
    page.locator("#close-drawer").click()
    do_hint(page)
    said(page, "No card")
    assert cards_of(page, 0)[0] == "7 of hearts"
    assert cards_of(page, 0)[2] == "joker as 9 of hearts"


TEXTS = {
    "en": "10S JS QS | 5H 5D 5C\nhand: KS 2H",
    "it": "10P FP DP | 5C 5Q 5F\nhand: RP 2C",
    "es": "10P JP QP | 5C 5D 5T\nhand: KP 2C",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_is_pasted_anywhere(visit, language):
    """A table in the letters of the language is read, answered and written; a wrong one is told with its place."""
    page = visit(language, page=PAGE, **QUICK)
    said(page, OPENING[language])
    paste(page, TEXTS[language])
    said(page, {"en": "K♠", "it": "R♠", "es": "K♠"}[language])
    turn = read(TEXTS[language], locale=language)
    assert text_of(page) == write(turn)
    paste(page, "5C XX")
    page.locator("#notice", has_text="4").wait_for()
    assert "XX" in page.locator("#notice").inner_text()
    page.locator("#tab-options").click()
    page.locator("#text").fill("AS")
    page.locator("#read").click()
    if language == "en":
        fault(page, "fewer than three")
    else:
        page.locator("#notice", has_text="locale: en").wait_for()


def test_aces_and_aims(visit):
    """The rule of the ace decides a group; what is best decides the cards."""
    page = visit(page=PAGE, **QUICK)
    paste(page, "QH KH AH | 2S 3S 4S\nhand: KS KD 5S")
    said(page, "1 card can be played: 5♠")
    page.locator("#tab-options").click()
    page.select_option("#ace", "0")
    fault(page, "the ace is not allowed there")
    page.select_option("#ace", "1")
    page.locator(".place.wrong").wait_for(state="detached")
    page.select_option("#prefer", "1")
    said(page, "5 points")
    paste(page, "5H 6H 8H | 9C 9C 9D\n")
    fault(page, "not a run: 7♥")
    fault(page, "9♣")


def test_a_link_brings_the_table(visit):
    page = visit(page=PAGE)
    fresh = until_kept(page)
    paste(page, "AS 2S JK\nhand: 4S JK\ndecks: 3\njokers: 3\nace: wrap")
    said(page, "4♠")
    link = until_kept(page, fresh)
    other = visit(page=PAGE + link)
    said(other, "4♠")
    assert text_of(other) == text_of(page)
    assert other.locator("#ace").input_value() == "3"


@pytest.mark.parametrize("fragment", ["nothing", "v1", "v1AAAA", "i.mc.1.5", "v1" + "A" * 9_000])
def test_a_damaged_link_is_told_above_the_example(visit, fragment):
    page = visit(page=f"{PAGE}#{fragment}")
    page.locator("#notice", has_text="damaged").wait_for()
    said(page, "4 cards can be played")


# ---- The game ----


def your_turn(page):
    """Return the stock, once the person may draw from it."""
    return page.locator("#stock[aria-disabled='false']")


def seats_of(page):
    """Return what everybody can see: the rivals' cards, and the stock."""
    return page.locator("#seats").inner_text() + page.locator("#stock-count").inner_text()


def wait_for_move(page, before):
    page.locator(f"#end:visible, #stock-count:not(:text-is({json.dumps(before)}))").first.wait_for()


def draw(page):
    """Draw a card, and wait until the rivals have moved."""
    before = page.locator("#stock-count").inner_text()
    page.locator("#stock").click()
    wait_for_move(page, before)
    your_turn(page).wait_for()


def seated(page, *names, seed="7", preset="house", **own):
    """Deal a match, by rules of one's own where any are named."""
    page.locator("#new").evaluate("dialog => { if (!dialog.open) dialog.showModal(); }")
    page.locator("#new details").evaluate_all("all => all.forEach((details) => (details.open = true))")
    for number in range(4):
        page.select_option(f"#seat-{number + 1}", names[number] if number < len(names) else ("", "patient")[number < 2])
    page.select_option("#preset", preset)
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
    page.locator("#tab-options").click()
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
    tasks = [
        event
        for event in events
        if (event["pid"], event["tid"]) in page and event["name"].endswith("::RunTask") and event["ph"] in "XI"
    ]
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
    page.keyboard.press("n")
    page.select_option("#preset", "tattoomuse")
    assert page.locator("#rule-jokers").input_value() == "4"
    assert page.locator("#rule-exact").input_value() == "1"
    assert page.locator("#rule-opening-points").is_disabled()
    own = {"jokers": 2, "opening": 2, "opening_points": 40, "worths": {0: 1, 11: 30}}
    seated(page, "you", "greedy", seed="5", preset="wikipedia-open", **own)
    your_turn(page).wait_for()
    assert page.locator("#table .place").count() == 4
    before = until_kept(page)
    draw(page)
    link = until_kept(page, before)
    page.keyboard.press("s")
    assert "#i.mc" not in (page.locator("dialog[open] .copied input").first.input_value())
    other = visit(language, page=PAGE + link, **QUICK)
    your_turn(other).wait_for()
    assert seats_of(other) == seats_of(page)
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
        your_turn(page).wait_for()
        draw(page)
        link = until_kept(page, link)
        assert page.locator("#end").is_hidden(), turn
    other = visit(page=PAGE, **QUICK)
    other.evaluate(NOTICES)
    other.evaluate("link => (location.hash = link)", link)
    your_turn(other).wait_for()
    told = [text for text in other.evaluate("notices") if "replayed" in text]
    assert [text[-7:] for text in told] == ["1 of 3.", "2 of 3.", "3 of 3."]
    assert other.locator("#notice p").count() == 0
    assert seats_of(other) == seats_of(page)


def test_what_opens_is_told(visit):
    """Groups of the hand worth too little, and a changed group of the table, are said in words."""
    page = visit(page=PAGE, **QUICK)
    seated(page, "you", "novice", seed="7", opening=2, opening_points=200)
    your_turn(page).wait_for()
    card(page, HAND, 0).dblclick()
    fault(page, "fewer than three")
    page.keyboard.press("l")
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
    """Hints are done until the match is over, by cards or by a draw; the end is told, and the record is whole."""
    page = visit(language, page=PAGE, **QUICK)
    seated(page, "you", "novice", seed="3")
    page.locator("#hand .card").nth(12).wait_for()
    for _ in range(80):
        page.locator("#end:visible, #first[data-deed=hint][aria-disabled=false]").first.wait_for()
        if page.locator("#end").is_visible():
            break
        page.keyboard.press("h")
        page.locator("#first[data-deed=do]").click()
        page.locator("#end:visible, #first:not([data-deed=do])").first.wait_for()
        if page.locator("#first[data-deed=lay]").count():
            assert re.search(r"\d", page.locator("#first").inner_text())
            page.locator("#first[data-deed=lay]").click()
    page.locator("#end").wait_for()
    assert re.fullmatch(r"[+−]?\d+", page.locator("#end-number").inner_text())
    page.locator("#first[data-deed=renew]:focus").wait_for()
    rows = [json.loads(row) for row in record_of(page).splitlines()]
    assert rows[0]["seats"][0] == {"name": "you"}
    assert rows[-1]["result"]["winners"]


def test_a_wrong_turn_is_told_and_taken_back(visit):
    """A group that is none is said in words, and the turn goes on; then the list says what more could have gone."""
    page = visit(page=PAGE, **QUICK)
    seated(page, "you", "greedy", seed="7")
    page.locator("#hand .card").nth(12).wait_for()
    page.keyboard.press("l")
    said(page, "No card of the hand is on the table.")
    card(page, HAND, 0).dblclick()
    fault(page, "fewer than three")
    assert page.locator("#stock").get_attribute("aria-disabled") == "true"
    page.keyboard.press("l")
    said(page, "Meld 1 is neither a set nor a run.")
    page.keyboard.press("u")
    page.locator("#hand .card").nth(12).wait_for()
    before = page.locator("#stock-count").inner_text()
    page.keyboard.press("d")
    wait_for_move(page, before)
    your_turn(page).wait_for()
    said(page, "Greta")
    assert page.locator("#panel-list li", has_text="You draw.").inner_text().endswith("could go.")
    page.locator("#panel-list button").first.click()
    page.locator("#felt.still").wait_for()  # the table after the first turn


LEVELS = ["There is a play.", "A play changes", "One card of a play is", "cards can be played"]


def test_hints_go_one_level_on(visit):
    """The first hint is of the chosen level, each other one says more; switched off there is none."""
    page = visit(page=PAGE, **QUICK)
    seated(page, "you", "greedy", seed="7")
    page.locator("#hand .card").nth(12).wait_for()
    page.locator("#tab-options").click()
    page.select_option("#help", "0")
    page.locator("#first").click()
    said(page, "Hints are off")
    page.select_option("#help", "1")
    for number, text in enumerate(LEVELS):
        page.locator("#first[data-deed=hint]").click()
        page.locator("#said", has_text=text).wait_for()
        assert page.locator("#first[data-deed=do]").count() == (number == 3)


def test_moves_wait_while_a_rival_plays(visit):
    """A card that is moved in a rival's turn is refused in words; the hand may be sorted."""
    page = visit(page=PAGE, **QUICK)
    seated(page, "you", "strong", seed="5", first=2)
    said(page, "Sofia is thinking.")
    card(page, HAND, 0).dblclick()
    page.locator("#said", has_text="wait a moment").or_(your_turn(page)).first.wait_for()
    assert len(cards_of(page, HAND)) == 13


def test_a_match_is_in_its_link(visit):
    """The address brings the match with all its turns; undo goes back to the table of one's own."""
    page = visit(page=PAGE, **QUICK)
    seated(page, "you", "patient", "greedy", seed="5")
    your_turn(page).wait_for()
    before = until_kept(page)
    draw(page)
    link = until_kept(page, before)
    other = visit(page=PAGE + link, **QUICK)
    your_turn(other).wait_for()
    assert seats_of(other) == seats_of(page)
    assert cards_of(other, HAND) == cards_of(page, HAND)
    assert page.locator("#hand .card.drawn").count() == other.locator("#hand .card.drawn").count() == 1
    other.keyboard.press("b")
    said(other, "The table is empty")
    other.locator("#second[data-deed=undo]").click()
    your_turn(other).wait_for()


def test_play_in_the_address_begins_a_match(visit):
    """The first page leads to a match; the next visit begins with one as well."""
    page = visit(page=f"{PAGE}#play", **QUICK)
    your_turn(page).wait_for()
    assert page.locator("#seats").inner_text().startswith(("P\nPaola", "P Paola", "Paola"))
    until_kept(page)
    page.reload()
    your_turn(page).wait_for()


def test_a_short_name_deals_the_same_match(visit):
    """What Share offers as a short link begins the same match elsewhere."""
    page = visit(page=PAGE, **QUICK)
    seated(page, "you", "greedy", "novice", seed="12")
    your_turn(page).wait_for()
    page.keyboard.press("s")
    short = page.locator("dialog[open] .copied input").first.input_value()
    assert short.endswith("#i.mc.0x0x3x1.12")
    other = visit(page=PAGE + short[short.index("#") :], **QUICK)
    your_turn(other).wait_for()
    assert cards_of(other, HAND) == cards_of(page, HAND)


def test_an_unfinished_match_is_offered_again(visit, browser):
    context = browser.new_context(viewport=SIZES["desktop"], **QUICK)
    page = visit(page=PAGE, context=context)
    seated(page, "you", "greedy", seed="12")
    your_turn(page).wait_for()
    before = until_kept(page)
    draw(page)
    until_kept(page, before)
    seats = seats_of(page)
    other = visit(page=PAGE, context=context)
    other.locator("#notice button").click()
    other.locator("#notice p").wait_for(state="detached")
    your_turn(other).wait_for()
    assert seats_of(other) == seats
    context.close()


# ---- The screen ----


TABLE_FAULTS = """() => {
    const felt = document.querySelector("#felt").getBoundingClientRect();
    const table = document.querySelector("#table");
    const faults = [...document.querySelectorAll("#felt .card")].filter((card) => {
        const box = card.getBoundingClientRect();
        const isWhole = box.left >= felt.left - 1 && box.right <= felt.right + 1;
        return !isWhole || box.top < felt.top - 1 || box.bottom > felt.bottom + 1;
    }).map((card) => card.ariaLabel);
    if (felt.left < 0 || felt.top < 0 || felt.right > innerWidth || felt.bottom > innerHeight) faults.push("felt");
    if (Math.min(felt.width, felt.height) < 0.6 * Math.min(innerWidth, innerHeight)) faults.push("small");
    if (table.scrollHeight > table.clientHeight + 1) faults.push("scrolls");
    return faults;
}"""


def table_faults(page):
    """Return the cards that are not whole on the felt, and other faults: the felt is small, or the table scrolls."""
    return page.evaluate(TABLE_FAULTS)


@pytest.mark.parametrize("size", WINDOWS)
def test_a_match_is_whole_in_every_window(visit, size):
    """The table, the hand, the hint with its button, and the result of a match that is lost; also the turned phone."""
    page = visit(page=PAGE, viewport=WINDOWS[size], **QUICK)
    seated(page, "you", "greedy", "greedy", seed="7", preset="published")  # a person may draw for ever
    your_turn(page).wait_for()
    other = {"phone": "turned", "turned": "phone", "desktop": "tablet", "tablet": "desktop"}[size]
    for turn in range(60):
        page.locator("#end:visible, #stock[aria-disabled='false']").first.wait_for()
        if page.locator("#end").is_visible():
            break
        until(page, lambda: table_faults(page) == [])
        if turn == 3:
            page.keyboard.press("h")
            page.locator("#first[data-deed=do].filled").wait_for()
            assert is_whole(page, "#said")
            assert is_whole(page, "#first")
        before = page.locator("#stock-count").inner_text()
        page.keyboard.press("d")
        wait_for_move(page, before)
    page.locator("#end[data-outcome=lost]").wait_for()
    assert page.locator("#end-number").inner_text().startswith("−")
    assert is_whole(page, "#end")
    assert is_whole(page, "#first[data-deed=renew]")
    assert table_faults(page) == []
    page.set_viewport_size(WINDOWS[other])
    until(page, lambda: table_faults(page) == [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_cut_on_a_phone(visit, language):
    page = visit(language, page=PAGE, viewport=WINDOWS["phone"], **QUICK)
    said(page, OPENING[language])
    labels = page.locator(".bar .label, #stock .pile")
    assert labels.evaluate_all("all => all.filter((one) => one.scrollWidth > one.parentElement.clientWidth)") == []
    page.locator("[data-deed=more]").click()
    assert is_whole(page, "#menu")


def test_a_day_is_played_by_hints(on):
    """*Hint*, *Do it* from the first to the last meld of three days; each hint is one meld of the solution."""
    for day in ("2026-11-21", DAY, "2026-12-02"):
        page = on(address("machiavelli", day), day, viewport=WINDOWS["phone"], **QUICK)
        hint_to_the_end(page)
        page.locator("#first[data-deed=next]:focus").wait_for()
        assert page.locator("#hand .card").count() == 0
        page.close()


def test_paper_forced_colours_and_motion(visit, browser):
    """Paper shows the cards without the bar; forced colours show raised cards; cards slide if motion is welcome."""
    page = visit(page=PAGE, viewport=WINDOWS["desktop"])
    said(page, "4 cards")
    do_hint(page)
    page.locator("#hand .card").nth(3).wait_for(state="detached")
    assert page.evaluate("document.querySelector('#felt').getAnimations({ subtree: true }).length") > 3
    page.emulate_media(media="print")
    assert page.locator(".bar").is_hidden()
    assert page.locator("#table .card").first.bounding_box()["width"] > 30
    still = visit(page=PAGE, context=browser.new_context(forced_colors="active", **QUICK))
    said(still, "4 cards")
    assert still.locator(".card.can").first.evaluate("card => getComputedStyle(card).outlineStyle") == "solid"
    do_hint(still)
    still.locator("#hand .card").nth(3).wait_for(state="detached")
    durations = "document.getAnimations().map((one) => one.effect.getComputedTiming().duration)"
    assert max(still.evaluate(durations), default=0) <= 1
    still.context.close()


def test_rummikub_has_tiles(visit):
    """Under its rules the cards are tiles: numbers to 13, jokers with a face; their names stay."""
    page = visit(page=PAGE, **QUICK)
    seated(page, "you", "novice", seed="12", preset="rummikub")
    page.locator("#felt.tiles .card").nth(13).wait_for()
    assert set(page.locator("#hand .face text").all_text_contents()) <= {"", *map(str, range(1, 14))}


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
        page.locator(
            "#notice:has-text('damaged'), #figures:has-text('in hand'), #end:visible, .place.wrong"
        ).first.wait_for()
    page.evaluate("location.hash = ''")
    paste(page, TEXTS["en"])
    said(page, "K♠")
