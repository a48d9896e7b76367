// Help with the position on the board, as a move with its reason, the expected play, threats or the value. The game records
// that it had help, since such games do not count.

import { findElement, hasCoarsePointer } from "../../frame/dom.ts";
import { threats } from "../../kernel/mnk.ts";
import { because, chanceOfX, judge, reason, verdict } from "./judge.ts";
import type { Board } from "../../frame/board/board.ts";
import type { Store } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { Client } from "../../kernel/client.ts";
import type { Engine } from "./engine.ts";
import type { Game } from "./game.ts";
import type { Judgement } from "./judge.ts";
import type { State } from "./page.ts";
import type { View } from "./view.ts";


export class Help {
    /** The position to judge. */
    boardView: View;
    words: Words;
    store: Store<State>;
    board: Board;
    engines: [quick: Client, engine: Engine];
    evaluationBox = findElement("#evaluation") as HTMLInputElement;

    constructor(words: Words, store: Store<State>, board: Board, engines: [quick: Client, engine: Engine], boardView: View) {
        this.words = words;
        this.store = store;
        this.board = board;
        this.engines = engines;
        this.boardView = boardView;
    }

    /** Show a good move with its reason. *Do it* makes the move. */
    async hint() {
        await this.#suggest((judgement) => ({ message: reason(this.words, this.boardView, judgement), line: [] }));
    }

    /** Show the expected play, and the threats behind it. */
    async why() {
        await this.#suggest((judgement) => ({ message: because(this.words, this.boardView, judgement), line: judgement.choice.line, threats: judgement.threats }));
    }

    async #suggest(stateOf: (judgement: Judgement) => Partial<State>) {
        const { game } = this.store.state;
        if (game.isAsked) game.day?.result.takeHint();
        const refusal = game.now.result || (game.flagSide && game.isLast) ? "mnk.over" : game.isRivalThinking ? "mnk.thinking" : "";
        if (refusal) return this.store.set({ message: [[this.words.translate(refusal)]] });
        const judgement = await this.#judge();
        const { cell } = judgement.choice;
        this.store.set({ rings: new Map([[cell, "ring"]]), move: cell, end: undefined, place: undefined, ghost: undefined, ...stateOf(judgement) });
        if (!hasCoarsePointer()) this.board.focus(cell);
    }

    /** Show the chosen help for the position, which is threats, the value with the expected play, or both. */
    async assist() {
        const { game, hasThreats, message } = this.store.state;
        const meter = findElement("#bar") as HTMLMeterElement;
        meter.hidden = !this.evaluationBox.checked || game.now.result !== 0;
        findElement("#verdict").textContent = "";
        if (!hasThreats) this.store.set({ threats: undefined });
        if (game.now.result || game.isRivalThinking) return;
        if (hasThreats) {
            noteHelp(game);
            const { tell: threatsReply } = await this.store.ask(() => threats(this.engines[0], { position: game.ground.position }));
            this.store.set({ threats: threatsReply });
        }
        if (!this.evaluationBox.checked) return;
        const { choice } = await this.#judge();
        const verdictText = verdict(this.words, choice, game.shownMover);
        meter.value = chanceOfX(choice, game.shownMover);
        findElement("#verdict").textContent = verdictText;
        this.store.set({ line: choice.line, ghost: undefined, message: [...message, [verdictText]] });
    }

    async #judge() {
        const { game, judgement: known } = this.store.state;
        noteHelp(game);
        const judgement = known ?? (await this.store.ask(() => judge(...this.engines, game)));
        this.store.set({ judgement: judgement.choice.isStopped ? undefined : judgement });
        return judgement;
    }
}

function noteHelp(game: Game) {
    game.isHelped = true;
    if (game.day) game.day.helped = true;
}
