// The parts beside the board of m,n,k. They show the turn, the players, the question and the buttons.

import { clockText } from "../../frame/clock.ts";
import { starText } from "../../frame/day/day.ts";
import { PERSONS, SIGNS, TWO, asksOf, nameOf } from "./game.ts";
import type { Parts } from "../../frame/screen.ts";
import type { Sentence } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { Game } from "./game.ts";
import type { State } from "./page.ts";

/**
 * Return the parts of the screen.
 * @param can whether an earlier or a later game exists, and whether this is the visitor's first game
 */
export function partsOf(words: Words, { game, move, place, hasThreats }: State, can: { undo: boolean, redo: boolean, isFirst: boolean }): Parts {
    const { level, side } = game.table;
    const name = nameOf(game.table.rules);
    const isOver = game.now.result !== 0 || (game.flagSide !== 0 && game.isLast);
    const moveFigure = isOver ? [String(game.shown), words.translate("mnk.moves", { count: game.shown })] : [SIGNS[game.shownMover], words.translate("mnk.to-move")];
    const personFigures = level === TWO ? [] : [[PERSONS[level], words.translate("mnk.plays", { side: SIGNS[3 - side] })]];
    return {
        figures: [moveFigure, ...personFigures],
        clock: game.day && clockText(game.day.clock, Boolean(game.day.end)), // in a game each side has its own
        asks: asks(words, game, can.isFirst),
        first: place !== undefined ? { deed: "place", isFilled: true } : move !== undefined ? { deed: "do", isFilled: true } : { deed: "hint" },
        third: { deed: "threats", isPressed: hasThreats },
        canUndo: game.canUndo || can.undo,
        canRedo: game.future.length > 0 || can.redo,
        level: { name, text: game.day ? starText(game.day.puzzle.grade) : words.translate(`mnk.game.${name}`) },
    };
}

/** The default message of a position. */
function asks(words: Words, game: Game, isFirst: boolean): Sentence[] {
    if (game.isRivalThinking) return [[words.translate("mnk.thinks", { name: PERSONS[game.table.level] })]];
    if (game.isAsked && game.day) return [[asksOf(words, game.day.puzzle)]];
    if (isFirst && isExample(game)) return [[words.translate("mnk.welcome")], [words.translate("mnk.welcome.why")]];
    if (game.shown === 0) return [[words.translate("mnk.question")]];
    return [[words.translate("mnk.turn", { side: SIGNS[game.shownMover] })]];
}

/** Whether the page can show a first move, which needs an empty board of four in a row. */
export const isExample = ({ moves, table }: Game) => moves.length === 0 && nameOf(table.rules) === "four" && table.side === 1;
