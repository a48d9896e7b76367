// @ts-check
// What was before, and what was taken back.

/** @template State */
export class History {
    /** @type {State[]} */
    #pastStates = [];
    /** @type {State[]} */
    #futureStates = [];

    /** @param {State} currentState */
    constructor(currentState) {
        this.now = currentState;
    }

    /** The state before this one, if there was one. */
    get before() {
        return this.#pastStates.at(-1);
    }

    get canUndo() {
        return this.#pastStates.length > 0;
    }

    get canRedo() {
        return this.#futureStates.length > 0;
    }

    /** All states from the first to this one. */
    get states() {
        return [...this.#pastStates, this.now];
    }

    /**
     * Go on to a new state; what was taken back is forgotten.
     * @param {State} next
     */
    push(next) {
        this.#pastStates.push(this.now);
        this.#futureStates = [];
        this.now = next;
    }

    /** Forget what was taken back. */
    cut() {
        this.#futureStates = [];
    }

    /** Go back one state; false where there is none. */
    undo() {
        if (!this.canUndo) return false;
        this.#futureStates.push(this.now);
        this.now = /** @type {State} */ (this.#pastStates.pop());
        return true;
    }

    /** Go forward again; false where nothing was taken back. */
    redo() {
        if (!this.canRedo) return false;
        this.#pastStates.push(this.now);
        this.now = /** @type {State} */ (this.#futureStates.pop());
        return true;
    }
}
