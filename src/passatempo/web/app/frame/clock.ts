// The clock of a game. It runs from the first move to the end, and stands still while the tab is hidden.

import { formatSeconds, formatTenths } from "./dates.ts";

const running = new Set<Clock>();

export class Clock {
    #milliseconds: number; // milliseconds until it was last started
    #since = 0; // when that was; 0 while it stands still

    /** @param seconds on it already */
    constructor(seconds = 0) {
        this.#milliseconds = seconds * 1000;
    }

    /** Start it, if it does not run. */
    start() {
        running.add(this);
        if (!globalThis.document?.hidden) this.resume();
    }

    stop() {
        this.pause();
        running.delete(this);
    }

    resume() {
        this.#since ||= performance.now();
    }

    pause() {
        this.#milliseconds = this.milliseconds;
        this.#since = 0;
    }

    get isRunning() {
        return running.has(this);
    }

    get milliseconds() {
        return this.#milliseconds + (this.#since && performance.now() - this.#since);
    }

    get seconds() {
        return this.milliseconds / 1000;
    }
}

/** The time on a clock: in seconds during the game, in tenths after its end. */
export function clockText({ seconds }: Clock, isOver: boolean) {
    return isOver ? formatTenths(seconds) : formatSeconds(Math.floor(seconds));
}

// Node, in which tests replay games, has no document.
globalThis.document?.addEventListener("visibilitychange", () => {
    for (const clock of running) document.hidden ? clock.pause() : clock.resume();
});
