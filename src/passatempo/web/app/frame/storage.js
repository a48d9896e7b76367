// @ts-check
// Data stored in the browser: settings, unfinished games, statistics. It is read through schemas, like links. If the
// browser stores nothing or is full, the data lasts for this visit. Nothing is ever sent.

import { LANGUAGES } from "./languages.js";
import { choice, flag, read, write } from "./link.js";

/** @import { Read, Schema } from "./link.js" */

const PREFIX = "passatempo.v1.";
const GAME = "game."; // names with this prefix are deleted first
export const MOST = 200_000; // characters, names included
const VALUE = /^[0-9a-z]{1,12} v1[\w-]*$/; // the time of writing, and the record

/** @typedef {Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">} Area */

export class Store {
    /** Items that the browser refused to store. @type {Map<string, string>} */
    #visitItems = new Map();

    /** @param {() => Area} area called on each access, since the browser may refuse at any time */
    constructor(area = () => localStorage) {
        this.area = area;
    }

    /**
     * Read a record. Return undefined if none is stored, or it does not satisfy the schema.
     * @template {Schema} S
     * @param {string} name
     * @param {S} schema
     * @returns {Read<S> | undefined}
     */
    get(name, schema) {
        const content = this.#readItem(name) ?? "";
        return VALUE.test(content) ? read(schema, content.slice(content.indexOf(" ") + 1), MOST) : undefined;
    }

    /**
     * Store a record. Return false if it lasts for this visit only.
     * @template {Schema} S
     * @param {string} name
     * @param {S} schema
     * @param {Read<S>} record
     */
    put(name, schema, record) {
        const recordCode = write(schema, record, MOST);
        if (recordCode === undefined) return false;
        return this.#writeItem(name, `${Date.now().toString(36)} ${recordCode}`);
    }

    /** @param {string} name */
    drop(name) {
        this.#visitItems.delete(name);
        this.#tryArea((area) => area.removeItem(PREFIX + name));
    }

    /** All stored items by name. */
    allItems() {
        /** @type {Record<string, string>} */
        const contents = {};
        for (const name of this.itemNames()) contents[name] = this.#readItem(name) ?? "";
        return contents;
    }

    /** The names of the stored items, sorted. */
    itemNames() {
        const areaKeys = this.#tryArea((area) => Array.from({ length: area.length }, (_, at) => area.key(at) ?? "")) ?? [];
        const prefixKeys = areaKeys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
        return [...new Set([...prefixKeys, ...this.#visitItems.keys()])].sort();
    }

    /** A backup of all stored items as text, for another browser. */
    exportText() {
        return JSON.stringify({ format: `${PREFIX}json`, kept: this.allItems() }, undefined, 1);
    }

    /**
     * Replace the stored items by a backup. Return false, and change nothing, if the text is no backup.
     * @param {string} text
     */
    importText(text) {
        const textContents = parseBackup(text);
        if (!textContents) return false;
        this.clear();
        for (const [name, content] of Object.entries(textContents)) this.#writeItem(name, content);
        return true;
    }

    /** Delete all stored items. */
    clear() {
        for (const name of this.itemNames()) this.drop(name);
    }

    /** @param {string} name */
    #readItem(name) {
        return this.#visitItems.get(name) ?? this.#tryArea((area) => area.getItem(PREFIX + name)) ?? undefined;
    }

    /**
     * @param {string} name
     * @param {string} content
     */
    #writeItem(name, content) {
        this.drop(name);
        const fits = this.#makeRoom(PREFIX.length + name.length + content.length);
        const isStored = this.#tryArea((area) => {
            if (fits) area.setItem(PREFIX + name, content);
            return fits;
        });
        if (!isStored) this.#visitItems.set(name, content);
        return Boolean(isStored);
    }

    /**
     * Delete the oldest games until there is room. Return false if that does not suffice.
     * @param {number} extraSize
     */
    #makeRoom(extraSize) {
        const storePairs = Object.entries(this.allItems());
        let size = extraSize + storePairs.reduce((sum, [name, content]) => sum + PREFIX.length + name.length + content.length, 0);
        const when = (/** @type {string} */ content) => Number.parseInt(content, 36);
        const games = storePairs.filter(([name]) => name.startsWith(GAME)).sort((a, b) => when(a[1]) - when(b[1]));
        for (const [name, content] of games) {
            if (size <= MOST) break;
            this.drop(name);
            size -= PREFIX.length + name.length + content.length;
        }
        return size <= MOST;
    }

    /**
     * Call a function that may fail (storage denied or full); the app continues without it.
     * @template T
     * @param {(area: Area) => T} deed
     * @returns {T | undefined}
     */
    #tryArea(deed) {
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
function parseBackup(text) {
    let backup;
    try {
        backup = JSON.parse(text);
    } catch {
        return undefined;
    }
    if (backup?.format !== `${PREFIX}json` || typeof backup.kept !== "object" || !backup.kept) return undefined;
    const fits = Object.entries(backup.kept).every(
        ([name, content]) => /^[a-z0-9.-]{1,60}$/.test(name) && typeof content === "string" && VALUE.test(content),
    );
    return fits && text.length <= 2 * MOST ? backup.kept : undefined;
}

/** The storage of this browser. */
export const store = new Store();

const NAME = "settings";
export const THEMES = /** @type {const} */ (["system", "light", "dark"]);
const SCHEMA = { theme: choice(...THEMES), letters: flag, language: choice("", ...LANGUAGES) };

/** @typedef {Read<typeof SCHEMA>} Settings */

/** The settings, or the defaults. @returns {Settings} */
export const settings = () => store.get(NAME, SCHEMA) ?? { theme: "system", letters: true, language: "" };

/**
 * Change settings, for this page at once and in storage for the others.
 * @param {Partial<Settings>} changes
 */
export function changeSettings(changes) {
    store.put(NAME, SCHEMA, { ...settings(), ...changes });
    applySettings();
}

/** Apply the settings to the page. style.css and the boards read them at the root. */
export function applySettings() {
    const { theme, letters } = settings();
    document.documentElement.dataset.theme = theme;
    document.documentElement.dataset.letters = letters ? "on" : "off";
}

/** Whether single letters work as keys. */
export const lettersAreKeys = () => document.documentElement.dataset.letters !== "off";
