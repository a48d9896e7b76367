// What is chosen for a new game: the board, the rival, the side, rules of one's own. The last choice is kept for the next
// visit. Then games as texts, which the panel reads and writes.

import { findElement } from "../../frame/dom.ts";
import { store } from "../../frame/storage.ts";
import { GAMES, OPTIONS, PERSONS, SCHEMA, TWO, nameOf, rulesIn, rulesOf } from "./game.ts";
import { TextFault, read, writeList, writePsq, writeSgf } from "./text.ts";
import type { Words } from "../../frame/words.ts";
import type { GameRecord, Table } from "./game.ts";
import type { GameText } from "./text.ts";

/**
 * How strong levels 1 to 5 are against each other, in Elo, level 1 being 0: measured by benchmarks/mnk/levels.py, which
 * wrote docs/results/mnk-levels.json; a test compares. Of other boards nothing was measured, so nothing is said.
 */
const ELO: Record<string, number[] | undefined> = {
    four: [0, 223, 268, 357, 506],
    five: [0, 134, 304, 559, 705],
};

/** By how much a figure may be off: half of the widest 95 % interval of its board. */
const REACH: Record<string, number | undefined> = {
    four: 114,
    five: 165,
};

const CHOICE = "choice.mnk";
const { moves: _, ...CHOICE_SCHEMA } = SCHEMA;

/** The board, the rival and the side of the last visit. */
export function lastTable(): Table {
    const stored = store.get(CHOICE, CHOICE_SCHEMA);
    return stored ? { rules: rulesIn(stored), level: stored.level, side: stored.side } : { rules: GAMES.four, level: 2, side: 1 };
}

/** Keep them for the next visit. */
export const storeTable = ({ rules, level, side }: Table) => store.put(CHOICE, CHOICE_SCHEMA, { ...rules, level, side });


const select = (selector: string) => findElement(selector) as HTMLSelectElement;
const input = (selector: string) => findElement(selector) as HTMLInputElement;

const SIZES = ["m", "n", "k"] as const;
const WRITERS = { "#write-list": writeList, "#write-sgf": writeSgf, "#write-psq": writePsq };

export class Desk {
    #table = lastTable();
    words: Words;
    page: { beginGame: (table: Table) => Promise<void>, resume: (record: GameRecord) => Promise<boolean>, readGame: () => GameText };

    /** @param page what a new table does, a game that was read, and the game to be written */
    constructor(words: Words, run: (action: () => unknown) => unknown, page: Desk["page"]) {
        this.words = words;
        this.page = page;
        findElement("#new").addEventListener("close", () => this.show(this.#table)); // of a choice that was not made
        findElement("#start").addEventListener("click", () => run(() => this.#start()));
        findElement("#read").addEventListener("click", () => run(() => this.#read()));
        for (const [selector, write] of Object.entries(WRITERS)) {
            findElement(selector).addEventListener("click", () => {
                const area = findElement("#text") as HTMLTextAreaElement;
                area.value = write(page.readGame());
                area.select();
            });
        }
    }

    /** Begin a game that the page offers. */
    beginGame(name: string) {
        return this.page.beginGame({ rules: GAMES[name] ?? this.#table.rules, ...this.#sides });
    }

    get #sides() {
        return { level: Number(select("#rival").value), side: Number(select("#side").value) };
    }

    /** Show what is played. */
    show(table: Table) {
        this.#table = table;
        const { rules } = table;
        select("#rival").value = String(table.level);
        select("#side").value = String(table.side);
        this.#showStrengths(nameOf(rules));
        for (const name of SIZES) input(`#${name}`).value = String(rules[name]);
        for (const option of OPTIONS) input(`#${option}`).checked = rules[option];
    }

    /** Name the persons with their strength, where it was measured. */
    #showStrengths(name: string) {
        const elo = ELO[name];
        for (const option of select("#rival").options) {
            const level = Number(option.value);
            const person = this.words.translate(`mnk.rival.${level}`, { name: PERSONS[level] });
            const known = level === TWO ? undefined : elo?.[level - 1];
            option.textContent = known === undefined ? person : this.words.translate("mnk.rival.elo", { level: person, elo: known });
        }
        const values = { game: this.words.translate(`mnk.game.${name}`), reach: REACH[name] ?? 0 };
        findElement("#strength").textContent = this.words.translate(elo ? "mnk.strength" : "mnk.strength.none", values);
    }

    /** Begin a game by rules of one's own. */
    async #start() {
        for (const name of SIZES) if (!input(`#${name}`).reportValidity()) return;
        const [m, n, k] = SIZES.map((name) => input(`#${name}`).valueAsNumber);
        const options = Object.fromEntries(OPTIONS.map((option) => [option, input(`#${option}`).checked]));
        const table = { rules: rulesOf(m, n, k, options), ...this.#sides };
        (findElement("#new") as HTMLDialogElement).close();
        await this.page.beginGame(table);
    }

    /** Take over a game from a text. */
    async #read() {
        const { value } = findElement("#text") as HTMLTextAreaElement;
        const message = findElement("#read-said");
        try {
            const { rules, moves } = read(value);
            const { level, side } = this.#table;
            const isTaken = await this.page.resume({ ...rules, level, side, moves });
            message.textContent = this.words.translate(isTaken ? "mnk.text.taken" : "mnk.text.illegal");
        } catch (error) {
            if (!(error instanceof TextFault)) throw error;
            const { kind, line, column, quote: quote } = error;
            message.textContent = this.words.translate(`mnk.text.fault.${kind}`, { line, column, quoted: quote });
        }
    }
}
