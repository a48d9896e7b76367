// @ts-check
// What is chosen around the board of m,n,k: the game, the opponent, rules of one's own, and games as texts.

import { findElement } from "../../frame/dom.ts";
import { GAMES, OPTIONS, nameOf, rulesOf } from "./game.js";
import { TextFault, read, writeList, writePsq, writeSgf } from "./text.js";

/** @import { Frame } from "../../frame/page.ts" */
/** @import { Words } from "../../frame/words.ts" */
/** @import { GameRecord, Table } from "./game.js" */
/** @import { Told } from "./text.js" */

/**
 * How strong levels 1 to 5 are against each other, in Elo, level 1 being 0: measured by benchmarks/mnk/levels.py, which
 * wrote docs/results/mnk-levels.json; a test compares. Of other boards nothing was measured, so nothing is said.
 * @type {Record<string, number[] | undefined>}
 */
const ELO = {
    four: [0, 223, 268, 357, 506],
    five: [0, 134, 304, 559, 705],
};

/** By how much a figure may be off: half of the widest 95 % interval of its board. @type {Record<string, number | undefined>} */
const REACH = {
    four: 114,
    five: 165,
};

/** @param {string} selector */
const select = (selector) => /** @type {HTMLSelectElement} */ (findElement(selector));
/** @param {string} selector */
const input = (selector) => /** @type {HTMLInputElement} */ (findElement(selector));

const SIZES = /** @type {const} */ (["m", "n", "k"]);
const WRITERS = { "#write-list": writeList, "#write-sgf": writeSgf, "#write-psq": writePsq };

export class Desk {
    /** @type {Table} */
    #table = { rules: GAMES.four, level: 2, side: 1 };

    /**
     * @param {Words} words
     * @param {Frame} frame
     * @param {{
     *     begin: (table: Table) => Promise<void>, resume: (record: GameRecord) => Promise<boolean>, told: () => Told,
     * }} page what a new table does, a game that was read, and the game to be written
     */
    constructor(words, frame, page) {
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
                const area = /** @type {HTMLTextAreaElement} */ (findElement("#text"));
                area.value = write(page.told());
                area.select();
            });
        }
    }

    /** What is chosen. @returns {Table} */
    get table() {
        const rules = GAMES[select("#game").value] ?? this.#table.rules;
        return { rules, level: Number(select("#rival").value), side: Number(select("#side").value) };
    }

    /** Show what is played. @param {Table} table */
    show(table) {
        this.#table = table;
        const { rules } = table;
        select("#game").value = nameOf(rules);
        select("#rival").value = String(table.level);
        select("#side").value = String(table.side);
        this.#strengths(nameOf(rules));
        for (const name of SIZES) input(`#${name}`).value = String(rules[name]);
        for (const option of OPTIONS) input(`#${option}`).checked = rules[option];
    }

    /** Name the levels with their strength, where it was measured. @param {string} name */
    #strengths(name) {
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
        const { value } = /** @type {HTMLTextAreaElement} */ (findElement("#text"));
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
