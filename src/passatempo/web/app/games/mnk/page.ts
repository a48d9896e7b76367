// The page of Five in a row, with play, help, evaluation and analysis.

import { Board } from "../../frame/board/board.ts";
import { listenToNamedCells } from "../../frame/board/input.ts";
import { listenToNames } from "../../frame/board/typing.ts";
import { Zoom } from "../../frame/board/zoom.ts";
import { Day } from "../../frame/day/day.ts";
import { listenToBrought } from "../../frame/position/bring.ts";
import { findElement } from "../../frame/dom.ts";
import { Panel } from "../../frame/panel.ts";
import { Screen } from "../../frame/screen.ts";
import { Session } from "../../frame/session.ts";
import { Setup } from "../../frame/position/setup.ts";
import { buildShell } from "../../frame/shell.ts";
import { Store, emptyScreen } from "../../frame/store.ts";
import { Words } from "../../frame/words.ts";
import { Client } from "../../kernel/client.ts";
import { isExample, partsOf } from "./parts.ts";
import { SetupPanel, storeTable, lastTable } from "./setup.ts";
import { Engine } from "./engine.ts";
import { GAMES, Game, SCHEMA, SHORT, SIGNS, TWO, gameOfDay, rulesOf, wrongCells } from "./game.ts";
import { Help } from "./help.ts";
import { ending } from "./judge.ts";
import { Play } from "./play.ts";
import { GameRecord, count, showStatistics } from "./record.ts";
import { movesOf, read, writeList } from "./text.ts";
import { View, noMarks } from "./view.ts";
import type { Sentence, Shown } from "../../frame/store.ts";
import type { Table } from "./game.ts";
import type { Judgement } from "./judge.ts";
import type { Marks } from "./view.ts";

/** The state of the page, with the judgement of the position. `hasThreats` shows threats on the board. */
export type State = Shown & Marks & { game: Game, judgement?: Judgement, hasThreats: boolean };

const quick = new Client(); // the worker starts while the words load
const first = new Game(quick, lastTable()).load(); // likewise
first.catch(() => {}); // the `await` below reports the fault
const words = await Words.load();
const engine = new Engine();
const store = new Store<State>({ ...emptyScreen(), ...noMarks(), game: await first, hasThreats: false }, view);
const actions = {
    undo,
    redo,
    hint: () => help.hint(),
    why: () => help.why(),
    analyse,
    do: () => store.state.move !== undefined && play.put(store.state.move),
    place: () => store.state.place !== undefined && play.put(store.state.place),
    again: () => beginGame(store.state.game.table),
    next: () => day.openNext(),
    share: shared,
    threats: () => {
        store.set({ hasThreats: !store.state.hasThreats });
        return help.assist();
    },
    setup,
    begin: () => sheet.use(),
    statistics: () => showStatistics(words),
    larger: () => zoom.larger(),
    smaller: () => zoom.smaller(),
    stop: () => engine.stop(),
};
const screen = new Screen(words, actions, {
    keys: [
        { key: "e", deed: () => help.evaluationBox.click(), says: "mnk.key.evaluation" },
        { key: "t", deed: actions.threats, says: "mnk.key.threats" },
        { key: ",", deed: () => browse(store.state.game.shown - 1), says: "mnk.key.back" },
        { key: ".", deed: () => browse(store.state.game.shown + 1), says: "mnk.key.forward" },
    ],
    says: ["mnk.key.board", "frame.key.zoom"],
    choose: (name) => (name === "setup" ? setup() : setupPanel.beginGame(name)),
});
const run = (action: () => unknown) => screen.runDeed(action);
const board = new Board(findElement("#board"), (deed, cell, how) => deed === "press" && run(() => play.press(cell, how)), (cell) => play.point(cell));
const zoom = new Zoom(board.host);
const sheet = new Setup(words);
const record = new GameRecord(words);
const gameText = () => ({ rules: store.state.game.table.rules, moves: store.state.game.moves });
const panel = new Panel(words, {
    moves: () => record.list(store.state.game, boardView, (number) => run(() => browse(number))),
    bench: () => ({ pastime: "mnk", question: "move", instance: writeList({ ...gameText(), moves: gameText().moves.slice(0, store.state.game.shown) }) }),
});
const setupPanel = new SetupPanel(words, run, { beginGame, readGame: gameText });
const day = new Day(words, { name: "mnk", short: SHORT, source: () => import("../../kernel/data.ts") });
let boardView = new View(words, store.state.game);
const help = new Help(words, store, board, [quick, engine], boardView);
const play = new Play(words, { store, board, zoom, day, engine, run, showPosition }, boardView);
const { timer } = play;
const session = new Session(store.state.game, SCHEMA, screen, day, {
    record: (game) => game.record,
    withoutMoves: (record) => ({ ...record, moves: [] }),
    open: (record) => Game.replay(quick, record),
    openDay: (puzzle) => gameOfDay(quick, puzzle),
    fresh: () => new Game(quick, lastTable()).load(),
    enter,
    storeProgress: (game) => game.day && day.saveProgress(game.day, [game.givenMoves]),
    openOther: (fragment) => (fragment === "play" || fragment === "b") && Boolean(run(() => openFive(fragment === "b"))),
});

function view(state: State) {
    const { game } = state;
    board.show(boardView.looks(state));
    board.host.className = boardView.board;
    board.host.classList.toggle("named", !state.end && state.message.some((sentence) => sentence.some((piece) => piece instanceof Node)));
    const { canUndo, canRedo } = session.games;
    const can = { undo: canUndo, redo: canRedo, isFirst: !canUndo };
    screen.show(state, { ...partsOf(words, state, can), ...sheet.parts });
    timer.show();
    const recordKey = `${game.shown} ${game.moves} ${record.steps.size}`;
    if (recordKey === lastRecordKey) return; // only the pointer has moved
    lastRecordKey = recordKey;
    record.draw(game);
    panel.refresh();
}
let lastRecordKey = "";

/** Show a game. */
function enter(game: Game) {
    sheet.close();
    boardView = help.boardView = play.boardView = new View(words, game);
    setupPanel.show(game.table);
    const { m, n, k, gravity } = game.table.rules;
    board.resize(m, n, !gravity);
    board.host.setAttribute("aria-label", words.translate("mnk.board", { m, n, k }));
    timer.startGame(game);
    if (game.isAsked && !game.day?.end) game.day?.clock.start(); // the first move stops it
    showPosition(game, { end: game.day?.end });
}

/** Begin a new game. Undo returns to the last one. */
async function beginGame(table: Table) {
    if (await session.beginGame(new Game(quick, table).load())) storeTable(table);
}

/** Begin five in a row, as the first page shows it, or enter a position of it. */
async function openFive(isPosition: boolean) {
    await beginGame({ ...lastTable(), rules: GAMES.five });
    if (isPosition) await setup();
}

/** Show another position, then the end of the game, the app's move or the help for the position. */
function showPosition(game: Game, change: Partial<State> = {}) {
    engine.cancel();
    record.forget();
    session.address.scheduleFlush();
    game.day?.result.follow(game.moves.slice(game.givenMoves));
    store.advance({ ...noMarks(), judgement: undefined, game, ...change });
    const { n } = game.table.rules;
    if (!session.games.canUndo && isExample(game)) store.set({ rings: new Map([[boardView.landing(n >> 1) ?? 0, "ring"]]) });
    if (game.isLast && game.isOver) return end(change.message);
    void run(() => (game.isRivalThinking ? play.reply() : help.assist()));
}

/** Count a finished game, and show its result. */
function end(message: Sentence[] = []) {
    const { game } = store.state;
    session.address.forget();
    timer.clocks.stop();
    count(game);
    store.set({ message, end: ending(words, boardView) });
}

/** Undo a move, or the start of the game if there is no move. */
async function undo() {
    const { game } = store.state;
    engine.cancel();
    if (await game.undo()) return showStep(game);
    return session.undo();
}

async function redo() {
    const { game } = store.state;
    engine.cancel();
    if (await game.redo()) return showStep(game);
    return session.redo();
}

function showStep(game: Game) {
    timer.clocks.back(game.moves.length);
    showPosition(game);
}

/** Show the position after a number of moves. */
async function browse(number: number) {
    const { game } = store.state;
    if (number < game.givenMoves || number > game.moves.length || game.isRivalThinking) return;
    await store.ask(() => game.show(number));
    store.advance({ ...noMarks(), judgement: undefined });
    await help.assist();
}

/** Judge the game move by move. */
async function analyse() {
    panel.open("analysis");
    await record.review(engine, store.state.game, boardView, () => store.set({}));
}

/** Enter a position on a sheet, or go back to the game. */
function setup() {
    if (sheet.isOpen) return session.enter();
    const { table: { rules }, now: { cells } } = store.state.game;
    const rulesFor = ({ m, n, k }: Record<string, number>) => (m === rules.m && n === rules.n && k === rules.k ? rules : rulesOf(m, n, k, { ...rules, gravity: false }));
    session.address.flush();
    store.advance(noMarks());
    return sheet.openPlain({
        classes: "stones squares", sizes: { m: rules.m, n: rules.n, k: rules.k }, bounds: { m: [1, 70], n: [1, 70], k: [1, 100] }, cells: [...cells],
        shape: ({ m, n }) => [m, n], most: () => 2, signs: [["·", ""], [SIGNS[1], "x"], [SIGNS[2], "o"]], keys: { ".": 0, " ": 0, X: 1, x: 1, O: 2, o: 2 },
        check: (cells, sizes) => wrongCells(quick, rulesFor(sizes), cells),
        say: (message) => store.set({ message }),
        use: (cells, sizes) => bring(() => ({ rules: rulesFor(sizes), moves: movesOf(rulesFor(sizes), cells) })),
    });
}

function shared() {
    const { game } = store.state;
    session.address.flush();
    if (game.day) return { text: day.shareSentence(game.day) };
    const { m, n, k } = game.table.rules;
    return { text: words.translate("mnk.share", { m, n, k, moves: game.moves.length }) };
}

listenToNames(board.host, {
    find: (name) => boardView.find(name),
    begins: (letter) => letter.charCodeAt(0) - 97 < store.state.game.table.rules.n,
    onName: (cell) => {
        board.focus(cell);
        store.set({ message: [words.translateParts("mnk.typed", { cell: boardView.named(cell) })] });
    },
});
help.evaluationBox.addEventListener("change", () => run(() => browse(store.state.game.shown)));
const steps: Record<string, () => number> = {
    first: () => store.state.game.givenMoves,
    back: () => store.state.game.shown - 1,
    forward: () => store.state.game.shown + 1,
    last: () => store.state.game.moves.length,
};
document.addEventListener("click", ({ target }) => {
    const stepButton = target instanceof Element ? target.closest<HTMLElement>("[data-to]") : null;
    if (stepButton) void run(() => browse(steps[stepButton.dataset.to ?? "last"]()));
});
listenToNamedCells(board);
screen.followClock(() => store.state.game.day?.clock);
buildShell(words);
session.enter();
if (location.hash || session.address.loadGame()) await run(() => session.follow());
const bring = await listenToBrought("mnk", screen, {
    read: (text) => read(text, store.state.game.table.rules),
    show: async ({ rules, moves }) => (await session.resume({ ...rules, level: TWO, side: 1, moves })) ? undefined : { text: words.translate("mnk.text.illegal") },
    write: () => writeList({ ...gameText(), moves: gameText().moves.slice(0, store.state.game.shown) }),
});
store.flush();
document.documentElement.dataset.ready = "yes";
