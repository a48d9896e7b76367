// The JavaScript side of a kernel: requests are packed, answers unpacked, refusals told. Run by `node --test`.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

const APP = new URL("../../../src/passatempo/web/app/", import.meta.url);
const { Misfit, Reader, Writer, readRecord, writeRecord } = await import(new URL("kernel/client.ts", APP));
const { Module, Trap } = await import(new URL("kernel/worker.ts", APP));
const { surveyRequestFields, ...questions } = await import(new URL("kernel/minesweeper.ts", APP));
const compiled = await WebAssembly.compile(await readFile(new URL("kernel/minesweeper.wasm", APP)));

/** A client that asks a module at once, without a worker. */
function clientOf(module) {
    return {
        ask(question, asked, spend = {}) {
            const out = new Writer();
            out.writeScalar("f64", spend.seconds ?? 60);
            out.writeScalar("u64", spend.nodes ?? 2n ** 64n - 1n);
            writeRecord(out, question.asks, asked);
            const { stop, reply } = module.answer(question.question, out.toBytes());
            const from = new Reader(reply);
            const tell = readRecord(from, question.tells);
            const nodes = from.readScalar("u64");
            assert.equal(from.at, reply.length);
            return { stop, nodes, tell };
        },
    };
}

const KING = [-1, -1, -1, 0, -1, 1, 0, -1, 0, 1, 1, -1, 1, 0, 1, 1];
const NEAR = { even: KING, odd: KING, wraps: false };
const LINE = { rows: 1, columns: 5, near: NEAR, cells: Uint8Array.of(0, 1, 255, 1, 255), mines: -1n };

test("a question is answered", () => {
    const client = clientOf(new Module(compiled));
    const { stop, tell } = questions.survey(client, { board: LINE });
    assert.equal(stop, "done");
    assert.deepEqual([...tell.marks], [0, 0, 3, 0, 2]);
    const [why] = questions.explain(client, { board: LINE, cells: [4] }).tell.reasons;
    assert.deepEqual([...why.because], [1, 3]);
    assert.deepEqual(why.steps.map((step) => [...step.settled]), [[2], [4]]);
});

test("a game is played to its end", () => {
    const client = clientOf(new Module(compiled));
    const sides = { rows: 9, columns: 9, near: NEAR };
    const { mine, clicks } = questions.lay(client, {
        ...sides, mines: 10, opening: true, no_guess: true, seed: new TextEncoder().encode("9223372036854775813"), first: 40,
    }).tell;
    assert.equal(mine.reduce((sum, one) => sum + one, 0), 10);
    assert.ok(clicks > 0);
    let cells = new Uint8Array(81).fill(255);
    for (let cell = 40, turns = 0; turns < 81; turns += 1) {
        const turn = questions.play(client, { ...sides, mine, cells, deed: 0, cell }).tell;
        assert.equal(turn.hit.length, 0);
        cells = turn.cells;
        if (turn.won) return;
        const { marks } = questions.survey(client, { board: { ...sides, cells, mines: 10n } }).tell;
        cell = marks.findIndex((mark) => mark === 2 || mark === 6);
        assert.ok(cell >= 0, "a field without a guess has a safe cell");
    }
    assert.fail("the game did not end");
});

test("what does not fit is refused before it is sent", () => {
    const client = clientOf(new Module(compiled));
    for (const [changed, told] of [
        [{ rows: 0 }, /rows: 0 is not from 1 to 1048576/],
        [{ rows: 1.5 }, /rows: 1.5 is not of the type u32/],
        [{ mines: 3 }, /mines: 3 is not of the type i64/],
        [{ cells: new Uint8Array() }, /cells: 0 things, not from 1 to 1048576/],
        [{ cells: undefined }, /cells: undefined things/],
    ]) {
        assert.throws(() => questions.survey(client, { board: { ...LINE, ...changed } }), (error) => {
            assert.ok(error instanceof Misfit);
            assert.match(error.message, told);
            return true;
        });
    }
});

test("damaged requests end in a sentence", () => {
    let module = new Module(compiled);
    const good = new Writer();
    good.writeScalar("f64", 1);
    good.writeScalar("u64", 100n);
    writeRecord(good, surveyRequestFields, { board: LINE });
    let state = 1n;
    const below = (bound) => {
        state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
        return Number((state >> 33n) % BigInt(bound));
    };
    let refused = 0;
    for (let round = 0; round < 2_000; round += 1) {
        const request = good.toBytes().slice(0, round % 3 === 0 ? below(good.writeOffset) : good.writeOffset);
        for (let hits = below(4); hits > 0 && request.length > 0; hits -= 1) request[below(request.length)] = below(256);
        try {
            module.answer(below(7), request);
        } catch (error) {
            assert.ok(error instanceof Trap);
            assert.match(error.message, /needed|request|too many|such question|more than|neither|at most|counted/);
            refused += 1;
            module = new Module(compiled);
        }
    }
    assert.ok(refused > 1_000);
});
