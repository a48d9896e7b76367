// The texts of Machiavelli, read as Python reads them: the same tables, the same faults at the same places.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

const APP = new URL("../../../src/passatempo/web/app/", import.meta.url);
const { Unread, read, typed, write } = await import(new URL("games/machiavelli/text.ts", APP));
const { SCHEMA } = await import(new URL("games/machiavelli/state.ts", APP));
const link = await import(new URL("frame/link.ts", APP));
const { countCopies, layoutsOf, moveCards } = await import(new URL("games/machiavelli/layout.ts", APP));
const CASES = JSON.parse(await readFile(new URL("../../data/texts/machiavelli.json", import.meta.url), "utf-8"));

function told(text, locale) {
    try {
        const setting = read(text, locale);
        const language = /^\s*locale\s*:\s*(\w+)/im.exec(text)?.[1] ?? locale;
        return { ...setting, written: write(setting, language) };
    } catch (error) {
        assert.ok(error instanceof Unread, String(error));
        return { kind: error.kind, line: error.line, column: error.column };
    }
}

test("every text is read, or refused, as Python does", () => {
    assert.ok(CASES.length > 300);
    for (const { text, locale, told: wanted } of CASES) {
        assert.deepEqual(told(text, locale), wanted, `${locale}: ${JSON.stringify(text)}`);
    }
});

test("what is typed on the board", () => {
    assert.equal(typed("7h", "en"), 19);
    assert.equal(typed("7", "en"), true);
    assert.equal(typed("10", "en"), true);
    assert.equal(typed("10d", "en"), 35);
    assert.equal(typed("h", "en"), undefined);
    assert.equal(typed("n", "it"), undefined);
    assert.equal(typed("r", "it"), undefined);
    assert.equal(typed("fc", "it"), 23);
    assert.equal(typed("jk", "es"), 52);
});

/** Numbers below a bound, by chance, the same every time. */
function chance(seed) {
    let state = BigInt(seed);
    return (bound) => {
        state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
        return Number((state >> 33n) % BigInt(bound));
    };
}

test("records of links: written and read again, 20,000 damaged ones are records or nothing", () => {
    const below = chance(3);
    for (let round = 0; round < 200; round += 1) {
        const record = link.sample(SCHEMA, below);
        const made = link.write(SCHEMA, record, 200_000);
        assert.deepEqual(link.read(SCHEMA, made, 200_000), record);
        for (let k = 0; k < 100; k += 1) {
            const letters = [...made];
            for (let hits = 1 + below(3); hits > 0; hits -= 1) letters[2 + below(Math.max(1, letters.length - 2))] = "AZaz09-_%"[below(9)];
            link.read(SCHEMA, letters.join("").slice(0, below(2) ? undefined : below(letters.length + 1)));
        }
    }
});

test("cards that go from place to place are neither lost nor copied", () => {
    const below = chance(5);
    let lying = { groups: [[0, 1, 2], [5, 18, 64 + 31, 52]], hand: [3, 7, 52] };
    const all = countCopies(lying);
    for (let round = 0; round < 5_000; round += 1) {
        const from = below(lying.groups.length + 1) - 1;
        const cards = from < 0 ? lying.hand : lying.groups[from];
        const picked = cards.map((_, at) => at).filter(() => below(2));
        const to = [-1, -2, ...lying.groups.keys()].filter((place) => place !== from)[below(lying.groups.length + 1)];
        if (picked.length === 0 || to === undefined) continue;
        const first = cards[picked[0]];
        const { layout: after, spot } = moveCards(lying, from, picked, to);
        const there = spot.place < 0 ? after.hand : after.groups[spot.place];
        assert.equal(there[spot.at], Math.min(first, 52));
        assert.ok(after.groups.every((group) => group.length > 0));
        assert.deepEqual(countCopies(after), all);
        lying = after;
    }
    const steps = [{ take: [3], source: 0, target: 3, left: [], grown: [3] }];
    assert.deepEqual(layoutsOf({ groups: [[0], [1]], hand: [3, 4] }, steps)[1], { groups: [[0], [1], [3]], hand: [4] });
});
