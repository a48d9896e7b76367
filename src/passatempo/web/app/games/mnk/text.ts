// Games of m,n,k as texts: a list of moves with its sizes, SGF, PSQ. What stands in a text is found here; whether the
// moves obey the rules, the kernel says.

import { columnLetters } from "../../frame/board/board.ts";
import { OPTIONS, rulesOf } from "./game.ts";
import type { Rules } from "../../kernel/mnk.ts";

/** A game as it was read. */
export type GameText = { rules: Rules, moves: number[] };
/** A row and a column from 1, and where it was said. */
type Place = { row: number, column: number, at: number };

const FIVE = 5; // in a row, where a file does not say
const GO = 19; // the size that SGF means where it says none
const SIDE = 70;
const LONGEST = 100;
const NUMBERS = /(?<!\S)[0-9]+\.(?=\s|[A-Za-z(])/g; // such as 1. before moves
const MOVES = /([A-Za-z]{1,4})([0-9]{1,6})|\(?([0-9]{1,6})\s*,\s*([0-9]{1,6})\)?/g;
const FREE = ["", "0", "free", "freestyle", "gomoku"]; // five or more in a row, as others name it
const POINTS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A text that is no game: `kind` is a key of words, `line` and `column` from 1 tell where, `quoted` what stands there. */
export class TextFault extends Error {
    kind: string;
    line: number;
    column: number;
    quote: string;

    constructor(kind: string, text: string, at: number, length = 1) {
        super(kind);
        this.kind = kind;
        const before = text.slice(0, at).split("\n");
        this.line = before.length;
        this.column = (before.at(-1) ?? "").length + 1;
        this.quote = text.slice(at, at + length);
    }
}

/** Read a game. */
export function read(given: string): GameText {
    const text = given.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
    const start = text.trimStart();
    if (/^\(\s?;/.test(start)) return readSgf(text);
    return /^piskvorky/i.test(start) ? readPsq(text) : readList(text);
}

function game(text: string, sizes: Record<string, number>, options: Record<string, boolean>, places: Place[]): GameText {
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

/** The number of a column from 1: a, b, ..., z, aa. */
const columnOf = (name: string) => [...name.toLowerCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);

/**
 * Read a list of moves; 1. numbers a move, or a move of X and the reply.
 * @param list the text with blanks in place of all but moves
 */
function moveList(text: string, list: string): Place[] {
    const blanks = (match: string) => " ".repeat(match.length);
    const part = list.replace(NUMBERS, blanks);
    const stray = /[^\s;,]+/.exec(part.replace(MOVES, blanks));
    if (stray) throw new TextFault("move", text, stray.index, stray[0].length);
    const places = [...part.matchAll(MOVES)].map(({ 1: name, 2: row, 3: first, 4: second, index }) =>
        name ? { row: Number(row), column: columnOf(name), at: index } : { row: Number(first), column: Number(second), at: index },
    );
    let before = 0;
    for (const { 0: number, index } of list.matchAll(NUMBERS)) {
        while (before < places.length && places[before].at < index) before += 1;
        if (![Math.floor(before / 2) + 1, before + 1].includes(Number(number))) throw new TextFault("games", text, index, number.length);
    }
    return places;
}

/** Read lines of keys, and moves. */
function readList(text: string) {
    const sizes: Record<string, number> = {};
    const options: Record<string, boolean> = {};
    const keys = new Set();
    const rows = []; // lines of moves without a key
    let list = "";
    for (const line of text.split("\n")) {
        const at = list.length;
        const [, key, said] = /^\s*([a-z_]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
        const value = at + line.trimEnd().length - (said?.length ?? 0);
        let moves = "";
        if (key && keys.has(key)) throw new TextFault("twice", text, at, line.length);
        keys.add(key);
        if (line.trimStart().startsWith("//")) {
            // says nothing
        } else if (key === "moves") {
            moves = line.replace("moves", "     ").replace(":", " ");
        } else if (key === "m" || key === "n" || key === "k") {
            if (!/^[0-9]{1,9}$/.test(said)) throw new TextFault("number", text, value, said.length);
            sizes[key] = Number(said);
        } else if (key && OPTIONS.some((option) => option === key)) {
            if (said !== "true" && said !== "false") throw new TextFault("switch", text, value, said.length);
            options[key] = said === "true";
        } else if (/^\s*[.XxOo_+-](\s|[.XxOo_+-]|$)/.test(line)) {
            throw new TextFault("board", text, at, line.length);
        } else {
            moves = line;
            if (line.trim()) rows.push({ line, at });
        }
        list += `${moves.padEnd(line.length)}\n`;
    }
    refuseGames(text, rows, keys.has("moves"));
    return game(text, sizes, options, moveList(text, list));
}

/** Refuse lines of moves that may be one game or several: beside a list, or more than a move a line and no numbers. */
function refuseGames(text: string, rows: { line: string, at: number }[], list: boolean) {
    const single = rows.every(({ line }) => (line.match(MOVES) ?? []).length < 2);
    const other = list ? rows[0] : rows.slice(1).find(({ line }) => !single && !line.match(NUMBERS));
    if (other) throw new TextFault("games", text, other.at, other.line.length);
}

/** What RU, or the rule behind the moves of a PSQ file, says of k and the options. */
function rulesComment(text: string, said: string, at: number) {
    const words = FREE.includes(said.trim().toLowerCase()) ? [] : said.matchAll(/k\s*=\s*([0-9]{1,9})(?![^\s,])|[^\s,]+/gi);
    const keys = new Map();
    for (const { 0: word, 1: number, index } of words) {
        const key = number ? "k" : word.toLowerCase();
        if (keys.has(key)) throw new TextFault("twice", text, at + index, word.length);
        if (!number && !OPTIONS.some((option) => option === key)) throw new TextFault("other", text, at + index, word.length);
        keys.set(key, number ? Number(number) : true);
    }
    const { k = FIVE, ...options } = Object.fromEntries(keys);
    return { k, options };
}

function readPsq(text: string) {
    const first = text.length - text.trimStart().length;
    const head = /^piskvorky\s+([0-9]{1,9})\s*x\s*([0-9]{1,9})\b.*/i.exec(text.slice(first));
    if (!head) throw new TextFault("psq", text, first, /^.*/.exec(text.slice(first))?.[0].length);
    const move = /^\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*(?:,\s*-?[0-9]+\s*)?$/;
    const tail = /^\s*(?:rules:(.*)|-?[0-9]+\s*,\s*([a-z]+|.*).*|(freestyle|standard|renju|caro)[0-9_x]*)\s*$/i;
    let rule;
    const places = [];
    let at = first + head[0].length + 1;
    const rest = text.slice(at).split("\n");
    const last = rest.findLastIndex((line) => move.test(line));
    for (const [number, line] of rest.entries()) {
        const match = move.exec(line);
        const rest = tail.exec(line);
        if (match) {
            places.push({ row: Number(match[2]), column: Number(match[1]), at });
        } else if (number < last) {
            throw new TextFault("psq-move", text, at, line.length);
        } else if (rest) {
            if (rule) throw new TextFault("twice", text, at, line.length);
            const said = rest[1] ?? rest[2] ?? rest[3];
            rule = rulesComment(text, said, at + line.indexOf(said, line.search(/[:,]/) + 1));
        }
        at += line.length + 1;
    }
    return game(text, { m: Number(head[2]), n: Number(head[1]), k: rule?.k ?? FIVE }, rule?.options ?? {}, places);
}

function readSgf(text: string) {
    refuseCollection(text);
    const sizes = { m: GO, n: GO };
    let rule = { k: FIVE, options: {} };
    const places: Place[] = [];
    const once = new Set();
    let wrongTurn; // in PL, whose board may follow
    for (const { name, value, at } of properties(text)) {
        if (once.has(name)) throw new TextFault("twice", text, at, value.length);
        if (["GM", "RU", "SZ"].includes(name)) once.add(name);
        if (name === "SZ") {
            const match = /^([0-9]{1,9})(?::([0-9]{1,9}))?$/.exec(value);
            if (!match) throw new TextFault("sgf-size", text, at, value.length);
            [sizes.n, sizes.m] = [Number(match[1]), Number(match[2] ?? match[1])];
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

/** Refuse a file of several games. */
function refuseCollection(text: string) {
    let depth = 0;
    let games = 0;
    for (const bracket of text.replace(/\[(?:[^\]\\]|\\[^]?)*(?:\]|$)/g, "").replace(/[^()]/g, "")) {
        games += Number(bracket === "(" && depth === 0);
        depth = Math.max(0, depth + (bracket === "(" ? 1 : -1));
    }
    if (games > 1) throw new TextFault("games", text, 0, 0);
}

/** The properties of the main line: each first child, up to the first end of a tree. */
function* properties(text: string) {
    const token = /\s*(?:([();])|([A-Za-z]+)|\[((?:[^\]\\]|\\[^])*)\])/y;
    let name = "";
    for (;;) {
        const from = token.lastIndex;
        const match = token.exec(text);
        if (!match) {
            const stray = text.length - text.slice(from).trimStart().length;
            throw new TextFault(stray < text.length ? "sgf" : "sgf-end", text, stray);
        }
        if (match[1] === ")") return;
        if (match[1]) name = "";
        else if (match[2]) name = match[2].replace(/[a-z]/g, "");
        else if (!name) throw new TextFault("sgf", text, from, match[0].length);
        else yield { name, value: match[3], at: token.lastIndex - 1 - match[3].length };
    }
}

function point(text: string, value: string, at: number): Place {
    const said = value.trim();
    if (/^[A-Za-z]{2}$/.test(said)) return { row: POINTS.indexOf(said[1]) + 1, column: POINTS.indexOf(said[0]) + 1, at };
    const match = /^([A-Za-z]{1,4})([0-9]{1,6})$/.exec(said);
    if (!match) throw new TextFault("point", text, at, value.length);
    return { row: Number(match[2]), column: columnOf(match[1]), at };
}

const optionsOf = (rules: Rules) => OPTIONS.filter((option) => rules[option]);

const names = ({ rules: { n }, moves }: GameText) => moves.map((cell) => `${columnLetters(cell % n)}${Math.floor(cell / n) + 1}`);

/** A list of moves, with the sizes it needs. */
export function writeList(game: GameText) {
    const { rules } = game;
    const sizes = [`m: ${rules.m}`, `n: ${rules.n}`, `k: ${rules.k}`, ...optionsOf(rules).map((option) => `${option}: true`)];
    return `${[...sizes, ...(game.moves.length > 0 ? [names(game).join(" ")] : [])].join("\n")}\n`;
}

export function writeSgf(game: GameText) {
    const { rules, moves } = game;
    const size = rules.m === rules.n ? String(rules.n) : `${rules.n}:${rules.m}`;
    const large = Math.max(rules.m, rules.n) > POINTS.length;
    const text = large ? names(game) : moves.map((cell) => POINTS[cell % rules.n] + POINTS[Math.floor(cell / rules.n)]);
    const root = `(;FF[4]GM[4]CA[UTF-8]AP[passatempo]SZ[${size}]RU[${[`k=${rules.k}`, ...optionsOf(rules)].join(" ")}]`;
    if (moves.length === 0) return `${root}\nPL[B])\n`;
    return `${root}\n${text.map((at, number) => `;${number % 2 ? "W" : "B"}[${at}]`).join("")})\n`;
}

export function writePsq({ rules, moves }: GameText) {
    const rows = moves.map((cell) => `${(cell % rules.n) + 1},${Math.floor(cell / rules.n) + 1},0`);
    const said = [`k=${rules.k}`, ...optionsOf(rules)].join(" ");
    const tail = said === `k=${FIVE}` ? [] : [`rules: ${said}`];
    return `${[`Piskvorky ${rules.n}x${rules.m}, 11:11, 0`, ...rows, ...tail].join("\n")}\n`;
}
