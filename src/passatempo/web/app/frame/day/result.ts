// How a daily puzzle went, one mark a move, and its text: it gives nothing of the solution away.

import { int, list, text } from "../link.ts";
import { store } from "../storage.ts";

const [OWN, HINT, UNDONE, MINE] = [0, 1, 2, 3]; // marks, each worse than the one before
export const SIGNS = ["🟩", "🟨", "🟧", "🟥"];
const [ROWS, COLUMNS] = [6, 10];
const [MAX_MOVES, MAX_HINTS, LONGEST] = [4_095, 255, 863_999]; // the last in tenths of a second
const KINDS = ["solved", "result"];
const SCHEMA = { date: text(10), hints: int(0, MAX_HINTS), tenths: int(0, LONGEST), marks: list(int(OWN, MINE), MAX_MOVES) };

export class Result {
    marks: number[] = [];
    hints = 0;
    tenths = 0; // of a second
    isOver = false;
    #isHinted = false; // the next move is by a hint
    #isOnMine = false;
    #moves: readonly unknown[] | undefined;

    constructor(stored: Partial<Result> = {}) {
        Object.assign(this, stored);
    }

    /** The stored result of a puzzle. A pastime has two: of the latest puzzle that is solved, and of the one in progress. */
    static load(name: string, date: string) {
        const stored = KINDS.map((kind) => store.get(`game.${kind}.${name}`, SCHEMA)).find((result) => result?.date === date);
        return stored && new Result(stored);
    }

    save(name: string, date: string, seconds: number) {
        const key = `game.${KINDS[Number(!this.isOver)]}.${name}`;
        if (this.isOver && (store.get(key, SCHEMA)?.date ?? "") > date) return;
        this.tenths = Math.min(Math.floor(10 * seconds), LONGEST);
        store.put(key, SCHEMA, { date, hints: Math.min(this.hints, MAX_HINTS), tenths: this.tenths, marks: this.marks.slice(-MAX_MOVES) });
    }

    /** Record that a hint is shown. */
    takeHint() {
        if (!this.#isHinted && !this.isOver) this.hints += 1;
        this.#isHinted = true;
    }

    /**
     * Compare the moves of the position that is shown with those before: some were taken back, some are new. The first
     * call only says where the visitor begins.
     * @param moves the same move is the same number or object
     * @param isOnMine whether the last of them opened a mine
     */
    follow(moves: readonly unknown[], isOnMine = false) {
        const before = this.#moves ?? moves;
        const differs = moves.findIndex((move, at) => move !== before[at]);
        const common = differs < 0 ? Math.min(moves.length, before.length) : differs;
        if (!this.isOver && before.length + moves.length > 2 * common) {
            for (let count = before.length; count > common; count -= 1) this.#takeBack();
            this.marks.push(...moves.slice(common).map(() => (this.#isHinted ? HINT : OWN)));
            this.#isHinted = false;
        }
        this.#moves = [...moves];
        this.#isOnMine = isOnMine;
    }

    #takeBack() {
        const last = this.marks.findLastIndex((mark) => mark < UNDONE);
        if (last >= 0) this.marks[last] = this.#isOnMine ? MINE : UNDONE;
        this.#isOnMine = false;
    }

    /** The marks as rows of signs; of many marks a sign stands for the worst of several. */
    get rows() {
        const size = Math.ceil(this.marks.length / (ROWS * COLUMNS));
        const signs = this.marks.flatMap((_, at) => (at % size ? [] : [SIGNS[Math.max(...this.marks.slice(at, at + size))]]));
        return signs.flatMap((_, at) => (at % COLUMNS ? [] : [signs.slice(at, at + COLUMNS).join("")]));
    }
}
