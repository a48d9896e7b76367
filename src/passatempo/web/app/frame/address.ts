// Keeps a game in the address and in the browser's storage. A new game adds an entry to the browser's history, a move
// does not. Moves are written after a short delay, so that a quick sequence of moves costs one write.

import { read, write } from "./link.ts";
import { readDaily, readId, readShort } from "./short.ts";
import { store } from "./storage.ts";
import type { Read, Schema } from "./link.ts";
import type { Daily, Seeded } from "./short.ts";

const FLUSH_DELAY = 400; // milliseconds; browsers refuse more than a hundred changes of the address in half a minute

/** The content of an address: a record, the short name of a game or daily puzzle, damaged text, or nothing. */
export type AddressContent<R> = { record?: R, seeded?: Seeded, daily?: Daily, isDamaged: boolean };

/** The page of a pastime, with its two letters `short`. */
type Page<S extends Schema> = {
    name: string,
    short: string,
    records: () => Read<S>[], // the later ones shorter, in case an address cannot hold the first
    isUnfinished: () => boolean, // whether the game is worth resuming
    named?: () => string | undefined, // a short name that replaces the record
    storeProgress?: () => unknown, // of a game with such a name
    opened: () => void, // called when the visitor goes to another address of the page
};

export class Address<S extends Schema> {
    #flushTimer = 0;
    #turnNumber = 0;
    schema: S;
    page: Page<S>;
    name: string;

    constructor(schema: S, page: Page<S>) {
        this.schema = schema;
        this.page = page;
        this.name = `game.${page.name}`;
        addEventListener("popstate", () => {
            this.#cancelTimer();
            page.opened();
        });
        const left = () => {
            this.flush();
            page.storeProgress?.(); // the visitor may have taken a hint since the last move
        };
        addEventListener("pagehide", left);
        document.addEventListener("visibilitychange", () => document.hidden && left());
    }

    /** Read the address. Nothing overwrites it until its game is loaded. */
    read(): AddressContent<Read<S>> {
        this.#cancelTimer();
        const fragment = location.hash.slice(1);
        const record = read(this.schema, fragment);
        const seeded = readShort(fragment, this.page.short);
        const daily = readDaily(fragment) ?? readId(fragment);
        return { record, seeded, daily, isDamaged: fragment !== "" && !record && !seeded && !daily };
    }

    /**
     * Start loading another game, for an address or a button. The function returned reports whether it is still wanted:
     * the visitor has requested nothing else since, and has not continued the game on the page.
     * @param state differs for each position of the game; by default only a new request counts
     */
    turn(state: () => unknown = () => 0) {
        const turn = ++this.#turnNumber;
        const before = state();
        return () => turn === this.#turnNumber && state() === before;
    }

    /** The stored unfinished game, if there is one. */
    loadGame() {
        return store.get(this.name, this.schema);
    }

    /**
     * Start a game. The address of the previous game stays in the browser's history.
     * @param deed makes the new game current
     */
    beginRecord(deed: () => void) {
        this.flush();
        deed();
        this.#cancelTimer();
        this.#writeAddress((fragment) => history.pushState(null, "", fragment));
    }

    /** After a move, an undo or the opening of the page, update the address in place, with a short delay. */
    scheduleFlush() {
        this.#flushTimer ||= setTimeout(() => this.flush(), FLUSH_DELAY);
    }

    /** Keep an address that could not be opened until the next move, so that the visitor can try it again. */
    stay() {
        this.#cancelTimer();
    }

    /** Write pending changes now. */
    flush() {
        if (!this.#flushTimer) return;
        this.#cancelTimer();
        this.#writeAddress((fragment) => history.replaceState(null, "", fragment));
        this.page.storeProgress?.();
        const [record] = this.page.records();
        if (this.page.isUnfinished()) store.put(this.name, this.schema, record);
    }

    /** Delete the stored game, which is finished or abandoned. */
    forget() {
        store.drop(this.name);
    }

    #cancelTimer() {
        clearTimeout(this.#flushTimer);
        this.#flushTimer = 0;
    }

    #writeAddress(deed: (fragment: string) => void) {
        const name = this.page.named?.();
        if (name !== undefined) return deed(`#${name}`);
        for (const record of this.page.records()) {
            const recordFragment = write(this.schema, record);
            if (recordFragment !== undefined) return deed(`#${recordFragment}`);
        }
    }
}
