// @ts-check
// Games of m,n,k as texts: a list of moves with its sizes, SGF, PSQ. What stands in a text is found here; whether the
// moves obey the rules, the kernel says.

import { letters } from "../../frame/board/board.js";
import { OPTIONS, rulesOf } from "./state.js";

/** @import { Rules } from "../../kernel/mnk.js" */

/** A game as it was read. @typedef {{ rules: Rules, moves: number[] }} Told */
/** A row and a column from 1, and where it was said. @typedef {{ row: number, column: number, at: number }} Place */

const FIVE = 5; // in a row, where a file does not say
const GO = 19; // the size that SGF means where it says none
const SIDE = 70;
const LONGEST = 100;
const POINTS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A text that is no game: `kind` is a key of words, `line` and `column` from 1 tell where, `quoted` what stands there. */
export class TextFault extends Error {
    /**
     * @param {string} kind
     * @param {string} text
     * @param {number} at
     * @param {number} [length]
     */
    constructor(kind, text, at, length = 1) {
        super(kind);
        this.kind = kind;
        const before = text.slice(0, at).split("\n");
        this.line = before.length;
        this.column = (before.at(-1) ?? "").length + 1;
        this.quoted = text.slice(at, at + length);
    }
}

/**
 * Read a game.
 * @param {string} given
 * @returns {Told}
 */
export function read(given) {
    const text = given.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
    const start = text.trimStart();
    if (/^\(\s?;/.test(start)) return readSgf(text);
    return /^piskvorky/i.test(start) ? readPsq(text) : readList(text);
}

/**
 * @param {string} text
 * @param {Record<string, number>} sizes
 * @param {Record<string, boolean>} options
 * @param {Place[]} places
 * @returns {Told}
 */
function game(text, sizes, options, places) {
    for (const [name, most] of [["m", SIDE], ["n", SIDE], ["k", LONGEST]]) {
        const size = sizes[name];
        if (size === undefined) throw new TextFault("size-missing", text, 0, 0);
        if (!(size >= 1 && size <= Number(most))) throw new TextFault("size", text, Math.max(0, text.indexOf(String(size))), String(size).length);
    }
    const { m, n, k } = sizes;
    const moves = places.map(({ row, column, at }) => {
        const inside = row >= 1 && row <= m && column >= 1 && column <= n;
        if (!inside) throw new TextFault("outside", text, at, /^[^\s\];]*/.exec(text.slice(at))?.[0].length);
        return (row - 1) * n + column - 1;
    });
    return { rules: rulesOf(m, n, k, options), moves };
}

/** The number of a column from 1: a, b, ..., z, aa. @param {string} name */
const columnOf = (name) => [...name.toLowerCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);

/**
 * Read a list of moves; numbers such as 1. between them say nothing.
 * @param {string} text
 * @param {number} from
 * @param {number} to
 * @returns {Place[]}
 */
function moveList(text, from, to) {
    const part = text.slice(from, to).replace(/(?<!\S)[0-9]+\.(?=\s|[A-Za-z(])/g, (found) => " ".repeat(found.length));
    const places = [];
    let at = 0;
    for (const found of part.matchAll(/([A-Za-z]{1,4})([0-9]{1,6})|\(?([0-9]{1,6})\s*,\s*([0-9]{1,6})\)?/g)) {
        onlyBlanks(text, part, from, at, found.index);
        const [, column, row, first, second] = found;
        const place = column ? { row: Number(row), column: columnOf(column) } : { row: Number(first), column: Number(second) };
        places.push({ ...place, at: from + found.index });
        at = found.index + found[0].length;
    }
    onlyBlanks(text, part, from, at, part.length);
    return places;
}

/**
 * @param {string} text
 * @param {string} part
 * @param {number} from where the part stands in the text
 * @param {number} start
 * @param {number} end
 */
function onlyBlanks(text, part, from, start, end) {
    const stray = /[^\s;,]+/.exec(part.slice(start, end));
    if (stray) throw new TextFault("move", text, from + start + stray.index, stray[0].length);
}

/**
 * Read lines of keys, and moves.
 * @param {string} text
 */
function readList(text) {
    /** @type {Record<string, number>} */
    const sizes = {};
    /** @type {Record<string, boolean>} */
    const options = {};
    /** @type {Place[]} */
    const places = [];
    let at = 0;
    for (const line of text.split("\n")) {
        const keyed = /^\s*([a-z_]+)\s*:\s*(.*?)\s*$/.exec(line);
        const value = at + line.length - (keyed?.[2].length ?? 0) - (/\s*$/.exec(line)?.[0].length ?? 0);
        const [, key, said] = keyed ?? [];
        if (line.trimStart().startsWith("//")) {
            // says nothing
        } else if (key === "moves") {
            places.push(...moveList(text, value, at + line.length));
        } else if (key === "m" || key === "n" || key === "k") {
            if (!/^[0-9]{1,9}$/.test(said)) throw new TextFault("number", text, value, said.length);
            sizes[key] = Number(said);
        } else if (key && OPTIONS.some((option) => option === key)) {
            if (said !== "true" && said !== "false") throw new TextFault("switch", text, value, said.length);
            options[key] = said === "true";
        } else if (/^\s*[.XxOo_+-](\s|[.XxOo_+-]|$)/.test(line)) {
            throw new TextFault("board", text, at, line.length);
        } else {
            places.push(...moveList(text, at, at + line.length));
        }
        at += line.length + 1;
    }
    return game(text, sizes, options, places);
}

/** What RU, or our line of a PSQ file, says of k and the options. @param {string} said */
function rulesSaid(said) {
    const options = Object.fromEntries(OPTIONS.map((option) => [option, new RegExp(`\\b${option}\\b`).test(said)]));
    const found = /\bk\s*=\s*([0-9]{1,9})\b/.exec(said);
    return { options, k: found ? Number(found[1]) : undefined };
}

/** @param {string} text */
function readPsq(text) {
    const first = text.length - text.trimStart().length;
    const head = /^piskvorky\s+([0-9]{1,9})\s*x\s*([0-9]{1,9})\b.*/i.exec(text.slice(first));
    if (!head) throw new TextFault("psq", text, first, /^.*/.exec(text.slice(first))?.[0].length);
    const sizes = { m: Number(head[2]), n: Number(head[1]), k: FIVE };
    const move = /^\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*(?:,\s*-?[0-9]+\s*)?$/;
    let options = {};
    const places = [];
    const rest = text.slice(first + head[0].length + 1).split("\n");
    let at = first + head[0].length + 1;
    for (const [place, line] of rest.entries()) {
        const found = move.exec(line);
        if (!found) {
            if (rest.slice(place + 1).some((later) => move.test(later))) throw new TextFault("psq-move", text, at, line.length);
            const told = rest.slice(place).find((later) => later.startsWith("rules:"));
            const said = rulesSaid(told ?? "");
            options = said.options;
            sizes.k = said.k ?? sizes.k;
            break;
        }
        places.push({ row: Number(found[2]), column: Number(found[1]), at });
        at += line.length + 1;
    }
    return game(text, sizes, options, places);
}

/** @param {string} text */
function readSgf(text) {
    const sizes = { m: GO, n: GO, k: FIVE };
    let options = {};
    /** @type {Place[]} */
    const places = [];
    for (const { name, value, at } of properties(text)) {
        if (name === "SZ") {
            const found = /^([0-9]{1,9})(?::([0-9]{1,9}))?$/.exec(value);
            if (!found) throw new TextFault("sgf-size", text, at, value.length);
            [sizes.n, sizes.m] = [Number(found[1]), Number(found[2] ?? found[1])];
        } else if (name === "RU") {
            const said = rulesSaid(value);
            options = said.options;
            sizes.k = said.k ?? sizes.k;
        } else if (name === "AB" || name === "AW" || name === "AE") {
            throw new TextFault("board", text, at, value.length);
        } else if (name === "B" || name === "W") {
            if ((name === "B") !== (places.length % 2 === 0)) throw new TextFault("turns", text, at, value.length);
            places.push(point(text, value, at));
        }
    }
    return game(text, sizes, options, places);
}

/**
 * The properties of the main line: each first child, up to the first end of a tree.
 * @param {string} text
 */
function* properties(text) {
    const token = /\s*(?:([();])|([A-Za-z]+)|\[((?:[^\]\\]|\\[^])*)\])/y;
    let name = "";
    for (;;) {
        const from = token.lastIndex;
        const found = token.exec(text);
        if (!found) {
            const stray = text.length - text.slice(from).trimStart().length;
            throw new TextFault(stray < text.length ? "sgf" : "sgf-end", text, stray);
        }
        if (found[1] === ")") return;
        if (found[1]) name = "";
        else if (found[2]) name = found[2].replace(/[a-z]/g, "");
        else if (!name) throw new TextFault("sgf", text, from, found[0].length);
        else yield { name, value: found[3], at: token.lastIndex - 1 - found[3].length };
    }
}

/**
 * @param {string} text
 * @param {string} value
 * @param {number} at
 * @returns {Place}
 */
function point(text, value, at) {
    const said = value.trim();
    if (/^[A-Za-z]{2}$/.test(said)) return { row: POINTS.indexOf(said[1]) + 1, column: POINTS.indexOf(said[0]) + 1, at };
    const found = /^([A-Za-z]{1,4})([0-9]{1,6})$/.exec(said);
    if (!found) throw new TextFault("point", text, at, value.length);
    return { row: Number(found[2]), column: columnOf(found[1]), at };
}

/** @param {Rules} rules */
const optionsOf = (rules) => OPTIONS.filter((option) => rules[option]);

/** @param {Told} told */
const names = ({ rules: { n }, moves }) => moves.map((cell) => `${letters(cell % n)}${Math.floor(cell / n) + 1}`);

/** A list of moves, with the sizes it needs. @param {Told} told */
export function writeList(told) {
    const { rules } = told;
    const sizes = [`m: ${rules.m}`, `n: ${rules.n}`, `k: ${rules.k}`, ...optionsOf(rules).map((one) => `${one}: true`)];
    return `${[...sizes, ...(told.moves.length > 0 ? [names(told).join(" ")] : [])].join("\n")}\n`;
}

/** @param {Told} told */
export function writeSgf(told) {
    const { rules, moves } = told;
    const size = rules.m === rules.n ? String(rules.n) : `${rules.n}:${rules.m}`;
    const large = Math.max(rules.m, rules.n) > POINTS.length;
    const written = large ? names(told) : moves.map((cell) => POINTS[cell % rules.n] + POINTS[Math.floor(cell / rules.n)]);
    const root = `(;FF[4]GM[4]CA[UTF-8]AP[passatempo]SZ[${size}]RU[${[`k=${rules.k}`, ...optionsOf(rules)].join(" ")}]`;
    if (moves.length === 0) return `${root}\nPL[B])\n`;
    return `${root}\n${written.map((at, number) => `;${number % 2 ? "W" : "B"}[${at}]`).join("")})\n`;
}

/** @param {Told} told */
export function writePsq({ rules, moves }) {
    const rows = moves.map((cell) => `${(cell % rules.n) + 1},${Math.floor(cell / rules.n) + 1},0`);
    const said = [`k=${rules.k}`, ...optionsOf(rules)].join(" ");
    const tail = said === `k=${FIVE}` ? [] : [`rules: ${said}`];
    return `${[`Piskvorky ${rules.n}x${rules.m}, 11:11, 0`, ...rows, ...tail].join("\n")}\n`;
}
