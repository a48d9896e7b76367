// The page of Minesweeper: play, help, hints and reasons; its second mode answers a board that somebody enters.

import { Address } from "../../frame/address.ts";
import { Board } from "../../frame/board/board.ts";
import { Zoom } from "../../frame/board/zoom.ts";
import { formatSeconds, formatTenths } from "../../frame/dates.ts";
import { Day, starText } from "../../frame/day.ts";
import { findElement } from "../../frame/dom.ts";
import { History } from "../../frame/history.ts";
import { Panel } from "../../frame/panel.ts";
import { Screen } from "../../frame/screen.ts";
import { buildShell } from "../../frame/shell.ts";
import { newSeed, shortOf } from "../../frame/short.ts";
import { Store, nothingShown } from "../../frame/store.ts";
import { Words } from "../../frame/words.ts";
import { Patient } from "../../kernel/client.ts";
import { dayOf, hasDay, puzzlesOf } from "../../kernel/data.ts";
import { best, reason } from "./answers.ts";
import { Game, LEVELS, gameOfDay, stateOf } from "./game.ts";
import { keepChoice, lastChoice, showSizes, sizes } from "./options.ts";
import { sheets } from "./sheets.ts";
import { Solver } from "./solve.ts";
import { FLAG, SCHEMA, SHORT, draftOf, isDraft, recordOf, shortName } from "./state.ts";
import { isRecord, lost, showStatistics, won } from "./stats.ts";
import { write } from "./text.ts";
import { View, isCovered, isSafe } from "./view.ts";
import type { Deed, How } from "../../frame/board/board.ts";
import type { Daily } from "../../frame/short.ts";
import type { Shown } from "../../frame/store.ts";
import type { Answer } from "./answers.ts";
import type { Rules } from "./game.ts";
import type { Entered, GameRecord } from "./state.ts";
import type { Help } from "./view.ts";

/** What the page shows; `flags`: a tap puts a flag. */
export type State = Shown & { game: Game, mode: "play" | "solve", flags: boolean };

const EXAMPLES = 9; // fields that are tried until one shows a safe cell
const TOUCHES = matchMedia("(pointer: coarse)");

const client = new Patient(forget); // it begins before the words are there
void client.loadModule("minesweeper").catch(() => {}); // the first question says what is wrong
const words = await Words.load();
const help = findElement("#assistant") as HTMLSelectElement;
const noGuess = findElement("#no-guess") as HTMLInputElement;
noGuess.checked = lastChoice().noGuess;
const store = new Store<State>({ ...nothingShown(), game: new Game(client, lastChoice(), newSeed()), mode: "play", flags: false }, view);
const games = new History(store.state.game); // a new game can be taken back as a move can
const playing = { undo, redo, hint, why, shared };
const mode = () => (store.state.mode === "solve" ? solver : playing);
const deeds = {
    undo: () => mode().undo(),
    redo: () => mode().redo(),
    hint: () => mode().hint(),
    why: () => mode().why(),
    share: () => mode().shared(),
    do: () => doMove(),
    again: () => begin(store.state.game.rules),
    next: () => day.openNext(),
    analyse: () => solve({ ...store.state.game.board, cells: store.state.game.shownBefore }),
    setup: () => (store.state.mode === "solve" ? address.beginRecord(() => enter(store.state.game)) : solve()),
    flag: () => store.set({ flags: !store.state.flags }),
    chances: () => assistMore(),
    statistics: () => showStatistics(words),
    print: () => sheets(words, client, store.state.game, (deed) => screen.runDeed(deed)),
    larger: () => zoom.larger(),
    smaller: () => zoom.smaller(),
    stop: () => client.cancel(),
};
const screen = new Screen(words, deeds, {
    keys: [{ key: "a", deed: () => assistMore(), says: "minesweeper.key.assistant" }],
    says: ["minesweeper.key.board", "minesweeper.key.solve", "frame.key.zoom"],
    choose: (level) => (level === "setup" ? solve() : begin({ ...LEVELS[level], noGuess: noGuess.checked })),
});
const board = new Board(findElement("#board"), (deed, cell, how) => screen.runDeed(() => pressed(deed, cell, how)), pointed);
const zoom = new Zoom(findElement("#board"));
const solver = new Solver(words, client, store, board, (action) => screen.runDeed(action));
const day = new Day(words, { name: "minesweeper", short: SHORT, source: { dayOf, hasDay, puzzlesOf }, asks: () => words.translate("minesweeper.day") });
let lens = new View(words, store.state.game);
const panel = new Panel(words, {
    moves: () => lens.moves(store.state.game.record.moves),
    bench: () => {
        const { game } = store.state;
        const shown = store.state.mode === "solve" ? solver.draft.board : { ...game.board, cells: game.shownBefore };
        return { pastime: "minesweeper", question: "safe", instance: write(shown) };
    },
});
const address = new Address(SCHEMA, {
    name: "minesweeper",
    short: SHORT,
    records: () => [store.state.game.record, { ...store.state.game.record, moves: [] }],
    isUnfinished: () => store.state.game.isUnfinished && !store.state.game.day,
    named: () => store.state.game.day && day.shortAddress(store.state.game.day),
    keep: () => keepProgress(store.state.game),
    opened: () => screen.runDeed(follow),
});

/** The view of what is on the board: a game, or a board that is entered. */
const shownView = () => (store.state.mode === "solve" ? solver.view : lens);

function view(state: State) {
    const shown = shownView();
    shown.rings = state.rings;
    board.show((cell) => shown.look(cell), (cell) => shown.stamp(cell));
    board.host.classList.toggle("named", state.rings.size > 0 && !state.end);
    board.host.classList.toggle("won", Boolean(state.end) && state.game.now.won);
    screen.show(state, parts(state));
    panel.refresh();
}

/** What stands beside the board. */
function parts({ game, mode: name, flags, move, rings }: State) {
    const isSolving = name === "solve";
    const { history: past } = isSolving ? solver.draft : game;
    const third = TOUCHES.matches ? { deed: "flag", isPressed: flags } : { deed: "chances", isPressed: help.value === "chances" };
    const asks = isSolving ? words.translate("minesweeper.solve.question") : shownView().chances();
    const level = game.day ? starText(game.day.puzzle.grade) : words.translate(`minesweeper.stats.of.${game.level}`);
    return {
        figures: isSolving ? [] : [[String(game.left), words.translate("minesweeper.left", { count: game.left })]],
        clock: isSolving ? "" : time(game),
        done: isSolving ? undefined : game.done,
        asks: asks ? [[asks]] : game.isExample && rings.size ? lines("minesweeper.first", "minesweeper.first.number") : lines(game.day ? "minesweeper.day" : "minesweeper.question"),
        first: move === undefined ? { deed: "hint" } : { deed: "do", isFilled: true },
        third: isSolving ? { deed: "setup", isPressed: true } : third,
        canUndo: past.canUndo || (!isSolving && games.canUndo),
        canRedo: past.canRedo || (!isSolving && games.canRedo),
        level: { name: isSolving ? "setup" : game.level, text: isSolving ? words.translate("frame.setup") : level },
    };
}

const lines = (...keys: string[]) => keys.map((key) => [words.translate(key)]);

const time = ({ clock, isOver }: Game) => (isOver ? formatTenths(clock.seconds) : formatSeconds(Math.floor(clock.seconds)));

/** Show a game; the help stays as it is. */
function enter(game: Game) {
    show("play");
    lens = new View(words, game);
    lens.help = help.value as Help;
    noGuess.checked = game.rules.noGuess;
    showSizes(game.rules);
    const { rows, columns, mines } = game.rules;
    board.resize(rows, columns);
    board.host.setAttribute("aria-label", words.translate("minesweeper.field", { rows, columns, mines }));
    day.showDay(game.day);
    screen.showNotice();
    changed(game);
    if (game.isOver) void screen.runDeed(end);
}

/** Show the options of a mode. */
function show(name: State["mode"]) {
    for (const part of document.querySelectorAll("[data-mode]")) {
        (part as HTMLElement).hidden = (part as HTMLElement).dataset.mode !== name;
    }
    store.state.mode = name;
}

/** Answer a board that somebody enters; the game waits. */
function solve(entered?: Entered) {
    const { game } = store.state;
    address.flush();
    if (game.day) game.day.helped = true;
    day.showDay();
    show("solve");
    screen.showNotice();
    if (!isDraft(location.hash.slice(1))) history.pushState(null, "", "#b");
    solver.enter(entered);
}

/** Begin a new game, which undo takes back. */
function begin(rules: Rules) {
    address.beginRecord(() => {
        store.state.game.history.cut();
        games.push(new Game(client, rules, newSeed()));
        enter(games.now);
    });
    keepChoice(games.now.level, rules.noGuess);
}

/** Show what the address asks for: a board to answer, a game, else a fresh one. */
async function follow() {
    const fragment = location.hash.slice(1);
    const draft = draftOf(fragment);
    if (draft || fragment === "b") return solve(draft);
    const { record, seeded, daily, damaged } = address.read();
    const asked = record ?? (seeded && recordOf(seeded));
    const { game } = store.state;
    const isWanted = address.turn(() => game.now);
    if ((asked || daily) && client.isBusy) client.cancel(); // the field of the address before is still being laid
    const found = await (daily ? ofDay(daily) : asked && Game.replayed(client, asked).catch(() => undefined)); // the kernel refuses it
    if (!isWanted()) return;
    if (games.canUndo || game.history.canUndo || game.day) games.push(found ?? new Game(client, lastChoice(), newSeed()));
    else games.now = found ?? game;
    enter(games.now);
    if (daily && !found) return day.showRefusal(address, screen);
    if (damaged || (seeded && !asked) || (asked && !found)) return screen.showNotice(words.translate("frame.damaged"));
    const left = asked || daily ? undefined : address.loadGame();
    if (left) screen.showNotice(words.translate("frame.unfinished"), { label: words.translate("frame.go-on"), deed: () => resume(left) });
}

/** The puzzle of a day; nothing where there is none. */
async function ofDay(daily: Daily) {
    const begun = await day.loadDay(daily);
    return begun && gameOfDay(client, begun);
}

async function resume(record: GameRecord) {
    const isWanted = address.turn(() => store.state.game.now);
    const found = await Game.replayed(client, record);
    if (!found || !isWanted()) return;
    games.push(found);
    enter(found);
}

function keepProgress(game: Game) {
    if (game.day) day.saveProgress(game.helped(game.day), stateOf(game));
    else game.keepTime();
}

/** Another position: what was said about the old one goes, what the help shows stays until it is answered anew. */
function changed(game: Game) {
    if (lens.help === "off" || game.isOver || !game.mine) lens.answer(undefined);
    lens.isOld = true;
    store.advance({ game });
    address.scheduleFlush();
    void screen.runDeed(assist);
}

/** A cell is under the pointer, or has the focus: cells with its chance are marked. */
function pointed(cell: number) {
    if (shownView().point(cell)) store.set({});
}

/** An answer takes longer: what is shown of the position before goes. */
function forget() {
    const shown = shownView();
    if (shown.isOld) shown.answer(undefined);
    store.set({});
}

const tell = (...sentences: string[]) => store.set({ said: sentences.map((sentence) => [sentence]), rings: new Map(), move: undefined });

/** What a press means: a finger may flag, or enlarge the board, and opens around a number when it taps twice. */
function pressed(deed: Deed, cell: number, { touch, twice }: How) {
    const node = board.host.querySelector(`[data-cell="${cell}"]`);
    if (touch && node && zoom.reach(node)) return undefined;
    if (store.state.mode === "solve") return solver.deed(deed, cell);
    const covered = isCovered(store.state.game.now.cells[cell]);
    if (deed === "press" && covered && touch && store.state.flags) return move("mark", cell);
    if (deed === "press" && touch && !covered && !twice) return undefined;
    return move(deed, cell);
}

async function move(deed: Deed, cell: number) {
    const { game } = store.state;
    const before = game.now;
    const opens = deed === "press" && !isCovered(before.cells[cell]);
    const fault = await game.move(opens ? "chord" : deed, cell);
    if (game !== store.state.game) return;
    const quiet = fault === "open" || (opens && before.cells[cell] === 0);
    if (fault) return tell(...(quiet ? [] : [words.translate(`minesweeper.fault.${fault}`)]));
    const opened = lens.moved(before.cells, cell);
    changed(game);
    const chances = lens.chances();
    if (opened > 1) store.set({ said: [[words.translate("minesweeper.opened", { count: opened })], ...(chances ? [[chances]] : [])] });
    if (game.isOver) await end();
}

/** Say how the game ended, and what the last click risked; count it. */
async function end() {
    const { game } = store.state;
    address.forget();
    if (game.now.won && game.day) return store.set({ end: day.finishDay(game.helped(game.day)) });
    const isBest = isRecord(game, game.level);
    if (game.now.won) return store.set({ end: won(words, game, isBest) });
    store.set(await store.ask(() => lost(words, lens, game)));
}

/** Ask for what the help shows. */
async function assist() {
    const { game } = store.state;
    if (lens.help === "off" || !game.mine || game.isOver || store.state.mode === "solve") return;
    game.isHelped = true;
    const found = await store.ask(() => game.surveyed());
    lens.answer(found);
    store.set({});
}

/** The chances, or nothing; the options have what is certain alone. */
function assistMore() {
    help.value = help.value === "chances" ? "off" : "chances";
    helped();
}

function helped() {
    lens.help = help.value as Help;
    if (lens.help === "off") lens.answer(undefined);
    store.set({});
    void screen.runDeed(assist);
}

/** Show a square to open: a safe one with its reason, else the best guess. *Do it* opens it. */
async function hint() {
    const { game } = store.state;
    if (game.isOver) return tell(words.translate("minesweeper.fault.over"));
    game.isHelped = true;
    if (!game.mine) return suggest({ said: lines("minesweeper.hint.first"), rings: new Map([[middle(game), "ring"]]), cell: middle(game) });
    const answer = await store.ask(async () => {
        const found = (!lens.isOld && lens.survey) || (await game.surveyed());
        return best(words, lens, client, game.board, found, suggest);
    });
    suggest(answer);
    if (answer.cell !== undefined && !game.isExample && !TOUCHES.matches) board.focus(answer.cell);
}

const suggest = ({ said, rings, cell }: Answer) => store.set({ said, rings, move: cell });

const middle = ({ rules: { rows, columns } }: Game) => Math.floor(rows / 2) * columns + Math.floor(columns / 2);

/** Open the square of the hint; its flag goes first. */
async function doMove() {
    const { game, move: cell } = store.state;
    if (cell === undefined || store.state.mode === "solve") return;
    if (game.now.cells[cell] === FLAG) await move("mark", cell);
    await move("press", cell);
}

/** Say why the square in focus is certain; the numbers that say so are ringed. */
async function why() {
    const { game } = store.state;
    const cell = board.at;
    if (!isCovered(game.now.cells[cell])) return tell(words.translate("minesweeper.why.open"));
    if (!game.mine) return tell(words.translate("minesweeper.hint.first"));
    game.isHelped = true;
    const found = await store.ask(() => reason(words, lens, client, game.board, cell, suggest));
    if (found) return suggest(found);
    const survey = await store.ask(() => game.surveyed());
    const values = { cell: lens.named(cell), chance: words.percent.format(survey.chances[cell]) };
    store.set({ said: [words.translateParts("minesweeper.why.uncertain", values)], rings: new Map([[cell, "ring"]]) });
}

/** Take back a move; before the first one, the new game. */
function undo() {
    if (store.state.game.undo()) return changed(store.state.game);
    if (games.undo()) enter(games.now);
}

function redo() {
    const { game } = store.state;
    if (game.redo()) {
        changed(game);
        return game.isOver ? end() : undefined;
    }
    if (games.redo()) enter(games.now);
}

function shared() {
    const { game } = store.state;
    address.flush();
    if (game.day) return { text: day.shareSentence(game.day) };
    const { rows, columns, mines } = game.rules;
    const values = { rows, columns, mines: String(mines), seed: String(game.seed), presses: game.now.presses, time: formatTenths(game.clock.seconds) };
    const key = game.now.won ? "minesweeper.share.won" : "minesweeper.share";
    return { short: shortOf(shortName(game.rules, game.seed)), text: words.translate(key, values) };
}

/** A first field that is open already, with a ring: it obeys the first click. */
async function example() {
    const blank = store.state.game;
    let tried = blank;
    for (let attempt = 0; attempt < EXAMPLES; attempt += 1) {
        tried = new Game(client, blank.rules, newSeed());
        await tried.move("press", middle(tried));
        const { marks } = await tried.surveyed();
        if (store.state.game !== blank || blank.now.presses > 0) return; // the visitor was quicker
        if (marks.some(isSafe)) break;
    }
    tried.asExample();
    games.now = tried;
    enter(tried);
    const answer = await store.ask(async () => best(words, lens, client, tried.board, await tried.surveyed(), suggest));
    if (answer.cell !== undefined) store.set({ rings: new Map([[answer.cell, "ring"]]) });
}

noGuess.addEventListener("change", () => begin({ ...store.state.game.rules, noGuess: noGuess.checked }));
help.addEventListener("change", helped);
findElement("#own-begin").addEventListener("click", () => {
    const chosen = sizes();
    if (chosen) begin({ ...chosen, variant: 0, noGuess: noGuess.checked });
});
document.addEventListener("click", ({ target }) => {
    const named = target instanceof Element ? target.closest("[data-names]") : null;
    if (named instanceof HTMLElement) board.focus(Number(named.dataset.names));
});
setInterval(() => store.state.game.clock.isRunning && screen.tick(time(store.state.game)), 250);
buildShell(words);
enter(store.state.game);
if (location.hash || address.loadGame()) await screen.runDeed(follow);
else await screen.runDeed(example);
document.documentElement.dataset.ready = "yes";
