// A table of one's own: groups and a hand that can be changed at will, and what the kernel says of them at once. What stands
// below More: the cards that can be added, the text of the table, the rules, who plays.

import { newElement, findElement } from "../../frame/dom.ts";
import { History } from "../../frame/history.ts";
import { judge, lay, plan, unlock } from "../../kernel/machiavelli.ts";
import { drawn, spoken } from "./cards.ts";
import { Choosing, numbers, offer } from "./choosing.ts";
import { AWAY, HAND, JOKER, NEW, asked, carried, sorted, tally } from "./lying.ts";
import { ACES, RANKS, turnRules } from "./rules.ts";
import { Unread, rankText, read, write } from "./text.ts";
import type { LayReply } from "../../kernel/machiavelli.ts";
import type { Lying, Spot } from "./lying.ts";
import type { Desk } from "./page.ts";
import type { GameRecord } from "./state.ts";
import type { Setting } from "./text.ts";

/** A setting, and which play is the best: most cards, most points, least change. */
type Table = Setting & { prefer: number };

export class Solver {
    #told: LayReply | undefined;
    #ace = -1; // the rule of the ace that the groups were judged by
    desk: Desk;
    history: History<Table>;

    constructor(desk: Desk, table: Table) {
        this.desk = desk;
        this.history = new History(table);
    }

    get table() {
        return this.history.current;
    }

    get can() {
        return { undo: this.history.canUndo, redo: this.history.canRedo, hint: true };
    }

    /** What the kernel is asked about. */
    get question() {
        const { groups, hand, decks, jokers, ace } = this.table;
        return { groups: asked(groups), hand: Uint8Array.from(hand), rules: turnRules({ decks, jokers, ace }), opened: true };
    }

    /** Ask whether a table can be: the kernel refuses one that cannot. */
    async fits({ groups, hand, decks, jokers, ace }: Table) {
        const rules = turnRules({ decks, jokers, ace });
        const table = { groups: asked(groups), hand: Uint8Array.from(hand), rules, opened: true };
        await lay(this.desk.client, { table, prefer: 0, weights: new Uint32Array() }, { seconds: 0 }); // the answer is asked for when it is shown
    }

    change(changes: Partial<Table>) {
        this.history.push({ ...this.table, ...changes });
        this.changed();
    }

    /** Take the last change back, or make it again. */
    step(deed: "undo" | "redo") {
        if (this.history[deed]()) this.changed();
    }

    /** The page shows this table again. */
    enter() {
        this.#ace = -1;
        this.changed();
    }

    /** The table is another one: show it, and ask. */
    changed() {
        this.desk.steps.stop();
        this.desk.frame.showLines();
        this.#told = undefined;
        if (this.#ace !== this.table.ace) this.desk.felt.forget();
        this.#ace = this.table.ace;
        this.desk.felt.show(this.table, { away: true });
        this.desk.changed();
        void this.desk.frame.runDeed(() => this.answer());
    }

    /** Cards were carried from one place to another. */
    moved(from: number, picked: number[], to: number): Spot {
        const { lying, spot } = carried(this.desk.felt.lying, from, picked, to);
        this.change(lying);
        return spot;
    }

    /** Add a card to the hand, or to the group that was touched last. */
    add(card: number, place: number) {
        const { groups, hand } = this.table;
        if (place === HAND || place === AWAY) return this.change({ hand: sorted([...hand, card]) });
        const last = place === NEW ? groups.length : place;
        const grown = groups.map((group, at) => (at === last ? [...group, card] : group));
        this.change({ groups: last >= groups.length ? [...groups, [card]] : grown });
    }

    /** Ask what every group is and what can go; that told, and nothing moved since, which cards would let all go. */
    async answer() {
        const { client, sentences, felt } = this.desk;
        const { table, question } = this;
        const { judgements } = (await judge(client, { groups: question.groups, line: question.rules.line })).tell;
        const melds = judgements.every(({ verdict }) => verdict < 2);
        // A group that is no meld cannot stay: with one, least change has no sense, and most cards are laid.
        const prefer = table.prefer === 2 && !melds ? 0 : table.prefer;
        const isLate = () => this.table !== table || this.desk.mode() !== this;
        if (isLate()) return;
        const { tell, stop } = await lay(client, { table: question, prefer, weights: new Uint32Array() });
        if (isLate()) return;
        this.#told = tell;
        table.groups.forEach((group, at) => {
            if (judgements[at].verdict < 2) table.groups[at] = [...judgements[at].ordered];
            else table.groups[at] = group;
        });
        if (!this.desk.steps.isOn) felt.show({ ...table }, { notes: judgements.map((one) => sentences.note(one)) });
        const able = tell.found && (tell.laid.length > 0 || !melds);
        const show = newElement("button", { type: "button", id: "show", click: () => this.desk.frame.runDeed(() => this.show()) }, this.desk.words.translate("machiavelli.show"));
        const best = sentences.best(tell, table, stop === "done");
        this.desk.answer(able ? [best, " ", show] : [best]);
        if (!tell.found || table.hand.length === 0) return;
        const unlocked = await unlock(client, { table: question });
        if (!isLate() && unlocked.stop === "done") this.desk.add(sentences.drawing(unlocked.tell));
    }

    /** Show the best play on the table, step by step. */
    async show() {
        const { client, felt, steps } = this.desk;
        const told = this.#told;
        const { table } = this;
        if (!told?.found) return;
        const { tell } = await plan(client, { before: asked(table.groups), after: told.melds, laid: told.laid });
        if (this.table !== table || tell.steps.length === 0) return;
        const back = () =>
            this.desk.frame.runDeed(async () => {
                felt.show({ ...table });
                await this.answer();
                findElement("#show").focus();
            });
        steps.start({ groups: table.groups, hand: table.hand }, tell.steps, { keep: (end: Lying) => this.change(end), closed: back });
    }

    hint() {
        return this.show();
    }
}

const RULES = ["decks", "jokers", "ace", "prefer"] as const;

const field = (selector: string) => findElement(selector) as HTMLSelectElement;

export class More {
    #cards: HTMLElement[];
    desk: Desk;
    solver: Solver;
    choosing: Choosing;

    constructor(desk: Desk, solver: Solver) {
        this.desk = desk;
        this.solver = solver;
        const { words } = desk;
        for (const select of ["#ace", "#rule-ace"]) {
            field(select).append(...ACES.map((name, value) => newElement("option", { value }, String(words.catalogue[`machiavelli.ace.${name}`] ?? name))));
        }
        this.choosing = new Choosing((rank) => (rank < RANKS - 1 ? rankText(rank, words.language) : words.translate("machiavelli.joker")));
        this.#cards = Array.from({ length: JOKER + 1 }, (_, card) => this.#card(card));
        findElement("#picker").replaceChildren(...this.#cards);
        field("#decks").replaceChildren(...numbers(1, 10, 2));
        field("#jokers").replaceChildren(...numbers(0, 20, 0));
        this.#box.addEventListener("toggle", () => this.show());
        for (const name of RULES) field(`#${name}`).addEventListener("change", () => this.#ruled(name));
        findElement("#read").addEventListener("click", () => this.read(this.text.value));
    }

    get #box() {
        return findElement("#more") as HTMLDetailsElement;
    }

    get text() {
        return findElement("#text") as HTMLTextAreaElement;
    }

    #card(card: number) {
        const face = drawn(card, this.desk.words.language);
        return newElement("button", { type: "button", class: "pick", click: () => this.#pick(card) }, face);
    }

    /** Add a card where it is to go. */
    #pick(card: number) {
        if (this.#left(card) <= 0) return;
        const { groups } = this.solver.table;
        const where = field("#pick-to").value;
        this.solver.add(card, where === "hand" ? HAND : where === "new" || groups.length === 0 ? NEW : groups.length - 1);
        if (where === "new") field("#pick-to").value = "last"; // the next ones join it
    }

    /** The copies of a card that are nowhere yet. */
    #left(card: number) {
        const { table } = this.solver;
        return (card === JOKER ? table.jokers : table.decks) - tally(table)[card];
    }

    /** Show the table's text, its rules, and how many copies of each card are left; while it is closed nobody looks. */
    show() {
        if (!this.#box.open) return;
        const { table } = this.solver;
        for (const [card, button] of this.#cards.entries()) {
            const count = this.#left(card);
            const label = this.desk.words.translate("machiavelli.pick", { card: spoken(card, this.desk.words), count });
            button.setAttribute("aria-label", label);
            button.setAttribute("aria-disabled", String(count <= 0));
            button.dataset.left = String(count); // shown by the style sheet: the label says it already
        }
        this.#cards[JOKER].hidden = table.jokers === 0;
        for (const name of RULES) offer(field(`#${name}`), table[name]);
        if (document.activeElement !== this.text) this.text.value = write(table, this.desk.words.language);
    }

    /** A rule was chosen; the old one stays where too many cards lie there. */
    #ruled(name: typeof RULES[number]) {
        const table = { ...this.solver.table, [name]: Number(field(`#${name}`).value) };
        const copies = tally(table);
        const fits = copies[JOKER] <= table.jokers && Math.max(...copies.slice(0, JOKER)) <= table.decks;
        if (fits) return this.solver.change(table);
        this.show();
        this.desk.frame.showLines([this.desk.words.translate("machiavelli.rules.more")]);
    }

    /** Read a table from a text; what is wrong with it is told. */
    read(text: string) {
        try {
            const { prefer } = this.solver.table;
            this.solver.change({ prefer, ...read(text, this.desk.words.language) });
            this.#fault("");
        } catch (error) {
            if (!(error instanceof Unread)) throw error;
            this.#fault(this.desk.sentences.unread(error));
        }
    }

    #fault(sentence: string) {
        this.text.setAttribute("aria-invalid", String(sentence !== ""));
        this.desk.frame.showLines(...(sentence ? [[sentence]] : []));
    }

    /** The game that is chosen. */
    chosen(): GameRecord {
        return this.choosing.chosen();
    }

    /** Show a game's choices. */
    choose(game: GameRecord) {
        this.choosing.choose(game);
    }
}
