// Short names of games that a person can type. #i.ms.16x30x99.4711 is a game by its sizes and seed, #d.2026-11-22.ms is
// a daily puzzle, and #p.OP1-TR5-RWFANY-A is a daily puzzle by the ID that is printed on paper.

/** `marks` are letters for rules, not x */
export type Seeded = { pastime: string, sizes: number[], marks: string, seed: bigint };
/** with an ID, pastime and date are empty */
export type Daily = { pastime: string, date: string, id?: string };

const SEEDED = /^i\.([a-z]{2})\.(\d{1,5}(?:x\d{1,5})*)([a-wyz]{0,4})\.(\d{1,20})$/;
const NAMED = /^p\.([0-9a-z]{3}-[0-9a-z]{1,20}-[0-9a-z]{6}-[0-9a-z])$/i;
const DAILY = /^d\.(\d{4}-\d{2}-\d{2})\.([a-z]{2})$/;

export const shortOf = ({ pastime, sizes, marks, seed }: Seeded) => `i.${pastime}.${sizes.join("x")}${marks}.${seed}`;

export const shortOfDaily = ({ pastime, date }: Daily) => `d.${date}.${pastime}`;

/**
 * Read the short name of a game. Return undefined if it is none.
 * @param text without `#`
 * @param pastime the two letters of the page
 */
export function readShort(text: string, pastime: string): Seeded | undefined {
    const [, named, sizes, marks, digits] = SEEDED.exec(text) ?? [];
    const seed = BigInt(digits ?? 0);
    if (named !== pastime || BigInt.asUintN(64, seed) !== seed) return undefined;
    return { pastime, sizes: sizes.split("x").map(Number), marks, seed };
}

/**
 * Read the short name of a daily puzzle. Return undefined if it is none.
 * @param text without `#`
 */
export function readDaily(text: string): Daily | undefined {
    const [, date, pastime] = DAILY.exec(text) ?? [];
    if (date === undefined || Number.isNaN(Date.parse(date))) return undefined;
    return new Date(date).toISOString().startsWith(date) ? { pastime, date } : undefined;
}

/**
 * Read the ID of a puzzle. Return undefined if it is none.
 * @param text without `#`
 */
export function readId(text: string): Daily | undefined {
    const id = NAMED.exec(text)?.[1];
    return id === undefined ? undefined : { pastime: "", date: "", id };
}

/** Draw a new seed of 32 bits, short enough to type. */
export const newSeed = () => BigInt(crypto.getRandomValues(new Uint32Array(1))[0]);

/** A seed in the form that kernels read. */
export const seedDigits = (seed: bigint) => new TextEncoder().encode(String(seed));
