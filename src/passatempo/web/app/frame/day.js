// @ts-check
// The puzzle of a day on the page of its pastime: its day, grade and question above the board, the time that it takes,
// and that it was solved. It knows no pastime: the page plays, and says when the goal is reached.

import { clock, isDate, named, plus, today } from "./dates.js";
import { element, find } from "./dom.js";
import { flag, int, list, text } from "./link.js";
import { shortOfDaily } from "./short.js";
import { daysOf, keep, solvedOf, streak } from "./solved.js";
import { store } from "./storage.js";

/** @import { End } from "./page.js" */
/** @import { Daily } from "./short.js" */
/** @import { Words } from "./words.js" */

const GRADES = 5;
const STEPS = 5_000; // numbers that say how far a puzzle is solved
const LONGEST = 86_399; // seconds

/** A puzzle that was left unfinished: the time until then, whether it was begun on its day, and numbers of its page. */
const LEFT = { date: text(10), seconds: int(0, LONGEST), helped: flag, late: flag, state: list(int(0, 65_535), STEPS) };

/** What the page must know of a puzzle. @typedef {{ grade: number, instance: any, goal: any, solution: any, features: Record<string, number> }} Puzzle */
/**
 * Where puzzles come from; `dayOf` finds the day of an ID, among those up to another day.
 * @typedef {{ hasDay: (date: string) => boolean, puzzlesOf: (date: string) => Promise<Record<string, Puzzle>>,
 *     dayOf: (id: string, name: string, until: string) => Promise<string | undefined> }} Source
 */
/**
 * A puzzle that is being solved: since when, on which day it was begun, whether help was taken, what had been done when
 * it was left; how it ended, once it has.
 * @typedef {{ date: string, puzzle: Puzzle, since: number, begun: string, helped: boolean, state: number[], end?: End }} Begun
 */

/**
 * Whether a puzzle comes too late for a streak: it was begun after its day, or takes longer than the next one.
 * @param {Begun} begun
 */
function isLate({ date, begun }) {
    const now = today();
    return now !== date && (begun !== date || now !== plus(date, 1));
}

/** The stars of a grade. @param {number} grade */
export const stars = (grade) => "★".repeat(grade) + "☆".repeat(GRADES - grade);

export class Day {
    #why = ""; // there is no puzzle: a sentence

    /**
     * @param {Words} words
     * @param {{ name: string, short: string, source: Source, asks: (puzzle: Puzzle) => string }} page `name` of the
     *     pastime and its `short` one, and the question of a puzzle as a sentence
     */
    constructor(words, page) {
        this.words = words;
        this.page = page;
        this.usual = find(".question").textContent ?? "";
    }

    /**
     * The puzzle that an address names; nothing where there is none, and then `refused` says why.
     * @param {Daily} daily
     * @returns {Promise<Begun | undefined>}
     */
    async begun({ pastime, date, id }) {
        const { name, short, source } = this.page;
        if (id) return this.#named(id);
        const begun = today();
        this.#why = this.words.say("frame.damaged");
        if (pastime !== short || !isDate(date)) return undefined;
        const values = { date: named(date, this.words.language) };
        this.#why = this.words.say(source.hasDay(date) ? "frame.day.early" : "frame.day.none", values);
        if (!source.hasDay(date) || date > begun) return undefined;
        this.#why = this.words.say("frame.day.unread");
        const found = await source.puzzlesOf(date).catch(() => undefined);
        return found && { date, puzzle: found[name], begun, ...this.#left(date) };
    }

    /** The puzzle of an ID. @param {string} id @returns {Promise<Begun | undefined>} */
    async #named(id) {
        const { name, short, source } = this.page;
        this.#why = this.words.say("frame.day.unread");
        const date = await source.dayOf(id, name, today()).catch(() => "");
        if (date) return this.begun({ pastime: short, date });
        if (date === undefined) this.#why = this.words.say("frame.day.unknown", { id });
        return undefined;
    }

    /** How far a puzzle was solved when it was left. @param {string} date */
    #left(date) {
        const left = store.get(this.#place, LEFT);
        if (left?.date !== date || solvedOf(this.page.name).has(date)) return { since: performance.now(), helped: false, state: [] };
        const { seconds, helped, late, state } = left;
        return { since: performance.now() - 1000 * seconds, helped, state, ...(late ? {} : { begun: date }) };
    }

    get #place() {
        return `game.day.${this.page.name}`;
    }

    /**
     * Keep how far a puzzle is solved, until it is, or another one is begun.
     * @param {Begun} begun
     * @param {number[]} state what the page needs to go on
     */
    keep({ date, since, helped, begun, end }, state) {
        if (end || state.length === 0) return;
        const seconds = Math.min(Math.round((performance.now() - since) / 1000), LONGEST);
        store.put(this.#place, LEFT, { date, seconds, helped, late: begun !== date, state });
    }

    /**
     * Say why the puzzle that was asked for last is not there. Its address stays: it may be there another time.
     * @param {{ stay: () => void }} address
     * @param {{ notice: (why: string) => void }} frame
     */
    refused(address, frame) {
        address.stay();
        frame.notice(this.#why);
    }

    /** The short name of a puzzle. @param {Begun} begun */
    short({ date }) {
        return shortOfDaily({ pastime: this.page.short, date });
    }

    /** Show which puzzle is on the board; nothing for a game that is none. @param {Begun} [begun] */
    show(begun) {
        find("#day").hidden = !begun;
        for (const part of document.querySelectorAll("[data-free]")) {
            /** @type {HTMLElement} */ (part).hidden = Boolean(begun);
        }
        find(".question").textContent = begun ? this.page.asks(begun.puzzle) : this.usual;
        if (!begun) return;
        const { words } = this;
        const { grade } = begun.puzzle;
        const level = element("span", { role: "img", "aria-label": words.say("frame.day.grade", { grade }) }, stars(grade));
        const all = element("a", { href: `../daily/#${begun.date}` }, words.say("frame.day.all"));
        find("#day").replaceChildren(words.say("frame.day", { date: named(begun.date, words.language) }), " ", level, " ", all, ...this.#before(begun));
    }

    /** That it was solved before. @param {Begun} begun */
    #before({ date }) {
        const before = solvedOf(this.page.name).get(date);
        if (!before) return [];
        return [" ", element("span", { class: "done" }, this.words.say("frame.day.before", { time: clock(before.seconds) }))];
    }

    /**
     * The goal is reached: keep it, and say so.
     * @param {Begun} begun
     * @param {string[]} [lines] what the page has to say besides
     * @returns {End}
     */
    solved(begun, lines = []) {
        if (begun.end) return begun.end;
        const { words, page } = this;
        const seconds = Math.round((performance.now() - begun.since) / 1000);
        const late = isLate(begun);
        const isFirst = keep(page.name, begun.date, { seconds, helped: begun.helped, late });
        const told = [...lines];
        if (isFirst) {
            told.push(words.say(begun.helped ? "frame.day.helped" : "frame.day.time", { time: clock(seconds) }));
            const { now } = streak(daysOf([page.name]), today());
            told.push(late ? words.say("frame.day.late") : words.say("frame.day.streak", { count: now }));
        }
        store.drop(this.#place);
        begun.end = { title: words.say("frame.day.solved"), lines: told };
        return begun.end;
    }

    /**
     * A text about a puzzle that gives nothing away.
     * @param {Begun} begun
     */
    told({ date, puzzle }) {
        const how = solvedOf(this.page.name).get(date);
        const values = { date: named(date, this.words.language), title: document.title, stars: stars(puzzle.grade) };
        if (!how) return this.words.say("frame.day.share", values);
        return this.words.say("frame.day.share.solved", { ...values, time: clock(how.seconds) });
    }
}
