// @ts-check
// The table of a day, on which the whole hand is to be laid: everything may be taken apart, and groups alone may stay.

import { History } from "../../frame/history.js";
import { judge } from "../../kernel/machiavelli.js";
import { asked, carried, tally } from "./lying.js";
import { ACES, LINES } from "./rules.js";
import { read } from "./text.js";

/** @import { Begun, Day } from "../../frame/day.js" */
/** @import { Desk } from "./page.js" */
/** @import { Lying, Spot } from "./lying.js" */

const SOURCE = "en"; // the language of the cards in the data

export class DayTable {
    #hints = 0;

    /**
     * @param {Desk} desk
     * @param {Day} day
     * @param {Begun} begun
     */
    constructor(desk, day, begun) {
        this.desk = desk;
        this.day = day;
        this.begun = begun;
        const { table, hand, decks, ace } = begun.puzzle.instance;
        const { groups, hand: cards } = read(`table: ${table}\nhand: ${hand}\ndecks: ${decks}\nace: ${ace}`, SOURCE);
        this.line = LINES[ACES.indexOf(ace)];
        /** @type {History<Lying>} */
        this.history = new History({ groups, hand: cards });
        const left = laid(begun.state);
        if (String(tally(left)) === String(tally(this.history.now))) this.history.push(left);
    }

    /** How the cards lie, as numbers: each group after its length, then the hand. */
    get state() {
        const { groups, hand } = this.history.now;
        return [...groups, hand].flatMap((cards) => [cards.length, ...cards]);
    }

    get can() {
        return { undo: this.history.canUndo, redo: this.history.canRedo, hint: true };
    }

    /** @param {"undo" | "redo"} deed */
    step(deed) {
        if (this.history[deed]()) this.changed();
    }

    /** The page shows this table. */
    enter() {
        this.desk.felt.forget();
        this.changed();
    }

    /**
     * @param {number} from
     * @param {number[]} picked
     * @param {number} to
     * @returns {Spot}
     */
    moved(from, picked, to) {
        const { lying, spot } = carried(this.desk.felt.lying, from, picked, to);
        this.history.push(lying);
        this.changed();
        return spot;
    }

    /** Show how the cards lie, and ask what each group is. */
    changed() {
        this.desk.felt.show(this.history.now, { away: false });
        this.desk.frame.ended();
        this.desk.changed();
        void this.desk.frame.act(() => this.#judged());
    }

    async #judged() {
        const { client, felt, sentences, frame } = this.desk;
        const { now } = this.history;
        const { tell } = await judge(client, { groups: asked(now.groups), line: this.line });
        if (this.history.now !== now || this.desk.mode() !== this) return; // late
        const { judgements } = tell;
        judgements.forEach(({ verdict, ordered }, at) => {
            if (verdict < 2) now.groups[at] = [...ordered];
        });
        felt.show({ ...now }, { notes: judgements.map((one) => sentences.note(one)) });
        if (now.hand.length > 0 || judgements.some(({ verdict }) => verdict >= 2)) return;
        frame.tell();
        frame.ended(this.day.solved(this.begun));
    }

    /** First how much must be taken up, then the groups in which cards of the hand end, one after the other. */
    hint() {
        const { features, solution, instance } = this.begun.puzzle;
        const { words, frame, sentences } = this.desk;
        this.begun.helped = true;
        const hand = instance.hand.split(" ");
        const ends = solution.melds.filter((/** @type {string[]} */ meld) => meld.some((card) => hand.includes(card)));
        const said = [words.say("machiavelli.day.hint", { count: features.taken_up, groups: features.groups })];
        for (const meld of ends.slice(0, this.#hints)) {
            const [cards] = read(`table: ${meld.join(" ")}`, SOURCE).groups;
            said.push(words.say("machiavelli.day.hint.group", { cards: sentences.cards(cards) }));
        }
        this.#hints += 1;
        frame.tell(...said.map((one) => [one]));
    }
}

/** How cards lie by their numbers. @param {number[]} state @returns {Lying} */
function laid(state) {
    const groups = [];
    for (let at = 0; at < state.length; at += state[at] + 1) groups.push(state.slice(at + 1, at + 1 + state[at]));
    const hand = groups.pop() ?? [];
    return { groups: groups.filter((group) => group.length > 0), hand };
}
