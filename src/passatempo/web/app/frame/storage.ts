// Data stored in the browser: settings, unfinished games, statistics. It is read through schemas, like links. If the
// browser stores nothing or is full, the data lasts for this visit. Nothing is ever sent.

import { LANGUAGES } from "./languages.ts";
import { choice, flag, int, late, read, write } from "./link.ts";
import type { Read, Schema } from "./link.ts";

const PREFIX = "passatempo.v1.";
const GAME = "game."; // names with this prefix are deleted first
export const MAX_CHARACTERS = 200_000; // characters, names included
const VALUE = /^[0-9a-z]{1,12} v[12][\w-]*$/; // the time of writing, and the record

type Area = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

export class Store {
    /** Items that the browser refused to store. */
    #visitItems = new Map<string, string>();
    area: () => Area;

    /** @param area called on each access, since the browser may refuse at any time */
    constructor(area: () => Area = () => localStorage) {
        this.area = area;
    }

    /** Read a record. Return undefined if none is stored, or it does not satisfy the schema. */
    get<S extends Schema>(name: string, schema: S): Read<S> | undefined {
        const content = this.#readItem(name) ?? "";
        return VALUE.test(content) ? read(schema, content.slice(content.indexOf(" ") + 1), MAX_CHARACTERS) : undefined;
    }

    /** Store a record. Return false if it lasts for this visit only. */
    put<S extends Schema>(name: string, schema: S, record: Read<S>) {
        const recordCode = write(schema, record, MAX_CHARACTERS);
        if (recordCode === undefined) return false;
        return this.#writeItem(name, `${Date.now().toString(36)} ${recordCode}`);
    }

    drop(name: string) {
        this.#visitItems.delete(name);
        this.#tryArea((area) => area.removeItem(PREFIX + name));
    }

    /** All stored items by name. */
    allItems() {
        const contents: Record<string, string> = {};
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

    /** Replace the stored items by a backup. Return false, and change nothing, if the text is no backup. */
    importText(text: string) {
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

    #readItem(name: string) {
        return this.#visitItems.get(name) ?? this.#tryArea((area) => area.getItem(PREFIX + name)) ?? undefined;
    }

    #writeItem(name: string, content: string) {
        this.drop(name);
        const fits = this.#makeRoom(PREFIX.length + name.length + content.length);
        const isStored = this.#tryArea((area) => {
            if (fits) area.setItem(PREFIX + name, content);
            return fits;
        });
        if (!isStored) this.#visitItems.set(name, content);
        return Boolean(isStored);
    }

    /** Delete the oldest games until there is room. Return false if that does not suffice. */
    #makeRoom(extraSize: number) {
        const storePairs = Object.entries(this.allItems());
        let size = extraSize + storePairs.reduce((sum, [name, content]) => sum + PREFIX.length + name.length + content.length, 0);
        const when = (content: string) => Number.parseInt(content, 36);
        const games = storePairs.filter(([name]) => name.startsWith(GAME)).sort((a, b) => when(a[1]) - when(b[1]));
        for (const [name, content] of games) {
            if (size <= MAX_CHARACTERS) break;
            this.drop(name);
            size -= PREFIX.length + name.length + content.length;
        }
        return size <= MAX_CHARACTERS;
    }

    /** Call a function that may fail (storage denied or full); the app continues without it. */
    #tryArea<T>(deed: (area: Area) => T): T | undefined {
        try {
            return deed(this.area());
        } catch {
            return undefined;
        }
    }
}

function parseBackup(text: string): Record<string, string> | undefined {
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
    return fits && text.length <= 2 * MAX_CHARACTERS ? backup.kept : undefined;
}

/** The storage of this browser. */
export const store = new Store();

const NAME = "settings";
export const THEMES = ["system", "light", "dark"] as const;
const TOUCHES = [350, 200, 500]; // milliseconds until a finger that is held marks a cell; the first is the usual one
const SCHEMA = { theme: choice(...THEMES), letters: flag, language: choice("", ...LANGUAGES), touch: late(int(0, 63), 1) };

export type Settings = Read<typeof SCHEMA>;

/** The settings, or the defaults. */
export const settings = (): Settings => store.get(NAME, SCHEMA) ?? { theme: "system", letters: true, language: "", touch: [] };

/** Change settings, for this page at once and in storage for the others. */
export function changeSettings(changes: Partial<Settings>) {
    store.put(NAME, SCHEMA, { ...settings(), ...changes });
    applySettings();
}

/** Apply the settings to the page. style.css and the boards read them at the root. */
export function applySettings() {
    const { theme, letters } = settings();
    document.documentElement.dataset.theme = theme;
    document.documentElement.dataset.letters = letters ? "on" : "off";
}

/** How long a finger is held until it marks a cell, in milliseconds. */
export const touchLength = () => TOUCHES[settings().touch[0]] ?? TOUCHES[0];

/** Change that length. */
export const changeTouch = (milliseconds: number) => changeSettings({ touch: [Math.max(0, TOUCHES.indexOf(milliseconds))] });

/** Whether single letters work as keys. */
export const lettersAreKeys = () => document.documentElement.dataset.letters !== "off";
