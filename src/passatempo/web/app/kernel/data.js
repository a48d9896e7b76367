// @ts-check
// Files that are fetched once, when first needed, such as the weights of an engine or the daily puzzles, one file per
// month. After a failure the next request tries again.

import { FIRST, LAST } from "./period.js";

/**
 * @template T
 * @param {(name: string) => URL} addressFor
 * @param {(answer: Response) => Promise<T>} read
 * @returns {(name: string) => Promise<T>}
 */
function fetchOnce(addressFor, read) {
    /** @type {Map<string, Promise<T>>} */
    const files = new Map();
    const fetchFile = async (/** @type {string} */ name) => {
        const answer = await fetch(addressFor(name));
        if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
        return read(answer);
    };
    return (name) => {
        let filePromise = files.get(name);
        if (!filePromise) {
            filePromise = fetchFile(name);
            filePromise.catch(() => files.delete(name));
            files.set(name, filePromise);
        }
        return filePromise;
    };
}

/** The bytes of a file. */
export const bytes = fetchOnce(
    (name) => new URL(`./${name}`, import.meta.url),
    async (answer) => new Uint8Array(await answer.arrayBuffer()),
);

/**
 * A puzzle in the format of `passatempo daily --format json`.
 * @typedef {{ kind: string, id: string, grade: number, instance: any, goal: any, solution: any, features: Record<string, number> }} Puzzle
 */
/** The puzzles of a day, by pastime. @typedef {Record<string, Puzzle>} Puzzles */

/** Whether there are puzzles for a day. @param {string} date */
export const hasDay = (date) => date >= FIRST && date <= LAST;

/** The days of a month. @type {(month: string) => Promise<Record<string, Puzzles>>} */
const daysOf = fetchOnce(
    (month) => new URL(`../data/days/${month}.json`, import.meta.url),
    async (answer) => (await answer.json()).days,
);

/**
 * The puzzles of a date that has some.
 * @param {string} date
 */
export const puzzlesOf = async (date) => (await daysOf(date.slice(0, 7)))[date];

/** An ID in the form for comparison: letters that look like digits become digits. @param {string} id */
const foldId = (id) => id.toUpperCase().replace(/[IL]/g, "1").replaceAll("O", "0");

/**
 * Find the date whose puzzle of a pastime has an ID, up to `until`. Return undefined if there is none.
 * @param {string} id
 * @param {string} name of the pastime
 * @param {string} until
 * @returns {Promise<string | undefined>}
 */
export async function dayOf(id, name, until) {
    for (let month = [until, LAST].sort()[0].slice(0, 7); month >= FIRST.slice(0, 7); month = monthBefore(month)) {
        const days = await daysOf(month);
        const matchDate = Object.keys(days).find((date) => date <= until && foldId(days[date][name].id) === foldId(id));
        if (matchDate) return matchDate;
    }
    return undefined;
}

/** The previous month. @param {string} month */
function monthBefore(month) {
    const [year, number] = month.split("-").map(Number);
    return number > 1 ? `${year}-${String(number - 1).padStart(2, "0")}` : `${year - 1}-12`;
}
