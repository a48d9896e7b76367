// The five puzzles of a day as links: which of them are solved, and which one is next.

import { formatSeconds } from "../dates.ts";
import { newElement } from "../dom.ts";
import { shortOfDaily } from "../short.ts";
import { daysByDate } from "./solved.ts";
import type { Words } from "../words.ts";

/** The pages of a day's puzzles, with their two letters, in the order in which one leads to the next. */
const PUZZLES: Record<string, string> = { minesweeper: "ms", mnk: "mn", optimiza: "op", machiavelli: "mc", cards: "mc" };
export const NAMES = Object.keys(PUZZLES);

const search = () => (document.documentElement.dataset.embed === undefined ? "" : "?embed"); // stay in the frame
export const puzzleAddress = (name: string, date: string) => `${name}/${search()}#${shortOfDaily({ pastime: PUZZLES[name], date })}`;

/** How many puzzles of a day are solved. */
export const countSolved = (date: string) => NAMES.filter((name) => daysByDate(name).has(date)).length;

/** The first unsolved puzzle of a day, with its address; nothing if all are solved. */
export function nextPuzzle(date: string) {
    const name = NAMES.find((one) => !daysByDate(one).has(date));
    return name === undefined ? undefined : { name, address: puzzleAddress(name, date) };
}

/**
 * The puzzles of a day as items of a list.
 * @param root the path to the first page
 */
export function puzzleItems(words: Words, date: string, grade: number, root: string) {
    return NAMES.map((name) => {
        const how = daysByDate(name).get(date);
        const state = how ? `✓ ${formatSeconds(how.seconds)}` : words.translate("frame.day.grade.short", { grade });
        const help = how?.helped ? [newElement("small", {}, words.translate("frame.day.help"))] : [];
        const parts = [newElement("i"), newElement("span", {}, words.translate(`${name}.title`)), " ", newElement("b", {}, state, ...help)];
        return newElement("li", {}, newElement("a", { "data-name": name, class: how ? "solved" : false, href: root + puzzleAddress(name, date) }, ...parts));
    });
}
