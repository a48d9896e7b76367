// The page of mountain cards: swaps to make a row right, hints, all right rows in turn, the visitor's cards.

import { Zoom } from "../../frame/board/zoom.ts";
import { listenToBrought } from "../../frame/position/bring.ts";
import { Day } from "../../frame/day/day.ts";
import { findElement, hasCoarsePointer } from "../../frame/dom.ts";
import { Panel } from "../../frame/panel.ts";
import { Screen } from "../../frame/screen.ts";
import { Session } from "../../frame/session.ts";
import { Setup } from "../../frame/position/setup.ts";
import { buildShell } from "../../frame/shell.ts";
import { newSeed, shortOf } from "../../frame/short.ts";
import { Store, emptyScreen } from "../../frame/store.ts";
import { Words } from "../../frame/words.ts";
import { Client } from "../../kernel/client.ts";
import { MountainBoard } from "./board.ts";
import { dealGame, namedGame, opening, recordOf, repeatGame } from "./deals.ts";
import { Game, MAX_VALUE, SCHEMA, SHORT, dealText, gameOfDay, read, stateOf } from "./game.ts";
import { View } from "./view.ts";
import { Ways } from "./ways.ts";
import type { Shown } from "../../frame/store.ts";
import type { Position } from "./game.ts";

/** The state of the page. `chosen` is the card to swap, or -1. With `isSliding` the next row replaces this one. */
export type State = Shown<[number, number]> & { game: Game, chosen: number, isSliding: boolean };

const MAX_DIGIT = 9; // of a card on a sheet; larger ones come as text
const LARGE = 10; // cards from which a finger scrolls the row, and swaps by two taps

const client = new Client(); // it starts before the words are loaded
const first = opening(client);
first.catch(() => {}); // it is awaited below
const words = await Words.load();
const actions = {
    undo, redo, hint, why,
    do: () => doSwap(),
    reset: () => go(store.state.game.deal),
    again: () => beginGame(repeatGame(client, store.state.game)),
    next: () => day.openNext(),
    analyse: () => panel.open("analysis"),
    setup,
    begin: () => sheet.use(),
    share: shared,
    larger: () => zoom.larger(),
    smaller: () => zoom.smaller(),
};
const screen = new Screen(words, actions, {
    says: ["cards.key.board", "cards.key.swap", "frame.key.zoom"],
    choose: (level) => (level === "setup" ? setup() : beginGame(dealGame(client, Number(level)))),
});
const board = new MountainBoard(findElement("#board"), {
    press: (cell, how) => screen.runDeed(() => press(cell, how)),
    swap: (a, b) => screen.runDeed(() => swap(a, b)),
    peak: (cell, steps) => ways.drag(cell, steps),
    drop: () => {
        ways.drop();
        store.state.isSliding = false;
    },
});
const zoom = new Zoom(findElement("#board"));
const ways = new Ways(words, (question, isSlide) => screen.runDeed(() => explore(question, isSlide)), () => (store.state.isSliding = false));
const sheet = new Setup(words);
const openBox = findElement("#open") as HTMLInputElement;
const day = new Day(words, { name: "cards", short: SHORT, source: () => import("../../kernel/data.ts") });
const store = new Store<State>({ ...emptyScreen(), game: await first, chosen: -1, isSliding: false }, view);
let lens = new View(words, store.state.game);
const panel = new Panel(words, {
    moves: () => moves(),
    bench: () => ({ pastime: "cards", question: "order", instance: dealText(store.state.game) }),
});
const session = new Session<Game, typeof SCHEMA>(store.state.game, SCHEMA, screen, day, {
    record: (game) => game.record,
    withoutMoves: (record) => ({ ...record, row: [], swaps: [] }),
    recordOf,
    open: (record) => namedGame(client, record),
    openDay: (puzzle) => gameOfDay(client, puzzle),
    fresh: () => opening(client),
    enter,
    storeProgress: (game) => game.day && day.saveProgress(game.day, stateOf(game)),
});

function view(state: State) {
    const { game, rings, chosen, end } = state;
    board.show(lens.looks(rings, chosen), lens.measure());
    board.host.classList.toggle("named", !game.isRight);
    board.host.classList.toggle("won", end !== undefined);
    screen.show(state, { ...parts(state), ...sheet.parts });
    ways.show(lens);
    panel.refresh();
}

/** The parts of the screen beside the board. */
function parts({ game, move, rings }: State) {
    const { now: gamePosition, history } = game;
    const isFirstGame = session.games.states.length === 1 && !game.day && !history.canUndo && rings.size > 0;
    return {
        ...lens.status(),
        asks: isFirstGame ? lens.first() : lens.question(),
        first: move === undefined ? { deed: "hint" } : { deed: "do", isFilled: true },
        third: { deed: "reset", isOff: String(gamePosition.row) === String(game.deal.row) },
        canUndo: history.canUndo || session.games.canUndo,
        canRedo: history.canRedo || session.games.canRedo,
    };
}

/** The rows since the deal; a press on one goes back to it. */
function moves() {
    const { history } = store.state.game;
    const { states } = history;
    if (states.length === 1) return [];
    return states.map((position, at) => ({ text: lens.move(position), current: position === history.current, go: () => back(states.length - 1 - at) }));
}

function back(count: number) {
    for (let step = 0; step < count; step += 1) store.state.game.history.undo();
    showRow();
}

/** Show a game. */
function enter(game: Game) {
    lens = new View(words, game);
    sheet.close();
    openBox.checked = game.open;
    board.isPeak = (cell) => !game.day && game.isRight && [0, 2].some((turn) => game.now.verdict.turns[turn] === cell + 1);
    board.host.classList.toggle("large", game.cards.length > LARGE);
    board.resize(game.cards.length, words.translate("cards.board", { count: game.cards.length }));
    showRow(game);
}

/** Show another row, and remove all messages about the old one. */
function showRow(game = store.state.game, isSliding = false) {
    const { states } = game.history;
    game.day?.result.follow(states.slice(states.lastIndexOf(game.deal) + 1));
    store.advance({ game, chosen: -1, isSliding, end: endOf(game) });
    session.address.scheduleFlush();
}

/** The end of a game, if its row is right. */
function endOf(game: Game) {
    if (game.day) return game.isRight ? day.finishDay(game.day) : undefined;
    if (!game.isLaid) return undefined;
    session.address.forget();
    return lens.end();
}

/** Move to another row. */
function go(nextPosition: Position, isSliding = false) {
    const { game, isSliding: wasSliding } = store.state;
    if (isSliding && wasSliding) game.history.current = nextPosition;
    else game.history.push(nextPosition);
    showRow(game, isSliding);
}

/** Get a row from the kernel and go to it; an earlier request for a row is cancelled. */
async function explore(question: (game: Game) => Promise<Position>, isSliding = false) {
    store.advance({});
    go(await store.ask(({ game }) => question(game)), isSliding);
}

async function swap(a: number, b: number) {
    const swapPosition = await store.ask(({ game }) => game.swapCards(a, b));
    if (!swapPosition) return store.set({ chosen: -1, message: [[words.translate("cards.day.given")]], rings: new Map(), move: undefined });
    store.state.game.day?.clock.start();
    go(swapPosition);
}

/** Choose a card, or swap it with the chosen one. Enter on a marked card makes the swap of the hint. */
function press(cell: number, { key, touch }: { key?: string, touch: boolean }) {
    const { chosen, rings } = store.state;
    const cellNode = board.host.querySelector(`[data-cell="${cell}"]`);
    if (touch && cellNode && zoom.reach(cellNode)) return undefined;
    if (key === "Enter" && chosen < 0 && rings.has(cell)) return doSwap();
    if (chosen < 0 || chosen === cell) return store.set({ chosen: chosen === cell ? -1 : cell });
    return swap(chosen, cell);
}

/** Mark two cards to swap, and explain why. *Do it* swaps them. */
async function hint() {
    const { game } = store.state;
    if (game.day && game.isRight) return; // the end card remains
    if (game.day) {
        game.day.helped = true;
        game.day.result.takeHint();
    }
    const hintPair = game.isPossible ? await store.ask(() => game.hint()) : undefined;
    if (!hintPair) return store.set({ message: [[game.isPossible ? words.translate("cards.hint.only") : lens.room()]], end: undefined });
    store.set({ end: undefined, message: lens.hint(hintPair), rings: marks(hintPair), move: hintPair, chosen: -1 });
    for (const cell of [...hintPair].reverse()) board.reveal(cell);
    if (!hasCoarsePointer()) board.focus(hintPair[0]);
}

const marks = (pair: [number, number]) => new Map(pair.map((cell) => [cell, "ring"]));

/** Swap the two marked cards. */
function doSwap() {
    const [a, b] = store.state.move ?? [...store.state.rings.keys()];
    return b === undefined ? undefined : swap(a, b);
}

/** Explain the fault of the row, and show the distances that the cards allow. */
function why() {
    const { game, end } = store.state;
    store.set({ message: lens.why(), end: game.day && end });
}

/** Begin a new game; undo returns to the old one. */
async function beginGame(comingGame: Promise<Game | undefined>) {
    if (await session.beginGame(comingGame)) (findElement("#new") as HTMLDialogElement).close();
}

/** Enter a row on a sheet, or go back to the game. */
function setup() {
    if (sheet.isOpen) return session.enter();
    const { now: { row } } = store.state.game;
    session.address.flush();
    store.advance({ chosen: -1 });
    return sheet.openPlain({
        classes: "plain", sizes: { n: row.length }, bounds: { n: [1, MAX_VALUE] }, cells: row.map((card) => (card <= MAX_DIGIT ? card : 0)), shape: ({ n }) => [1, n], most: () => MAX_DIGIT,
        say: (message) => store.set({ message }),
        use: (cells) => bring(() => read(`${cells.join(" ")}\n${openBox.checked ? "ends: open" : ""}`)),
    });
}

/** Undo a change, or the new deal if there is no change. */
function undo() {
    if (store.state.game.history.undo()) return showRow();
    return session.undo();
}

function redo() {
    if (store.state.game.history.redo()) return showRow();
    return session.redo();
}

function shared() {
    const { game } = store.state;
    session.address.flush();
    if (game.day) return { text: day.shareSentence(game.day) };
    const { low, high } = game.room;
    const shareText = words.translate("cards.share", { cards: game.cards.join(" "), distance: game.now.distance, low, high });
    if (game.seed === undefined) return { text: shareText };
    return { short: shortOf({ pastime: SHORT, sizes: [game.cards.length], marks: "", seed: game.seed }), text: shareText };
}

/** Mark the cards of a hint in the first row. */
async function lead() {
    const hintPair = await store.ask(({ game }) => game.hint());
    if (hintPair) store.set({ rings: marks(hintPair) });
}

findElement("#shuffle").addEventListener("click", () => screen.runDeed(() => explore((game) => game.shuffleRow(newSeed()))));
findElement("#lesson").addEventListener("click", () => screen.runDeed(async () => (await import("./lesson.ts")).lesson(words)));
addEventListener("keydown", (event) => event.key === "Escape" && store.state.chosen >= 0 && store.set({ chosen: -1 }));
screen.followClock(() => store.state.game.day?.clock);
buildShell(words);
session.enter();
await screen.runDeed(() => (location.hash || session.address.loadGame() ? session.follow() : lead()));
const bring = await listenToBrought("cards", screen, {
    read,
    show: async (record) => void (await session.beginGame(Game.of(client, { ...record, distance: record.distance || store.state.game.now.distance }))),
    write: () => dealText({ ...store.state.game, cards: store.state.game.now.row, now: store.state.game.now }),
});
store.flush();
document.documentElement.dataset.ready = "yes";
