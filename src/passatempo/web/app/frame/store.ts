// The state of a page and its one view. A question belongs to a position: an answer that comes after the position
// has changed never arrives.

import type { End } from "./page.ts";

/** A sentence: texts and elements. */
export type Sentence = (string | Node)[];

/** The part of a state that every page shows beside its board. */
export type Shown<Move = number> = {
    message: Sentence[], // replaces the question of the page
    rings: Map<number, string>, // classes of squares that a sentence points at
    move?: Move, // the one that *Do it* makes
    end?: End,
    busy: boolean,
};

/** A message about a position disappears with it. */
export const emptyScreen = (): Shown<never> => ({ message: [], rings: new Map(), move: undefined, end: undefined, busy: false });

/** An answer about a position that is gone; nobody reports it. */
export class StaleAnswer extends Error {
    isQuiet = true;
}

export class Store<S extends Shown<any>> {
    #position = 0;
    #isDue = false;
    state: S;
    view: (state: S) => void;

    /** @param view called at most once a frame */
    constructor(state: S, view: (state: S) => void) {
        this.state = state;
        this.view = view;
    }

    /** Change what is shown of the same position. */
    set(change: Partial<S>) {
        Object.assign(this.state, change);
        if (this.#isDue) return;
        this.#isDue = true;
        requestAnimationFrame(() => this.flush());
    }

    /** Show what has changed now. */
    flush() {
        if (!this.#isDue) return;
        this.#isDue = false;
        this.view(this.state);
    }

    /** Show another position. */
    advance(change: Partial<S>) {
        this.#position += 1;
        this.set({ ...emptyScreen(), ...change } as Partial<S>);
    }

    /** Ask about the current position. Throws `StaleAnswer` if it has changed before the answer. */
    async ask<T>(question: (state: S) => Promise<T>): Promise<T> {
        const position = this.#position;
        this.set({ busy: true } as Partial<S>);
        try {
            const answer = await question(this.state);
            if (position !== this.#position) throw new StaleAnswer();
            return answer;
        } finally {
            if (position === this.#position) this.set({ busy: false } as Partial<S>);
        }
    }
}
