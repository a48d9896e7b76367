// The page of mountain cards: a row that can be bent, the distances of its peaks, all right rows in turn.

import { Address } from "../../frame/address.ts";
import { Day } from "../../frame/day.ts";
import { svgElement, newElement, findElement } from "../../frame/dom.ts";
import { History } from "../../frame/history.ts";
import { Frame } from "../../frame/page.ts";
import { Panel } from "../../frame/panel.ts";
import { buildShell } from "../../frame/shell.ts";
import { newSeed, shortOf } from "../../frame/short.ts";
import { Words } from "../../frame/words.ts";
import { Client } from "../../kernel/client.ts";
import { dayOf, hasDay, puzzlesOf } from "../../kernel/data.ts";
import { MountainBoard, View } from "./board.ts";
import { Game, LEAST_DEALT, MOST_DEALT, PUBLISHED, SCHEMA, SHORT, dealText, gameOfDay, readCards, stateOf } from "./game.ts";
import { lesson } from "./lesson.ts";
import type { Puzzle } from "../../frame/day.ts";
import type { Found } from "../../frame/address.ts";
import type { GameRecord, Position } from "./game.ts";

const LARGE = 10; // cards from which a finger moves the row, and swaps by two taps
const STEPS = 1000; // of the slider through all rows

const client = new Client(); // it begins before the words are there
const first = Game.of(client, PUBLISHED); // likewise
first.catch(() => {}); // whoever waits for it says what is wrong
const words = await Words.load();
const frame = new Frame(words, { undo, redo, hint, why, renew, share: shared }, { says: ["cards.key.board", "cards.key.swap"] });
const board = new MountainBoard(findElement("#board"), {
    swap: (a, b) => frame.runDeed(() => swap(a, b)),
    peak: (cell, steps) => frame.runDeed(() => dragged(cell, steps)),
    dropped: () => {
        grabbed = undefined;
        slides = false;
    },
    looked: () => draw(),
});
const apart = input("#apart");
const all = input("#all");
const size = findElement("#size") as HTMLSelectElement;
const own = input("#own");
const open = input("#open");

const asks = ({ goal }: Puzzle) => words.translate("cards.day", { distance: goal.apart });
const day = new Day(words, { name: "cards", short: SHORT, source: { dayOf, hasDay, puzzlesOf }, asks });
let game = await first as Game;
const games = new History(game); // a new deal can be taken back as a swap can
let view = new View(words, game);
let slides = false; // the last change was one of a slider, which the next one takes the place of
let isLooking = false; // for a right row, from shuffled cards
/** The row in which the drag of a peak began. */
let grabbed: Position | undefined;
const panel = new Panel(words, {
    bench: () => ({ pastime: "cards", question: "order", instance: dealText(game) }),
});
const address = new Address(SCHEMA, {
    name: "cards",
    short: SHORT,
    records: () => [game.record, { ...game.record, row: [] }],
    isUnfinished: () => isLooking && !game.day,
    named: () => game.day && day.shortAddress(game.day),
    keep: () => game.day && day.saveProgress(game.day, stateOf(game)),
    opened: () => frame.runDeed(follow),
});

function input(selector: string) {
    return findElement(selector) as HTMLInputElement;
}

/** Show a deal. */
function enter(chosen: Game) {
    game = chosen;
    day.showDay(game.day);
    view = new View(words, game);
    slides = false;
    isLooking = Boolean(game.day) && game.now.verdict.rule !== 0;
    const { low, high } = game.room;
    apart.min = String(low);
    apart.max = String(high);
    own.value = game.cards.join(" ");
    open.checked = game.open;
    findElement("#ways").hidden = !game.isPossible || Boolean(game.day);
    board.isPeak = (cell) => !game.day && game.now.verdict.rule === 0 && [0, 2].some((turn) => game.now.verdict.turns[turn] === cell + 1);
    findElement("#board").classList.toggle("large", game.cards.length > LARGE);
    board.resize(game.cards.length, words.translate("cards.board", { count: game.cards.length }));
    frame.showNotice();
    changed();
}

/** The row is another one: nothing that was said about the old one stays. */
function changed() {
    board.chosen = -1;
    frame.showEnd(isLooking ? undefined : game.day?.end);
    draw();
    distances();
    rows();
    const isSolved = game.day && game.now.verdict.rule === 0; // how many rows there are without the given cards says nothing
    frame.showLines(...(isSolved ? [] : view.verdict().map((sentence) => [sentence])));
    address.scheduleFlush();
}

function draw() {
    board.show(view.looks(), view.peaks());
    frame.can({ undo: game.history.canUndo || games.canUndo, redo: game.history.canRedo || games.canRedo });
    panel.refresh();
}

/** Show the distances with their counts: a bar and a button for each. */
function distances() {
    const { low, high, counts } = game.room;
    const { distance } = game.now;
    apart.value = String(distance);
    findElement("#apart-said").textContent = String(distance);
    const most = counts.reduce((greatest, count) => (count > greatest ? count : greatest), 1n);
    const lines = counts.map((count, at) => {
        const width = Math.max(1, Number((count * 1000n) / most) / 10);
        const bar = svgElement("svg", { class: "count", width: 100, height: 12, "aria-hidden": "true" }, svgElement("rect", { width, height: 12 }));
        const label = words.translate("cards.distance", { distance: low + at, count: Number(count), rows: view.number(count) });
        const pressed = String(low + at === distance);
        const chosen = () => frame.runDeed(() => slide(low + at, true));
        return newElement("li", {}, newElement("button", { type: "button", "aria-pressed": pressed, click: chosen }, bar, label));
    });
    findElement("#distances").replaceChildren(...(low > high ? [] : lines));
}

/** Show where the row is among all right ones. */
function rows() {
    const { number } = game.now;
    const { total } = game;
    all.max = String(total > BigInt(STEPS) ? STEPS : Number(total));
    all.disabled = !game.isNumbered || total < 2n;
    if (number !== undefined) all.value = String(total > BigInt(STEPS) ? Number((number * BigInt(STEPS - 1)) / (total - 1n)) + 1 : Number(number) + 1);
    const values = { number: view.number((number ?? 0n) + 1n), total: view.number(total) };
    findElement("#number").textContent = number === undefined ? words.translate("cards.rows", { count: Number(total), rows: values.total }) : words.translate("cards.number", values);
}

/** Go on to another row. */
function go(next: Position, slid = false) {
    if (slid && slides) game.history.now = next;
    else game.history.push(next);
    slides = slid;
    changed();
}

async function swap(a: number, b: number) {
    const before = game.now;
    const next = await game.swapped(a, b);
    if (game.now !== before) return; // another move was quicker
    if (!next) return stays();
    go(next);
    if (!isLooking || next.verdict.rule) return;
    isLooking = false;
    address.forget();
    frame.showEnd(game.day ? day.finishDay(game.day) : { title: words.translate("cards.found"), lines: view.verdict() });
}

/** A card that is given stays where it is. */
function stays() {
    board.chosen = -1;
    draw();
    frame.showLines([words.translate("cards.day.given")]);
}

/** A peak was dragged: the distance grows or shrinks with it. */
async function dragged(cell: number, steps: number) {
    grabbed ??= game.now;
    const isFirst = grabbed.verdict.turns[0] === cell + 1;
    await slide(grabbed.distance + (isFirst ? -steps : steps));
}

/** Go to the row with the same number at another distance. */
async function slide(distance: number, settled = false) {
    const { low, high } = game.room;
    const wanted = Math.min(Math.max(distance, low), high);
    const before = game.now;
    if (wanted === before.distance && before.verdict.rule === 0) return;
    const next = await game.numbered(wanted, before.number ?? 0n);
    if (game.now === before) go(next, !settled);
}

/** Go to a row by its place on the slider. */
async function ranked() {
    const { total } = game;
    const at = BigInt(Number(all.value) - 1);
    const number = total > BigInt(STEPS) ? (at * (total - 1n)) / BigInt(STEPS - 1) : at;
    const before = game.now;
    const next = await game.numbered(before.distance, number);
    if (game.now === before) go(next, true);
}

/** One row on or back. */
async function step(step: bigint) {
    const before = game.now;
    const { total } = game;
    const number = ((before.number ?? -step) + step + total) % total;
    const next = await game.numbered(before.distance, number);
    if (game.now === before) go(next);
}

/** Some row, each as likely as any other. */
async function draws() {
    const before = game.now;
    const next = await game.drawn(newSeed());
    if (game.now === before) go(next);
}

/** Shuffle the cards, for the visitor to lay them. */
async function shuffle() {
    const before = game.now;
    const next = await game.shuffled(newSeed());
    if (game.now !== before) return;
    go(next);
    isLooking = next.verdict.rule !== 0;
    if (isLooking) frame.showLines([words.translate("cards.shuffled", { distance: next.distance })]);
}

/** Show the first card that lies elsewhere in the right row that was seen last. */
async function hint() {
    if (!game.isPossible) return frame.showLines(...view.room());
    const before = game.now;
    if (before.verdict.rule === 0) return frame.showLines([words.translate("cards.hint.right")]);
    if (game.day) game.day.helped = true;
    const { row } = game.day ? { row: solution(game.day.puzzle) } : await game.numbered(before.distance, lastNumber());
    if (game.now !== before) return;
    const at = row.findIndex((card, place) => card !== before.row[place]);
    frame.showLines([words.translate("cards.hint", { card: row[at], position: at + 1 })]);
    board.focus(at);
}

const solution = (puzzle: Puzzle): number[] => puzzle.solution.sequence;

/** The number of the right row that was seen last. */
const lastNumber = () => game.history.states.findLast(({ number }) => number !== undefined)?.number ?? 0n;

/** Say what these cards allow. */
function why() {
    frame.showLines(...view.verdict().map((sentence) => [sentence]), ...view.room());
}

/** Deal other cards, which can be laid. */
async function renew() {
    const isWanted = address.turn();
    const made = await Game.dealt(client, Number(size.value), newSeed());
    if (made && isWanted()) begin(made);
}

function begin(made: Game) {
    address.beginRecord(() => {
        game.history.cut();
        games.push(made);
        game = made;
    });
    enter(made);
}

/** Take the visitor's own cards. */
async function take() {
    const cards = readCards(own.value);
    if (!cards) return frame.showLines([words.translate("cards.own.unreadable")]);
    const isWanted = address.turn();
    const made = await Game.of(client, { cards, open: open.checked, distance: game.now.distance, row: [] });
    if (made && isWanted()) begin(made);
}

/** Show what the address asks for: a deal, else the published one. */
async function follow() {
    const { record, seeded, daily, damaged } = address.read();
    const isWanted = address.turn(() => game.now);
    const found = await asked({ record, seeded, daily }).catch(() => undefined); // the kernel refuses it
    const isNew = games.canUndo || game.history.canUndo || game.day;
    const next = found ?? (isNew ? await Game.of(client, PUBLISHED) : game) ?? game;
    if (!isWanted()) return;
    if (isNew) games.push(next);
    else games.now = next;
    enter(next);
    if (daily && !found) return day.showRefusal(address, frame);
    if (damaged || ((record || seeded) && !found)) return frame.showNotice(words.translate("frame.damaged"));
    const left = record || seeded || daily ? undefined : address.loadGame();
    if (left) frame.showNotice(words.translate("frame.unfinished"), { label: words.translate("frame.go-on"), deed: () => resume(left) });
}

/** The game that an address asks for. */
async function asked({ record, seeded, daily }: Omit<Found<GameRecord>, "damaged">) {
    const begun = daily && (await day.loadDay(daily));
    if (begun) return gameOfDay(client, begun);
    if (record) return record.cards.length > 0 ? Game.of(client, record) : undefined;
    const [count, ...more] = seeded?.sizes ?? [];
    const fits = seeded && more.length === 0 && seeded.marks === "" && count >= LEAST_DEALT && count <= MOST_DEALT;
    return fits ? Game.dealt(client, count, seeded.seed) : undefined;
}

async function resume(record: GameRecord) {
    const isWanted = address.turn(() => game.now);
    const found = await Game.of(client, record);
    if (!found || !isWanted()) return;
    games.push(found);
    enter(found);
    isLooking = found.now.verdict.rule !== 0;
}

/** Take back a change; before the first one, the new deal. */
function undo() {
    slides = false;
    if (game.history.undo()) return changed();
    if (games.undo()) enter(games.now);
}

function redo() {
    slides = false;
    if (game.history.redo()) return changed();
    if (games.redo()) enter(games.now);
}

function shared() {
    address.flush();
    if (game.day) return { text: day.shareSentence(game.day) };
    const { low, high } = game.room;
    const values = { cards: game.cards.join(" "), distance: game.now.distance, low, high };
    const text = words.translate("cards.share", values);
    if (game.seed === undefined) return { text };
    return { short: shortOf({ pastime: SHORT, sizes: [game.cards.length], marks: "", seed: game.seed }), text };
}

for (const [slider, deed] of ([[apart, () => slide(Number(apart.value))], [all, ranked]] as const)) {
    slider.addEventListener("input", () => frame.runDeed(deed));
    slider.addEventListener("change", () => (slides = false));
}
const BUTTONS: Record<string, () => unknown> = { "#next": () => step(1n), "#back": () => step(-1n), "#draw": draws, "#shuffle": shuffle, "#take": take, "#lesson": () => lesson(words) };
for (const [selector, deed] of Object.entries(BUTTONS)) findElement(selector).addEventListener("click", () => frame.runDeed(deed));
size.addEventListener("change", () => frame.runDeed(renew));
open.addEventListener("change", () => frame.runDeed(take));
buildShell(words);
enter(game);
if (location.hash || address.loadGame()) await frame.runDeed(follow);
document.documentElement.dataset.ready = "yes";
