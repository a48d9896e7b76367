// The look of a game of Minesweeper, and its reasons in sentences.

import { columnLetters } from "../../frame/board/board.ts";
import { newElement } from "../../frame/dom.ts";
import { FLAG, UNKNOWN, isCovered, isMine, isSafe, listNeighbours } from "./state.ts";
import type { Look } from "../../frame/board/board.ts";
import type { Sentence } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { CellReason, Step, SurveyReply } from "../../kernel/minesweeper.ts";
import type { Game } from "./game.ts";
import type { Move } from "./state.ts";

/** A game, or a board that the visitor enters. */
export type Shown = Pick<Game, "isOver" | "mine"> & {
    rules: Omit<Game["rules"], "noGuess">, now: Pick<Game["now"], "cells" | "hit" | "won">,
    doubtful?: Set<number>, openMines?: Set<number>, // of a picture
};

/** The look of a cell, with the key and the values of its label. */
type Kind = {
    text?: string, symbol?: string, values?: Look["values"], classes: string[],
    kind: string, label?: Record<string, string | number>,
};

/** The help that is shown: none, certain squares, or chances. */
export type Help = "off" | "safe" | "chances";

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
    #alikeChance = -1; // its chance: cells with the same one are marked
    #waveDistances = new Map<number, number>(); // cells that the last move opened, and how far they are from it
    #lastCell = 0; // the cell of the last move
    words: Words;
    game: Shown;

    constructor(words: Words, game: Shown) {
        this.words = words;
        this.game = game;
    }

    /** Open the new cells of a position as a wave from the move's cell. Return their number. */
    wave(before: Uint8Array, from: number) {
        const { cells } = this.game.now;
        const { columns } = this.game.rules;
        const [row, column] = [Math.floor(from / columns), from % columns];
        const distance = (cell: number) => Math.max(Math.abs(Math.floor(cell / columns) - row), Math.abs((cell % columns) - column));
        const openCells = [...cells.keys()].filter((cell) => cells[cell] < NUMBER && before[cell] >= NUMBER);
        this.#waveDistances = new Map(openCells.map((cell) => [cell, distance(cell)]));
        this.#lastCell = from;
        return openCells.length;
    }

    /** A short value on which the look of a cell depends: a cell with an unchanged stamp is skipped. */
    stamp(cell: number) {
        const { doubtful, openMines } = this.game;
        return doubtful?.has(cell) || openMines?.has(cell) ? `${this.#stampOf(cell)}?${doubtful?.has(cell)}` : this.#stampOf(cell);
    }

    #stampOf(cell: number) {
        const { now, mine, isOver } = this.game;
        const cellCode = now.cells[cell];
        const cellRing = this.rings.get(cell) ?? "";
        if (isOver) return `${cellCode},${mine?.[cell]},${now.won},${now.hit.includes(cell)}${cellRing}`;
        if (cellCode < NUMBER) return cellRing || this.#waveDistances.has(cell) ? `${cellCode}${this.#waveDistances.has(cell)}${cellRing}` : cellCode;
        const { survey, help } = this;
        if (help === "off" || !survey || cellCode === UNKNOWN) return cellRing ? `${cellCode}.${cellRing}` : cellCode;
        return `${cellCode},${survey.marks[cell]}${help === "safe" ? "" : survey.chances[cell]}${this.#isSame(cell)}${cellRing}`;
    }

    /** Whether a cell has the chance of the one under the pointer, and not too many have it. */
    #isSame(cell: number) {
        return this.#alikeChance >= 0 && this.survey?.chances[cell] === this.#alikeChance;
    }

    /** Point at a cell. Return whether the look of any cell may change. */
    point(cell: number) {
        if (cell === this.#pointedCell) return false;
        this.#pointedCell = cell;
        this.#findAlike();
        return this.help === "chances" && this.survey !== undefined;
    }

    /** Take the certain cells and all chances, or undefined if they are unknown. */
    takeSurvey(surveyReply: SurveyReply | undefined) {
        this.survey = surveyReply;
        this.isOld = false;
        this.#findAlike();
    }

    /** Find the chance of the cell under the pointer, to mark the cells that share it unless there are too many. */
    #findAlike() {
        const cell = this.#pointedCell;
        const { survey } = this;
        const isCoveredCell = survey && this.help === "chances" && isCovered(this.game.now.cells[cell] ?? 0);
        const chance = isCoveredCell ? survey.chances[cell] : -1;
        const chanceCount = chance > 0 && chance < 1 ? (survey?.chances.filter((one) => one === chance).length ?? 0) : 0;
        this.#alikeChance = chanceCount > 0 && chanceCount <= MAX_ALIKE ? chance : -1;
    }

    /** Name a cell as its column and row: c4. */
    place(cell: number) {
        const { columns } = this.game.rules;
        return `${columnLetters(cell % columns)}${Math.floor(cell / columns) + 1}`;
    }

    look(cell: number): Look {
        const { kind, label, classes, ...look } = this.#cellKind(cell);
        const words = this.words.translate(`minesweeper.cell.${kind}`, { place: this.place(cell), ...label });
        const isDoubtful = this.game.doubtful?.has(cell);
        const allClasses = [...classes, this.rings.get(cell) ?? "", isDoubtful ? "doubtful" : ""];
        return { text: "", ...look, label: isDoubtful ? this.words.translate("minesweeper.cell.doubtful", { cell: words }) : words, classes: allClasses.join(" ").trim() };
    }

    #cellKind(cell: number): Kind {
        const { now, mine, isOver } = this.game;
        const cellCode = now.cells[cell];
        if (cellCode < NUMBER) return this.#numberKind(cell, cellCode);
        if (this.game.openMines?.has(cell)) return { symbol: "mine", kind: "mine", classes: ["open", "mine"] };
        if (cellCode === UNKNOWN) return { text: "?", kind: "unknown", classes: ["open"] };
        if (now.hit.includes(cell)) return { symbol: "mine", kind: "hit", classes: ["open", "hit"] };
        if (isOver && mine) {
            const distanceValues = now.won ? { far: this.#distanceFromLast(cell) } : undefined;
            if (cellCode === FLAG && !mine[cell]) return { symbol: "flag", kind: "wrong", classes: ["covered", "flag", "wrong"] };
            if (mine[cell] && (now.won || cellCode === FLAG)) return { ...FLAGGED, values: distanceValues };
            if (mine[cell]) return { symbol: "mine", kind: "mine", classes: ["covered", "mine"] };
        }
        return cellCode === FLAG ? FLAGGED : this.#helpKind(cell);
    }

    #numberKind(cell: number, code: number): Kind {
        const isWaveCell = this.#waveDistances.has(cell);
        const distanceValues = this.game.now.won ? { far: this.#distanceFromLast(cell) } : isWaveCell ? { far: this.#waveDistances.get(cell) ?? 0 } : undefined;
        const openClasses = ["open", `n${code}`, ...(isWaveCell ? ["opened"] : [])];
        return { text: code ? String(code) : "", kind: code ? "number" : "zero", label: { number: code }, classes: openClasses, values: distanceValues };
    }

    /** How far a cell is from the last move. */
    #distanceFromLast(cell: number) {
        const { columns } = this.game.rules;
        const row = Math.floor(cell / columns) - Math.floor(this.#lastCell / columns);
        return Math.round(Math.hypot(row, (cell % columns) - (this.#lastCell % columns)));
    }

    #helpKind(cell: number): Kind {
        const { help, survey } = this;
        const surveyMark = survey?.marks[cell];
        const coveredKind = { kind: "covered", classes: ["covered"] };
        if (help === "off" || !survey || surveyMark === undefined) return coveredKind;
        if (isSafe(surveyMark)) return { text: "✓", kind: "safe", classes: ["covered", "safe"] };
        if (isMine(surveyMark)) return { text: "!", kind: "sure", classes: ["covered", "sure"] };
        const chance = survey.chances[cell];
        if (help === "safe" || isNaN(chance) || !this.#isBesideOpen(cell)) return coveredKind;
        const chanceClasses = ["covered", "chance", ...(chance > HIGH ? ["high"] : []), ...(this.#isSame(cell) ? ["same"] : [])];
        const chanceLabel = { chance: this.words.percent.format(chance) };
        return { text: String(Math.round(chance * 100)), kind: "chance", label: chanceLabel, classes: chanceClasses, values: { p: chance ** 0.75 } };
    }

    /** Whether a cell is next to a visible number; all other cells share one chance. */
    #isBesideOpen(cell: number) {
        return listNeighbours(this.game.rules, cell).some((other) => this.game.now.cells[other] < NUMBER);
    }

    /** The common chance of all cells without a neighbouring number, in a sentence; undefined if chances are hidden. */
    chanceSentence(): string | undefined {
        const { survey, help } = this;
        if (help !== "chances" || !survey?.counted) return undefined;
        const other = isNaN(survey.other) ? undefined : this.words.percent.format(survey.other);
        return this.words.translate(other ? "minesweeper.chances" : "minesweeper.chances.all", { other: other ?? "" });
    }

    /** A button that names a cell in a sentence and focuses it on the board. */
    cellButton(cell: number) {
        return newElement("button", { type: "button", class: "name", "data-names": cell }, this.place(cell));
    }

    #nameCells(cells: Iterable<number>) {
        return this.words.joinList([...cells].sort((a, b) => a - b).map((cell) => this.cellButton(cell)));
    }

    /** The entries of the list of moves. */
    listMoves(moves: Move[]) {
        const last = moves.length - 1;
        return moves.map(({ deed, cell }, place) => {
            const moveText = this.words.translate(`minesweeper.move.${deed}`, { number: place + 1, cell: this.place(cell) });
            return { text: moveText, current: place === last };
        });
    }

    /** Numbers in a sentence, with their cells. */
    nameNumbers(cells: Iterable<number>) {
        const { now } = this.game;
        const namedCells = [...cells].map((cell) => {
            const cellValues = { number: now.cells[cell], cell: this.cellButton(cell) };
            return newElement("span", {}, ...this.words.translateParts("minesweeper.why.number", cellValues));
        });
        return this.words.joinList(namedCells);
    }

    /**
     * Describe one step of a reason.
     * @param mines the mines that earlier steps proved
     */
    #stepSentence(step: Step, mines: Set<number>) {
        const stepKind = step.mine ? "mine" : "safe";
        const settledCount = step.settled.length;
        const stepValues = { count: settledCount, numbers: this.nameNumbers(step.numbers), cells: this.#nameCells(step.settled) };
        if (step.numbers.length === 2) return this.words.translateParts(`minesweeper.why.pair.${stepKind}`, stepValues);
        if (step.mine) return this.words.translateParts("minesweeper.why.only", stepValues);
        const knownMines = [...step.known].filter((cell) => mines.has(cell));
        if (knownMines.length === 0) return this.words.translateParts("minesweeper.why.none", stepValues);
        return this.words.translateParts("minesweeper.why.full", { ...stepValues, known: this.#nameCells(knownMines) });
    }

    /** Explain why a cell is certain, one sentence per step. */
    reasonSentences(cell: number, cellReason: CellReason): Sentence[] {
        if (cellReason.steps.length > 0) {
            const mineSet = new Set() as Set<number>;
            return cellReason.steps.map((step) => {
                const stepSentence = this.#stepSentence(step, mineSet);
                if (step.mine) for (const cell of step.settled) mineSet.add(cell);
                return capitalise(stepSentence);
            });
        }
        const { mines } = this.game.rules;
        if (cellReason.because.length === 0) return [capitalise(this.words.translateParts("minesweeper.why.only-count", { mines }))];
        const levelRule = `${["single", "pair", "chain", "count"][cellReason.level]}.${cellReason.mine ? "mine" : "safe"}`;
        const numberValues = { mines, numbers: this.nameNumbers(cellReason.because), cells: [this.cellButton(cell)] };
        return [capitalise(this.words.translateParts(`minesweeper.why.${levelRule}`, numberValues))];
    }
}

/** Begin a sentence with a capital; its first piece may be an element. */
function capitalise(sentence: Sentence): Sentence {
    const [first, ...rest] = sentence.filter((piece) => piece !== "");
    if (typeof first === "string") return [first[0].toUpperCase() + first.slice(1), ...rest];
    const firstText = first.firstChild;
    if (firstText instanceof Text && firstText.data) firstText.data = firstText.data[0].toUpperCase() + firstText.data.slice(1);
    return [first, ...rest];
}
