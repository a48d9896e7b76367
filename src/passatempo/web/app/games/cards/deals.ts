// The sources of games: the first visit, an address, the dialog of a new game.

import { findElement } from "../../frame/dom.ts";
import { int } from "../../frame/link.ts";
import { newSeed } from "../../frame/short.ts";
import { store } from "../../frame/storage.ts";
import { Game, MIN_DEAL, MAX_DEAL, PUBLISHED_CARDS, readCards } from "./game.ts";
import type { Seeded } from "../../frame/short.ts";
import type { Words } from "../../frame/words.ts";
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

/** The visitor's cards in the dialog of a new game. */
export class CardsForm {
    #cardsField = findElement("#own") as HTMLInputElement;
    #openBox = findElement("#open") as HTMLInputElement;
    words: Words;

    /** @param onTake called when the visitor starts a game with them */
    constructor(words: Words, onTake: () => unknown) {
        this.words = words;
        findElement("#take").addEventListener("click", onTake);
        this.#cardsField.addEventListener("keydown", (event) => event.key === "Enter" && onTake());
    }

    focus() {
        this.#cardsField.focus();
    }

    show({ cards, open }: Game) {
        this.#cardsField.value = cards.join(" ");
        this.#openBox.checked = open;
    }

    /** The game of the typed cards, in this order. If the text is not a list of cards, the dialog shows an error. */
    async game(client: Client, distance: number) {
        const cards = readCards(this.#cardsField.value);
        this.#cardsField.setAttribute("aria-invalid", String(!cards));
        findElement("#own-said").textContent = cards ? "" : this.words.translate("cards.own.unreadable");
        return cards && Game.of(client, { cards, open: this.#openBox.checked, distance, row: cards, swaps: [] });
    }
}
