// The puzzles of a day: which there are, what was solved, the streak, the answers of the day before, a calendar.

import { formatSeconds, isDate, formatDate, addDays, today } from "../../frame/dates.ts";
import { starText } from "../../frame/day/day.ts";
import { shareDialog } from "../../frame/share.ts";
import { newElement, findElement } from "../../frame/dom.ts";
import { buildShell } from "../../frame/shell.ts";
import { daysOf, daysByDate, streak } from "../../frame/day/solved.ts";
import { NAMES, countSolved, puzzleAddress } from "../../frame/day/today.ts";
import { Words } from "../../frame/words.ts";
import { hasDay, puzzlesOf } from "../../kernel/data.ts";
import { FIRST, LAST } from "../../kernel/period.ts";
import { showCalendar } from "./calendar.ts";
import { drawPuzzle, printSheets, questionText } from "./pictures.ts";
import type { Puzzles } from "../../kernel/data.ts";

const CHECK_INTERVAL = 5_000; // milliseconds between two looks at the date

if (hasDay(today())) puzzlesOf(today()).catch(() => {}); // fetched while the words load; `loadPuzzles` reports the error
const words = await Words.load();
const rows = [...document.querySelectorAll<HTMLElement>(".five [data-name]")];
const part = (row: HTMLElement, selector: string) => row.querySelector(selector) as HTMLElement;
let shownDate = today();
let month = shownDate.slice(0, 7);
let drawnDate = shownDate; // today, when the page was last drawn

/** Whether a day has puzzles, and has come. */
const isOpen = (date: string) => hasDay(date) && date <= today();

const dateText = (date: string) => formatDate(date, words.language);
const titleOf = (name: string) => words.translate(`${name}.title`);

function showNotice(sentence = "") {
    findElement("#notice").replaceChildren(...(sentence ? [newElement("p", {}, sentence)] : []));
}

/** The puzzles of a day, or nothing if they cannot be loaded. */
async function loadPuzzles(date: string): Promise<Puzzles | undefined> {
    if (!isOpen(date)) return undefined;
    return puzzlesOf(date).catch(() => void showNotice(words.translate("daily.unread")));
}

/** Enable or disable a button. */
const setAble = (selector: string, isAble: boolean) => findElement(selector).setAttribute("aria-disabled", String(!isAble));

/** Show the day: at once what the browser knows, then what is fetched. */
async function draw() {
    drawnDate = today();
    const date = shownDate;
    findElement("#date").textContent = date === drawnDate ? words.translate("daily.today", { date: dateText(date) }) : dateText(date);
    setAble("#day-before", isOpen(addDays(date, -1)));
    setAble("#day-after", isOpen(addDays(date, 1)));
    for (const row of rows) showState(row);
    showStreak();
    showMonth();
    const puzzles = await loadPuzzles(date);
    if (date !== shownDate) return; // another day was chosen
    showQuestions(puzzles);
    await showAnswers();
}

function showState(row: HTMLElement) {
    const { name = "" } = row.dataset;
    (row.querySelector("a") as HTMLAnchorElement).href = `../${puzzleAddress(name, shownDate)}`;
    const how = daysByDate(name).get(shownDate);
    const kind = how?.late ? "late" : how?.helped ? "helped" : how ? "solved" : "open";
    const { now: count } = streak(daysOf([name]), today());
    const sentences = [words.translate(`daily.state.${kind}`, { time: formatSeconds(how?.seconds ?? 0) })];
    if (count > 1) sentences.push(words.translate("daily.row", { count }));
    part(row, ".state").textContent = sentences.join(" · ");
    part(row, ".state").classList.toggle("done", Boolean(how));
}

/** Show the days in a row on which any of the five was solved. */
function showStreak() {
    const { now: count, longest, isToday } = streak(daysOf(NAMES), today());
    const key = count === 0 ? "daily.streak.none" : isToday ? "daily.streak" : "daily.streak.due";
    const longestText = longest > count ? ` ${words.translate("daily.streak.most", { most: longest })}` : "";
    findElement("#streak").textContent = words.translate(key, { count }) + longestText;
}

function showQuestions(puzzles: Puzzles | undefined) {
    const grade = puzzles?.[NAMES[0]].grade ?? 0;
    const stars = findElement("#grade");
    stars.textContent = puzzles ? starText(grade) : "";
    if (puzzles) stars.setAttribute("aria-label", words.translate("frame.day.grade", { grade }));
    stars.hidden = !puzzles;
    setAble("#print", Boolean(puzzles));
    for (const row of rows) {
        const { name = "" } = row.dataset;
        part(row, ".asks").textContent = puzzles ? questionText(words, name, puzzles[name]) : "";
        row.hidden = !hasDay(shownDate);
    }
}

/** Show the answers: of yesterday beside today's puzzles; of an earlier day its own, once they are requested. */
async function showAnswers() {
    const chosenDate = shownDate;
    const date = chosenDate === today() ? addDays(chosenDate, -1) : chosenDate;
    findElement("#answers").hidden = !isOpen(date);
    const puzzles = await loadPuzzles(date);
    if (chosenDate !== shownDate) return;
    findElement("#answers-title").textContent = words.translate("daily.answers", { date: dateText(date) });
    const figures = puzzles ? NAMES.map((name) => drawPuzzle(words, name, puzzles[name], { isSolved: true, heading: [titleOf(name)] })) : [];
    findElement("#answers-shown").replaceChildren(...figures);
}

/** The month a step of 1 or -1 away. */
const monthBeside = (step: number) => (step < 0 ? addDays(`${month}-01`, -1) : addDays(`${month}-28`, 4)).slice(0, 7);

/** Whether a month has days that can be played. */
const hasMonth = (other: string) => other >= FIRST.slice(0, 7) && other <= [today(), LAST].sort()[0].slice(0, 7);

function showMonth() {
    setAble("#month-before", hasMonth(monthBeside(-1)));
    setAble("#month-after", hasMonth(monthBeside(1)));
    showCalendar(words, { month, shownDate, isOpen, choose });
}

function turnMonth(step: number) {
    if (!hasMonth(monthBeside(step))) return;
    month = monthBeside(step);
    showMonth();
}

/** Show another day, which has an address of its own. */
function choose(date: string) {
    if (!isOpen(date) || date === shownDate) return;
    history.pushState(null, "", date === today() ? location.pathname : `#${date}`);
    follow();
}

/** Show the day that the address names, else today. */
function follow() {
    const date = location.hash.slice(1);
    showNotice();
    shownDate = isOpen(date) && isDate(date) ? date : today();
    if (date && !isDate(date)) showNotice(words.translate("daily.damaged"));
    else if (date && hasDay(date) && !isOpen(date)) showNotice(words.translate("daily.early", { date: dateText(date) }));
    else if (!hasDay(date || shownDate)) showNotice(words.translate("daily.none", { date: dateText(date || shownDate), first: dateText(FIRST), last: dateText(LAST) }));
    month = shownDate.slice(0, 7);
    (findElement("#answers") as HTMLDetailsElement).open = shownDate === today();
    return draw();
}

/** What was solved of the day, without spoilers. */
function shareText() {
    const each = NAMES.map((name) => {
        const how = daysByDate(name).get(shownDate);
        return `${titleOf(name)} ${how ? formatSeconds(how.seconds) : "–"}`;
    });
    const stars = findElement("#grade").textContent ?? "";
    return words.translate("daily.share", { date: dateText(shownDate), stars, solved: countSolved(shownDate), each: each.join(" · ") });
}

/** Draw again: another day has begun, or another page has solved something. */
function refresh() {
    if (document.hidden) return;
    if (shownDate === drawnDate) shownDate = today();
    void draw();
}

const ACTIONS = {
    "#day-before": () => choose(addDays(shownDate, -1)),
    "#day-after": () => choose(addDays(shownDate, 1)),
    "#month-before": () => turnMonth(-1),
    "#month-after": () => turnMonth(1),
    "#share": () => shareDialog(words, { text: shareText() }),
    "#print": async () => {
        const puzzles = await loadPuzzles(shownDate);
        if (puzzles) printSheets(words, dateText(shownDate), puzzles);
    },
};
for (const [selector, action] of Object.entries(ACTIONS)) findElement(selector).addEventListener("click", action);
addEventListener("popstate", follow);
addEventListener("storage", refresh);
addEventListener("pageshow", ({ persisted }) => persisted && refresh());
document.addEventListener("visibilitychange", refresh);
setInterval(() => drawnDate !== today() && refresh(), CHECK_INTERVAL);
buildShell(words);
await follow();
document.documentElement.dataset.ready = "yes";
