// The judgement of a game: how safe each click was, and how safe the best one was, by all layouts of what was visible.
// The rules are those of minesweeper/game/judgement.py. The kernel counts the layouts.

import { explain, survey } from "../../kernel/minesweeper.ts";
import { NEAR, UNKNOWN, isCovered, isSafe } from "./state.ts";
import type { Client } from "../../kernel/client.ts";
import type { CellReason, SurveyReply } from "../../kernel/minesweeper.ts";

/** A click that opened something: the position before it, the covered cells that it opened, and its time if it is known. */
export type PlayedClick = { cells: Uint8Array, opens: number[], isHit: boolean, ms?: number };
/** A game with its clicks. `cells` is the last position, `seconds` the time of the game, `name` that of its file. */
export type PlayedGame = {
    rows: number, columns: number, variant: number, mines: number, mine: Uint8Array, clicks: PlayedClick[],
    cells: Uint8Array, isWon: boolean, seconds: number, name: string,
};

/** In the order of the words: see `VERDICTS` in game/verdicts.py. */
export const VERDICTS = ["first", "safe", "needless", "forced", "guess", "unknown"] as const;
/**
 * A click with its verdict and the chances of what it opened and of the best cell. `safest` is the safe cell with the
 * easiest reason, or the best one.
 */
export type JudgedClick = PlayedClick & {
    verdict: (typeof VERDICTS)[number], safety?: number, best?: number, safest?: number, reason?: CellReason, surveyReply?: SurveyReply,
};

const [CONSISTENT, CONTRADICTORY] = [0, 1]; // states of a board: it has layouts, or none
const EQUAL = 1e-9; // difference of chances that count as one

/** Judge a click on a position. */
export async function judgeClick(client: Client, game: PlayedGame, click: PlayedClick): Promise<JudgedClick> {
    const { cells, opens } = click;
    if (cells.every(isCovered)) return { ...click, verdict: "first" };
    const board = boardOf(game, cells);
    const { tell: surveyReply } = await survey(client, { board });
    const { state, marks, chances, counted: isCounted } = surveyReply;
    if (state !== CONSISTENT || marks.length === 0) return { ...click, verdict: "unknown" };
    if (opens.every((cell) => isSafe(marks[cell]))) return { ...click, verdict: "safe", safety: 1, best: 1 };
    const coveredCells = [...cells.keys()].filter((cell) => isCovered(cells[cell]));
    const safeCells = coveredCells.filter((cell) => isSafe(marks[cell]));
    const safety = isCounted ? await safetyOf(client, game, click, surveyReply) : undefined;
    if (safeCells.length > 0) return { ...click, verdict: "needless", safety, best: 1, surveyReply, ...(await findEasiest(client, board, safeCells)) };
    if (safety === undefined) return { ...click, verdict: "unknown" };
    const safest = coveredCells.reduce((least, cell) => (chances[cell] < chances[least] - EQUAL ? cell : least));
    const best = 1 - chances[safest];
    return { ...click, verdict: best - safety < EQUAL ? "forced" : "guess", safety, best, safest, surveyReply };
}

const boardOf = ({ rows, columns, variant, mines }: PlayedGame, cells: Uint8Array) => ({ rows, columns, near: NEAR[variant], cells, mines: BigInt(mines) });

/** The share of layouts without a mine in all cells of a click. */
async function safetyOf(client: Client, game: PlayedGame, { cells, opens }: PlayedClick, { chances, log2_layouts: power }: SurveyReply) {
    if (opens.length === 1) return 1 - chances[opens[0]];
    const board = boardOf(game, cells.map((code, cell) => (opens.includes(cell) ? UNKNOWN : code)));
    const { tell: { state, marks, counted: isCounted, log2_layouts: openPower } } = await survey(client, { board });
    if (state === CONTRADICTORY) return 0;
    return state === CONSISTENT && marks.length > 0 && isCounted ? 2 ** (openPower - power) : undefined;
}

/** The safe cell whose reason is the easiest: by its level, then by its numbers. */
async function findEasiest(client: Client, board: ReturnType<typeof boardOf>, safeCells: number[]) {
    const { reasons } = (await explain(client, { board, cells: Uint32Array.from(safeCells) })).tell;
    const [reason] = reasons.sort((one, other) => one.level - other.level || one.because.length - other.because.length || one.cell - other.cell);
    return { safest: reason?.cell ?? safeCells[0], reason };
}

/** The number of clicks by verdict, the chance to survive the risks that were survived, and the avoidable risk. */
export function sumUp(clicks: JudgedClick[]) {
    const count = (verdict: string) => clicks.filter((click) => click.verdict === verdict).length;
    const graded = clicks.filter(({ verdict }) => verdict !== "first" && verdict !== "safe");
    const multiply = (factors: (number | undefined)[]) =>
        factors.reduce((product, factor) => (product === undefined || factor === undefined ? undefined : product * factor), 1);
    const luck = multiply(graded.map(({ isHit, safety }) => (isHit ? 1 : safety)));
    const ratio = multiply(graded.map(({ safety, best = 1 }) => safety && safety / best));
    return { count, luck, cost: ratio === undefined ? undefined : ratio > 1 - EQUAL ? 0 : 1 - ratio };
}
