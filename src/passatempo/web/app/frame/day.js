// @ts-check
// The daily puzzle on the page of its pastime: date, grade and question above the board, the solving time, and earlier
// solutions. It knows no pastime: the page plays, and reports when the goal is reached.

import { formatSeconds, isDate, formatDate, addDays, today } from "./dates.js";
import { newElement, findElement } from "./dom.js";
import { flag, int, list, text } from "./link.js";
import { shortOfDaily } from "./short.js";
import { daysOf, storeDay, daysByDate, streak } from "./solved.js";
import { store } from "./storage.js";

/** @import { End } from "./page.js" */
/** @import { Daily } from "./short.js" */
/** @import { Words } from "./words.js" */

const GRADES = 5;
const STEPS = 5_000; // numbers at most in a saved state
const LONGEST = 86_399; // seconds

/** An unfinished puzzle as it is stored: time so far, whether it was begun after its day, and numbers of its page. */
const LEFT = { date: text(10), seconds: int(0, LONGEST), helped: flag, late: flag, state: list(int(0, 65_535), STEPS) };

/** The part of a puzzle that a page needs. @typedef {{ grade: number, instance: any, goal: any, solution: any, features: Record<string, number> }} Puzzle */
/**
 * The source of puzzles; `dayOf` finds the date of an ID, among the dates up to `until`.
 * @typedef {{ hasDay: (date: string) => boolean, puzzlesOf: (date: string) => Promise<Record<string, Puzzle>>,
 *     dayOf: (id: string, name: string, until: string) => Promise<string | undefined> }} Source
 */
/**
 * A puzzle in progress: its start time, the date on which it was begun, whether help was taken, the state in which it
 * was left, and how it ended, if it has.
 * @typedef {{ date: string, puzzle: Puzzle, since: number, begun: string, helped: boolean, state: number[], end?: End }} Begun
 */

/**
 * Whether a puzzle is too late for a streak: begun after its day, or not solved by the end of the next day.
 * @param {Begun} begun
 */
function isLate({ date, begun: startDay }) {
    const todayDate = today();
    return todayDate !== date && (startDay !== date || todayDate !== addDays(date, 1));
}

/** The stars of a grade. @param {number} grade */
export const starText = (grade) => "★".repeat(grade) + "☆".repeat(GRADES - grade);

export class Day {
    #refusalReason = ""; // why there is no puzzle, as a sentence

    /**
     * @param {Words} words
     * @param {{ name: string, short: string, source: Source, asks: (puzzle: Puzzle) => string }} page `name` of the
     *     pastime, its two letters as `short`, and the question of a puzzle as a sentence
     */
    constructor(words, page) {
        this.words = words;
        this.page = page;
        this.usual = findElement(".question").textContent ?? "";
    }

    /**
     * Load the puzzle of an address. If there is none, return undefined; `showRefusal` then explains why.
     * @param {Daily} daily
     * @returns {Promise<Begun | undefined>}
     */
    async loadDay({ pastime, date, id }) {
        const { name, short, source } = this.page;
        if (id) return this.#loadById(id);
        const todayDate = today();
        this.#refusalReason = this.words.translate("frame.damaged");
        if (pastime !== short || !isDate(date)) return undefined;
        const placeholders = { date: formatDate(date, this.words.language) };
        this.#refusalReason = this.words.translate(source.hasDay(date) ? "frame.day.early" : "frame.day.none", placeholders);
        if (!source.hasDay(date) || date > todayDate) return undefined;
        this.#refusalReason = this.words.translate("frame.day.unread");
        const dayPuzzles = await source.puzzlesOf(date).catch(() => undefined);
        return dayPuzzles && { date, puzzle: dayPuzzles[name], begun: todayDate, ...this.#loadProgress(date) };
    }

    /** Load the puzzle of an ID. @param {string} id @returns {Promise<Begun | undefined>} */
    async #loadById(id) {
        const { name, short, source } = this.page;
        this.#refusalReason = this.words.translate("frame.day.unread");
        const date = await source.dayOf(id, name, today()).catch(() => "");
        if (date) return this.loadDay({ pastime: short, date });
        if (date === undefined) this.#refusalReason = this.words.translate("frame.day.unknown", { id });
        return undefined;
    }

    /** The saved progress on a puzzle, or a fresh start. @param {string} date */
    #loadProgress(date) {
        const left = store.get(this.#storeKey, LEFT);
        if (left?.date !== date || daysByDate(this.page.name).has(date)) return { since: performance.now(), helped: false, state: [] };
        const { seconds, helped: hasHelp, late, state } = left;
        return { since: performance.now() - 1000 * seconds, helped: hasHelp, state, ...(late ? {} : { begun: date }) };
    }

    get #storeKey() {
        return `game.day.${this.page.name}`;
    }

    /**
     * Save the progress on a puzzle, until it is solved or another one is begun.
     * @param {Begun} begun
     * @param {number[]} state what the page needs to resume
     */
    saveProgress({ date, since, helped: hasHelp, begun: startDay, end }, state) {
        if (end || state.length === 0) return;
        const seconds = Math.min(Math.round((performance.now() - since) / 1000), LONGEST);
        store.put(this.#storeKey, LEFT, { date, seconds, helped: hasHelp, late: startDay !== date, state });
    }

    /**
     * Explain why the last requested puzzle is missing. Its address stays: the puzzle may be available later.
     * @param {{ stay: () => void }} address
     * @param {{ showNotice: (why: string) => void }} frame
     */
    showRefusal(address, frame) {
        address.stay();
        frame.showNotice(this.#refusalReason);
    }

    /** The short name of a puzzle. @param {Begun} begun */
    shortAddress({ date }) {
        return shortOfDaily({ pastime: this.page.short, date });
    }

    /** Show which puzzle is on the board; hide that for an ordinary game. @param {Begun} [dayState] */
    showDay(dayState) {
        findElement("#day").hidden = !dayState;
        for (const part of document.querySelectorAll("[data-free]")) {
            /** @type {HTMLElement} */ (part).hidden = Boolean(dayState);
        }
        findElement(".question").textContent = dayState ? this.page.asks(dayState.puzzle) : this.usual;
        if (!dayState) return;
        const { words } = this;
        const { grade } = dayState.puzzle;
        const level = newElement("span", { role: "img", "aria-label": words.translate("frame.day.grade", { grade }) }, starText(grade));
        const all = newElement("a", { href: `../daily/#${dayState.date}` }, words.translate("frame.day.all"));
        findElement("#day").replaceChildren(words.translate("frame.day", { date: formatDate(dayState.date, words.language) }), " ", level, " ", all, ...this.#timeBefore(dayState));
    }

    /** A note that the puzzle was solved before, with the time. @param {Begun} begun */
    #timeBefore({ date }) {
        const before = daysByDate(this.page.name).get(date);
        if (!before) return [];
        return [" ", newElement("span", { class: "done" }, this.words.translate("frame.day.before", { time: formatSeconds(before.seconds) }))];
    }

    /**
     * Store a puzzle that has just been solved, and return the text of its end card.
     * @param {Begun} dayState
     * @param {string[]} [lines] sentences that the page adds
     * @returns {End}
     */
    finishDay(dayState, lines = []) {
        if (dayState.end) return dayState.end;
        const { words, page } = this;
        const seconds = Math.round((performance.now() - dayState.since) / 1000);
        const late = isLate(dayState);
        const isFirst = storeDay(page.name, dayState.date, { seconds, helped: dayState.helped, late });
        const dayLines = [...lines];
        if (isFirst) {
            dayLines.push(words.translate(dayState.helped ? "frame.day.helped" : "frame.day.time", { time: formatSeconds(seconds) }));
            const { now: streakLength } = streak(daysOf([page.name]), today());
            dayLines.push(late ? words.translate("frame.day.late") : words.translate("frame.day.streak", { count: streakLength }));
        }
        store.drop(this.#storeKey);
        dayState.end = { title: words.translate("frame.day.solved"), lines: dayLines };
        return dayState.end;
    }

    /**
     * A text about a puzzle without spoilers.
     * @param {Begun} begun
     */
    shareSentence({ date, puzzle }) {
        const how = daysByDate(this.page.name).get(date);
        const placeholders = { date: formatDate(date, this.words.language), title: document.title, stars: starText(puzzle.grade) };
        if (!how) return this.words.translate("frame.day.share", placeholders);
        return this.words.translate("frame.day.share.solved", { ...placeholders, time: formatSeconds(how.seconds) });
    }
}
