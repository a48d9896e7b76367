// Games of m,n,k as texts in three formats, which are a list of moves with sizes, SGF and PSQ. This module only parses the
// texts, and the kernel checks the moves.

import { columnLetters } from "../../frame/board/board.ts";
import { TextFault } from "../../frame/position/fault.ts";
import { OPTIONS, rulesOf } from "./game.ts";
import type { Rules } from "../../kernel/mnk.ts";

/** A game from a text. */
export type GameText = { rules: Rules, moves: number[] };
/** A row and a column from 1, and the offset in the text. */
type Place = { row: number, column: number, at: number };

const FIVE = 5; // in a row, if a file has no number
const GO = 19; // the default size of SGF
const SIDE = 70;
const LONGEST = 100;
const NUMBERS = /(?<!\S)[0-9]+\.(?=\s|[A-Za-z(])/g; // for example 1. before a move
const MOVES = /([A-Za-z]{1,4})([0-9]{1,6})|\(?([0-9]{1,6})\s*,\s*([0-9]{1,6})\)?/g;
const FREE = ["", "0", "free", "freestyle", "gomoku"]; // names of other programs for five or more in a row
const GRID = /^[Xx×B1Oo○W2.\-_+\s,]+$/;
const FREE_SIGN = /[.\-_+]/; // a board without an empty square is no position
const STONES = [".-_+", "Xx×B1", "Oo○W2"];
const MOST_STATES = 10_000;
const POINTS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * Read a game, or a board as a grid.
 * @param chosen the rules of a list of moves without sizes, and of a grid of their size
 */
export function read(rawText: string, chosen?: Rules): GameText {
    const text = rawText.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
    const start = text.trimStart();
    if (/^\(\s?;/.test(start)) return readSgf(text);
    if (/^piskvorky/i.test(start)) return readPsq(text);
    return chosen && GRID.test(text) && FREE_SIGN.test(text) ? readGrid(text, chosen) : readList(text, chosen);
}

/** Read a board without its moves, which get an order that leads there. */
function readGrid(text: string, chosen: Rules): GameText {
    const rows = [...text.matchAll(/[^\n]*\S[^\n]*/g)].map(({ 0: row, index }) => ({ at: index, cells: [...row.replace(/[\s,]/g, "")] }));
    const [m, n] = [rows.length, rows[0].cells.length];
    const ragged = rows.findIndex(({ cells }) => cells.length !== n);
    if (ragged >= 0) throw new TextFault("ragged", text, rows[ragged].at, 1, { row: ragged + 1, count: rows[ragged].cells.length, columns: n });
    if (m > SIDE || n > SIDE) throw new TextFault("size", text, 0, 0);
    const rules = m === chosen.m && n === chosen.n ? chosen : rulesOf(m, n, Math.min(FIVE, Math.max(m, n)));
    return { rules, moves: movesOf(rules, rows.flatMap(({ cells }) => cells.map((sign) => STONES.findIndex((signs) => signs.includes(sign)))), text) };
}

/**
 * Moves of both sides in turn that lead to a board. Stones that fall come from below.
 * @param text for the fault of a board to which no moves lead
 */
export function movesOf(rules: Rules, cells: number[], text = ""): number[] {
    const [crosses, noughts] = [1, 2].map((side) => cells.flatMap((stone, cell) => (stone === side ? [cell] : [])).reverse());
    if (![0, 1].includes(crosses.length - noughts.length)) throw new TextFault("stones", text, 0, 0, { crosses: crosses.length, noughts: noughts.length });
    if (!rules.gravity) return crosses.flatMap((cell, at) => [cell, ...noughts.slice(at, at + 1)]);
    const moves: number[] = [];
    const dead = new Set<string>(); // heights from which no order leads on
    const rest = Array.from({ length: rules.n }, (_, column) => cells.flatMap((stone, cell) => (stone && cell % rules.n === column ? [cell] : [])));
    const addMoves = (): boolean => {
        const heights = rest.map((column) => column.length).join();
        if (dead.has(heights) || dead.size > MOST_STATES) return false;
        if (moves.length === crosses.length + noughts.length) return true;
        for (const column of rest.filter((one) => one.length && cells[one[one.length - 1]] === 1 + (moves.length % 2))) {
            moves.push(column.pop() as number);
            if (addMoves()) return true;
            column.push(moves.pop() as number);
        }
        return !dead.add(heights);
    };
    if (!addMoves()) throw new TextFault("order", text, 0, 0);
    return moves;
}

function game(text: string, sizes: Record<string, number>, options: Partial<Rules>, places: Place[]): GameText {
    for (const [name, limit] of [["m", SIDE], ["n", SIDE], ["k", LONGEST]]) {
        const size = sizes[name];
        if (size === undefined) throw new TextFault("size-missing", text, 0, 0);
        if (!(size >= 1 && size <= Number(limit))) throw new TextFault("size", text, Math.max(0, text.indexOf(String(size))), String(size).length);
    }
    const { m, n, k } = sizes;
    const moves = places.map(({ row, column, at }) => {
        const inside = row >= 1 && row <= m && column >= 1 && column <= n;
        if (!inside) throw new TextFault("outside", text, at, /^[^\s\];]*/.exec(text.slice(at))?.[0].length);
        return (row - 1) * n + column - 1;
    });
    return { rules: rulesOf(m, n, k, options), moves };
}

/** The number of a column (a, b, ..., z, aa) from 1. */
const columnOf = (name: string) => [...name.toLowerCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);

/**
 * Read a list of moves. A number such as 1. counts single moves, or moves of X with the reply.
 * @param list the text with blanks instead of anything else than moves
 */
function moveList(text: string, list: string): Place[] {
    const blanks = (match: string) => " ".repeat(match.length);
    const listWithoutNumbers = list.replace(NUMBERS, blanks);
    const stray = /[^\s;,]+/.exec(listWithoutNumbers.replace(MOVES, blanks));
    if (stray) throw new TextFault("move", text, stray.index, stray[0].length);
    const places = [...listWithoutNumbers.matchAll(MOVES)].map(({ 1: name, 2: row, 3: first, 4: second, index }) =>
        name ? { row: Number(row), column: columnOf(name), at: index } : { row: Number(first), column: Number(second), at: index },
    );
    let movesBefore = 0;
    for (const { 0: number, index } of list.matchAll(NUMBERS)) {
        while (movesBefore < places.length && places[movesBefore].at < index) movesBefore += 1;
        if (![Math.floor(movesBefore / 2) + 1, movesBefore + 1].includes(Number(number))) throw new TextFault("games", text, index, number.length);
    }
    return places;
}

/** Read lines of keys, and moves. */
function readList(text: string, chosen?: Rules) {
    const sizes: Record<string, number> = {};
    const options: Record<string, boolean> = {};
    const keySet = new Set();
    const rows = []; // lines of moves without a key
    let list = "";
    for (const line of text.split("\n")) {
        const at = list.length;
        const [, key, valueText] = /^\s*([a-z_]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
        const valueOffset = at + line.trimEnd().length - (valueText?.length ?? 0);
        let moves = "";
        if (key && keySet.has(key)) throw new TextFault("twice", text, at, line.length);
        keySet.add(key);
        if (line.trimStart().startsWith("//")) {
            // skip a comment
        } else if (key === "moves") {
            moves = line.replace("moves", "     ").replace(":", " ");
        } else if (key === "m" || key === "n" || key === "k") {
            if (!/^[0-9]{1,9}$/.test(valueText)) throw new TextFault("number", text, valueOffset, valueText.length);
            sizes[key] = Number(valueText);
        } else if (key && OPTIONS.some((option) => option === key)) {
            if (valueText !== "true" && valueText !== "false") throw new TextFault("switch", text, valueOffset, valueText.length);
            options[key] = valueText === "true";
        } else if (/^\s*[.XxOo_+-](\s|[.XxOo_+-]|$)/.test(line)) {
            throw new TextFault("board", text, at, line.length);
        } else {
            moves = line;
            if (line.trim()) rows.push({ line, at });
        }
        list += `${moves.padEnd(line.length)}\n`;
    }
    refuseGames(text, rows, keySet.has("moves"));
    const isBare = chosen && Object.keys({ ...sizes, ...options }).length === 0 && /[a-z][0-9]/i.test(list);
    return isBare ? game(text, { ...chosen } as {}, chosen, moveList(text, list)) : game(text, sizes, options, moveList(text, list));
}

/** Reject lines of moves that may be several games, because a list exists or unnumbered lines have several moves. */
function refuseGames(text: string, rows: { line: string, at: number }[], list: boolean) {
    const isMovePerLine = rows.every(({ line }) => (line.match(MOVES) ?? []).length < 2);
    const otherLine = list ? rows[0] : rows.slice(1).find(({ line }) => !isMovePerLine && !line.match(NUMBERS));
    if (otherLine) throw new TextFault("games", text, otherLine.at, otherLine.line.length);
}

/** Read k and the options from RU, or from the rule after the moves of a PSQ file. */
function rulesComment(text: string, ruleText: string, at: number) {
    const ruleWords = FREE.includes(ruleText.trim().toLowerCase()) ? [] : ruleText.matchAll(/k\s*=\s*([0-9]{1,9})(?![^\s,])|[^\s,]+/gi);
    const keyMap = new Map();
    for (const { 0: word, 1: number, index } of ruleWords) {
        const wordKey = number ? "k" : word.toLowerCase();
        if (keyMap.has(wordKey)) throw new TextFault("twice", text, at + index, word.length);
        if (!number && !OPTIONS.some((option) => option === wordKey)) throw new TextFault("other", text, at + index, word.length);
        keyMap.set(wordKey, number ? Number(number) : true);
    }
    const { k = FIVE, ...options } = Object.fromEntries(keyMap);
    return { k, options };
}

function readPsq(text: string) {
    const textStart = text.length - text.trimStart().length;
    const startMatch = /^piskvorky\s+([0-9]{1,9})\s*x\s*([0-9]{1,9})\b.*/i.exec(text.slice(textStart));
    if (!startMatch) throw new TextFault("psq", text, textStart, /^.*/.exec(text.slice(textStart))?.[0].length);
    const movePattern = /^\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*(?:,\s*-?[0-9]+\s*)?$/;
    const tailPattern = /^\s*(?:rules:(.*)|-?[0-9]+\s*,\s*([a-z]+|.*).*|(freestyle|standard|renju|caro)[0-9_x]*)\s*$/i;
    let rule;
    const places = [];
    let at = textStart + startMatch[0].length + 1;
    const textLines = text.slice(at).split("\n");
    const last = textLines.findLastIndex((line) => movePattern.test(line));
    for (const [number, line] of textLines.entries()) {
        const moveMatch = movePattern.exec(line);
        const tailMatch = tailPattern.exec(line);
        if (moveMatch) {
            places.push({ row: Number(moveMatch[2]), column: Number(moveMatch[1]), at });
        } else if (number < last) {
            throw new TextFault("psq-move", text, at, line.length);
        } else if (tailMatch) {
            if (rule) throw new TextFault("twice", text, at, line.length);
            const tailText = tailMatch[1] ?? tailMatch[2] ?? tailMatch[3];
            rule = rulesComment(text, tailText, at + line.indexOf(tailText, line.search(/[:,]/) + 1));
        }
        at += line.length + 1;
    }
    return game(text, { m: Number(startMatch[2]), n: Number(startMatch[1]), k: rule?.k ?? FIVE }, rule?.options ?? {}, places);
}

function readSgf(text: string) {
    refuseCollection(text);
    const sizes = { m: GO, n: GO };
    let rule = { k: FIVE, options: {} };
    const places: Place[] = [];
    const nameSet = new Set();
    let wrongTurn; // a fault in PL, which the fault of a later board overrides
    for (const { name, value, at } of properties(text)) {
        if (nameSet.has(name)) throw new TextFault("twice", text, at, value.length);
        if (["GM", "RU", "SZ"].includes(name)) nameSet.add(name);
        if (name === "SZ") {
            const valueMatch = /^([0-9]{1,9})(?::([0-9]{1,9}))?$/.exec(value);
            if (!valueMatch) throw new TextFault("sgf-size", text, at, value.length);
            [sizes.n, sizes.m] = [Number(valueMatch[1]), Number(valueMatch[2] ?? valueMatch[1])];
        } else if (name === "RU") {
            rule = rulesComment(text, value, at);
        } else if (name === "GM" && !/^\s*0{0,8}4\s*$/.test(value)) {
            throw new TextFault("other", text, at, value.length);
        } else if (name === "PL" && value.trim()[0]?.toUpperCase() !== "BW"[places.length % 2]) {
            wrongTurn ??= new TextFault("turns", text, at, value.length);
        } else if (name === "AB" || name === "AW" || name === "AE") {
            throw new TextFault("board", text, at, value.length);
        } else if (name === "B" || name === "W") {
            if (name !== "BW"[places.length % 2]) throw new TextFault("turns", text, at, value.length);
            places.push(point(text, value, at));
        }
    }
    if (wrongTurn) throw wrongTurn;
    return game(text, { ...sizes, k: rule.k }, rule.options, places);
}

/** Reject a file of several games. */
function refuseCollection(text: string) {
    let depth = 0;
    let games = 0;
    for (const bracket of text.replace(/\[(?:[^\]\\]|\\[^]?)*(?:\]|$)/g, "").replace(/[^()]/g, "")) {
        games += Number(bracket === "(" && depth === 0);
        depth = Math.max(0, depth + (bracket === "(" ? 1 : -1));
    }
    if (games > 1) throw new TextFault("games", text, 0, 0);
}

/** Yield the properties of the main line, which is each first child up to the first end of a tree. */
function* properties(text: string) {
    const tokenPattern = /\s*(?:([();])|([A-Za-z]+)|\[((?:[^\]\\]|\\[^])*)\])/y;
    let name = "";
    for (;;) {
        const tokenStart = tokenPattern.lastIndex;
        const tokenMatch = tokenPattern.exec(text);
        if (!tokenMatch) {
            const strayStart = text.length - text.slice(tokenStart).trimStart().length;
            throw new TextFault(strayStart < text.length ? "sgf" : "sgf-end", text, strayStart);
        }
        if (tokenMatch[1] === ")") return;
        if (tokenMatch[1]) name = "";
        else if (tokenMatch[2]) name = tokenMatch[2].replace(/[a-z]/g, "");
        else if (!name) throw new TextFault("sgf", text, tokenStart, tokenMatch[0].length);
        else yield { name, value: tokenMatch[3], at: tokenPattern.lastIndex - 1 - tokenMatch[3].length };
    }
}

function point(text: string, value: string, at: number): Place {
    const valueText = value.trim();
    if (/^[A-Za-z]{2}$/.test(valueText)) return { row: POINTS.indexOf(valueText[1]) + 1, column: POINTS.indexOf(valueText[0]) + 1, at };
    const valueMatch = /^([A-Za-z]{1,4})([0-9]{1,6})$/.exec(valueText);
    if (!valueMatch) throw new TextFault("point", text, at, value.length);
    return { row: Number(valueMatch[2]), column: columnOf(valueMatch[1]), at };
}

const optionsOf = (rules: Rules) => OPTIONS.filter((option) => rules[option]);

const names = ({ rules: { n }, moves }: GameText) => moves.map((cell) => `${columnLetters(cell % n)}${Math.floor(cell / n) + 1}`);

/** Write a game as a list of moves with its sizes. */
export function writeList(game: GameText) {
    const { rules } = game;
    const sizes = [`m: ${rules.m}`, `n: ${rules.n}`, `k: ${rules.k}`, ...optionsOf(rules).map((option) => `${option}: true`)];
    return `${[...sizes, ...(game.moves.length > 0 ? [names(game).join(" ")] : [])].join("\n")}\n`;
}

export function writeSgf(game: GameText) {
    const { rules, moves } = game;
    const size = rules.m === rules.n ? String(rules.n) : `${rules.n}:${rules.m}`;
    const exceedsPoints = Math.max(rules.m, rules.n) > POINTS.length;
    const moveNames = exceedsPoints ? names(game) : moves.map((cell) => POINTS[cell % rules.n] + POINTS[Math.floor(cell / rules.n)]);
    const root = `(;FF[4]GM[4]CA[UTF-8]AP[passatempo]SZ[${size}]RU[${[`k=${rules.k}`, ...optionsOf(rules)].join(" ")}]`;
    if (moves.length === 0) return `${root}\nPL[B])\n`;
    return `${root}\n${moveNames.map((at, number) => `;${number % 2 ? "W" : "B"}[${at}]`).join("")})\n`;
}

export function writePsq({ rules, moves }: GameText) {
    const rows = moves.map((cell) => `${(cell % rules.n) + 1},${Math.floor(cell / rules.n) + 1},0`);
    const rulesText = [`k=${rules.k}`, ...optionsOf(rules)].join(" ");
    const rulesTail = rulesText === `k=${FIVE}` ? [] : [`rules: ${rulesText}`];
    return `${[`Piskvorky ${rules.n}x${rules.m}, 11:11, 0`, ...rows, ...rulesTail].join("\n")}\n`;
}
