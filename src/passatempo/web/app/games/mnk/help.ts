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
import type { Known } from "./judge.ts";
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
        await this.#suggest((found) => ({ said: reason(this.words, this.lens, found), line: [] }));
    }

    /** Show the play that is expected, and the threats that make it so. */
    async why() {
        await this.#suggest((found) => ({ said: because(this.words, this.lens, found), line: found.choice.line, threats: found.threats }));
    }

    async #suggest(shown: (found: Known) => Partial<State>) {
        const { game } = this.store.state;
        const reasonAgainst = game.now.result || (game.flag && game.isLast) ? "mnk.over" : game.isRivalThinking ? "mnk.thinking" : "";
        if (reasonAgainst) return this.store.set({ said: [[this.words.translate(reasonAgainst)]] });
        const found = await this.#known();
        const { cell } = found.choice;
        this.store.set({ rings: new Map([[cell, "ring"]]), move: cell, end: undefined, place: undefined, ghost: undefined, ...shown(found) });
        if (!TOUCHES.matches) this.board.focus(cell);
    }

    /** Show what is wanted of every position: threats, its value with the expected play, or both. */
    async assist() {
        const { game, hasThreats, said } = this.store.state;
        const meter = findElement("#bar") as HTMLMeterElement;
        meter.hidden = !this.evaluation.checked || game.now.result !== 0;
        findElement("#verdict").textContent = "";
        if (!hasThreats) this.store.set({ threats: undefined });
        if (game.now.result || game.isRivalThinking) return;
        if (hasThreats) {
            noteHelp(game);
            const { tell: seen } = await this.store.ask(() => threats(this.engines[0], { position: game.ground.position }));
            this.store.set({ threats: seen });
        }
        if (!this.evaluation.checked) return;
        const { choice } = await this.#known();
        const text = verdict(this.words, choice, game.shownMover);
        meter.value = chanceOfX(choice, game.shownMover);
        findElement("#verdict").textContent = text;
        this.store.set({ line: choice.line, ghost: undefined, said: [...said, [text]] });
    }

    async #known() {
        const { game, known } = this.store.state;
        noteHelp(game);
        const found = known ?? (await this.store.ask(() => judge(...this.engines, game)));
        this.store.set({ known: found.choice.isStopped ? undefined : found });
        return found;
    }
}

function noteHelp(game: Game) {
    game.isHelped = true;
    if (game.day) game.day.helped = true;
}
