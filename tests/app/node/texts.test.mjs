// The readers of boards as text: what Python reads is read alike, and refused alike, with kind, line and column.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

const APP = new URL("../../../src/passatempo/web/app/", import.meta.url);
const { Reader, Writer, readRecord, writeRecord } = await import(new URL("kernel/client.ts", APP));
const { Module } = await import(new URL("kernel/worker.ts", APP));
const { Unreadable, read: readAsked, write } = await import(new URL("games/minesweeper/text.ts", APP));
const kernel = new Module(await WebAssembly.compile(await readFile(new URL("kernel/minesweeper_files.wasm", APP))));
const cases = JSON.parse(await readFile(new URL("../../data/texts/minesweeper.json", import.meta.url)));
const HERE = ["program", "offsets", "too-large", "too-long"]; // what the page does not take, and Python may

/** A client that asks the module at once, without a worker. */
const client = {
    ask(question, asked) {
        const out = new Writer();
        out.writeScalar("f64", 60);
        out.writeScalar("u64", 2n ** 64n - 1n);
        writeRecord(out, question.asks, asked);
        const { stop, reply } = kernel.answer(question.question, out.toBytes());
        return { stop, tell: readRecord(new Reader(reply), question.tells) };
    },
};
const read = (text, reading) => readAsked(client, text, reading);

test("texts of minefields are read as Python reads them", async () => {
    for (const { text, kind, line, column, written, cells, ...said } of cases) {
        let board;
        try {
            board = await read(text);
        } catch (fault) {
            assert.ok(fault instanceof Unreadable, `${fault.stack} ${JSON.stringify(text)}`);
            if (HERE.includes(fault.kind)) continue;
            const told = { kind: fault.kind, line: fault.line, column: fault.column };
            assert.deepEqual(told, { kind, line, column }, JSON.stringify(text));
            continue;
        }
        assert.equal(kind, undefined, JSON.stringify(text));
        const told = { rows: board.rows, columns: board.columns, mines: Number(board.mines), variant: board.variant };
        assert.deepEqual(told, said, JSON.stringify(text));
        assert.equal(Buffer.from(board.cells).toString("hex"), cells, JSON.stringify(text));
        assert.deepEqual(await read(write(board)), board);
        assert.equal(write(board), written.replace(/click: .*\n/, ""));
    }
});

test("what only the page refuses", async () => {
    const kinds = { program: "schema(1,2,[[A,1]]).", offsets: "#1\noffsets: 0 1", "too-large": "#".repeat(101), "too-long": "x".repeat(100_001) };
    for (const [kind, text] of Object.entries(kinds)) await assert.rejects(read(text), (fault) => fault.kind === kind);
});

test("the readings that a text has", async () => {
    const readings = { "..\n-1": [], "..\n11": ["position", "covered"], "..": ["position", "covered", "field"], "x.0": ["position", "field"], "💣⬜": ["field"] };
    for (const [text, told] of Object.entries(readings)) {
        await assert.rejects(read(text), (fault) => assert.deepEqual(fault.readings, told, text) ?? true);
        for (const reading of ["position", "covered"]) if (told.includes(reading)) assert.ok((await read(text, reading)).rows > 0);
    }
    assert.deepEqual([...(await read("..\n11", "covered")).cells], [255, 255, 1, 1]);
    assert.deepEqual([...(await read("..\n11", "position")).cells], [0, 0, 1, 1]);
});
