// Statistics of games, level by level: kept in this browser alone. A game that was helped, or taken back, has no record.
// Then the end of a game in words: what the clicks were worth, what the last one risked, and what is counted.

import { formatTenths } from "../../frame/dates.ts";
import { dialogOf, showDialog } from "../../frame/dialog.ts";
import { newElement } from "../../frame/dom.ts";
import { group, int } from "../../frame/link.ts";
import { store } from "../../frame/storage.ts";
import { isCovered } from "./view.ts";
import type { Read } from "../../frame/link.ts";
import type { End } from "../../frame/page.ts";
import type { Words } from "../../frame/words.ts";
import type { Game } from "./game.ts";
import type { View } from "./view.ts";

const MAX_COUNT = 2 ** 31 - 1;
const NAME = "stats.minesweeper";
const total = int(0, MAX_COUNT);
const level = group({ played: total, won: total, streak: total, longest: total, best: total }); // best: milliseconds, 0 for none
const SCHEMA = {
    beginner: level,
    intermediate: level,
    expert: level,
    beginnerNoGuess: level,
    intermediateNoGuess: level,
    expertNoGuess: level,
};

type Statistics = Read<typeof SCHEMA>;
type Level = Statistics["beginner"];

const none = () => ({ played: 0, won: 0, streak: 0, longest: 0, best: 0 });
const names = Object.keys(SCHEMA) as (keyof Statistics)[];

function statistics(): Statistics {
    const empty = Object.fromEntries(names.map((level) => [level, none()])) as Statistics;
    return store.get(NAME, SCHEMA) ?? empty;
}

/** The name under which games of a level are counted; nothing for a size of one's own. */
function statisticsName(level: string, noGuess: boolean) {
    return names.find((name) => name === (noGuess ? `${level}NoGuess` : level));
}

/**
 * Count a game; whether its time is the best so far.
 * @param milliseconds milliseconds
 */
function count(level: keyof Statistics, won: boolean, milliseconds: number) {
    const all = statistics();
    const before = all[level];
    const streak = won ? before.streak + 1 : 0;
    const time = Math.min(Math.max(Math.round(milliseconds), 1), MAX_COUNT);
    const isBest = won && (before.best === 0 || time < before.best);
    const now: Level = {
        played: before.played + 1,
        won: before.won + Number(won),
        streak,
        longest: Math.max(streak, before.longest),
        best: isBest ? time : before.best,
    };
    store.put(NAME, SCHEMA, { ...all, [level]: now });
    return isBest;
}

/** Show the statistics. */
export function showStatistics(words: Words) {
    const translate = (key: string) => words.translate(`minesweeper.stats.${key}`);
    const heads = ["level", "played", "won", "streak", "longest", "best"];
    const head = newElement("tr", {}, ...heads.map((key) => newElement("th", { scope: "col" }, translate(key))));
    const rows = Object.entries(statistics()).map(([level, { played, won, streak, longest, best }]) => {
        const share = played ? `${won} (${words.percent.format(won / played)})` : "0";
        const time = best ? words.translate("minesweeper.stats.time", { time: best / 1000 }) : "-";
        const cells = [played, share, streak, longest, time].map((text) => newElement("td", {}, String(text)));
        return newElement("tr", {}, newElement("th", { scope: "row" }, translate(`of.${level}`)), ...cells);
    });
    const table = newElement("table", {}, newElement("thead", {}, head), newElement("tbody", {}, ...rows));
    const about = newElement("p", {}, translate("about"));
    showDialog(dialogOf(words, translate("title"), newElement("div", { class: "records", role: "region", tabindex: 0, "aria-label": translate("title") }, table), about), true);
}

/** Count a game that has ended, once; whether it is the best of its level. */
export function isRecord(game: Game, level: string) {
    const name = statisticsName(level, game.rules.noGuess);
    if (!name || game.isHelped) return false;
    game.isHelped = true; // what comes after an end, taken back, is not counted again
    return count(name, game.now.won, game.clock.milliseconds);
}

export function won(words: Words, game: Game, isBest: boolean): End {
    const { presses } = game.now;
    const lines = [words.translate("minesweeper.won", { presses, least: game.minClicks })];
    const title = words.translate(isBest ? "minesweeper.won.best" : "minesweeper.won.title");
    return { title, lines, number: formatTenths(game.clock.seconds), unit: words.translate("frame.minutes"), outcome: "won" };
}

/** Say what the last click risked, and which square was the safest, with its ring. */
export async function lost(words: Words, view: View, game: Game): Promise<{ end: End, rings: Map<number, string> }> {
    const { before } = game.history;
    const [hit] = game.now.hit;
    const survey = await game.surveyBefore();
    const end = { number: String(Math.floor(100 * game.progress)), unit: words.translate("minesweeper.open"), outcome: "lost", canUndo: true } as const;
    const title = (chance: number) => words.translate("minesweeper.lost.title", { chance: words.percent.format(chance) });
    const goOn = words.translate("minesweeper.lost.undo");
    const chance = survey?.chances[hit] ?? 1;
    if (!before || !survey || chance === 1) {
        return { end: { ...end, title: words.translate("minesweeper.lost.sure"), lines: [goOn] }, rings: new Map() };
    }
    const cells = [...survey.chances.keys()].filter((cell) => isCovered(before.cells[cell]));
    const safest = cells.reduce((safest, name) => (survey.chances[name] < survey.chances[safest] ? name : safest));
    const lowest = survey.chances[safest];
    const kind = lowest === chance ? "least" : lowest === 0 ? "safe" : "lower";
    const better = words.translate(`minesweeper.lost.${kind}`, { cell: view.place(safest), chance: words.percent.format(lowest) });
    return { end: { ...end, title: title(chance), lines: [`${better} ${goOn}`] }, rings: new Map([[safest, "ring"]]) };
}
