// The table of a day: the whole hand is to be laid, and everything on the table may be taken apart.

import { judge } from "../../kernel/machiavelli.ts";
import { TableGame, holdSame } from "./game.ts";
import { WILD, bareCard, dropEmpty, kernelGroups, removeCards, sortHand } from "./layout.ts";
import { ACES, LINES } from "./rules.ts";
import { OPENING } from "./state.ts";
import { read } from "./text.ts";
import type { DailyPuzzle } from "../../frame/day/day.ts";
import type { Client } from "../../kernel/client.ts";
import type { Layout } from "./layout.ts";
import type { PageRecord } from "./state.ts";

const SOURCE = "en"; // the language of the cards in the data

export class DayTable extends TableGame {
    #line;
    #solution: number[][];
    day: DailyPuzzle;

    constructor(client: Client, day: DailyPuzzle) {
        const { table, hand, decks, ace } = day.puzzle.instance;
        const { groups, hand: cards } = read(`table: ${table}\nhand: ${hand}\ndecks: ${decks}\nace: ${ace}`, SOURCE);
        super(client, { groups, hand: cards });
        this.day = day;
        this.#line = LINES[ACES.indexOf(ace)];
        this.#solution = day.puzzle.solution.melds.map((meld: string[]) => read(`table: ${meld.join(" ")}`, SOURCE).groups[0]);
        const saved = layoutOf(day.state);
        if (holdSame(saved, this.now)) this.history.push(saved);
    }

    /** A puzzle of a day is in no link. */
    get record(): PageRecord {
        return { ...OPENING, games: [] };
    }

    /** The layout as numbers: each group after its length, then the hand. */
    get state() {
        const { groups, hand } = this.now;
        return [...groups, hand].flatMap((cards) => [cards.length, ...cards]);
    }

    async judge() {
        const { now } = this;
        const { judgements } = (await judge(this.client, { groups: kernelGroups(now.groups), line: this.#line })).tell;
        this.arrange(now, judgements);
        return judgements;
    }

    /** A meld of the solution that is not on the table, and the layout with it; first one that takes a card of the hand. */
    hint(): { meld: number[], layout: Layout } | undefined {
        const { groups, hand } = this.now;
        const { missing, others } = compare(groups, this.#solution);
        const meld = missing.find((cards) => removeCards(hand, cards).length < hand.length) ?? missing[0];
        return meld && { meld, layout: gather(this.now, meld, others) };
    }
}

const isSameMeld = (a: number[], b: number[]) => String(sortHand(a.map(bareCard))) === String(sortHand(b.map(bareCard)));

/** Compare a table with its solution: the melds that are missing, and the positions of the groups that are none of it. */
function compare(groups: number[][], solution: number[][]) {
    const others = [...groups.keys()];
    const missing = solution.filter((meld) => {
        const at = others.findIndex((place) => isSameMeld(groups[place], meld));
        if (at >= 0) others.splice(at, 1);
        return at < 0;
    });
    return { missing, others };
}

/** Gather the cards of a meld, from the hand first, then from other groups. */
function gather({ groups, hand }: Layout, meld: number[], others: number[]): Layout {
    const rest = { groups: groups.map((group) => [...group]), hand: [...hand] };
    for (const card of meld.map(bareCard)) {
        const source = [rest.hand, ...others.map((place) => rest.groups[place])].find((cards) => cards.some((other) => bareCard(other) === card));
        source?.splice(source.findIndex((other) => bareCard(other) === card), 1);
    }
    return dropEmpty({ groups: [...rest.groups, meld], hand: rest.hand });
}

/** The layout of a saved state. */
function layoutOf(state: number[]): Layout {
    const groups = [];
    for (let at = 0; at < state.length; at += state[at] + 1) groups.push(state.slice(at + 1, at + 1 + state[at]));
    const hand = groups.pop() ?? [];
    return dropEmpty({ groups, hand: hand.filter((card) => card < WILD) });
}
