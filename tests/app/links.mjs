// Opens very many links as the pages do, with the modules themselves and no browser: each is a game, or is refused by a
// sentence. `node links.mjs PAGE HOW_MANY SEED` prints how many were what, as JSON, with those that ended otherwise; with
// `only` behind it, it prints the links.
import { readFile } from "node:fs/promises";

const APP = new URL("../../src/passatempo/web/app/", import.meta.url);
const load = (path) => import(new URL(path, APP));
const { Misfit, Reader, Writer, readRecord, writeRecord } = await load("kernel/client.ts");
const { Module, Trap } = await load("kernel/worker.ts");
const link = await load("frame/link.ts");
const short = await load("frame/short.ts");

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_ %.#é";
const [SECONDS, NODES] = [0.05, 2_000n]; // of a question: what is wrong with it shows at its beginning
const BROKEN = /RuntimeError|RangeError|unreachable|out of bounds|memory|wasm|undefined|not a function/;

/** Numbers by chance that are the same in every run. */
function chance(seed) {
    let state = BigInt(seed);
    return (bound) => {
        state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
        return Number(((state >> 11n) * BigInt(bound)) >> 53n);
    };
}

/** What a page has in place of workers: a module for each name, and a new one where one has trapped. */
class Here {
    #compiled = new Map();
    #running = new Map();
    busy = false;

    async ask(question, asked, { nodes = NODES } = {}) {
        const out = new Writer();
        out.writeScalar("f64", SECONDS);
        out.writeScalar("u64", nodes < NODES ? nodes : NODES);
        writeRecord(out, question.asks, asked);
        const module = await this.#module(question.module);
        try {
            const { stop, reply } = module.answer(question.question, out.toBytes());
            const from = new Reader(reply);
            return { stop, tell: readRecord(from, question.tells), nodes: from.readScalar("u64") };
        } catch (error) {
            this.#running.delete(question.module);
            throw error;
        }
    }

    async #module(name) {
        if (!this.#compiled.has(name)) this.#compiled.set(name, await WebAssembly.compile(await readFile(new URL(`kernel/${name}.wasm`, APP))));
        if (!this.#running.has(name)) this.#running.set(name, new Module(this.#compiled.get(name)));
        return this.#running.get(name);
    }
}

const client = new Here();

/** A board that is played, and what is asked of it as it is shown. */
const minesweeper = async () => {
    const { NEAR, SCHEMA, SHORT, draftOf, fragmentOf, recordOf } = await load("games/minesweeper/state.ts");
    const { Game } = await load("games/minesweeper/game.ts");
    const { conflict, explain, survey } = await load("kernel/minesweeper.ts");
    const solved = async (entered) => {
        const board = { ...entered, near: NEAR[entered.variant] };
        const { tell } = await survey(client, { board });
        if (tell.state === 1) await conflict(client, { board });
    };
    return {
        schema: SCHEMA,
        names: (below) => `i.${SHORT}.${[below(12), below(12), below(130)].join("x")}${below(3) ? "" : "n"}.${below(99)}`,
        near(below) {
            const [rows, columns] = [1 + below(12), 1 + below(12)];
            const mines = below(1 + Math.ceil((rows * columns) / 4)) % (rows * columns);
            const rules = { rows, columns, mines, variant: below(4), noGuess: below(9) === 0, seed: BigInt(below(2 ** 40)) };
            const moves = Array.from({ length: below(6) }, () => ({ deed: ["press", "mark", "chord"][below(3) % (1 + below(3))], cell: below(rows * columns) }));
            const isGiven = rows * columns > 5 && below(4) === 0; // a field of fewer squares fits in no link
            const field = isGiven ? Array.from({ length: rows * columns }, (_, cell) => Number(cell < mines)) : [];
            return { ...rules, moves, field };
        },
        other(below) { // a board that somebody entered
            const [rows, columns] = [1 + below(9), 1 + below(9)];
            const cells = Uint8Array.from({ length: rows * columns }, () => [255, 255, 255, 1, 0, 1, 2, 3, 8, 254, 253][below(11)]);
            return fragmentOf({ rows, columns, variant: below(4), mines: BigInt(below(Math.min(20, rows * columns + 2))) - 1n, cells });
        },
        async open(text) {
            const draft = draftOf(text);
            if (draft) return solved(draft).then(() => true);
            const seeded = short.readShort(text, SHORT);
            const asked = link.read(SCHEMA, text) ?? (seeded && recordOf(seeded));
            const game = asked && (await Game.replay(client, asked));
            if (!game) return false;
            if (game.mine && !game.isOver && game.rules.rows * game.rules.columns < 500) {
                await game.survey();
                await explain(client, { board: game.board, cells: Uint32Array.of(game.now.cells.indexOf(255)) });
            }
            return true;
        },
    };
};

const mnk = async () => {
    const { Game, SCHEMA } = await load("games/mnk/game.ts");
    const { think, threats } = await load("kernel/mnk.ts");
    const weights = new Uint8Array(await readFile(new URL("kernel/mnk_weights_5.bin", APP)));
    return {
        schema: SCHEMA,
        near(below) {
            const [m, n] = [1 + below(8), 1 + below(8)];
            const [exact, misere, gravity, torus, maker_breaker] = Array.from({ length: 5 }, () => below(5) === 0);
            const cells = Array.from({ length: m * n }, (_, cell) => cell).sort(() => below(3) - 1);
            const moves = cells.slice(0, below(Math.min(m * n, 12) + 1));
            if (gravity) moves.forEach((_, at) => (moves[at] = (m - 1) * n + ((moves[at] + at) % n)));
            return { m, n, k: 1 + below(7), exact, misere, gravity, torus, maker_breaker, level: below(6), side: 1 + below(2), moves };
        },
        async open(text) {
            const asked = link.read(SCHEMA, text);
            const game = asked && (await Game.replay(client, asked));
            if (!game) return false;
            if (game.isOver || game.table.rules.m * game.table.rules.n > 500) return true;
            const { position, by } = game.ground;
            await threats(client, { position });
            const level = [1, 1, 3, 5, 8, 10][game.table.level];
            const settings = { level, lines: 1, threats: 20n, megabytes: 1, fresh: true, weights: by === 1 ? weights : new Uint8Array() };
            await think(client, { position, settings, among: new Uint32Array() }, { nodes: 200n });
            return true;
        },
    };
};

const optimiza = async () => {
    const { Game, SCHEMA, SHORT, MODES, recordOf } = await load("games/optimiza/game.ts");
    return {
        schema: SCHEMA,
        names: (below) => `i.${SHORT}.${below(63)}x${below(8)}${below(3) ? "" : "p"}.${below(99)}`,
        async near(below) {
            const record = { n: 2 + below(7), variant: below(6), chosen: below(4) === 0, mode: MODES[below(4)], seed: BigInt(below(2 ** 40)), path: [], cells: [] };
            const game = await Game.of(client, record);
            for (let steps = below(6), at = below(game.board.cells.length); steps > 0 && at !== undefined; steps -= 1) {
                const next = await game.explore([...game.now.path, at]);
                if (typeof next === "string") break;
                game.history.push(next);
                at = game.now.onward[below(Math.max(1, game.now.onward.length))];
            }
            const path = [...game.now.path];
            return { ...record, path: below(5) ? path : [...path, below(record.n ** 2)] };
        },
        async open(text) {
            const seeded = short.readShort(text, SHORT);
            const asked = link.read(SCHEMA, text) ?? (seeded && recordOf(seeded));
            const game = asked && (await Game.of(client, asked));
            if (!game) return false;
            if (!game.isPlayable) return false;
            await game.levels();
            if (game.isBots) await game.perfect(game.now.path);
            return true;
        },
    };
};

const cards = async () => {
    const { Game, SCHEMA, SHORT, MIN_DEAL, MAX_DEAL } = await load("games/cards/game.ts");
    return {
        schema: SCHEMA,
        names: (below) => `i.${SHORT}.${below(70)}.${below(99)}`,
        near(below) {
            const dealt = Array.from({ length: 1 + below(below(9) ? 14 : 90) }, () => 1 + below(6));
            const row = below(3) ? [] : [...dealt].sort(() => below(3) - 1);
            if (row.length > 0 && below(5) === 0) row[0] = 1 + below(6);
            return { open: below(2) === 1, distance: below(dealt.length + 2), cards: dealt, row, swaps: below(2) ? [below(99)] : [] };
        },
        async open(text) {
            const seeded = short.readShort(text, SHORT);
            const record = link.read(SCHEMA, text);
            if (record) return record.cards.length > 0 && Boolean(await Game.of(client, record));
            const [count, ...more] = seeded?.sizes ?? [];
            const fits = seeded && more.length === 0 && seeded.marks === "" && count >= MIN_DEAL && count <= MAX_DEAL;
            return Boolean(fits && (await Game.deal(client, count, seeded.seed)));
        },
    };
};

const machiavelli = async () => {
    const { OPENING, PLAYERS, SCHEMA, SHORT, recordOf } = await load("games/machiavelli/state.ts");
    const { LINES, PRESETS, turnRules } = await load("games/machiavelli/rules.ts");
    const { Match } = await load("games/machiavelli/match.ts");
    const { kernelGroups } = await load("games/machiavelli/layout.ts");
    const { draft, judge, lay, unlock } = await load("kernel/machiavelli.ts");
    const player = (below) => PLAYERS[below(9) ? below(3) : below(6)];
    return {
        schema: SCHEMA,
        names: (below) => `i.${SHORT}.${[below(20), ...Array.from({ length: 1 + below(4) }, () => below(7))].join("x")}.${below(99)}`,
        near(below) {
            const decks = 1 + below(3);
            const card = () => (below(20) ? below(52) : 52);
            const groups = Array.from({ length: below(6) }, () => {
                const [suit, rank, size] = [below(4), below(13), 3 + below(3)];
                return Array.from({ length: size }, (_, at) => (below(30) ? 13 * suit + ((rank + at) % 13) : 52 + 12 + below(52)));
            });
            const table = { decks, jokers: below(6), ace: below(LINES.length), prefer: below(3), groups, hand: Array.from({ length: below(14) }, card).sort((a, b) => a - b) };
            if (below(3)) return { ...table, games: [] };
            const seats = Array.from({ length: 2 + below(3) }, (_, at) => (at === 0 ? "you" : player(below)));
            const moves = Array.from({ length: below(4) }, () => ({ did: 1, laid: [], table: [] }));
            const worths = below(3) ? [] : Array.from({ length: 14 }, () => below(100));
            return { ...OPENING, games: [{ preset: PRESETS[below(PRESETS.length)], own: [], seats, seed: BigInt(below(2 ** 40)), moves, worths }] };
        },
        async open(text) {
            const seeded = short.readShort(text, SHORT);
            const named = seeded && recordOf(seeded);
            const asked = link.read(SCHEMA, text) ?? (named && { ...OPENING, games: [named] });
            if (!asked) return false;
            const { groups, hand, decks, jokers, ace, prefer, games } = asked;
            const rules = turnRules({ decks, jokers, ace });
            const table = { groups: kernelGroups(groups), hand: Uint8Array.from(hand), rules, opened: true };
            const weights = new Uint32Array();
            await lay(client, { table, prefer: 0, weights });
            const [game] = games;
            if (!game) {
                const { judgements } = (await judge(client, { groups: table.groups, line: rules.line })).tell;
                const melds = judgements.every(({ verdict }) => verdict < 2);
                const { tell } = await lay(client, { table, prefer: prefer === 2 && !melds ? 0 : prefer, weights });
                if (tell.found && hand.length > 0) await unlock(client, { table });
                return true;
            }
            const match = await Match.replay(client, game, () => {});
            if (match.isPerson && !match.end.over) await draft(client, { rules: match.rules, game: match.game, groups: kernelGroups(match.now.groups) });
            return true;
        },
    };
};

const workbench = async () => {
    const { benchFragment, readBench } = await load("frame/workbench.ts");
    const signs = [..."12 =&#é♣\n|xAS"];
    const text = (below) => Array.from({ length: below(40) }, () => signs[below(signs.length)]).join("");
    const names = { pastime: ["mnk", "cards", "optimiza", "1"], question: ["value", "best", "", "a b"] };
    return {
        near: (below) => ({ pastime: names.pastime[below(4)], question: names.question[below(4)], instance: text(below), seconds: below(900) / 10 }),
        write: (bench) => benchFragment(bench),
        open: (text) => Boolean(readBench(text)),
    };
};

const daily = async () => {
    const { hasDay } = await load("kernel/data.ts");
    const { FIRST, LAST } = await load("kernel/period.ts");
    const { daysOf, isDate, formatDate, numberOf, addDays, today, weekday } = await load("frame/dates.ts");
    return {
        near: (below) => addDays(today(), below(4000) - 2000),
        other: (below) => [below(10_000), below(14), below(33)].map((part, at) => String(part).padStart(at ? 2 : 4, "0")).join("-"),
        write: (date) => date,
        async open(text) { // a day that has puzzles, one that has none, and no day at all
            if (!isDate(text)) return false;
            const shown = [formatDate(text, "en"), formatDate(text, "it"), formatDate(text, "es")].every((said) => said.includes(String(Number(text.slice(8)))));
            const isThere = daysOf(text.slice(0, 7)).includes(text) && weekday(text) >= 0 && weekday(text) < 7;
            const isFramed = hasDay(text) === (numberOf(FIRST) <= numberOf(text) && numberOf(text) <= numberOf(LAST));
            if (!shown || !isThere || !isFramed) throw new RangeError(text);
            return true;
        },
    };
};

/** A text with signs changed, lost, or put in. */
function damaged(text, below) {
    const signs = [...text];
    for (let hits = 1 + below(4); hits > 0; hits -= 1) {
        const at = below(signs.length + 1);
        if (below(3) === 0) signs.splice(at, 1 + below(5));
        else if (below(4) === 0) signs.splice(at, 0, DIGITS[below(DIGITS.length)]);
        else signs[at] = DIGITS[below(DIGITS.length)];
    }
    return signs.join("");
}

/** A link by chance: of any kind of record, of one that may well be right, a short name, or one of these damaged. */
async function made(page, below) {
    const written = (record) => (page.write ? page.write(record) : link.write(page.schema, record)) ?? "v1";
    const kind = below(10);
    if (kind === 0 && page.names) return page.names(below);
    if (kind === 1 && page.other) return page.other(below);
    if (kind <= 3 && page.schema) return written(link.sample(page.schema, below));
    const text = written(await page.near(below));
    return kind < 8 ? text : damaged(text, below);
}

/** Whether an error is a sentence by which a question or a record was refused. */
function isRefusal(error) {
    const isOurs = error instanceof Trap || error instanceof Misfit || error.constructor === Error;
    return isOurs && error.message.includes(" ") && !BROKEN.test(error.message);
}

const PAGES = { minesweeper, mnk, optimiza, cards, machiavelli, daily, workbench };

/** So many different links of a page. */
async function linksOf(page, count, seed) {
    const below = chance(seed);
    const links = new Set();
    while (links.size < count) links.add(await made(page, below));
    return links;
}

/** Open links of a page. */
async function opened(page, links) {
    const told = { games: 0, damaged: 0, refused: 0, faults: [], slowest: 0, slowestLink: "" };
    for (const text of links) {
        const began = performance.now();
        try {
            told[(await page.open(text)) ? "games" : "damaged"] += 1;
        } catch (error) {
            if (isRefusal(error)) told.refused += 1;
            else told.faults.push([text, String(error?.stack ?? error)]);
        }
        const spent = Math.round(performance.now() - began);
        if (spent > told.slowest) Object.assign(told, { slowest: spent, slowestLink: text });
    }
    return told;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
    const [name, count, seed, what] = process.argv.slice(2);
    const page = await PAGES[name]();
    const links = await linksOf(page, Number(count), Number(seed));
    console.log(JSON.stringify(what === "only" ? [...links] : await opened(page, links)));
}
