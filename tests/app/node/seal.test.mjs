// The checksum of a link: the given texts, and links of each pastime with one character changed or two neighbours swapped.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const APP = new URL("../../../src/passatempo/web/app/", import.meta.url);
const { read, sample, seal, write } = await import(new URL("frame/link.ts", APP));
const GIVEN = JSON.parse(await readFile(new URL("../../data/screen/links.json", import.meta.url)));
const SCHEMAS = { minesweeper: "state", mnk: "game", optimiza: "game", cards: "game", machiavelli: "state" };
const MOST = 70; // characters of a link whose damages are all tried
const LINKS = 2;

/** Links of a pastime by chance, the same in every run. */
async function linksOf(name) {
    const { SCHEMA } = await import(new URL(`games/${name}/${SCHEMAS[name]}.ts`, APP));
    let state = 5;
    const below = (bound) => Math.floor(((state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31) * bound);
    const links = [];
    for (let round = 0; round < 9_000 && links.length < LINKS; round += 1) {
        const text = write(SCHEMA, sample(SCHEMA, below));
        if (text && text.length <= MOST) links.push(text);
    }
    assert.equal(links.length, LINKS, name);
    return { SCHEMA, links };
}

function* damages(text) {
    for (let at = 2; at < text.length; at += 1) {
        for (const digit of GIVEN.digits) if (digit !== text[at]) yield text.slice(0, at) + digit + text.slice(at + 1);
        const swapped = text.slice(0, at - 1) + text[at] + text[at - 1] + text.slice(at + 1);
        if (swapped !== text) yield swapped;
    }
}

test("the given texts are sealed as they are given", () => {
    for (const { text, sealed } of GIVEN.cases) assert.equal(seal(text), sealed);
    for (const damaged of GIVEN.damaged) assert.notEqual(seal(damaged.slice(0, -2)), damaged);
});

for (const name of Object.keys(SCHEMAS)) {
    test(`a damaged link of ${name} is no game, and one without a checksum is one`, async () => {
        const { SCHEMA, links } = await linksOf(name);
        for (const text of links) {
            const record = read(SCHEMA, text);
            assert.ok(text.startsWith("v2") && record !== undefined, text);
            assert.deepEqual(read(SCHEMA, `v1${text.slice(2, -2)}`), record);
            for (const damaged of damages(text)) assert.equal(read(SCHEMA, damaged), undefined, damaged);
        }
    });
}
