// @ts-check
// How a game of Optimiza looks and reads: a picture and a label for each cell, stars, the words of its end.

import { letters } from "../frame/board.js";

/** @import { Words } from "../frame/words.js" */
/** @import { LevelsTell } from "../kernel/optimiza.js" */
/** @import { Game } from "./optimiza_game.js" */
/** @import { Look } from "./optimiza_board.js" */

const HEXAGONAL = 4; // the first variant of hexagons: a parallelogram, then a triangle
const LEANS = [0.5, -0.5];

export class View {
    /** The cell that a hint shows. */
    ring = -1;

    /**
     * @param {Words} words
     * @param {Game} game
     */
    constructor(words, game) {
        this.words = words;
        this.game = game;
        this.places = [...game.form.lengths].flatMap((length, row) =>
            Array.from({ length }, (_, column) => `${letters(column)}${row + 1}`),
        );
    }

    /** How rows of hexagons lean. */
    get lean() {
        return LEANS[this.game.rules.variant - HEXAGONAL] ?? 0;
    }

    /** @param {number} cell @returns {Look} */
    look(cell) {
        const { path, onward, over } = this.game.now;
        const order = path.indexOf(cell) + 1;
        const isLit = !over && onward.includes(cell);
        const kind = order === 0 ? (isLit ? "lit" : "dark") : order === path.length ? "head" : "used";
        const values = { number: this.game.board.cells[cell], place: this.places[cell], order };
        const label = this.words.say(`optimiza.cell.${kind}`, values);
        return { classes: cell === this.ring ? `${kind} ring` : kind, label, order: order ? String(order) : "" };
    }

    /** The sum, and how many stars it is worth. @param {LevelsTell} levels */
    stars({ x, y, z }) {
        return [x, y, z].map((least) => this.game.now.sum >= least);
    }

    /**
     * The stars as text: reached, or what they need.
     * @param {LevelsTell} levels
     */
    starred(levels) {
        const { x, y, z } = levels;
        const reached = this.stars(levels);
        return [x, y, z].map((least, star) => `${reached[star] ? "★" : "☆"} ${"XYZ"[star]} ${least}`);
    }

    /** Where a cell is. @param {number} cell */
    named(cell) {
        return this.places[cell];
    }
}
