// Reads and judges games as the page does, without a browser. `node review.mjs` takes a list as JSON on standard input:
// [name, base64] for a file, or the record of a game of the page. It prints for each the sentence that refuses it, null for
// a text, "a field" for one that is not judged, or the judged clicks.
import { readFile } from "node:fs/promises";

const APP = new URL("../../../src/passatempo/web/app/", import.meta.url);
const load = (path) => import(new URL(path, APP));
const { Reader, Writer, readRecord, writeRecord } = await load("kernel/client.ts");
const { Module } = await load("kernel/worker.ts");
const { Words } = await load("frame/words.ts");
const { judgeClick, playAgain, readFile: readPlayerFile, replayOf, sumUp } = await load("games/minesweeper/judgement.ts");
const { Game } = await load("games/minesweeper/game.ts");
const english = async (part) => JSON.parse(await readFile(new URL(`../build/words/en/${part}.json`, APP)));

const modules = new Map();
/** What the page has in place of a worker. */
const client = {
    async ask({ module, question, asks, tells }, asked) {
        const out = new Writer();
        out.writeScalar("f64", 60);
        out.writeScalar("u64", 2n ** 64n - 1n);
        writeRecord(out, asks, asked);
        if (!modules.has(module)) modules.set(module, new Module(await WebAssembly.compile(await readFile(new URL(`kernel/${module}.wasm`, APP)))));
        const { stop, reply } = modules.get(module).answer(question, out.toBytes());
        return { stop, tell: readRecord(new Reader(reply), tells) };
    },
};

const words = new Words("en", { ...(await english("minesweeper")), ...(await english("review")) });
const gameOf = async (source) => {
    if (!Array.isArray(source)) return replayOf(await Game.replay(client, { ...source, seed: BigInt(source.seed) }));
    const found = await readPlayerFile(client, words, Uint8Array.from(Buffer.from(source[1], "base64")), source[0]);
    if (typeof found !== "object") return found;
    return found.file.clicks.length && !found.file.moved ? playAgain(client, found, source[0]) : "a field";
};
const results = [];
for (const source of JSON.parse(await readFile("/dev/stdin"))) {
    const game = await gameOf(source);
    if (typeof game !== "object") {
        results.push(game ?? null);
        continue;
    }
    const clicks = [];
    for (const click of game.clicks) clicks.push(await judgeClick(client, game, click));
    const { luck, cost } = sumUp(clicks);
    const judged = clicks.map(({ ms, opens, isHit, verdict, safety, best, safest, reason }) => ({ ms, opens, isHit, verdict, safety, best, safest, level: reason?.level }));
    results.push({ isWon: game.isWon, cells: [...game.cells], luck, cost, clicks: judged });
}
console.log(JSON.stringify(results));
