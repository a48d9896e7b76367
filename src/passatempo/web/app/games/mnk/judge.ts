// The engine's judgement of a position in sentences. They name the best move with its reason, the value of the position, and
// the result of a game.

import { threats } from "../../kernel/mnk.ts";
import { UNPROVED } from "./engine.ts";
import { PERSONS, SIGNS, TWO, firstOf } from "./game.ts";
import { COMPLETE, FOUR } from "./view.ts";
import type { Sentence } from "../../frame/store.ts";
import type { End } from "../../frame/page.ts";
import type { Words } from "../../frame/words.ts";
import type { Client } from "../../kernel/client.ts";
import type { ThreatsReply } from "../../kernel/mnk.ts";
import type { Choice, Engine } from "./engine.ts";
import type { Game } from "./game.ts";
import type { View } from "./view.ts";

const LOOK = 100_000n; // nodes of an evaluation
const PROOF = 100_000n; // and of a proof
const GREATEST = 5; // level
const LINE = 4; // moves of the expected play that a sentence names

/** The best move of a position, and its threats. */
export type Judgement = { choice: Choice, threats: ThreatsReply };

/** Find the best move of the position on the board, with a proof if there is one. It is the same at every load. */
export async function judge(quick: Client, engine: Engine, game: Game): Promise<Judgement> {
    const { ground } = game;
    const [{ tell: threatsReply }, choice] = await Promise.all([threats(quick, { position: ground.position }), chooseMove(engine, game)]);
    return { choice, threats: threatsReply };
}

async function chooseMove(engine: Engine, game: Game): Promise<Choice> {
    const { ground, day } = game;
    const freshSpend = { nodes: LOOK, isFresh: true };
    if (day && game.isAsked) return answer(await engine.searchMove(ground, GREATEST, freshSpend, [firstOf(day)]), day.puzzle.goal.moves);
    const moveChoice = await engine.chooseMove(ground, GREATEST, freshSpend);
    if (moveChoice.isStopped || moveChoice.worth !== UNPROVED || ground.proofs === 0) return moveChoice;
    const { worth, plies, cells, isStopped } = await engine.prove(ground, PROOF);
    if (worth === UNPROVED) return { ...moveChoice, isStopped };
    const cell = cells.length === 0 || cells.includes(moveChoice.cell) ? moveChoice.cell : cells[0];
    const line = cell === moveChoice.cell ? moveChoice.line : [cell];
    return { ...moveChoice, cell, line, worth, plies, chance: (1 + worth) / 2 };
}

/** Return the solution of a puzzle, which provably wins in a number of moves. */
const answer = (choice: Choice, moves: number): Choice => ({ ...choice, worth: 1, plies: 2 * moves - 1, chance: 1 });

const FORCED_SCORE = 29_000; // higher scores are forced ends, and the plies to the end are `MATE` minus the score
const MATE = 30_000;
const DRAW = 3; // among results

/** The plies to a forced end, or 0 if the engine sees none. */
function pliesOf({ worth, plies, score }: Choice) {
    if (worth !== UNPROVED) return plies;
    return Math.abs(score) > FORCED_SCORE ? MATE - Math.abs(score) : 0;
}

/** The number of the winner's moves within a number of plies. */
const movesIn = (plies: number) => Math.ceil(plies / 2);

/** The chance of X. A draw counts as half a win. */
export const chanceOfX = (choice: Choice, mover: number) => (mover === 1 ? choice.chance : 1 - choice.chance);

/** Return the value of a position as a sentence, which is empty if the visitor stopped the search. */
export function verdict(words: Words, choice: Choice, mover: number) {
    const worthKind = choice.worth === UNPROVED ? "seen" : "proved";
    const plies = pliesOf(choice);
    const isForcedWin = choice.worth === 1 || (choice.worth === UNPROVED && choice.score > FORCED_SCORE);
    const isForcedLoss = choice.worth === -1 || (choice.worth === UNPROVED && choice.score < -FORCED_SCORE);
    if (isForcedWin || isForcedLoss) {
        const side = SIGNS[isForcedWin ? mover : 3 - mover];
        if (plies === 0) return words.translate("mnk.value.proved.far", { side });
        return words.translate(`mnk.value.${worthKind}.win`, { side, count: movesIn(plies) });
    }
    if (choice.worth === 0) return words.translate("mnk.value.proved.draw");
    if (choice.isStopped) return "";
    return words.translate("mnk.value.chance", { side: SIGNS[mover], chance: words.percent.format(Math.round(100 * choice.chance) / 100), depth: choice.depth });
}

/** Name the best move with its reason. */
export function reason(words: Words, view: View, { choice, threats }: Judgement): Sentence[] {
    const { misere } = view.game.table.rules;
    const mover = view.game.shownMover;
    const values = { cell: view.named(choice.cell), side: SIGNS[mover], other: SIGNS[3 - mover] };
    const sentence = (kind: string, more = {}) => [words.translateParts(`mnk.hint.${kind}`, { ...values, ...more })];
    if (!misere && threats.own[choice.cell] === COMPLETE) return sentence("completes");
    if (!misere && threats.other[choice.cell] === COMPLETE) return sentence("stops");
    const movesLeft = movesIn(pliesOf(choice));
    if (movesLeft > 0) return sentence(choice.score > 0 || choice.worth === 1 ? "wins" : "loses", { count: movesLeft });
    if (choice.worth === 1) return sentence("wins.far");
    if (choice.worth === 0) return sentence("draws");
    if (!misere && threats.own[choice.cell] === FOUR) return sentence("four");
    const verdictText = verdict(words, choice, mover);
    return [...sentence("best"), ...(verdictText ? [[verdictText]] : [])];
}

/** Explain the value of the position, the expected play, and the threats of the other side. */
export function because(words: Words, view: View, { choice, threats }: Judgement): Sentence[] {
    const mover = view.game.shownMover;
    const { misere } = view.game.table.rules;
    const line = words.joinList(choice.line.slice(0, LINE).map((cell) => view.named(cell)));
    const verdictText = verdict(words, choice, mover);
    const sentences: Sentence[] = [...(verdictText ? [[verdictText]] : []), words.translateParts("mnk.why.line", { line })];
    const threatCells = [...threats.other.keys()].filter((cell) => threats.other[cell] === COMPLETE);
    if (!misere && threatCells.length > 0) {
        const named = words.joinList(threatCells.map((cell) => view.named(cell)));
        sentences.push(words.translateParts("mnk.why.threat", { side: SIGNS[3 - mover], cells: named }));
    }
    return sentences;
}

/** Describe the end of a game. */
export function ending(words: Words, { game }: View): End {
    const { level, side } = game.table;
    const winner = game.flagSide ? game.winner : game.last.result;
    const gameLength = game.moves.length;
    const movesFigure = { number: String(gameLength), unit: words.translate("mnk.moves", { count: gameLength }) };
    const line = (key: string) => [words.translate(`mnk.end.${key}`, { side: SIGNS[game.flagSide] })];
    if (winner === DRAW) return { ...movesFigure, title: words.translate("mnk.end.draw"), lines: line("full"), outcome: "even" };
    const winnerKind = level === TWO ? "side" : winner === side ? "you" : "rival";
    const endTitle = words.translate(`mnk.end.${winnerKind}`, { side: SIGNS[winner], name: PERSONS[level] });
    const { misere } = game.table.rules;
    const lines = line(game.flagSide ? "time" : game.last.won.length === 0 ? "full" : misere ? "misere" : "line");
    const isRivalWinner = winnerKind === "rival";
    return { ...movesFigure, title: endTitle, lines, outcome: isRivalWinner ? "lost" : "won", canUndo: isRivalWinner, isDaily: game.day !== undefined };
}
