// The moves of both sides. The visitor presses a cell, and the rival replies. A press while the rival thinks waits until
// the rival has moved.

import { hasCoarsePointer } from "../../frame/dom.ts";
import { Timer } from "./clock.ts";
import { PERSONS, firstOf } from "./game.ts";
import { noMarks } from "./view.ts";
import type { Board, How } from "../../frame/board/board.ts";
import type { Zoom } from "../../frame/board/zoom.ts";
import type { Day } from "../../frame/day/day.ts";
import type { Store } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { Engine } from "./engine.ts";
import type { Game } from "./game.ts";
import type { State } from "./page.ts";
import type { View } from "./view.ts";

const SECONDS = 1; // for a move of the app
const SMALL = 40; // pixels. On smaller squares a finger's tap only previews the stone

/** The objects of the page. `showPosition` shows another position with changes of the state. */
type Page = {
    store: Store<State>, board: Board, zoom: Zoom, day: Day, engine: Engine,
    run: (action: () => unknown) => unknown, showPosition: (game: Game, change?: Partial<State>) => unknown,
};

export class Play {
    boardView: View;
    words: Words;
    page: Page;
    timer: Timer;

    constructor(words: Words, page: Page, boardView: View) {
        this.words = words;
        this.page = page;
        this.boardView = boardView;
        this.timer = new Timer((side) => page.run(() => this.#loseOnTime(side)));
    }

    get #state() {
        return this.page.store.state;
    }

    #showMessage(key: string) {
        this.page.store.set({ message: [[this.words.translate(key)]], rings: new Map(), move: undefined });
    }

    /** Handle a press of a cell. On a small square a finger zooms in or previews the stone. */
    press(cell: number, { touch }: How) {
        const { game, place } = this.#state;
        const { store, board, zoom } = this.page;
        const cellNode = board.host.querySelector(`[data-cell="${cell}"]`);
        if (touch && cellNode && zoom.reach(cellNode)) return;
        if (game.isRivalThinking) return this.#wait(cell);
        const landingCell = this.boardView.landing(cell);
        const isSmall = touch && cellNode !== null && cellNode.getBoundingClientRect().width < SMALL;
        if (isSmall && landingCell !== undefined && place !== landingCell) return store.set({ place: landingCell, ghost: undefined, move: undefined, rings: new Map() });
        return this.put(landingCell ?? cell);
    }

    /** Preview the stone at the pointer or the focus. */
    point(cell: number) {
        const { game, line, ghost, place } = this.#state;
        if (hasCoarsePointer() || line.length > 0 || place !== undefined) return;
        const landingCell = game.now.result || game.isRivalThinking ? undefined : this.boardView.landing(cell);
        if (landingCell !== ghost) this.page.store.set({ ghost: landingCell });
    }

    /** Store a move until the rival has moved. */
    #wait(cell: number) {
        const waitingCell = this.boardView.landing(cell);
        if (waitingCell === undefined) return this.#showMessage("mnk.fault.occupied");
        const cellValues = { cell: this.boardView.named(waitingCell), name: PERSONS[this.#state.game.table.level] };
        this.page.store.set({ waiting: waitingCell, message: [this.words.translateParts("mnk.waiting", cellValues)] });
    }

    /** Make the visitor's move, unless it fails to solve the daily puzzle. */
    async put(cell: number) {
        const { game } = this.#state;
        const { store, day } = this.page;
        if (game.now.result) return this.#showMessage("mnk.over");
        if (game.isRivalThinking) return this.#wait(cell);
        const dayPuzzle = game.isAsked ? game.day : undefined;
        if (dayPuzzle && game.now.lands[cell] === cell && cell !== firstOf(dayPuzzle)) {
            for (const tried of [[cell], []]) dayPuzzle.result.follow(tried);
            const moveValues = { move: this.boardView.named(cell), count: dayPuzzle.puzzle.goal.moves };
            return store.set({ ...noMarks(), move: undefined, rings: new Map(), message: [this.words.translateParts("mnk.day.wrong", moveValues)] });
        }
        await this.#playMove(cell, () => {
            dayPuzzle?.result.follow([cell]);
            return { end: dayPuzzle && day.finishDay(dayPuzzle) };
        });
    }

    /** Make a move, and show the position with the changes. */
    async #playMove(cell: number, change: () => Partial<State>) {
        const { game } = this.#state;
        if (!this.timer.press()) return;
        const playFault = await this.page.store.ask(() => game.play(cell));
        if (playFault) {
            this.timer.clocks.resume();
            return this.#showMessage(`mnk.fault.${playFault}`);
        }
        this.timer.clocks.pressClock(game.moves.length);
        this.page.showPosition(game, change());
    }

    /** Make the app's move, then the visitor's waiting move. */
    async reply() {
        const { game } = this.#state;
        const { store, engine } = this.page;
        const { level, side } = game.table;
        const clockLimits = { seconds: this.timer.clocks.share(game.mover, SECONDS) };
        const { cell } = await store.ask(() => engine.chooseMove(game.ground, level, clockLimits));
        const { waiting, end } = this.#state;
        const cellValues = { name: PERSONS[level], cell: this.boardView.named(cell) };
        const message = () => [this.words.translateParts(game.isOver ? "mnk.rival.ends" : "mnk.rival.plays", cellValues)];
        await this.#playMove(cell, () => ({ message: message(), end }));
        if (waiting === undefined || game !== this.#state.game || (game.mover !== side && !game.isOver)) return;
        const landingCell = game.isOver ? undefined : this.boardView.landing(waiting);
        if (landingCell !== undefined) return this.put(landingCell);
        const waitingRefusal = this.words.translateParts("mnk.waiting.gone", { cell: this.boardView.named(waiting) });
        if (this.#state.end) this.#state.end.lines.push(waitingRefusal.map((piece) => (typeof piece === "string" ? piece : piece.textContent)).join(""));
        store.set({ message: [...message(), waitingRefusal] });
    }

    /** End the game when the time of a side is over. */
    async #loseOnTime(side: number) {
        const { game } = this.#state;
        game.flagSide = side;
        await game.show(game.moves.length);
        this.page.showPosition(game);
    }
}
