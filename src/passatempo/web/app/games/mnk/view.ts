// How a game of m,n,k looks: stones, ghosts, threats, and what a cell says of itself.

import { columnLetters } from "../../frame/board/board.ts";
import { newElement } from "../../frame/dom.ts";
import { NOWHERE } from "./game.ts";
import type { Look } from "../../frame/board/board.ts";
import type { Words } from "../../frame/words.ts";
import type { ThreatsReply } from "../../kernel/mnk.ts";
import type { Game } from "./game.ts";

const SIGNS = ["", "×", "○"];
const NAMES = ["empty", "x", "o"];
export const COMPLETE = 10; // threats, as the kernel counts them
export const FOUR = 9; // a four that two cells complete, or two fours
const SHOWN = 7; // and above: a four, at least

export class View {
    /** The play that is expected, shown as numbered ghosts. */
    line: number[] = [];
    /** Where the visitor's mark would land. */
    ghost: number | undefined = undefined;
    threats: ThreatsReply | undefined = undefined;
    /** Cells that a sentence points at. */
    rings = new Set<number>();
    words: Words;
    game: Game;
    labels: Map<string, string>;
    plain: (Look | undefined)[][];

    constructor(words: Words, game: Game) {
        this.words = words;
        this.game = game;
        this.labels = new Map();
        /** Looks of cells that show nothing but their mark, by mark and cell: a large board is drawn at every move. */
        this.plain = SIGNS.map(() => [] as (Look | undefined)[]);
    }

    /** Nothing that was said about another position stays. */
    clear() {
        this.line = [];
        this.ghost = undefined;
        this.threats = undefined;
        this.rings.clear();
    }

    /** Where a mark lands that is let go over a cell; nothing where none can. */
    landing(cell: number) {
        const lands = this.game.now.lands[cell];
        return lands === NOWHERE ? undefined : lands;
    }

    /** Name a cell as its column and row: c4. */
    place(cell: number) {
        const { n } = this.game.table.rules;
        return `${columnLetters(cell % n)}${Math.floor(cell / n) + 1}`;
    }

    /** The name of a cell as an element that points at it. */
    named(cell: number) {
        return newElement("span", { "data-names": cell }, this.place(cell));
    }

    /** The sign of a side: 1 is X. */
    sign(side: number) {
        return SIGNS[side];
    }

    /** What every cell shows: the places of the line are looked up once. */
    looks(): (cell: number) => Look {
        const { now, shown, moves } = this.game;
        const numbers = new Map(this.line.map((cell, place) => [cell, place]));
        const won = new Set(now.won);
        const last = shown > 0 ? moves[shown - 1] : -1;
        const mover = 1 + (shown % 2);
        const special = new Set([...this.rings, ...won, ...this.line, last, this.ghost]);
        const hasThreats = this.threats !== undefined;
        return (cell) => {
            const mark = now.cells[cell];
            if (!special.has(cell) && (mark || !hasThreats)) return (this.plain[mark][cell] ??= this.#plain(mark, cell));
            const classes = [this.rings.has(cell) ? "ring" : ""];
            if (mark) {
                classes.push(NAMES[mark], cell === last ? "last" : "", won.has(cell) ? "won" : "");
                const kind = won.has(cell) ? "won" : cell === last ? "last" : "stone";
                return this.#look(SIGNS[mark], kind, cell, { side: SIGNS[mark] }, classes);
            }
            const number = numbers.get(cell);
            if (number !== undefined) {
                const side = number % 2 ? 3 - mover : mover;
                classes.push("ghost", NAMES[side]);
                return this.#look(String(number + 1), "line", cell, { side: SIGNS[side], number: number + 1 }, classes);
            }
            if (cell === this.ghost) return this.#look(SIGNS[mover], "ghost", cell, {}, [...classes, "ghost", NAMES[mover]]);
            return this.#threat(cell, classes);
        };
    }

    #plain(mark: number, cell: number) {
        const side = SIGNS[mark];
        return this.#look(side, mark ? "stone" : "empty", cell, { side }, mark ? [NAMES[mark]] : []);
    }

    #threat(cell: number, classes: string[]) {
        const own = this.threats?.own[cell] ?? 0;
        const other = this.threats?.other[cell] ?? 0;
        if (Math.max(own, other) < SHOWN) return this.#look("", "empty", cell, {}, classes);
        const kind = own >= other ? "own" : "other";
        const sign = Math.max(own, other) === COMPLETE ? "!" : "·";
        return this.#look(sign, `threat.${kind}`, cell, {}, [...classes, "threat", kind]);
    }

    #look(text: string, kind: string, cell: number, values: Record<string, string | number>, classes: string[]): Look {
        const key = `${kind} ${text} ${cell}`;
        let label = this.labels.get(key);
        if (label === undefined) {
            label = this.words.translate(`mnk.cell.${kind}`, { place: this.place(cell), ...values });
            this.labels.set(key, label);
        }
        return { text, label, classes: classes.filter(Boolean).join(" ") };
    }
}
