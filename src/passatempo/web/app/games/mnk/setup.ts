// The choices for a new game, which are the board, the rival, the side and custom rules. The browser stores the last
// choice. The panel also writes games as texts.

import { findElement } from "../../frame/dom.ts";
import { store } from "../../frame/storage.ts";
import { GAMES, OPTIONS, PERSONS, SCHEMA, TWO, nameOf, rulesIn, rulesOf } from "./game.ts";
import { writeList, writePsq, writeSgf } from "./text.ts";
import type { Words } from "../../frame/words.ts";
import type { Table } from "./game.ts";
import type { GameText } from "./text.ts";

/**
 * The strength of levels 1 to 5 in Elo, with level 1 at 0. benchmarks/mnk/levels.py measured it and wrote
 * docs/results/mnk-levels.json, with which a test compares this table. Other boards have no measured strength.
 */
const ELO: Record<string, number[] | undefined> = {
    four: [0, 223, 268, 357, 506],
    five: [0, 134, 304, 559, 705],
};

/** The error of a figure, as half of the widest 95 % interval of its board. */
const REACH: Record<string, number | undefined> = {
    four: 114,
    five: 165,
};

const CHOICE = "choice.mnk";
const { moves: _, ...CHOICE_SCHEMA } = SCHEMA;

/** The board, the rival and the side of the last visit. */
export function lastTable(): Table {
    const lastChoice = store.get(CHOICE, CHOICE_SCHEMA);
    return lastChoice ? { rules: rulesIn(lastChoice), level: lastChoice.level, side: lastChoice.side } : { rules: GAMES.four, level: 2, side: 1 };
}

/** Store a table for the next visit. */
export const storeTable = ({ rules, level, side }: Table) => store.put(CHOICE, CHOICE_SCHEMA, { ...rules, level, side });


const select = (selector: string) => findElement(selector) as HTMLSelectElement;
const input = (selector: string) => findElement(selector) as HTMLInputElement;

const SIZES = ["m", "n", "k"] as const;
const WRITERS = { "#write-list": writeList, "#write-sgf": writeSgf, "#write-psq": writePsq };

export class SetupPanel {
    #table = lastTable();
    words: Words;
    page: { beginGame: (table: Table) => Promise<void>, readGame: () => GameText };

    /** @param page functions that begin a new game, and return the game to write */
    constructor(words: Words, run: (action: () => unknown) => unknown, page: SetupPanel["page"]) {
        this.words = words;
        this.page = page;
        findElement("#new").addEventListener("close", () => this.show(this.#table)); // discard a choice that was not confirmed
        findElement("#start").addEventListener("click", () => run(() => this.#start()));
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

    /** Show the rules and the players of a game. */
    show(table: Table) {
        this.#table = table;
        const { rules } = table;
        select("#rival").value = String(table.level);
        select("#side").value = String(table.side);
        this.#showStrengths(nameOf(rules));
        for (const name of SIZES) input(`#${name}`).value = String(rules[name]);
        for (const option of OPTIONS) input(`#${option}`).checked = rules[option];
    }

    /** Name the persons with their strength, if it was measured. */
    #showStrengths(name: string) {
        const elo = ELO[name];
        for (const option of select("#rival").options) {
            const optionLevel = Number(option.value);
            const person = this.words.translate(`mnk.rival.${optionLevel}`, { name: PERSONS[optionLevel] });
            const levelElo = optionLevel === TWO ? undefined : elo?.[optionLevel - 1];
            option.textContent = levelElo === undefined ? person : this.words.translate("mnk.rival.elo", { level: person, elo: levelElo });
        }
        const gameValues = { game: this.words.translate(`mnk.game.${name}`), reach: REACH[name] ?? 0 };
        findElement("#strength").textContent = this.words.translate(elo ? "mnk.strength" : "mnk.strength.none", gameValues);
    }

    /** Begin a game by custom rules. */
    async #start() {
        for (const name of SIZES) if (!input(`#${name}`).reportValidity()) return;
        const [m, n, k] = SIZES.map((name) => input(`#${name}`).valueAsNumber);
        const options = Object.fromEntries(OPTIONS.map((option) => [option, input(`#${option}`).checked]));
        const table = { rules: rulesOf(m, n, k, options), ...this.#sides };
        (findElement("#new") as HTMLDialogElement).close();
        await this.page.beginGame(table);
    }
}
