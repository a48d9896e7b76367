// Sentences about a game of Optimiza: hints with the path to take, the loss of the last move, the end.

import { reachedLevels } from "./view.ts";
import type { End } from "../../frame/page.ts";
import type { Sentence, Shown } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { LevelsReply } from "../../kernel/optimiza.ts";
import type { Advice, Game } from "./game.ts";
import type { View } from "./view.ts";

/** Sentences, the rings of their cells, and the path that *Do it* takes. */
export type Answer = Pick<Shown<number[]>, "message" | "rings"> & { move?: number[] };

/** A sentence about a cell, which it names. */
const about = (words: Words, view: View, key: string, cell: number): Sentence =>
    words.translateParts(key, { number: view.numberAt(cell), place: view.named(cell) });

/** Ring the last cell of an advised path. */
function adviceAnswer(words: Words, view: View, key: string, path: number[], reason: string): Answer {
    const lastCell = path[path.length - 1];
    return { message: [about(words, view, `optimiza.hint.${key}`, lastCell), [reason]], rings: new Map([[lastCell, "ring"]]), move: path };
}

/** Explain the next step of a best path. */
export function hintOf(words: Words, view: View, { path, best, current }: Advice): Answer {
    const gamePath = view.game.now.path;
    const lastIndex = path.length - 1;
    if (path.length > gamePath.length) return adviceAnswer(words, view, lastIndex ? "cell" : "begin", path, words.translate("optimiza.hint", { best }));
    const isSame = path[lastIndex] === gamePath[lastIndex];
    if (isSame && path.length === gamePath.length) return { message: [[words.translate("optimiza.best.done")]], rings: new Map() };
    return adviceAnswer(words, view, isSame ? "back" : "anew", path, words.translate("optimiza.hint.from", { best, current }));
}

/** Explain the best move of a duel, or some move if that takes too long. */
export async function duelHint(words: Words, view: View, game: Game): Promise<Answer> {
    const { path, onward } = game.now;
    const perfectMove = await game.perfect(path);
    const points = Number(perfectMove?.points ?? 0);
    const kind = perfectMove ? (points > 0 ? "wins" : "loses") : "unknown";
    const duelReason = words.translate(`optimiza.duel.${kind}`, { points: Math.abs(points) });
    return adviceAnswer(words, view, path.length ? "cell" : "put", [...path, perfectMove?.cell ?? onward[0]], duelReason);
}

/** Explain the loss of the last move. */
export async function reasonOf(words: Words, view: View, game: Game): Promise<Answer> {
    const { path: gamePath } = game.now;
    const lastCell = gamePath[gamePath.length - 1];
    if (lastCell === undefined) return { message: [[words.translate("optimiza.why.none")]], rings: new Map() };
    const [before, after] = await (game.isDuel ? payoffsAround(game) : valuesAround(game));
    if (before === undefined || after === undefined) return { message: [[words.translate("optimiza.duel.unknown")]], rings: new Map() };
    const kind = (game.isDuel ? "duel." : "") + (before === after ? "nothing" : "lost");
    const lossValues = { place: view.named(lastCell), before, after, lost: before - after };
    return { message: [words.translateParts(`optimiza.why.${kind}`, lossValues)], rings: new Map([[lastCell, "named"]]) };
}

/** The best sums before and after the last move. */
async function valuesAround(game: Game) {
    const { path: gamePath } = game.now;
    return [await game.best(gamePath.slice(0, -1)), await game.best(gamePath)].map(({ value }) => Number(value));
}

/** The best payoff possible at the last move of a duel, and the payoff of that move. */
async function payoffsAround(game: Game) {
    const { path: gamePath } = game.now;
    const payoffs = await game.payoffs(gamePath.slice(0, -1));
    const cellPayoff = payoffs.find(({ cell }) => cell === gamePath[gamePath.length - 1]);
    return cellPayoff ? [Math.max(...payoffs.map(({ points }) => Number(points))), Number(cellPayoff.points)] : [];
}

/** The last move, if the bot made it. */
export function rivalMove(words: Words, view: View): Sentence[] {
    const cell = view.game.rivalCell;
    return cell === undefined ? [] : [about(words, view, "optimiza.bot.moves", cell)];
}

/** Name the rule that a step to a cell breaks, and the move of the bot before it. */
export function refusal(words: Words, view: View, fault: string, cell: number): Answer {
    const { path: gamePath } = view.game.now;
    const number = view.numberAt(gamePath[gamePath.length - 1] ?? cell);
    const faultSentence = words.translateParts(`optimiza.fault.${fault}`, { number, place: view.named(cell) });
    return { message: [faultSentence, ...rivalMove(words, view)], rings: new Map(fault === "over" ? [] : [[cell, "wrong"]]) };
}

/** The message for a path that stops at its first cell, which does not end the game. */
export function deadStart(words: Words, view: View): Answer {
    const [cell] = view.game.now.path;
    const isLargestNumber = view.numberAt(cell) === Math.max(...view.game.board.cells);
    return { message: [about(words, view, isLargestNumber ? "optimiza.dead.largest" : "optimiza.dead", cell)], rings: new Map([[cell, "wrong"]]) };
}

/** Name a typed cell. */
export function typed(words: Words, view: View, cell: number): Answer {
    const kind = view.game.now.onward.includes(cell) ? "can" : "cannot";
    return { message: [about(words, view, `optimiza.typed.${kind}`, cell)], rings: new Map([[cell, "named"]]) };
}

/** The end of a path of one person. */
export function pathEnd(words: Words, view: View, levels: LevelsReply): End {
    const { sum } = view.game.now;
    const stars = reachedLevels(sum, levels).filter(Boolean).length;
    const possible = stars < 3 ? [words.translate("optimiza.end.possible", { best: Number(levels.z) })] : [];
    return {
        title: words.translate(`optimiza.end.${stars}`), lines: [view.goals(levels), ...possible], ...points(words, sum),
        outcome: (["lost", "even", "even", "won"] as const)[stars], canUndo: stars < 3,
    };
}

/** The end of a duel: the player who made the last move gets the sum. */
export function duelEnd(words: Words, view: View): End {
    const { now: { path, sum }, rules: { mode } } = view.game;
    const winner = (path.length - 1) % 2;
    const kind = mode === "two" ? "two" : (mode === "second") === (winner === 1) ? "won" : "lost";
    const lastCell = path[path.length - 1];
    const botLines = kind === "lost" ? [words.translate("optimiza.bot.moves", { number: view.numberAt(lastCell), place: view.places[lastCell] })] : [];
    return {
        title: words.translate(`optimiza.duel.${kind}`, { player: winner + 1 }), lines: [...botLines, words.translate("optimiza.duel.end")],
        ...points(words, sum), outcome: kind === "lost" ? "lost" : "won", canUndo: kind === "lost",
    };
}

/** A text about a game without its moves. */
export function sharedText(words: Words, view: View) {
    const { goals, isDuel, now: { sum }, rules: { n, variant, seed } } = view.game;
    const values = { n, surface: words.translate(`optimiza.surface.${variant}`), seed: String(seed), stars: goals ? view.stars(goals) : "", sum };
    return words.translate(isDuel ? "optimiza.share.duel" : "optimiza.share", values);
}

const points = (words: Words, sum: number) => ({ number: words.number.format(sum), unit: words.translate("optimiza.points", { count: sum }) });
