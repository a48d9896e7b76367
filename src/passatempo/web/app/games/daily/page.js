// @ts-check
// The puzzles of a day: which there are, what was solved, the streak, the answers of the day before, a calendar.

import { clock, daysOf as daysOfMonth, isDate, named, plus, today, weekday } from "../../frame/dates.js";
import { stars } from "../../frame/day.js";
import { share } from "../../frame/dialog.js";
import { element, find } from "../../frame/dom.js";
import { shell } from "../../frame/shell.js";
import { shortOfDaily } from "../../frame/short.js";
import { daysOf, solvedOf, streak } from "../../frame/solved.js";
import { Words } from "../../frame/words.js";
import { hasDay, puzzlesOf } from "../../kernel/data.js";
import { FIRST, LAST } from "../../kernel/period.js";
import { asked, picture, printed } from "./pictures.js";

/** @import { Solved } from "../../frame/solved.js" */
/** @import { Puzzles } from "../../kernel/data.js" */

const WEEK = 7;
const MONDAY = Date.UTC(2026, 10, 23);
const DAY = 86_400_000; // milliseconds

/**
 * @typedef {{
 *     month: string, shown: string, today: string, isOpen: (date: string) => boolean, solved: (date: string) => number,
 *     all: number, choose: (date: string) => void,
 * }} Month `isOpen`: there are puzzles that can be played; `solved`: how many were; `all` of a day
 */

/** The names of the days of a week, short. @param {string} language */
function headings(language) {
    const name = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" });
    return Array.from({ length: WEEK }, (_, day) => element("th", { scope: "col" }, name.format(new Date(MONDAY + day * DAY))));
}

/**
 * @param {Words} words
 * @param {Month} month
 * @param {string} date
 */
function cell(words, { shown, today, isOpen, solved, all, choose }, date) {
    const number = String(Number(date.slice(-2)));
    if (!isOpen(date)) return element("td", { class: "closed" }, number);
    const count = solved(date);
    const sign = count === all ? "✓" : count ? `${count}/${all}` : "";
    const label = words.say("daily.calendar.day", { date: named(date, words.language), count });
    const current = date === shown ? "true" : false;
    const look = `${date === today ? "today" : ""} ${count ? "some" : ""}`;
    const click = () => choose(date);
    const shownAs = [number, element("small", {}, sign), element("span", { class: "unseen" }, ` ${label}`)];
    const button = element("button", { type: "button", "data-date": date, "aria-current": current, class: look, click }, ...shownAs);
    return element("td", {}, button);
}

/**
 * Show a month.
 * @param {Words} words
 * @param {Month} month
 */
function calendar(words, month) {
    const dates = daysOfMonth(month.month);
    const cells = [
        ...Array.from({ length: weekday(dates[0]) }, () => element("td")),
        ...dates.map((date) => cell(words, month, date)),
    ];
    const rows = [];
    for (let from = 0; from < cells.length; from += WEEK) rows.push(element("tr", {}, ...cells.slice(from, from + WEEK)));
    const held = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.date : undefined;
    find("#calendar").replaceChildren(element("thead", {}, element("tr", {}, ...headings(words.language))), element("tbody", {}, ...rows));
    find("#calendar-title").textContent = named(dates[0], words.language, { month: "long", year: "numeric" });
    if (held) /** @type {HTMLElement | null} */ (document.querySelector(`[data-date="${held}"]`))?.focus();
}

if (hasDay(today())) puzzlesOf(today()).catch(() => {}); // they come with the words; whoever waits for them says what is wrong
const words = await Words.load();
const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".five [data-name]")]);
const NAMES = rows.map((row) => row.dataset.name ?? "");
const LATER = 5_000; // milliseconds between two looks at the clock
let shown = today();
let month = shown.slice(0, 7);
let seen = shown; // today, when the page was drawn last

/** What can be played: a day that has come. @param {string} date */
const isOpen = (date) => hasDay(date) && date <= today();

/** How many puzzles of a day were solved. @param {string} date */
const solved = (date) => NAMES.filter((name) => solvedOf(name).has(date)).length;

/** A day in words. @param {string} date */
const said = (date) => named(date, words.language);

/** The name of a pastime. @param {string} name */
const title = (name) => words.say(`${name}.title`);

/** @param {string} [sentence] */
function notice(sentence = "") {
    find("#notice").replaceChildren(...(sentence ? [element("p", {}, sentence)] : []));
}

/** The puzzles of a day; nothing where they cannot be had. @param {string} date @returns {Promise<Puzzles | undefined>} */
async function loaded(date) {
    if (!isOpen(date)) return undefined;
    return puzzlesOf(date).catch(() => void notice(words.say("daily.unread")));
}

/** Whether an able button would do something. @param {string} selector @param {boolean} can */
const able = (selector, can) => find(selector).setAttribute("aria-disabled", String(!can));

/** Show the day: at once what the browser knows, then what is fetched. */
async function draw() {
    seen = today();
    find("#date").textContent = shown === seen ? words.say("daily.today", { date: said(shown) }) : said(shown);
    able("#day-before", isOpen(plus(shown, -1)));
    able("#day-after", isOpen(plus(shown, 1)));
    for (const row of rows) state(row);
    streaks();
    months();
    const asks = shown;
    const puzzles = await loaded(shown);
    if (asks !== shown) return; // another day was chosen
    questions(puzzles);
    await answers();
}

/** @param {HTMLElement} row */
function state(row) {
    const { name = "", short = "" } = row.dataset;
    const link = /** @type {HTMLAnchorElement} */ (row.querySelector("a"));
    link.hash = shortOfDaily({ pastime: short, date: shown });
    const how = solvedOf(name).get(shown);
    const { now } = streak(daysOf([name]), today());
    const parts = [how ? words.say(`daily.state.${kind(how)}`, { time: clock(how.seconds) }) : words.say("daily.state.open")];
    if (now > 1) parts.push(words.say("daily.row", { count: now }));
    part(row, ".state").textContent = parts.join(" · ");
    part(row, ".state").classList.toggle("done", Boolean(how));
}

/** @param {HTMLElement} row @param {string} selector */
const part = (row, selector) => /** @type {HTMLElement} */ (row.querySelector(selector));

/** @param {Solved} how */
const kind = ({ helped, late }) => (late ? "late" : helped ? "helped" : "solved");

/** Days in a row on which any of the five was solved. */
function streaks() {
    const { now, most, isToday } = streak(daysOf(NAMES), today());
    const said = now === 0 ? words.say("daily.streak.none") : words.say(isToday ? "daily.streak" : "daily.streak.due", { count: now });
    find("#streak").textContent = most > now ? `${said} ${words.say("daily.streak.most", { most })}` : said;
}

/** Say what each puzzle asks. @param {Puzzles | undefined} puzzles */
function questions(puzzles) {
    const grade = puzzles?.[NAMES[0]].grade ?? 0;
    find("#grade").textContent = puzzles ? stars(grade) : "";
    if (puzzles) find("#grade").setAttribute("aria-label", words.say("frame.day.grade", { grade }));
    find("#grade").hidden = !puzzles;
    able("#print", Boolean(puzzles));
    for (const row of rows) {
        const { name = "" } = row.dataset;
        part(row, ".asks").textContent = puzzles ? asked(words, name, puzzles[name]) : "";
        row.hidden = !hasDay(shown);
    }
}

/** Show the answers: of yesterday beside today's puzzles; of an earlier day its own, once they are asked for. */
async function answers() {
    const isToday = shown === today();
    const date = isToday ? plus(shown, -1) : shown;
    const box = /** @type {HTMLDetailsElement} */ (find("#answers"));
    box.hidden = !isOpen(date);
    const asks = shown;
    const puzzles = await loaded(date);
    if (asks !== shown) return;
    find("#answers-title").textContent = words.say("daily.answers", { date: said(date) });
    const figures = puzzles ? NAMES.map((name) => picture(words, name, puzzles[name], { solved: true, heading: [title(name)] })) : [];
    find("#answers-shown").replaceChildren(...figures);
}

/** The month after the one that is shown, or before it. @param {number} step 1 or -1 */
const monthBeside = (step) => (step < 0 ? plus(`${month}-01`, -1) : plus(`${month}-28`, 4)).slice(0, 7);

/** Whether a month has days that can be played. @param {string} one */
const hasMonth = (one) => one >= FIRST.slice(0, 7) && one <= [today(), LAST].sort()[0].slice(0, 7);

/** Show the month. */
function months() {
    able("#month-before", hasMonth(monthBeside(-1)));
    able("#month-after", hasMonth(monthBeside(1)));
    calendar(words, { month, shown, today: today(), isOpen, solved, all: NAMES.length, choose });
}

/** Go to another month. @param {number} step */
function turn(step) {
    const next = monthBeside(step);
    if (!hasMonth(next)) return;
    month = next;
    months();
}

/** Show another day, which has an address of its own. @param {string} date */
function choose(date) {
    if (!isOpen(date) || date === shown) return;
    history.pushState(null, "", date === today() ? location.pathname : `#${date}`);
    follow();
}

/** Show the day that the address names, else today. */
function follow() {
    const date = location.hash.slice(1);
    notice();
    shown = isOpen(date) && isDate(date) ? date : today();
    if (date && !isDate(date)) notice(words.say("daily.damaged"));
    else if (date && hasDay(date) && !isOpen(date)) notice(words.say("daily.early", { date: said(date) }));
    else if (!hasDay(date || shown)) notice(words.say("daily.none", { date: said(date || shown), first: said(FIRST), last: said(LAST) }));
    month = shown.slice(0, 7);
    /** @type {HTMLDetailsElement} */ (find("#answers")).open = shown === today();
    return draw();
}

/** What was solved of the day, in a line that gives nothing away. */
function told() {
    const each = NAMES.map((name) => {
        const how = solvedOf(name).get(shown);
        return `${title(name)} ${how ? clock(how.seconds) : "–"}`;
    });
    const values = { date: said(shown), stars: find("#grade").textContent ?? "", solved: solved(shown), each: each.join(" · ") };
    return words.say("daily.share", values);
}

/** Another day has begun, or another page has solved something. */
function again() {
    if (document.hidden) return;
    if (shown === seen) shown = today();
    void draw();
}

const DEEDS = {
    "#day-before": () => choose(plus(shown, -1)),
    "#day-after": () => choose(plus(shown, 1)),
    "#month-before": () => turn(-1),
    "#month-after": () => turn(1),
    "#share": () => share(words, { text: told() }),
    "#print": async () => {
        const puzzles = await loaded(shown);
        if (puzzles) printed(words, { date: said(shown), names: NAMES, puzzles });
    },
};
for (const [selector, deed] of Object.entries(DEEDS)) find(selector).addEventListener("click", deed);
addEventListener("popstate", follow);
addEventListener("storage", again);
addEventListener("pageshow", ({ persisted }) => persisted && again());
document.addEventListener("visibilitychange", again);
setInterval(() => seen !== today() && again(), LATER);
shell(words);
await follow();
document.documentElement.dataset.ready = "yes";
