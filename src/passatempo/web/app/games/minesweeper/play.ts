// A game of Minesweeper in play: moves, the help, hints with their reasons, the end.

import { best, reason } from "./answers.ts";
import { FLAG } from "./state.ts";
import { isRecord, lost, won } from "./stats.ts";
import { View, isCovered } from "./view.ts";
import type { Board, Deed, How } from "../../frame/board/board.ts";
import type { Day } from "../../frame/day.ts";
import type { Store } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { Client } from "../../kernel/client.ts";
import type { Answer } from "./answers.ts";
import type { Game } from "./game.ts";
import type { State } from "./page.ts";
import type { Help } from "./view.ts";

const HOVER = matchMedia("(hover: hover)");

/** The parts of the page that play uses; `changed` is called after each move, and `ended` after the last. */
type Table = {
    words: Words, client: Client, store: Store<State>, board: Board, day: Day, help: () => Help,
    onMove: () => unknown, onEnd: () => unknown,
};

/** The square in the middle of a field. */
export const middle = ({ rules: { rows, columns } }: Game) => Math.floor(rows / 2) * columns + Math.floor(columns / 2);

export class Play {
    view: View;
    #table: Table;

    constructor(table: Table) {
        this.#table = table;
        this.view = new View(table.words, table.store.state.game);
    }

    get #game() {
        return this.#table.store.state.game;
    }

    /** Show a game. */
    async enter(game: Game) {
        this.view = new View(this.#table.words, game);
        this.view.help = this.#table.help();
        await this.#show(game);
        if (game.isOver) await this.#end();
    }

    /** Show another position. The chances of the one before stay until the new ones come, within a frame. */
    async #show(game: Game) {
        const { view } = this;
        if (view.help === "off" || game.isOver || !game.mine) view.answer(undefined);
        view.isOld = true;
        this.#table.store.advance({ game });
        this.#table.onMove();
    }

    /** A finger opens around a number when it taps twice. */
    press(deed: Deed, cell: number, { touch, twice }: How) {
        const isClosed = isCovered(this.#game.now.cells[cell]);
        if (deed === "press" && isClosed && touch && this.#table.store.state.flags) return this.move("mark", cell);
        if (deed === "press" && touch && !isClosed && !twice) return undefined;
        return this.move(deed, cell);
    }

    async move(deed: Deed, cell: number) {
        const game = this.#game;
        const before = game.now;
        const isChord = deed === "press" && !isCovered(before.cells[cell]);
        const fault = await game.move(isChord ? "chord" : deed, cell);
        if (game !== this.#game) return;
        if (fault) return this.#refuse(fault, isChord && before.cells[cell] === 0);
        const count = this.view.wave(before.cells, cell);
        await this.#show(game);
        if (game.isOver) return this.#end();
        if (count > 1) this.#table.store.set({ message: this.#waveMessage(count) });
        await this.assist();
    }

    #refuse(fault: string, isQuiet: boolean) {
        const { words } = this.#table;
        this.#showMessage(...(fault === "open" || isQuiet ? [] : [words.translate(`minesweeper.fault.${fault}`)]));
    }

    #waveMessage(count: number) {
        const chances = this.view.chances();
        return [[this.#table.words.translate("minesweeper.opened", { count })], ...(chances ? [[chances]] : [])];
    }

    #showMessage(...sentences: string[]) {
        this.#table.store.set({ message: sentences.map((sentence) => [sentence]), rings: new Map(), move: undefined });
    }

    /** Say how the game ended, and what the last click risked; count it. */
    async #end() {
        const { words, store, day, onEnd: onEnd } = this.#table;
        const game = this.#game;
        onEnd();
        if (game.now.won && game.day) return store.set({ end: day.finishDay(game.withHelp(game.day)) });
        const isBest = isRecord(game, game.level);
        if (game.now.won) return store.set({ end: won(words, game, isBest) });
        store.set(await store.ask(() => lost(words, this.view, game)));
    }

    /** Ask for the chances, if the help shows them. */
    async assist() {
        const { store } = this.#table;
        const game = this.#game;
        if (this.view.help === "off" || !game.mine || game.isOver || store.state.mode === "solve") return;
        game.isHelped = true;
        this.view.answer(await store.ask(() => game.survey()));
        store.set({});
    }

    /** Show a square to open: a safe one with its reason, else the best guess. */
    async hint() {
        const { words, board } = this.#table;
        const game = this.#game;
        if (game.isOver) return this.#showMessage(words.translate("minesweeper.fault.over"));
        game.isHelped = true;
        const answer = game.mine ? await this.#best() : this.#first(game);
        this.#suggest(answer);
        if (answer.cell !== undefined && HOVER.matches) board.focus(answer.cell);
    }

    #first(game: Game): Answer {
        const message = [[this.#table.words.translate("minesweeper.hint.first")]];
        return { message, rings: new Map([[middle(game), "ring"]]), cell: middle(game) };
    }

    #best() {
        const { words, client, store } = this.#table;
        return store.ask(async ({ game }) => {
            const report = (!this.view.isOld && this.view.survey) || (await game.survey());
            return best(words, this.view, client, game.board, report, this.#suggest);
        });
    }

    #suggest = ({ message, rings, cell }: Answer) => this.#table.store.set({ message, rings, move: cell });

    /** Ring the square of a hint, without its sentences: nobody has asked. */
    async ringBest() {
        const { cell } = await this.#best();
        if (cell !== undefined) this.#table.store.set({ rings: new Map([[cell, "ring"]]) });
    }

    /** Open the square of the hint; its flag goes first. */
    async doMove() {
        const { game, move: cell } = this.#table.store.state;
        if (cell === undefined) return;
        if (game.now.cells[cell] === FLAG) await this.move("mark", cell);
        await this.move("press", cell);
    }

    /** Say why the square in focus is certain; the numbers that say so are ringed. */
    async why() {
        const { words, client, store, board } = this.#table;
        const game = this.#game;
        const cell = board.at;
        if (!isCovered(game.now.cells[cell])) return this.#showMessage(words.translate("minesweeper.why.open"));
        if (!game.mine) return this.#showMessage(words.translate("minesweeper.hint.first"));
        game.isHelped = true;
        const answer = await store.ask(() => reason(words, this.view, client, game.board, cell, this.#suggest));
        if (answer) return this.#suggest(answer);
        const { chances } = await store.ask(() => game.survey());
        const values = { cell: this.view.named(cell), chance: words.percent.format(chances[cell]) };
        store.set({ message: [words.translateParts("minesweeper.why.uncertain", values)], rings: new Map([[cell, "ring"]]) });
    }

    /** Take back a move; whether there was one. */
    undo() {
        if (!this.#game.undo()) return false;
        void this.#show(this.#game);
        return this.assist();
    }

    /** Make a move again that was taken back. */
    redo() {
        const game = this.#game;
        if (!game.redo()) return false;
        void this.#show(game);
        return game.isOver ? this.#end() : this.assist();
    }
}
