// The sources of games: the first visit, an address, a new deal.

import { int } from "../../frame/link.ts";
import { newSeed } from "../../frame/short.ts";
import { store } from "../../frame/storage.ts";
import { Game, MIN_DEAL, MAX_DEAL, PUBLISHED_CARDS } from "./game.ts";
import type { Seeded } from "../../frame/short.ts";
import type { Client } from "../../kernel/client.ts";
import type { GameRecord } from "./game.ts";

const CHOICE = "choice.cards"; // the browser stores the last number of cards under this key
const CHOICE_SCHEMA = { size: int(MIN_DEAL, MAX_DEAL) };

/** The game of a visit without an address: the published cards, or a deal of the size chosen last. */
export async function opening(client: Client) {
    const size = store.get(CHOICE, CHOICE_SCHEMA)?.size;
    return (size ? await Game.deal(client, size, newSeed()) : await Game.of(client, PUBLISHED_CARDS)) as Game;
}

/** Cards of a new deal. */
export function dealGame(client: Client, size: number) {
    store.put(CHOICE, CHOICE_SCHEMA, { size });
    return Game.deal(client, size, newSeed());
}

/** A new game of the same kind: a new deal of as many cards, or the visitor's cards in another order. */
export async function repeatGame(client: Client, game: Game) {
    if (game.seed !== undefined) return Game.deal(client, game.cards.length, newSeed());
    const { row } = await game.shuffleRow(newSeed());
    return Game.of(client, { ...game.record, row, swaps: [] });
}

/** A record of an address; the record of a short name has only its seed. */
type Named = GameRecord & { seeded?: Seeded };

/** The record of a short name; nothing if its numbers are not those of a deal. */
export function recordOf(seeded: Seeded): Named | undefined {
    const [count, ...otherSizes] = seeded.sizes;
    const isDeal = otherSizes.length === 0 && seeded.marks === "" && count >= MIN_DEAL && count <= MAX_DEAL;
    return isDeal ? { open: false, distance: 0, cards: [], row: [], swaps: [], seeded } : undefined;
}

/** The game of a record; nothing if it has no cards. */
export async function namedGame(client: Client, record: Named) {
    if (record.seeded) return Game.deal(client, record.seeded.sizes[0], record.seeded.seed);
    return record.cards.length > 0 ? Game.of(client, record) : undefined;
}
