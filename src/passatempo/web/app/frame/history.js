// @ts-check
// What was before, and what was taken back.

/** @template State */
export class History {
    /** @type {State[]} */
    #past = [];
    /** @type {State[]} */
    #future = [];

    /** @param {State} now */
    constructor(now) {
        this.now = now;
    }

    /** The state before this one, if there was one. */
    get before() {
        return this.#past.at(-1);
    }

    get canUndo() {
        return this.#past.length > 0;
    }

    get canRedo() {
        return this.#future.length > 0;
    }

    /** All states from the first to this one. */
    get states() {
        return [...this.#past, this.now];
    }

    /**
     * Go on to a new state; what was taken back is forgotten.
     * @param {State} next
     */
    push(next) {
        this.#past.push(this.now);
        this.#future = [];
        this.now = next;
    }

    /** Forget what was taken back. */
    cut() {
        this.#future = [];
    }

    /** Go back one state; false where there is none. */
    undo() {
        if (!this.canUndo) return false;
        this.#future.push(this.now);
        this.now = /** @type {State} */ (this.#past.pop());
        return true;
    }

    /** Go forward again; false where nothing was taken back. */
    redo() {
        if (!this.canRedo) return false;
        this.#past.push(this.now);
        this.now = /** @type {State} */ (this.#future.pop());
        return true;
    }
}
