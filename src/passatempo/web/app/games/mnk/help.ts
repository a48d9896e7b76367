// Help with the position that is shown: a move with its reason, the expected play, threats, the value of every position.
// Asking for it is noted, since games with help are not counted.

import { findElement } from "../../frame/dom.ts";
import { threats } from "../../kernel/mnk.ts";
import { because, chanceOfX, judge, reason, verdict } from "./judge.ts";
import type { Board } from "../../frame/board/board.ts";
import type { Store } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { Client } from "../../kernel/client.ts";
import type { Thinker } from "./engine.ts";
import type { Game } from "./game.ts";
import type { Judgement } from "./judge.ts";
import type { State } from "./page.ts";
import type { View } from "./view.ts";

export const TOUCHES = matchMedia("(pointer: coarse)");

export class Help {
    /** What there is to ask about. */
    lens: View;
    words: Words;
    store: Store<State>;
    board: Board;
    engines: [quick: Client, thinker: Thinker];
    evaluation = findElement("#evaluation") as HTMLInputElement;

    constructor(words: Words, store: Store<State>, board: Board, engines: [quick: Client, thinker: Thinker], lens: View) {
        this.words = words;
        this.store = store;
        this.board = board;
        this.engines = engines;
        this.lens = lens;
    }

    /** Show a good move and why it is one; *Do it* makes it. */
    async hint() {
        await this.#suggest((judgement) => ({ message: reason(this.words, this.lens, judgement), line: [] }));
    }

    /** Show the play that is expected, and the threats that make it so. */
    async why() {
        await this.#suggest((judgement) => ({ message: because(this.words, this.lens, judgement), line: judgement.choice.line, threats: judgement.threats }));
    }

    async #suggest(stateOf: (judgement: Judgement) => Partial<State>) {
        const { game } = this.store.state;
        const refusal = game.now.result || (game.flag && game.isLast) ? "mnk.over" : game.isRivalThinking ? "mnk.thinking" : "";
        if (refusal) return this.store.set({ message: [[this.words.translate(refusal)]] });
        const judgement = await this.#judge();
        const { cell } = judgement.choice;
        this.store.set({ rings: new Map([[cell, "ring"]]), move: cell, end: undefined, place: undefined, ghost: undefined, ...stateOf(judgement) });
        if (!TOUCHES.matches) this.board.focus(cell);
    }

    /** Show what is wanted of every position: threats, its value with the expected play, or both. */
    async assist() {
        const { game, hasThreats, message } = this.store.state;
        const meter = findElement("#bar") as HTMLMeterElement;
        meter.hidden = !this.evaluation.checked || game.now.result !== 0;
        findElement("#verdict").textContent = "";
        if (!hasThreats) this.store.set({ threats: undefined });
        if (game.now.result || game.isRivalThinking) return;
        if (hasThreats) {
            noteHelp(game);
            const { tell: report } = await this.store.ask(() => threats(this.engines[0], { position: game.ground.position }));
            this.store.set({ threats: report });
        }
        if (!this.evaluation.checked) return;
        const { choice } = await this.#judge();
        const text = verdict(this.words, choice, game.shownMover);
        meter.value = chanceOfX(choice, game.shownMover);
        findElement("#verdict").textContent = text;
        this.store.set({ line: choice.line, ghost: undefined, message: [...message, [text]] });
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
