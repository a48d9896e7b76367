// Texts and links of m,n,k without a browser: read and written as the package does. Run by `node --test`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const APP = new URL("../../../src/passatempo/web/app/", import.meta.url);
const texts = await import(new URL("games/mnk/text.ts", APP));
const { SCHEMA } = await import(new URL("games/mnk/game.ts", APP));
const { TextFault } = await import(new URL("frame/position/fault.ts", APP));
const link = await import(new URL("frame/link.ts", APP));
const said = JSON.parse(readFileSync(new URL("../../data/texts/mnk.json", import.meta.url), "utf8"));
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
            (fault) => fault instanceof TextFault && assert.deepEqual([fault.line, fault.column], [line, column], text) === undefined,
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

test("bare moves and grids are read for the board that is chosen", () => {
    const four = texts.read("m: 6\nn: 7\nk: 4\ngravity: true").rules;
    const three = { ...four, m: 3, n: 3, k: 3, gravity: false };
    assert.deepEqual(texts.read("a6b6a5", four), { rules: four, moves: [35, 36, 28] });
    assert.deepEqual(texts.read("X o .\n. x .\n- _ +", four), { rules: three, moves: [4, 1, 0] });
    const fallen = texts.read(`${".......\n".repeat(4)}XO.....\nOX.X...`, four);
    assert.deepEqual(fallen.rules, four);
    assert.deepEqual(fallen.moves.toSorted((a, b) => a - b), [28, 29, 35, 36, 38]);
    fallen.moves.forEach((cell, at) => assert.ok(cell >= 35 || fallen.moves.indexOf(cell + 7) < at));
    const kinds = { "XX.\nX..": "stones", "XO.\nX.": "ragged", "c9": "outside", "1, 2, 3, 3": "size-missing", "X O\nO X": "board" };
    for (const [text, kind] of Object.entries(kinds)) assert.throws(() => texts.read(text, four), (fault) => fault.kind === kind, text);
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
            if (!(fault instanceof TextFault)) throw fault;
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

const { CONTROLS, Clocks } = await import(new URL("games/mnk/clock.ts", APP));

/** Clocks whose time is set by hand. */
function clocksOf(control) {
    const at = { now: 0 };
    const clocks = new Clocks(() => at.now);
    clocks.startGame(CONTROLS[control]);
    const move = (number, spent) => {
        at.now += spent;
        assert.equal(clocks.press(), true);
        at.now += 50; // the kernel is asked
        clocks.pressClock(number);
    };
    return { at, clocks, move };
}

test("a clock runs from the first move on, and each move adds to it", () => {
    const { at, clocks, move } = clocksOf("3+2");
    at.now = 9e6; // nobody has moved yet
    assert.equal(clocks.running, 0);
    assert.equal(clocks.left(1), 180_000);
    move(1, 5_000);
    assert.equal(clocks.left(1), 182_000); // the first move was free
    assert.equal(clocks.running, 2);
    move(2, 10_000);
    assert.equal(clocks.left(2), 180_000 + 2_000 - 10_000); // nobody pays for what the kernel took
    assert.equal(clocks.show(1), "3:02");
});

test("a move that was made in time is never lost to the clock", () => {
    const { at, clocks, move } = clocksOf("1+0");
    move(1, 0);
    at.now += 59_900;
    assert.equal(clocks.press(), true);
    at.now += 60_000; // a slow kernel
    assert.equal(clocks.flagSide, 0);
    clocks.pressClock(2);
    assert.equal(clocks.flagSide, 0);
    assert.ok(clocks.left(2) > 0 && clocks.left(2) < 200);
});

test("a refused move costs its time, and a flag that has fallen stays", () => {
    const { at, clocks, move } = clocksOf("1+0");
    move(1, 0);
    at.now += 30_000;
    assert.equal(clocks.press(), true);
    clocks.resume();
    at.now += 29_000;
    assert.equal(clocks.flagSide, 0);
    assert.equal(clocks.show(2), "0:01.0");
    at.now += 1_000;
    assert.equal(clocks.flagSide, 2);
    assert.equal(clocks.press(), false);
    clocks.stop();
    at.now += 5_000;
    assert.equal(clocks.left(2), 0);
    assert.equal(clocks.running, 0);
});

test("taken back: both sides have what they had", () => {
    const { at, clocks, move } = clocksOf("10+5");
    const after = [];
    for (let number = 1; number <= 6; number += 1) {
        move(number, 1_000 * number);
        after[number] = [clocks.left(1), clocks.left(2)];
    }
    at.now += 1_000;
    clocks.back(4);
    assert.deepEqual([clocks.left(1), clocks.left(2)], after[4]);
    assert.equal(clocks.running, 1);
    move(5, 2_000); // another fifth move
    assert.ok(Math.abs(clocks.left(1) - (after[4][0] - 2_000 + 5_000)) <= 50);
    clocks.back(0);
    assert.equal(clocks.running, 0);
});

test("the app thinks for a part of what is left, and as usual without clocks", () => {
    const { clocks, move } = clocksOf("1+0");
    move(1, 0);
    move(2, 0);
    assert.equal(clocks.share(1, 1), 1);
    move(3, 57_000);
    move(4, 0);
    assert.ok(clocks.share(1, 1) < 0.2);
    clocks.startGame(undefined);
    assert.equal(clocks.share(1, 1), 1);
    assert.equal(clocks.press(), true);
    clocks.pressClock(1);
    assert.equal(clocks.are, false);
});
