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
export type Answer = { message: Sentence[], rings: Map<number, string>, cell?: number };

export const CONTRADICTORY = 1; // the state of a board without a layout
const MAX_WEIGHED_CELLS = 1_000; // cells of a board whose guesses are weighed; the kernel refuses larger ones
const MAX_LISTED_POWER = 40; // up to this power of two, the layouts are written as a number

/** How many layouts there are, as a person says it. */
function layouts(words: Words, { log2_layouts: power }: SurveyReply) {
    if (power < MAX_LISTED_POWER) return words.translate("minesweeper.solve.layouts", { count: Math.round(2 ** power) });
    return words.translate("minesweeper.solve.many", { power: Math.floor(power * Math.log10(2)) });
}

/** Name the certain cells of a board. */
export function certain(words: Words, view: View, report: SurveyReply): Answer {
    const safe = [...report.marks.keys()].filter((cell) => isSafe(report.marks[cell]));
    const mines = [...report.marks.keys()].filter((cell) => isMine(report.marks[cell]));
    const details = mines.length ? [words.translate("minesweeper.solve.mines", { count: mines.length })] : [];
    if (report.counted) details.push(layouts(words, report));
    const first = safe.length ? [words.translateParts("minesweeper.hint.safe", { cell: view.named(safe[0]) })] : [];
    return { message: [[words.translate("minesweeper.solve.safe", { count: safe.length })], ...first, [details.join(" ")]], rings: new Map() };
}

/** Explain why a board cannot be: a set of numbers of which none can be left out. */
export async function contradiction(words: Words, view: View, client: Client, board: Board): Promise<Answer> {
    const { tell: reply } = await conflict(client, { board });
    const plain = (key: string, values = {}) => ({ message: [[words.translate(key, values)]], rings: new Map() });
    if (!reply.found) return plain("minesweeper.conflict");
    const cells = [...reply.because];
    const mines = Number(board.mines);
    if (cells.length === 0) return plain("minesweeper.conflict.only-count", { mines });
    const values = { mines, numbers: view.nameNumbers(cells), count: cells.length };
    const key = reply.counted ? "minesweeper.conflict.count" : "minesweeper.conflict.numbers";
    return { message: [words.translateParts(key, values)], rings: new Map(cells.map((cell) => [cell, "ring wrong"])) };
}

/** Suggest a cell to open: one that is certainly safe, with the reason, else the best guess. */
export async function best(words: Words, view: View, client: Client, board: Board, report: SurveyReply, show: Show): Promise<Answer> {
    const safe = report.marks.findIndex(isSafe);
    if (safe >= 0) return (await reason(words, view, client, board, safe, show)) as Answer;
    const plain = (key: string) => ({ message: [[words.translate(key)]], rings: new Map() });
    const candidates = [...board.cells.keys()].filter((cell) => isCovered(board.cells[cell]) && !isMine(report.marks[cell]));
    if (candidates.length === 0) return plain("minesweeper.hint.nothing");
    if (!report.counted) return plain("minesweeper.unknown");
    const guessAnswer = (cell: number, kind: string, values = {}): Answer => {
        const chance = words.percent.format(report.chances[cell]);
        const sentence = words.translateParts(`minesweeper.hint.${kind}`, { cell: view.named(cell), chance, ...values });
        return { message: [[words.translate("minesweeper.hint.none")], sentence], rings: new Map([[cell, "ring"]]), cell };
    };
    if (board.mines < 0n || board.cells.length > MAX_WEIGHED_CELLS) {
        return guessAnswer(candidates.reduce((safest, cell) => (report.chances[cell] < report.chances[safest] ? cell : safest)), "least");
    }
    const { tell: reply } = await guess(client, { board, policy: policy() });
    return guessAnswer(reply.cell, reply.layouts ? "solved" : "guess", { won: reply.won, layouts: reply.layouts });
}

/** Shows another step of a reason. */
type Show = (answer: Answer) => void;

/**
 * Explain why a cell is certain, beginning with the first step. Return undefined if it is not.
 * @param show called when the visitor goes to another step
 */
export async function reason(words: Words, view: View, client: Client, board: Board, cell: number, show: Show): Promise<Answer | undefined> {
    const { tell: report } = await explain(client, { board, cell });
    if (!report.certain) return undefined;
    const sentences = view.reason(cell, report);
    const lead = words.translateParts(`minesweeper.hint.${report.mine ? "mine" : "safe"}`, { cell: view.named(cell) });
    const step = (at: number): Answer => {
        const { numbers, settled: certainCells } = report.steps[at] ?? { numbers: report.because, settled: [cell] };
        const rings = new Map<number, string>();
        for (const earlier of report.steps.slice(0, at)) for (const cell of earlier.settled) rings.set(cell, "settled");
        for (const cell of certainCells) rings.set(cell, "settled");
        for (const number of numbers) rings.set(number, "reason");
        rings.set(cell, "ring");
        const turn = sentences.length > 1 ? [turns(words, at, sentences.length, (to) => show(step(to)))] : [];
        return { message: [lead, capitalise(sentences[at]), ...turn], rings, ...(report.mine ? {} : { cell }) };
    };
    return step(0);
}

/** A sentence with a capital at its beginning, which a number may hold. */
function capitalise(sentence: Sentence): Sentence {
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
    const place = words.translate("minesweeper.steps.where", { step: at + 1, steps: count });
    return [newElement("span", { class: "steps" }, button("back", at - 1, "‹"), place, button("forward", at + 1, "›"))];
}
