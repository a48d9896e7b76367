// The options beside the board: the level, which the browser stores; a custom size; the policy of the hints.

import { MINESWEEPER_POLICIES } from "../../data/minesweeper_policies.ts";
import { findElement } from "../../frame/dom.ts";
import { choice, flag } from "../../frame/link.ts";
import { store } from "../../frame/storage.ts";
import { LEVELS } from "./game.ts";
import type { Policy } from "../../kernel/minesweeper_guess.ts";
import type { Rules } from "./game.ts";

const POLICIES = MINESWEEPER_POLICIES as Record<string, Policy>;
const policySelect = findElement("#policy") as HTMLSelectElement;
for (const name of Object.keys(POLICIES)) policySelect.add(new Option(name, name, true, true)); // the last is the strongest

/** The settings of the chosen policy. */
export const readPolicy = () => POLICIES[policySelect.value];

const MAX_SIDE = 100; // rows, or columns

const findInput = (selector: string) => findElement(selector) as HTMLInputElement;

const CHOICE = "choice.minesweeper";
const CHOICE_SCHEMA = { level: choice("beginner", "intermediate", "expert"), noGuess: flag };

/** The rules of the level of the last visit. */
export function lastChoice(): Rules {
    const choice = store.get(CHOICE, CHOICE_SCHEMA);
    return { ...LEVELS[choice?.level ?? "beginner"], noGuess: choice?.noGuess ?? false };
}

/** Store a level for the next visit, unless the size is custom. */
export function storeChoice(level: string, noGuess: boolean) {
    if (level in LEVELS) store.put(CHOICE, CHOICE_SCHEMA, { level: level as "beginner", noGuess });
}

/** Show the sizes of a game. */
export function showSizes({ rows, columns, mines }: Rules) {
    findInput("#own-rows").value = String(rows);
    findInput("#own-columns").value = String(columns);
    findInput("#own-mines").value = String(mines);
}

/** Read the custom sizes. If they are invalid, mark the wrong inputs and return undefined. */
export function readSizes(): Pick<Rules, "rows" | "columns" | "mines"> | undefined {
    const sizeInputs = ["#own-rows", "#own-columns", "#own-mines"].map(findInput);
    const [rows, columns, mines] = sizeInputs.map((field) => field.valueAsNumber);
    const isValidSide = (side: number) => Number.isInteger(side) && side >= 1 && side <= MAX_SIDE;
    const sizeFits = [isValidSide(rows), isValidSide(columns), Number.isInteger(mines) && mines >= 0 && mines < rows * columns];
    for (const [place, field] of sizeInputs.entries()) field.setAttribute("aria-invalid", String(!sizeFits[place]));
    return sizeFits.every(Boolean) ? { rows, columns, mines } : undefined;
}
