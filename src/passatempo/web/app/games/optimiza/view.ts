// How a game of Optimiza looks and reads: a picture and a label for each cell, stars, the moves as a list.

import { columnLetters } from "../../frame/board/board.ts";
import { newElement } from "../../frame/dom.ts";
import type { Words } from "../../frame/words.ts";
import type { LevelsReply } from "../../kernel/optimiza.ts";
import type { Look } from "./board.ts";
import type { Game } from "./game.ts";

const HEXAGONAL = 4; // the first variant of hexagons: a parallelogram, then a triangle
const MAX_LIT_CELLS = 200; // cells of a board that does not light up where any of them may be taken
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

    /** How rows of hexagons lean. */
    get lean() {
        return LEANS[this.game.rules.variant - HEXAGONAL] ?? 0;
    }

    /** Whether a path may begin on any cell. */
    get isFree() {
        return this.game.now.path.length === 0 && !this.game.isDuel;
    }

    /** How each cell looks now, and what that depends on. */
    looks(rings: Map<number, string>) {
        const { path, onward, over } = this.game.now;
        const orders = new Map(path.map((cell, at) => [cell, at + 1]));
        const lit = new Set(over || (this.isFree && this.places.length > MAX_LIT_CELLS) ? [] : onward);
        const kindOf = (cell: number) => {
            const order = orders.get(cell);
            if (order !== undefined) return order === path.length ? "head" : "used";
            return lit.has(cell) ? "lit" : "dark";
        };
        const lookOf = (cell: number): Look => {
            const [kind, order] = [kindOf(cell), orders.get(cell) ?? 0];
            const label = this.words.translate(`optimiza.cell.${kind}`, { number: this.numberAt(cell), place: this.places[cell], order });
            return { classes: `${kind} ${rings.get(cell) ?? ""}`.trim(), label, order: order ? String(order) : "" };
        };
        return [lookOf, (cell: number) => `${kindOf(cell)} ${orders.get(cell)} ${rings.get(cell)}`] as const;
    }

    numberAt(cell: number) {
        return this.game.board.cells[cell];
    }

    /** A cell in a sentence: it leads to the cell on the board. */
    named(cell: number) {
        return newElement("button", { type: "button", class: "name", "data-names": cell }, this.places[cell]);
    }

    /** The next lit cell after another whose number begins with a digit. */
    litAfter(cell: number, digit: string) {
        const fits = this.game.now.onward.filter((lit) => String(this.numberAt(lit)).startsWith(digit));
        return fits.find((lit) => lit > cell) ?? fits[0];
    }

    /** The stars alone: reached, or not. */
    stars(levels: LevelsReply) {
        return reachedLevels(this.game.now.sum, levels).map((is) => (is ? "★" : "☆")).join("");
    }

    /** The stars with the sums that they need; a star and its sum stay together. */
    goals(levels: LevelsReply) {
        const are = reachedLevels(this.game.now.sum, levels);
        return [levels.x, levels.y, levels.z].map((least, star) => `${are[star] ? "★" : "☆"}\u00a0${"XYZ"[star]}\u00a0${least}`).join("  ");
    }

    /** A path as text: each number with its cell. */
    pathText(path: ArrayLike<number>) {
        return Array.from(path, (cell) => `${this.numberAt(cell)}\u00a0(${this.places[cell]})`).join(" ");
    }

    /** The moves as a list; the button of each goes back to it. */
    moves(go: (path: number[]) => unknown) {
        const { path } = this.game.now;
        return path.map((cell, at) => ({
            text: `${at + 1}. ${this.numberAt(cell)} (${this.places[cell]})`,
            current: at === path.length - 1,
            ...(this.game.isDuel ? {} : { go: () => go(path.slice(0, at + 1)) }),
        }));
    }
}

/** Whether a sum reaches X, Y and Z. */
export const reachedLevels = (sum: number, { x, y, z }: LevelsReply) => [x, y, z].map((least) => sum >= least);
