// The parts of the screen beside the board of Optimiza: sum, stars, the time of a daily puzzle, the question.

import { clockText } from "../../frame/clock.ts";
import { starText } from "../../frame/day/day.ts";
import { rivalMove } from "./answers.ts";
import type { Parts } from "../../frame/screen.ts";
import type { Sentence } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { Game } from "./game.ts";
import type { State } from "./page.ts";
import type { View } from "./view.ts";

/** The parts of the screen beside the board. */
export function parts(words: Words, view: View, state: State, able: Pick<Parts, "canUndo" | "canRedo">): Parts {
    const { game, move } = state;
    const { day, isDuel, now: { sum, path }, rules: { n } } = game;
    const goals = isDuel ? undefined : game.goals;
    return {
        figures: [[words.number.format(sum), words.translate("optimiza.points", { count: sum })], ...(goals ? [[view.stars(goals), ""]] : [])],
        clock: day && clockText(day.clock, Boolean(day.end)),
        progress: goals && Math.min(1, sum / Number(goals.z)),
        asks: question(words, view, state),
        first: move === undefined ? { deed: "hint" } : { deed: "do", isFilled: true },
        third: { deed: "reset", isOff: path.length === 0 },
        ...able,
        level: { name: String(n), text: day ? starText(day.puzzle.grade) : `${n} × ${n}` },
    };
}

/** The question of the page. */
function question(words: Words, view: View, { game, rings, isFirst }: State): Sentence[] {
    if (game.isDuel) return [...rivalMove(words, view), [turn(words, game)]];
    if (isFirst && rings.size) {
        const [cell] = rings.keys();
        return [[words.translate("optimiza.first", { number: view.numberAt(cell) })], [words.translate("optimiza.first.how")]];
    }
    const goals = game.goals ? [[view.goals(game.goals)]] : [];
    if (game.day) return [[words.translate("optimiza.day", game.day.puzzle.goal.levels)], ...goals];
    if (game.now.path.length > 0 || !game.goals) return [[words.translate("optimiza.question")], ...goals];
    return [[words.translate("optimiza.possible", { best: Number(game.goals.z) })], ...goals];
}

/** The player to move in a duel, as a sentence. */
function turn(words: Words, { now: { path }, rules: { mode }, isBots }: Game) {
    const isEmptyPath = path.length === 0;
    if (mode === "two") return words.translate(isEmptyPath ? "optimiza.two.put" : "optimiza.two.turn", { player: (path.length % 2) + 1 });
    return words.translate(isBots ? "optimiza.bot.turn" : isEmptyPath ? "optimiza.duel.put" : "optimiza.duel.yours");
}
