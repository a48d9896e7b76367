// The page of Optimiza: a path on a torus, its stars, hints, and the game for two.

import { Address } from "../../frame/address.ts";
import { today } from "../../frame/dates.ts";
import { Day } from "../../frame/day.ts";
import { newElement, findElement } from "../../frame/dom.ts";
import { History } from "../../frame/history.ts";
import { Frame } from "../../frame/page.ts";
import { Panel } from "../../frame/panel.ts";
import { buildShell } from "../../frame/shell.ts";
import { newSeed, shortOf } from "../../frame/short.ts";
import { store } from "../../frame/storage.ts";
import { Words } from "../../frame/words.ts";
import { Zoom } from "../../frame/board/zoom.ts";
import { Client } from "../../kernel/client.ts";
import { dayOf, hasDay, puzzlesOf } from "../../kernel/data.ts";
import { TorusBoard } from "./board.ts";
import { Game, SCHEMA, SHORT, STATISTICS, boardText, gameOfDay, recordOf, recordOfDay, shortName, stateOf } from "./game.ts";
import { View } from "./view.ts";
import type { Daily } from "../../frame/short.ts";
import type { Puzzle } from "../../frame/day.ts";
import type { GameRecord, Mode } from "./game.ts";

const LARGE = 12; // columns from which a finger moves the board, and does not draw the path
const SMALL = 5; // the size at which the bot plays on every surface
const KEPT = "statistics.optimiza";

const client = new Client(); // it begins before the words are there
const first = Game.of(client, recordOfDay(today())); // likewise
first.catch(() => {}); // whoever waits for it says what is wrong
const words = await Words.load();
const deeds = { undo, redo, hint, why, renew, share: shared, analyse };
const frame = new Frame(words, deeds, { says: ["optimiza.key.board", "optimiza.key.digits", "frame.key.zoom"] });
const board = new TorusBoard(findElement("#board"), {
    take: (cell) => frame.runDeed(() => press(cell)),
    over: (cell) => frame.runDeed(() => come(cell)),
    back: () => frame.runDeed(undo),
    jump: (digit) => jump(digit),
});
const size = select("#size");
const surface = select("#surface");
const mode = select("#mode");

const asks = ({ goal }: Puzzle) => words.translate("optimiza.day", goal.levels);
const day = new Day(words, { name: "optimiza", short: SHORT, source: { dayOf, hasDay, puzzlesOf }, asks });
let game = await first as Game;
const games = new History(game); // a new game can be taken back as a move can
let view = new View(words, game);
const panel = new Panel(words, {
    moves: () => game.now.path.map((cell, place) => ({ text: `${place + 1}. ${game.board.cells[cell]} (${view.named(cell)})` })),
    bench: () => ({ pastime: "optimiza", question: "best", instance: boardText(game.form.lengths, game.board) }),
});
const address = new Address(SCHEMA, {
    name: "optimiza",
    short: SHORT,
    records: () => [game.record, { ...game.record, path: [] }],
    isUnfinished: () => game.now.path.length > 0 && !game.now.over && !game.day,
    named: () => game.day && day.shortAddress(game.day),
    keep: () => game.day && day.saveProgress(game.day, stateOf(game)),
    opened: () => frame.runDeed(follow),
});

function select(selector: string) {
    return findElement(selector) as HTMLSelectElement;
}

/** Show a game. */
async function enter(chosen: Game) {
    game = chosen;
    day.showDay(game.day);
    view = new View(words, game);
    const { n, variant } = game.rules;
    if (![...size.options].some((option) => option.value === String(n))) size.append(newElement("option", { value: n }, String(n)));
    size.value = String(n);
    surface.value = String(variant);
    mode.value = game.rules.mode;
    const label = words.translate("optimiza.board", { n, surface: surface.selectedOptions[0].text });
    findElement("#board").classList.toggle("large", game.form.lengths.length > LARGE);
    board.resize(game.form, view.lean, game.board.cells, label);
    frame.showNotice();
    await changed();
}

/** A new game of the rules that are chosen; the bot plays on small boards alone. */
async function fresh() {
    const chosen = mode.value as Mode;
    const rules = { n: Number(size.value), variant: Number(surface.value), mode: chosen, chosen: true };
    const isBots = chosen === "first" || chosen === "second";
    const made = await Game.of(client, { ...rules, seed: newSeed(), path: [] });
    if (!isBots || made?.isSmall) return made as Game;
    return await Game.of(client, { ...rules, n: SMALL, seed: newSeed(), path: [] }) as Game;
}

/** Begin a new game. */
async function renew() {
    const asked = Number(size.value);
    const isWanted = address.turn();
    const made = await fresh();
    if (!isWanted()) return;
    address.beginRecord(() => {
        game.history.cut();
        games.push(made);
        game = made;
    });
    await enter(made);
    if (made.rules.n !== asked) frame.showNotice(words.translate("optimiza.bot.small"));
}

/** Show what the address asks for: a game, else the board of today. */
async function follow() {
    const { record, seeded, daily, damaged } = address.read();
    const asked = record ?? (seeded && recordOf(seeded));
    const isWanted = address.turn(() => game.now);
    const found = await (daily ? ofDay(daily) : asked && Game.of(client, asked).catch(() => undefined)); // the kernel refuses it
    const playable = found && (found.isSmall || !["first", "second"].includes(found.rules.mode)) ? found : undefined;
    const isNew = games.canUndo || game.history.canUndo || game.day;
    const next = playable ?? (isNew ? await fresh() : game);
    if (!isWanted()) return;
    if (isNew) games.push(next);
    else games.now = next;
    const entered = enter(next);
    const left = asked || daily ? undefined : address.loadGame();
    if (daily && !found) day.showRefusal(address, frame);
    else if (damaged || ((seeded || asked) && !playable)) frame.showNotice(words.translate("frame.damaged"));
    else if (left) frame.showNotice(words.translate("frame.unfinished"), { label: words.translate("frame.go-on"), deed: () => resume(left) });
    await entered;
}

/** The puzzle of a day; nothing where there is none. */
async function ofDay(daily: Daily) {
    const begun = await day.loadDay(daily);
    return begun && gameOfDay(client, begun);
}

async function resume(record: GameRecord) {
    const isWanted = address.turn(() => game.now);
    const found = await Game.of(client, record);
    if (!found || !isWanted()) return;
    games.push(found);
    await enter(found);
}

/** The position is another one: nothing that was said about the old one stays. */
async function changed() {
    view.ring = -1;
    frame.showLines();
    frame.showEnd();
    draw();
    address.scheduleFlush();
    const asked = game;
    const { now } = game;
    const [told, levels] = await Promise.all([game.lines(now.path), game.levels()]);
    if (game !== asked || game.now !== now) return; // late
    board.trace(now.path, told);
    findElement("#stars").replaceChildren(...(game.isDuel ? [] : view.starred(levels).map((star) => newElement("span", {}, star))));
    if (game.isDuel) tell(turn());
    else if (now.path.length === 0) tell(words.translate("optimiza.first", { best: Number(levels.z) }));
    if (now.over) return end();
    if (game.isBots) await reply();
}

function draw() {
    board.show(view.changed(), (cell) => view.look(cell));
    findElement("#sum").textContent = words.translate("optimiza.sum", { count: game.now.path.length, sum: game.now.sum });
    frame.can({ undo: game.history.canUndo || games.canUndo, redo: game.history.canRedo || games.canRedo });
    panel.refresh();
}

function tell(...sentences: string[]) {
    frame.showLines(...sentences.filter(Boolean).map((sentence) => [sentence]));
}

/** Who is to do what in a duel. */
function turn() {
    if (game.now.over) return "";
    const begins = game.now.path.length === 0;
    if (game.rules.mode !== "two") return game.isBots ? "" : words.translate(begins ? "optimiza.duel.put" : "optimiza.duel.yours");
    return words.translate(begins ? "optimiza.two.put" : "optimiza.two.turn", { player: (game.now.path.length % 2) + 1 });
}

/** A cell was pressed: take it, or go back to it. */
async function press(cell: number) {
    const { path } = game.now;
    if (game.isBots) return;
    if (!game.isDuel && path.includes(cell) && path.at(-1) !== cell) {
        await game.back(cell);
        return changed();
    }
    if (path.at(-1) === cell && !game.now.over) return;
    await take(cell);
}

/** A finger that draws the path has come to a cell. */
async function come(cell: number) {
    if (!game.isBots && game.now.onward.includes(cell)) await take(cell);
}

async function take(cell: number) {
    const before = game;
    const last = game.now.path.at(-1) ?? cell;
    const fault = await game.take(cell);
    if (game !== before) return;
    if (fault) return tell(words.translate(`optimiza.fault.${fault}`, { number: game.board.cells[last], place: view.named(cell) }));
    if (game.now.over) address.forget();
    count();
    await changed();
}

/** The bot makes its move. */
async function reply() {
    const asked = game;
    const { now } = game;
    const found = await game.perfect(now.path);
    if (game !== asked || game.now !== now || !found) return;
    await take(found.cell);
}

/** Keep how a path ended. */
function count() {
    const { now } = game;
    if (!now.over || game.isDuel) return;
    const asked = game;
    void game.levels().then((levels) => {
        const kept = statistics();
        const [x, y, z] = new View(words, asked).stars(levels).map(Number);
        store.put(KEPT, STATISTICS, { played: kept.played + 1, x: kept.x + x, y: kept.y + y, z: kept.z + z });
        shown();
    });
}

const statistics = () => store.get(KEPT, STATISTICS) ?? { played: 0, x: 0, y: 0, z: 0 };

function shown() {
    const { played, ...stars } = statistics();
    findElement("#statistics").textContent = words.translate("optimiza.statistics", { count: played, ...stars });
}

/** Say how the game ended, and what was possible. */
async function end() {
    const { sum, path } = game.now;
    if (game.isDuel) {
        const winner = (path.length - 1) % 2;
        const mine = game.rules.mode === "two" ? "two" : (game.rules.mode === "second") === (winner === 1) ? "won" : "lost";
        const title = words.translate(`optimiza.duel.${mine}`, { player: winner + 1, sum });
        return frame.showEnd({ title, lines: [words.translate("optimiza.duel.end")] });
    }
    const asked = game;
    const levels = await game.levels();
    if (game !== asked) return;
    const stars = view.stars(levels).filter(Boolean).length;
    const lines = [view.starred(levels).join("  ")];
    if (game.day && sum >= game.day.puzzle.goal.score) return frame.showEnd(day.finishDay(game.day, lines));
    if (sum < Number(levels.z)) lines.push(words.translate("optimiza.end.possible", { best: Number(levels.z) }));
    frame.showEnd({ title: words.translate(`optimiza.end.${stars}`, { sum }), lines });
}

/** Show the best path of the whole board, or in a duel what each first cell is worth. */
async function analyse() {
    help();
    const { path } = await game.best([]);
    const asked = game;
    const told = await game.lines([...path]);
    if (game !== asked) return;
    board.trace([...path], told, "best");
    const named = [...path].map((cell) => `${game.board.cells[cell]} (${view.named(cell)})`);
    tell(words.translate("optimiza.best", { path: named.join(" ") }));
}

/** Help is taken, which a puzzle of the day tells. */
function help() {
    if (game.day) game.day.helped = true;
}

/** First what is still possible, then the cell. */
async function hint() {
    if (game.now.over) return tell(words.translate("optimiza.fault.over"));
    if (game.isDuel) return advise();
    help();
    const { path } = game.now;
    const asked = game;
    const found = await game.best(path);
    if (game !== asked || game.now.path !== path) return;
    const said = words.translate("optimiza.hint", { best: Number(found.value) });
    const isSecond = findElement("#said").textContent === said;
    if (!isSecond) return tell(said);
    point(found.path[path.length], said);
}

function point(cell: number, said: string) {
    tell(said, words.translate("optimiza.hint.cell", { place: view.named(cell), number: game.board.cells[cell] }));
    view.ring = cell;
    draw();
    board.focus(cell);
}

/** What the perfect player would do. */
async function advise() {
    if (game.isBots) return;
    const asked = game;
    const { now } = game;
    const found = await game.perfect(now.path);
    if (game !== asked || game.now !== now) return;
    if (!found) return tell(words.translate("optimiza.duel.unknown"));
    const points = Number(found.points);
    point(found.cell, words.translate(points > 0 ? "optimiza.duel.wins" : "optimiza.duel.loses", { points: Math.abs(points) }));
}

/** What the last move lost. */
async function why() {
    const { path } = game.now;
    if (path.length === 0) return tell(words.translate("optimiza.why.none"));
    help();
    const place = view.named(path[path.length - 1]);
    const asked = game;
    const [before, after] = game.isDuel ? await paid(path) : [await game.best(path.slice(0, -1)), await game.best(path)];
    if (game !== asked || game.now.path !== path) return;
    if (!before || !after) return tell(words.translate("optimiza.duel.unknown"));
    const values = { place, before: Number(before.value), after: Number(after.value), lost: Number(before.value - after.value) };
    const kind = (game.isDuel ? "duel." : "") + (values.lost === 0 ? "nothing" : "lost");
    tell(words.translate(`optimiza.why.${kind}`, values));
}

/** What the last move of a duel could have been worth, and was. */
async function paid(path: number[]) {
    const found = await game.payoffs(path.slice(0, -1));
    const best = found.reduce((most, { points }) => (points > most ? points : most), found[0]?.points ?? 0n);
    const made = found.find(({ cell }) => cell === path[path.length - 1]);
    return made ? [{ value: best }, { value: made.points }] : [undefined, undefined];
}

/** The next lit cell with a number that begins so. */
function jump(digit: string) {
    const fits = game.now.onward.filter((cell) => String(game.board.cells[cell]).startsWith(digit));
    const next = fits.find((cell) => cell > board.at) ?? fits[0];
    if (next !== undefined) board.focus(next);
}

/** Take back a move, against the bot its answer too; before the first one, the new game. */
async function undo() {
    if (game.history.undo()) {
        while (game.isBots && game.history.undo());
        return changed();
    }
    if (games.undo()) await enter(games.now);
}

async function redo() {
    if (game.history.redo()) {
        while (game.isBots && game.history.redo());
        return changed();
    }
    if (games.redo()) await enter(games.now);
}

function shared() {
    address.flush();
    if (game.day) return { text: day.shareSentence(game.day) };
    const { n, seed } = game.rules;
    const stars = [...(findElement("#stars").textContent ?? "")].filter((sign) => "★☆".includes(sign)).join("");
    const values = { n, surface: surface.selectedOptions[0].text, seed: String(seed), stars, sum: game.now.sum };
    const text = words.translate(game.isDuel ? "optimiza.share.duel" : "optimiza.share", values);
    return { short: shortOf(shortName(game.rules)), text };
}

for (const choice of [size, surface, mode]) choice.addEventListener("change", () => frame.runDeed(renew));
const zoom = new Zoom(findElement("#board"), () => board.zoom(zoom.factor), findElement("#board"));
buildShell(words);
shown();
await enter(game);
if (location.hash || address.loadGame()) await frame.runDeed(follow);
document.documentElement.dataset.ready = "yes";
