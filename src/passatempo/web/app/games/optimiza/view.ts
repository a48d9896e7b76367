// How a game of Optimiza looks and reads: a picture and a label for each cell, stars, the words of its end.

import { columnLetters } from "../../frame/board/board.ts";
import type { Words } from "../../frame/words.ts";
import type { LevelsReply } from "../../kernel/optimiza.ts";
import type { Game } from "./game.ts";
import type { Look } from "./board.ts";

const HEXAGONAL = 4; // the first variant of hexagons: a parallelogram, then a triangle
const MANY = 200; // cells of a board that does not light up where any of them may be taken
const LEANS = [0.5, -0.5];

export class View {
    /** The cell that a hint shows. */
    ring = -1;
    /** What may look otherwise than before. */
    #last: number[] = [];
    #isShown = false;
    words: Words;
    game: Game;
    lit: Set<number>;
    places: string[];

    constructor(words: Words, game: Game) {
        this.words = words;
        this.game = game;
        this.lit = new Set();
        this.places = [...game.form.lengths].flatMap((length, row) =>
            Array.from({ length }, (_, column) => `${columnLetters(column)}${row + 1}`),
        );
    }

    /** How rows of hexagons lean. */
    get lean() {
        return LEANS[this.game.rules.variant - HEXAGONAL] ?? 0;
    }

    /** The cells that may look otherwise than when this was asked last; at first all of them. */
    changed() {
        const { path } = this.game.now;
        const isAnywhere = path.length === 0 && !this.game.isDuel && this.places.length > MANY;
        const onward = isAnywhere || this.game.now.over ? [] : this.game.now.onward;
        const now = [...path, ...onward, ...(this.ring < 0 ? [] : [this.ring])];
        const found = new Set([...now, ...this.#last]);
        const isFirst = !this.#isShown;
        this.#isShown = true;
        this.#last = now;
        this.lit = new Set(onward);
        return isFirst ? this.places.keys() : found;
    }

    look(cell: number): Look {
        const { path } = this.game.now;
        const order = path.indexOf(cell) + 1;
        const isLit = this.lit.has(cell);
        const kind = order === 0 ? (isLit ? "lit" : "dark") : order === path.length ? "head" : "used";
        const values = { number: this.game.board.cells[cell], place: this.places[cell], order };
        const label = this.words.translate(`optimiza.cell.${kind}`, values);
        return { classes: cell === this.ring ? `${kind} ring` : kind, label, order: order ? String(order) : "" };
    }

    /** The sum, and how many stars it is worth. */
    stars({ x, y, z }: LevelsReply) {
        return [x, y, z].map((least) => this.game.now.sum >= least);
    }

    /** The stars as text: reached, or what they need. */
    starred(levels: LevelsReply) {
        const { x, y, z } = levels;
        const reached = this.stars(levels);
        return [x, y, z].map((least, star) => `${reached[star] ? "★" : "☆"} ${"XYZ"[star]} ${least}`);
    }

    /** Where a cell is. */
    named(cell: number) {
        return this.places[cell];
    }
}
