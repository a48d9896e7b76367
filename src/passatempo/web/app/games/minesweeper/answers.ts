// The answers of the kernel in sentences: certain cells, numbers that contradict each other, the best guess;
// and why a cell is certain, one step at a time, the numbers of the step ringed on the board.

import { newElement } from "../../frame/dom.ts";
import { conflict, explain } from "../../kernel/minesweeper.ts";
import { guess } from "../../kernel/minesweeper_guess.ts";
import { policy } from "./options.ts";
import { isCovered, isMine, isSafe } from "./view.ts";
import type { Sentence } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { Client } from "../../kernel/client.ts";
import type { Board, SurveyReply } from "../../kernel/minesweeper.ts";
import type { View } from "./view.ts";

/** Sentences, the rings of the cells that they point at, and the cell to open, if there is one. */
export type Answer = { said: Sentence[], rings: Map<number, string>, cell?: number };

export const CONTRADICTORY = 1; // the state of a board without a layout
const MOST_WEIGHED = 1_000; // cells of a board whose guesses are weighed; the kernel refuses larger ones
const FEW = 40; // up to this power of two, the layouts are written as a number

/** How many layouts there are, as a person says it. */
function layouts(words: Words, { log2_layouts: power }: SurveyReply) {
    if (power < FEW) return words.translate("minesweeper.solve.layouts", { count: Math.round(2 ** power) });
    return words.translate("minesweeper.solve.many", { power: Math.floor(power * Math.log10(2)) });
}

/** Name the certain cells of a board. */
export function certain(words: Words, view: View, found: SurveyReply): Answer {
    const safe = [...found.marks.keys()].filter((cell) => isSafe(found.marks[cell]));
    const mines = [...found.marks.keys()].filter((cell) => isMine(found.marks[cell]));
    const more = mines.length ? [words.translate("minesweeper.solve.mines", { count: mines.length })] : [];
    if (found.counted) more.push(layouts(words, found));
    const first = safe.length ? [words.translateParts("minesweeper.hint.safe", { cell: view.named(safe[0]) })] : [];
    return { said: [[words.translate("minesweeper.solve.safe", { count: safe.length })], ...first, [more.join(" ")]], rings: new Map() };
}

/** Explain why a board cannot be: a set of numbers of which none can be left out. */
export async function contradiction(words: Words, view: View, client: Client, board: Board): Promise<Answer> {
    const { tell } = await conflict(client, { board });
    const plain = (key: string, values = {}) => ({ said: [[words.translate(key, values)]], rings: new Map() });
    if (!tell.found) return plain("minesweeper.conflict");
    const cells = [...tell.because];
    const mines = Number(board.mines);
    if (cells.length === 0) return plain("minesweeper.conflict.only-count", { mines });
    const values = { mines, numbers: view.numbered(cells), count: cells.length };
    const key = tell.counted ? "minesweeper.conflict.count" : "minesweeper.conflict.numbers";
    return { said: [words.translateParts(key, values)], rings: new Map(cells.map((cell) => [cell, "ring wrong"])) };
}

/** Suggest a cell to open: one that is certainly safe, with the reason, else the best guess. */
export async function best(words: Words, view: View, client: Client, board: Board, found: SurveyReply, show: Show): Promise<Answer> {
    const safe = found.marks.findIndex(isSafe);
    if (safe >= 0) return (await reason(words, view, client, board, safe, show)) as Answer;
    const plain = (key: string) => ({ said: [[words.translate(key)]], rings: new Map() });
    const covered = [...board.cells.keys()].filter((cell) => isCovered(board.cells[cell]) && !isMine(found.marks[cell]));
    if (covered.length === 0) return plain("minesweeper.hint.nothing");
    if (!found.counted) return plain("minesweeper.unknown");
    const guessed = (cell: number, kind: string, values = {}): Answer => {
        const chance = words.percent.format(found.chances[cell]);
        const sentence = words.translateParts(`minesweeper.hint.${kind}`, { cell: view.named(cell), chance, ...values });
        return { said: [[words.translate("minesweeper.hint.none")], sentence], rings: new Map([[cell, "ring"]]), cell };
    };
    if (board.mines < 0n || board.cells.length > MOST_WEIGHED) {
        return guessed(covered.reduce((least, one) => (found.chances[one] < found.chances[least] ? one : least)), "least");
    }
    const { tell } = await guess(client, { board, policy: policy() });
    return guessed(tell.cell, tell.layouts ? "solved" : "guess", { won: tell.won, layouts: tell.layouts });
}

/** Shows another step of a reason. */
type Show = (answer: Answer) => void;

/**
 * Explain why a cell is certain, beginning with the first step. Return undefined if it is not.
 * @param show called when the visitor goes to another step
 */
export async function reason(words: Words, view: View, client: Client, board: Board, cell: number, show: Show): Promise<Answer | undefined> {
    const { tell: found } = await explain(client, { board, cell });
    if (!found.certain) return undefined;
    const sentences = view.reason(cell, found);
    const lead = words.translateParts(`minesweeper.hint.${found.mine ? "mine" : "safe"}`, { cell: view.named(cell) });
    const step = (at: number): Answer => {
        const { numbers, settled } = found.steps[at] ?? { numbers: found.because, settled: [cell] };
        const rings = new Map<number, string>();
        for (const earlier of found.steps.slice(0, at)) for (const known of earlier.settled) rings.set(known, "settled");
        for (const known of settled) rings.set(known, "settled");
        for (const number of numbers) rings.set(number, "reason");
        rings.set(cell, "ring");
        const turn = sentences.length > 1 ? [turns(words, at, sentences.length, (to) => show(step(to)))] : [];
        return { said: [lead, capitalised(sentences[at]), ...turn], rings, ...(found.mine ? {} : { cell }) };
    };
    return step(0);
}

/** A sentence with a capital at its beginning, which a number may hold. */
function capitalised(sentence: Sentence): Sentence {
    const [first, ...rest] = sentence.filter((piece) => piece !== "");
    if (typeof first === "string") return [first[0].toUpperCase() + first.slice(1), ...rest];
    const text = first.firstChild;
    if (text instanceof Text && text.data) text.data = text.data[0].toUpperCase() + text.data.slice(1);
    return [first, ...rest];
}

/** "2 of 5", with back and forward. */
function turns(words: Words, at: number, count: number, go: (at: number) => void): Sentence {
    const button = (name: string, to: number, sign: string) => {
        const label = words.translate(`minesweeper.steps.${name}`);
        const isOff = to < 0 || to >= count;
        const click = () => isOff || go(to);
        return newElement("button", { type: "button", "data-step": name, "aria-label": label, "aria-disabled": isOff, click }, sign);
    };
    const where = words.translate("minesweeper.steps.where", { step: at + 1, steps: count });
    return [newElement("span", { class: "steps" }, button("back", at - 1, "‹"), where, button("forward", at + 1, "›"))];
}
