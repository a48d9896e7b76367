// The calendar of a month, with the number of puzzles that were solved each day.

import { daysOf, formatDate, today, weekday } from "../../frame/dates.ts";
import { newElement, findElement } from "../../frame/dom.ts";
import { NAMES, countSolved } from "../../frame/day/today.ts";
import type { Words } from "../../frame/words.ts";

const WEEK = 7;

/** The chosen day of a month, whether a day can be played, and what a click on it does. */
type Month = { month: string, shownDate: string, isOpen: (date: string) => boolean, choose: (date: string) => void };

function dayCell(words: Words, { shownDate, isOpen, choose }: Month, date: string) {
    const number = String(Number(date.slice(-2)));
    if (!isOpen(date)) return newElement("td", { class: "closed" }, number);
    const count = countSolved(date);
    const sign = count === NAMES.length ? "✓" : count ? `${count}/${NAMES.length}` : "";
    const label = words.translate("daily.calendar.day", { date: formatDate(date, words.language), count });
    const parts = [number, newElement("small", {}, sign), newElement("span", { class: "unseen" }, ` ${label}`)];
    const look = `${date === today() ? "today" : ""} ${count ? "some" : ""}`;
    const current = date === shownDate ? "true" : false;
    const click = () => choose(date);
    return newElement("td", {}, newElement("button", { type: "button", "data-date": date, "aria-current": current, class: look, click }, ...parts));
}

export function showCalendar(words: Words, month: Month) {
    const dates = daysOf(month.month);
    const cells = [...Array.from({ length: weekday(dates[0]) }, () => newElement("td")), ...dates.map((date) => dayCell(words, month, date))];
    const weeks = cells.flatMap((_, at) => (at % WEEK ? [] : [newElement("tr", {}, ...cells.slice(at, at + WEEK))]));
    const monday = dates.findIndex((date) => weekday(date) === 0);
    const headings = dates.slice(monday, monday + WEEK).map((date) => newElement("th", { scope: "col" }, formatDate(date, words.language, { weekday: "short" })));
    const focusDate = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.date : undefined;
    findElement("#calendar").replaceChildren(newElement("thead", {}, newElement("tr", {}, ...headings)), newElement("tbody", {}, ...weeks));
    findElement("#calendar-title").textContent = formatDate(dates[0], words.language, { month: "long", year: "numeric" });
    if (focusDate) (document.querySelector(`[data-date="${focusDate}"]`) as HTMLElement | null)?.focus();
}
