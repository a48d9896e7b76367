// What the kernel finds about a board, in sentences: what is certain, which numbers contradict each other, what to guess;
// and why a cell is certain, told step by step, the numbers that it uses ringed on the board.

import { newElement } from "../../frame/dom.ts";
import { conflict, explain } from "../../kernel/minesweeper.ts";
import { guess } from "../../kernel/minesweeper_guess.ts";
import { policy } from "./options.ts";
import { isCovered, isMine, isSafe } from "./view.ts";
import type { Words } from "../../frame/words.ts";
import type { Client } from "../../kernel/client.ts";
import type { Board, ExplainReply, SurveyReply } from "../../kernel/minesweeper.ts";
import type { View } from "./view.ts";

/** Sentences, and cells that they point at. */
type Answer = { sentences: (string | Node)[][], cells: number[] };

export const CONTRADICTORY = 1; // the state of a board without a layout
const MOST_WEIGHED = 1_000; // cells of a board whose guesses are weighed; the kernel refuses larger ones
const FEW = 40; // powers of two: so many layouts are told as a number

/** How many layouts there are, as a person says it. */
function layouts(words: Words, { log2_layouts: power }: SurveyReply) {
    if (power < FEW) return words.translate("minesweeper.solve.layouts", { count: Math.round(2 ** power) });
    return words.translate("minesweeper.solve.many", { power: Math.floor(power * Math.log10(2)) });
}

/** Tell what is certain on a board. */
export function certain(words: Words, view: View, found: SurveyReply): Answer {
    const safe = [...found.marks.keys()].filter((cell) => isSafe(found.marks[cell]));
    const mines = [...found.marks.keys()].filter((cell) => isMine(found.marks[cell]));
    const told = [words.translate("minesweeper.solve.safe", { count: safe.length })];
    if (mines.length) told.push(words.translate("minesweeper.solve.mines", { count: mines.length }));
    if (found.counted) told.push(layouts(words, found));
    const first = safe.length ? [[...words.translateParts("minesweeper.hint.safe", { cell: view.named(safe[0]) })]] : [];
    return { sentences: [[told.join(" ")], ...first], cells: safe.slice(0, 1) };
}

/** Tell why a board cannot be: a set of numbers of which none can be left out. */
export async function contradiction(words: Words, view: View, client: Client, board: Board): Promise<Answer> {
    const { tell } = await conflict(client, { board });
    if (!tell.found) return { sentences: [[words.translate("minesweeper.conflict")]], cells: [] };
    const cells = [...tell.because];
    const mines = Number(board.mines);
    const values = { mines, numbers: view.numbered(cells), count: cells.length };
    if (cells.length === 0) return { sentences: [[words.translate("minesweeper.conflict.only-count", { mines })]], cells };
    const key = tell.counted ? "minesweeper.conflict.count" : "minesweeper.conflict.numbers";
    return { sentences: [words.translateParts(key, values)], cells };
}

/** Tell which cell to open where none is certainly safe. */
export async function best(
    words: Words,
    view: View,
    client: Client,
    board: Board,
    found: SurveyReply,
): Promise<Answer> {
    const safe = found.marks.findIndex(isSafe);
    if (safe >= 0) return { sentences: [words.translateParts("minesweeper.hint.safe", { cell: view.named(safe) })], cells: [safe] };
    const covered = [...board.cells.keys()].filter((cell) => isCovered(board.cells[cell]) && !isMine(found.marks[cell]));
    if (covered.length === 0) return { sentences: [[words.translate("minesweeper.hint.nothing")]], cells: [] };
    if (!found.counted) return { sentences: [[words.translate("minesweeper.unknown")]], cells: [] };
    const chance = (cell: number) => words.percent.format(found.chances[cell]);
    if (board.mines < 0n || board.cells.length > MOST_WEIGHED) {
        const cell = covered.reduce((least, one) => (found.chances[one] < found.chances[least] ? one : least));
        const values = { cell: view.named(cell), chance: chance(cell) };
        return { sentences: [words.translateParts("minesweeper.hint.least", values)], cells: [cell] };
    }
    const { tell } = await guess(client, { board, policy: policy() });
    const { cell, won, layouts: every } = tell;
    const values = { cell: view.named(cell), chance: chance(cell), won, layouts: every };
    return { sentences: [words.translateParts(`minesweeper.hint.${every ? "solved" : "guess"}`, values)], cells: [cell] };
}

/** Ask why a cell is certain; nothing where it is not. */
export async function reason(client: Client, board: Board, cell: number): Promise<ExplainReply | undefined> {
    const { tell } = await explain(client, { board, cell });
    return tell.certain ? tell : undefined;
}

/** A sentence, the numbers it uses, and the cells it settles. */
type Told = { parts: (string | Node)[], numbers: number[], settled: number[] };

export class Steps {
    #at = 0;
    words: Words;
    view: View;
    cell: number;
    tell: (...sentences: (string | Node)[][]) => void;
    draw: () => void;
    told: Told[];

    constructor(
        words: Words,
        view: View,
        cell: number,
        found: ExplainReply,
        tell: (...sentences: (string | Node)[][]) => void,
        draw: () => void,
    ) {
        this.words = words;
        this.view = view;
        this.cell = cell;
        this.tell = tell;
        this.draw = draw;
        const sentences = view.reason(cell, found);
        const every = { numbers: [...found.because], settled: [cell] };
        this.told = sentences.map((parts, place) => {
            const step = found.steps[place];
            return { parts, ...(step ? { numbers: [...step.numbers], settled: [...step.settled] } : every) };
        });
        this.#at = this.told.length;
    }

    /** Show all sentences, the numbers of all of them ringed. */
    all() {
        this.#show(this.told.length);
    }

    /** @param at how many steps are told */
    #show(at: number) {
        this.#at = Math.min(Math.max(at, 1), this.told.length);
        const whole = this.#at === this.told.length;
        const told = this.told.slice(0, this.#at);
        this.tell(...told.map(({ parts }) => parts), ...(this.told.length > 1 ? [this.#buttons()] : []));
        const { rings } = this.view;
        for (const { settled } of told) for (const cell of settled) rings.set(cell, "settled");
        for (const { numbers } of told) for (const cell of numbers) rings.set(cell, "ring");
        const last = told[told.length - 1];
        if (!whole) for (const cell of [...last.numbers, ...last.settled]) rings.set(cell, "ring now");
        rings.set(this.cell, "ring");
        this.draw();
    }

    #buttons() {
        const say = (name: string) => this.words.translate(`minesweeper.steps.${name}`);
        const button = (name: string, to: () => number) => {
            const click = () => {
                this.#show(to());
                const again = document.querySelector(`[data-step="${name}"]`);
                if (again instanceof HTMLElement) again.focus();
            };
            return newElement("button", { type: "button", "data-step": name, click }, say(name));
        };
        const where = this.words.translate("minesweeper.steps.where", { step: this.#at, steps: this.told.length });
        return [
            button("first", () => 1), " ",
            button("back", () => this.#at - 1), " ", where, " ",
            button("forward", () => this.#at + 1), " ",
            button("all", () => this.told.length),
        ];
    }
}
