// @ts-check
// The page of Minesweeper: play, help, hints and reasons.

import { Address } from "../frame/address.js";
import { Board } from "../frame/board.js";
import { find } from "../frame/dom.js";
import { History } from "../frame/history.js";
import { Frame } from "../frame/page.js";
import { newSeed } from "../frame/seed.js";
import { shell } from "../frame/shell.js";
import { shortOf } from "../frame/short.js";
import { Words } from "../frame/words.js";
import { Client } from "../kernel/client.js";
import { explain, guess } from "../kernel/minesweeper.js";
import { Game, LEVELS } from "./minesweeper_game.js";
import { SCHEMA, SHORT, recordOf, shortName } from "./minesweeper_state.js";
import { View, isCovered, isSafe } from "./minesweeper_view.js";

/** @import { GameRecord } from "./minesweeper_state.js" */

const words = await Words.load();
const client = new Client();
void client.warm("minesweeper").catch(() => {}); // the first question says what is wrong
const frame = new Frame(words, { undo, redo, hint, why, renew, share: shared }, { says: ["minesweeper.key.board"] });
const board = new Board(find("#board"), (deed, cell) => frame.act(() => move(deed, cell)), () => {});
const level = /** @type {HTMLSelectElement} */ (find("#level"));
const noGuess = /** @type {HTMLInputElement} */ (find("#no-guess"));
const help = /** @type {HTMLSelectElement} */ (find("#assistant"));

let game = new Game(client, LEVELS.beginner, newSeed());
const games = new History(game); // a new game can be taken back as a move can
let view = new View(words, game);
const address = new Address(SCHEMA, {
    name: "minesweeper",
    short: SHORT,
    records: () => [game.record, { ...game.record, moves: [] }],
    isUnfinished: () => game.isUnfinished,
    opened: () => frame.act(follow),
});

function fresh() {
    return new Game(client, { ...(LEVELS[level.value] ?? game.rules), noGuess: noGuess.checked }, newSeed());
}

/** Show a game; the assistant stays as it is. @param {Game} chosen */
function enter(chosen) {
    game = chosen;
    view = new View(words, game);
    view.help = /** @type {import("./minesweeper_view.js").Help} */ (help.value);
    const { rows, columns, mines } = game.rules;
    const same = Object.keys(LEVELS).find((name) => ["rows", "columns", "mines", "variant"].every(
        (key) => Reflect.get(LEVELS[name], key) === Reflect.get(game.rules, key),
    ));
    level.value = same ?? "own";
    noGuess.checked = game.rules.noGuess;
    board.resize(rows, columns);
    find("#board").setAttribute("aria-label", words.say("minesweeper.field", { ...game.sides, mines }));
    frame.notice();
    changed();
}

/** Begin a new game. */
function renew() {
    address.begin(() => {
        game.history.cut();
        games.push(fresh());
        enter(games.now);
    });
}

/** Show what the address asks for: a game, else a fresh one. */
async function follow() {
    const { record, seeded, damaged } = address.read();
    const asked = record ?? (seeded && recordOf(seeded));
    const before = game;
    const found = asked && (await Game.replayed(client, asked).catch(() => undefined)); // the kernel refuses it
    if (game !== before) return; // the visitor went on
    if (games.canUndo || game.history.canUndo) games.push(found ?? fresh());
    else games.now = found ?? game;
    enter(games.now);
    if (damaged || (seeded && !asked) || (asked && !found)) return frame.notice(words.say("frame.damaged"));
    const left = asked ? undefined : address.unfinished();
    if (left) frame.notice(words.say("frame.unfinished"), { label: words.say("frame.go-on"), deed: () => resume(left) });
}

/** @param {GameRecord} record */
async function resume(record) {
    const found = await Game.replayed(client, record);
    if (!found) return;
    games.push(found);
    enter(found);
}

/** The position is another one: nothing that was said about the old one stays. */
function changed() {
    view.survey = undefined;
    frame.tell();
    view.rings.clear();
    frame.ended();
    draw();
    address.moved();
    void frame.act(assist);
}

function draw() {
    board.show((cell) => view.look(cell));
    find("#left").textContent = words.say("minesweeper.left", { count: game.left });
    frame.can({ undo: game.history.canUndo || games.canUndo, redo: game.history.canRedo || games.canRedo });
    tick();
}

function tick() {
    const until = game.ended || (game.began ? performance.now() : 0);
    const count = Math.floor((until - game.began) / 1000);
    find("#clock").textContent = words.say("minesweeper.seconds", { count });
}

/** Say sentences below the board. @param {...(string | Node)[]} sentences */
function tell(...sentences) {
    view.rings.clear();
    frame.tell(...sentences);
}

/**
 * @param {import("../frame/board.js").Deed} deed
 * @param {number} cell
 */
async function move(deed, cell) {
    const before = game;
    const opens = deed === "press" && !isCovered(game.now.cells[cell]);
    const fault = await game.move(opens ? "chord" : deed, cell);
    if (game !== before) return;
    const quiet = fault === "open" || (opens && game.now.cells[cell] === 0);
    if (fault) return tell(...(quiet ? [] : [[words.say(`minesweeper.fault.${fault}`)]]));
    changed();
    if (!game.isOver) return;
    address.forget();
    await end();
}

/** Say how the game ended, and what the last click risked. */
async function end() {
    const ended = game;
    const { now } = game;
    const seconds = Math.floor((game.ended - game.began) / 1000);
    if (now.won) {
        const values = { presses: now.presses, least: game.least, seconds };
        return over("minesweeper.won.title", words.say("minesweeper.won", values));
    }
    const survey = await game.surveyedBefore();
    if (game !== ended || game.now !== now) return; // late
    const chance = survey?.chances[now.hit[0]] ?? 0;
    if (chance === 1 || !survey) return over("minesweeper.lost.title", words.say("minesweeper.lost.sure"));
    const covered = [...survey.chances].filter((_, cell) => survey.marks[cell] !== 0);
    const values = { chance: words.percent.format(chance), lowest: words.percent.format(Math.min(...covered)) };
    over("minesweeper.lost.title", words.say("minesweeper.lost", values));
}

/**
 * @param {string} title
 * @param {string} line
 */
function over(title, line) {
    tell();
    frame.ended({ title: words.say(title), lines: [line] });
}

/** Ask for what the assistant shows. */
async function assist() {
    const asked = game;
    const { now } = game;
    if (view.help === "off" || !game.mine || game.isOver) return;
    const found = await game.surveyed();
    if (game !== asked || game.now !== now) return; // late
    view.survey = found;
    draw();
}

/** Show a cell to open: a safe one, else the best guess. Nothing is opened. */
async function hint() {
    if (game.isOver) return tell([words.say("minesweeper.fault.over")]);
    if (!game.mine) return tell([words.say("minesweeper.hint.first")]);
    const found = view.survey ?? (await game.surveyed());
    const safe = found.marks.findIndex(isSafe);
    if (safe >= 0) return point(safe, "minesweeper.hint.safe", {});
    const { tell: best } = await guess(client, { board: game.board });
    const chance = words.percent.format(found.chances[best.cell]);
    if (best.layouts === 0) return point(best.cell, "minesweeper.hint.guess", { chance });
    point(best.cell, "minesweeper.hint.solved", { won: best.won, layouts: best.layouts });
}

/**
 * @param {number} cell
 * @param {string} key
 * @param {Record<string, string | number>} values
 */
function point(cell, key, values) {
    tell(words.parts(key, { cell: view.named(cell), ...values }));
    view.rings.set(cell, "ring");
    draw();
    board.focus(cell);
}

/** Say why the cell in focus is certain; the numbers that say so are ringed. */
async function why() {
    const cell = board.at;
    if (!isCovered(game.now.cells[cell])) return tell([words.say("minesweeper.why.open")]);
    if (!game.mine) return tell([words.say("minesweeper.hint.first")]);
    const { tell: found } = await explain(client, { board: game.board, cell });
    if (!found.certain) {
        const { chances } = await game.surveyed();
        const values = { cell: view.named(cell), chance: words.percent.format(chances[cell]) };
        tell(words.parts("minesweeper.why.uncertain", values));
        return draw();
    }
    tell(...view.reason(cell, found));
    // The easy way that is told may use a number more than the smallest set.
    const numbers = found.steps.length > 0 ? found.steps.flatMap((step) => [...step.numbers]) : found.because;
    for (const at of [...numbers, cell]) view.rings.set(at, "ring");
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
    const { rows, columns, mines } = game.rules;
    const values = { rows, columns, mines, seed: String(game.seed), presses: game.now.presses };
    const key = game.now.won ? "minesweeper.share.won" : "minesweeper.share";
    return { short: shortOf(shortName(game.rules, game.seed)), text: words.say(key, values) };
}

for (const choice of [level, noGuess]) choice.addEventListener("change", renew);
help.addEventListener("change", () => {
    view.help = /** @type {import("./minesweeper_view.js").Help} */ (help.value);
    draw();
    void frame.act(assist);
});
setInterval(() => {
    if (game.began && !game.ended) tick();
}, 1000);
shell(words);
enter(game);
if (location.hash || address.unfinished()) await frame.act(follow);
document.documentElement.dataset.ready = "yes";
