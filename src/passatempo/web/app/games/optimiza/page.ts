// The page of Optimiza: a path on a torus, its stars, hints, and the game for two.

import { listenToNamedCells } from "../../frame/board/input.ts";
import { listenToNames } from "../../frame/board/typing.ts";
import { Zoom } from "../../frame/board/zoom.ts";
import { listenToBrought } from "../../frame/position/bring.ts";
import { Day } from "../../frame/day/day.ts";
import { findElement, hasCoarsePointer } from "../../frame/dom.ts";
import { Panel } from "../../frame/panel.ts";
import { Screen } from "../../frame/screen.ts";
import { Session } from "../../frame/session.ts";
import { Setup } from "../../frame/position/setup.ts";
import { buildShell } from "../../frame/shell.ts";
import { shortOf } from "../../frame/short.ts";
import { Store, emptyScreen } from "../../frame/store.ts";
import { Words } from "../../frame/words.ts";
import { Client } from "../../kernel/client.ts";
import { deadStart, duelEnd, duelHint, hintOf, pathEnd, reasonOf, refusal, sharedText, typed } from "./answers.ts";
import { TorusBoard } from "./board.ts";
import { Game, HEXAGONAL, MAX_N, SCHEMA, SHORT, boardText, brought, copyCount, gameOfDay, recordOf, repeated, shortName, stateOf } from "./game.ts";
import { choiceOf, countPath, firstRecord, freshRecord, isFirstVisit, storeChoice, showChoice, showStatistics } from "./options.ts";
import { parts } from "./parts.ts";
import { read } from "./text.ts";
import { View, reachedLevels } from "./view.ts";
import type { DailyPuzzle } from "../../frame/day/day.ts";
import type { Shown } from "../../frame/store.ts";
import type { Answer } from "./answers.ts";
import type { GameRecord, Position } from "./game.ts";

/** The state of the page; `next`: a cell that waits for the bot's move; `best`: a path to draw instead of the visitor's. */
export type State = Shown<number[]> & { game: Game, next?: number, best?: Pick<Position, "path" | "steps">, isFirst: boolean };

const LARGE = 12; // columns from which a finger moves the board, and does not draw the path

const client = new Client(); // it starts before the words are loaded
const first = Game.playable(client, firstRecord()); // likewise
first.catch(() => {}); // it is awaited below
const words = await Words.load();
const store = new Store<State>({ ...emptyScreen(), game: await first, isFirst: false }, view);
const current = () => store.state.game;
const actions = {
    undo, redo, hint, why, analyse,
    share: shared,
    do: () => store.state.move && go(store.state.move),
    reset: () => go([]),
    again: () => (current().isOpenDay || current().isBrought ? go([]) : beginGame(current().rules)),
    next: () => day.openNext(),
    statistics: () => showStatistics(words),
    setup,
    begin: () => sheet.use(),
    larger: () => zoom.larger(),
    smaller: () => zoom.smaller(),
};
const screen = new Screen(words, actions, {
    says: ["optimiza.key.board", "optimiza.key.names", "optimiza.key.digits", "frame.key.zoom"],
    choose: (level) => (level === "setup" ? setup() : beginGame(choiceOf(Number(level)))),
});
const board = new TorusBoard(findElement("#board"), {
    take: (cell) => (current().isBots ? store.set({ next: cell, rings: new Map([[cell, "next"]]) }) : inTurn(() => press(cell))),
    over: (cell) => inTurn(() => !current().isBots && current().now.onward.includes(cell) && go([...current().now.path, cell])),
    back: () => screen.runDeed(undo),
    jump: (digit) => board.focus(lens.litAfter(board.at, digit) ?? board.at),
});
const sheet = new Setup(words);
const zoom = new Zoom(findElement("#board"));
const day = new Day(words, { name: "optimiza", short: SHORT, source: () => import("../../kernel/data.ts") });
let lens = new View(words, current());
const panel = new Panel(words, {
    moves: () => lens.moves((path) => inTurn(() => go(path))),
    bench: () => ({ pastime: "optimiza", question: "best", instance: boardText(current().form.lengths, current().board) }),
});
const session = new Session(current(), SCHEMA, screen, day, {
    record: (game) => game.record,
    withoutMoves: (record) => ({ ...record, path: [] }),
    recordOf,
    open: (record) => Game.of(client, record).then((game) => (game?.isPlayable ? game : undefined)),
    openDay: (puzzle) => gameOfDay(client, puzzle),
    fresh: () => Game.playable(client, firstRecord()),
    enter,
    storeProgress: (game) => ofPuzzle((puzzle) => day.saveProgress(puzzle, stateOf(game))),
});

function view(state: State) {
    const { game, rings, end, best } = state;
    board.show(...lens.looks(rings));
    board.ring(rings);
    board.trace(best?.path ?? game.now.path, best?.steps ?? game.now.steps, best ? "best" : "walked");
    const isNamed = state.message.length ? rings.size > 0 : game.rivalCell !== undefined;
    for (const [name, is] of [["named", isNamed && !end], ["free", lens.isFree], ["won", end?.outcome === "won"]] as const) board.host.classList.toggle(name, is);
    const can = { canUndo: game.canUndo || session.games.canUndo, canRedo: game.history.canRedo || session.games.canRedo };
    screen.show(state, { ...parts(words, lens, state, can), ...sheet.parts });
    panel.refresh();
}

/** Use the daily puzzle on the board, if it is one. */
function ofPuzzle<T>(use: (puzzle: DailyPuzzle) => T) {
    const dayPuzzle = current().day;
    return dayPuzzle && use(dayPuzzle);
}

/** Show a game. */
async function enter(game: Game) {
    sheet.close();
    current().day?.clock.stop();
    lens = new View(words, game);
    const surface = showChoice(game.rules);
    board.host.classList.toggle("large", game.form.lengths.length > LARGE);
    board.resize(game.form, lens.lean, game.board.cells, words.translate("optimiza.board", { n: game.rules.n, surface }));
    void screen.runDeed(() => game.levels().then(() => store.set({})));
    await showPosition(game);
}

/** Begin a new game; undo returns to the old one. The bot plays on small boards only. */
async function beginGame(choice: Pick<GameRecord, "n" | "variant" | "mode">) {
    if (!(await session.beginGame(Game.playable(client, freshRecord(choice))))) return;
    const { game } = session;
    storeChoice(game.rules);
    if (game.rules.n !== choice.n) screen.showNotice(words.translate("optimiza.bot.small"));
}

/** Show another position; then the bot replies, or the game ends. */
async function showPosition(game: Game) {
    game.day?.result.follow(game.now.path);
    store.advance({ game, next: undefined, best: undefined, isFirst: false });
    session.address.scheduleFlush();
    if (game.now.over) return end(game);
    if (game.isBots) await reply();
}

/** Make the bot's move, then the visitor's waiting move. */
async function reply() {
    const perfectMove = await store.ask(({ game }) => game.perfect(game.now.path));
    const { next } = store.state;
    if (!perfectMove) return show({ message: [[words.translate("optimiza.duel.unknown")]], rings: new Map() });
    await go([...current().now.path, perfectMove.cell]);
    if (next !== undefined && !current().now.over) await press(next);
}

const show = ({ message, rings, move }: Answer) => store.set({ message, rings, move });

let lastAction: Promise<unknown> = Promise.resolve();
/** Make moves one after the other. */
const inTurn = (action: () => unknown) => void (lastAction = lastAction.then(() => screen.runDeed(action)));

/** Take another path: a step on, or back to an earlier cell. */
async function go(path: number[]) {
    const pathPosition = await store.ask(({ game }) => game.explore(path));
    if (typeof pathPosition === "string") return show(refusal(words, lens, pathPosition, path[path.length - 1]));
    const { game } = store.state;
    game.history.push(pathPosition);
    if (game.isOpenDay) game.day?.clock.start();
    if (pathPosition.over && path.length > 1) {
        session.address.forget();
        if (!game.isDuel) void screen.runDeed(async () => countPath(reachedLevels(pathPosition.sum, await game.levels())));
    }
    await showPosition(game);
}

/** Take a pressed cell, or go back to it. */
async function press(cell: number) {
    const { game: { now: { path, over }, isDuel }, move } = store.state;
    const pathIndex = path.indexOf(cell);
    if (move?.at(-1) === cell) return go(move);
    if (!isDuel && pathIndex >= 0 && pathIndex < path.length - 1) return go(path.slice(0, pathIndex + 1));
    if (pathIndex >= 0 && pathIndex === path.length - 1 && !over) return;
    await go(!isDuel && over && path.length === 1 ? [cell] : [...path, cell]);
}

/** Show the result of the game and the best possible one. */
async function end(game: Game) {
    const { path, sum } = game.now;
    if (game.isDuel) return store.set({ end: duelEnd(words, lens) });
    if (path.length === 1) return show(deadStart(words, lens));
    if (game.day && sum >= game.day.puzzle.goal.score) return store.set({ end: day.finishDay(game.day) });
    const levels = await store.ask(() => game.levels());
    store.set({ end: pathEnd(words, lens, levels) });
}

/** Draw the best path of the whole board. */
async function analyse() {
    help();
    const best = await store.ask(({ game }) => game.bestLine());
    const { end: stateEnd } = store.state;
    const text = words.translate("optimiza.best", { path: lens.pathText(best.path) });
    store.set({ best, message: [[text]], rings: new Map(), move: undefined, ...(stateEnd ? { end: { ...stateEnd, lines: [text] } } : {}) });
}

/** Record in a daily puzzle that the visitor took help. */
const help = () => ofPuzzle((puzzle) => (puzzle.helped = true));

/** Show the next step of a best path; *Do it* takes it. */
async function hint() {
    if (current().isBots) return;
    help();
    ofPuzzle((puzzle) => puzzle.result.takeHint());
    const hintAnswer = await store.ask(async ({ game }) => (game.isDuel ? duelHint(words, lens, game) : hintOf(words, lens, await game.advise())));
    store.set({ best: undefined, ...hintAnswer, end: hintAnswer.move ? undefined : store.state.end });
    const hintCell = hintAnswer.move?.at(-1);
    if (hintCell !== undefined) hasCoarsePointer() ? board.reveal(hintCell) : board.focus(hintCell);
}

async function why() {
    if (current().now.path.length) help();
    show(await store.ask(({ game }) => reasonOf(words, lens, game)));
}

/** Undo a move and the bot's reply to it, or the new game if there is no move. */
async function undo() {
    if (current().undo()) return showPosition(current());
    return session.undo();
}

async function redo() {
    if (current().redo()) return showPosition(current());
    return session.redo();
}

/** Enter a board on a sheet, or go back to the game. */
function setup() {
    if (sheet.isOpen) return session.enter();
    const { n, cells } = current().board;
    const variant = current().board.variant % HEXAGONAL;
    session.address.flush();
    store.advance({ best: undefined });
    return sheet.openPlain({
        classes: "plain", sizes: { n }, bounds: { n: [2, MAX_N] }, cells: [...cells], shape: ({ n }) => [n, n], most: ({ n }) => n,
        check: (cells, { n }) => repeated(cells, n, variant),
        reason: (cell, cells, { n }) => words.translate("optimiza.text.fault.wrong-count", { number: cells[cell], count: cells.filter((number) => number === cells[cell]).length, expected: copyCount(n, variant, cells[cell]) }),
        say: (message) => store.set({ message }),
        use: (cells, { n }) => bring(() => read(boardText(Array(n).fill(n), { cells, variant }))),
    });
}

function shared() {
    const { game } = store.state;
    session.address.flush();
    if (game.day) return { text: day.shareSentence(game.day) };
    return { ...(game.isBrought ? {} : { short: shortOf(shortName(game.rules)) }), text: sharedText(words, lens) };
}

/** Mark the first step of a best path at the first visit. */
async function welcome() {
    await session.enter();
    if (current().isDuel || !isFirstVisit()) return;
    const { path } = await store.ask(({ game }) => game.advise());
    store.set({ rings: new Map([[path[0], "ring"]]), isFirst: true });
}

listenToNames(findElement("#board"), {
    find: (name) => (lens.places.includes(name) ? lens.places.indexOf(name) : undefined),
    begins: (letter) => lens.places.some((place) => place.startsWith(letter)),
    onName: (cell) => {
        board.focus(cell);
        show(typed(words, lens, cell));
    },
});
listenToNamedCells(board);
screen.followClock(() => current().day?.clock);
buildShell(words);
if (location.hash || session.address.loadGame()) {
    await session.enter();
    await screen.runDeed(() => session.follow());
} else await screen.runDeed(welcome);
const bring = await listenToBrought("optimiza", screen, {
    read,
    show: async (board) => void (await session.beginGame(Game.of(client, brought(board)))),
    write: () => boardText(current().form.lengths, current().board),
});
store.flush();
document.documentElement.dataset.ready = "yes";
