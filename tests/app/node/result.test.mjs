// The marks of a daily puzzle: own moves, moves by a hint, moves taken back, mines taken back; their grid; what is stored.
import assert from "node:assert/strict";
import test from "node:test";

const APP = new URL("../../../src/passatempo/web/app/", import.meta.url);
const { Result } = await import(new URL("frame/day/result.ts", APP));
const { store } = await import(new URL("frame/storage.ts", APP));

test("one sign a move, and what was taken back keeps its place", () => {
    const result = new Result();
    result.follow([]);
    result.follow(["a"]);
    result.takeHint();
    result.takeHint(); // the same hint again
    result.follow(["a", "b"]);
    result.follow(["a", "b", "c"], true);
    result.follow(["a", "b", "c"], true); // shown again
    result.follow(["a", "b"]);
    result.follow(["a", "b", "d"]);
    result.follow(["a", "b"]);
    result.follow(["a", "e", "f"]);
    assert.deepEqual(result.rows, ["🟩🟧🟥🟧🟩🟩"]);
    assert.equal(result.hints, 1);
    result.isOver = true;
    result.follow([]);
    assert.deepEqual(result.rows, ["🟩🟧🟥🟧🟩🟩"]);
});

test("a puzzle that is resumed keeps its marks", () => {
    const result = new Result({ marks: [0, 1], hints: 1, tenths: 5 });
    result.follow(["a", "b"]);
    result.follow(["a"]);
    assert.deepEqual(result.rows, ["🟩🟧"]);
});

test("the grid has at most six rows of ten, each sign the worst of several", () => {
    for (const count of [0, 1, 10, 59, 60, 61, 120, 121, 4_000]) {
        const marks = Array.from({ length: count }, (_, at) => (at === count - 1 ? 3 : 0));
        const rows = new Result({ marks, hints: 0, tenths: 0 }).rows.map((row) => [...row]);
        assert.ok(rows.length <= 6 && rows.every((row, at) => (at < rows.length - 1 ? row.length === 10 : row.length <= 10)));
        assert.equal(rows.flat().filter((sign) => sign === "🟥").length, Number(count > 0));
        if (count <= 60) assert.equal(rows.flat().length, count);
    }
});

test("an older puzzle does not replace the latest result, nor does one in progress", () => {
    const kept = new Map();
    const area = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key), key: (at) => [...kept.keys()][at] ?? null, get length() { return kept.size; } };
    store.area = () => area;
    const solved = new Result({ marks: [0, 2], hints: 0, tenths: 0 });
    solved.isOver = true;
    solved.save("mnk", "2026-11-24", 12.39);
    for (const isOver of [false, true]) {
        const other = new Result();
        other.isOver = isOver;
        other.save("mnk", "2026-11-20", 1);
    }
    const { marks, tenths } = Result.load("mnk", "2026-11-24");
    assert.deepEqual([marks, tenths], [[0, 2], 123]);
    assert.equal(Result.load("mnk", "2026-11-23"), undefined);
});
