// The choice for a new game and the statistics of finished paths. The browser stores both.

import { today } from "../../frame/dates.ts";
import { dialogOf, showDialog } from "../../frame/dialog.ts";
import { findElement, newElement } from "../../frame/dom.ts";
import { newSeed } from "../../frame/short.ts";
import { store } from "../../frame/storage.ts";
import { CHOICE, STATISTICS, recordOfDay } from "./game.ts";
import type { Words } from "../../frame/words.ts";
import type { GameRecord, Mode } from "./game.ts";

const COUNTS = "statistics.optimiza";
const CHOSEN_MARK = "choice.optimiza";
const USUAL = { n: 4, variant: 0, mode: "solo" } as const;

const surface = findElement("#surface") as HTMLSelectElement;
const mode = findElement("#mode") as HTMLSelectElement;

type Choice = Pick<GameRecord, "n" | "variant" | "mode">;

/** The record of the last choice; the usual board is the same for everybody on one day. */
export function firstRecord(): GameRecord {
    const choice = store.get(CHOSEN_MARK, CHOICE) ?? USUAL;
    const isUsual = choice.n === USUAL.n && choice.variant === USUAL.variant && choice.mode === USUAL.mode;
    return isUsual ? recordOfDay(today()) : freshRecord(choice);
}

export const freshRecord = ({ n, variant, mode }: Choice): GameRecord => ({ n, variant, mode, chosen: true, seed: newSeed(), path: [], cells: [] });

export const storeChoice = ({ n, variant, mode }: Choice) => store.put(CHOSEN_MARK, CHOICE, { n, variant, mode });

/** The chosen surface and players, for a board of size n. */
export const choiceOf = (n: number): Choice => ({ n, variant: Number(surface.value), mode: mode.value as Mode });

/** Show the choices of a game; returns the name of its surface. */
export function showChoice({ variant, mode: players }: Choice) {
    surface.value = String(variant);
    mode.value = players;
    return surface.selectedOptions[0].text;
}

/** Whether the visitor has not finished a path yet. */
export const isFirstVisit = () => store.get(COUNTS, STATISTICS) === undefined;

/** Count a finished path and its stars. */
export function countPath(stars: boolean[]) {
    const { played, x, y, z } = statistics();
    const [isX, isY, isZ] = stars.map(Number);
    store.put(COUNTS, STATISTICS, { played: played + 1, x: x + isX, y: y + isY, z: z + isZ });
}

const statistics = () => store.get(COUNTS, STATISTICS) ?? { played: 0, x: 0, y: 0, z: 0 };

export function showStatistics(words: Words) {
    const { played, ...stars } = statistics();
    const statisticsText = words.translate("optimiza.statistics", { count: played, ...stars });
    showDialog(dialogOf(words, words.translate("frame.statistics"), newElement("p", {}, statisticsText)), true);
}
