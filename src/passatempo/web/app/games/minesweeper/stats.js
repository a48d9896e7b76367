// @ts-check
// Statistics of games, level by level: kept in this browser alone. A game that was helped, or taken back, has no record.

import { dialogOf, show } from "../../frame/dialog.js";
import { element } from "../../frame/dom.js";
import { group, int } from "../../frame/link.js";
import { store } from "../../frame/storage.js";

/** @import { Read } from "../../frame/link.js" */
/** @import { Words } from "../../frame/words.js" */

const MOST = 2 ** 31 - 1;
const NAME = "stats.minesweeper";
const many = int(0, MOST);
const level = group({ played: many, won: many, streak: many, longest: many, best: many }); // best: milliseconds, 0 for none
const SCHEMA = {
    beginner: level,
    intermediate: level,
    expert: level,
    beginnerNoGuess: level,
    intermediateNoGuess: level,
    expertNoGuess: level,
};

/** @typedef {Read<typeof SCHEMA>} Statistics */
/** @typedef {Statistics["beginner"]} Level */

const none = () => ({ played: 0, won: 0, streak: 0, longest: 0, best: 0 });
const names = /** @type {(keyof Statistics)[]} */ (Object.keys(SCHEMA));

/** @returns {Statistics} */
function statistics() {
    const empty = /** @type {Statistics} */ (Object.fromEntries(names.map((name) => [name, none()])));
    return store.get(NAME, SCHEMA) ?? empty;
}

/**
 * The name under which games of a level are counted; nothing for a size of one's own.
 * @param {string} name
 * @param {boolean} noGuess
 */
export function counted(name, noGuess) {
    return names.find((one) => one === (noGuess ? `${name}NoGuess` : name));
}

/**
 * Count a game; whether its time is the best so far.
 * @param {keyof Statistics} name
 * @param {boolean} won
 * @param {number} taken milliseconds
 */
export function count(name, won, taken) {
    const all = statistics();
    const before = all[name];
    const streak = won ? before.streak + 1 : 0;
    const time = Math.min(Math.max(Math.round(taken), 1), MOST);
    const isBest = won && (before.best === 0 || time < before.best);
    /** @type {Level} */
    const now = {
        played: before.played + 1,
        won: before.won + Number(won),
        streak,
        longest: Math.max(streak, before.longest),
        best: isBest ? time : before.best,
    };
    store.put(NAME, SCHEMA, { ...all, [name]: now });
    return isBest;
}

/** Show the statistics. @param {Words} words */
export function showStatistics(words) {
    const say = (/** @type {string} */ key) => words.say(`minesweeper.stats.${key}`);
    const heads = ["level", "played", "won", "streak", "longest", "best"];
    const head = element("tr", {}, ...heads.map((key) => element("th", { scope: "col" }, say(key))));
    const rows = Object.entries(statistics()).map(([name, { played, won, streak, longest, best }]) => {
        const share = played ? `${won} (${words.percent.format(won / played)})` : "0";
        const time = best ? words.say("minesweeper.stats.time", { time: best / 1000 }) : "-";
        const cells = [played, share, streak, longest, time].map((text) => element("td", {}, String(text)));
        return element("tr", {}, element("th", { scope: "row" }, say(`of.${name}`)), ...cells);
    });
    const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
    const about = element("p", {}, say("about"));
    show(dialogOf(words, say("title"), element("div", { class: "records", role: "region", tabindex: 0, "aria-label": say("title") }, table), about), true);
}
