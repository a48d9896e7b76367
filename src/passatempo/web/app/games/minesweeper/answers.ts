// The answers of the kernel in sentences: certain cells, numbers that contradict each other, the best guess;
// and why a cell is certain, one step at a time, the numbers of the step ringed on the board.

import { stepButtons } from "../../frame/dom.ts";
import { conflict, explain } from "../../kernel/minesweeper.ts";
import { guess } from "../../kernel/minesweeper_guess.ts";
import { readPolicy } from "./options.ts";
import { isCovered, isMine, isSafe } from "./state.ts";
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

/** The number of layouts, in words for a reader. */
function layoutSentence(words: Words, { log2_layouts: power }: SurveyReply) {
    if (power < MAX_LISTED_POWER) return words.translate("minesweeper.solve.layouts", { count: Math.round(2 ** power) });
    return words.translate("minesweeper.solve.many", { power: Math.floor(power * Math.log10(2)) });
}

/** Name the certain cells of a board. */
export function nameCertainCells(words: Words, view: View, surveyReply: SurveyReply): Answer {
    const safeCells = [...surveyReply.marks.keys()].filter((cell) => isSafe(surveyReply.marks[cell]));
    const mineCells = [...surveyReply.marks.keys()].filter((cell) => isMine(surveyReply.marks[cell]));
    const details = mineCells.length ? [words.translate("minesweeper.solve.mines", { count: mineCells.length })] : [];
    if (surveyReply.counted) details.push(layoutSentence(words, surveyReply));
    const safeSentences = safeCells.length ? [words.translateParts("minesweeper.hint.safe", { cell: view.cellButton(safeCells[0]) })] : [];
    return { message: [[words.translate("minesweeper.solve.safe", { count: safeCells.length })], ...safeSentences, [details.join(" ")]], rings: new Map() };
}

/** Explain why a board is contradictory: name a minimal set of numbers that contradict each other. */
export async function explainContradiction(words: Words, view: View, client: Client, board: Board): Promise<Answer> {
    const { tell: conflictReply } = await conflict(client, { board });
    const plainAnswer = (key: string, values = {}) => ({ message: [[words.translate(key, values)]], rings: new Map() });
    if (!conflictReply.found) return plainAnswer("minesweeper.conflict");
    const conflictCells = [...conflictReply.because];
    const mines = Number(board.mines);
    if (conflictCells.length === 0) return plainAnswer("minesweeper.conflict.only-count", { mines });
    const conflictValues = { mines, numbers: view.nameNumbers(conflictCells), count: conflictCells.length };
    const conflictKey = conflictReply.counted ? "minesweeper.conflict.count" : "minesweeper.conflict.numbers";
    return { message: [words.translateParts(conflictKey, conflictValues)], rings: new Map(conflictCells.map((cell) => [cell, "ring wrong"])) };
}

/** Suggest a cell to open: one that is certainly safe, with the reason, else the best guess. */
export async function suggestCell(words: Words, view: View, client: Client, board: Board, surveyReply: SurveyReply, show: Show): Promise<Answer> {
    const safeCell = surveyReply.marks.findIndex(isSafe);
    if (safeCell >= 0) return (await explainCell(words, view, client, board, safeCell, show)) as Answer;
    const plainAnswer = (key: string) => ({ message: [[words.translate(key)]], rings: new Map() });
    const candidateCells = [...board.cells.keys()].filter((cell) => isCovered(board.cells[cell]) && !isMine(surveyReply.marks[cell]));
    if (candidateCells.length === 0) return plainAnswer("minesweeper.hint.nothing");
    if (!surveyReply.counted) return plainAnswer("minesweeper.unknown");
    const guessAnswer = (cell: number, kind: string, values = {}): Answer => {
        const chance = words.percent.format(surveyReply.chances[cell]);
        const hintSentence = words.translateParts(`minesweeper.hint.${kind}`, { cell: view.cellButton(cell), chance, ...values });
        return { message: [[words.translate("minesweeper.hint.none")], hintSentence], rings: new Map([[cell, "ring"]]), cell };
    };
    if (board.mines < 0n || board.cells.length > MAX_WEIGHED_CELLS) {
        return guessAnswer(candidateCells.reduce((safest, cell) => (surveyReply.chances[cell] < surveyReply.chances[safest] ? cell : safest)), "least");
    }
    const { tell: guessReply } = await guess(client, { board, policy: readPolicy() });
    return guessAnswer(guessReply.cell, guessReply.layouts ? "solved" : "guess", { won: guessReply.won, layouts: guessReply.layouts });
}

/** Shows another step of a reason. */
type Show = (answer: Answer) => void;

/**
 * Explain why a cell is certain, beginning with the first step. Return undefined if it is not.
 * @param show called when the visitor goes to another step
 */
export async function explainCell(words: Words, view: View, client: Client, board: Board, cell: number, show: Show): Promise<Answer | undefined> {
    const [cellReason] = (await explain(client, { board, cells: Uint32Array.of(cell) })).tell.reasons;
    if (!cellReason) return undefined;
    const reasonSentences = view.reasonSentences(cell, cellReason);
    const hintLead = words.translateParts(`minesweeper.hint.${cellReason.mine ? "mine" : "safe"}`, { cell: view.cellButton(cell) });
    const stepAnswer = (at: number): Answer => {
        const { numbers, settled: certainCells } = cellReason.steps[at] ?? { numbers: cellReason.because, settled: [cell] };
        const rings = new Map<number, string>();
        for (const earlier of cellReason.steps.slice(0, at)) for (const cell of earlier.settled) rings.set(cell, "settled");
        for (const cell of certainCells) rings.set(cell, "settled");
        for (const number of numbers) rings.set(number, "reason");
        rings.set(cell, "ring");
        const buttons = reasonSentences.length > 1 ? [stepButtons(words, at, reasonSentences.length, (to) => show(stepAnswer(to)))] : [];
        return { message: [hintLead, reasonSentences[at], ...buttons], rings, ...(cellReason.mine ? {} : { cell }) };
    };
    return stepAnswer(0);
}
