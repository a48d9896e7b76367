// @ts-check
// The row of a day: some cards lie where they belong, and stay there; the others are to be swapped until all is right.

import { shuffle } from "../kernel/cards.js";
import { Game } from "./cards_game.js";

/** @import { Begun } from "../frame/day.js" */
/** @import { Client } from "../kernel/client.js" */

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
    const row = cards.map((/** @type {number} */ _, /** @type {number} */ cell) => given.get(cell) ?? rest.pop());
    const game = await Game.of(client, { cards, open: false, distance, row });
    if (!game) return undefined;
    game.given = given;
    game.day = begun;
    return game;
}
