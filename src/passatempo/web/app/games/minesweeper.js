// @ts-check
// The page of Minesweeper: play, help, hints and reasons.

import { Board } from "../frame/board.js";
import { element, find } from "../frame/dom.js";
import { newSeed } from "../frame/seed.js";
import { Words } from "../frame/words.js";
import { Cancelled, Client } from "../kernel/client.js";
import { explain } from "../kernel/minesweeper.js";
import { guess } from "../kernel/minesweeper_guess.js";
import { Game, LEVELS } from "./minesweeper_game.js";
import { View, isCovered, isSafe } from "./minesweeper_view.js";

const words = await Words.load();
const client = new Client();
const board = new Board(find("#board"), (deed, cell) => act(() => move(deed, cell)), () => {});
const level = /** @type {HTMLSelectElement} */ (find("#level"));
const noGuess = /** @type {HTMLInputElement} */ (find("#no-guess"));
const help = /** @type {HTMLSelectElement} */ (find("#assistant"));
const said = find("#said");

let game = new Game(client, rules(), newSeed());
let view = new View(words, game);

function rules() {
    return { ...LEVELS[level.value], noGuess: noGuess.checked };
}

/** Begin a new game; the assistant stays as it is. */
function begin() {
    game = new Game(client, rules(), newSeed());
    view = new View(words, game);
    view.help = /** @type {import("./minesweeper_view.js").Help} */ (help.value);
    board.resize(game.rules.rows, game.rules.columns);
    find("#board").setAttribute("aria-label", words.say("minesweeper.field", { ...game.sides, mines: game.rules.mines }));
    tell();
    draw();
}

/**
 * Do something; what goes wrong is told in a sentence, and the game is kept.
 * @param {() => Promise<void>} deed
 */
async function act(deed) {
    try {
        await deed();
    } catch (error) {
        if (error instanceof Cancelled) return;
        tell([words.say("kernel.fault", { message: error instanceof Error ? error.message : String(error) })]);
    }
}

function draw() {
    board.show((cell) => view.look(cell));
    find("#left").textContent = words.say("minesweeper.left", { count: game.left });
    tick();
}

function tick() {
    const until = game.ended || (game.began ? performance.now() : 0);
    const count = Math.floor((until - game.began) / 1000);
    find("#clock").textContent = words.say("minesweeper.seconds", { count });
}

/** Say sentences below the board; nothing clears them. @param {...(string | Node)[]} sentences */
function tell(...sentences) {
    view.rings.clear();
    said.replaceChildren(...sentences.map((parts) => element("p", {}, ...parts)));
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
    view.survey = undefined;
    const quiet = fault === "open" || (opens && game.now.cells[cell] === 0);
    tell(...(fault && !quiet ? [[words.say(`minesweeper.fault.${fault}`)]] : []));
    draw();
    if (!fault && game.isOver) await end();
    await assist();
}

/** Say how the game ended, and what the last click risked. */
async function end() {
    const ended = game;
    const { now } = game;
    const seconds = Math.floor((game.ended - game.began) / 1000);
    if (now.won) return tell([words.say("minesweeper.won", { presses: now.presses, least: game.least, seconds })]);
    const survey = await game.surveyedBefore();
    if (game !== ended || game.now !== now) return; // late
    const chance = survey?.chances[now.hit[0]] ?? 0;
    if (chance === 1 || !survey) return tell([words.say("minesweeper.lost.sure")]);
    const covered = [...survey.chances].filter((_, cell) => survey.marks[cell] !== 0);
    const lowest = words.percent.format(Math.min(...covered));
    tell([words.say("minesweeper.lost", { chance: words.percent.format(chance), lowest })]);
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

function undo() {
    if (!game.undo()) return;
    view.survey = undefined;
    tell();
    draw();
    void act(assist);
}

/** @type {Record<string, () => unknown>} */
const KEYS = { h: () => act(hint), w: () => act(why), n: begin, z: undo };
const BUTTONS = { "#hint": KEYS.h, "#why": KEYS.w, "#new": KEYS.n, "#undo": KEYS.z };
for (const [selector, deed] of Object.entries(BUTTONS)) find(selector).addEventListener("click", deed);
for (const choice of [level, noGuess]) choice.addEventListener("change", begin);
help.addEventListener("change", () => {
    view.help = /** @type {import("./minesweeper_view.js").Help} */ (help.value);
    draw();
    void act(assist);
});
addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLSelectElement || event.altKey || event.ctrlKey || event.metaKey) return;
    KEYS[event.key]?.();
});
setInterval(() => {
    if (game.began && !game.ended) tick();
}, 1000);
begin();
document.documentElement.dataset.ready = "yes";
