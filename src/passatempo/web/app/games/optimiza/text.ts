// Boards of Optimiza as text, read as optimiza/text.py reads them: rows by line, / or |, and by ; in one line; or all
// numbers of a square board in one line.

import { TextFault } from "../../frame/position/fault.ts";
import { HEXAGONAL, MAX_N, NAMES, copyCount } from "./game.ts";

const TRIANGLE = 5;
const KEYS = /^\s*(?:(variant)\s*:\s*(.*?)\s*|n\s*:.*|\/\/.*)$/i;

/** A number of a text, and its place. */
type Word = { word: string, at: number };

/** Read a board. Throws `TextFault`. */
export function read(rawText: string) {
    const text = rawText.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
    const lines = text.split("\n").map((line) => ({ line, key: KEYS.exec(line) }));
    const name = lines.find(({ key }) => key?.[1])?.key?.[2] ?? NAMES[0];
    const variant = NAMES.indexOf(name);
    if (variant < 0) throw new TextFault("bad-variant", text, text.indexOf(name), name.length);
    const rows = readRows(text, lines.map(({ line, key }) => (key ? " ".repeat(line.length) : line)).join("\n"));
    const side = Math.sqrt(rows[0].length);
    const isRow = rows.length === 1 && variant < HEXAGONAL && Number.isInteger(side);
    const n = isRow && side > 1 ? side : sizeOf(text, rows, variant);
    const cells = rows.flat().map(({ word }) => Number(word));
    const outside = cells.findIndex((number) => number < 1 || number > n);
    const numbers = Array.from({ length: n }, (_, at) => n - at).map((number) => ({ number, count: cells.filter((cell) => cell === number).length, expected: copyCount(n, variant, number) }));
    const wrong = numbers.find(({ count, expected }) => count !== expected);
    const { at, word } = rows.flat()[Math.max(outside, 0)];
    if (outside >= 0) throw new TextFault("out-of-range", text, at, word.length, { n }, true);
    if (wrong) throw new TextFault("wrong-count", text, 0, 0, wrong, true);
    return { n, variant, cells };
}

function readRows(text: string, rest: string): Word[][] {
    const rowPattern = rest.trim().includes("\n") ? /[^\n/|]+/g : /[^\n/|;]+/g;
    const rows = [...rest.matchAll(rowPattern)].map(({ 0: row, index }) => [...row.matchAll(/[^\s,;]+/g)].map((word) => ({ word: word[0], at: index + word.index }))).filter((row) => row.length);
    if (rows.length === 0) throw new TextFault("empty", text, 0, 0);
    const stray = rows.flat().find(({ word }) => !/^[+-]?[0-9]{1,6}$/.test(word));
    if (stray) throw new TextFault("not-a-number", text, stray.at, stray.word.length);
    return rows;
}

/** The size of a board from the lengths of its rows, of which the first of the most frequent ones counts. */
function sizeOf(text: string, rows: Word[][], variant: number) {
    const widths = rows.map((row) => row.length);
    const frequency = (width: number) => widths.filter((other) => other === width).length;
    const width = widths.reduce((best, other) => (frequency(other) > frequency(best) ? other : best));
    const ragged = widths.findIndex((other, row) => other !== (variant === TRIANGLE ? row + 1 : width));
    if (ragged >= 0) throw new TextFault("ragged", text, rows[ragged][0].at, 1, { row: ragged + 1, count: widths[ragged] });
    const n = variant === TRIANGLE ? rows.length : variant === HEXAGONAL && width === 2 * rows.length + 1 ? width - 1 : width;
    if (rows.length === (variant === HEXAGONAL ? (n + 1) >> 1 : n) && n > 1 && n <= MAX_N) return n;
    throw new TextFault("wrong-shape", text, rows[0][0].at, 1, { rows: rows.length, columns: width, most: MAX_N });
}
