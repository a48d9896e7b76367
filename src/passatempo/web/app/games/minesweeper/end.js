// @ts-check
// The end of a game in words: what the clicks were worth, what the last one risked, and what is counted.

import { isCovered } from "./view.js";
import { count, counted } from "./stats.js";

/** @import { End } from "../../frame/page.js" */
/** @import { Words } from "../../frame/words.js" */
/** @import { Game } from "./game.js" */
/** @import { View } from "./view.js" */

/**
 * Count a game that has ended, once; whether it is the best of its level.
 * @param {Game} game
 * @param {string} level
 */
export function kept(game, level) {
    const name = counted(level, game.rules.noGuess);
    if (!name || game.isHelped) return false;
    game.isHelped = true; // what comes after an end, taken back, is not counted again
    return count(name, game.now.won, game.ended - game.began);
}

/**
 * @param {Words} words
 * @param {Game} game
 * @param {boolean} isBest
 * @returns {End}
 */
export function won(words, game, isBest) {
    const { presses } = game.now;
    const seconds = (game.ended - game.began) / 1000;
    const lines = [words.say("minesweeper.won", { presses, least: game.least, seconds })];
    if (isBest) lines.push(words.say("minesweeper.won.best"));
    return { title: words.say("minesweeper.won.title"), lines };
}

/**
 * Say what the last click risked, and which cell was the safest; both are ringed.
 * @param {Words} words
 * @param {Game} game
 * @param {View} view
 * @returns {Promise<End>}
 */
export async function lost(words, game, view) {
    const title = words.say("minesweeper.lost.title");
    const { before } = game.history;
    const [hit] = game.now.hit;
    const survey = await game.surveyedBefore();
    const chance = survey?.chances[hit] ?? 1;
    if (!before || !survey || chance === 1) return { title, lines: [words.say("minesweeper.lost.sure")] };
    const cells = [...survey.chances.keys()].filter((cell) => isCovered(before.cells[cell]));
    const safest = cells.reduce((least, one) => (survey.chances[one] < survey.chances[least] ? one : least));
    const percent = (/** @type {number} */ cell) => words.percent.format(survey.chances[cell]);
    const values = { cell: view.place(hit), chance: percent(hit), other: view.place(safest), lowest: percent(safest) };
    view.rings.set(hit, "ring").set(safest, "ring");
    const key = survey.chances[safest] === chance ? "minesweeper.lost.least" : "minesweeper.lost";
    return { title, lines: [words.say(key, values)] };
}
