// The look of a game of Minesweeper, and its reasons in sentences.

import { columnLetters } from "../../frame/board/board.ts";
import { newElement } from "../../frame/dom.ts";
import { COVERED, FLAG, NEAR, UNKNOWN } from "./state.ts";
import type { Look } from "../../frame/board/board.ts";
import type { Words } from "../../frame/words.ts";
import type { ExplainReply, Step, SurveyReply } from "../../kernel/minesweeper.ts";
import type { Game } from "./game.ts";
import type { Move } from "./state.ts";

/** A game, or a board that somebody enters. */
type Shown = Pick<Game, "isOver" | "mine"> & { rules: Omit<Game["rules"], "noGuess">, now: Pick<Game["now"], "cells" | "hit" | "won"> };

/** The look of a cell, with the key of its label and what the label says. */
type Kind = {
    text?: string, symbol?: string, values?: Look["values"], classes: string[],
    kind: string, label?: Record<string, string | number>,
};

/** The help that is shown: none, certain squares, or chances. */
export type Help = "off" | "safe" | "chances";

const SAFE = [2, 6]; // marks of the kernel
const SURE = [3, 7];
const NUMBER = 36; // smaller codes are numbers
const MAX_ALIKE = 200; // cells that are marked together
const HIGH = 0.58; // a chance whose square is dark

const FLAGGED: Kind = { symbol: "flag", kind: "flag", classes: ["covered", "flag"] };

export class View {
    survey: SurveyReply | undefined = undefined;
    help: Help = "off";
    rings = new Map<number, string>(); // classes of cells that a hint or a reason points at
    isOld = false; // the survey belongs to the position before
    #pointedCell = -1; // the cell under the pointer
    #alike = -1; // its chance: cells with the same one are marked
    #waveDistances = new Map<number, number>(); // cells that the last move opened, and how far they are from it
    #last = 0; // the cell of the last move
    words: Words;
    game: Shown;

    constructor(words: Words, game: Shown) {
        this.words = words;
        this.game = game;
    }

    /** Another position: the cells that opened do so as a wave from the move's cell. Return how many. */
    wave(before: Uint8Array, from: number) {
        const { cells } = this.game.now;
        const { columns } = this.game.rules;
        const [row, column] = [Math.floor(from / columns), from % columns];
        const distance = (cell: number) => Math.max(Math.abs(Math.floor(cell / columns) - row), Math.abs((cell % columns) - column));
        const openCells = [...cells.keys()].filter((cell) => cells[cell] < NUMBER && before[cell] >= NUMBER);
        this.#waveDistances = new Map(openCells.map((cell) => [cell, distance(cell)]));
        this.#last = from;
        return openCells.length;
    }

    /** A short value on which the look of a cell depends: a cell with an unchanged stamp is skipped. */
    stamp(cell: number) {
        const { now, mine, isOver } = this.game;
        const code = now.cells[cell];
        const ring = this.rings.get(cell) ?? "";
        if (isOver) return `${code},${mine?.[cell]},${now.won},${now.hit.includes(cell)}${ring}`;
        if (code < NUMBER) return ring || this.#waveDistances.has(cell) ? `${code}${this.#waveDistances.has(cell)}${ring}` : code;
        const { survey, help } = this;
        if (help === "off" || !survey || code === UNKNOWN) return ring ? `${code}.${ring}` : code;
        return `${code},${survey.marks[cell]}${help === "safe" ? "" : survey.chances[cell]}${this.#isSame(cell)}${ring}`;
    }

    /** Whether a cell has the chance of the one under the pointer, and not too many have it. */
    #isSame(cell: number) {
        return this.#alike >= 0 && this.survey?.chances[cell] === this.#alike;
    }

    /** Point at a cell; whether anything looks different now. */
    point(cell: number) {
        if (cell === this.#pointedCell) return false;
        this.#pointedCell = cell;
        this.#findAlike();
        return this.help === "chances" && this.survey !== undefined;
    }

    /** Take the certain cells and all chances, or undefined if they are unknown. */
    answer(report: SurveyReply | undefined) {
        this.survey = report;
        this.isOld = false;
        this.#findAlike();
    }

    /** Cells with the chance of the one under the pointer are marked, but where there are very many. */
    #findAlike() {
        const cell = this.#pointedCell;
        const { survey } = this;
        const covered = survey && this.help === "chances" && isCovered(this.game.now.cells[cell] ?? 0);
        const chance = covered ? survey.chances[cell] : -1;
        const count = chance > 0 && chance < 1 ? (survey?.chances.filter((one) => one === chance).length ?? 0) : 0;
        this.#alike = count > 0 && count <= MAX_ALIKE ? chance : -1;
    }

    /** Name a cell as its column and row: c4. */
    place(cell: number) {
        const { columns } = this.game.rules;
        return `${columnLetters(cell % columns)}${Math.floor(cell / columns) + 1}`;
    }

    look(cell: number): Look {
        const { kind, label, classes, ...look } = this.#kind(cell);
        const words = this.words.translate(`minesweeper.cell.${kind}`, { place: this.place(cell), ...label });
        return { text: "", ...look, label: words, classes: [...classes, this.rings.get(cell) ?? ""].join(" ").trim() };
    }

    #kind(cell: number): Kind {
        const { now, mine, isOver } = this.game;
        const code = now.cells[cell];
        if (code < NUMBER) return this.#number(cell, code);
        if (code === UNKNOWN) return { text: "?", kind: "unknown", classes: ["open"] };
        if (now.hit.includes(cell)) return { symbol: "mine", kind: "hit", classes: ["open", "hit"] };
        if (isOver && mine) {
            const values = now.won ? { far: this.#distance(cell) } : undefined;
            if (code === FLAG && !mine[cell]) return { symbol: "flag", kind: "wrong", classes: ["covered", "flag", "wrong"] };
            if (mine[cell] && (now.won || code === FLAG)) return { ...FLAGGED, values };
            if (mine[cell]) return { symbol: "mine", kind: "mine", classes: ["covered", "mine"] };
        }
        return code === FLAG ? FLAGGED : this.#helpKind(cell);
    }

    #number(cell: number, code: number): Kind {
        const isOpened = this.#waveDistances.has(cell);
        const values = this.game.now.won ? { far: this.#distance(cell) } : isOpened ? { far: this.#waveDistances.get(cell) ?? 0 } : undefined;
        const classes = ["open", `n${code}`, ...(isOpened ? ["opened"] : [])];
        return { text: code ? String(code) : "", kind: code ? "number" : "zero", label: { number: code }, classes, values };
    }

    /** How far a cell is from the last move. */
    #distance(cell: number) {
        const { columns } = this.game.rules;
        const row = Math.floor(cell / columns) - Math.floor(this.#last / columns);
        return Math.round(Math.hypot(row, (cell % columns) - (this.#last % columns)));
    }

    #helpKind(cell: number): Kind {
        const { help, survey } = this;
        const mark = survey?.marks[cell];
        const covered = { kind: "covered", classes: ["covered"] };
        if (help === "off" || !survey || mark === undefined) return covered;
        if (SAFE.includes(mark)) return { text: "✓", kind: "safe", classes: ["covered", "safe"] };
        if (SURE.includes(mark)) return { text: "!", kind: "sure", classes: ["covered", "sure"] };
        const chance = survey.chances[cell];
        if (help === "safe" || isNaN(chance) || !this.#isBesideOpen(cell)) return covered;
        const classes = ["covered", "chance", ...(chance > HIGH ? ["high"] : []), ...(this.#isSame(cell) ? ["same"] : [])];
        const label = { chance: this.words.percent.format(chance) };
        return { text: String(Math.round(chance * 100)), kind: "chance", label, classes, values: { p: chance ** 0.75 } };
    }

    /** Whether a number can be seen beside a cell: all other cells share one chance. */
    #isBesideOpen(cell: number) {
        const { rows, columns, variant } = this.game.rules;
        const { even, odd, wraps } = NEAR[variant];
        const [row, column] = [Math.floor(cell / columns), cell % columns];
        const steps = row % 2 ? odd : even;
        for (let at = 0; at < steps.length; at += 2) {
            let [r, c] = [row + steps[at], column + steps[at + 1]];
            if (wraps) [r, c] = [(r + rows) % rows, (c + columns) % columns];
            if (r >= 0 && r < rows && c >= 0 && c < columns && this.game.now.cells[r * columns + c] < NUMBER) return true;
        }
        return false;
    }

    /** The one chance of all cells that lie beside no number, in a sentence; nothing where chances are not shown. */
    chances(): string | undefined {
        const { survey, help } = this;
        if (help !== "chances" || !survey?.counted) return undefined;
        const other = isNaN(survey.other) ? undefined : this.words.percent.format(survey.other);
        return this.words.translate(other ? "minesweeper.chances" : "minesweeper.chances.all", { other: other ?? "" });
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
    nameNumbers(cells: Iterable<number>) {
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
        const values = { count, numbers: this.nameNumbers(step.numbers), cells: this.#cells(step.settled) };
        if (step.numbers.length === 2) return this.words.translateParts(`minesweeper.why.pair.${kind}`, values);
        if (step.mine) return this.words.translateParts("minesweeper.why.only", values);
        const knownMines = [...step.known].filter((cell) => mines.has(cell));
        if (knownMines.length === 0) return this.words.translateParts("minesweeper.why.none", values);
        return this.words.translateParts("minesweeper.why.full", { ...values, known: this.#cells(knownMines) });
    }

    /** Tell why a cell is certain, one sentence a step. */
    reason(cell: number, report: ExplainReply): (string | Node)[][] {
        if (report.steps.length > 0) {
            const mines = new Set() as Set<number>;
            return report.steps.map((step) => {
                const sentence = this.#step(step, mines);
                if (step.mine) for (const cell of step.settled) mines.add(cell);
                return sentence;
            });
        }
        const { mines } = this.game.rules;
        if (report.because.length === 0) return [this.words.translateParts("minesweeper.why.only-count", { mines })];
        const rule = `${["single", "pair", "chain", "count"][report.level]}.${report.mine ? "mine" : "safe"}`;
        const values = { mines, numbers: this.nameNumbers(report.because), cells: [this.named(cell)] };
        return [this.words.translateParts(`minesweeper.why.${rule}`, values)];
    }
}

/** Whether a mark says that a cell is certainly safe. */
export const isSafe = (mark: number) => SAFE.includes(mark);

/** Whether a mark says that a cell is certainly a mine. */
export const isMine = (mark: number) => SURE.includes(mark);

/** Whether a code is of a covered cell. */
export const isCovered = (code: number) => code === COVERED || code === FLAG;
