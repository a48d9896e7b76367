// The page of Minesweeper: its state, its view and its actions. Its second mode solves a board that the visitor enters.

import { Board } from "../../frame/board/board.ts";
import { listenToNamedCells } from "../../frame/board/input.ts";
import { Zoom } from "../../frame/board/zoom.ts";
import { listenToBrought } from "../../frame/position/bring.ts";
import { clockText } from "../../frame/clock.ts";
import { formatTenths } from "../../frame/dates.ts";
import { Day, starText } from "../../frame/day/day.ts";
import { findElement, hasCoarsePointer } from "../../frame/dom.ts";
import { Panel } from "../../frame/panel.ts";
import { Screen } from "../../frame/screen.ts";
import { Session } from "../../frame/session.ts";
import { buildShell } from "../../frame/shell.ts";
import { newSeed, shortOf } from "../../frame/short.ts";
import { Store, emptyScreen } from "../../frame/store.ts";
import { Words } from "../../frame/words.ts";
import { Patient } from "../../kernel/client.ts";
import { Game, LEVELS, gameOfDay, levelOf, stateOf } from "./game.ts";
import { storeChoice, lastChoice, showSizes, readSizes } from "./options.ts";
import { Play, middleCell } from "./play.ts";
import { showSheetDialog } from "./sheets.ts";
import { Solver } from "./solve.ts";
import { SCHEMA, SHORT, draftOf, isDraft, isSafe, recordOf, shortName } from "./state.ts";
import { showStatistics } from "./stats.ts";
import { MAX_SIDE, read, write } from "./text.ts";
import { View } from "./view.ts";
import type { Deed, How } from "../../frame/board/board.ts";
import type { Refusal } from "../../frame/position/bring.ts";
import type { Shown } from "../../frame/store.ts";
import type { Rules } from "./game.ts";
import type { PlayedGame } from "./judgement.ts";
import type { Review } from "./review.ts";
import type { DraftBoard } from "./state.ts";
import type { FileField } from "./text.ts";
import type { Help } from "./view.ts";

/** The state of the page; with `flags` a tap puts one. */
export type State = Shown & { game: Game, mode: "play" | "solve" | "review", flags: boolean };

const EXAMPLES = 9; // fields that are tried until one shows a safe square

const client = new Patient(() => forgetChances()); // it starts before the words are loaded
void client.loadModule("minesweeper").catch(() => {}); // the first query reports the error
const words = await Words.load();
const helpSelect = findElement("#assistant") as HTMLSelectElement;
const noGuessInput = findElement("#no-guess") as HTMLInputElement;
const firstGame = new Game(client, lastChoice(), newSeed());
const store = new Store<State>({ ...emptyScreen(), game: firstGame, mode: "play", flags: false }, showState);
const runAction = (action: () => unknown) => screen.runDeed(action);
const currentMode = () => ({ play, solve: solver, review: review ?? play })[store.state.mode];
const actions = {
    undo: () => currentMode().undo() || session.undo(),
    redo: () => currentMode().redo() || session.redo(),
    hint: () => currentMode().hint(),
    why: () => currentMode().why(),
    share: () => (store.state.mode === "play" ? shareGame(store.state.game) : { text: currentText() }),
    do: () => play.doMove(),
    again: () => beginGame(store.state.game.rules),
    next: () => (store.state.mode === "review" ? review?.hint() : day.openNext()),
    analyse,
    setup: () => (store.state.mode === "play" ? enterSolver() : session.address.beginRecord(() => session.enter())),
    flag: () => store.set({ flags: !store.state.flags }),
    chances: () => store.state.mode === "play" && showHelp(helpSelect.value === "chances" ? "off" : "chances"),
    statistics: () => showStatistics(words),
    print: () => showSheetDialog(words, client, store.state.game, runAction),
    larger: () => zoom.larger(),
    smaller: () => zoom.smaller(),
    stop: () => client.cancel(),
};
const screen = new Screen(words, actions, {
    keys: [{ key: "a", deed: actions.chances, says: "minesweeper.key.assistant" }],
    says: ["minesweeper.key.board", "minesweeper.key.solve", "frame.key.zoom"],
    choose: (level) => (level === "setup" ? enterSolver() : beginGame({ ...LEVELS[level], noGuess: noGuessInput.checked })),
});
const board = new Board(findElement("#board"), (deed, cell, how) => runAction(() => pressCell(deed, cell, how)), (cell) => pointAt(cell));
const zoom = new Zoom(board.host);
const solver = new Solver(words, client, store, board, runAction);
const day = new Day(words, { name: "minesweeper", short: SHORT, source: () => import("../../kernel/data.ts") });
const session = new Session(firstGame, SCHEMA, screen, day, {
    record: (game) => game.record,
    withoutMoves: (record) => ({ ...record, moves: [] }),
    recordOf,
    open: (record) => openGame(() => Game.replay(client, record)),
    openDay: (puzzle) => openGame(() => gameOfDay(client, puzzle)),
    fresh: () => new Game(client, lastChoice(), newSeed()),
    enter: enterGame,
    storeProgress: (game) => (game.day ? day.saveProgress(game.withHelp(game.day), stateOf(game)) : game.storeTime()),
    openOther: openDraft,
});
const play = new Play({
    words, client, store, board, day,
    readHelp: () => helpSelect.value as Help,
    onMove: () => session.address.scheduleFlush(),
    onEnd: () => session.address.forget(),
});
let review: Review | undefined; // its script is fetched when it is first needed
const panel = new Panel(words, {
    moves: () => (store.state.mode === "review" ? review?.list() : undefined) ?? play.view.listMoves(store.state.game.record.moves),
    bench: () => ({ pastime: "minesweeper", question: "safe", instance: currentText() }),
});

/** The position as the program writes it. */
function currentText() {
    const { game, mode } = store.state;
    if (mode === "review" && review) return write({ ...review.game, mines: BigInt(review.game.mines), cells: review.view.game.now.cells });
    return write(mode === "solve" ? solver.draft.board : { ...game.board, cells: game.cellsBefore });
}

/** The view of the game, of the board that the visitor enters, or of the judged game. */
const currentView = () => currentMode().view;

function showState(state: State) {
    const boardView = currentView();
    boardView.rings = state.rings;
    board.show((cell) => boardView.look(cell), (cell) => boardView.stamp(cell));
    board.host.classList.toggle("named", state.rings.size > 0 && !state.end);
    board.host.classList.toggle("judged", state.mode === "review");
    board.host.classList.toggle("won", Boolean(state.end) && state.game.now.won);
    screen.show(state, state.mode === "solve" ? solverParts() : (state.mode === "review" && review?.parts) || playParts(state));
    panel.refresh();
}

/** The status and the buttons of a game. */
function playParts({ game, flags, move }: State) {
    return {
        figures: [[String(game.left), words.translate("minesweeper.left", { count: game.left })]],
        clock: clockText(game.clock, game.isOver),
        progress: game.progress,
        asks: questionLines(game),
        first: move === undefined ? { deed: "hint" } : { deed: "do", isFilled: true },
        third: hasCoarsePointer() ? { deed: "flag", isPressed: flags } : chancesButton(),
        canUndo: game.canUndo || session.games.canUndo,
        canRedo: game.history.canRedo || session.games.canRedo,
        level: { name: game.level, text: levelText(game) },
    };
}

const chancesButton = () => ({ deed: "chances", isPressed: helpSelect.value === "chances" });

/** The text of the button of a new game: the grade, the level or the custom size. */
function levelText({ day: puzzle, level, rules: { rows, columns } }: Game) {
    if (puzzle) return starText(puzzle.puzzle.grade);
    return level === "own" ? `${columns} × ${rows}` : words.translate(`minesweeper.stats.of.${level}`);
}

/** The status and the buttons of a board that the visitor enters. */
function solverParts() {
    const { canUndo, canRedo } = solver.draft.history;
    const setupText = words.translate("frame.setup");
    return {
        figures: [],
        asks: [[words.translate("minesweeper.solve.question")]],
        first: { deed: "hint" },
        third: { deed: "setup", isPressed: true },
        canUndo,
        canRedo,
        level: { name: "setup", text: setupText },
    };
}

/** The question of the page, or the line about chances. */
function questionLines(game: Game) {
    const chances = play.view.chanceSentence();
    if (chances) return [[chances]];
    const questionKeys = game.isExample ? ["first", "first.more"] : [game.day ? "day" : game.given.length > 0 ? "given" : "question"];
    return questionKeys.map((key) => [words.translate(`minesweeper.${key}`)]);
}

/** Show a game; the help stays as it is. */
function enterGame(game: Game) {
    showMode("play");
    noGuessInput.checked = game.rules.noGuess;
    showSizes(game.rules);
    showField(game.rules);
    return runAction(() => play.enter(game));
}

/** Give the board the size of a field. */
function showField({ rows, columns, mines }: Omit<Rules, "noGuess">) {
    board.resize(rows, columns);
    board.host.setAttribute("aria-label", words.translate("minesweeper.field", { rows, columns, mines }));
}

/** Show the options of a mode. */
function showMode(name: State["mode"]) {
    if (name !== "solve") solver.sheet.close();
    for (const part of document.querySelectorAll<HTMLElement>("[data-mode]")) part.hidden = part.dataset.mode !== name;
    store.state.mode = name;
}

/** Solve a board that the visitor enters; the game waits. */
function enterSolver(draft?: DraftBoard) {
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
    enterSolver(draft);
    return true;
}

/** Judge the game that has ended, or solve the position of one that has not. */
async function analyse() {
    const { game, mode } = store.state;
    if (mode !== "play" || !game.isOver) return enterSolver({ ...game.board, cells: game.cellsBefore });
    const script = await store.ask(loadReview);
    return showReview(script, script.replayOf(game), true);
}

/** Open the file of a player; whether it is one. */
async function openFile(file: File) {
    const script = await loadReview();
    const found = await script.readFile(client, words, new Uint8Array(await file.arrayBuffer()), file.name);
    const refusal = typeof found === "string" ? { text: found } : found && (await openFound(found, file.name));
    if (refusal) screen.showNotice(refusal.text);
    return found !== undefined;
}

/** Show what a text or a file holds: a position, a game that was played, or a field to play. */
async function openFound(found: DraftBoard | FileField, name = ""): Promise<Refusal | void> {
    if (!("file" in found)) return solver.take(found, enterSolver);
    const { rows, columns, cells: field, clicks, moved } = found.file;
    const mines = field.reduce((sum, isMine) => sum + isMine, 0);
    if (rows > MAX_SIDE || columns > MAX_SIDE) return { text: words.translate("minesweeper.text.fault.too-large", { most: MAX_SIDE }) };
    if (mines === field.length) return { text: words.translate("minesweeper.text.fault.all-mines") };
    if (clicks.length === 0) {
        await session.beginGame(new Game(client, { rows, columns, mines, variant: found.variant, noGuess: false }, newSeed(), [...field]));
        return;
    }
    const script = await loadReview();
    if (moved) return { text: words.translate("review.moved") };
    await showReview(script, await script.playAgain(client, found, name), false);
}

async function loadReview() {
    const [script] = await Promise.all([import("./review.ts"), words.extend("review")]);
    return script;
}

function showReview(script: Awaited<ReturnType<typeof loadReview>>, game: PlayedGame, isOwn: boolean) {
    const newView = (shown: View["game"]) => new View(words, shown);
    review = new script.Review({ words, client, store, newView, levelOf, onChoose: () => screen.closeSheet() }, game, isOwn);
    session.address.flush();
    day.showDay();
    showMode("review");
    screen.showNotice();
    showField(game);
    store.advance({});
    findElement("#first").focus({ preventScroll: true });
    return review.judge();
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

/** Mark the cells with the chance of the cell under the pointer or in focus. */
function pointAt(cell: number) {
    if (currentView().point(cell)) store.set({});
}

/** Show the minefield of a picture. */
async function openPicture(file: Blob) {
    const { readPicture } = await import("./picture.ts");
    const reading = await readPicture(file);
    if (reading) await solver.takePicture(reading, enterSolver);
    screen.showNotice(words.translate(reading ? "minesweeper.picture.mines" : "minesweeper.picture.none"));
}

/** Remove the chances of the position before, since the new ones take longer. */
function forgetChances() {
    const boardView = currentView();
    if (boardView.isOld) boardView.takeSurvey(undefined);
    store.set({});
}

/** Press a cell. A finger enlarges a board of small cells first. */
function pressCell(deed: Deed, cell: number, how: How) {
    const cellNode = board.host.querySelector(`[data-cell="${cell}"]`);
    if (how.touch && cellNode && zoom.reach(cellNode)) return undefined;
    return currentMode().press(deed, cell, how);
}

function showHelp(kind: Help) {
    helpSelect.value = kind;
    play.view.help = kind;
    if (kind === "off") play.view.takeSurvey(undefined);
    store.set(store.state.end ? {} : { message: [], rings: new Map(), move: undefined }); // the chances have a sentence
    return play.assist();
}

function shareGame({ rules, seed, now, clock, day: puzzle, given }: Game) {
    session.address.flush();
    if (puzzle) return { text: day.shareSentence(puzzle) };
    const { rows, columns, mines } = rules;
    const clockTime = formatTenths(clock.seconds);
    const values = { rows, columns, mines: String(mines), seed: String(seed), presses: now.presses, time: clockTime };
    const shareText = words.translate(now.won ? "minesweeper.share.won" : "minesweeper.share", values);
    return given.length > 0 ? { text: shareText } : { short: shortOf(shortName(rules, seed)), text: shareText };
}

/** Show an example: a partly open field with a ring, which responds to the first click. */
async function showExample() {
    for (let attempt = 0; attempt < EXAMPLES; attempt += 1) {
        const game = new Game(client, firstGame.rules, newSeed());
        await game.move("press", middleCell(game));
        const { marks: surveyMarks } = await game.survey();
        if (store.state.game !== firstGame || firstGame.now.presses > 0) return; // the visitor was quicker
        if (!surveyMarks.some(isSafe)) continue;
        game.asExample();
        await session.show(game);
        return play.ringBest();
    }
}

noGuessInput.addEventListener("change", () => beginGame({ ...store.state.game.rules, noGuess: noGuessInput.checked }));
helpSelect.addEventListener("change", () => runAction(() => showHelp(helpSelect.value as Help)));
findElement("#own-begin").addEventListener("click", () => {
    const ownSizes = readSizes();
    if (ownSizes) beginGame({ ...ownSizes, variant: 0, noGuess: noGuessInput.checked });
});
listenToNamedCells(board);
screen.followClock(() => (store.state.mode === "play" ? store.state.game.clock : undefined));
buildShell(words);
firstGame.isExample = !location.hash && !session.address.loadGame();
await session.enter();
await runAction(firstGame.isExample ? showExample : () => session.follow());
await listenToBrought("minesweeper", screen, {
    read: (text) => read(client, text),
    show: (found) => openFound(found),
    explain: (error, text) => solver.explain(error, text, openFound),
    write: () => currentText(),
    openPicture,
    openFile,
});
store.flush();
document.documentElement.dataset.ready = "yes";
