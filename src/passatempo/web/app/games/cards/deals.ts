// Where games come from: the first visit, an address, the dialog of a new game.

import { findElement } from "../../frame/dom.ts";
import { int } from "../../frame/link.ts";
import { newSeed } from "../../frame/short.ts";
import { store } from "../../frame/storage.ts";
import { Game, MIN_DEAL, MAX_DEAL, PUBLISHED_CARDS, readCards } from "./game.ts";
import type { Seeded } from "../../frame/short.ts";
import type { Words } from "../../frame/words.ts";
import type { Client } from "../../kernel/client.ts";
import type { GameRecord } from "./game.ts";

const CHOICE = "choice.cards"; // the number of cards that was chosen last, which the browser keeps
const CHOICE_SCHEMA = { size: int(MIN_DEAL, MAX_DEAL) };

/** The game of a visit without an address: the published cards, or as many as were chosen last. */
export async function opening(client: Client) {
    const size = store.get(CHOICE, CHOICE_SCHEMA)?.size;
    return (size ? await Game.deal(client, size, newSeed()) : await Game.of(client, PUBLISHED_CARDS)) as Game;
}

/** Cards of a new deal. */
export function dealGame(client: Client, size: number) {
    store.put(CHOICE, CHOICE_SCHEMA, { size });
    return Game.deal(client, size, newSeed());
}

/** The same again: as many cards of a new deal, or the visitor's own cards in another order. */
export async function repeatGame(client: Client, game: Game) {
    if (game.seed !== undefined) return Game.deal(client, game.cards.length, newSeed());
    const { row } = await game.shuffleRow(newSeed());
    return Game.of(client, { ...game.record, row, swaps: [] });
}

/** A record of an address; one that a short name stands for has only its seed. */
type Named = GameRecord & { seeded?: Seeded };

/** What a short name stands for; nothing where its numbers are none of a deal. */
export function recordOf(seeded: Seeded): Named | undefined {
    const [count, ...otherSizes] = seeded.sizes;
    const fits = otherSizes.length === 0 && seeded.marks === "" && count >= MIN_DEAL && count <= MAX_DEAL;
    return fits ? { open: false, distance: 0, cards: [], row: [], swaps: [], seeded } : undefined;
}

/** The game of a record; nothing where it has no cards. */
export async function namedGame(client: Client, record: Named) {
    if (record.seeded) return Game.deal(client, record.seeded.sizes[0], record.seeded.seed);
    return record.cards.length > 0 ? Game.of(client, record) : undefined;
}

/** The visitor's own cards in the dialog of a new game. */
export class CardsForm {
    #field = findElement("#own") as HTMLInputElement;
    #open = findElement("#open") as HTMLInputElement;
    words: Words;

    /** @param onTake called when they are to be laid */
    constructor(words: Words, onTake: () => unknown) {
        this.words = words;
        findElement("#take").addEventListener("click", onTake);
        this.#field.addEventListener("keydown", (event) => event.key === "Enter" && onTake());
    }

    focus() {
        this.#field.focus();
    }

    show({ cards, open }: Game) {
        this.#field.value = cards.join(" ");
        this.#open.checked = open;
    }

    /** The game of these cards, in the row in which they are typed; nothing, and the dialog says so, where they are none. */
    async game(client: Client, distance: number) {
        const cards = readCards(this.#field.value);
        this.#field.setAttribute("aria-invalid", String(!cards));
        findElement("#own-said").textContent = cards ? "" : this.words.translate("cards.own.unreadable");
        return cards && Game.of(client, { cards, open: this.#open.checked, distance, row: cards, swaps: [] });
    }
}
