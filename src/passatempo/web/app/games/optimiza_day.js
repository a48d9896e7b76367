// @ts-check
// The board of a day, with one best path.

import { shape } from "../kernel/optimiza.js";
import { Game } from "./optimiza_game.js";

/** @import { Begun } from "../frame/day.js" */
/** @import { Client } from "../kernel/client.js" */

const VARIANTS = ["torus-queen", "torus-rook", "klein-queen", "klein-rook", "hex-torus", "hex-tri"]; // the order of the kernel

/**
 * @param {Client} client
 * @param {Begun} begun
 */
export async function gameOfDay(client, begun) {
    const { board: rows, variant: name, N: n } = begun.puzzle.instance;
    const variant = VARIANTS.indexOf(name);
    const { tell: form } = await shape(client, { n, variant });
    const board = { n, variant, cells: Uint8Array.from(rows.flat()) };
    const game = await Game.on(client, board, form, { n, variant, chosen: true, mode: "solo", seed: 0n }, []);
    if (game) game.day = begun;
    return game;
}
