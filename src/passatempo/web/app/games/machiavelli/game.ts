// What a table of one's own, a match and the puzzle of a day have in common: layouts that can be undone, and groups that
// the kernel judges.

import { History } from "../../frame/history.ts";
import { HAND, countCopies, moveCards, sortHand } from "./layout.ts";
import type { DailyPuzzle } from "../../frame/day/day.ts";
import type { Client } from "../../kernel/client.ts";
import type { Judgement } from "../../kernel/machiavelli.ts";
import type { HandOrder, Layout, Spot } from "./layout.ts";
import type { PageRecord } from "./state.ts";

/** A group of these verdicts of the kernel may stay: it is a run or a set. */
export const isMeld = ({ verdict }: { verdict: number }) => verdict < 2;

export abstract class TableGame<L extends Layout = Layout> {
    history: History<L>;
    order: HandOrder = "suit";
    day?: DailyPuzzle;
    client: Client;
    hasTiles = false;

    constructor(client: Client, layout: L) {
        this.client = client;
        this.history = new History(layout);
    }

    abstract get record(): PageRecord;
    abstract judge(): Promise<Judgement[]>;
    isBound = false; // a joker of the table stays the card that it stands for

    /** Whether a later visit may resume it. */
    get isUnfinished() {
        return false;
    }

    get now() {
        return this.history.current;
    }

    get canUndo() {
        return this.history.canUndo;
    }

    undo() {
        return this.history.undo();
    }

    redo() {
        return this.history.redo();
    }

    /** Go to another layout of the same cards. */
    change(layout: Layout) {
        this.history.push({ ...this.now, ...layout });
    }

    /** Move cards from one place to another. @param before the position in the hand, where they stay in it */
    move(from: number, positions: number[], to: number, before: number): Spot {
        if (from === HAND && to === HAND) return this.#reorder(positions, before);
        const { layout, spot } = moveCards(this.now, from, positions, to, this);
        this.change(layout);
        return spot;
    }

    /** Put cards of the hand before another one. This is no move. */
    #reorder(positions: number[], before: number): Spot {
        const { hand } = this.now;
        const target = before - positions.filter((at) => at < before).length;
        const others = hand.filter((_, at) => !positions.includes(at));
        this.sort(others.toSpliced(target, 0, ...positions.map((at) => hand[at])));
        return { place: HAND, at: target };
    }

    /** Sort the hand. The order stays, and the layout is the same one. */
    sort(order: HandOrder) {
        this.order = order;
        this.now.hand = Array.isArray(order) ? order : sortHand(this.now.hand, order);
    }

    /** Write melds in the order that the kernel gives them, jokers in their places. */
    protected arrange(layout: Layout, judgements: Judgement[]) {
        judgements.forEach((judgement, at) => {
            if (isMeld(judgement)) layout.groups[at] = [...judgement.ordered];
        });
    }
}

/** Whether two layouts hold the same cards. */
export const holdSame = (a: Layout, b: Layout) => String(countCopies(a)) === String(countCopies(b));
