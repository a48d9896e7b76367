// @ts-check
// What is kept in the browser: settings, unfinished games, statistics. Read through schemas, as links are. Where the
// browser keeps nothing, or has no room, it lasts for this visit. Nothing is ever sent.

import { LANGUAGES } from "./languages.js";
import { choice, flag, read, write } from "./link.js";

/** @import { Read, Schema } from "./link.js" */

const PREFIX = "passatempo.v1.";
const GAME = "game."; // names that begin so are the first to go
export const MOST = 200_000; // characters, names and all
const VALUE = /^[0-9a-z]{1,12} v1[\w-]*$/; // when it was written, and the record

/** @typedef {Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">} Area */

export class Store {
    /** What the browser would not keep. @type {Map<string, string>} */
    #visit = new Map();

    /** @param {() => Area} area asked each time: the browser may refuse at any time */
    constructor(area = () => localStorage) {
        this.area = area;
    }

    /**
     * Read a record; nothing where none is kept, or none that obeys the schema.
     * @template {Schema} S
     * @param {string} name
     * @param {S} schema
     * @returns {Read<S> | undefined}
     */
    get(name, schema) {
        const value = this.#item(name) ?? "";
        return VALUE.test(value) ? read(schema, value.slice(value.indexOf(" ") + 1), MOST) : undefined;
    }

    /**
     * Keep a record; false where it lasts for this visit only.
     * @template {Schema} S
     * @param {string} name
     * @param {S} schema
     * @param {Read<S>} record
     */
    put(name, schema, record) {
        const made = write(schema, record, MOST);
        if (made === undefined) return false;
        return this.#keep(name, `${Date.now().toString(36)} ${made}`);
    }

    /** @param {string} name */
    drop(name) {
        this.#visit.delete(name);
        this.#tried((area) => area.removeItem(PREFIX + name));
    }

    /** All that is kept, name by name. */
    everything() {
        /** @type {Record<string, string>} */
        const found = {};
        for (const name of this.names()) found[name] = this.#item(name) ?? "";
        return found;
    }

    /** The names of what is kept, in order. */
    names() {
        const kept = this.#tried((area) => Array.from({ length: area.length }, (_, at) => area.key(at) ?? "")) ?? [];
        const own = kept.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
        return [...new Set([...own, ...this.#visit.keys()])].sort();
    }

    /** A text with all that is kept, to be read elsewhere. */
    exported() {
        return JSON.stringify({ format: `${PREFIX}json`, kept: this.everything() }, undefined, 1);
    }

    /**
     * Take over what another browser kept; false, and nothing changed, where the text is not such.
     * @param {string} text
     */
    imported(text) {
        const kept = parsed(text);
        if (!kept) return false;
        this.clear();
        for (const [name, value] of Object.entries(kept)) this.#keep(name, value);
        return true;
    }

    /** Delete all that is kept. */
    clear() {
        for (const name of this.names()) this.drop(name);
    }

    /** @param {string} name */
    #item(name) {
        return this.#visit.get(name) ?? this.#tried((area) => area.getItem(PREFIX + name)) ?? undefined;
    }

    /**
     * @param {string} name
     * @param {string} value
     */
    #keep(name, value) {
        this.drop(name);
        const fits = this.#room(PREFIX.length + name.length + value.length);
        const kept = this.#tried((area) => {
            if (fits) area.setItem(PREFIX + name, value);
            return fits;
        });
        if (!kept) this.#visit.set(name, value);
        return Boolean(kept);
    }

    /**
     * Let the oldest games go until there is room; false where even that is not enough.
     * @param {number} needed
     */
    #room(needed) {
        const kept = Object.entries(this.everything());
        let size = needed + kept.reduce((sum, [name, value]) => sum + PREFIX.length + name.length + value.length, 0);
        const when = (/** @type {string} */ value) => Number.parseInt(value, 36);
        const games = kept.filter(([name]) => name.startsWith(GAME)).sort((a, b) => when(a[1]) - when(b[1]));
        for (const [name, value] of games) {
            if (size <= MOST) break;
            this.drop(name);
            size -= PREFIX.length + name.length + value.length;
        }
        return size <= MOST;
    }

    /**
     * Whatever the browser says against it (denied, full), the app goes on.
     * @template T
     * @param {(area: Area) => T} deed
     * @returns {T | undefined}
     */
    #tried(deed) {
        try {
            return deed(this.area());
        } catch {
            return undefined;
        }
    }
}

/**
 * @param {string} text
 * @returns {Record<string, string> | undefined}
 */
function parsed(text) {
    let found;
    try {
        found = JSON.parse(text);
    } catch {
        return undefined;
    }
    if (found?.format !== `${PREFIX}json` || typeof found.kept !== "object" || !found.kept) return undefined;
    const fits = Object.entries(found.kept).every(
        ([name, value]) => /^[a-z0-9.-]{1,60}$/.test(name) && typeof value === "string" && VALUE.test(value),
    );
    return fits && text.length <= 2 * MOST ? found.kept : undefined;
}

/** What this browser keeps. */
export const store = new Store();

const NAME = "settings";
export const THEMES = /** @type {const} */ (["system", "light", "dark"]);
const SCHEMA = { theme: choice(...THEMES), letters: flag, language: choice("", ...LANGUAGES) };

/** @typedef {Read<typeof SCHEMA>} Settings */

/** What was chosen, or what holds where nothing was. @returns {Settings} */
export const settings = () => store.get(NAME, SCHEMA) ?? { theme: "system", letters: true, language: "" };

/**
 * Choose something, at once for this page and kept for the others.
 * @param {Partial<Settings>} chosen
 */
export function choose(chosen) {
    store.put(NAME, SCHEMA, { ...settings(), ...chosen });
    apply();
}

/** Let the page look and obey as was chosen: style.css and the boards read it at the root. */
export function apply() {
    const { theme, letters } = settings();
    document.documentElement.dataset.theme = theme;
    document.documentElement.dataset.letters = letters ? "on" : "off";
}

/** Whether single letters are keys. */
export const lettersAreKeys = () => document.documentElement.dataset.letters !== "off";
