// The solved daily puzzles, stored in the browser, and the streak of days. A streak counts puzzles that were solved on
// their own day, or begun then and solved on the next. A later solution is stored, but does not repair a streak.

import { dateOf, numberOf } from "../dates.ts";
import { flag, group, int, list } from "../link.ts";
import { store } from "../storage.ts";

const FIRST = numberOf("2026-01-01"); // day 0 of the stored numbers
const MAX_DAYS = 4_095; // days
const LONGEST = 86_399; // seconds; longer times are clamped

const solutionField = group({ day: int(0, MAX_DAYS), seconds: int(0, LONGEST), helped: flag, late: flag });
export const SCHEMA = { solved: list(solutionField, MAX_DAYS + 1) };

/** How a puzzle was solved: the time, with help, after its day. */
export type Solution = { seconds: number, helped: boolean, late: boolean };
/** The current streak, the longest ever, and whether today counts in it. */
type Streak = { now: number, longest: number, isToday: boolean };

/** @param name of the pastime */
const readDays = (name: string) => store.get(nameOf(name), SCHEMA)?.solved ?? [];

const nameOf = (name: string) => `daily.${name}`;

/** The solved puzzles of a pastime, by date. */
export const daysByDate = (name: string): Map<string, Solution> => new Map(readDays(name).map(({ day, ...how }) => [dateOf(FIRST + day), how]));

/** Store a solution. Return false if there is an earlier one, which counts, or if the day is out of range. */
export function storeDay(name: string, date: string, { seconds, helped: hasHelp, late }: Solution) {
    const day = numberOf(date) - FIRST;
    const before = readDays(name);
    if (day < 0 || day > MAX_DAYS || before.some((other) => other.day === day)) return false;
    const dayScore = { day, seconds: Math.min(Math.max(Math.round(seconds), 0), LONGEST), helped: hasHelp, late };
    store.put(nameOf(name), SCHEMA, { solved: [...before, dayScore].sort((a, b) => a.day - b.day) });
    return true;
}

/** The dates on which a puzzle of some pastimes was solved in time. */
export function daysOf(names: string[]): string[] {
    const inTime = (name: string) => [...daysByDate(name)].flatMap(([date, { late }]) => (late ? [] : [date]));
    return [...new Set(names.flatMap(inTime))].sort();
}

/**
 * Count the days in a row up to today. Yesterday's streak lasts until midnight, as today's puzzle can still be solved.
 * Dates after today, from a clock that was wrong, do not count.
 */
export function streak(dates: string[], today: string): Streak {
    const end = numberOf(today);
    const numbers = [...new Set(dates.map(numberOf))].filter((number) => number <= end).sort((a, b) => a - b);
    let [length, longestStreak] = [0, 0];
    for (const [at, number] of numbers.entries()) {
        length = at > 0 && numbers[at - 1] === number - 1 ? length + 1 : 1;
        longestStreak = Math.max(longestStreak, length);
    }
    const last = numbers.at(-1) ?? -2;
    return { now: last >= end - 1 ? length : 0, longest: longestStreak, isToday: last === end };
}
