// The frame without a browser: records in links and in storage, short names, what can be undone. Run by `node --test`.
import assert from "node:assert/strict";
import test from "node:test";

const APP = new URL("../../../src/passatempo/web/app/", import.meta.url);
const link = await import(new URL("frame/link.ts", APP));
const { Store, MAX_CHARACTERS: MOST } = await import(new URL("frame/storage.ts", APP));
const short = await import(new URL("frame/short.ts", APP));
const { History } = await import(new URL("frame/history.ts", APP));
const minesweeper = await import(new URL("games/minesweeper/state.ts", APP));
const optimiza = await import(new URL("games/optimiza/game.ts", APP));
const cards = await import(new URL("games/cards/game.ts", APP));

const ALL = {
    side: link.int(-3, 70),
    fixed: link.int(5, 5),
    level: link.choice("easy", "hard", "own"),
    wraps: link.flag,
    seed: link.u64,
    name: link.text(40),
    cells: link.list(link.count((game) => (game.side + 4) ** 2), 300),
    moves: link.list(link.group({ who: link.flag, cell: link.count((game) => game.side + 3) }), 50),
    exact: link.int(0, 2 ** 53 - 2),
    added: link.late(link.int(0, 1_000), 3),
};
const FUZZED = 20_000; // records of a page

/** Numbers by chance that are the same in every run. */
function chance(seed) {
    let state = BigInt(seed);
    return (bound) => {
        state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
        return Number(((state >> 11n) * BigInt(bound)) >> 53n);
    };
}

test("what came to a schema later leaves the links of before as they were", () => {
    const { added, ...before } = ALL;
    const below = chance(3);
    for (let round = 0; round < 2_000; round += 1) {
        const record = link.sample(before, below);
        const text = link.write(before, record);
        assert.equal(link.write(ALL, { ...record, added: [] }), text);
        assert.deepEqual(link.read(ALL, text), { ...record, added: [] });
        const values = [below(1_001), below(1_001), below(1_001)];
        assert.deepEqual(link.read(ALL, link.write(ALL, { ...record, added: values })), { ...record, added: values });
    }
    assert.throws(() => link.write({ added }, { added: [1, 2] }), link.Misfit);
    assert.throws(() => link.late(link.int(0, 1), 5), link.Misfit); // five bits could be what fills a character
    const short = { cell: link.int(0, 3), added: link.late(link.int(0, 1), 6) };
    assert.deepEqual(link.read(short, link.write(short, { cell: 3, added: [0, 0, 0, 0, 0, 0] })), { cell: 3, added: [0, 0, 0, 0, 0, 0] });
});

for (const [name, schema] of Object.entries({ all: ALL, minesweeper: minesweeper.SCHEMA, optimiza: optimiza.SCHEMA, cards: cards.SCHEMA })) {
    test(`records of ${name} come back as they were`, () => {
        const below = chance(1);
        for (let round = 0; round < FUZZED; round += 1) {
            const record = link.sample(schema, below);
            const text = link.write(schema, record);
            assert.match(text, /^v2[\w-]*$/);
            assert.deepEqual(link.read(schema, text), record);
        }
    });

    test(`damaged records of ${name} are none, or obey the schema`, () => {
        const below = chance(2);
        const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_ %.";
        let none = 0;
        for (let round = 0; round < FUZZED; round += 1) {
            const text = [...link.write(schema, link.sample(schema, below))];
            for (let hits = 1 + below(4); hits > 0; hits -= 1) {
                const at = below(text.length);
                if (below(3) === 0) text.splice(at, 1 + below(5));
                else text[at] = digits[below(digits.length)];
            }
            const found = link.read(schema, text.join(""));
            if (found === undefined) none += 1;
            // A record that was read is the only one with its text.
            else assert.equal(link.write(schema, found), text.join(""));
        }
        assert.ok(none > FUZZED / 4);
    });
}

test("what does not fit is not written", () => {
    const { int, count, choice, u64, list, text, write, Misfit } = link;
    for (const [schema, record] of [
        [{ a: int(1, 9) }, { a: 0 }],
        [{ a: int(1, 9) }, { a: 1.5 }],
        [{ a: int(1, 9) }, { a: undefined }],
        [{ a: int(1, 9), b: count((game) => game.a - 1) }, { a: 4, b: 4 }],
        [{ a: choice("x", "y") }, { a: "z" }],
        [{ a: u64 }, { a: 2n ** 64n }],
        [{ a: u64 }, { a: -1n }],
        [{ a: list(int(0, 3), 2) }, { a: [1, 2, 3] }],
        [{ a: text(3) }, { a: "àà" }],
    ]) {
        assert.throws(() => write(schema, record), Misfit);
    }
});

test("what is too long, or of another version, is not read", () => {
    const schema = { a: link.list(link.int(0, 63), 20_000) };
    const long = { a: Array(9_000).fill(1) };
    assert.equal(link.write(schema, long), undefined);
    const text = link.write(schema, long, MOST);
    assert.equal(link.read(schema, text), undefined);
    assert.deepEqual(link.read(schema, text, MOST), long);
    for (const other of ["v2", "v2_", "v2A", "v3", "v3__"]) assert.equal(link.read({}, other), undefined);
    assert.deepEqual(link.read({}, "v2__"), {});
    assert.deepEqual(link.read({}, "v1"), {});
    assert.equal(link.read({}, "v1A"), undefined);
});

test("texts are those of UTF-8", () => {
    const schema = { a: link.text(20) };
    for (const a of ["", "perché", "\ufeffmark", "🂡 ♣"]) assert.deepEqual(link.read(schema, link.write(schema, { a })), { a });
    const bytes = { a: link.list(link.int(0, 255), 20) };
    assert.equal(link.read(schema, link.write(bytes, { a: [0xc0, 0x80] })), undefined);
});

test("short names of games and of days", () => {
    const game = { pastime: "ms", sizes: [16, 30, 99], marks: "n", seed: 4711n };
    assert.equal(short.shortOf(game), "i.ms.16x30x99n.4711");
    assert.deepEqual(short.readShort("i.ms.16x30x99n.4711", "ms"), game);
    for (const text of ["i.mn.3x3.1", "i.ms.16x.1", "i.ms.3x3.99999999999999999999", "i.ms.3x3.-1", "v1AB", "", "i.ms..1"]) {
        assert.equal(short.readShort(text, "ms"), undefined, text);
    }
    const day = { pastime: "ms", date: "2026-11-22" };
    assert.deepEqual(short.readDaily(short.shortOfDaily(day)), day);
    for (const text of ["d.2026-11-31.ms", "d.2026-13-01.ms", "d.2026-11-22", "d.2026-11-22.mines"]) {
        assert.equal(short.readDaily(text), undefined, text);
    }
    assert.equal(short.readId("p.OP1-TR5-RWFANY-A")?.id, "OP1-TR5-RWFANY-A");
    assert.equal(short.readId("p.sf1-16x16x99-f2q088-m")?.id, "sf1-16x16x99-f2q088-m");
    for (const text of ["p.OP1-TR5-RWFANY", "OP1-TR5-RWFANY-A", "p.OP1-TR5-RWFANY-A.x", "p.OP1--RWFANY-A", "p.OP1-TR5-RWFANY-A-"]) {
        assert.equal(short.readId(text), undefined, text);
    }
});

test("a short name of a minefield gives its record", () => {
    const { recordOf, shortName } = minesweeper;
    const rules = { rows: 16, columns: 30, mines: 99, variant: 0, noGuess: true };
    assert.deepEqual(recordOf(shortName(rules, 7n)), { ...rules, seed: 7n, moves: [], field: [] });
    for (const [sizes, marks] of [[[9, 9, 81], ""], [[0, 9, 0], ""], [[101, 9, 10], ""], [[9, 9], ""], [[9, 9, 1], "x"]]) {
        assert.equal(recordOf({ pastime: "ms", sizes, marks, seed: 1n }), undefined);
    }
});

test("states are taken back and made again", () => {
    const history = new History(0);
    assert.ok(!history.undo() && !history.redo());
    history.push(1);
    history.push(2);
    assert.ok(history.undo());
    assert.deepEqual([history.current, history.before, history.states], [1, 0, [0, 1]]);
    assert.ok(history.redo());
    assert.equal(history.current, 2);
    history.undo();
    history.push(3);
    assert.ok(!history.canRedo);
    assert.deepEqual(history.states, [0, 1, 3]);
});

/** A browser's storage with so much room; what is denied throws. */
class Shelf {
    #kept = new Map();
    constructor(room = Infinity) {
        this.room = room;
    }
    get length() {
        return this.#kept.size;
    }
    key(at) {
        return [...this.#kept.keys()][at] ?? null;
    }
    getItem(key) {
        return this.#kept.get(key) ?? null;
    }
    removeItem(key) {
        this.#kept.delete(key);
    }
    setItem(key, value) {
        const size = [...this.#kept].reduce((sum, [name, text]) => sum + name.length + text.length, 0);
        if (size + key.length + value.length > this.room) throw new Error("QuotaExceededError");
        this.#kept.set(key, String(value));
    }
}

const SMALL = { a: link.int(0, 99) };

test("what is kept comes back, and only as its schema has it", () => {
    const shelf = new Shelf();
    const store = new Store(() => shelf);
    assert.equal(store.get("game.x", SMALL), undefined);
    assert.ok(store.put("game.x", SMALL, { a: 7 }));
    assert.deepEqual(new Store(() => shelf).get("game.x", SMALL), { a: 7 });
    for (const wrong of ["", "v1", "1 v2", "1 v2AAAA", "1 v1AAAA", "1 v1 ", "{}"]) {
        shelf.setItem("passatempo.v1.game.x", wrong);
        assert.equal(store.get("game.x", SMALL), undefined, wrong);
    }
    store.drop("game.x");
    assert.equal(shelf.length, 0);
});

test("storage that is full or denied lasts for this visit", () => {
    const areas = [() => new Shelf(0), () => { throw new Error("SecurityError"); }];
    for (const area of areas.map((make) => { let one; return () => (one ??= make()); })) {
        const store = new Store(area);
        assert.equal(store.put("settings", SMALL, { a: 3 }), false);
        assert.deepEqual(store.get("settings", SMALL), { a: 3 });
        assert.deepEqual(store.itemNames(), ["settings"]);
        store.clear();
        assert.equal(store.get("settings", SMALL), undefined);
    }
});

test("the oldest games go when there is no room; nothing else does", async () => {
    const shelf = new Shelf();
    const store = new Store(() => shelf);
    const big = { a: link.list(link.int(0, 63), 150_000) };
    const half = { a: Array(70_000).fill(1) };
    store.put("statistics", big, half);
    store.put("game.first", big, half);
    await new Promise((done) => setTimeout(done, 5));
    store.put("game.second", big, half);
    assert.deepEqual(store.itemNames(), ["game.second", "statistics"]);
    const size = Object.entries(store.allItems()).reduce((sum, pair) => sum + pair.join("").length + 14, 0);
    assert.ok(size <= MOST);
    assert.equal(store.put("more", big, { a: Array(140_000).fill(2) }), false); // more than everything else leaves
    assert.ok(store.itemNames().includes("statistics"));
    assert.equal(shelf.getItem("passatempo.v1.more"), null);
});

test("one's own data go out and come in", () => {
    const store = new Store(() => shelf);
    const shelf = new Shelf();
    shelf.setItem("of another page", "stays");
    store.put("settings", SMALL, { a: 1 });
    store.put("game.x", SMALL, { a: 2 });
    const file = store.exportText();
    store.clear();
    assert.equal(shelf.length, 1);
    store.put("game.y", SMALL, { a: 3 });
    for (const wrong of ["", "{}", "[]", "null", '{"format":"passatempo.v1.json","kept":{"a":"b"}}', file.replaceAll("game.x", "<b>")]) {
        assert.equal(store.importText(wrong), false, wrong);
        assert.deepEqual(store.itemNames(), ["game.y"]);
    }
    assert.ok(store.importText(file));
    assert.deepEqual(store.itemNames(), ["game.x", "settings"]);
    assert.deepEqual(store.get("game.x", SMALL), { a: 2 });
});
