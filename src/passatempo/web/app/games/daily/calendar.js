// @ts-check
// A month with what was solved of its days.

import { daysOf, named, weekday } from "../../frame/dates.js";
import { element, find } from "../../frame/dom.js";

/** @import { Words } from "../../frame/words.js" */

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
export function calendar(words, month) {
    const dates = daysOf(month.month);
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
