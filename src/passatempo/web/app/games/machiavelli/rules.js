// @ts-check
// The rules of a game: those with a name, which the package knows, and rules of one's own. All are whole numbers.

import { MACHIAVELLI_RULES } from "../../data/machiavelli_rules.js";
import { between, group, int } from "../../frame/link.js";
import { JOKER } from "./lying.js";

/** @import { Rules } from "../../kernel/machiavelli.js" */

const { lines, presets, spans, worths: usual } = MACHIAVELLI_RULES;
export const MOST_POINTS = 1_000_000;
const POINTS = 2; // the opening that asks for points

/** The names of rules; new ones are added at the end. @type {readonly string[]} */
export const PRESETS = Object.keys(presets);

/** The names of the ace rules, which a number stands for; new ones are added at the end. */
export const ACES = Object.keys(lines);
export const USUAL_ACE = MACHIAVELLI_RULES.ace;
export const ACE = int(0, ACES.length - 1);

/** Where runs may stand under each of them, as the kernel takes it. */
export const LINES = Object.values(lines);

/** Rules as a record has them, each a whole number; in the order of the kernel. */
export const RULING = {
    decks: int(1, 10),
    ace: ACE,
    jokers: int(0, 100),
    deal: int(spans.deal[0], spans.deal[1]),
    crosses: int(spans.crosses[0], spans.crosses[1]),
    opening: int(0, POINTS),
    opening_points: between(() => 0, ({ opening }) => (opening === POINTS ? MOST_POINTS : 0)),
    most_new: int(spans.most_new[0], spans.most_new[1]),
    draws_first: int(0, 1),
    waits: int(-1, spans.waits[1]), // -1: any number
    exact: int(0, 1),
    ends_with_stock: int(0, 1),
    one_point: int(0, 1),
    first: int(spans.first[0], spans.first[1]),
};

/** Rules of one's own in a record. */
export const OWN = group(RULING);

/** @typedef {ReturnType<typeof OWN["read"]>} Ruling */

/** What a card of a rank may count. */
export const WORTH = int(0, MOST_POINTS);

/** The usual points of each rank, and of the joker. @type {readonly number[]} */
export const USUAL = usual.map(([, points]) => Number(points));
export const RANKS = USUAL.length;

/** The rules of a name. @param {string} name @returns {Ruling} */
export const named = (name) => /** @type {Record<string, Ruling>} */ (presets)[name];

/**
 * The rules of a game: its own ones, else those of the name.
 * @param {{ preset: string, own: Ruling[] }} game
 */
export const rulesOf = ({ preset, own }) => own[0] ?? named(preset);

/** Whether two sets of rules are the same. @param {Ruling} a @param {Ruling} b */
export const same = (a, b) => Object.keys(RULING).every((name) => a[/** @type {keyof Ruling} */ (name)] === b[/** @type {keyof Ruling} */ (name)]);

/** As the kernel takes them. @param {{ preset: string, own: Ruling[], worths: number[] }} game @returns {Rules} */
export function asked(game) {
    const { ace, draws_first, waits, exact, ends_with_stock, one_point, ...rest } = rulesOf(game);
    return {
        ...rest,
        line: LINES[ace],
        draws_first: draws_first === 1,
        waits: BigInt(waits),
        exact: exact === 1,
        ends_with_stock: ends_with_stock === 1,
        one_point: one_point === 1,
        card_points: Uint32Array.from(ofCards(game.worths)),
    };
}

/** The points of each card and of the joker, of those of each rank. @param {number[]} worths */
const ofCards = (worths) =>
    worths.length === 0 ? [] : Array.from({ length: JOKER + 1 }, (_, card) => worths[card < JOKER ? card % (RANKS - 1) : RANKS - 1]);

/** The names and values of a rule in the records of the package; `opening` has its points in it. @type {[string, (ruling: Ruling) => unknown][]} */
const TOLD = [
    ["decks", ({ decks }) => decks],
    ["ace", ({ ace }) => ACES[ace]],
    ["jokers", ({ jokers }) => jokers],
    ["deal", ({ deal }) => deal],
    ["crosses", ({ crosses }) => crosses],
    ["opening", ({ opening, opening_points }) => ["none", "own-group", `points:${opening_points}`][opening]],
    ["most_new", ({ most_new }) => most_new],
    ["draw", ({ draws_first }) => (draws_first ? "start" : "or")],
    ["waits", ({ waits }) => (waits < 0 ? null : waits)],
    ["joker", ({ exact }) => (exact ? "exact" : "free")],
    ["end", ({ ends_with_stock }) => (ends_with_stock ? "stock" : "passes")],
    ["score", ({ one_point }) => (one_point ? "one" : "hands")],
    ["first", ({ first }) => first],
];

/**
 * As the package's records have them: the name, and what differs from it.
 * @param {{ preset: string, own: Ruling[], worths: number[] }} game
 */
export function written(game) {
    const [base, ruling] = [named(game.preset), rulesOf(game)];
    const differs = TOLD.filter(([, value]) => value(ruling) !== value(base));
    const told = { preset: game.preset, ...Object.fromEntries(differs.map(([name, value]) => [name, value(ruling)])) };
    return game.worths.length > 0 ? { ...told, points: pointsOf(game.worths) } : told;
}

/** What differs from the usual points, by rank. @param {number[]} worths */
const pointsOf = (worths) => Object.fromEntries(usual.flatMap(([name], k) => (worths[k] === USUAL[k] ? [] : [[name, worths[k]]])));
