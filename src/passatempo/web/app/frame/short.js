// @ts-check
// Short names of games that a person can type. #i.ms.16x30x99.4711 is a game by its sizes and seed, #d.2026-11-22.ms is
// a daily puzzle, and #p.OP1-TR5-RWFANY-A is a daily puzzle by the ID that is printed on paper.

/**
 * @typedef {{ pastime: string, sizes: number[], marks: string, seed: bigint }} Seeded `marks` are letters for rules, not x
 * @typedef {{ pastime: string, date: string, id?: string }} Daily with an ID, pastime and date are empty
 */

const SEEDED = /^i\.([a-z]{2})\.(\d{1,5}(?:x\d{1,5})*)([a-wyz]{0,4})\.(\d{1,20})$/;
const NAMED = /^p\.([0-9a-z]{3}-[0-9a-z]{1,20}-[0-9a-z]{6}-[0-9a-z])$/i;
const DAILY = /^d\.(\d{4}-\d{2}-\d{2})\.([a-z]{2})$/;

/** @param {Seeded} game */
export const shortOf = ({ pastime, sizes, marks, seed }) => `i.${pastime}.${sizes.join("x")}${marks}.${seed}`;

/** @param {Daily} daily */
export const shortOfDaily = ({ pastime, date }) => `d.${date}.${pastime}`;

/**
 * Read the short name of a game. Return undefined if it is none.
 * @param {string} text without `#`
 * @param {string} pastime the two letters of the page
 * @returns {Seeded | undefined}
 */
export function readShort(text, pastime) {
    const [, named, sizes, marks, digits] = SEEDED.exec(text) ?? [];
    const seed = BigInt(digits ?? 0);
    if (named !== pastime || BigInt.asUintN(64, seed) !== seed) return undefined;
    return { pastime, sizes: sizes.split("x").map(Number), marks, seed };
}

/**
 * Read the short name of a daily puzzle. Return undefined if it is none.
 * @param {string} text without `#`
 * @returns {Daily | undefined}
 */
export function readDaily(text) {
    const [, date, pastime] = DAILY.exec(text) ?? [];
    if (date === undefined || Number.isNaN(Date.parse(date))) return undefined;
    return new Date(date).toISOString().startsWith(date) ? { pastime, date } : undefined;
}

/**
 * Read the ID of a puzzle. Return undefined if it is none.
 * @param {string} text without `#`
 * @returns {Daily | undefined}
 */
export function readId(text) {
    const id = NAMED.exec(text)?.[1];
    return id === undefined ? undefined : { pastime: "", date: "", id };
}

/** Draw a new seed of 32 bits, short enough to type. */
export const newSeed = () => BigInt(crypto.getRandomValues(new Uint32Array(1))[0]);

/**
 * A seed in the form that kernels read.
 * @param {bigint} seed
 */
export const seedDigits = (seed) => new TextEncoder().encode(String(seed));
