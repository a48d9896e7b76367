// What the engine finds about a position, in sentences: the best move and why, what the position is worth, how a game ended.

import { threats } from "../../kernel/mnk.ts";
import { UNPROVED } from "./engine.ts";
import { PERSONS, SIGNS, TWO, firstOf } from "./game.ts";
import { COMPLETE, FOUR } from "./view.ts";
import type { Sentence } from "../../frame/store.ts";
import type { End } from "../../frame/page.ts";
import type { Words } from "../../frame/words.ts";
import type { Client } from "../../kernel/client.ts";
import type { ThreatsReply } from "../../kernel/mnk.ts";
import type { Choice, Thinker } from "./engine.ts";
import type { Game } from "./game.ts";
import type { View } from "./view.ts";

const LOOK = 100_000n; // nodes of an evaluation
const PROOF = 100_000n; // and of a proof
const GREATEST = 5; // level
const LINE = 4; // moves of the expected play that a sentence names

/** What is known of a position. */
export type Judgement = { choice: Choice, threats: ThreatsReply };

/** Find the best move of the position that is shown, with a proof if there is one. It is the same at every load. */
export async function judge(quick: Client, thinker: Thinker, game: Game): Promise<Judgement> {
    const { ground } = game;
    const [{ tell: report }, choice] = await Promise.all([threats(quick, { position: ground.position }), chooseMove(thinker, game)]);
    return { choice, threats: report };
}

async function chooseMove(thinker: Thinker, game: Game): Promise<Choice> {
    const { ground, day } = game;
    const spend = { nodes: LOOK, isFresh: true };
    if (day && game.isAsked) return answer(await thinker.searchMove(ground, GREATEST, spend, [firstOf(day)]), day.puzzle.goal.moves);
    const choice = await thinker.chooseMove(ground, GREATEST, spend);
    if (choice.isStopped || choice.worth !== UNPROVED || ground.proofs === 0) return choice;
    const { worth, plies, cells, isStopped } = await thinker.prove(ground, PROOF);
    if (worth === UNPROVED) return { ...choice, isStopped };
    const cell = cells.length === 0 || cells.includes(choice.cell) ? choice.cell : cells[0];
    const line = cell === choice.cell ? choice.line : [cell];
    return { ...choice, cell, line, worth, plies, chance: (1 + worth) / 2 };
}

/** The move that answers a puzzle, which is proved to win in so many moves. */
const answer = (choice: Choice, moves: number): Choice => ({ ...choice, worth: 1, plies: 2 * moves - 1, chance: 1 });

const FORCED_SCORE = 29_000; // scores beyond it are forced ends, so many plies below `MATE`
const MATE = 30_000;
const DRAW = 3; // among results

/** The plies to a forced end that the engine sees; 0 where it sees none. */
function pliesOf({ worth, plies, score }: Choice) {
    if (worth !== UNPROVED) return plies;
    return Math.abs(score) > FORCED_SCORE ? MATE - Math.abs(score) : 0;
}

/** Moves of the winner within so many plies. */
const movesIn = (plies: number) => Math.ceil(plies / 2);

/** X's chance, a draw being half of one. */
export const chanceOfX = (choice: Choice, mover: number) => (mover === 1 ? choice.chance : 1 - choice.chance);

/** What a position is worth, in a sentence; nothing where the visitor has stopped the search. */
export function verdict(words: Words, choice: Choice, mover: number) {
    const sure = choice.worth === UNPROVED ? "seen" : "proved";
    const plies = pliesOf(choice);
    const wins = choice.worth === 1 || (choice.worth === UNPROVED && choice.score > FORCED_SCORE);
    const loses = choice.worth === -1 || (choice.worth === UNPROVED && choice.score < -FORCED_SCORE);
    if (wins || loses) {
        const side = SIGNS[wins ? mover : 3 - mover];
        if (plies === 0) return words.translate("mnk.value.proved.far", { side });
        return words.translate(`mnk.value.${sure}.win`, { side, count: movesIn(plies) });
    }
    if (choice.worth === 0) return words.translate("mnk.value.proved.draw");
    if (choice.isStopped) return "";
    return words.translate("mnk.value.chance", { side: SIGNS[mover], chance: words.percent.format(Math.round(100 * choice.chance) / 100), depth: choice.depth });
}

/** Name the best move, and say why it is. */
export function reason(words: Words, view: View, { choice, threats }: Judgement): Sentence[] {
    const { misere } = view.game.table.rules;
    const mover = view.game.shownMover;
    const values = { cell: view.named(choice.cell), side: SIGNS[mover], other: SIGNS[3 - mover] };
    const sentence = (kind: string, more = {}) => [words.translateParts(`mnk.hint.${kind}`, { ...values, ...more })];
    if (!misere && threats.own[choice.cell] === COMPLETE) return sentence("completes");
    if (!misere && threats.other[choice.cell] === COMPLETE) return sentence("stops");
    const count = movesIn(pliesOf(choice));
    if (count > 0) return sentence(choice.score > 0 || choice.worth === 1 ? "wins" : "loses", { count });
    if (choice.worth === 1) return sentence("wins.far");
    if (choice.worth === 0) return sentence("draws");
    if (!misere && threats.own[choice.cell] === FOUR) return sentence("four");
    const value = verdict(words, choice, mover);
    return [...sentence("best"), ...(value ? [[value]] : [])];
}

/** What the position is worth, the play that is expected, and what the other side threatens. */
export function because(words: Words, view: View, { choice, threats }: Judgement): Sentence[] {
    const mover = view.game.shownMover;
    const { misere } = view.game.table.rules;
    const line = words.joinList(choice.line.slice(0, LINE).map((cell) => view.named(cell)));
    const value = verdict(words, choice, mover);
    const sentences: Sentence[] = [...(value ? [[value]] : []), words.translateParts("mnk.why.line", { line })];
    const cells = [...threats.other.keys()].filter((cell) => threats.other[cell] === COMPLETE);
    if (!misere && cells.length > 0) {
        const named = words.joinList(cells.map((cell) => view.named(cell)));
        sentences.push(words.translateParts("mnk.why.threat", { side: SIGNS[3 - mover], cells: named }));
    }
    return sentences;
}

/** How a game ended. */
export function ending(words: Words, { game }: View): End {
    const { level, side } = game.table;
    const winner = game.flag ? game.winner : game.last.result;
    const count = game.moves.length;
    const sentence = { number: String(count), unit: words.translate("mnk.moves", { count }) };
    const line = (key: string) => [words.translate(`mnk.end.${key}`, { side: SIGNS[game.flag] })];
    if (winner === DRAW) return { ...sentence, title: words.translate("mnk.end.draw"), lines: line("full"), outcome: "even" };
    const won = level === TWO ? "side" : winner === side ? "you" : "rival";
    const title = words.translate(`mnk.end.${won}`, { side: SIGNS[winner], name: PERSONS[level] });
    const { misere } = game.table.rules;
    const lines = line(game.flag ? "time" : game.last.won.length === 0 ? "full" : misere ? "misere" : "line");
    const isLost = won === "rival";
    return { ...sentence, title, lines, outcome: isLost ? "lost" : "won", canUndo: isLost, isDaily: game.day !== undefined };
}
