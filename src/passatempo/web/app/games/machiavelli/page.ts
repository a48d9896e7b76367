// The page of Machiavelli: a table of one's own, solved as it changes, a game with bots, or the table of a day, on which the
// whole hand is to be laid: everything may be taken apart, and groups alone may stay.

import { Address } from "../../frame/address.ts";
import { listenToBrought } from "../../frame/bring.ts";
import { Day } from "../../frame/day.ts";
import { findElement } from "../../frame/dom.ts";
import { History } from "../../frame/history.ts";
import { Frame } from "../../frame/page.ts";
import { Panel } from "../../frame/panel.ts";
import { buildShell } from "../../frame/shell.ts";
import { shortOf } from "../../frame/short.ts";
import { Words } from "../../frame/words.ts";
import { Client } from "../../kernel/client.ts";
import { dayOf, hasDay, puzzlesOf } from "../../kernel/data.ts";
import { judge } from "../../kernel/machiavelli.ts";
import { Felt } from "./felt.ts";
import { asked, carried, tally } from "./lying.ts";
import { Match } from "./match.ts";
import { ACES, LINES } from "./rules.ts";
import { More, Solver } from "./solver.ts";
import { OPENING, SCHEMA, SHORT, recordOf, shortName } from "./state.ts";
import { Steps } from "./steps.ts";
import { Unread, read, write } from "./text.ts";
import { Sentences } from "./words.ts";
import type { DailyPuzzle } from "../../frame/day.ts";
import type { Lying, Spot } from "./lying.ts";
import type { PageRecord } from "./state.ts";

const SOURCE = "en"; // the language of the cards in the data

class DayTable {
    #hints = 0;
    desk: Desk;
    day: Day;
    begun: DailyPuzzle;
    line;
    history: History<Lying>;

    constructor(desk: Desk, day: Day, begun: DailyPuzzle) {
        this.desk = desk;
        this.day = day;
        this.begun = begun;
        const { table, hand, decks, ace } = begun.puzzle.instance;
        const { groups, hand: cards } = read(`table: ${table}\nhand: ${hand}\ndecks: ${decks}\nace: ${ace}`, SOURCE);
        this.line = LINES[ACES.indexOf(ace)];
        this.history = new History({ groups, hand: cards });
        const left = laid(begun.state);
        if (String(tally(left)) === String(tally(this.history.current))) this.history.push(left);
    }

    /** How the cards lie, as numbers: each group after its length, then the hand. */
    get state() {
        const { groups, hand } = this.history.current;
        return [...groups, hand].flatMap((cards) => [cards.length, ...cards]);
    }

    get can() {
        return { undo: this.history.canUndo, redo: this.history.canRedo, hint: true };
    }

    step(deed: "undo" | "redo") {
        if (this.history[deed]()) this.changed();
    }

    /** The page shows this table. */
    enter() {
        this.desk.felt.forget();
        this.changed();
    }

    moved(from: number, picked: number[], to: number): Spot {
        const { lying, spot } = carried(this.desk.felt.lying, from, picked, to);
        this.history.push(lying);
        this.changed();
        return spot;
    }

    /** Show how the cards lie, and ask what each group is. */
    changed() {
        this.desk.felt.show(this.history.current, { away: false });
        this.desk.frame.showEnd();
        this.desk.changed();
        void this.desk.frame.runDeed(() => this.#judged());
    }

    async #judged() {
        const { client, felt, sentences, frame } = this.desk;
        const { current: now } = this.history;
        const { tell } = await judge(client, { groups: asked(now.groups), line: this.line });
        if (this.history.current !== now || this.desk.mode() !== this) return; // late
        const { judgements } = tell;
        judgements.forEach(({ verdict, ordered }, at) => {
            if (verdict < 2) now.groups[at] = [...ordered];
        });
        felt.show({ ...now }, { notes: judgements.map((one) => sentences.note(one)) });
        if (now.hand.length > 0 || judgements.some(({ verdict }) => verdict >= 2)) return;
        frame.showLines();
        frame.showEnd(this.day.finishDay(this.begun));
    }

    /** First how much must be taken up, then the groups in which cards of the hand end, one after the other. */
    hint() {
        const { features, solution, instance } = this.begun.puzzle;
        const { words, frame, sentences } = this.desk;
        this.begun.helped = true;
        const hand = instance.hand.split(" ");
        const ends = solution.melds.filter((meld: string[]) => meld.some((card) => hand.includes(card)));
        const said = [words.translate("machiavelli.day.hint", { count: features.taken_up, groups: features.groups })];
        for (const meld of ends.slice(0, this.#hints)) {
            const [cards] = read(`table: ${meld.join(" ")}`, SOURCE).groups;
            said.push(words.translate("machiavelli.day.hint.group", { cards: sentences.cards(cards) }));
        }
        this.#hints += 1;
        frame.showLines(...said.map((one) => [one]));
    }
}

/** How cards lie by their numbers. */
function laid(state: number[]): Lying {
    const groups = [];
    for (let at = 0; at < state.length; at += state[at] + 1) groups.push(state.slice(at + 1, at + 1 + state[at]));
    const hand = groups.pop() ?? [];
    return { groups: groups.filter((group) => group.length > 0), hand };
}

/** A table of one's own, a game, or the table of a day. */
type Mode = Solver | Match | DayTable;
/** What the ways to play share. */
export type Desk = {
    words: Words, sentences: Sentences, client: Client, frame: Frame, felt: Felt, steps: Steps,
    mode: () => Mode, changed: () => void, answer: (best: (Node | string)[]) => void, add: (second: string) => void,
};

const client = new Client(); // it begins before the words are there
client.loadModule("machiavelli").catch(() => {}); // the first question says what is wrong
const words = await Words.load();
buildShell(words);
const sentences = new Sentences(words);
const frame = new Frame(
    words,
    {
        undo: () => mode.step("undo"),
        redo: () => mode.step("redo"),
        hint: () => mode.hint(),
        renew: () => renew(),
        share: () => shared(),
    },
    { says: ["machiavelli.key.cards", "machiavelli.key.carry", "machiavelli.key.find"] },
);
const felt = new Felt(findElement("#felt"), words, (from, picked, to) => mode.moved(from, picked, to));
const steps = new Steps(words, sentences, felt);
const desk: Desk = { words, sentences, client, frame, felt, steps, mode: () => mode, changed, answer, add };
const solver = new Solver(desk, OPENING);
let match: Match | undefined;
let mode: Mode = solver;
const more = new More(desk, solver);
const panel = new Panel(words, {
    bench: () => ({ pastime: "machiavelli", question: "lay", instance: write({ ...solver.table, ...(mode instanceof Match ? mode.draft : {}) }, "en") }),
});
const asks = () => words.translate("machiavelli.day");
const day = new Day(words, { name: "machiavelli", short: SHORT, source: { dayOf, hasDay, puzzlesOf }, asks });
const address = new Address(SCHEMA, {
    name: "machiavelli",
    short: SHORT,
    records: () => [recorded(), ...(match && mode === match ? [{ ...recorded(), games: [match.begun] }] : [])],
    isUnfinished: () => mode === match && match.isUnfinished,
    named: () => (mode instanceof DayTable ? day.shortAddress(mode.begun) : undefined),
    storeProgress: () => mode instanceof DayTable && day.saveProgress(mode.begun, mode.state),
    opened: () => frame.runDeed(follow),
});

/** The page as a record: the table, or the game instead of it. */
function recorded(): PageRecord {
    const { groups, hand, decks, jokers, ace, prefer } = solver.table;
    return { decks, jokers, ace, prefer, groups, hand, games: match && mode === match ? [match.record] : [] };
}

/** What is shared: a game by its short name, a table as text. */
function shared() {
    if (mode instanceof DayTable) return { text: day.shareSentence(mode.begun) };
    if (!(mode instanceof Match)) return { text: write(solver.table, words.language) };
    const short = shortName(mode.begun);
    return { text: mode.told, ...(short ? { short: shortOf(short) } : {}) };
}

/** Something has changed: the buttons and the address follow. */
function changed() {
    frame.can(mode.can);
    more.show();
    panel.refresh();
    address.scheduleFlush();
}

/** Show what can go. */
function answer(best: (Node | string)[]) {
    findElement("#best").replaceChildren(...best);
    add("");
}

/** And what would let all go. */
function add(second: string) {
    findElement("#drawing").textContent = second;
}

/** Solve or play. */
function enter(chosen: Mode) {
    mode = chosen;
    steps.stop();
    frame.showNotice();
    frame.showEnd();
    frame.showLines();
    const plays = chosen instanceof Match;
    const isDay = chosen instanceof DayTable;
    day.showDay(isDay ? chosen.begun : undefined);
    document.body.classList.toggle("playing", plays);
    findElement("#solve").setAttribute("aria-pressed", String(chosen === solver));
    findElement("#play").setAttribute("aria-pressed", String(plays));
    for (const one of document.querySelectorAll("[data-mode]")) {
        (one as HTMLElement).hidden = isDay || (one.getAttribute("data-mode") === "play") !== plays;
    }
    answer([]);
    mode.enter();
}

/** A new game, or an empty table; the one before can be gone back to. */
function renew() {
    if (mode !== solver) return begin();
    frame.showNotice();
    return solver.change({ groups: [], hand: [] });
}

/** Deal a new game as it is chosen. */
async function begin() {
    const isWanted = address.turn();
    const made = await Match.dealt(desk, more.chosen());
    if (!isWanted()) return;
    address.beginRecord(() => {
        match = made;
        enter(made);
    });
    await made.bots();
}

/** Show what the address asks for: a table or a game; else the example. */
async function follow() {
    const { record, isDamaged: damaged, seeded, daily } = address.read();
    const isWanted = address.turn(() => mode);
    const named = seeded && recordOf(seeded);
    const asked = record ?? (named && { ...OPENING, games: [named] });
    if ((asked || daily) && client.isBusy) client.cancel(); // the game of the address before is still being played
    const found = await (daily ? ofDay(daily) : asked && opened(asked, isWanted).catch(() => undefined)); // the kernel refuses it
    if (!isWanted()) return;
    if (found) found();
    else enter(solver);
    const [left] = asked || daily ? [] : (address.loadGame()?.games ?? []);
    if (daily && !found) day.showRefusal(address, frame);
    else if (damaged || (!asked && seeded) || (asked && !found)) frame.showNotice(words.translate("frame.damaged"));
    else if (left) frame.showNotice(words.translate("frame.unfinished"), { label: words.translate("frame.go-on"), deed: () => resume(left) });
}

/** What shows the puzzle of a day; nothing where there is none. */
async function ofDay(daily: import("../../frame/short.ts").Daily) {
    const begun = await day.loadDay(daily);
    return begun && (() => enter(new DayTable(desk, day, begun)));
}

/** What shows what a record holds. */
async function opened({ games, ...table }: PageRecord, isWanted: () => boolean): Promise<() => void> {
    await solver.fits(table);
    const made = games.length > 0 ? await again(games[0], isWanted) : undefined;
    return () => {
        solver.history.current = table;
        if (made) went(made);
        else enter(solver);
    };
}

/** Play a game again as far as it went; how far that is, is told where a bot takes its time. */
function again(game: import("./state.ts").GameRecord, isWanted: () => boolean) {
    const all = game.moves.length;
    const slow = game.seats.includes("strong");
    return Match.replayed(desk, game, (move) => {
        if (slow && isWanted()) frame.showNotice(words.translate("machiavelli.again", { move, all }));
    });
}

async function resume(game: import("./state.ts").GameRecord) {
    const isWanted = address.turn(() => mode);
    const made = await again(game, isWanted);
    if (isWanted()) went(made);
}

/** Go on with a game. */
function went(made: Match) {
    match = made;
    more.choose(made.begun);
    enter(made);
    void frame.runDeed(() => made.bots()); // the page can be used while they move
}

findElement("#solve").addEventListener("click", () => mode === solver || address.beginRecord(() => enter(solver)));
findElement("#play").addEventListener("click", () => frame.runDeed(async () => {
    if (mode !== solver) return;
    if (!match) return begin();
    const going = match;
    address.beginRecord(() => enter(going));
    await going.bots(); // the page was left while they were to move
}));
for (const [name, deed] of Object.entries({
    lay: () => match?.lay(), draw: () => match?.draw(), reset: () => match?.reset(), save: () => match?.save(),
})) findElement(`#${name}`).addEventListener("click", () => frame.runDeed(deed));
findElement("#deal").addEventListener("click", () => frame.runDeed(begin));
await follow();
await listenToBrought("machiavelli", frame, {
    read: (text) => read(text, words.language),
    show: async (setting) => {
        const { prefer } = solver.table;
        if (mode !== solver) enter(solver);
        solver.change({ prefer, ...setting });
    },
    write: () => write(solver.table, words.language),
    explain: (error) => (error instanceof Unread ? { text: sentences.unread(error) } : undefined),
});
document.documentElement.dataset.ready = "yes";
