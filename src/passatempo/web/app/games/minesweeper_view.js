// @ts-check
// How a game of Minesweeper looks, and how its reasons are told.

import { letters } from "../frame/board.js";
import { element } from "../frame/dom.js";
import { COVERED, FLAG } from "./minesweeper_game.js";

/** @import { Look } from "../frame/board.js" */
/** @import { Words } from "../frame/words.js" */
/** @import { ExplainTell, Step, SurveyTell } from "../kernel/minesweeper.js" */
/** @import { Game } from "./minesweeper_game.js" */

/** What the assistant may show: nothing, what is certain, or chances. @typedef {"off" | "safe" | "chances"} Help */

const SAFE = [2, 6]; // marks of the kernel
const SURE = [3, 7];
const SHADES = 5;
const NUMBER = 36; // smaller codes are numbers

export class View {
    /**
     * @param {Words} words
     * @param {Game} game
     */
    constructor(words, game) {
        this.words = words;
        this.game = game;
        /** @type {SurveyTell | undefined} */
        this.survey = undefined;
        /** @type {Help} */
        this.help = "off";
        /** @type {Map<number, string>} */
        this.rings = new Map(); // classes of cells that a hint or a reason points at
    }

    /**
     * Name a cell as its column and row: c4.
     * @param {number} cell
     */
    place(cell) {
        const { columns } = this.game.rules;
        return `${letters(cell % columns)}${Math.floor(cell / columns) + 1}`;
    }

    /**
     * @param {number} cell
     * @returns {Look}
     */
    look(cell) {
        const { text, kind, values, classes } = this.#kind(cell);
        const label = this.words.say(`minesweeper.cell.${kind}`, { place: this.place(cell), ...values });
        return { text, label, classes: [...classes, this.rings.get(cell) ?? ""].join(" ").trim() };
    }

    /**
     * @param {number} cell
     * @returns {{ text: string, kind: string, values?: Record<string, string | number>, classes: string[] }}
     */
    #kind(cell) {
        const { now, mine } = this.game;
        const code = now.cells[cell];
        if (code < NUMBER) {
            const text = code ? String(code) : "";
            return { text, kind: code ? "number" : "zero", values: { number: code }, classes: ["open", `n${code}`] };
        }
        if (now.hit.includes(cell)) return { text: "✹", kind: "hit", classes: ["open", "hit"] };
        if (this.game.isOver && mine) {
            if (code === FLAG && !mine[cell]) return { text: "✗", kind: "wrong", classes: ["covered", "wrong"] };
            if (mine[cell]) return this.game.now.won || code === FLAG ? this.#flag() : { text: "●", kind: "mine", classes: ["covered", "mine"] };
        }
        return code === FLAG ? this.#flag() : this.#helped(cell);
    }

    #flag() {
        return { text: "⚑", kind: "flag", classes: ["covered", "flag"] };
    }

    /** @param {number} cell */
    #helped(cell) {
        const { help, survey } = this;
        const mark = survey?.marks[cell];
        if (help === "off" || !survey || mark === undefined) return { text: "", kind: "covered", classes: ["covered"] };
        if (SAFE.includes(mark)) return { text: "✓", kind: "safe", classes: ["covered", "safe"] };
        if (SURE.includes(mark)) return { text: "!", kind: "sure", classes: ["covered", "sure"] };
        if (help === "safe") return { text: "", kind: "covered", classes: ["covered"] };
        const chance = survey.chances[cell];
        const shade = Math.min(SHADES - 1, Math.floor(chance * SHADES));
        const values = { chance: this.words.percent.format(chance) };
        return { text: "", kind: "chance", values, classes: ["covered", `shade${shade}`] };
    }

    /** A cell in a sentence, which lights up on the board. @param {number} cell */
    named(cell) {
        return element("b", { "data-names": cell }, this.place(cell));
    }

    /** @param {Iterable<number>} cells */
    #cells(cells) {
        return this.words.joined([...cells].sort((a, b) => a - b).map((cell) => this.named(cell)));
    }

    /** @param {Iterable<number>} cells */
    #numbers(cells) {
        const { now } = this.game;
        const named = [...cells].map((cell) => {
            const values = { number: now.cells[cell], cell: this.named(cell) };
            return element("span", {}, ...this.words.parts("minesweeper.why.number", values));
        });
        return this.words.joined(named);
    }

    /**
     * Tell one step of a reason.
     * @param {Step} step
     * @param {Set<number>} mines what was found to be a mine before
     */
    #step(step, mines) {
        const kind = step.mine ? "mine" : "safe";
        const count = step.settled.length;
        const values = { count, numbers: this.#numbers(step.numbers), cells: this.#cells(step.settled) };
        if (step.numbers.length === 2) return this.words.parts(`minesweeper.why.pair.${kind}`, values);
        if (step.mine) return this.words.parts("minesweeper.why.only", values);
        const known = [...step.known].filter((cell) => mines.has(cell));
        if (known.length === 0) return this.words.parts("minesweeper.why.none", values);
        return this.words.parts("minesweeper.why.full", { ...values, known: this.#cells(known) });
    }

    /**
     * Tell why a cell is certain, one sentence a step.
     * @param {number} cell
     * @param {ExplainTell} found
     * @returns {(string | Node)[][]}
     */
    reason(cell, found) {
        if (found.steps.length > 0) {
            const mines = /** @type {Set<number>} */ (new Set());
            return found.steps.map((step) => {
                const told = this.#step(step, mines);
                if (step.mine) for (const settled of step.settled) mines.add(settled);
                return told;
            });
        }
        const { mines } = this.game.rules;
        if (found.because.length === 0) return [this.words.parts("minesweeper.why.only-count", { mines })];
        const rule = `${["single", "pair", "chain", "count"][found.level]}.${found.mine ? "mine" : "safe"}`;
        const values = { mines, numbers: this.#numbers(found.because), cells: [this.named(cell)] };
        return [this.words.parts(`minesweeper.why.${rule}`, values)];
    }
}

/** Whether a mark says that a cell is certainly safe. @param {number} mark */
export const isSafe = (mark) => SAFE.includes(mark);

/** Whether a code is of a covered cell. @param {number} code */
export const isCovered = (code) => code === COVERED || code === FLAG;
