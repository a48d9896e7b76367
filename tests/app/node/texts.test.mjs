// The readers of boards as text: what Python reads is read alike, and refused alike, with kind, line and column.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

const { Unreadable, read, write } = await import(
    new URL("../../../src/passatempo/web/app/games/minesweeper/text.ts", import.meta.url)
);
const cases = JSON.parse(await readFile(new URL("../../data/texts/minesweeper.json", import.meta.url)));
const MORE = /[,_CH]/; // commas and signs that the page reads, and Python does not yet
const HERE = ["program", "offsets", "too-large", "too-long"]; // what the page does not take, and Python may

test("texts of minefields are read as Python reads them", () => {
    for (const { text, kind, line, column, written, cells, ...said } of cases) {
        if (["bad-cell", "ragged"].includes(kind) && MORE.test(text)) continue;
        let board;
        try {
            board = read(text);
        } catch (fault) {
            assert.ok(fault instanceof Unreadable, JSON.stringify(text));
            if (HERE.includes(fault.kind)) continue;
            const told = { kind: fault.kind, line: fault.line, column: fault.column };
            assert.deepEqual(told, { kind, line, column }, JSON.stringify(text));
            continue;
        }
        assert.equal(kind, undefined, JSON.stringify(text));
        const told = { rows: board.rows, columns: board.columns, mines: Number(board.mines), variant: board.variant };
        assert.deepEqual(told, said, JSON.stringify(text));
        assert.equal(Buffer.from(board.cells).toString("hex"), cells, JSON.stringify(text));
        assert.deepEqual(read(write(board)), board);
        assert.equal(write(board), written.replace(/click: .*\n/, ""));
    }
});

test("what only the page refuses", () => {
    const kinds = { program: "schema(1,2,[[A,1]]).", offsets: "#1\noffsets: 0 1", "too-large": "#".repeat(101), "too-long": "x".repeat(100_001) };
    for (const [kind, text] of Object.entries(kinds)) assert.throws(() => read(text), (fault) => fault.kind === kind);
});

test("what only the page reads", () => {
    const boards = {
        "⬜⬛🟦\n1️⃣🚩1️⃣": [255, 255, 255, 1, 254, 1],
        "#,#\n1,1": [255, 255, 1, 1],
        "_\tC\nH\t2": [255, 255, 255, 2],
    };
    for (const [text, cells] of Object.entries(boards)) assert.deepEqual([...read(text).cells], cells, text);
    assert.deepEqual([...read("..\n-1", "covered").cells], [255, 255, 255, 1]);
    assert.deepEqual([...read("..\n11", "position").cells], [0, 0, 1, 1]);
    assert.throws(() => read("💣⬜"), (fault) => fault.kind === "mine-or-flag");
});
