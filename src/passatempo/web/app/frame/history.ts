// The past states of a game, and those that were undone.

export class History<State> {
    #pastStates: State[] = [];
    #futureStates: State[] = [];
    current: State;

    constructor(currentState: State) {
        this.current = currentState;
    }

    /** The previous state, if there is one. */
    get before() {
        return this.#pastStates.at(-1);
    }

    get canUndo() {
        return this.#pastStates.length > 0;
    }

    get canRedo() {
        return this.#futureStates.length > 0;
    }

    /** All states from the first to the current one. */
    get states() {
        return [...this.#pastStates, this.current];
    }

    /** Move to a new state, and discard the undone states. */
    push(next: State) {
        this.#pastStates.push(this.current);
        this.#futureStates = [];
        this.current = next;
    }

    /** Discard the undone states. */
    cut() {
        this.#futureStates = [];
    }

    /** Undo one state; return false if there is none. */
    undo() {
        if (!this.canUndo) return false;
        this.#futureStates.push(this.current);
        this.current = this.#pastStates.pop() as State;
        return true;
    }

    /** Redo one state; return false if none was undone. */
    redo() {
        if (!this.canRedo) return false;
        this.#pastStates.push(this.current);
        this.current = this.#futureStates.pop() as State;
        return true;
    }
}
