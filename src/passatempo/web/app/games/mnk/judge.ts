// What a position is worth: threats, the engine's move and the play that it expects, asked once for each position; and
// where the engine only thinks so, a proof. It is told in words: the value, the best move and why, how a game ended.

import { findElement } from "../../frame/dom.ts";
import { threats } from "../../kernel/mnk.ts";
import { UNPROVED } from "./engine.ts";
import { TWO } from "./game.ts";
import { COMPLETE, FOUR } from "./view.ts";
import type { Words } from "../../frame/words.ts";
import type { Client } from "../../kernel/client.ts";
import type { ThreatsReply } from "../../kernel/mnk.ts";
import type { Choice, Thinker } from "./engine.ts";
import type { Game } from "./game.ts";
import type { View } from "./view.ts";

const LOOK = 0.5; // seconds of an evaluation
const PROOF = 3;
const GREATEST = 5; // level

export class Judge {
    /** What was told last, and of which position. */
    #kept: { stamp: number, known: Known } | undefined;
    quick: Client;
    thinker: Thinker;

    constructor(quick: Client, thinker: Thinker) {
        this.quick = quick;
        this.thinker = thinker;
    }

    /** @param stamp of the position */
    async known(ground: Game["ground"], stamp: number) {
        if (this.#kept?.stamp === stamp) return this.#kept.known;
        const [{ tell: seen }, choice] = await Promise.all([
            threats(this.quick, { position: ground.position }),
            this.thinker.choose(ground, GREATEST, { seconds: LOOK }),
        ]);
        const known = { choice, threats: seen };
        this.#kept = { stamp, known };
        return known;
    }

    /** The same with a proof; nothing where there is no need of one, or none was found. */
    async proved(ground: Game["ground"], known: Known, stamp: number) {
        const { choice } = known;
        if (choice.worth !== UNPROVED || ground.proofs === 0) return undefined;
        const found = await this.thinker.prove(ground, { seconds: PROOF });
        if (found.worth === UNPROVED) return undefined;
        const sure = { ...choice, worth: found.worth, plies: found.plies, chance: (1 + found.worth) / 2 };
        const told = { choice: sure, threats: known.threats };
        if (this.#kept?.stamp === stamp) this.#kept.known = told;
        return told;
    }
}

/** What the page knows of the position that it shows. */
export type Known = { choice: Choice, threats: ThreatsReply };

const FORCED = 29_000; // scores beyond it are forced ends, so many plies below `MATE`
const MATE = 30_000;

/** The plies to a forced end that the engine sees; 0 where it sees none. */
function pliesOf({ worth, plies, score }: Choice) {
    if (worth !== UNPROVED) return plies;
    return Math.abs(score) > FORCED ? MATE - Math.abs(score) : 0;
}

/** Moves of the winner within so many plies. */
const movesIn = (plies: number) => Math.ceil(plies / 2);

/** X's chance, a draw being half of one. */
export const chanceOfX = (choice: Choice, mover: number) => (mover === 1 ? choice.chance : 1 - choice.chance);

/** What a position is worth, in a sentence. */
export function verdict(words: Words, view: View, choice: Choice, mover: number) {
    const sure = choice.worth === UNPROVED ? "seen" : "proved";
    const plies = pliesOf(choice);
    const wins = choice.worth === 1 || (choice.worth === UNPROVED && choice.score > FORCED);
    const loses = choice.worth === -1 || (choice.worth === UNPROVED && choice.score < -FORCED);
    if (wins || loses) {
        const side = view.sign(wins ? mover : 3 - mover);
        if (plies === 0) return words.translate("mnk.value.proved.far", { side });
        return words.translate(`mnk.value.${sure}.win`, { side, count: movesIn(plies) });
    }
    if (choice.worth === 0) return words.translate("mnk.value.proved.draw");
    const chance = words.percent.format(chanceOfX(choice, mover));
    return words.translate("mnk.value.chance", { side: view.sign(1), chance, depth: choice.depth });
}

/** Why a move is the best, in a sentence whose cells can be pointed at. */
export function reason(words: Words, view: View, { choice, threats }: Known) {
    const { misere } = view.game.table.rules;
    const mover = 1 + (view.game.shown % 2);
    const values = { cell: [view.named(choice.cell)], side: view.sign(mover), other: view.sign(3 - mover) };
    const said = (kind: string, more = {}) => words.translateParts(`mnk.hint.${kind}`, { ...values, ...more });
    if (!misere && threats.own[choice.cell] === COMPLETE) return said("completes");
    if (!misere && threats.other[choice.cell] === COMPLETE) return said("stops");
    const count = movesIn(pliesOf(choice));
    if (count > 0) return said(choice.score > 0 || choice.worth === 1 ? "wins" : "loses", { count });
    if (choice.worth === 0) return said("draws");
    if (!misere && threats.own[choice.cell] === FOUR) return said("four");
    return said("best", { chance: words.percent.format(choice.chance) });
}

/** The line that is expected, and what the other side threatens. */
export function because(words: Words, view: View, { choice, threats }: Known): (string | Node)[][] {
    const mover = 1 + (view.game.shown % 2);
    const sentences: (string | Node)[][] = [[verdict(words, view, choice, mover)]];
    const line = words.joinList(choice.line.map((cell) => view.named(cell)));
    sentences.push(words.translateParts("mnk.why.line", { line }));
    const { misere } = view.game.table.rules;
    const cells = [...threats.other.keys()].filter((cell) => threats.other[cell] === COMPLETE);
    if (!misere && cells.length > 0) {
        const named = words.joinList(cells.map((cell) => view.named(cell)));
        sentences.push(words.translateParts("mnk.why.threat", { side: view.sign(3 - mover), cells: named }));
    }
    return sentences;
}

/** How a game ended. */
export function ending(words: Words, view: View) {
    const { game } = view;
    const { level, side } = game.table;
    const result = game.flag ? game.winner : game.last.result;
    const count = game.moves.length;
    if (result === 3) return { title: words.translate("mnk.end.draw"), lines: [words.translate("mnk.end.full", { count })] };
    const won = level === TWO ? "side" : result === side ? "you" : "app";
    const title = words.translate(`mnk.end.${won}`, { side: view.sign(result) });
    if (game.flag) return { title, lines: [words.translate("mnk.end.time", { side: view.sign(game.flag) })] };
    const key = game.last.won.length === 0 ? "mnk.end.full" : game.table.rules.misere ? "mnk.end.misere" : "mnk.end.line";
    return { title, lines: [words.translate(key, { count })] };
}

/** Show what a position is worth to X; nothing empties the bar. */
export function bar(chance?: number, told = "") {
    const meter = findElement("#bar") as HTMLMeterElement;
    meter.hidden = chance === undefined;
    meter.value = chance ?? 0.5;
    findElement("#verdict").textContent = told;
}
