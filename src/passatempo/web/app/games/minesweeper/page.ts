// The page of Minesweeper: its state and its view, and what leads from one game to another. Its second mode answers a board
// that somebody enters.

import { Board } from "../../frame/board/board.ts";
import { Zoom } from "../../frame/board/zoom.ts";
import { formatSeconds, formatTenths } from "../../frame/dates.ts";
import { Day, starText } from "../../frame/day.ts";
import { findElement } from "../../frame/dom.ts";
import { Panel } from "../../frame/panel.ts";
import { Screen } from "../../frame/screen.ts";
import { Session } from "../../frame/session.ts";
import { buildShell } from "../../frame/shell.ts";
import { newSeed, shortOf } from "../../frame/short.ts";
import { Store, emptyScreen } from "../../frame/store.ts";
import { Words } from "../../frame/words.ts";
import { Patient } from "../../kernel/client.ts";
import { dayOf, hasDay, puzzlesOf } from "../../kernel/data.ts";
import { Game, LEVELS, gameOfDay, stateOf } from "./game.ts";
import { storeChoice, lastChoice, showSizes, sizes } from "./options.ts";
import { Play, middle } from "./play.ts";
import { sheets } from "./sheets.ts";
import { Solver } from "./solve.ts";
import { SCHEMA, SHORT, draftOf, isDraft, recordOf, shortName } from "./state.ts";
import { showStatistics } from "./stats.ts";
import { write } from "./text.ts";
import { isSafe } from "./view.ts";
import type { Deed, How } from "../../frame/board/board.ts";
import type { Shown } from "../../frame/store.ts";
import type { Rules } from "./game.ts";
import type { DraftBoard } from "./state.ts";
import type { Help } from "./view.ts";

/** The state of the page; with `flags` a tap puts one. */
export type State = Shown & { game: Game, mode: "play" | "solve", flags: boolean };

const EXAMPLES = 9; // fields that are tried until one shows a safe square
const TICK = 250; // milliseconds
const TOUCH = matchMedia("(pointer: coarse)");

const client = new Patient(() => forget()); // it begins before the words are there
void client.loadModule("minesweeper").catch(() => {}); // the first question says what is wrong
const words = await Words.load();
const help = findElement("#assistant") as HTMLSelectElement;
const noGuess = findElement("#no-guess") as HTMLInputElement;
const first = new Game(client, lastChoice(), newSeed());
const store = new Store<State>({ ...emptyScreen(), game: first, mode: "play", flags: false }, view);
const run = (action: () => unknown) => screen.runDeed(action);
const mode = () => (store.state.mode === "solve" ? solver : play);
const deeds = {
    undo: () => mode().undo() || session.undo(),
    redo: () => mode().redo() || session.redo(),
    hint: () => mode().hint(),
    why: () => mode().why(),
    share: () => (store.state.mode === "solve" ? { text: write(solver.draft.board) } : shareGame(store.state.game)),
    do: () => play.doMove(),
    again: () => beginGame(store.state.game.rules),
    next: () => day.openNext(),
    analyse: () => solve({ ...store.state.game.board, cells: store.state.game.cellsBefore }),
    setup: () => (store.state.mode === "solve" ? session.address.beginRecord(() => enter(session.game)) : solve()),
    flag: () => store.set({ flags: !store.state.flags }),
    chances: () => showHelp(help.value === "chances" ? "off" : "chances"),
    statistics: () => showStatistics(words),
    print: () => sheets(words, client, store.state.game, run),
    larger: () => zoom.larger(),
    smaller: () => zoom.smaller(),
    stop: () => client.cancel(),
};
const screen = new Screen(words, deeds, {
    keys: [{ key: "a", deed: deeds.chances, says: "minesweeper.key.assistant" }],
    says: ["minesweeper.key.board", "minesweeper.key.solve", "frame.key.zoom"],
    choose: (level) => (level === "setup" ? solve() : beginGame({ ...LEVELS[level], noGuess: noGuess.checked })),
});
const board = new Board(findElement("#board"), (deed, cell, how) => run(() => press(deed, cell, how)), (cell) => point(cell));
const zoom = new Zoom(board.host);
const solver = new Solver(words, client, store, board, run);
const day = new Day(words, {
    name: "minesweeper",
    short: SHORT,
    source: { dayOf, hasDay, puzzlesOf },
    asks: () => words.translate("minesweeper.day"),
});
const session = new Session(first, SCHEMA, screen, day, {
    name: "minesweeper",
    short: SHORT,
    record: (game) => game.record,
    withoutMoves: (record) => ({ ...record, moves: [] }),
    recordOf,
    open: (record) => openGame(() => Game.replay(client, record)),
    openDay: (puzzle) => openGame(() => gameOfDay(client, puzzle)),
    fresh: () => new Game(client, lastChoice(), newSeed()),
    enter,
    storeProgress: (game) => (game.day ? day.saveProgress(game.withHelp(game.day), stateOf(game)) : game.storeTime()),
    openOther: openDraft,
});
const play = new Play({
    words, client, store, board, day,
    help: () => help.value as Help,
    onMove: () => session.address.scheduleFlush(),
    onEnd: () => session.address.forget(),
});
const panel = new Panel(words, {
    moves: () => play.view.moves(store.state.game.record.moves),
    bench: () => {
        const { game } = store.state;
        const content = store.state.mode === "solve" ? solver.draft.board : { ...game.board, cells: game.cellsBefore };
        return { pastime: "minesweeper", question: "safe", instance: write(content) };
    },
});

/** The view of what is on the board: a game, or a board that is entered. */
const currentView = () => (store.state.mode === "solve" ? solver.view : play.view);

function view(state: State) {
    const content = currentView();
    content.rings = state.rings;
    board.show((cell) => content.look(cell), (cell) => content.stamp(cell));
    board.host.classList.toggle("named", state.rings.size > 0 && !state.end);
    board.host.classList.toggle("won", Boolean(state.end) && state.game.now.won);
    screen.show(state, state.mode === "solve" ? solverParts() : playParts(state));
    panel.refresh();
}

/** The status and the buttons of a game. */
function playParts({ game, flags, move }: State) {
    return {
        figures: [[String(game.left), words.translate("minesweeper.left", { count: game.left })]],
        clock: time(game),
        progress: game.progress,
        asks: question(game),
        first: move === undefined ? { deed: "hint" } : { deed: "do", isFilled: true },
        third: TOUCH.matches ? { deed: "flag", isPressed: flags } : chancesButton(),
        canUndo: game.canUndo || session.games.canUndo,
        canRedo: game.history.canRedo || session.games.canRedo,
        level: { name: game.level, text: levelText(game) },
    };
}

const chancesButton = () => ({ deed: "chances", isPressed: help.value === "chances" });

/** What the button of a new game says: grade, level, or a size of one's own. */
function levelText({ day: puzzle, level, rules: { rows, columns } }: Game) {
    if (puzzle) return starText(puzzle.puzzle.grade);
    return level === "own" ? `${columns} × ${rows}` : words.translate(`minesweeper.stats.of.${level}`);
}

/** The status and the buttons of a board that somebody enters. */
function solverParts() {
    const { canUndo, canRedo } = solver.draft.history;
    const text = words.translate("frame.setup");
    return {
        figures: [],
        asks: [[words.translate("minesweeper.solve.question")]],
        first: { deed: "hint" },
        third: { deed: "setup", isPressed: true },
        canUndo,
        canRedo,
        level: { name: "setup", text },
    };
}

/** The question of the page, or the line about chances. */
function question(game: Game) {
    const chances = play.view.chances();
    if (chances) return [[chances]];
    const keys = game.isExample ? ["first", "first.more"] : [game.day ? "day" : "question"];
    return keys.map((key) => [words.translate(`minesweeper.${key}`)]);
}

const time = ({ clock, isOver }: Game) => (isOver ? formatTenths(clock.seconds) : formatSeconds(Math.floor(clock.seconds)));

/** Show a game; the help stays as it is. */
function enter(game: Game) {
    showMode("play");
    noGuess.checked = game.rules.noGuess;
    showSizes(game.rules);
    const { rows, columns, mines } = game.rules;
    board.resize(rows, columns);
    board.host.setAttribute("aria-label", words.translate("minesweeper.field", { rows, columns, mines }));
    day.showDay(game.day);
    screen.showNotice();
    return run(() => play.enter(game));
}

/** Show the options of a mode. */
function showMode(name: State["mode"]) {
    for (const part of document.querySelectorAll<HTMLElement>("[data-mode]")) part.hidden = part.dataset.mode !== name;
    store.state.mode = name;
}

/** Answer a board that somebody enters; the game waits. */
function solve(draft?: DraftBoard) {
    session.address.flush();
    if (session.game.day) session.game.day.helped = true;
    day.showDay();
    showMode("solve");
    screen.showNotice();
    if (!isDraft(location.hash.slice(1))) history.pushState(null, "", "#b");
    solver.enter(draft);
}

/** Show the board of an address that holds one. */
function openDraft(fragment: string) {
    const draft = draftOf(fragment);
    if (!draft && fragment !== "b") return false;
    solve(draft);
    return true;
}

/** Open a game; the field of an earlier address may still be laid. */
function openGame<T>(open: () => Promise<T>) {
    if (client.isBusy) client.cancel();
    return open();
}

/** Begin a new game; its level is stored for the next visit. */
async function beginGame(rules: Rules) {
    await session.beginGame(new Game(client, rules, newSeed()));
    storeChoice(session.game.level, rules.noGuess);
}

/** A cell is under the pointer, or has the focus: cells with its chance are marked. */
function point(cell: number) {
    if (currentView().point(cell)) store.set({});
}

/** Remove the chances of the position before, since the new ones take longer. */
function forget() {
    const content = currentView();
    if (content.isOld) content.answer(undefined);
    store.set({});
}

/** Press a cell. A finger enlarges a board of small cells first. */
function press(deed: Deed, cell: number, how: How) {
    const node = board.host.querySelector(`[data-cell="${cell}"]`);
    if (how.touch && node && zoom.reach(node)) return undefined;
    return mode().press(deed, cell, how);
}

function showHelp(kind: Help) {
    help.value = kind;
    play.view.help = kind;
    if (kind === "off") play.view.answer(undefined);
    store.set(store.state.end ? {} : { message: [], rings: new Map(), move: undefined }); // the chances have a sentence
    return play.assist();
}

function shareGame({ rules, seed, now, clock, day: puzzle }: Game) {
    session.address.flush();
    if (puzzle) return { text: day.shareSentence(puzzle) };
    const { rows, columns, mines } = rules;
    const time = formatTenths(clock.seconds);
    const values = { rows, columns, mines: String(mines), seed: String(seed), presses: now.presses, time };
    const text = words.translate(now.won ? "minesweeper.share.won" : "minesweeper.share", values);
    return { short: shortOf(shortName(rules, seed)), text };
}

/** A first field that is open already, with a ring: it obeys the first click. */
async function example() {
    for (let attempt = 0; attempt < EXAMPLES; attempt += 1) {
        const game = new Game(client, first.rules, newSeed());
        await game.move("press", middle(game));
        const { marks } = await game.survey();
        if (store.state.game !== first || first.now.presses > 0) return; // the visitor was quicker
        if (!marks.some(isSafe)) continue;
        game.asExample();
        session.games.current = game;
        await enter(game);
        return play.ringBest();
    }
}

noGuess.addEventListener("change", () => beginGame({ ...store.state.game.rules, noGuess: noGuess.checked }));
help.addEventListener("change", () => run(() => showHelp(help.value as Help)));
findElement("#own-begin").addEventListener("click", () => {
    const size = sizes();
    if (size) beginGame({ ...size, variant: 0, noGuess: noGuess.checked });
});
document.addEventListener("click", ({ target }) => {
    const named = target instanceof Element ? target.closest<HTMLElement>("[data-names]") : null;
    if (named) board.focus(Number(named.dataset.names));
});
setInterval(() => store.state.game.clock.isRunning && screen.tick(time(store.state.game)), TICK);
buildShell(words);
first.isExample = !location.hash && !session.address.loadGame();
await enter(first);
await run(first.isExample ? example : () => session.follow());
store.flush();
document.documentElement.dataset.ready = "yes";
