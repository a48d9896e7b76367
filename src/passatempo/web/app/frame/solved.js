// @ts-check
// Which puzzles of the day were solved, kept in the browser, and how many days in a row. A streak counts puzzles that
// were solved on their own day, or begun then and solved on the next; a later one is kept, and mends nothing.

import { dateOf, numberOf } from "./dates.js";
import { flag, group, int, list } from "./link.js";
import { store } from "./storage.js";

const FIRST = numberOf("2026-01-01"); // the day 0 of what is kept
const MOST = 4_095; // days
const LONGEST = 86_399; // seconds; who takes longer took a day

const one = group({ day: int(0, MOST), seconds: int(0, LONGEST), helped: flag, late: flag });
export const SCHEMA = { solved: list(one, MOST + 1) };

/** How a puzzle was solved: in which time, with help, after its day. @typedef {{ seconds: number, helped: boolean, late: boolean }} Solved */
/** Days in a row up to today, the most ever, and whether today is among them. @typedef {{ now: number, most: number, isToday: boolean }} Streak */

/** @param {string} name of the pastime */
const readDays = (name) => store.get(nameOf(name), SCHEMA)?.solved ?? [];

/** @param {string} name */
const nameOf = (name) => `daily.${name}`;

/**
 * The puzzles of a pastime that were solved, by their days.
 * @param {string} name
 * @returns {Map<string, Solved>}
 */
export const daysByDate = (name) => new Map(readDays(name).map(({ day, ...how }) => [dateOf(FIRST + day), how]));

/**
 * Keep that a puzzle was solved; the first time counts. False where it was solved before, or has no place here.
 * @param {string} name
 * @param {string} date
 * @param {Solved} how
 */
export function storeDay(name, date, { seconds, helped: hasHelp, late }) {
    const day = numberOf(date) - FIRST;
    const before = readDays(name);
    if (day < 0 || day > MOST || before.some((other) => other.day === day)) return false;
    const dayScore = { day, seconds: Math.min(Math.max(Math.round(seconds), 0), LONGEST), helped: hasHelp, late };
    store.put(nameOf(name), SCHEMA, { solved: [...before, dayScore].sort((a, b) => a.day - b.day) });
    return true;
}

/**
 * The days of some pastimes on which a puzzle was solved in time.
 * @param {string[]} names
 * @returns {string[]}
 */
export function daysOf(names) {
    const inTime = (/** @type {string} */ name) => [...daysByDate(name)].flatMap(([date, { late }]) => (late ? [] : [date]));
    return [...new Set(names.flatMap(inTime))].sort();
}

/**
 * Count days in a row. What is not solved yet today can still be: until midnight the streak of yesterday stands. Days
 * after today, of a clock that went wrong, count nothing.
 * @param {string[]} dates
 * @param {string} today
 * @returns {Streak}
 */
export function streak(dates, today) {
    const end = numberOf(today);
    const numbers = [...new Set(dates.map(numberOf))].filter((number) => number <= end).sort((a, b) => a - b);
    let [length, longestStreak] = [0, 0];
    for (const [at, number] of numbers.entries()) {
        length = at > 0 && numbers[at - 1] === number - 1 ? length + 1 : 1;
        longestStreak = Math.max(longestStreak, length);
    }
    const last = numbers.at(-1) ?? -2;
    return { now: last >= end - 1 ? length : 0, most: longestStreak, isToday: last === end };
}
