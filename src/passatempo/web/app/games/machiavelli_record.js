// @ts-check
// The record of a game, one JSON object a line, as the package writes it and `passatempo machiavelli replay` reads it.

import { writeCard } from "./machiavelli_text.js";

/** @import { Rules } from "../kernel/machiavelli.js" */
/** @import { Match } from "./machiavelli_match.js" */
/** @import { Move, Preset } from "./machiavelli_state.js" */

const VERSION = 1; // of the format
const ENDS = ["closed", "blocked", "finished"]; // the order of the kernel

/** @param {Partial<Rules>} rules @returns {Rules} */
const ruled = (rules) => ({
    decks: 2, ace: 1, deal: 13, waits: -1n, draws_first: false, ends_with_stock: false, one_point: false, first: 1, ...rules,
});

/** What the names of rules mean, as machiavelli/game/rules.py has them. @type {Record<Preset, Rules>} */
export const RULES = {
    "house": ruled({ waits: 1n }),
    "published": ruled({ ace: 0 }),
    "published-rule6": ruled({ ace: 3 }),
    "wikipedia": ruled({ deal: 15 }),
    "wikipedia-draw": ruled({ deal: 15, draws_first: true }),
    "studenti": ruled({ deal: 3 }),
};

/** @param {number} card */
const named = (card) => writeCard(card, "en");

/** @param {Move} move */
function told({ did, laid, table }) {
    if (did === 0) return { lay: laid.map(named), table: table.map((group) => group.map(named)) };
    return did === 1 ? { draw: true } : { pass: true };
}

/**
 * Write the record of a game.
 * @param {Match} match
 */
export function written({ begun, turns, end }) {
    const { preset, seats, seed } = begun;
    const head = {
        record: VERSION,
        pastime: "machiavelli",
        version: document.querySelector('meta[name="version"]')?.getAttribute("content") ?? "",
        rules: { preset },
        seats: seats.map((name) => (name === "you" ? { name } : { name, bot: name })),
        seed: String(seed),
        deal: null,
        practice: false,
    };
    const lines = turns.map(({ seat, move }, k) => ({ turn: k + 1, seat: seat + 1, move: told(move) }));
    const { winners, scores, over, how } = end;
    const result = { winners: [...winners].map((seat) => seat + 1), scores: scores.map(Number), how: ENDS[how] };
    const last = over ? [{ result, turns: turns.length }] : [];
    return [head, ...lines, ...last].map((line) => `${JSON.stringify(line)}\n`).join("");
}
