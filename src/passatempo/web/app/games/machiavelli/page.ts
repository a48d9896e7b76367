// The page of Machiavelli: a table of one's own, solved as it changes, a match, or the table of a day.

import { listenToBrought } from "../../frame/position/bring.ts";
import { Day } from "../../frame/day/day.ts";
import { findElement } from "../../frame/dom.ts";
import { Panel } from "../../frame/panel.ts";
import { Screen } from "../../frame/screen.ts";
import { Session } from "../../frame/session.ts";
import { buildShell, saveAs } from "../../frame/shell.ts";
import { newSeed, shortOf } from "../../frame/short.ts";
import { Store, emptyScreen } from "../../frame/store.ts";
import { Words } from "../../frame/words.ts";
import { Client } from "../../kernel/client.ts";
import { CardTable } from "./board.ts";
import { DayTable } from "./daily.ts";
import { Match } from "./match.ts";
import { MatchChoice, TableChoice, lastChoice, storeChoice } from "./options.ts";
import { OwnTable } from "./own.ts";
import { Play } from "./play.ts";
import { Sentences } from "./sentences.ts";
import { OPENING, SCHEMA, SHORT, recordOf, shortName } from "./state.ts";
import { Unread, read, write } from "./text.ts";
import { View } from "./view.ts";
import type { Sentence, Shown } from "../../frame/store.ts";
import type { Judgement, UnlockReply } from "../../kernel/machiavelli.ts";
import type { Layout } from "./layout.ts";
import type { BestPlay, Plan } from "./own.ts";
import type { GameRecord, PageRecord } from "./state.ts";
import type { Setting } from "./text.ts";

type Game = OwnTable | Match | DayTable;
/** The state of the page. *Do it* goes to another layout, or draws. */
export type State = Shown<{ layout: Layout } | "draw"> & {
    game: Game,
    judgements: Judgement[], // of the groups, once the kernel has answered
    best?: BestPlay,
    unlocked?: UnlockReply,
    plan?: Plan & { lead: Sentence }, // of a hint
    raised: number[], // cards of the hand that can go
    fresh: Set<number>, // groups of the last turn
    seat: number, // of the last turn, from which new cards come; -1: the stock
    preview?: { layout: Layout, fresh: Set<number>, at: number }, // another layout than that of the game
};

const client = new Client(); // it starts before the words are loaded
void client.loadModule("machiavelli").catch(() => {}); // the first query reports the error
const words = await Words.load();
const sentences = new Sentences(words);
const view = new View(words, sentences);
const choice = new MatchChoice(words);
const helpSelect = findElement("#help") as HTMLSelectElement;
const textArea = findElement("#text") as HTMLTextAreaElement;
const drawer = findElement("#drawer");
const { isMatch, record: lastRecord } = lastChoice();
const first: Game = isMatch && !location.hash ? await Match.deal(client, lastRecord) : new OwnTable(client);
const store = new Store<State>({ ...emptyScreen(), game: first, judgements: [], raised: [], fresh: new Set(), seat: -1 }, showState);
const actions = {
    undo: () => play.undo() || session.undo(),
    redo: () => play.redo() || session.redo(),
    hint: () => play.hint(),
    do: () => play.do(),
    lay: () => play.lay(),
    draw: () => play.draw(),
    sort: () => play.sort(),
    again: () => beginMatch({ ...(store.state.game instanceof Match ? store.state.game.start : lastChoice().record), seed: newSeed() }),
    next: () => day.openNext(),
    analyse: () => panel.open("moves"),
    setup: () => setUp(),
    share: () => shareGame(store.state.game),
    stop: () => client.cancel(),
};
const screen = new Screen(words, actions, {
    keys: [
        { key: "d", deed: actions.draw, says: "machiavelli.key.draw" },
        { key: "l", deed: actions.lay, says: "machiavelli.key.lay" },
        { key: "o", deed: actions.sort, says: "machiavelli.key.sort" },
    ],
    says: ["machiavelli.key.cards", "machiavelli.key.carry", "machiavelli.key.find"],
    choose: (level) => (level === "setup" ? setUp() : beginMatch(choice.record(level))),
});
const run = (action: () => unknown) => screen.runDeed(action);
const table = new CardTable(findElement("#felt"), words,
    (from, positions, to, before) => play.move(from, positions, to, before),
    () => Boolean(store.state.move && run(() => play.do())));
const day = new Day(words, { name: "machiavelli", short: SHORT, source: () => import("../../kernel/data.ts") });
const session = new Session<Game, typeof SCHEMA>(first, SCHEMA, screen, day, {
    record: (game) => game.record,
    withoutMoves: (record) => ({ ...record, games: record.games.map((game) => ({ ...game, moves: [] })) }),
    recordOf: (seeded) => {
        const game = recordOf(seeded);
        return game && { ...OPENING, games: [game] };
    },
    open: openRecord,
    openDay: async (puzzle) => new DayTable(client, puzzle),
    fresh: () => new OwnTable(client),
    enter: enterGame,
    storeProgress: (game) => game instanceof DayTable && day.saveProgress(game.day, game.state),
    openOther: (fragment) => fragment === "play" && Boolean(run(() => beginMatch(lastChoice().record))),
});
const play = new Play({
    words, sentences, view, store, day, run,
    helpLevel: () => Number(helpSelect.value),
    onChange: () => session.address.scheduleFlush(),
    onEnd: () => session.address.forget(),
});
const panel = new Panel(words, {
    moves: () => view.listMoves(store.state, (at) => play.browse(at)),
    bench: () => ({ pastime: "machiavelli", question: "lay", instance: write({ ...OPENING, ...store.state.game.now }, "en") }),
});
const tableChoice = new TableChoice(words, {
    table: () => (store.state.game instanceof OwnTable ? store.state.game : undefined),
    onChange: () => play.show(),
    onRefuse: (sentence) => screen.showNotice(sentence),
});

function showState(state: State) {
    const { game, preview } = state;
    view.showSeats(state, findElement("#seats"), findElement("#stock"));
    table.show(preview?.layout ?? game.now, view.look(state));
    table.host.classList.toggle("still", Boolean(preview));
    const sessionCan = { canUndo: game.canUndo || session.games.canUndo, canRedo: game.history.canRedo || session.games.canRedo };
    screen.show(state, { ...view.parts(state), ...sessionCan });
    if (game instanceof OwnTable) tableChoice.show(game.now);
    if (listed?.every((item, at) => item === listedItems(state)[at])) return;
    listed = listedItems(state);
    panel.refresh();
}

/** The content of the lists in the panel. */
const listedItems = ({ game, plan, preview }: State) => [game, game.now, game instanceof Match && game.turns.length, plan, preview];
let listed: unknown[] | undefined;

/** Show a game, and the options of its kind. */
function enterGame(game: Game) {
    const kind = game instanceof OwnTable ? "own" : game instanceof Match ? "match" : "day";
    for (const part of document.querySelectorAll<HTMLElement>("[data-mode]")) part.hidden = part.dataset.mode !== kind;
    drawer.hidden = true;
    if (game instanceof Match) choice.show(game.start);
    return run(() => play.enter(game));
}

/** Open a record. The kernel refuses a table that cannot be. */
async function openRecord({ games: [game], ...own }: PageRecord) {
    if (client.isBusy) client.cancel(); // the match of an earlier address may still be played
    if (!game) return OwnTable.open(client, own);
    const count = game.moves.length;
    const isSlow = game.seats.includes("strong");
    const match = await Match.replay(client, game, (move) => isSlow && screen.showNotice(words.translate("machiavelli.again", { move, all: count })));
    return match;
}

/** Begin a match, and store its choice for the next visit. */
async function beginMatch(record: GameRecord) {
    (findElement("#new") as HTMLDialogElement).close();
    storeChoice(record);
    await session.beginGame(Match.deal(client, record));
}

/** Open the cards of a table of one's own, from which it is laid out. */
async function setUp() {
    const isOpen = !drawer.hidden;
    const { game } = store.state;
    if (!(game instanceof OwnTable) || game.isExample) {
        await session.beginGame(new OwnTable(client, { ...OPENING, groups: [], hand: [] }));
        storeChoice(undefined);
    }
    screen.showNotice();
    drawer.hidden = isOpen;
    if (!isOpen) findElement("#pick-to").focus();
}

/** Show a table of a text. */
async function showTable(setting: Setting) {
    const { game } = store.state;
    if (!(game instanceof OwnTable)) return void (await session.beginGame(new OwnTable(client, { ...OPENING, ...setting })));
    game.set(setting);
    play.show();
}

/** The text about a game, and its short name. */
function shareGame(game: Game) {
    session.address.flush();
    if (game instanceof DayTable) return { text: day.shareSentence(game.day) };
    if (game instanceof OwnTable) return { text: write(game.now, words.language) };
    const short = shortName(game.start);
    const text = words.translate("machiavelli.told", { seed: String(game.start.seed), count: game.turns.length });
    return { text, ...(short ? { short: shortOf(short) } : {}) };
}

findElement("#deal").addEventListener("click", () => run(() => beginMatch(choice.record())));
findElement("#read").addEventListener("click", () => takePosition(() => read(textArea.value, words.language)));
findElement("#save").addEventListener("click", () => run(async () => {
    const { writeRecord } = await import("./record.ts");
    const { game } = store.state;
    if (game instanceof Match) saveAs(`machiavelli-${game.start.seed}.jsonl`, writeRecord(game));
}));
findElement("#close-drawer").addEventListener("click", () => (drawer.hidden = true));
screen.followClock(() => store.state.game.day?.clock);
buildShell(words);
await session.enter();
if (location.hash || session.address.loadGame()) await run(() => session.follow());
const takePosition = await listenToBrought("machiavelli", screen, {
    read: (text) => read(text, words.language),
    show: showTable,
    write: () => write({ ...OPENING, ...store.state.game.now }, words.language),
    explain: (error) => (error instanceof Unread ? { text: sentences.unread(error) } : undefined),
});
store.flush();
document.documentElement.dataset.ready = "yes";
