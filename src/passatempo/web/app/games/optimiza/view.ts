// The view of a game of Optimiza: the look and the label of each cell, the stars, the moves as a list.

import { columnLetters } from "../../frame/board/board.ts";
import { newElement } from "../../frame/dom.ts";
import { HEXAGONAL } from "./game.ts";
import type { Words } from "../../frame/words.ts";
import type { LevelsReply } from "../../kernel/optimiza.ts";
import type { Look } from "./board.ts";
import type { Game } from "./game.ts";

const MAX_LIT_CELLS = 200; // cells; a larger board lights none before the first move
const LEANS = [0.5, -0.5];

export class View {
    words: Words;
    game: Game;
    places: string[];

    constructor(words: Words, game: Game) {
        this.words = words;
        this.game = game;
        this.places = [...game.form.lengths].flatMap((length, row) =>
            Array.from({ length }, (_, column) => `${columnLetters(column)}${row + 1}`),
        );
    }

    /** The shift of each row of hexagons against the row above. */
    get lean() {
        return LEANS[this.game.rules.variant - HEXAGONAL] ?? 0;
    }

    /** Whether a path may begin on any cell. */
    get isFree() {
        return this.game.now.path.length === 0 && !this.game.isDuel;
    }

    /** The look of each cell, and a stamp that changes with it. */
    looks(rings: Map<number, string>) {
        const { path, onward, over } = this.game.now;
        const cellOrders = new Map(path.map((cell, at) => [cell, at + 1]));
        const lit = new Set(over || (this.isFree && this.places.length > MAX_LIT_CELLS) ? [] : onward);
        const kindOf = (cell: number) => {
            const order = cellOrders.get(cell);
            if (order !== undefined) return order === path.length ? "head" : "used";
            return lit.has(cell) ? "lit" : "dark";
        };
        const lookOf = (cell: number): Look => {
            const [kind, order] = [kindOf(cell), cellOrders.get(cell) ?? 0];
            const label = this.words.translate(`optimiza.cell.${kind}`, { number: this.numberAt(cell), place: this.places[cell], order });
            return { classes: `${kind} ${rings.get(cell) ?? ""}`.trim(), label, order: order ? String(order) : "" };
        };
        return [lookOf, (cell: number) => `${kindOf(cell)} ${cellOrders.get(cell)} ${rings.get(cell)}`] as const;
    }

    numberAt(cell: number) {
        return this.game.board.cells[cell];
    }

    /** A cell in a sentence, as a button that leads to it on the board. */
    named(cell: number) {
        return newElement("button", { type: "button", class: "name", "data-names": cell }, this.places[cell]);
    }

    /** The next lit cell after another whose number begins with a digit. */
    litAfter(cell: number, digit: string) {
        const litCells = this.game.now.onward.filter((lit) => String(this.numberAt(lit)).startsWith(digit));
        return litCells.find((lit) => lit > cell) ?? litCells[0];
    }

    /** The stars without their sums. */
    stars(levels: LevelsReply) {
        return reachedLevels(this.game.now.sum, levels).map((is) => (is ? "★" : "☆")).join("");
    }

    /** The stars with their sums; the line does not break between a star and its sum. */
    goals(levels: LevelsReply) {
        const levelFlags = reachedLevels(this.game.now.sum, levels);
        return [levels.x, levels.y, levels.z].map((least, star) => `${levelFlags[star] ? "★" : "☆"}\u00a0${"XYZ"[star]}\u00a0${least}`).join("  ");
    }

    /** A path as text: each number with its cell. */
    pathText(path: ArrayLike<number>) {
        return Array.from(path, (cell) => `${this.numberAt(cell)}\u00a0(${this.places[cell]})`).join(" ");
    }

    /** The moves as a list; the button of each goes back to it. */
    moves(go: (path: number[]) => unknown) {
        const { path: gamePath } = this.game.now;
        return gamePath.map((cell, at) => ({
            text: `${at + 1}. ${this.numberAt(cell)} (${this.places[cell]})`,
            current: at === gamePath.length - 1,
            ...(this.game.isDuel ? {} : { go: () => go(gamePath.slice(0, at + 1)) }),
        }));
    }
}

/** Whether a sum reaches X, Y and Z. */
export const reachedLevels = (sum: number, { x, y, z }: LevelsReply) => [x, y, z].map((least) => sum >= least);
