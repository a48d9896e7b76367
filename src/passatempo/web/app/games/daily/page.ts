// The puzzles of a day: which there are, what was solved, the streak, the answers of the day before, a calendar.

import { formatSeconds, daysOf as daysOfMonth, isDate, formatDate, addDays, today, weekday } from "../../frame/dates.ts";
import { starText } from "../../frame/day.ts";
import { shareDialog } from "../../frame/share.ts";
import { newElement, findElement } from "../../frame/dom.ts";
import { buildShell } from "../../frame/shell.ts";
import { shortOfDaily } from "../../frame/short.ts";
import { daysOf, daysByDate, streak } from "../../frame/solved.ts";
import { Words } from "../../frame/words.ts";
import { hasDay, puzzlesOf } from "../../kernel/data.ts";
import { FIRST, LAST } from "../../kernel/period.ts";
import { asked, picture, printed } from "./pictures.ts";
import type { Solution } from "../../frame/solved.ts";
import type { Puzzles } from "../../kernel/data.ts";

const WEEK = 7;
const MONDAY = Date.UTC(2026, 10, 23);
const DAY = 86_400_000; // milliseconds

/** `isOpen`: there are puzzles that can be played; `solved`: how many were; `all` of a day */
type Month = {
    month: string, shown: string, today: string, isOpen: (date: string) => boolean, solved: (date: string) => number,
    all: number, choose: (date: string) => void,
};

/** The names of the days of a week, short. */
function headings(language: string) {
    const name = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" });
    return Array.from({ length: WEEK }, (_, day) => newElement("th", { scope: "col" }, name.format(new Date(MONDAY + day * DAY))));
}

function cell(words: Words, { shown, today, isOpen, solved, all, choose }: Month, date: string) {
    const number = String(Number(date.slice(-2)));
    if (!isOpen(date)) return newElement("td", { class: "closed" }, number);
    const count = solved(date);
    const sign = count === all ? "✓" : count ? `${count}/${all}` : "";
    const label = words.translate("daily.calendar.day", { date: formatDate(date, words.language), count });
    const current = date === shown ? "true" : false;
    const look = `${date === today ? "today" : ""} ${count ? "some" : ""}`;
    const click = () => choose(date);
    const shownAs = [number, newElement("small", {}, sign), newElement("span", { class: "unseen" }, ` ${label}`)];
    const button = newElement("button", { type: "button", "data-date": date, "aria-current": current, class: look, click }, ...shownAs);
    return newElement("td", {}, button);
}

/** Show a month. */
function calendar(words: Words, month: Month) {
    const dates = daysOfMonth(month.month);
    const cells = [
        ...Array.from({ length: weekday(dates[0]) }, () => newElement("td")),
        ...dates.map((date) => cell(words, month, date)),
    ];
    const rows = [];
    for (let from = 0; from < cells.length; from += WEEK) rows.push(newElement("tr", {}, ...cells.slice(from, from + WEEK)));
    const held = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.date : undefined;
    findElement("#calendar").replaceChildren(newElement("thead", {}, newElement("tr", {}, ...headings(words.language))), newElement("tbody", {}, ...rows));
    findElement("#calendar-title").textContent = formatDate(dates[0], words.language, { month: "long", year: "numeric" });
    if (held) (document.querySelector(`[data-date="${held}"]`) as HTMLElement | null)?.focus();
}

if (hasDay(today())) puzzlesOf(today()).catch(() => {}); // they come with the words; whoever waits for them says what is wrong
const words = await Words.load();
const rows = [...document.querySelectorAll(".five [data-name]")] as HTMLElement[];
const NAMES = rows.map((row) => row.dataset.name ?? "");
const LATER = 5_000; // milliseconds between two looks at the clock
let shown = today();
let month = shown.slice(0, 7);
let seen = shown; // today, when the page was drawn last

/** What can be played: a day that has come. */
const isOpen = (date: string) => hasDay(date) && date <= today();

/** How many puzzles of a day were solved. */
const solved = (date: string) => NAMES.filter((name) => daysByDate(name).has(date)).length;

/** A day in words. */
const said = (date: string) => formatDate(date, words.language);

/** The name of a pastime. */
const title = (name: string) => words.translate(`${name}.title`);

function notice(sentence = "") {
    findElement("#notice").replaceChildren(...(sentence ? [newElement("p", {}, sentence)] : []));
}

/** The puzzles of a day; nothing where they cannot be had. */
async function loaded(date: string): Promise<Puzzles | undefined> {
    if (!isOpen(date)) return undefined;
    return puzzlesOf(date).catch(() => void notice(words.translate("daily.unread")));
}

/** Whether an able button would do something. */
const able = (selector: string, can: boolean) => findElement(selector).setAttribute("aria-disabled", String(!can));

/** Show the day: at once what the browser knows, then what is fetched. */
async function draw() {
    seen = today();
    findElement("#date").textContent = shown === seen ? words.translate("daily.today", { date: said(shown) }) : said(shown);
    able("#day-before", isOpen(addDays(shown, -1)));
    able("#day-after", isOpen(addDays(shown, 1)));
    for (const row of rows) state(row);
    streaks();
    months();
    const asks = shown;
    const puzzles = await loaded(shown);
    if (asks !== shown) return; // another day was chosen
    questions(puzzles);
    await answers();
}

function state(row: HTMLElement) {
    const { name = "", short = "" } = row.dataset;
    const link = row.querySelector("a") as HTMLAnchorElement;
    link.hash = shortOfDaily({ pastime: short, date: shown });
    const how = daysByDate(name).get(shown);
    const { now } = streak(daysOf([name]), today());
    const parts = [how ? words.translate(`daily.state.${kind(how)}`, { time: formatSeconds(how.seconds) }) : words.translate("daily.state.open")];
    if (now > 1) parts.push(words.translate("daily.row", { count: now }));
    part(row, ".state").textContent = parts.join(" · ");
    part(row, ".state").classList.toggle("done", Boolean(how));
}

const part = (row: HTMLElement, selector: string) => row.querySelector(selector) as HTMLElement;

const kind = ({ helped, late }: Solution) => (late ? "late" : helped ? "helped" : "solved");

/** Days in a row on which any of the five was solved. */
function streaks() {
    const { now, longest: most, isToday } = streak(daysOf(NAMES), today());
    const said = now === 0 ? words.translate("daily.streak.none") : words.translate(isToday ? "daily.streak" : "daily.streak.due", { count: now });
    findElement("#streak").textContent = most > now ? `${said} ${words.translate("daily.streak.most", { most })}` : said;
}

/** Say what each puzzle asks. */
function questions(puzzles: Puzzles | undefined) {
    const grade = puzzles?.[NAMES[0]].grade ?? 0;
    findElement("#grade").textContent = puzzles ? starText(grade) : "";
    if (puzzles) findElement("#grade").setAttribute("aria-label", words.translate("frame.day.grade", { grade }));
    findElement("#grade").hidden = !puzzles;
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
    const date = isToday ? addDays(shown, -1) : shown;
    const box = findElement("#answers") as HTMLDetailsElement;
    box.hidden = !isOpen(date);
    const asks = shown;
    const puzzles = await loaded(date);
    if (asks !== shown) return;
    findElement("#answers-title").textContent = words.translate("daily.answers", { date: said(date) });
    const figures = puzzles ? NAMES.map((name) => picture(words, name, puzzles[name], { solved: true, heading: [title(name)] })) : [];
    findElement("#answers-shown").replaceChildren(...figures);
}

/**
 * The month after the one that is shown, or before it.
 * @param step 1 or -1
 */
const monthBeside = (step: number) => (step < 0 ? addDays(`${month}-01`, -1) : addDays(`${month}-28`, 4)).slice(0, 7);

/** Whether a month has days that can be played. */
const hasMonth = (one: string) => one >= FIRST.slice(0, 7) && one <= [today(), LAST].sort()[0].slice(0, 7);

/** Show the month. */
function months() {
    able("#month-before", hasMonth(monthBeside(-1)));
    able("#month-after", hasMonth(monthBeside(1)));
    calendar(words, { month, shown, today: today(), isOpen, solved, all: NAMES.length, choose });
}

/** Go to another month. */
function turn(step: number) {
    const next = monthBeside(step);
    if (!hasMonth(next)) return;
    month = next;
    months();
}

/** Show another day, which has an address of its own. */
function choose(date: string) {
    if (!isOpen(date) || date === shown) return;
    history.pushState(null, "", date === today() ? location.pathname : `#${date}`);
    follow();
}

/** Show the day that the address names, else today. */
function follow() {
    const date = location.hash.slice(1);
    notice();
    shown = isOpen(date) && isDate(date) ? date : today();
    if (date && !isDate(date)) notice(words.translate("daily.damaged"));
    else if (date && hasDay(date) && !isOpen(date)) notice(words.translate("daily.early", { date: said(date) }));
    else if (!hasDay(date || shown)) notice(words.translate("daily.none", { date: said(date || shown), first: said(FIRST), last: said(LAST) }));
    month = shown.slice(0, 7);
    (findElement("#answers") as HTMLDetailsElement).open = shown === today();
    return draw();
}

/** What was solved of the day, in a line that gives nothing away. */
function told() {
    const each = NAMES.map((name) => {
        const how = daysByDate(name).get(shown);
        return `${title(name)} ${how ? formatSeconds(how.seconds) : "–"}`;
    });
    const values = { date: said(shown), stars: findElement("#grade").textContent ?? "", solved: solved(shown), each: each.join(" · ") };
    return words.translate("daily.share", values);
}

/** Another day has begun, or another page has solved something. */
function again() {
    if (document.hidden) return;
    if (shown === seen) shown = today();
    void draw();
}

const DEEDS = {
    "#day-before": () => choose(addDays(shown, -1)),
    "#day-after": () => choose(addDays(shown, 1)),
    "#month-before": () => turn(-1),
    "#month-after": () => turn(1),
    "#share": () => shareDialog(words, { text: told() }),
    "#print": async () => {
        const puzzles = await loaded(shown);
        if (puzzles) printed(words, { date: said(shown), names: NAMES, puzzles });
    },
};
for (const [selector, deed] of Object.entries(DEEDS)) findElement(selector).addEventListener("click", deed);
addEventListener("popstate", follow);
addEventListener("storage", again);
addEventListener("pageshow", ({ persisted }) => persisted && again());
document.addEventListener("visibilitychange", again);
setInterval(() => seen !== today() && again(), LATER);
buildShell(words);
await follow();
document.documentElement.dataset.ready = "yes";
