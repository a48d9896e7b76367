// Files that are fetched once, when first needed, such as the weights of an engine or the daily puzzles, one file per
// month. After a failure the next request tries again.

import { FIRST, LAST } from "./period.ts";

function fetchOnce<T>(
    addressFor: (name: string) => URL,
    read: (answer: Response) => Promise<T>,
): (name: string) => Promise<T> {
    const files = new Map<string, Promise<T>>();
    const fetchFile = async (name: string) => {
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
    (name) => new URL(`../kernel/${name}`, import.meta.url),
    async (answer) => new Uint8Array(await answer.arrayBuffer()),
);

/** A puzzle in the format of `passatempo daily --format json`. */
type Puzzle = { kind: string, id: string, grade: number, instance: any, goal: any, solution: any, features: Record<string, number> };
/** The puzzles of a day, by pastime. */
export type Puzzles = Record<string, Puzzle>;

/** Whether there are puzzles for a day. */
export const hasDay = (date: string) => date >= FIRST && date <= LAST;

/** The days of a month. */
const daysOf: (month: string) => Promise<Record<string, Puzzles>> = fetchOnce(
    (month) => new URL(`../data/days/${month}.json`, import.meta.url),
    async (answer) => (await answer.json()).days,
);

/** The puzzles of a date that has some. */
export const puzzlesOf = async (date: string) => (await daysOf(date.slice(0, 7)))[date];

/** An ID in the form for comparison: letters that look like digits become digits. */
const foldId = (id: string) => id.toUpperCase().replace(/[IL]/g, "1").replaceAll("O", "0");

/**
 * Find the date whose puzzle of a pastime has an ID, up to `until`. Return undefined if there is none.
 * @param name of the pastime
 */
export async function dayOf(id: string, name: string, until: string): Promise<string | undefined> {
    for (let month = [until, LAST].sort()[0].slice(0, 7); month >= FIRST.slice(0, 7); month = monthBefore(month)) {
        const days = await daysOf(month);
        const matchDate = Object.keys(days).find((date) => date <= until && foldId(days[date][name].id) === foldId(id));
        if (matchDate) return matchDate;
    }
    return undefined;
}

/** The previous month. */
function monthBefore(month: string) {
    const [year, number] = month.split("-").map(Number);
    return number > 1 ? `${year}-${String(number - 1).padStart(2, "0")}` : `${year - 1}-12`;
}
