// @ts-check
// The board of a day, with one best path.

import { shape } from "../../kernel/optimiza.js";
import { Game } from "./game.js";
import { NAMES } from "./state.js";

/** @import { Begun } from "../../frame/day.js" */
/** @import { Client } from "../../kernel/client.js" */
/** @import { GameRecord } from "./state.js" */

/**
 * @param {Client} client
 * @param {Begun} begun
 */
export async function gameOfDay(client, begun) {
    const { board: rows, variant: name, N: n } = begun.puzzle.instance;
    const variant = NAMES.indexOf(name);
    const { tell: form } = await shape(client, { n, variant });
    const board = { n, variant, cells: Uint8Array.from(rows.flat()) };
    /** @type {GameRecord["mode"]} */
    const mode = "solo";
    const rules = { n, variant, chosen: true, mode, seed: 0n };
    const left = await Game.on(client, board, form, rules, begun.state).catch(() => undefined);
    const game = left ?? (await Game.on(client, board, form, rules, [])); // what was kept may be damaged
    if (game) game.day = begun;
    return game;
}

/** The path, to go on with. @param {Game} game */
export const stateOf = (game) => game.now.path;
