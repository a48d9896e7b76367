// Texts of boards without a browser: read as the package reads them, and refused alike. Run by `node --test`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const { read } = await import(new URL("../../../src/passatempo/web/app/games/optimiza/text.ts", import.meta.url));
const { cases } = JSON.parse(readFileSync(new URL("../../data/texts/optimiza.json", import.meta.url), "utf8"));

test("texts are read as the package reads them", () => {
    for (const { text, kind, line, column, ...board } of cases) {
        if (!kind) assert.deepEqual(read(text), board, text);
        else assert.throws(() => read(text), (fault) => {
            assert.equal(fault.kind, kind, text);
            if (line) assert.deepEqual([fault.line, fault.column], [line, column], text);
            return true;
        });
    }
});
