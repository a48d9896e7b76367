// What is chosen around the board of m,n,k: the game, the opponent, rules of one's own, and games as texts.

import { findElement } from "../../frame/dom.ts";
import { GAMES, OPTIONS, nameOf, rulesOf } from "./game.ts";
import { TextFault, read, writeList, writePsq, writeSgf } from "./text.ts";
import type { Frame } from "../../frame/page.ts";
import type { Words } from "../../frame/words.ts";
import type { GameRecord, Table } from "./game.ts";
import type { Told } from "./text.ts";

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

const select = (selector: string) => findElement(selector) as HTMLSelectElement;
const input = (selector: string) => findElement(selector) as HTMLInputElement;

const SIZES = ["m", "n", "k"] as const;
const WRITERS = { "#write-list": writeList, "#write-sgf": writeSgf, "#write-psq": writePsq };

export class Desk {
    #table: Table = { rules: GAMES.four, level: 2, side: 1 };
    words: Words;
    frame: Frame;
    page: {
        begin: (table: Table) => Promise<void>, resume: (record: GameRecord) => Promise<boolean>, told: () => Told,
    };

    /** @param page what a new table does, a game that was read, and the game to be written */
    constructor(words: Words, frame: Frame, page: {
        begin: (table: Table) => Promise<void>, resume: (record: GameRecord) => Promise<boolean>, told: () => Told,
    }) {
        this.words = words;
        this.frame = frame;
        this.page = page;
        for (const selector of ["#game", "#rival", "#side"]) {
            findElement(selector).addEventListener("change", () => frame.runDeed(() => page.begin(this.table)));
        }
        findElement("#start").addEventListener("click", () => frame.runDeed(() => this.#start()));
        findElement("#read").addEventListener("click", () => frame.runDeed(() => this.#read()));
        for (const [selector, write] of Object.entries(WRITERS)) {
            findElement(selector).addEventListener("click", () => {
                const area = findElement("#text") as HTMLTextAreaElement;
                area.value = write(page.told());
                area.select();
            });
        }
    }

    /** What is chosen. */
    get table(): Table {
        const rules = GAMES[select("#game").value] ?? this.#table.rules;
        return { rules, level: Number(select("#rival").value), side: Number(select("#side").value) };
    }

    /** Show what is played. */
    show(table: Table) {
        this.#table = table;
        const { rules } = table;
        select("#game").value = nameOf(rules);
        select("#rival").value = String(table.level);
        select("#side").value = String(table.side);
        this.#strengths(nameOf(rules));
        for (const name of SIZES) input(`#${name}`).value = String(rules[name]);
        for (const option of OPTIONS) input(`#${option}`).checked = rules[option];
    }

    /** Name the levels with their strength, where it was measured. */
    #strengths(name: string) {
        const elo = ELO[name];
        for (const option of select("#rival").options) {
            const level = this.words.translate(`mnk.rival.${option.value}`);
            const known = elo?.[Number(option.value) - 1];
            option.textContent = known === undefined ? level : this.words.translate("mnk.rival.elo", { level, elo: known });
        }
        findElement("#strength").textContent = elo ? this.words.translate("mnk.strength", { reach: REACH[name] ?? 0 }) : this.words.translate("mnk.strength.none");
    }

    /** Begin a game by rules of one's own. */
    async #start() {
        for (const name of SIZES) if (!input(`#${name}`).reportValidity()) return;
        const [m, n, k] = SIZES.map((name) => input(`#${name}`).valueAsNumber);
        const options = Object.fromEntries(OPTIONS.map((option) => [option, input(`#${option}`).checked]));
        const { level, side } = this.table;
        await this.page.begin({ rules: rulesOf(m, n, k, options), level, side });
    }

    /** Take over a game from a text. */
    async #read() {
        const { value } = findElement("#text") as HTMLTextAreaElement;
        const said = findElement("#read-said");
        try {
            const { rules, moves } = read(value);
            const { level, side } = this.table;
            const taken = await this.page.resume({ ...rules, level, side, moves });
            said.textContent = this.words.translate(taken ? "mnk.text.taken" : "mnk.text.illegal");
        } catch (error) {
            if (!(error instanceof TextFault)) throw error;
            const { kind, line, column, quoted } = error;
            said.textContent = this.words.translate(`mnk.text.fault.${kind}`, { line, column, quoted });
        }
    }
}
