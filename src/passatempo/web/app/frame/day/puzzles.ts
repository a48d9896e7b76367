// The daily puzzles of a pastime: loaded from the data of a month, shown with date and grade, saved, and ended with a result.
// It knows no pastime: the page plays, and reports when the goal is reached.

import { Clock } from "../clock.ts";
import { formatSeconds, formatTenths, isDate, formatDate, addDays, today } from "../dates.ts";
import { newElement, findElement } from "../dom.ts";
import { starText } from "./day.ts";
import { flag, int, list, text } from "../link.ts";
import { Result } from "./result.ts";
import { daysOf, storeDay, daysByDate, streak } from "./solved.ts";
import { store } from "../storage.ts";
import { NAMES, countSolved, nextPuzzle, puzzleItems } from "./today.ts";
import type { DailyPuzzle, Pastime, Source } from "./day.ts";
import type { End } from "../page.ts";
import type { Daily } from "../short.ts";
import type { Words } from "../words.ts";

const STEPS = 5_000; // numbers at most in a saved state
const LONGEST = 86_399; // seconds

/** An unfinished puzzle as it is stored: time so far, whether it was begun after its day, and numbers of its page. */
const LEFT = { date: text(10), seconds: int(0, LONGEST), helped: flag, late: flag, state: list(int(0, 65_535), STEPS) };

/** Whether a puzzle is too late for a streak: begun after its day, or not solved by the end of the next day. */
function isLate({ date, startDate: startDay }: DailyPuzzle) {
    const todayDate = today();
    return todayDate !== date && (startDay !== date || todayDate !== addDays(date, 1));
}

export class Puzzles {
    refusal = ""; // why there is no puzzle, as a sentence
    words: Words;
    page: Pastime;
    source: Source;

    constructor(words: Words, page: Pastime, source: Source) {
        this.words = words;
        this.page = page;
        this.source = source;
    }

    /** Load the puzzle of an address. If there is none, return undefined; `showRefusal` then explains why. */
    async load({ pastime, date, id }: Daily): Promise<DailyPuzzle | undefined> {
        const { name, short } = this.page;
        if (id) return this.#loadById(id);
        const todayDate = today();
        this.refusal = this.words.translate("frame.damaged");
        if (pastime !== short || !isDate(date)) return undefined;
        const placeholders = { date: formatDate(date, this.words.language) };
        this.refusal = this.words.translate(this.source.hasDay(date) ? "frame.day.early" : "frame.day.none", placeholders);
        if (!this.source.hasDay(date) || date > todayDate) return undefined;
        this.refusal = this.words.translate("frame.day.unread");
        const dayPuzzles = await this.source.puzzlesOf(date).catch(() => undefined);
        return dayPuzzles && { date, puzzle: dayPuzzles[name], startDate: todayDate, ...this.#loadProgress(date) };
    }

    /** Load the puzzle of an ID. */
    async #loadById(id: string): Promise<DailyPuzzle | undefined> {
        const { name, short } = this.page;
        this.refusal = this.words.translate("frame.day.unread");
        const date = await this.source.dayOf(id, name, today()).catch(() => "");
        if (date) return this.load({ pastime: short, date });
        if (date === undefined) this.refusal = this.words.translate("frame.day.unknown", { id });
        return undefined;
    }

    /** The saved progress on a puzzle, or a fresh start. */
    #loadProgress(date: string) {
        const left = store.get(this.#storeKey, LEFT);
        if (left?.date !== date || daysByDate(this.page.name).has(date)) return { clock: new Clock(), helped: false, state: [], result: new Result() };
        const { seconds, helped: hasHelp, late, state } = left;
        const result = Result.load(this.page.name, date) ?? new Result();
        return { clock: new Clock(seconds), helped: hasHelp, state, result, ...(late ? {} : { startDate: date }) };
    }

    get #storeKey() {
        return `game.day.${this.page.name}`;
    }

    /**
     * Save the progress on a puzzle, until it is solved or another one is begun.
     * @param state what the page needs to resume
     */
    saveProgress({ date, clock, helped: hasHelp, startDate: startDay, end, result }: DailyPuzzle, state: number[]) {
        if (end || state.length === 0) return;
        if (!daysByDate(this.page.name).has(date)) result.save(this.page.name, date, clock.seconds);
        const seconds = Math.min(Math.round(clock.seconds), LONGEST);
        store.put(this.#storeKey, LEFT, { date, seconds, helped: hasHelp, late: startDay !== date, state });
    }

    /** Show which puzzle is on the board. */
    show(dayState: DailyPuzzle) {
        const { words } = this;
        const { grade } = dayState.puzzle;
        const level = newElement("span", { role: "img", "aria-label": words.translate("frame.day.grade", { grade }) }, starText(grade));
        const all = newElement("a", { href: `../daily/#${dayState.date}` }, words.translate("frame.day.all"));
        const title = words.translate("frame.day", { date: formatDate(dayState.date, words.language) });
        const note = newElement("p", {}, title, " ", level, " ", all, ...this.#timeBefore(dayState));
        findElement("#day").replaceChildren(note, newElement("ul", { class: "puzzles" }));
        this.#listFive(dayState);
    }

    #listFive({ date, puzzle }: DailyPuzzle) {
        document.querySelector("#day ul")?.replaceChildren(...puzzleItems(this.words, date, puzzle.grade, "../"));
    }

    /** A note that the puzzle was solved before, with the time. */
    #timeBefore({ date }: DailyPuzzle) {
        const before = daysByDate(this.page.name).get(date);
        if (!before) return [];
        return [" ", newElement("span", { class: "done" }, this.words.translate("frame.day.before", { time: formatSeconds(before.seconds) }))];
    }

    /** Store a puzzle that has just been solved, and return the text of its end card. */
    finish(dayState: DailyPuzzle): End {
        if (dayState.end) return dayState.end;
        const { words, page } = this;
        dayState.clock.stop();
        const seconds = Math.round(dayState.clock.seconds);
        const late = isLate(dayState);
        const isFirst = storeDay(page.name, dayState.date, { seconds, helped: dayState.helped, late });
        dayState.result.isOver = true;
        if (isFirst) dayState.result.save(page.name, dayState.date, dayState.clock.seconds);
        const help = isFirst && dayState.helped ? [words.translate("frame.day.helped")] : [];
        const dayLines = [...help, this.#streakSentence(dayState.date, late), ...this.#nextSentence(dayState)];
        this.#listFive(dayState);
        store.drop(this.#storeKey);
        const time = { number: formatTenths(dayState.clock.seconds), unit: words.translate("frame.minutes") };
        dayState.end = { title: words.translate("frame.day.solved"), lines: [dayLines.join(" ")], outcome: "won", isDaily: true, ...time };
        return dayState.end;
    }

    #streakSentence(date: string, late: boolean) {
        if (late) return this.words.translate("frame.day.late");
        const { now: count } = streak(daysOf(NAMES), today());
        return this.words.translate(date === today() ? "frame.day.progress" : "frame.day.streak", { count, solved: countSolved(date) });
    }

    #nextSentence({ date, puzzle: { grade } }: DailyPuzzle) {
        const next = nextPuzzle(today());
        if (!next) return [];
        const title = this.words.translate(`${next.name}.title`);
        return [this.words.translate(date === today() ? "frame.day.next.grade" : "frame.day.next", { title, grade })];
    }

    /** Go to today's first unsolved puzzle, or to the first page. */
    openNext() {
        const next = this.source.hasDay(today()) ? nextPuzzle(today()) : undefined;
        location.href = `../${next?.address ?? ""}`;
    }

    /** The result of a puzzle as a text without spoilers. */
    shareText(dayState: DailyPuzzle, fragment: string) {
        const { words, page: { name } } = this;
        const { date, puzzle } = dayState;
        const how = daysByDate(name).get(date);
        const lines = [`passatempo ${date} ${words.translate(`${name}.title`)} ${"★".repeat(puzzle.grade)}`];
        if (how) {
            const result = Result.load(name, date) ?? new Result({ tenths: 10 * how.seconds });
            const hints = result.hints ? [words.translate("frame.day.hints", { count: result.hints })] : how.helped ? [words.translate("frame.day.help")] : [];
            const time = name === "minesweeper" ? formatTenths(result.tenths / 10) : formatSeconds(Math.floor(result.tenths / 10));
            lines.push(...result.rows, [time, ...hints, ...(how.late ? [words.translate("frame.day.late.short")] : [])].join(", "));
        }
        return [...lines, `${location.origin}${location.pathname}#${fragment}`].join("\n");
    }
}
