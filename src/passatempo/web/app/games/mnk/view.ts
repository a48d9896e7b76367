// The view of a game of m,n,k, with stones, ghosts, threats and the labels of cells.

import { columnLetters } from "../../frame/board/board.ts";
import { newElement } from "../../frame/dom.ts";
import { NOWHERE, SIGNS } from "./game.ts";
import type { Look } from "../../frame/board/board.ts";
import type { Shown } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { ThreatsReply } from "../../kernel/mnk.ts";
import type { Game } from "./game.ts";

/**
 * The marks on the board besides its stones. They are the expected play as numbered ghosts, threats, the stone of a press,
 * the stone of *Place*, and a stone that waits until the rival has moved.
 */
export type Marks = { line: number[], threats?: ThreatsReply, ghost?: number, place?: number, waiting?: number };

/** Clear the marks of another position. */
export const noMarks = (): Marks => ({ line: [], threats: undefined, ghost: undefined, place: undefined, waiting: undefined });

const NAMES = ["empty", "x", "o"];
export const COMPLETE = 10; // threats on the kernel's scale
export const FOUR = 9; // a four that two cells complete, or two fours
const MIN_THREAT = 7; // at least a four
const LINES = 9; // rows and columns from which stones are on crossings

export class View {
    words: Words;
    game: Game;
    #labelCache = new Map<string, string>();
    /** The looks of cells without marks, by stone and cell. This makes it cheap to draw a large board at every move. */
    #plainLooks = SIGNS.map(() => [] as (Look | undefined)[]);

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

    /** The cell that a stone over a cell falls to, or nothing if the move is illegal. */
    landing(cell: number) {
        const lands = this.game.now.lands[cell];
        return lands === NOWHERE ? undefined : lands;
    }

    /** Name a cell by its column and row, for example c4. */
    place(cell: number) {
        const { n } = this.game.table.rules;
        return `${columnLetters(cell % n)}${Math.floor(cell / n) + 1}`;
    }

    /** The cell of a name, or nothing for an unknown name. */
    find(name: string) {
        const { m, n } = this.game.table.rules;
        const [, letters = "", digits = ""] = /^([a-z]+)(\d+)$/.exec(name) ?? [];
        const column = [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 96, 0) - 1;
        const row = Number(digits) - 1;
        return row >= 0 && row < m && column >= 0 && column < n ? row * n + column : undefined;
    }

    /** The name of a cell in a sentence, as a button that focuses the cell on the board. */
    named(cell: number) {
        return newElement("button", { type: "button", class: "name", "data-names": cell }, this.place(cell));
    }

    /** Return a function that gives the look of each cell. The places of the line are computed only once. */
    looks({ rings, line, threats, ghost, place, waiting }: Marks & Pick<Shown, "rings">): (cell: number) => Look {
        const { now, shown, moves } = this.game;
        const lineNumbers = new Map(line.map((cell, at) => [cell, at]));
        const won = new Set(now.won);
        const last = shown > this.game.givenMoves ? moves[shown - 1] : -1;
        const mover = 1 + (shown % 2);
        const special = new Set([...rings.keys(), ...won, ...line, last, ghost, place, waiting]);
        return (cell) => {
            const cellMark = now.cells[cell];
            if (!special.has(cell) && (cellMark || !threats)) return (this.#plainLooks[cellMark][cell] ??= this.#stone(cellMark, cell));
            const cellClasses = [rings.get(cell) ?? "", cell === waiting ? "waiting" : ""];
            if (cellMark) {
                const cellKind = won.has(cell) ? "won" : cell === last ? "last" : "stone";
                return this.#look("", cellKind, cell, { side: SIGNS[cellMark] }, [...cellClasses, NAMES[cellMark], cellKind, cell === last ? "last" : ""]);
            }
            const number = lineNumbers.get(cell);
            if (number !== undefined && cell !== waiting) {
                const side = number % 2 ? 3 - mover : mover;
                return this.#look(String(number + 1), "line", cell, { side: SIGNS[side], number: number + 1 }, [...cellClasses, "ghost", NAMES[side]]);
            }
            if (cell === waiting) return this.#look("", "waiting", cell, {}, [...cellClasses, "ghost", NAMES[3 - mover]]);
            if (cell === ghost || cell === place) return this.#look("", "ghost", cell, {}, [...cellClasses, "ghost", NAMES[mover]]);
            return this.#threat(cell, cellClasses, threats);
        };
    }

    #stone(mark: number, cell: number) {
        return this.#look("", mark ? "stone" : "empty", cell, { side: SIGNS[mark] }, mark ? [NAMES[mark]] : []);
    }

    #threat(cell: number, classes: string[], threats?: ThreatsReply) {
        const ownThreat = threats?.own[cell] ?? 0;
        const otherThreat = threats?.other[cell] ?? 0;
        if (Math.max(ownThreat, otherThreat) < MIN_THREAT) return this.#look("", "empty", cell, {}, classes);
        const threatKind = ownThreat >= otherThreat ? "own" : "other";
        const threatSign = Math.max(ownThreat, otherThreat) === COMPLETE ? "!" : "·";
        return this.#look(threatSign, `threat.${threatKind}`, cell, {}, [...classes, "threat", threatKind]);
    }

    #look(text: string, kind: string, cell: number, values: Record<string, string | number>, classes: string[]): Look {
        const cellKey = `${kind} ${values.side ?? ""}${text} ${cell}`;
        let label = this.#labelCache.get(cellKey);
        if (label === undefined) {
            label = this.words.translate(`mnk.cell.${kind}`, { place: this.place(cell), ...values });
            this.#labelCache.set(cellKey, label);
        }
        const { n } = this.game.table.rules;
        const drop = classes.includes("last") ? { values: { drop: Math.floor(cell / n) + 1 } } : {};
        return { text, label, classes: [...new Set(classes)].filter(Boolean).join(" "), ...drop };
    }
}
