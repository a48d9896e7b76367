// The statistics of games by level, which only this browser stores. Games with help or an undo are not counted.
// Then the end of a game in words: its clicks, the risk of the last one, and the record.

import { formatTenths } from "../../frame/dates.ts";
import { dialogOf, showDialog } from "../../frame/dialog.ts";
import { newElement } from "../../frame/dom.ts";
import { group, int } from "../../frame/link.ts";
import { store } from "../../frame/storage.ts";
import { isCovered } from "./state.ts";
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

const newLevel = () => ({ played: 0, won: 0, streak: 0, longest: 0, best: 0 });
const levelNames = Object.keys(SCHEMA) as (keyof Statistics)[];

function readStatistics(): Statistics {
    const empty = Object.fromEntries(levelNames.map((level) => [level, newLevel()])) as Statistics;
    return store.get(NAME, SCHEMA) ?? empty;
}

/** The name of a level in the statistics, or undefined for a custom size. */
function statisticsName(level: string, noGuess: boolean) {
    return levelNames.find((name) => name === (noGuess ? `${level}NoGuess` : level));
}

/**
 * Count a game. Return whether its time is the best so far.
 * @param milliseconds the time of the game
 */
function countGame(level: keyof Statistics, won: boolean, milliseconds: number) {
    const allStatistics = readStatistics();
    const levelBefore = allStatistics[level];
    const streak = won ? levelBefore.streak + 1 : 0;
    const roundMilliseconds = Math.min(Math.max(Math.round(milliseconds), 1), MAX_COUNT);
    const isBest = won && (levelBefore.best === 0 || roundMilliseconds < levelBefore.best);
    const levelNow: Level = {
        played: levelBefore.played + 1,
        won: levelBefore.won + Number(won),
        streak,
        longest: Math.max(streak, levelBefore.longest),
        best: isBest ? roundMilliseconds : levelBefore.best,
    };
    store.put(NAME, SCHEMA, { ...allStatistics, [level]: levelNow });
    return isBest;
}

/** Show the statistics. */
export function showStatistics(words: Words) {
    const translate = (key: string) => words.translate(`minesweeper.stats.${key}`);
    const columnKeys = ["level", "played", "won", "streak", "longest", "best"];
    const columnHeads = newElement("tr", {}, ...columnKeys.map((key) => newElement("th", { scope: "col" }, translate(key))));
    const statisticsRows = Object.entries(readStatistics()).map(([level, { played, won, streak, longest, best }]) => {
        const wonShare = played ? `${won} (${words.percent.format(won / played)})` : "0";
        const time = best ? words.translate("minesweeper.stats.time", { time: best / 1000 }) : "-";
        const cells = [played, wonShare, streak, longest, time].map((text) => newElement("td", {}, String(text)));
        return newElement("tr", {}, newElement("th", { scope: "row" }, translate(`of.${level}`)), ...cells);
    });
    const table = newElement("table", {}, newElement("thead", {}, columnHeads), newElement("tbody", {}, ...statisticsRows));
    const about = newElement("p", {}, translate("about"));
    showDialog(dialogOf(words, translate("title"), newElement("div", { class: "records", role: "region", tabindex: 0, "aria-label": translate("title") }, table), about), true);
}

/** Count a finished game once. Return whether it is the best of its level. */
export function isRecord(game: Game, level: string) {
    const name = statisticsName(level, game.rules.noGuess);
    if (!name || game.isHelped) return false;
    game.isHelped = true; // an undo after the end does not count the game again
    return countGame(name, game.now.won, game.clock.milliseconds);
}

export function describeWin(words: Words, game: Game, isNewRecord: boolean): End {
    const { presses } = game.now;
    const wonLines = [words.translate("minesweeper.won", { presses, least: game.minClicks })];
    const title = words.translate(isNewRecord ? "minesweeper.won.best" : "minesweeper.won.title");
    return { title, lines: wonLines, number: formatTenths(game.clock.seconds), unit: words.translate("frame.minutes"), outcome: "won" };
}

/** Describe the risk of the last click, and ring the safest square. */
export async function describeLoss(words: Words, view: View, game: Game): Promise<{ end: End, rings: Map<number, string> }> {
    const { before } = game.history;
    const [hit] = game.now.hit;
    const survey = await game.surveyBefore();
    const lostEnd = { number: String(Math.floor(100 * game.progress)), unit: words.translate("minesweeper.open"), outcome: "lost", canUndo: true } as const;
    const chanceTitle = (chance: number) => words.translate("minesweeper.lost.title", { chance: words.percent.format(chance) });
    const question = newElement("button", { type: "button", class: "name", "data-deed": "analyse" }, words.translate("minesweeper.lost.question"));
    const undoLine = [words.translate("minesweeper.lost.undo"), " ", question];
    const chance = survey?.chances[hit] ?? 1;
    if (!before || !survey || chance === 1) {
        return { end: { ...lostEnd, title: words.translate("minesweeper.lost.sure"), lines: [undoLine] }, rings: new Map() };
    }
    const cells = [...survey.chances.keys()].filter((cell) => isCovered(before.cells[cell]));
    const safest = cells.reduce((safest, cell) => (survey.chances[cell] < survey.chances[safest] ? cell : safest));
    const lowestChance = survey.chances[safest];
    const chanceKind = lowestChance === chance ? "least" : lowestChance === 0 ? "safe" : "lower";
    const safestLine = words.translate(`minesweeper.lost.${chanceKind}`, { cell: view.place(safest), chance: words.percent.format(lowestChance) });
    return { end: { ...lostEnd, title: chanceTitle(chance), lines: [[`${safestLine} `, ...undoLine]] }, rings: new Map([[safest, "ring"]]) };
}
