// Texts and links of m,n,k without a browser: read and written as the package does. Run by `node --test`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const APP = new URL("../../src/passatempo/web/app/", import.meta.url);
const texts = await import(new URL("games/mnk_text.js", APP));
const { SCHEMA } = await import(new URL("games/mnk_state.js", APP));
const link = await import(new URL("frame/link.js", APP));
const said = JSON.parse(readFileSync(new URL("../data/texts/mnk.json", import.meta.url), "utf8"));
const FUZZED = 20_000; // records, of which one in four is damaged

/** Numbers by chance that are the same in every run. */
function chance(seed) {
    let state = BigInt(seed);
    return (bound) => {
        state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
        return Number(((state >> 11n) * BigInt(bound)) >> 53n);
    };
}

test("texts are read as the package reads them", () => {
    for (const { text, rules, moves } of said.good) assert.deepEqual(texts.read(text), { rules, moves }, text);
});

test("what is wrong in a text is told at its place", () => {
    for (const { text, line, column } of said.bad) {
        assert.throws(
            () => texts.read(text),
            (fault) => fault instanceof texts.TextFault && assert.deepEqual([fault.line, fault.column], [line, column], text) === undefined,
        );
    }
});

test("games are written as the package writes them, and read again", () => {
    for (const { rules, moves, list, sgf, psq } of said.written) {
        assert.equal(texts.writeList({ rules, moves }), list);
        assert.equal(texts.writeSgf({ rules, moves }), sgf);
        assert.equal(texts.writePsq({ rules, moves }), psq);
        for (const text of [list, sgf, psq]) assert.deepEqual(texts.read(text), { rules, moves });
    }
});

test("texts by chance are a game or a fault", () => {
    const below = chance(3);
    const pieces = ["m: 3\n", "n: 4\n", "k: 3\n", "a1", " b2", "(;", ")", "SZ[3]", ";B[aa]", "W[", "]", "Piskvorky ", "3x3", "\n1,2,0", "rules: k=", "\n", "é"];
    for (let i = 0; i < FUZZED; i++) {
        const text = Array.from({ length: below(12) }, () => pieces[below(pieces.length)]).join("");
        try {
            const { rules, moves } = texts.read(text);
            assert.ok(moves.every((cell) => cell >= 0 && cell < rules.m * rules.n));
        } catch (fault) {
            if (!(fault instanceof texts.TextFault)) throw fault;
        }
    }
});

test("links by chance are a game or nothing", () => {
    const below = chance(7);
    for (let i = 0; i < FUZZED; i++) {
        const record = link.sample(SCHEMA, below);
        const made = link.write(SCHEMA, record);
        if (made === undefined) continue;
        assert.deepEqual(link.read(SCHEMA, made), record);
        if (i % 4) continue;
        const at = 2 + below(made.length - 2);
        const damaged = made.slice(0, at) + "AZaz09-_"[below(8)] + made.slice(at + 1);
        const found = link.read(SCHEMA, damaged);
        if (found) assert.ok(found.moves.every((cell) => cell >= 0 && cell < found.m * found.n));
    }
});
