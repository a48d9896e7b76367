// A table of one's own: groups and a hand that can be changed at will, and the kernel's answer.

import { judge, lay, plan, unlock } from "../../kernel/machiavelli.ts";
import { TableGame, isMeld } from "./game.ts";
import { AWAY, HAND, NEW, kernelGroups, layoutsOf, sortHand } from "./layout.ts";
import { turnRules } from "./rules.ts";
import { OPENING } from "./state.ts";
import type { Client } from "../../kernel/client.ts";
import type { LayReply, Step, UnlockReply } from "../../kernel/machiavelli.ts";
import type { Layout } from "./layout.ts";
import type { PageRecord } from "./state.ts";
import type { Setting } from "./text.ts";

/** Cards and rules, and which play is the best: most cards, most points, least change. */
export type Table = Setting & { prefer: number };
/** The best play, and whether the search came to its end. */
export type BestPlay = LayReply & { isDone: boolean };
/** A plan: its steps, and the layouts from the first to the last. */
export type Plan = { steps: Step[], layouts: Layout[] };

const LEAST_CHANGE = 2;
const NO_WEIGHTS = new Uint32Array();

export class OwnTable extends TableGame<Table> {
    isExample: boolean;

    constructor(client: Client, table: Table = { ...OPENING, groups: OPENING.groups.map((group) => [...group]) }) {
        super(client, table);
        this.isExample = String(table.hand) === String(OPENING.hand) && String(table.groups) === String(OPENING.groups);
    }

    /** Open a table of a link. The kernel refuses one that cannot be. */
    static async open(client: Client, { groups, hand, decks, jokers, ace, prefer }: Table) {
        const ownTable = new OwnTable(client, { groups, hand, decks, jokers, ace, prefer });
        await lay(client, { table: ownTable.#question, prefer: 0, weights: NO_WEIGHTS }, { seconds: 0 }); // a later question asks for the answer
        return ownTable;
    }

    get record(): PageRecord {
        const { groups, hand, decks, jokers, ace, prefer } = this.now;
        return { groups, hand, decks, jokers, ace, prefer, games: [] };
    }

    get #question() {
        const { groups, hand, decks, jokers, ace } = this.now;
        return { groups: kernelGroups(groups), hand: Uint8Array.from(hand), rules: turnRules({ decks, jokers, ace }), opened: true };
    }

    set(changes: Partial<Table>) {
        this.history.push({ ...this.now, ...changes });
    }

    /** Add a card to the hand, to a new group, or to a group. */
    add(card: number, place: number) {
        const { groups, hand } = this.now;
        if (place === HAND || place === AWAY) return this.set({ hand: sortHand([...hand, card], this.order) });
        if (place === NEW || groups.length === 0) return this.set({ groups: [...groups, [card]] });
        this.set({ groups: groups.map((group, at) => (at === place ? [...group, card] : group)) });
    }

    async judge() {
        const { now } = this;
        const { judgements } = (await judge(this.client, { groups: this.#question.groups, line: this.#question.rules.line })).tell;
        this.arrange(now, judgements);
        return judgements;
    }

    /** Ask for the best play. With a group that is no meld least change has no meaning: then most cards are laid. */
    async best(judgements: { verdict: number }[]): Promise<BestPlay> {
        const { prefer } = this.now;
        const aim = prefer === LEAST_CHANGE && !judgements.every(isMeld) ? 0 : prefer;
        const { tell, stop } = await lay(this.client, { table: this.#question, prefer: aim, weights: NO_WEIGHTS });
        return { ...tell, isDone: stop === "done" };
    }

    /** Ask for the cards with which the whole hand can be laid; nothing if that takes too long. */
    async unlock(): Promise<UnlockReply | undefined> {
        const { tell, stop } = await unlock(this.client, { table: this.#question });
        return stop === "done" ? tell : undefined;
    }

    /** The steps of a play. */
    plan({ melds, laid }: { melds: { cards: Uint8Array }[], laid: Uint8Array }) {
        return planTurn(this.client, this.now, melds, laid);
    }
}

/** Ask for the steps from a layout to the melds of a play. */
export async function planTurn(client: Client, layout: Layout, after: { cards: Uint8Array }[], laid: Uint8Array): Promise<Plan> {
    const { steps } = (await plan(client, { before: kernelGroups(layout.groups), after, laid })).tell;
    return { steps, layouts: layoutsOf({ groups: layout.groups, hand: layout.hand }, steps) };
}
