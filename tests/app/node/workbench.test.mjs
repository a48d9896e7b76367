// The address of the workbench: what is written is read, whatever else it says is damaged or fits, and nothing throws.

import assert from "node:assert/strict";
import { test } from "node:test";

import { benchFragment, readBench } from "../../../src/passatempo/web/app/frame/workbench.ts";

const FUZZED = 20_000;
const PIECES = ["pastime", "question", "instance", "method", "seconds", "=", "&", "mnk", "%", "%00", "\0", "é", "{}", "1e9", "-1", "__proto__", "constructor", "+", "#", "ilp:solver=scip", " ", "\ud800", "3", ";"];

/** A small generator, so that a failure can be repeated. */
function random(seed) {
    let state = seed;
    return (most) => {
        state = (state * 1664525 + 1013904223) % 2 ** 32;
        return Math.floor((state / 2 ** 32) * most);
    };
}

test("what is written is read", () => {
    const full = { pastime: "mnk", question: "move", instance: "m: 3\nn: 3\nk: 3\n& a=b # ü", method: "engine:level=2", seconds: 2.5 };
    assert.deepEqual(readBench(benchFragment(full)), full);
    assert.deepEqual(readBench(benchFragment({ pastime: "mnk" })), { pastime: "mnk" });
    assert.deepEqual(readBench(""), {});
    assert.equal(benchFragment({ pastime: "mnk", instance: "x".repeat(9000) }), undefined);
});

test("whatever a fragment says, it is damaged or fits, and reads the same again", () => {
    const draw = random(23);
    let fits = 0;
    for (let k = 0; k < FUZZED; k++) {
        const pieces = Array.from({ length: draw(9) }, () => PIECES[draw(PIECES.length)]);
        const fragment = draw(4) ? pieces.join("") : `pastime=mnk&${pieces.join("")}`;
        const found = readBench(fragment);
        if (found === undefined) continue;
        fits++;
        assert.ok(Object.keys(found).every((key) => ["pastime", "question", "instance", "method", "seconds"].includes(key)));
        assert.deepEqual(readBench(benchFragment(found)), found);
    }
    assert.ok(fits > 100 && fits < FUZZED / 2, String(fits));
});
