// @ts-check
// The puzzles of the days: a file a month, fetched when one of its days is first asked for.

export const FIRST = "2026-11-01"; // as web/build/days.py has it
export const LAST = "2028-10-31";

/**
 * A puzzle as `passatempo daily --format json` writes it.
 * @typedef {{ kind: string, id: string, grade: number, instance: any, goal: any, solution: any, features: Record<string, number> }} Puzzle
 */
/** The puzzles of a day, by the names of their pastimes. @typedef {Record<string, Puzzle>} Puzzles */

/** @type {Map<string, Promise<Record<string, Puzzles>>>} */
const months = new Map();

/** Whether there are puzzles for a day. @param {string} date */
export const hasDay = (date) => date >= FIRST && date <= LAST;

/** @param {string} month @returns {Promise<Record<string, Puzzles>>} */
async function fetched(month) {
    const answer = await fetch(new URL(`../data/days/${month}.json`, import.meta.url));
    if (!answer.ok) throw new Error(`${month}: ${answer.status}`);
    return (await answer.json()).days;
}

/**
 * The puzzles of a day that has some.
 * @param {string} date
 */
export async function puzzlesOf(date) {
    const month = date.slice(0, 7);
    let found = months.get(month);
    if (!found) {
        found = fetched(month);
        found.catch(() => months.delete(month)); // the next one who asks tries again
        months.set(month, found);
    }
    return (await found)[date];
}
