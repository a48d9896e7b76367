// @ts-check
// Games of m,n,k against the levels, won, drawn and lost: kept in this browser alone, board by board. A game that was
// helped, or taken back, or by rules of one's own, is not counted.

import { dialogOf, show } from "../../frame/dialog.js";
import { element } from "../../frame/dom.js";
import { group, int } from "../../frame/link.js";
import { store } from "../../frame/storage.js";
import { GAMES, TWO, nameOf } from "./state.js";

/** @import { Read } from "../../frame/link.js" */
/** @import { Words } from "../../frame/words.js" */
/** @import { Game } from "./game.js" */

const NAME = "stats.mnk";
const LEVELS = [1, 2, 3, 4, 5];
const many = int(0, 2 ** 31 - 1);
const result = group({ won: many, drawn: many, lost: many });
const levels = group({ 1: result, 2: result, 3: result, 4: result, 5: result });
const SCHEMA = {
    four: levels, three: levels, five: levels, exactly: levels, board: levels, torus: levels, misere: levels,
};

/** @typedef {Read<typeof SCHEMA>} Statistics */
/** @typedef {{ won: number, drawn: number, lost: number }} Result */

/** @returns {Statistics} */
function statistics() {
    const none = () => Object.fromEntries(LEVELS.map((level) => [level, { won: 0, drawn: 0, lost: 0 }]));
    return store.get(NAME, SCHEMA) ?? /** @type {any} */ (Object.fromEntries(Object.keys(SCHEMA).map((name) => [name, none()])));
}

/** Count a game that has ended, once; whether it was counted. @param {Game} game */
export function count(game) {
    const { rules, level, side } = game.table;
    const name = /** @type {keyof Statistics | "own"} */ (nameOf(rules));
    if (name === "own" || level === TWO || game.isHelped) return false;
    game.isHelped = true; // what comes after an end, taken back, is not counted again
    const all = statistics();
    const winner = game.winner;
    const kind = winner === 0 ? "drawn" : winner === side ? "won" : "lost";
    const own = Reflect.get(all[name], level);
    Reflect.set(all[name], level, { ...own, [kind]: own[kind] + 1 });
    store.put(NAME, SCHEMA, all);
    return true;
}

/** Show the statistics. @param {Words} words */
export function showStatistics(words) {
    const say = (/** @type {string} */ key) => words.say(`mnk.stats.${key}`);
    const all = statistics();
    const found = Object.keys(GAMES).flatMap((name) =>
        LEVELS.map((level) => ({ name, level, of: /** @type {Result} */ (Reflect.get(Reflect.get(all, name), level)) })),
    );
    const played = found.filter(({ of }) => of.won + of.drawn + of.lost > 0);
    const rows = played.map(({ name, level, of }) => {
        const heads = [words.say(`mnk.game.${name}`), words.say(`mnk.rival.${level}`)];
        const cells = [heads[1], of.won, of.drawn, of.lost].map((text) => element("td", {}, String(text)));
        return element("tr", {}, element("th", { scope: "row" }, heads[0]), ...cells);
    });
    const head = ["game", "level", "won", "drawn", "lost"].map((key) => element("th", { scope: "col" }, say(key)));
    const table = element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
    const region = element("div", { class: "records", role: "region", tabindex: 0, "aria-label": say("title") }, table);
    show(dialogOf(words, say("title"), rows.length ? region : element("p", {}, say("none")), element("p", {}, say("about"))), true);
}
