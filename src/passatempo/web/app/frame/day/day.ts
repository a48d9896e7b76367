// The daily puzzles of a page. The script that loads and ends them is fetched with the first one, since most games are no
// puzzle of a day.

import { findElement } from "../dom.ts";
import { shortOfDaily } from "../short.ts";
import type { Clock } from "../clock.ts";
import type { End } from "../page.ts";
import type { Puzzles } from "./puzzles.ts";
import type { Result } from "./result.ts";
import type { Daily } from "../short.ts";
import type { Words } from "../words.ts";

const GRADES = 5;

/** The part of a puzzle that a page needs. */
export type Puzzle = { grade: number, instance: any, goal: any, solution: any, features: Record<string, number> };
/**
 * A puzzle in progress: its clock, which the page starts at the first move; the date on which it was begun, whether help
 * was taken, the state in which it was left, how it went, move by move, and how it ended, if it has.
 */
export type DailyPuzzle = {
    date: string, puzzle: Puzzle, clock: Clock, startDate: string, helped: boolean, state: number[], result: Result, end?: End,
};

/** The stars of a grade. */
export const starText = (grade: number) => "★".repeat(grade) + "☆".repeat(GRADES - grade);

/** The data of puzzles; `dayOf` finds the date of an ID, among the dates up to `until`. */
export type Source = {
    hasDay: (date: string) => boolean,
    puzzlesOf: (date: string) => Promise<Record<string, Puzzle>>,
    dayOf: (id: string, name: string, until: string) => Promise<string | undefined>,
};
/** A pastime: its name, its two letters, and the data of its puzzles, which are fetched as well. */
export type Pastime = { name: string, short: string, source: () => Promise<Source> };

export class Day {
    #puzzles: Puzzles | undefined;
    words: Words;
    page: Pastime;

    constructor(words: Words, page: Pastime) {
        this.words = words;
        this.page = page;
    }

    /** Load the puzzle of an address. If there is none, return undefined; `showRefusal` then explains why. */
    async loadDay(daily: Daily): Promise<DailyPuzzle | undefined> {
        const { Puzzles } = await import("./puzzles.ts");
        this.#puzzles ??= new Puzzles(this.words, this.page, await this.page.source());
        return this.#puzzles.load(daily);
    }

    /** Explain why the last requested puzzle is missing. Its address stays: the puzzle may be available later. */
    showRefusal(address: { stay: () => void }, frame: { showNotice: (why: string) => void }) {
        address.stay();
        frame.showNotice(this.#puzzles?.refusal ?? "");
    }

    /** Show which puzzle is on the board; hide that for an ordinary game. */
    showDay(puzzle?: DailyPuzzle) {
        findElement("#day").hidden = !puzzle;
        for (const part of document.querySelectorAll<HTMLElement>("[data-free]")) part.hidden = Boolean(puzzle);
        if (puzzle) this.#puzzles?.show(puzzle);
    }

    /** Save the progress on a puzzle. @param state what the page needs to resume */
    saveProgress(puzzle: DailyPuzzle, state: number[]) {
        this.#puzzles?.saveProgress(puzzle, state);
    }

    /** The short name of a puzzle. */
    shortAddress({ date }: DailyPuzzle) {
        return shortOfDaily({ pastime: this.page.short, date });
    }

    /** Store a puzzle that has just been solved, and return the text of its end card. */
    finishDay(puzzle: DailyPuzzle): End {
        return (this.#puzzles as Puzzles).finish(puzzle);
    }

    /** Go to today's first unsolved puzzle, or to the first page. */
    openNext() {
        this.#puzzles?.openNext();
    }

    /** The result of a puzzle as a text without spoilers. */
    shareSentence(puzzle: DailyPuzzle) {
        return (this.#puzzles as Puzzles).shareText(puzzle, this.shortAddress(puzzle));
    }
}
