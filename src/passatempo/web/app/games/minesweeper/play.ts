// A game of Minesweeper in play: moves, the help, hints with their reasons, the end.

import { suggestCell, explainCell } from "./answers.ts";
import { FLAG, isCovered } from "./state.ts";
import { isRecord, describeLoss, describeWin } from "./stats.ts";
import { View } from "./view.ts";
import type { Board, Deed, How } from "../../frame/board/board.ts";
import type { Day } from "../../frame/day/day.ts";
import type { Store } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { Client } from "../../kernel/client.ts";
import type { Answer } from "./answers.ts";
import type { Game } from "./game.ts";
import type { State } from "./page.ts";
import type { Help } from "./view.ts";

const HOVER = matchMedia("(hover: hover)");

/** The parts of the page that play uses; `onMove` is called after each move, and `onEnd` after the last. */
type PageParts = {
    words: Words, client: Client, store: Store<State>, board: Board, day: Day, readHelp: () => Help,
    onMove: () => unknown, onEnd: () => unknown,
};

/** The square in the middle of a field. */
export const middleCell = ({ rules: { rows, columns } }: Game) => Math.floor(rows / 2) * columns + Math.floor(columns / 2);

export class Play {
    view: View;
    #pageParts: PageParts;

    constructor(pageParts: PageParts) {
        this.#pageParts = pageParts;
        this.view = new View(pageParts.words, pageParts.store.state.game);
    }

    get #game() {
        return this.#pageParts.store.state.game;
    }

    /** Show a game. */
    async enter(game: Game) {
        this.view = new View(this.#pageParts.words, game);
        this.view.help = this.#pageParts.readHelp();
        await this.#showPosition(game);
        if (game.isOver) await this.#endGame();
    }

    /** Show another position. The chances of the one before stay until the new ones come, within a frame. */
    async #showPosition(game: Game) {
        const { view } = this;
        if (view.help === "off" || game.isOver || !game.mine) view.takeSurvey(undefined);
        view.isOld = true;
        game.day?.result.follow(game.clicks, game.now.hit.length > 0);
        this.#pageParts.store.advance({ game });
        this.#pageParts.onMove();
    }

    /** A finger opens around a number when it taps twice. */
    press(deed: Deed, cell: number, { touch, twice }: How) {
        const isCoveredCell = isCovered(this.#game.now.cells[cell]);
        if (deed === "press" && isCoveredCell && touch && this.#pageParts.store.state.flags) return this.move("mark", cell);
        if (deed === "press" && touch && !isCoveredCell && !twice) return undefined;
        return this.move(deed, cell);
    }

    async move(deed: Deed, cell: number) {
        const game = this.#game;
        const before = game.now;
        const isChord = deed === "press" && !isCovered(before.cells[cell]);
        const moveFault = await game.move(isChord ? "chord" : deed, cell);
        if (game !== this.#game) return;
        if (moveFault) return this.#showFault(moveFault, isChord && before.cells[cell] === 0);
        const waveCount = this.view.wave(before.cells, cell);
        await this.#showPosition(game);
        if (game.isOver) return this.#endGame();
        if (waveCount > 1) this.#pageParts.store.set({ message: this.#waveMessage(waveCount) });
        await this.assist();
    }

    #showFault(fault: string, isQuiet: boolean) {
        const { words } = this.#pageParts;
        this.#showMessage(...(fault === "open" || isQuiet ? [] : [words.translate(`minesweeper.fault.${fault}`)]));
    }

    #waveMessage(count: number) {
        const chances = this.view.chanceSentence();
        return [[this.#pageParts.words.translate("minesweeper.opened", { count })], ...(chances ? [[chances]] : [])];
    }

    #showMessage(...sentences: string[]) {
        this.#pageParts.store.set({ message: sentences.map((sentence) => [sentence]), rings: new Map(), move: undefined });
    }

    /** Show how the game ended and how risky the last click was, and count the game. */
    async #endGame() {
        const { words, store, day, onEnd } = this.#pageParts;
        const game = this.#game;
        onEnd();
        if (game.now.won && game.day) return store.set({ end: day.finishDay(game.withHelp(game.day)) });
        const isNewRecord = isRecord(game, game.level);
        if (game.now.won) return store.set({ end: describeWin(words, game, isNewRecord) });
        store.set(await store.ask(() => describeLoss(words, this.view, game)));
    }

    /** Ask for the chances, if the help shows them. */
    async assist() {
        const { store } = this.#pageParts;
        const game = this.#game;
        if (this.view.help === "off" || !game.mine || game.isOver || store.state.mode !== "play") return;
        game.isHelped = true;
        this.view.takeSurvey(await store.ask(() => game.survey()));
        store.set({});
    }

    /** Show a square to open: a safe one with its reason, else the best guess. */
    async hint() {
        const { words, board } = this.#pageParts;
        const game = this.#game;
        if (game.isOver) return this.#showMessage(words.translate("minesweeper.fault.over"));
        game.isHelped = true;
        game.day?.result.takeHint();
        const hintAnswer = game.mine ? await this.#bestAnswer() : this.#firstAnswer(game);
        this.#showAnswer(hintAnswer);
        if (hintAnswer.cell !== undefined && HOVER.matches) board.focus(hintAnswer.cell);
    }

    /** What is known before the first click: of a given field nothing is. */
    #firstSentence(game: Game) {
        return this.#pageParts.words.translate(game.given.length > 0 ? "minesweeper.given" : "minesweeper.hint.first");
    }

    #firstAnswer(game: Game): Answer {
        const hintMessage = [[this.#firstSentence(game)]];
        if (game.given.length > 0) return { message: hintMessage, rings: new Map() };
        return { message: hintMessage, rings: new Map([[middleCell(game), "ring"]]), cell: middleCell(game) };
    }

    #bestAnswer() {
        const { words, client, store } = this.#pageParts;
        return store.ask(async ({ game }) => {
            const surveyReply = (!this.view.isOld && this.view.survey) || (await game.survey());
            return suggestCell(words, this.view, client, game.board, surveyReply, this.#showAnswer);
        });
    }

    #showAnswer = ({ message, rings, cell }: Answer) => this.#pageParts.store.set({ message, rings, move: cell });

    /** Ring the square of a hint, without its sentences. */
    async ringBest() {
        const { cell: bestCell } = await this.#bestAnswer();
        if (bestCell !== undefined) this.#pageParts.store.set({ rings: new Map([[bestCell, "ring"]]) });
    }

    /** Open the square of the hint; its flag goes first. */
    async doMove() {
        const { game, move: cell } = this.#pageParts.store.state;
        if (cell === undefined) return;
        if (game.now.cells[cell] === FLAG) await this.move("mark", cell);
        await this.move("press", cell);
    }

    /** Explain why the square in focus is certain, and ring the numbers that prove it. */
    async why() {
        const { words, client, store, board } = this.#pageParts;
        const game = this.#game;
        const cell = board.at;
        if (!isCovered(game.now.cells[cell])) return this.#showMessage(words.translate("minesweeper.why.open"));
        if (!game.mine) return this.#showMessage(this.#firstSentence(game));
        game.isHelped = true;
        const explanation = await store.ask(() => explainCell(words, this.view, client, game.board, cell, this.#showAnswer));
        if (explanation) return this.#showAnswer(explanation);
        const { chances: surveyChances } = await store.ask(() => game.survey());
        const cellValues = { cell: this.view.cellButton(cell), chance: words.percent.format(surveyChances[cell]) };
        store.set({ message: [words.translateParts("minesweeper.why.uncertain", cellValues)], rings: new Map([[cell, "ring"]]) });
    }

    /** Undo a move. Return false if there is none. */
    undo() {
        if (!this.#game.undo()) return false;
        void this.#showPosition(this.#game);
        return this.assist();
    }

    /** Redo a move. Return false if there is none. */
    redo() {
        const game = this.#game;
        if (!game.redo()) return false;
        void this.#showPosition(game);
        return game.isOver ? this.#endGame() : this.assist();
    }
}
