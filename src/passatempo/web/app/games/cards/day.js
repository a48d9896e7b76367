// @ts-check
// The row of a day: some cards lie where they belong, and stay there; the others are to be swapped until all is right.

import { shuffle } from "../../kernel/cards.js";
import { Game } from "./game.js";

/** @import { Begun } from "../../frame/day.js" */
/** @import { Client } from "../../kernel/client.js" */

/**
 * @param {Client} client
 * @param {Begun} begun
 */
export async function gameOfDay(client, begun) {
    const { cards, D: distance, given: stays } = begun.puzzle.instance;
    /** @type {[number, number][]} */
    const places = stays.map((/** @type {[number, number]} */ [position, card]) => [position - 1, card]);
    const given = new Map(places);
    const free = [...cards];
    for (const card of given.values()) free.splice(free.indexOf(card), 1);
    const seed = BigInt(begun.date.replaceAll("-", "")); // the same beginning for everybody
    const { tell } = await shuffle(client, { cards: Uint32Array.from(free), seed });
    const rest = [...tell.cards];
    const mixed = cards.map((/** @type {number} */ _, /** @type {number} */ cell) => given.get(cell) ?? rest.pop());
    const isKept = places.every(([cell, card]) => begun.state[cell] === card) && sameCards(begun.state, cards);
    const row = isKept ? begun.state : mixed;
    const game = await Game.of(client, { cards, open: false, distance, row });
    if (!game) return undefined;
    game.given = given;
    game.day = begun;
    return game;
}

/** @param {number[]} row @param {number[]} cards */
const sameCards = (row, cards) => String([...row].sort((a, b) => a - b)) === String(cards);

/** The row, to go on with. @param {Game} game */
export const stateOf = (game) => game.now.row;
