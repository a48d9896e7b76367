// The moves of both sides: a press of the visitor, the answer of the rival, and a press while the rival thinks, which is
// kept until the rival has moved.

import { Timer } from "./clock.ts";
import { PERSONS, firstOf } from "./game.ts";
import { TOUCHES } from "./help.ts";
import { noMarks } from "./view.ts";
import type { Board, How } from "../../frame/board/board.ts";
import type { Zoom } from "../../frame/board/zoom.ts";
import type { Day } from "../../frame/day.ts";
import type { Store } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { Thinker } from "./engine.ts";
import type { Game } from "./game.ts";
import type { State } from "./page.ts";
import type { View } from "./view.ts";

const SECONDS = 1; // of a move of the app
const SMALL = 40; // pixels of a square below which a finger's tap only shows where the stone would go

/** What belongs to the page; `changed` shows another position, and what comes with it. */
type Page = {
    store: Store<State>, board: Board, zoom: Zoom, day: Day, thinker: Thinker,
    run: (action: () => unknown) => unknown, showPosition: (game: Game, change?: Partial<State>) => unknown,
};

export class Play {
    lens: View;
    words: Words;
    page: Page;
    timer: Timer;

    constructor(words: Words, page: Page, lens: View) {
        this.words = words;
        this.page = page;
        this.lens = lens;
        this.timer = new Timer((side) => page.run(() => this.#fall(side)));
    }

    get #state() {
        return this.page.store.state;
    }

    #showMessage(key: string) {
        this.page.store.set({ message: [[this.words.translate(key)]], rings: new Map(), move: undefined });
    }

    /** What a press means: a finger may enlarge a small square, or see where the stone would go. */
    press(cell: number, { touch }: How) {
        const { game, place } = this.#state;
        const { store, board, zoom } = this.page;
        const node = board.host.querySelector(`[data-cell="${cell}"]`);
        if (touch && node && zoom.reach(node)) return;
        if (game.isRivalThinking) return this.#wait(cell);
        const lands = this.lens.landing(cell);
        const isSmall = touch && node !== null && node.getBoundingClientRect().width < SMALL;
        if (isSmall && lands !== undefined && place !== lands) return store.set({ place: lands, ghost: undefined, move: undefined, rings: new Map() });
        return this.put(lands ?? cell);
    }

    /** Where the pointer is, or the focus: the stone that a press would put. */
    point(cell: number) {
        const { game, line, ghost, place } = this.#state;
        if (TOUCHES.matches || line.length > 0 || place !== undefined) return;
        const next = game.now.result || game.isRivalThinking ? undefined : this.lens.landing(cell);
        if (next !== ghost) this.page.store.set({ ghost: next });
    }

    /** Keep a move until the rival has moved. */
    #wait(cell: number) {
        const waiting = this.lens.landing(cell);
        if (waiting === undefined) return this.#showMessage("mnk.fault.occupied");
        const values = { cell: this.lens.named(waiting), name: PERSONS[this.#state.game.table.level] };
        this.page.store.set({ waiting, message: [this.words.translateParts("mnk.waiting", values)] });
    }

    /** The visitor's move; one that does not solve the puzzle of a day is not made. */
    async put(cell: number) {
        const { game } = this.#state;
        const { store, day } = this.page;
        if (game.now.result) return this.#showMessage("mnk.over");
        if (game.isRivalThinking) return this.#wait(cell);
        const puzzle = game.isAsked ? game.day : undefined;
        if (puzzle && game.now.lands[cell] === cell && cell !== firstOf(puzzle)) {
            const values = { move: this.lens.named(cell), count: puzzle.puzzle.goal.moves };
            return store.set({ ...noMarks(), move: undefined, rings: new Map(), message: [this.words.translateParts("mnk.day.wrong", values)] });
        }
        await this.#playMove(cell, () => ({ end: puzzle && day.finishDay(puzzle, [this.words.translate("mnk.day.right")]) }));
    }

    /** Make a move, and show what comes with it. */
    async #playMove(cell: number, change: () => Partial<State>) {
        const { game } = this.#state;
        if (!this.timer.press()) return;
        const fault = await this.page.store.ask(() => game.play(cell));
        if (fault) {
            this.timer.clocks.resume();
            return this.#showMessage(`mnk.fault.${fault}`);
        }
        this.timer.clocks.pressClock(game.moves.length);
        this.page.showPosition(game, change());
    }

    /** The app's own move; then the one that was kept for the visitor. */
    async reply() {
        const { game } = this.#state;
        const { store, thinker } = this.page;
        const { level, side } = game.table;
        const spend = { seconds: this.timer.clocks.share(game.mover, SECONDS) };
        const { cell } = await store.ask(() => thinker.chooseMove(game.ground, level, spend));
        const { waiting, end } = this.#state;
        const values = { name: PERSONS[level], cell: this.lens.named(cell) };
        const message = () => [this.words.translateParts(game.isOver ? "mnk.rival.ends" : "mnk.rival.plays", values)];
        await this.#playMove(cell, () => ({ message: message(), end }));
        if (waiting === undefined || game !== this.#state.game || (game.mover !== side && !game.isOver)) return;
        const lands = game.isOver ? undefined : this.lens.landing(waiting);
        if (lands !== undefined) return this.put(lands);
        const refusal = this.words.translateParts("mnk.waiting.gone", { cell: this.lens.named(waiting) });
        if (this.#state.end) this.#state.end.lines.push(refusal.map((piece) => (typeof piece === "string" ? piece : piece.textContent)).join(""));
        store.set({ message: [...message(), refusal] });
    }

    /** The time of a side is over. */
    async #fall(side: number) {
        const { game } = this.#state;
        game.flag = side;
        await game.show(game.moves.length);
        this.page.showPosition(game);
    }
}
