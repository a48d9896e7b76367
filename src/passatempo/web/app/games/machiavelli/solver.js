// @ts-check
// A table of one's own: groups and a hand that can be changed at will, and what the kernel says of them at once.

import { element, find } from "../../frame/dom.js";
import { History } from "../../frame/history.js";
import { judge, lay, plan, unlock } from "../../kernel/machiavelli.js";
import { AWAY, HAND, NEW, asked, carried, sorted } from "./lying.js";
import { LINES } from "./rules.js";

/** @import { LayReply } from "../../kernel/machiavelli.js" */
/** @import { Desk } from "./page.js" */
/** @import { Lying, Spot } from "./lying.js" */
/** @import { Setting } from "./text.js" */

/** A setting, and which play is the best: most cards, most points, least change. @typedef {Setting & { prefer: number }} Table */

export class Solver {
    /** @type {LayReply | undefined} */
    #told;
    #ace = -1; // the rule of the ace that the groups were judged by

    /**
     * @param {Desk} desk
     * @param {Table} table
     */
    constructor(desk, table) {
        this.desk = desk;
        this.history = new History(table);
    }

    get table() {
        return this.history.now;
    }

    get can() {
        return { undo: this.history.canUndo, redo: this.history.canRedo, hint: true };
    }

    /** What the kernel is asked about. */
    get question() {
        const { groups, hand, decks, jokers, ace } = this.table;
        return { groups: asked(groups), hand: Uint8Array.from(hand), decks, jokers, line: LINES[ace] };
    }

    /**
     * Ask whether a table can be: the kernel refuses one that cannot.
     * @param {Table} table
     */
    async fits({ groups, hand, decks, jokers, ace }) {
        const table = { groups: asked(groups), hand: Uint8Array.from(hand), decks, jokers, line: LINES[ace] };
        await lay(this.desk.client, { table, prefer: 0 }, { seconds: 0 }); // the answer is asked for when it is shown
    }

    /** @param {Partial<Table>} changes */
    change(changes) {
        this.history.push({ ...this.table, ...changes });
        this.changed();
    }

    /** Take the last change back, or make it again. @param {"undo" | "redo"} deed */
    step(deed) {
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
        this.desk.frame.tell();
        this.#told = undefined;
        if (this.#ace !== this.table.ace) this.desk.felt.forget();
        this.#ace = this.table.ace;
        this.desk.felt.show(this.table, { away: true });
        this.desk.changed();
        void this.desk.frame.act(() => this.answer());
    }

    /**
     * Cards were carried from one place to another.
     * @param {number} from
     * @param {number[]} picked
     * @param {number} to
     * @returns {Spot}
     */
    moved(from, picked, to) {
        const { lying, spot } = carried(this.desk.felt.lying, from, picked, to);
        this.change(lying);
        return spot;
    }

    /** Add a card to the hand, or to the group that was touched last. @param {number} card @param {number} place */
    add(card, place) {
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
        const { judgements } = (await judge(client, { groups: question.groups, line: question.line })).tell;
        const melds = judgements.every(({ verdict }) => verdict < 2);
        // A group that is no meld cannot stay: with one, least change has no sense, and most cards are laid.
        const prefer = table.prefer === 2 && !melds ? 0 : table.prefer;
        const isLate = () => this.table !== table || this.desk.mode() !== this;
        if (isLate()) return;
        const { tell, stop } = await lay(client, { table: question, prefer });
        if (isLate()) return;
        this.#told = tell;
        table.groups.forEach((group, at) => {
            if (judgements[at].verdict < 2) table.groups[at] = [...judgements[at].ordered];
            else table.groups[at] = group;
        });
        if (!this.desk.steps.isOn) felt.show({ ...table }, { notes: judgements.map((one) => sentences.note(one)) });
        const able = tell.found && (tell.laid.length > 0 || !melds);
        const show = element("button", { type: "button", id: "show", click: () => this.desk.frame.act(() => this.show()) }, this.desk.words.say("machiavelli.show"));
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
            this.desk.frame.act(async () => {
                felt.show({ ...table });
                await this.answer();
                find("#show").focus();
            });
        steps.start({ groups: table.groups, hand: table.hand }, tell.steps, { keep: (/** @type {Lying} */ end) => this.change(end), closed: back });
    }

    hint() {
        return this.show();
    }
}
