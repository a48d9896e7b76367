// The files of players, the game of one, and the game just played, as they are judged. The kernel reads the file and opens
// the squares.

import { play } from "../../kernel/minesweeper.ts";
import { read_file } from "../../kernel/minesweeper_files.ts";
import { COVERED, FLAG, NEAR, isCovered, listNeighbours } from "./state.ts";
import type { Words } from "../../frame/words.ts";
import type { Client } from "../../kernel/client.ts";
import type { ReadFileReply } from "../../kernel/minesweeper_files.ts";
import type { Game } from "./game.ts";
import type { PlayedClick, PlayedGame } from "./judgement.ts";
import type { FileField } from "./text.ts";

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
