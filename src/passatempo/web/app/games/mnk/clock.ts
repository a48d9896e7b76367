// Clocks of a game of m,n,k: so many seconds for all moves of a side, and some more for each. A move counts from the
// moment it was made: while the kernel is asked whether it is legal, no time falls. The page shows them beside its status.

import { findElement } from "../../frame/dom.ts";
import type { Game } from "./game.ts";

/** Seconds of a side for its game, and those that each of its moves adds. */
type Control = { seconds: number, increment: number };

const SECOND = 1000; // milliseconds
const SHORT = 20 * SECOND; // below it tenths are told
const MINUTE = 60;

/** The time controls that the page offers, by their names. */
export const CONTROLS: Record<string, Control | undefined> = {
    none: undefined,
    "1+0": { seconds: 60, increment: 0 },
    "3+2": { seconds: 180, increment: 2 },
    "5+0": { seconds: 300, increment: 0 },
    "10+5": { seconds: 600, increment: 5 },
    "15+10": { seconds: 900, increment: 10 },
};

export class Clocks {
    #control: Control | undefined;
    /** What each side had left after so many moves: milliseconds. */
    #clockStates: [number, number][] = [];
    #moves = 0;
    #since = 0; // when the side to move began to think
    /** When a move was made that the kernel is asked about. */
    #moveTime: number | undefined;
    #runs = false;
    readTime: () => number;

    /** @param readTime milliseconds */
    constructor(readTime: () => number = () => performance.now()) {
        this.readTime = readTime;
    }

    /** Begin a game, or go on without clocks; they run from the first move on. */
    startGame(control?: Control) {
        this.#control = control;
        const all = (control?.seconds ?? 0) * SECOND;
        this.#clockStates = [[all, all]];
        this.#moves = 0;
        this.#runs = false;
        this.#moveTime = undefined;
    }

    /** Whether this game has clocks. */
    get are() {
        return this.#control !== undefined;
    }

    /** Seconds that a move of a side adds. */
    get increment() {
        return this.#control?.increment ?? 0;
    }

    /** Whose clock runs: 1 is X, 0 nobody's. */
    get running() {
        return this.#runs ? 1 + (this.#moves % 2) : 0;
    }

    /** Milliseconds that a side has left. */
    left(side: number) {
        const before = (this.#clockStates[this.#moves] ?? [0, 0])[side - 1];
        return this.running === side ? Math.max(0, before - ((this.#moveTime ?? this.readTime()) - this.#since)) : before;
    }

    /** The side whose time is over; 0 for none. */
    get flagSide() {
        const side = this.running;
        return side && this.#moveTime === undefined && this.left(side) === 0 ? side : 0;
    }

    /** A move is made now: what it takes to ask the kernel costs nothing. False where the time is over already. */
    press() {
        if (!this.#control) return true;
        if (this.flagSide) return false;
        this.#moveTime = this.readTime();
        return true;
    }

    /** The move was refused: its side thinks on, as if nothing had been. */
    resume() {
        this.#moveTime = undefined;
    }

    /** The move was legal, and the game has so many. */
    pressClock(moves: number) {
        const isKnown = this.#moveTime === undefined && moves === this.#moves; // a second press that came to nothing
        if (!this.#control || isKnown) return;
        const side = 1 + ((moves - 1) % 2);
        const readTime = this.#moveTime ?? this.readTime();
        if (this.#moves !== moves - 1) this.back(moves - 1); // moves were taken back by this one
        const [x, o] = this.#clockStates[this.#moves];
        const elapsed = this.#runs ? readTime - this.#since : 0;
        const rest = [x, o];
        rest[side - 1] = Math.max(0, rest[side - 1] - elapsed) + this.#control.increment * SECOND;
        this.#clockStates[moves] = [rest[0], rest[1]];
        this.#moves = moves;
        this.#since = this.readTime(); // nobody pays for what the kernel took
        this.#moveTime = undefined;
        this.#runs = true;
    }

    /** The game went back, or forward again, to so many moves. */
    back(moves: number) {
        if (!this.#control || !this.#clockStates[moves]) return;
        this.#moves = moves;
        this.#since = this.readTime();
        this.#moveTime = undefined;
        this.#runs = moves > 0;
    }

    /** The game is over: the clocks stand. */
    stop() {
        if (!this.#runs) return;
        const side = this.running;
        const rest = this.left(side);
        this.#clockStates[this.#moves] = side === 1 ? [rest, this.#clockStates[this.#moves][1]] : [this.#clockStates[this.#moves][0], rest];
        this.#runs = false;
    }

    /** What a side has left, as clocks tell it: minutes and seconds. */
    show(side: number) {
        const left = this.left(side);
        const tenths = left < SHORT ? Math.ceil(left / 100) / 10 : Math.ceil(left / SECOND);
        const minutes = Math.floor(tenths / MINUTE);
        const seconds = tenths - minutes * MINUTE;
        const text = left < SHORT ? seconds.toFixed(1).padStart(4, "0") : String(seconds).padStart(2, "0");
        return `${minutes}:${text}`;
    }

    /** Seconds that the app may think about its move: what is usual, or a part of what is left. */
    share(side: number, usual: number) {
        if (!this.are) return usual;
        const part = this.left(side) / SECOND / 20 + this.increment / 2;
        return Math.max(0.02, Math.min(usual, part, this.left(side) / SECOND / 3));
    }
}

const OFTEN = 100; // milliseconds between two looks at a clock that runs
const SIDES = [[1, "#clock-x"], [2, "#clock-o"]] as const;

export class Timer {
    clocks = new Clocks();
    flagSide: (side: number) => unknown;

    /** @param flagSide the time of a side is over */
    constructor(flagSide: (side: number) => unknown) {
        this.flagSide = flagSide;
        setInterval(() => this.#look(), OFTEN);
    }

    /** A game is entered: a fresh one has the clocks that are chosen, one that began elsewhere none. */
    startGame(game: Game) {
        this.clocks.startGame(game.moves.length === 0 ? CONTROLS[(findElement("#control") as HTMLSelectElement).value] : undefined);
        this.show();
    }

    #look() {
        if (!this.clocks.running) return;
        const { flagSide: flagSide } = this.clocks;
        if (flagSide) this.fall(flagSide);
        else this.show();
    }

    fall(side: number) {
        this.clocks.stop();
        this.show();
        this.flagSide(side);
    }

    /** Make a move: it counts from now on, and a flag that had fallen before is said. False where it comes too late. */
    press() {
        if (this.clocks.press()) return true;
        this.fall(this.clocks.flagSide);
        return false;
    }

    /** Show what both sides have left. */
    show() {
        findElement("#clocks").hidden = !this.clocks.are;
        if (!this.clocks.are) return;
        for (const [side, selector] of SIDES) {
            const text = this.clocks.show(side);
            const show = findElement(selector);
            if (show.textContent !== text) show.textContent = text;
            show.classList.toggle("runs", this.clocks.running === side);
        }
    }
}
