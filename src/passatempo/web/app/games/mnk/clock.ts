// The clocks of a game of m,n,k. A side has some seconds for all its moves, and each move adds an increment. A clock stops
// when a move is made, so that the kernel's check of the move costs no time. The page shows the clocks beside its status.

import { findElement } from "../../frame/dom.ts";
import type { Game } from "./game.ts";

/** The seconds of a side for a game, and the seconds that each move adds. */
type Control = { seconds: number, increment: number };

const SECOND = 1000; // milliseconds
const SHORT = 20 * SECOND; // below it the clock shows tenths
const MINUTE = 60;

/** The time controls of the page by name. */
export const CONTROLS: Record<string, Control | undefined> = {
    none: undefined,
    "1+0": { seconds: 60, increment: 0 },
    "3+2": { seconds: 180, increment: 2 },
    "5+0": { seconds: 300, increment: 0 },
    "10+5": { seconds: 600, increment: 5 },
    "15+10": { seconds: 900, increment: 10 },
};

export class Clocks {
    #timeControl: Control | undefined;
    /** The milliseconds that each side had left, by the number of moves. */
    #clockStates: [number, number][] = [];
    #moveCount = 0;
    #turnStart = 0; // when the turn of the side to move began
    /** The time of a move that the kernel is still checking. */
    #moveTime: number | undefined;
    #isRunning = false;
    readTime: () => number;

    /** @param readTime milliseconds */
    constructor(readTime: () => number = () => performance.now()) {
        this.readTime = readTime;
    }

    /** Begin a game, with or without clocks. They run from the first move on. */
    startGame(control?: Control) {
        this.#timeControl = control;
        const controlTime = (control?.seconds ?? 0) * SECOND;
        this.#clockStates = [[controlTime, controlTime]];
        this.#moveCount = 0;
        this.#isRunning = false;
        this.#moveTime = undefined;
    }

    /** Whether this game has clocks. */
    get are() {
        return this.#timeControl !== undefined;
    }

    /** The seconds that a move adds to the clock of its side. */
    get increment() {
        return this.#timeControl?.increment ?? 0;
    }

    /** The side whose clock runs. 1 is X, 0 is nobody. */
    get running() {
        return this.#isRunning ? 1 + (this.#moveCount % 2) : 0;
    }

    /** The milliseconds that a side has left. */
    left(side: number) {
        const clockTime = (this.#clockStates[this.#moveCount] ?? [0, 0])[side - 1];
        return this.running === side ? Math.max(0, clockTime - ((this.#moveTime ?? this.readTime()) - this.#turnStart)) : clockTime;
    }

    /** The side whose time is over, or 0. */
    get flagSide() {
        const runningSide = this.running;
        return runningSide && this.#moveTime === undefined && this.left(runningSide) === 0 ? runningSide : 0;
    }

    /** Stop the clock for a move that the kernel has yet to check. Return false if the time is already over. */
    press() {
        if (!this.#timeControl) return true;
        if (this.flagSide) return false;
        this.#moveTime = this.readTime();
        return true;
    }

    /** Let the clock run on after the kernel has refused a move. */
    resume() {
        this.#moveTime = undefined;
    }

    /** Start the other clock after a legal move. The game now has `moves` moves. */
    pressClock(moves: number) {
        const isMoveRepeated = this.#moveTime === undefined && moves === this.#moveCount; // a second press without effect
        if (!this.#timeControl || isMoveRepeated) return;
        const side = 1 + ((moves - 1) % 2);
        const pressTime = this.#moveTime ?? this.readTime();
        if (this.#moveCount !== moves - 1) this.back(moves - 1); // this move replaces later ones
        const [x, o] = this.#clockStates[this.#moveCount];
        const thinkTime = this.#isRunning ? pressTime - this.#turnStart : 0;
        const times = [x, o];
        times[side - 1] = Math.max(0, times[side - 1] - thinkTime) + this.#timeControl.increment * SECOND;
        this.#clockStates[moves] = [times[0], times[1]];
        this.#moveCount = moves;
        this.#turnStart = this.readTime(); // the kernel's time costs nobody anything
        this.#moveTime = undefined;
        this.#isRunning = true;
    }

    /** Set the clocks to an earlier or a later number of moves. */
    back(moves: number) {
        if (!this.#timeControl || !this.#clockStates[moves]) return;
        this.#moveCount = moves;
        this.#turnStart = this.readTime();
        this.#moveTime = undefined;
        this.#isRunning = moves > 0;
    }

    /** Stop the clocks at the end of the game. */
    stop() {
        if (!this.#isRunning) return;
        const runningSide = this.running;
        const timeLeft = this.left(runningSide);
        this.#clockStates[this.#moveCount] = runningSide === 1 ? [timeLeft, this.#clockStates[this.#moveCount][1]] : [this.#clockStates[this.#moveCount][0], timeLeft];
        this.#isRunning = false;
    }

    /** Return the time that a side has left in minutes and seconds. */
    show(side: number) {
        const left = this.left(side);
        const totalSeconds = left < SHORT ? Math.ceil(left / 100) / 10 : Math.ceil(left / SECOND);
        const minutes = Math.floor(totalSeconds / MINUTE);
        const seconds = totalSeconds - minutes * MINUTE;
        const secondsText = left < SHORT ? seconds.toFixed(1).padStart(4, "0") : String(seconds).padStart(2, "0");
        return `${minutes}:${secondsText}`;
    }

    /** Return the seconds for a move of the app. With clocks this is at most a share of the time left. */
    share(side: number, usual: number) {
        if (!this.are) return usual;
        const moveSeconds = this.left(side) / SECOND / 20 + this.increment / 2;
        return Math.max(0.02, Math.min(usual, moveSeconds, this.left(side) / SECOND / 3));
    }
}

const OFTEN = 100; // milliseconds between two checks of a running clock
const SIDES = [[1, "#clock-x"], [2, "#clock-o"]] as const;

export class Timer {
    clocks = new Clocks();
    flagSide: (side: number) => unknown;

    /** @param flagSide called when the time of a side is over */
    constructor(flagSide: (side: number) => unknown) {
        this.flagSide = flagSide;
        setInterval(() => this.#checkFlag(), OFTEN);
    }

    /** Set the clocks for a game. Only a new game has clocks, as chosen on the page. */
    startGame(game: Game) {
        this.clocks.startGame(game.moves.length === 0 ? CONTROLS[(findElement("#control") as HTMLSelectElement).value] : undefined);
        this.show();
    }

    #checkFlag() {
        if (!this.clocks.running) return;
        const { flagSide } = this.clocks;
        if (flagSide) this.fall(flagSide);
        else this.show();
    }

    fall(side: number) {
        this.clocks.stop();
        this.show();
        this.flagSide(side);
    }

    /** Stop the clock for a move. If the time is over already, report the loss and return false. */
    press() {
        if (this.clocks.press()) return true;
        this.fall(this.clocks.flagSide);
        return false;
    }

    /** Show the time left of both sides. */
    show() {
        findElement("#clocks").hidden = !this.clocks.are;
        if (!this.clocks.are) return;
        for (const [side, selector] of SIDES) {
            const clockText = this.clocks.show(side);
            const clockElement = findElement(selector);
            if (clockElement.textContent !== clockText) clockElement.textContent = clockText;
            clockElement.classList.toggle("runs", this.clocks.running === side);
        }
    }
}
