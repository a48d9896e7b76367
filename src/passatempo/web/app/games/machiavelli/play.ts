// The actions of the page: moves of cards, hints, the turns of a match and those of its rivals.

import { stepButtons } from "../../frame/dom.ts";
import { DayTable } from "./daily.ts";
import { HAND, dropEmpty } from "./layout.ts";
import { LAY, Match } from "./match.ts";
import { motionTime } from "./motion.ts";
import { OwnTable } from "./own.ts";
import { areMelds } from "./view.ts";
import type { Day } from "../../frame/day/day.ts";
import type { Sentence, Store } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { Fault, HintReply } from "../../kernel/machiavelli.ts";
import type { Layout } from "./layout.ts";
import type { Turn } from "./match.ts";
import type { Plan } from "./own.ts";
import type { State } from "./page.ts";
import type { Sentences } from "./sentences.ts";
import type { View } from "./view.ts";

const ALL = 4; // the level of help that shows a whole turn

type Page = {
    words: Words, sentences: Sentences, view: View, store: Store<State>, day: Day,
    run: (action: () => unknown) => unknown,
    helpLevel: () => number, // 0 for none
    onChange: () => unknown, // the address follows
    onEnd: () => unknown,
};

export class Play {
    #isAnswering = false; // a turn is being made: the table waits
    #hintLevel = 0;
    page: Page;

    constructor(page: Page) {
        this.page = page;
    }

    get #game() {
        return this.page.store.state.game;
    }

    /** Show another position, judge its groups, and let rivals move. */
    show(game = this.#game, change: Partial<State> = {}) {
        this.#hintLevel = 0;
        this.page.store.advance({
            game, judgements: [], best: undefined, unlocked: undefined, plan: undefined, raised: [], fresh: new Set(), seat: -1, preview: undefined, ...change,
        });
        game.day?.result.follow(game.history.states.slice(1));
        this.page.onChange();
        void this.page.run(() => this.#judge());
    }

    /** Enter a game; its rivals go on where they were. */
    enter(game: State["game"]) {
        if (game.day?.end) return this.show(game, { end: game.day.end });
        this.show(game, game instanceof Match && game.end.over ? { end: this.page.view.result(game) } : {});
        if (game instanceof Match) void this.page.run(() => this.#answerRivals(game)); // the page can be used while they move
    }

    async #judge() {
        const { store } = this.page;
        const judgements = await store.ask(({ game }) => game.judge());
        store.set({ judgements });
        const game = this.#game;
        if (game instanceof OwnTable) await this.#solve(game);
        if (game instanceof DayTable && game.now.hand.length === 0 && areMelds(judgements)) store.set({ end: this.page.day.finishDay(game.day) });
    }

    /** Answer a table of one's own: the cards that can be laid, then the cards with which all can. */
    async #solve(game: OwnTable) {
        const { store } = this.page;
        const best = await store.ask(({ judgements }) => game.best(judgements));
        store.set({ best, raised: [...best.laid] });
        if (!best.found || game.now.hand.length === 0) return;
        const unlocked = await store.ask(() => game.unlock());
        store.set({ unlocked });
    }

    /** Move cards. A rival's turn is waited for. */
    move(from: number, positions: number[], to: number, before: number) {
        const game = this.#game;
        if (this.page.store.state.preview) return void this.page.store.set({ preview: undefined });
        const isOrder = from === HAND && to === HAND;
        if (!isOrder && game instanceof Match && (!game.isPerson || this.#isAnswering)) return void this.#wait(game);
        if (game.day?.end) return undefined;
        game.day?.clock.start();
        const spot = game.move(from, positions, to, before);
        if (isOrder) this.page.store.set({});
        else this.show();
        return spot;
    }

    #wait(match: Match) {
        if (match.end.over) return;
        const name = this.page.sentences.seatName(match, match.game.seat);
        this.page.store.set({ message: [[this.page.words.translate("machiavelli.wait", { name })]] });
    }

    undo() {
        if (this.#isAnswering || !this.#game.undo()) return false;
        this.show();
        return true;
    }

    redo() {
        if (this.#isAnswering || !this.#game.redo()) return false;
        this.show();
        return true;
    }

    /** Sort the hand by suit or by rank, in turn. */
    sort() {
        this.#game.sort(this.#game.order === "suit" ? "rank" : "suit");
        this.page.store.set({});
    }

    hint() {
        const game = this.#game;
        if (game instanceof OwnTable) return this.#hintOwn(game);
        if (game instanceof DayTable) return this.#hintDay(game);
        return game instanceof Match ? this.#hintMatch(game) : undefined;
    }

    async #hintOwn(game: OwnTable) {
        const { store, sentences } = this.page;
        const best = store.state.best ?? (await store.ask(({ judgements }) => game.best(judgements)));
        const lead = sentences.best(best, game.now);
        const canChange = best.found && (best.laid.length > 0 || !areMelds(store.state.judgements));
        if (!canChange) return store.set({ message: [lead] });
        this.#showPlan(lead, await store.ask(() => game.plan(best)), best.laid);
    }

    /** A meld of the solution, and the layout with it. */
    #hintDay(game: DayTable) {
        const { store, words, sentences } = this.page;
        if (game.day.end) return;
        game.day.helped = true;
        game.day.result.takeHint();
        const hint = game.hint();
        if (!hint) return;
        const { features } = game.day.puzzle;
        const lead = words.translateParts("machiavelli.day.hint.group", { cards: sentences.signs(hint.meld) });
        const count = words.translate("machiavelli.day.hint", { count: features.taken_up, groups: features.groups });
        store.set({ message: [lead, ...(game.canUndo ? [] : [[count]])], raised: hint.meld, move: { layout: hint.layout } });
    }

    /** The hints of a match begin at the level of help, and each goes one level on. */
    async #hintMatch(match: Match) {
        const { store, words, helpLevel } = this.page;
        if (!match.isPerson || this.#isAnswering) return this.#wait(match);
        if (helpLevel() === 0) return store.set({ message: [[words.translate("machiavelli.help.off")]] });
        const reply = await store.ask(() => match.hint());
        this.#hintLevel = Math.min(ALL, Math.max(helpLevel(), this.#hintLevel + 1));
        match.hintCount += 1;
        if (reply.move.did !== LAY) return store.set({ message: [[words.translate(match.canDraw ? "machiavelli.hint.draw" : "machiavelli.hint.pass")]], move: "draw" });
        if (this.#hintLevel === ALL) return this.#hintTurn(match, reply);
        this.#hintPart(reply, this.#hintLevel);
    }

    /** Levels 1 to 3: there is a play; the groups that change; one of the cards. */
    #hintPart({ move, changed }: HintReply, level: number) {
        const { store, words, sentences } = this.page;
        const numbers = words.list.format([...changed].map(String));
        const sentences3: Record<number, Sentence> = {
            1: [words.translate("machiavelli.hint.some")],
            2: [changed.length ? words.translate("machiavelli.hint.groups", { count: changed.length, numbers }) : words.translate("machiavelli.hint.new")],
            3: words.translateParts("machiavelli.hint.card", { cards: sentences.signs([move.laid[0]]) }),
        };
        const rings = new Map(level === 2 ? [...changed].map((number) => [number - 1, "ring"]) : []);
        store.set({ message: [sentences3[level]], rings, raised: level === 3 ? [move.laid[0]] : [] });
    }

    async #hintTurn(match: Match, reply: HintReply) {
        const { store, words, sentences } = this.page;
        const { laid } = reply.move;
        const plan = await store.ask(() => match.plan(reply));
        const lead = words.translateParts(`machiavelli.best.${laid.length === match.game.hands[match.seat].cards.length ? "all" : "some"}`, { count: laid.length, cards: sentences.signs(laid) });
        this.#showPlan(lead, plan, laid);
    }

    /** Show a plan, one step at a time: its groups have rings, and the table is as before the step. */
    #showPlan(lead: Sentence, plan: Plan, laid: Iterable<number>) {
        const last = { layout: dropEmpty(plan.layouts[plan.layouts.length - 1]) };
        this.page.store.set({ plan: { ...plan, lead }, raised: [...laid], move: last });
        this.#showStep(0);
    }

    #showStep(at: number) {
        const { words, sentences, store } = this.page;
        if (!store.state.plan) return;
        const { steps, layouts, lead } = store.state.plan;
        const { source, target } = steps[at];
        const rings = new Map([source, target].filter((number) => number > 0).map((number) => [number - 1, "ring"]));
        const buttons = steps.length > 1 ? [stepButtons(words, at, steps.length, (to) => this.#showStep(to))] : [];
        const preview = at > 0 || this.#game.canUndo ? { layout: layouts[at], fresh: new Set<number>(), at } : undefined;
        store.set({ message: [lead, sentences.step(steps[at], layouts[at].groups.length), ...buttons], rings, preview });
    }

    /** Show the layout of a turn, or of a step of the plan. */
    browse(at: number) {
        const { store } = this.page;
        const game = this.#game;
        if (!(game instanceof Match)) return this.#showStep(at);
        const isLast = at === game.turns.length - 1 && game.history.states.length === 1;
        const turn = game.turns[at];
        store.set({ preview: isLast ? undefined : { layout: turn.layout, fresh: freshGroups(game, at), at } });
    }

    /** Do what the hint says: lay the cards on the table, or draw. */
    async do() {
        const { store } = this.page;
        const { move } = store.state;
        if (!move || this.#isAnswering) return;
        if (move === "draw") return this.draw();
        const game = this.#game;
        game.day?.clock.start();
        game.change(move.layout);
        this.#isAnswering = true; // *Lay* takes the place of *Do it*, with nothing between
        const judgements = await store.ask(() => game.judge()).finally(() => (this.#isAnswering = false));
        this.show(game, { judgements });
    }

    lay() {
        return this.#endTurn((match) => match.lay());
    }

    draw() {
        return this.#endTurn((match) => match.draw());
    }

    /** End the turn of a person, or report the rules that it breaks. */
    async #endTurn(move: (match: Match) => Promise<Fault[]>) {
        const { store, sentences } = this.page;
        const match = this.#game;
        if (!(match instanceof Match) || !match.isPerson || this.#isAnswering) return;
        this.#isAnswering = true;
        const faults = await store.ask(() => move(match)).finally(() => (this.#isAnswering = false));
        if (faults.length > 0) return store.set({ message: sentences.faults(faults, match.rules.turn) });
        this.show(match, this.#shownTurn(match));
        await this.#answerRivals(match);
    }

    /** Let rivals move until a person is to, and say what they did. */
    async #answerRivals(match: Match) {
        const { store, sentences } = this.page;
        let reports: Sentence[] = [];
        if (this.#isAnswering) return;
        this.#isAnswering = true;
        try {
            while (!match.end.over && !match.isPerson && this.#game === match) {
                await store.ask(() => match.answer());
                const turn = match.turns[match.turns.length - 1];
                reports = [sentences.turn(match, turn), ...reports];
                this.show(match, { ...this.#shownTurn(match), message: this.#rivalMessage(match, reports) });
                await new Promise((resolve) => setTimeout(resolve, match.hasPerson ? motionTime(turn.move.laid.length) : 0));
            }
        } finally {
            this.#isAnswering = false;
        }
        if (this.#game !== match) return;
        if (match.end.over) this.#finish(match);
    }

    /** The last turns of the rivals, and the question to the person. */
    #rivalMessage(match: Match, reports: Sentence[]): Sentence[] {
        const earlier = reports.slice(1, match.start.seats.length - 1).toReversed();
        const yours = match.isPerson ? this.page.view.question(this.page.store.state) : [];
        const rest = [...earlier, ...yours].flatMap((sentence) => [...sentence, " "]);
        return [reports[0], ...(rest.length ? [rest] : [])];
    }

    /** How the last turn is shown: its groups glow, and its cards come from the seat. */
    #shownTurn(match: Match): Partial<State> {
        const at = match.turns.length - 1;
        return { fresh: freshGroups(match, at), seat: match.turns[at].move.laid.length ? match.turns[at].seat : -1 };
    }

    #finish(match: Match) {
        this.page.onEnd();
        this.page.store.set({ end: this.page.view.result(match) });
    }
}

/** The groups of a turn that were not on the table before. */
function freshGroups({ turns }: { turns: Turn[] }, at: number) {
    const { layout, move } = turns[at];
    const before: Layout["groups"] = at > 0 ? turns[at - 1].layout.groups : [];
    const known = new Set(before.map(String));
    return new Set(move.laid.length ? [...layout.groups.keys()].filter((place) => !known.has(String(layout.groups[place]))) : []);
}
