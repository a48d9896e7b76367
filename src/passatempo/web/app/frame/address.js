// @ts-check
// A game in the address and in the browser's storage: a new game is a new place to go back to, a move is not. Moves are
// written a moment later, so that quick ones cost nothing.

import { read, write } from "./link.js";
import { readDaily, readId, readShort } from "./short.js";
import { store } from "./storage.js";

/** @import { Read, Schema } from "./link.js" */
/** @import { Daily, Seeded } from "./short.js" */

const LATER = 400; // milliseconds; browsers refuse more than a hundred changes of the address in half a minute

/**
 * What an address holds: a record, the short name of a game or of the puzzle of a day, something damaged, or nothing.
 * @template R
 * @typedef {{ record?: R, seeded?: Seeded, daily?: Daily, damaged: boolean }} Found
 */

/** @template {Schema} S */
export class Address {
    #flushTimer = 0;
    #turnNumber = 0;

    /**
     * @param {S} schema
     * @param {{
     *     name: string,
     *     short: string,
     *     records: () => Read<S>[],
     *     isUnfinished: () => boolean,
     *     named?: () => string | undefined,
     *     keep?: () => unknown,
     *     opened: () => void,
     * }} page `name` of the pastime and its `short` one of two letters; the game as a record, and where that may be too
     *     long for an address a shorter one after it; whether it is worth going on with; a short name that stands for
     *     the game instead of a record, if it has one; how to keep such a game; what to do when the visitor has gone to
     *     another address of the page
     */
    constructor(schema, page) {
        this.schema = schema;
        this.page = page;
        this.name = `game.${page.name}`;
        addEventListener("popstate", () => {
            this.#cancelTimer();
            page.opened();
        });
        const left = () => {
            this.flush();
            page.keep?.(); // help may have been taken since the last move
        };
        addEventListener("pagehide", left);
        document.addEventListener("visibilitychange", () => document.hidden && left());
    }

    /** Read the address; until what it asks for is there, nothing takes its place. @returns {Found<Read<S>>} */
    read() {
        this.#cancelTimer();
        const fragment = location.hash.slice(1);
        const record = read(this.schema, fragment);
        const seeded = readShort(fragment, this.page.short);
        const daily = readDaily(fragment) ?? readId(fragment);
        return { record, seeded, daily, damaged: fragment !== "" && !record && !seeded && !daily };
    }

    /**
     * Another game is asked for, by the address or by a button, and has to be waited for. What is returned tells then
     * whether it is wanted still: the visitor has asked for nothing else since, nor gone on in the game that is shown.
     * @param {() => unknown} [state] another one for each position of the game; without it only other games count
     */
    turn(state = () => 0) {
        const turn = ++this.#turnNumber;
        const before = state();
        return () => turn === this.#turnNumber && state() === before;
    }

    /** The game that was left unfinished, if one is kept. */
    storeGame() {
        return store.get(this.name, this.schema);
    }

    /**
     * Begin a game: the address of the one before stays as it was, and can be gone back to.
     * @param {() => void} deed makes the new game the present one
     */
    beginRecord(deed) {
        this.flush();
        deed();
        this.#cancelTimer();
        this.#writeAddress((fragment) => history.pushState(null, "", fragment));
    }

    /** A move was made or taken back, or the page opened: the address changes in place, a moment later. */
    scheduleFlush() {
        this.#flushTimer ||= setTimeout(() => this.flush(), LATER);
    }

    /** What the address names could not be opened: until the next move it stays as it is, and can be tried again. */
    stay() {
        this.#cancelTimer();
    }

    /** Write now what waits to be written. */
    flush() {
        if (!this.#flushTimer) return;
        this.#cancelTimer();
        this.#writeAddress((fragment) => history.replaceState(null, "", fragment));
        this.page.keep?.();
        const [record] = this.page.records();
        if (this.page.isUnfinished()) store.put(this.name, this.schema, record);
    }

    /** The game is over, or not wanted: it is not offered again. */
    forget() {
        store.drop(this.name);
    }

    #cancelTimer() {
        clearTimeout(this.#flushTimer);
        this.#flushTimer = 0;
    }

    /** @param {(fragment: string) => void} deed */
    #writeAddress(deed) {
        const name = this.page.named?.();
        if (name !== undefined) return deed(`#${name}`);
        for (const record of this.page.records()) {
            const recordFragment = write(this.schema, record);
            if (recordFragment !== undefined) return deed(`#${recordFragment}`);
        }
    }
}
