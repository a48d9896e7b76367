// The games that can be judged, of a player's file or just played, and their judgement: how safe each click was, and how safe
// the best one was, by all layouts of what was visible. The rules are those of minesweeper/game/judgement.py. The kernel
// reads the file, opens the squares and counts the layouts.

import { explain, play, survey } from "../../kernel/minesweeper.ts";
import { read_file } from "../../kernel/minesweeper_files.ts";
import { COVERED, FLAG, NEAR, UNKNOWN, isCovered, isSafe, listNeighbours } from "./state.ts";
import type { Words } from "../../frame/words.ts";
import type { Client } from "../../kernel/client.ts";
import type { CellReason, SurveyReply } from "../../kernel/minesweeper.ts";
import type { ReadFileReply } from "../../kernel/minesweeper_files.ts";
import type { Game } from "./game.ts";
import type { FileField } from "./text.ts";

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

const FORMATS = ["", "avf", "evf", "mbf", "mvf", "rawvf", "rmv"]; // Twin: FORMATS in minesweeper/text.py
const FOREIGN = 1; // the fault of a file of another format
const CONTROL = /[\0-\x08\x0b\x0e-\x1f\x7f]/; // in no text

function isBinary(bytes: Uint8Array) {
    try {
        return CONTROL.test(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    } catch {
        return true;
    }
}

/**
 * Read the field of a file: by the ending of its name, else by its content.
 * @returns a sentence if it cannot be read; nothing if it is a text
 */
export async function readFile(client: Client, words: Words, bytes: Uint8Array, name: string): Promise<FileField | string | undefined> {
    const suffix = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
    const format = Math.max(FORMATS.indexOf(suffix === "abf" ? "mbf" : suffix), 0);
    if (format === 0 && !isBinary(bytes)) return undefined;
    if (bytes.length === 0) return words.translate("review.empty");
    const { tell: file } = await read_file(client, { bytes, format, reading: 0, plain: true, near: NEAR[0] });
    return file.fault ? describeFault(words, bytes, file) : { file, variant: 0 };
}

/** The fault of a file with its byte, or with its line in a text. */
function describeFault(words: Words, bytes: Uint8Array, { fault: code, at, format, values }: ReadFileReply) {
    const sign = String.fromCharCode(Number(values[0] ?? 0));
    const placeholders = { ...Object.fromEntries(values.map((value, at) => [at, String(value)])), sign, name: FORMATS[format] };
    const fault = words.translate(code === FOREIGN && format === 0 ? "review.foreign" : `review.fault.${code}`, placeholders);
    if (FORMATS[format] !== "rawvf") return words.translate("review.byte", { at: String(at), fault });
    const line = bytes.subarray(0, at - 1).reduce((lines, byte) => lines + Number(byte === 10), 1);
    return words.translate("review.line", { line: String(line), fault });
}

/** Play the clicks of a file again. */
export async function playAgain(client: Client, { file, variant }: FileField, name: string): Promise<PlayedGame> {
    const { rows, columns, cells: mine, clicks } = file;
    const field = { rows, columns, near: NEAR[variant], mine };
    const playedClicks: PlayedClick[] = [];
    let cells = new Uint8Array(mine.length).fill(COVERED);
    let isWon = false;
    for (const { ms, opens, flags, hit } of clicks) {
        cells = cells.map((code, cell) => (flags.includes(cell) && isCovered(code) ? FLAG : code === FLAG ? COVERED : code));
        playedClicks.push({ cells, opens: [...opens], isHit: hit, ms });
        for (const cell of opens) {
            const { tell: reply } = await play(client, { ...field, cells, deed: 0, cell });
            if (reply.fault) continue; // it is open already
            cells = Uint8Array.from(reply.cells);
            isWon = reply.won && !hit;
        }
    }
    const mines = mine.reduce((sum, one) => sum + one, 0);
    return { rows, columns, variant, mines, mine, clicks: playedClicks, cells, isWon, seconds: (clicks.at(-1)?.ms ?? 0) / 1000, name };
}

/** The game on the page. A flag protects its square from a chord. */
export function replayOf({ rules, history: { states }, mine = new Uint8Array(), now, clock }: Game): PlayedGame {
    const clicks = states.flatMap(({ move, hit }, at): PlayedClick[] => {
        if (!move || move.deed === "mark") return [];
        const { cells } = states[at - 1];
        const opens = move.deed === "press" ? [move.cell] : listNeighbours(rules, move.cell).filter((cell) => cells[cell] === COVERED);
        return [{ cells, opens, isHit: hit.length > 0 }];
    });
    return { ...rules, mine, clicks, cells: now.cells, isWon: now.won, seconds: clock.seconds, name: "" };
}
