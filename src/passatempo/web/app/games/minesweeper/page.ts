// The page of Minesweeper: play, help, hints and reasons; its second mode answers a board that somebody enters.

import { Address } from "../../frame/address.ts";
import { Board } from "../../frame/board/board.ts";
import { Day } from "../../frame/day.ts";
import { findElement } from "../../frame/dom.ts";
import { History } from "../../frame/history.ts";
import { Frame } from "../../frame/page.ts";
import { Panel } from "../../frame/panel.ts";
import { buildShell } from "../../frame/shell.ts";
import { newSeed, shortOf } from "../../frame/short.ts";
import { Words } from "../../frame/words.ts";
import { Zoom, measureBoard, moves } from "../../frame/board/zoom.ts";
import { dayOf, hasDay, puzzlesOf } from "../../kernel/data.ts";
import { Patient } from "../../kernel/client.ts";
import { Steps, best, reason } from "./answers.ts";
import { Game, LEVELS, gameOfDay, stateOf } from "./game.ts";
import { flags, showSizes, sizes } from "./options.ts";
import { sheets } from "./sheets.ts";
import { Solver } from "./solve.ts";
import { SCHEMA, SHORT, draftOf, isDraft, recordOf, shortName } from "./state.ts";
import { kept, lost, showStatistics, won } from "./stats.ts";
import { write } from "./text.ts";
import { View, isCovered, isSafe } from "./view.ts";
import type { Deed, How } from "../../frame/board/board.ts";
import type { Daily } from "../../frame/short.ts";
import type { Entered, GameRecord } from "./state.ts";

const EXAMPLES = 9; // fields that are tried until one shows a safe cell

const client = new Patient(thinking); // it begins before the words are there
void client.loadModule("minesweeper").catch(() => {}); // the first question says what is wrong
const words = await Words.load();
const playing = { undo, redo, hint, why, renew, shared };
const mode = () => (solver.isShown ? solver : playing);
const deeds = {
    undo: () => mode().undo(),
    redo: () => mode().redo(),
    hint: () => mode().hint(),
    why: () => mode().why(),
    renew: () => mode().renew(),
    share: () => mode().shared(),
    analyse: () => solve({ ...game.board, cells: game.shownBefore }),
};
const keys = [{ key: "a", deed: () => assistMore(), says: "minesweeper.key.assistant" }];
const frame = new Frame(words, deeds, { keys, says: ["minesweeper.key.board", "minesweeper.key.solve", "frame.key.zoom"] });
const board = new Board(findElement("#board"), (deed, cell, how) => frame.runDeed(() => pressed(deed, cell, how)), pointed);
const solver = new Solver(words, client, frame, board);
const asks = () => words.translate("minesweeper.day");
const day = new Day(words, { name: "minesweeper", short: SHORT, source: { dayOf, hasDay, puzzlesOf }, asks });
const level = findElement("#level") as HTMLSelectElement;
const noGuess = findElement("#no-guess") as HTMLInputElement;
const help = findElement("#assistant") as HTMLSelectElement;

let game = new Game(client, LEVELS.beginner, newSeed());
const games = new History(game); // a new game can be taken back as a move can
let view = new View(words, game);
const panel = new Panel(words, {
    moves: () => view.moves(game.record.moves),
    bench: () => {
        const shown = solver.isShown ? solver.draft.board : { ...game.board, cells: game.shownBefore };
        return { pastime: "minesweeper", question: "safe", instance: write(shown) };
    },
});
const address = new Address(SCHEMA, {
    name: "minesweeper",
    short: SHORT,
    records: () => [game.record, { ...game.record, moves: [] }],
    isUnfinished: () => game.isUnfinished && !game.day,
    named: () => game.day && day.shortAddress(game.day),
    keep: () => game.day && day.saveProgress(game.helped(game.day), stateOf(game)),
    opened: () => frame.runDeed(follow),
});

function fresh() {
    return new Game(client, { ...(LEVELS[level.value] ?? game.rules), noGuess: noGuess.checked }, newSeed());
}

/** Show a game; the assistant stays as it is. */
function enter(chosen: Game) {
    show("play");
    game = chosen;
    day.showDay(game.day);
    view = new View(words, game);
    view.help = help.value as import("./view.ts").Help;
    level.value = game.level;
    noGuess.checked = game.rules.noGuess;
    showSizes(game.rules);
    const { rows, columns, mines } = game.rules;
    board.resize(rows, columns);
    measureBoard();
    findElement("#board").setAttribute("aria-label", words.translate("minesweeper.field", { rows, columns, mines }));
    frame.showNotice();
    changed();
}

/** Show what belongs to a mode. */
function show(name: "play" | "solve") {
    if (name === "play") solver.leave();
    for (const part of document.querySelectorAll("[data-mode]")) {
        if (part instanceof HTMLElement) part.hidden = part.dataset.mode !== name;
    }
    for (const choice of ["play", "solve"]) findElement(`#mode-${choice}`).setAttribute("aria-pressed", String(choice === name));
    findElement("#question").textContent = words.translate(name === "play" ? "minesweeper.question" : "minesweeper.solve.question");
}

/** Answer a board that somebody enters; the game waits. */
function solve(entered?: Entered) {
    address.flush();
    if (game.day) game.day.helped = true;
    day.showDay();
    show("solve");
    frame.showNotice();
    frame.showEnd();
    if (!isDraft(location.hash.slice(1))) history.pushState(null, "", "#b");
    solver.enter(entered);
    measureBoard();
}

/** Begin a new game. */
function renew() {
    address.beginRecord(() => {
        game.history.cut();
        games.push(fresh());
        enter(games.now);
    });
}

/** Begin a game of a size of one's own. */
function own() {
    const chosen = sizes();
    if (!chosen) return;
    address.beginRecord(() => {
        game.history.cut();
        games.push(new Game(client, { ...chosen, variant: 0, noGuess: noGuess.checked }, newSeed()));
        enter(games.now);
    });
}

/** Show what the address asks for: a board to answer, a game, else a fresh one. */
async function follow() {
    const fragment = location.hash.slice(1);
    const draft = draftOf(fragment);
    if (draft || fragment === "b") return solve(draft);
    const { record, seeded, daily, damaged } = address.read();
    const asked = record ?? (seeded && recordOf(seeded));
    const isWanted = address.turn(() => game.now);
    if ((asked || daily) && client.isBusy) client.cancel(); // the field of the address before is still being laid
    const found = await (daily ? ofDay(daily) : asked && Game.replayed(client, asked).catch(() => undefined)); // the kernel refuses it
    if (!isWanted()) return;
    if (games.canUndo || game.history.canUndo || game.day) games.push(found ?? fresh());
    else games.now = found ?? game;
    enter(games.now);
    if (daily && !found) return day.showRefusal(address, frame);
    if (damaged || (seeded && !asked) || (asked && !found)) return frame.showNotice(words.translate("frame.damaged"));
    const left = asked || daily ? undefined : address.loadGame();
    if (left) frame.showNotice(words.translate("frame.unfinished"), { label: words.translate("frame.go-on"), deed: () => resume(left) });
}

/** The puzzle of a day; nothing where there is none. */
async function ofDay(daily: Daily) {
    const begun = await day.loadDay(daily);
    return begun && gameOfDay(client, begun);
}

async function resume(record: GameRecord) {
    const isWanted = address.turn(() => game.now);
    const found = await Game.replayed(client, record);
    if (!found || !isWanted()) return;
    games.push(found);
    enter(found);
}

/** The position is another one: nothing that was said about the old one stays. */
function changed() {
    // What the assistant shows stays until it is answered anew, which takes less than a frame.
    if (view.help === "off" || game.isOver || !game.mine) view.answer(undefined);
    view.isOld = true;
    frame.showLines();
    view.rings.clear();
    frame.showEnd();
    draw();
    address.scheduleFlush();
    void frame.runDeed(assist);
}

function draw() {
    board.show((cell) => view.look(cell), (cell) => view.stamp(cell));
    view.legend();
    findElement("#left").textContent = words.translate("minesweeper.left", { count: game.left });
    findElement("#least").textContent = game.least ? words.translate("minesweeper.least", { count: game.least }) : "";
    frame.can({ undo: game.history.canUndo || games.canUndo, redo: game.history.canRedo || games.canRedo });
    panel.refresh();
    tick();
}

function tick() {
    const until = game.ended || (game.began ? performance.now() : 0);
    const count = Math.floor((until - game.began) / 1000);
    findElement("#clock").textContent = words.translate("minesweeper.seconds", { count });
}

/** A cell is under the pointer, or has the focus: its chance is told in it. */
function pointed(cell: number) {
    const shown = solver.isShown ? solver.view : view;
    if (shown.point(cell)) board.show((at) => shown.look(at), (at) => shown.stamp(at));
}

/** An answer takes longer: what is shown of the position before goes. */
function thinking() {
    const shown = solver.isShown ? solver.view : view;
    if (shown.isOld) shown.answer(undefined);
    if (solver.isShown) solver.draw();
    else draw();
    frame.showLines([words.translate("minesweeper.thinking")]);
}

/** Say sentences below the board. */
function tell(...sentences: ((string | Node)[])[]) {
    view.rings.clear();
    frame.showLines(...sentences);
}

/** What a press means: a finger may flag or only move the board, and opens around a number when it taps twice. */
function pressed(deed: Deed, cell: number, { touch, twice }: How) {
    if (touch && moves()) return undefined;
    if (solver.isShown) return solver.deed(deed, cell);
    const covered = isCovered(game.now.cells[cell]);
    if (deed === "press" && covered && flags()) return move("mark", cell);
    if (deed === "press" && touch && !covered && !twice) return undefined;
    return move(deed, cell);
}

async function move(deed: Deed, cell: number) {
    const before = game;
    const opens = deed === "press" && !isCovered(game.now.cells[cell]);
    const fault = await game.move(opens ? "chord" : deed, cell);
    if (game !== before) return;
    const quiet = fault === "open" || (opens && game.now.cells[cell] === 0);
    if (fault) return tell(...(quiet ? [] : [[words.translate(`minesweeper.fault.${fault}`)]]));
    changed();
    if (!game.isOver) return;
    address.forget();
    await end();
}

/** Say how the game ended, and what the last click risked; count it. */
async function end() {
    const ended = game;
    const { now } = game;
    tell();
    if (now.won && game.day) return frame.showEnd(day.finishDay(game.helped(game.day)));
    const isBest = kept(game, game.level);
    if (now.won) return frame.showEnd(won(words, game, isBest));
    const told = await lost(words, game, view);
    if (game !== ended || game.now !== now || solver.isShown) return; // late
    frame.showEnd(told);
    draw();
}

/** Ask for what the assistant shows. */
async function assist() {
    const asked = game;
    const { now } = game;
    if (view.help === "off" || !game.mine || game.isOver) return;
    game.isHelped = true;
    const found = await game.surveyed();
    if (game !== asked || game.now !== now || solver.isShown) return; // late
    view.answer(found);
    draw();
}

/** The next kind of help. */
function assistMore() {
    help.selectedIndex = (help.selectedIndex + 1) % help.options.length;
    helped();
}

function helped() {
    view.help = help.value as import("./view.ts").Help;
    draw();
    void frame.runDeed(assist);
}

/** Show a cell to open: a safe one, else the best guess. Nothing is opened. */
async function hint() {
    if (game.isOver) return tell([words.translate("minesweeper.fault.over")]);
    if (!game.mine) return tell([words.translate("minesweeper.hint.first")]);
    const { now } = game;
    game.isHelped = true;
    const found = (!view.isOld && view.survey) || (await game.surveyed());
    const { sentences, cells } = await best(words, view, client, game.board, found);
    if (game.now !== now || solver.isShown) return; // late
    tell(...sentences);
    for (const cell of cells) view.rings.set(cell, "ring");
    draw();
    if (cells.length && !game.isExample) board.focus(cells[0]);
}

/** Say why the cell in focus is certain; the numbers that say so are ringed. */
async function why() {
    const cell = board.at;
    if (!isCovered(game.now.cells[cell])) return tell([words.translate("minesweeper.why.open")]);
    if (!game.mine) return tell([words.translate("minesweeper.hint.first")]);
    const { now } = game;
    game.isHelped = true;
    const found = await reason(client, game.board, cell);
    const survey = found ? undefined : await game.surveyed();
    if (game.now !== now || solver.isShown) return; // late
    if (found) return new Steps(words, view, cell, found, tell, draw).all();
    const values = { cell: view.named(cell), chance: words.percent.format(survey?.chances[cell] ?? 0) };
    tell(words.translateParts("minesweeper.why.uncertain", values));
    draw();
}

/** Take back a move; before the first one, the new game. */
function undo() {
    if (game.undo()) return changed();
    if (games.undo()) enter(games.now);
}

function redo() {
    if (game.redo()) return changed();
    if (games.redo()) enter(games.now);
}

function shared() {
    address.flush();
    if (game.day) return { text: day.shareSentence(game.day) };
    const { rows, columns, mines } = game.rules;
    const seconds = Math.round((game.ended - game.began) / 1000);
    const values = { rows, columns, mines: String(mines), seed: String(game.seed), presses: game.now.presses, seconds };
    const key = game.now.won ? "minesweeper.share.won" : "minesweeper.share";
    return { short: shortOf(shortName(game.rules, game.seed)), text: words.translate(key, values) };
}

/** A first field that is open already, and answered: it obeys the first click. */
async function example() {
    const { rows, columns } = game.rules;
    const middle = Math.floor(rows / 2) * columns + Math.floor(columns / 2);
    const blank = game;
    let tried = fresh();
    for (let attempt = 0; attempt < EXAMPLES; attempt += 1) {
        await tried.move("press", middle);
        const { marks } = await tried.surveyed();
        if (game !== blank || blank.now.presses > 0) return; // the visitor was quicker
        if (marks.some(isSafe)) break;
        tried = fresh();
    }
    games.now = tried;
    tried.isExample = true;
    tried.began = 0;
    enter(tried);
    await hint();
    tried.isHelped = false; // nobody asked for it
}

for (const choice of [level, noGuess]) choice.addEventListener("change", renew);
help.addEventListener("change", helped);
findElement("#mode-play").addEventListener("click", () => solver.isShown && address.beginRecord(() => enter(game)));
findElement("#mode-solve").addEventListener("click", () => solver.isShown || solve());
findElement("#own-begin").addEventListener("click", own);
findElement("#statistics").addEventListener("click", () => showStatistics(words));
findElement("#print").addEventListener("click", () => sheets(words, client, game, (deed) => frame.runDeed(deed)));
document.addEventListener("click", ({ target }) => {
    const named = target instanceof Element ? target.closest("[data-names]") : null;
    if (named instanceof HTMLElement) board.focus(Number(named.dataset.names));
});
addEventListener("resize", measureBoard);
setInterval(() => {
    if (game.began && !game.ended) tick();
}, 1000);
buildShell(words);
new Zoom(findElement("#board"), measureBoard);
enter(game);
if (location.hash || address.loadGame()) await frame.runDeed(follow);
else await frame.runDeed(example);
document.documentElement.dataset.ready = "yes";
