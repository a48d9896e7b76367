// Sentences about a game of Optimiza: hints, each with the path that it leads to, the loss of the last move, the end.

import { reachedLevels } from "./view.ts";
import type { End } from "../../frame/page.ts";
import type { Sentence, Shown } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { LevelsReply } from "../../kernel/optimiza.ts";
import type { Advice, Game } from "./game.ts";
import type { View } from "./view.ts";

/** Sentences, the rings of the cells that they point at, and the path that *Do it* takes. */
export type Answer = Pick<Shown<number[]>, "message" | "rings"> & { move?: number[] };

/** A sentence about a cell, which it names. */
const about = (words: Words, view: View, key: string, cell: number): Sentence =>
    words.translateParts(key, { number: view.numberAt(cell), place: view.named(cell) });

/** Ring the last cell of a path that is advised. */
function adviceAnswer(words: Words, view: View, key: string, path: number[], reason: string): Answer {
    const cell = path[path.length - 1];
    return { message: [about(words, view, `optimiza.hint.${key}`, cell), [reason]], rings: new Map([[cell, "ring"]]), move: path };
}

/** Explain the next step of a best path. */
export function hintOf(words: Words, view: View, { path, best, current }: Advice): Answer {
    const walked = view.game.now.path;
    const last = path.length - 1;
    if (path.length > walked.length) return adviceAnswer(words, view, last ? "cell" : "begin", path, words.translate("optimiza.hint", { best }));
    const isSame = path[last] === walked[last];
    if (isSame && path.length === walked.length) return { message: [[words.translate("optimiza.best.done")]], rings: new Map() };
    return adviceAnswer(words, view, isSame ? "back" : "anew", path, words.translate("optimiza.hint.from", { best, current }));
}

/** Explain the best move of a duel, or some move if that takes too long. */
export async function duelHint(words: Words, view: View, game: Game): Promise<Answer> {
    const { path, onward } = game.now;
    const best = await game.perfect(path);
    const points = Number(best?.points ?? 0);
    const kind = best ? (points > 0 ? "wins" : "loses") : "unknown";
    const reason = words.translate(`optimiza.duel.${kind}`, { points: Math.abs(points) });
    return adviceAnswer(words, view, path.length ? "cell" : "put", [...path, best?.cell ?? onward[0]], reason);
}

/** Explain the loss of the last move. */
export async function reasonOf(words: Words, view: View, game: Game): Promise<Answer> {
    const { path } = game.now;
    const cell = path[path.length - 1];
    if (cell === undefined) return { message: [[words.translate("optimiza.why.none")]], rings: new Map() };
    const [before, after] = await (game.isDuel ? payoffsAround(game) : valuesAround(game));
    if (before === undefined || after === undefined) return { message: [[words.translate("optimiza.duel.unknown")]], rings: new Map() };
    const kind = (game.isDuel ? "duel." : "") + (before === after ? "nothing" : "lost");
    const values = { place: view.named(cell), before, after, lost: before - after };
    return { message: [words.translateParts(`optimiza.why.${kind}`, values)], rings: new Map([[cell, "named"]]) };
}

/** The best sums before and after the last move. */
async function valuesAround(game: Game) {
    const { path } = game.now;
    return [await game.best(path.slice(0, -1)), await game.best(path)].map(({ value }) => Number(value));
}

/** The best payoff that the last move of a duel could have, and its own. */
async function payoffsAround(game: Game) {
    const { path } = game.now;
    const payoffs = await game.payoffs(path.slice(0, -1));
    const values = payoffs.find(({ cell }) => cell === path[path.length - 1]);
    return values ? [Math.max(...payoffs.map(({ points }) => Number(points))), Number(values.points)] : [];
}

/** The last move, if the bot made it. */
export function rivalMove(words: Words, view: View): Sentence[] {
    const cell = view.game.rivalCell;
    return cell === undefined ? [] : [about(words, view, "optimiza.bot.moves", cell)];
}

/** Name the rule that a step to a cell breaks, and the move of the bot before it. */
export function refusal(words: Words, view: View, fault: string, cell: number): Answer {
    const { path } = view.game.now;
    const number = view.numberAt(path[path.length - 1] ?? cell);
    const sentence = words.translateParts(`optimiza.fault.${fault}`, { number, place: view.named(cell) });
    return { message: [sentence, ...rivalMove(words, view)], rings: new Map(fault === "over" ? [] : [[cell, "wrong"]]) };
}

/** A path that ends at its first cell is no end. */
export function deadStart(words: Words, view: View): Answer {
    const [cell] = view.game.now.path;
    const isLargest = view.numberAt(cell) === Math.max(...view.game.board.cells);
    return { message: [about(words, view, isLargest ? "optimiza.dead.largest" : "optimiza.dead", cell)], rings: new Map([[cell, "wrong"]]) };
}

/** Name a cell that was typed. */
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
    const cell = path[path.length - 1];
    const last = kind === "lost" ? [words.translate("optimiza.bot.moves", { number: view.numberAt(cell), place: view.places[cell] })] : [];
    return {
        title: words.translate(`optimiza.duel.${kind}`, { player: winner + 1 }), lines: [...last, words.translate("optimiza.duel.end")],
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
