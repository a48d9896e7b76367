// The page of Five in a row: play, help, evaluation, analysis.

import { Address } from "../../frame/address.ts";
import { Board } from "../../frame/board/board.ts";
import { Day } from "../../frame/day.ts";
import { findElement } from "../../frame/dom.ts";
import { History } from "../../frame/history.ts";
import { Frame } from "../../frame/page.ts";
import { Panel } from "../../frame/panel.ts";
import { buildShell } from "../../frame/shell.ts";
import { Words } from "../../frame/words.ts";
import { Zoom } from "../../frame/board/zoom.ts";
import { Client } from "../../kernel/client.ts";
import { dayOf, hasDay, puzzlesOf } from "../../kernel/data.ts";
import { threats } from "../../kernel/mnk.ts";
import { Desk } from "./desk.ts";
import { Thinker } from "./engine.ts";
import { GAMES, Game, SCHEMA, SHORT, asksOf, gameOfDay, isRight } from "./game.ts";
import { Judge, bar, because, chanceOfX, ending, reason, verdict } from "./judge.ts";
import { GameRecord, count, kindOf, showStatistics } from "./record.ts";
import { Timer } from "./clock.ts";
import { writeList } from "./text.ts";
import { View } from "./view.ts";
import type { Daily } from "../../frame/short.ts";
import type { GameRecord as Kept, Table } from "./game.ts";
import type { Known } from "./judge.ts";

const SECONDS = 1; // of a move of the app
const REVIEW = 20_000n; // nodes of one position
const SMALL = 40; // pixels of a cell below which a finger's first tap only shows where the mark would go
const LARGE = 8; // columns that fit a phone with larger cells

const quick = new Client(); // it begins before the words are there
const first = new Game(quick, { rules: GAMES.four, level: 2, side: 1 }).begin(); // likewise
first.catch(() => {}); // whoever waits for it says what is wrong
const words = await Words.load();
const thinker = new Thinker();
const judge = new Judge(quick, thinker);
const deeds = { undo, redo, hint, why, renew: () => begin(desk.table), share: shared, analyse };
const frame = new Frame(words, deeds, {
    keys: [
        { key: "e", deed: () => flip(evaluation), says: "mnk.key.evaluation" },
        { key: "t", deed: () => flip(showThreats), says: "mnk.key.threats" },
        { key: ",", deed: () => browse(game.shown - 1), says: "mnk.key.back" },
        { key: ".", deed: () => browse(game.shown + 1), says: "mnk.key.forward" },
    ],
    says: ["mnk.key.board", "frame.key.zoom"],
});
const board = new Board(findElement("#board"), (deed, cell) => deed === "press" && frame.runDeed(() => pressed(cell)), looked);
const evaluation = findElement("#evaluation") as HTMLInputElement;
const showThreats = findElement("#threats") as HTMLInputElement;
const place = findElement("#place");
const record = new GameRecord(words, (number) => frame.runDeed(() => browse(number)));
const told = () => ({ rules: game.table.rules, moves: game.moves });
const bench = () => ({ pastime: "mnk", question: "move", instance: writeList({ ...told(), moves: game.moves.slice(0, game.shown) }) });
const panel = new Panel(words, { bench, turned: () => record.again?.() });
const desk = new Desk(words, frame, { begin, resume, told });
const timer = new Timer({ chosen: () => frame.runDeed(() => begin(desk.table)), fallen: (side) => frame.runDeed(() => fallen(side)) });

const day = new Day(words, { name: "mnk", short: SHORT, source: { dayOf, hasDay, puzzlesOf }, asks: (puzzle) => asksOf(words, puzzle) });
let game = await first;
const games = new History(game); // a new game can be taken back as a move can
let view = new View(words, game);
let stamp = 0; // of what is shown: late answers about anything else are dropped
let touched = false; // the pointer that came last is a finger
let isReviewing = false;
const address = new Address(SCHEMA, {
    name: "mnk",
    short: SHORT,
    records: () => [game.record, { ...game.record, moves: [] }],
    isUnfinished: () => game.isUnfinished && !game.day,
    named: () => game.day && day.shortAddress(game.day),
    opened: () => frame.runDeed(follow),
});

/** Show a game. */
function enter(chosen: Game) {
    game = chosen;
    day.showDay(game.day);
    view = new View(words, game);
    const { m, n, k } = game.table.rules;
    desk.show(game.table);
    findElement("#board").className = n <= LARGE ? "stones large" : "stones";
    board.resize(m, n);
    findElement("#board").setAttribute("aria-label", words.translate("mnk.board", { m, n, k }));
    frame.showNotice();
    timer.begin(game);
    changed();
}

/** Begin a new game; it can be undone. */
async function begin(table: Table) {
    const isWanted = address.turn();
    const made = await new Game(quick, table).begin();
    if (!isWanted()) return;
    address.beginRecord(() => {
        games.push(made);
        enter(made);
    });
}

/** Show what the address asks for: a game, else a fresh one. */
async function follow() {
    const { record: asked, daily, damaged } = address.read();
    const isWanted = address.turn(() => game.moves);
    const found = await (daily ? ofDay(daily) : asked && Game.replayed(quick, asked).catch(() => undefined)); // the kernel refuses it
    const fresh = found ?? (await new Game(quick, desk.table).begin());
    if (!isWanted()) return;
    if (games.canUndo || game.canUndo) games.push(fresh);
    else games.now = fresh;
    enter(games.now);
    if (daily && !found) return day.showRefusal(address, frame);
    if (damaged || (asked && !found)) return frame.showNotice(words.translate("frame.damaged"));
    const left = asked || daily ? undefined : address.loadGame();
    if (left) frame.showNotice(words.translate("frame.unfinished"), { label: words.translate("frame.go-on"), deed: () => resume(left) });
}

/** The puzzle of a day; nothing where there is none. */
async function ofDay(daily: Daily) {
    const begun = await day.loadDay(daily);
    return begun && gameOfDay(quick, begun);
}

/** Go on with a game that was kept, or read; false where the rules refuse it. */
async function resume(asked: Kept) {
    const isWanted = address.turn();
    const found = await Game.replayed(quick, asked);
    if (!found) return false;
    if (!isWanted()) return true;
    games.push(found);
    enter(found);
    return true;
}

/** The game is another one: nothing that was thought or said about the old one stays. */
function changed() {
    thinker.cancel();
    isReviewing = false;
    frame.showEnd(game.day?.end);
    address.scheduleFlush();
    turned();
}

/** The board shows another position. */
function turned() {
    stamp += 1;
    view.clear();
    frame.showLines();
    bar();
    draw();
    void frame.runDeed(next);
}

/** What follows by itself: the end, the app's move, or what is shown about a position. */
async function next() {
    const isLast = game.shown === game.moves.length;
    if (isLast && game.isOver) {
        address.forget();
        timer.clocks.stop();
        count(game);
        return frame.showEnd(ending(words, view));
    }
    if (isLast && game.isAppsTurn) return reply();
    if (!isReviewing) await assist();
}

function draw() {
    board.show(view.looks());
    place.hidden = !(touched && view.ghost !== undefined);
    const side = view.sign(1 + (game.shown % 2));
    const isOver = game.now.result || (game.flag && game.shown === game.moves.length);
    timer.show();
    findElement("#turn").textContent = isOver ? words.translate("mnk.over") : words.translate("mnk.turn", { side });
    const canUndo = game.canUndo || games.canUndo;
    frame.can({ undo: canUndo, redo: game.future.length > 0 || games.canRedo, analyse: game.moves.length > game.given && !game.day });
    record.draw(game, view);
    panel.refresh();
}

/** Say sentences below the board. */
const tell = (...sentences: ((string | Node)[])[]) => frame.showLines(...sentences);

/** The app's own move. */
async function reply() {
    const asked = stamp;
    tell([words.translate("mnk.thinking")]);
    const choice = await thinker.choose(game.ground, game.table.level, { seconds: timer.clocks.share(game.mover, SECONDS) });
    if (asked !== stamp) return; // late
    await put(choice.cell);
}

/** The visitor's move. */
async function pressed(cell: number) {
    if (game.now.result) return tell([words.translate("mnk.over")]);
    if (game.shown === game.moves.length && game.isAppsTurn) return tell([words.translate("mnk.thinking")]);
    const lands = view.landing(cell);
    const width = findElement(`[data-cell="${cell}"]`).getBoundingClientRect().width;
    if (touched && width < SMALL && lands !== undefined && view.ghost !== lands) {
        view.ghost = lands;
        return draw();
    }
    await put(lands ?? cell);
}

async function put(cell: number) {
    const before = game;
    const answers = game.day && game.moves.length === game.given && game.shown === game.given;
    if (answers && game.now.lands[cell] === cell && !isRight(game.day, cell)) return wrong(cell);
    if (!timer.press()) return undefined;
    const fault = await game.play(cell);
    if (game !== before) return undefined;
    if (fault) {
        timer.clocks.refused();
        return tell([words.translate(`mnk.fault.${fault}`)]);
    }
    timer.clocks.moved(game.moves.length);
    changed();
    if (answers && game.day) frame.showEnd(day.finishDay(game.day, [words.translate("mnk.day.right")]));
}

/** The time of a side is over. */
async function fallen(side: number) {
    game.flag = side;
    await game.show(game.moves.length);
    changed();
}

/** A move that does not solve the puzzle of a day is not made. */
function wrong(cell: number) {
    view.clear();
    draw();
    tell([words.translate("mnk.day.wrong", { move: view.place(cell), count: game.day?.puzzle.goal.moves })]);
}

/** Where the pointer is, or the focus: the mark that a press would make. */
function looked(cell: number) {
    if (touched || view.line.length > 0) return;
    const isFree = !game.now.result && !(game.isAppsTurn && game.shown === game.moves.length);
    const ghost = isFree ? view.landing(cell) : undefined;
    if (ghost === view.ghost) return;
    view.ghost = ghost;
    board.show(view.looks());
}

/** What the position that is shown is worth; asking is help. */
function judged() {
    if (game.day) game.day.helped = true;
    return judge.known(game.ground, stamp);
}

/** Show what is wanted of a position: its value and the play that is expected, threats, or both. */
async function assist() {
    if (game.now.result) return;
    const asked = stamp;
    if (showThreats.checked || evaluation.checked) game.isHelped = true;
    if (showThreats.checked) {
        if (game.day) game.day.helped = true;
        const { tell: seen } = await threats(quick, { position: game.ground.position });
        if (asked !== stamp) return; // late
        view.threats = seen;
        draw();
    }
    const isExample = games.now === game && !games.canUndo && game.moves.length === 0; // the first that a visitor sees
    if (!evaluation.checked && !isExample) return;
    const known = await judged();
    if (asked !== stamp) return;
    if (!evaluation.checked) return suggest(known);
    view.line = known.choice.line;
    worth(known);
    draw();
    const sure = await judge.proved(game.ground, known, asked);
    if (sure && asked === stamp) worth(sure);
}

/** Show the best move, why it is, and a ring around it. */
function suggest(known: Known) {
    tell(reason(words, view, known));
    view.rings = new Set([known.choice.cell]);
    draw();
}

function worth({ choice }: Known) {
    const mover = 1 + (game.shown % 2);
    bar(chanceOfX(choice, mover), verdict(words, view, choice, mover));
}

/** What the engine knows of the position; nothing where the game is over, or was gone on with meanwhile. */
async function helped() {
    if (game.now.result) return void tell([words.translate("mnk.over")]);
    const asked = stamp;
    game.isHelped = true;
    tell([words.translate("mnk.thinking")]);
    const known = await judged();
    return asked === stamp ? known : undefined;
}

/** Show a good move; nothing is played. */
async function hint() {
    const known = await helped();
    if (!known) return;
    suggest(known);
    if (!touched) board.focus(known.choice.cell);
}

/** Show the play that is expected, and the threats that make it so. */
async function why() {
    const known = await helped();
    if (!known) return;
    tell(...because(words, view, known));
    view.line = known.choice.line;
    view.threats = known.threats;
    draw();
}

/** Take back a move; before the first one, the new game. */
async function undo() {
    if (await game.undo()) return stepped();
    if (games.undo()) enter(games.now);
}

function stepped() {
    timer.clocks.back(game.moves.length);
    changed();
}

async function redo() {
    if (await game.redo()) return stepped();
    if (games.redo()) enter(games.now);
}

/** Show the position after so many moves. */
async function browse(number: number) {
    if (number < game.given || number > game.moves.length) return;
    const isThinking = game.isAppsTurn && game.shown === game.moves.length;
    if (isThinking) return;
    await game.show(number);
    frame.showEnd();
    turned();
}

/** Judge the game move by move. */
async function analyse() {
    if (game.moves.length === game.given || game.day) return tell([words.translate("mnk.analysis.none")]);
    thinker.cancel();
    isReviewing = true;
    const asked = game;
    const { length } = game.moves;
    for (const part of ["moves", "analysis"]) panel.showPart(part);
    record.begin(game.moves);
    findElement("#progress").textContent = words.translate("mnk.analysis.begun");
    await thinker.review(game, REVIEW, (step) => {
        if (game !== asked || game.moves.length !== length) return;
        record.steps.set(step.number, step);
        record.draw(game, view);
    });
    if (game !== asked || game.moves.length !== length) return;
    isReviewing = false;
    const { turning } = record;
    const values = turning && { number: turning.number, move: view.place(turning.move), better: view.place(turning.best) };
    findElement("#progress").textContent = values ? words.translate(`mnk.analysis.${kindOf(turning)}`, values) : words.translate("mnk.analysis.even");
}

function shared() {
    address.flush();
    if (game.day) return { text: day.shareSentence(game.day) };
    const { m, n, k } = game.table.rules;
    return { text: words.translate("mnk.share", { m, n, k, moves: game.moves.length }) };
}

function flip(box: HTMLInputElement) {
    box.checked = !box.checked;
    turned();
}

findElement("#statistics").addEventListener("click", () => showStatistics(words));
for (const box of [evaluation, showThreats]) box.addEventListener("change", turned);
place.addEventListener("click", () => frame.runDeed(() => put(view.ghost ?? 0)));
for (const kind of (["pointerover", "pointerdown"] as const)) {
    findElement("#board").addEventListener(kind, (event) => (touched = event.pointerType === "touch"), { capture: true });
}
findElement("#board").addEventListener("keydown", () => (touched = false), { capture: true });
buildShell(words);
new Zoom(findElement("#board"));
enter(game);
if (location.hash || address.loadGame()) await frame.runDeed(follow);
document.documentElement.dataset.ready = "yes";
