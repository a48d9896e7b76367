// How a game of m,n,k looks: stones, ghosts, threats, and what a cell says of itself.

import { columnLetters } from "../../frame/board/board.ts";
import { newElement } from "../../frame/dom.ts";
import { NOWHERE, SIGNS } from "./game.ts";
import type { Look } from "../../frame/board/board.ts";
import type { Shown } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { ThreatsReply } from "../../kernel/mnk.ts";
import type { Game } from "./game.ts";

/**
 * What the board shows besides its stones: the expected play as numbered ghosts, threats, the stone that a press would
 * put, one that *Place* puts, and one that is kept until the rival has moved.
 */
export type Marks = { line: number[], threats?: ThreatsReply, ghost?: number, place?: number, waiting?: number };

/** Nothing that was shown of another position stays. */
export const noMarks = (): Marks => ({ line: [], threats: undefined, ghost: undefined, place: undefined, waiting: undefined });

const NAMES = ["empty", "x", "o"];
export const COMPLETE = 10; // threats, as the kernel counts them
export const FOUR = 9; // a four that two cells complete, or two fours
const MIN_THREAT = 7; // and above: a four, at least
const LINES = 9; // rows and columns from which stones lie on crossings

export class View {
    words: Words;
    game: Game;
    #labels = new Map<string, string>();
    /** Looks of cells that show nothing but their stone, by stone and cell: a large board is drawn at every move. */
    #plain = SIGNS.map(() => [] as (Look | undefined)[]);

    constructor(words: Words, game: Game) {
        this.words = words;
        this.game = game;
    }

    /** The classes of the board. */
    get board() {
        const { m, n, gravity, torus } = this.game.table.rules;
        const kind = gravity ? "frame" : Math.min(m, n) >= LINES ? "crossings" : "squares";
        return ["stones", kind, ...(torus ? ["torus"] : [])].join(" ");
    }

    /** Where a stone lands that is let go over a cell; nothing where none can. */
    landing(cell: number) {
        const lands = this.game.now.lands[cell];
        return lands === NOWHERE ? undefined : lands;
    }

    /** Name a cell as its column and row: c4. */
    place(cell: number) {
        const { n } = this.game.table.rules;
        return `${columnLetters(cell % n)}${Math.floor(cell / n) + 1}`;
    }

    /** The cell of a name; nothing where there is none. */
    find(name: string) {
        const { m, n } = this.game.table.rules;
        const [, letters = "", digits = ""] = /^([a-z]+)(\d+)$/.exec(name) ?? [];
        const column = [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 96, 0) - 1;
        const row = Number(digits) - 1;
        return row >= 0 && row < m && column >= 0 && column < n ? row * n + column : undefined;
    }

    /** A cell in a sentence: it leads to the cell on the board. */
    named(cell: number) {
        return newElement("button", { type: "button", class: "name", "data-names": cell }, this.place(cell));
    }

    /** What every cell shows: the places of the line are looked up once. */
    looks({ rings, line, threats, ghost, place, waiting }: Marks & Pick<Shown, "rings">): (cell: number) => Look {
        const { now, shown, moves } = this.game;
        const numbers = new Map(line.map((cell, at) => [cell, at]));
        const won = new Set(now.won);
        const last = shown > this.game.givenMoves ? moves[shown - 1] : -1;
        const mover = 1 + (shown % 2);
        const special = new Set([...rings.keys(), ...won, ...line, last, ghost, place, waiting]);
        return (cell) => {
            const mark = now.cells[cell];
            if (!special.has(cell) && (mark || !threats)) return (this.#plain[mark][cell] ??= this.#stone(mark, cell));
            const classes = [rings.get(cell) ?? "", cell === waiting ? "waiting" : ""];
            if (mark) {
                const kind = won.has(cell) ? "won" : cell === last ? "last" : "stone";
                return this.#look("", kind, cell, { side: SIGNS[mark] }, [...classes, NAMES[mark], kind, cell === last ? "last" : ""]);
            }
            const number = numbers.get(cell);
            if (number !== undefined && cell !== waiting) {
                const side = number % 2 ? 3 - mover : mover;
                return this.#look(String(number + 1), "line", cell, { side: SIGNS[side], number: number + 1 }, [...classes, "ghost", NAMES[side]]);
            }
            if (cell === waiting) return this.#look("", "waiting", cell, {}, [...classes, "ghost", NAMES[3 - mover]]);
            if (cell === ghost || cell === place) return this.#look("", "ghost", cell, {}, [...classes, "ghost", NAMES[mover]]);
            return this.#threat(cell, classes, threats);
        };
    }

    #stone(mark: number, cell: number) {
        return this.#look("", mark ? "stone" : "empty", cell, { side: SIGNS[mark] }, mark ? [NAMES[mark]] : []);
    }

    #threat(cell: number, classes: string[], threats?: ThreatsReply) {
        const isOwn = threats?.own[cell] ?? 0;
        const other = threats?.other[cell] ?? 0;
        if (Math.max(isOwn, other) < MIN_THREAT) return this.#look("", "empty", cell, {}, classes);
        const kind = isOwn >= other ? "own" : "other";
        const sign = Math.max(isOwn, other) === COMPLETE ? "!" : "·";
        return this.#look(sign, `threat.${kind}`, cell, {}, [...classes, "threat", kind]);
    }

    #look(text: string, kind: string, cell: number, values: Record<string, string | number>, classes: string[]): Look {
        const key = `${kind} ${values.side ?? ""}${text} ${cell}`;
        let label = this.#labels.get(key);
        if (label === undefined) {
            label = this.words.translate(`mnk.cell.${kind}`, { place: this.place(cell), ...values });
            this.#labels.set(key, label);
        }
        const { n } = this.game.table.rules;
        const drop = classes.includes("last") ? { values: { drop: Math.floor(cell / n) + 1 } } : {};
        return { text, label, classes: [...new Set(classes)].filter(Boolean).join(" "), ...drop };
    }
}
