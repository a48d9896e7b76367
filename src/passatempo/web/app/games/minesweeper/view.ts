// How a game of Minesweeper looks, and how its reasons are told.

import { columnLetters } from "../../frame/board/board.ts";
import { newElement, findElement } from "../../frame/dom.ts";
import { COVERED, FLAG, UNKNOWN } from "./state.ts";
import type { Look } from "../../frame/board/board.ts";
import type { Words } from "../../frame/words.ts";
import type { ExplainReply, Step, SurveyReply } from "../../kernel/minesweeper.ts";
import type { Game } from "./game.ts";
import type { Move } from "./state.ts";

/** What is shown: a game, or a board that somebody enters. */
type Shown = Pick<Game, "isOver" | "mine"> & { rules: Omit<Game["rules"], "noGuess">, now: Pick<Game["now"], "cells" | "hit" | "won"> };

/** What the assistant may show: nothing, what is certain, or chances. */
export type Help = "off" | "safe" | "chances";

const SAFE = [2, 6]; // marks of the kernel
const SURE = [3, 7];
const SHADES = 5;
const NUMBER = 36; // smaller codes are numbers
const MOST_TOLD = 8; // chances in the legend
const MOST_ALIKE = 200; // cells that are marked together

export class View {
    words: Words;
    game: Shown;
    survey: SurveyReply | undefined;
    help: Help;
    rings: Map<number, string>;
    isOld: boolean;
    pointed: number;
    alike: number;

    constructor(words: Words, game: Shown) {
        this.words = words;
        this.game = game;
        this.survey = undefined;
        this.help = "off";
        this.rings = new Map(); // classes of cells that a hint or a reason points at
        this.isOld = false; // the survey is of the position before, and a new one is asked for
        this.pointed = -1; // the cell under the pointer: its chance is told in it
        this.alike = -1; // the chance of cells that are marked with it
    }

    /** What the look of a cell depends on, told quickly: a cell whose stamp is the old one is not drawn again. */
    stamp(cell: number) {
        const { now, mine, isOver } = this.game;
        const code = now.cells[cell];
        const ring = this.rings.get(cell);
        if (ring === undefined && (code < NUMBER || (this.help === "off" && !isOver))) return code;
        if (code < NUMBER) return `${code}${ring}`;
        if (isOver) return `${code},${mine?.[cell]},${now.won},${now.hit.includes(cell)}${ring ?? ""}`;
        const { survey, help } = this;
        if (help === "off" || !survey || code === UNKNOWN) return `${code}.${ring ?? ""}`;
        const told = cell === this.pointed ? `p${survey.chances[cell]}` : this.#isSame(cell) ? "s" : "";
        return `${code},${survey.marks[cell]}${help === "safe" ? "" : shadeOf(survey.chances[cell])}${told}${ring ?? ""}`;
    }

    /** Whether a cell has the chance of the one under the pointer, and not too many have it. */
    #isSame(cell: number) {
        return this.alike >= 0 && this.survey?.chances[cell] === this.alike;
    }

    /** Point at a cell; whether anything looks different now. */
    point(cell: number) {
        if (cell === this.pointed) return false;
        this.pointed = cell;
        this.#findAlike();
        return this.help === "chances" && this.survey !== undefined;
    }

    /** What is certain, and all chances; nothing where that is not known. */
    answer(found: SurveyReply | undefined) {
        this.survey = found;
        this.isOld = false;
        this.#findAlike();
    }

    /** Cells with the chance of the one under the pointer are marked, but where there are very many. */
    #findAlike() {
        const { survey, pointed } = this;
        const covered = survey && this.help === "chances" && isCovered(this.game.now.cells[pointed] ?? 0);
        const chance = covered ? survey.chances[pointed] : -1;
        const count = chance > 0 && chance < 1 ? (survey?.chances.filter((one) => one === chance).length ?? 0) : 0;
        this.alike = count > 0 && count <= MOST_ALIKE ? chance : -1;
    }

    /** Name a cell as its column and row: c4. */
    place(cell: number) {
        const { columns } = this.game.rules;
        return `${columnLetters(cell % columns)}${Math.floor(cell / columns) + 1}`;
    }

    look(cell: number): Look {
        const { text, kind, values, classes } = this.#kind(cell);
        const label = this.words.translate(`minesweeper.cell.${kind}`, { place: this.place(cell), ...values });
        return { text, label, classes: [...classes, this.rings.get(cell) ?? ""].join(" ").trim() };
    }

    #kind(cell: number): { text: string, kind: string, values?: Record<string, string | number>, classes: string[] } {
        const { now, mine } = this.game;
        const code = now.cells[cell];
        if (code < NUMBER) {
            const text = code ? String(code) : "";
            return { text, kind: code ? "number" : "zero", values: { number: code }, classes: ["open", `n${code}`] };
        }
        if (code === UNKNOWN) return { text: "?", kind: "unknown", classes: ["open"] };
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

    #helped(cell: number) {
        const { help, survey } = this;
        const mark = survey?.marks[cell];
        if (help === "off" || !survey || mark === undefined) return { text: "", kind: "covered", classes: ["covered"] };
        if (SAFE.includes(mark)) return { text: "✓", kind: "safe", classes: ["covered", "safe"] };
        if (SURE.includes(mark)) return { text: "!", kind: "sure", classes: ["covered", "sure"] };
        if (help === "safe" || isNaN(survey.chances[cell])) return { text: "", kind: "covered", classes: ["covered"] };
        const classes = ["covered", `shade${shadeOf(survey.chances[cell])}`];
        if (this.#isSame(cell)) classes.push("same");
        if (cell !== this.pointed) return { text: "", kind: "covered", classes };
        const chance = survey.chances[cell];
        const values = { chance: this.words.percent.format(chance) };
        return { text: this.words.number.format(chance * 100), kind: "chance", values, classes: [...classes, "told"] };
    }

    /** Tell below the board which shades stand for which chances: cells with the same one share a line. */
    legend() {
        const { survey, help, game } = this;
        const counts = new Map<number, number>();
        if (survey && help === "chances" && !game.isOver) {
            for (const [cell, chance] of survey.chances.entries()) {
                if (!(chance > 0 && chance < 1) || !isCovered(game.now.cells[cell])) continue; // perhaps it is not known
                counts.set(chance, (counts.get(chance) ?? 0) + 1);
            }
        }
        const sorted = [...this.#told(counts)];
        const lines = sorted.slice(0, MOST_TOLD).map(([chance, { count, shade }]) => {
            const swatch = newElement("span", { class: `swatch shade${shade}`, "aria-hidden": "true" });
            return newElement("li", {}, swatch, this.words.translate("minesweeper.legend", { chance, count }));
        });
        const more = sorted.length - lines.length;
        if (more > 0) lines.push(newElement("li", {}, this.words.translate("minesweeper.legend.more", { count: more })));
        findElement("#legend").replaceChildren(...lines);
    }

    /** Chances as they are told, from the least: those that read the same are one. */
    #told(counts: Map<number, number>) {
        const told = new Map<string, { count: number, shade: number }>();
        for (const [chance, count] of [...counts].sort(([a], [b]) => a - b)) {
            const text = this.words.percent.format(chance);
            const before = told.get(text);
            told.set(text, { count: count + (before?.count ?? 0), shade: before?.shade ?? shadeOf(chance) });
        }
        return told;
    }

    /** A cell in a sentence: it leads to the cell on the board. */
    named(cell: number) {
        return newElement("button", { type: "button", class: "name", "data-names": cell }, this.place(cell));
    }

    #cells(cells: Iterable<number>) {
        return this.words.joinList([...cells].sort((a, b) => a - b).map((cell) => this.named(cell)));
    }

    /** Moves as a list tells them. */
    moves(moves: Move[]) {
        const last = moves.length - 1;
        return moves.map(({ deed, cell }, place) => {
            const text = this.words.translate(`minesweeper.move.${deed}`, { number: place + 1, cell: this.place(cell) });
            return { text, current: place === last };
        });
    }

    /** Numbers in a sentence, with their cells. */
    numbered(cells: Iterable<number>) {
        const { now } = this.game;
        const named = [...cells].map((cell) => {
            const values = { number: now.cells[cell], cell: this.named(cell) };
            return newElement("span", {}, ...this.words.translateParts("minesweeper.why.number", values));
        });
        return this.words.joinList(named);
    }

    /**
     * Tell one step of a reason.
     * @param mines what was found to be a mine before
     */
    #step(step: Step, mines: Set<number>) {
        const kind = step.mine ? "mine" : "safe";
        const count = step.settled.length;
        const values = { count, numbers: this.numbered(step.numbers), cells: this.#cells(step.settled) };
        if (step.numbers.length === 2) return this.words.translateParts(`minesweeper.why.pair.${kind}`, values);
        if (step.mine) return this.words.translateParts("minesweeper.why.only", values);
        const known = [...step.known].filter((cell) => mines.has(cell));
        if (known.length === 0) return this.words.translateParts("minesweeper.why.none", values);
        return this.words.translateParts("minesweeper.why.full", { ...values, known: this.#cells(known) });
    }

    /** Tell why a cell is certain, one sentence a step. */
    reason(cell: number, found: ExplainReply): (string | Node)[][] {
        if (found.steps.length > 0) {
            const mines = new Set() as Set<number>;
            return found.steps.map((step) => {
                const told = this.#step(step, mines);
                if (step.mine) for (const settled of step.settled) mines.add(settled);
                return told;
            });
        }
        const { mines } = this.game.rules;
        if (found.because.length === 0) return [this.words.translateParts("minesweeper.why.only-count", { mines })];
        const rule = `${["single", "pair", "chain", "count"][found.level]}.${found.mine ? "mine" : "safe"}`;
        const values = { mines, numbers: this.numbered(found.because), cells: [this.named(cell)] };
        return [this.words.translateParts(`minesweeper.why.${rule}`, values)];
    }
}

/** The shade of a chance. */
const shadeOf = (chance: number) => Math.min(SHADES - 1, Math.floor(chance * SHADES));

/** Whether a mark says that a cell is certainly safe. */
export const isSafe = (mark: number) => SAFE.includes(mark);

/** Whether a mark says that a cell is certainly a mine. */
export const isMine = (mark: number) => SURE.includes(mark);

/** Whether a code is of a covered cell. */
export const isCovered = (code: number) => code === COVERED || code === FLAG;
