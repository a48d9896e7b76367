// @ts-check
// The position of a day: a win in so many moves, which begins with one move alone.

import { Game } from "./game.js";
import { rulesIn } from "./state.js";

/** @import { Begun, Puzzle } from "../../frame/day.js" */
/** @import { Words } from "../../frame/words.js" */
/** @import { Client } from "../../kernel/client.js" */

const STRONGEST = 5; // the app defends as well as it can
const SIGNS = ["X", "O"];

/**
 * @param {Client} client
 * @param {Begun} begun
 */
export async function gameOfDay(client, begun) {
    const { board, to_move: mover, ...options } = begun.puzzle.instance;
    const cells = [...board.join("")];
    const marks = SIGNS.map((sign) => cells.flatMap((one, cell) => (one === sign ? [cell] : [])));
    // Nobody has won yet, so the marks may have come in any order in which the sides take turns.
    const moves = marks[0].flatMap((cell, at) => [cell, ...marks[1].slice(at, at + 1)]);
    const side = SIGNS.indexOf(mover) + 1;
    const game = await Game.replayed(client, { ...rulesIn(options), level: STRONGEST, side, moves });
    if (!game || game.mover !== side) return undefined;
    game.given = moves.length;
    game.day = begun;
    return game;
}

/**
 * Whether a cell is the one that wins in time: there is no other.
 * @param {Begun | undefined} begun
 * @param {number} cell
 */
export function isRight(begun, cell) {
    if (!begun) return false;
    const [row, column] = begun.puzzle.solution.first;
    return cell === (row - 1) * begun.puzzle.instance.n + column - 1;
}

/**
 * @param {Words} words
 * @param {Puzzle} puzzle
 */
export function asksOf(words, { instance, goal }) {
    return words.say("mnk.day", { side: instance.to_move === "X" ? "×" : "○", k: instance.k, count: goal.moves });
}
