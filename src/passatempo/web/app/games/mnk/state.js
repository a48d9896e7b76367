// @ts-check
// A game of m,n,k as a record: what a link and the browser's storage hold of it.

import { count, flag, int, list } from "../../frame/link.js";

/** @import { Read } from "../../frame/link.js" */
/** @import { Rules } from "../../kernel/mnk.js" */

export const SHORT = "mn"; // in short names; games are not made from seeds, so there are none
export const TWO = 0; // the level of two persons
const SIDE = 70;
const MOVES = SIDE * SIDE;

export const SCHEMA = {
    m: int(1, SIDE),
    n: int(1, SIDE),
    k: int(1, 100),
    exact: flag,
    misere: flag,
    gravity: flag,
    torus: flag,
    maker_breaker: flag,
    level: int(TWO, 5),
    side: int(1, 2),
    moves: list(count((game) => game.m * game.n - 1), MOVES),
};

/** @typedef {Read<typeof SCHEMA>} GameRecord */

export const OPTIONS = /** @type {const} */ (["exact", "misere", "gravity", "torus", "maker_breaker"]);

/**
 * Rules without options but those that are named.
 * @param {number} m
 * @param {number} n
 * @param {number} k
 * @param {Partial<Rules>} [options]
 * @returns {Rules}
 */
export const rulesOf = (m, n, k, options = {}) => ({
    ...{ exact: false, misere: false, gravity: false, torus: false, maker_breaker: false, ...options },
    ...{ m, n, k },
});

/** The games that the page offers. @type {Record<string, Rules>} */
export const GAMES = {
    four: rulesOf(6, 7, 4, { gravity: true }),
    three: rulesOf(3, 3, 3),
    five: rulesOf(15, 15, 5),
    exactly: rulesOf(15, 15, 5, { exact: true }),
    board: rulesOf(6, 6, 4),
    torus: rulesOf(7, 7, 4, { torus: true }),
    misere: rulesOf(4, 4, 3, { misere: true }),
};

/**
 * The name of a game that the page offers; `own` for any other.
 * @param {Rules} rules
 */
export function nameOf(rules) {
    const same = (/** @type {Rules} */ one) => Object.entries(one).every(([key, value]) => Reflect.get(rules, key) === value);
    return Object.keys(GAMES).find((name) => same(GAMES[name])) ?? "own";
}

/**
 * The rules of a record, as the kernel takes them.
 * @param {Rules} record
 * @returns {Rules}
 */
export function rulesIn({ m, n, k, exact, misere, gravity, torus, maker_breaker }) {
    return { m, n, k, exact, misere, gravity, torus, maker_breaker };
}
