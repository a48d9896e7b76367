// What a visitor chooses beside the board: the level, which the browser keeps; a size of one's own; who hints.

import { MINESWEEPER_POLICIES } from "../../data/minesweeper_policies.ts";
import { findElement } from "../../frame/dom.ts";
import { choice, flag } from "../../frame/link.ts";
import { store } from "../../frame/storage.ts";
import { LEVELS } from "./game.ts";
import type { Policy } from "../../kernel/minesweeper_guess.ts";
import type { Rules } from "./game.ts";

const POLICIES = MINESWEEPER_POLICIES as Record<string, Policy>;
const policies = findElement("#policy") as HTMLSelectElement;
for (const name of Object.keys(POLICIES)) policies.add(new Option(name, name, true, true)); // the last is the strongest

/** The settings of the chosen policy. */
export const policy = () => POLICIES[policies.value];

const MAX_SIDE = 100; // rows, or columns

const input = (selector: string) => findElement(selector) as HTMLInputElement;

const CHOICE = "choice.minesweeper";
const CHOICE_SCHEMA = { level: choice("beginner", "intermediate", "expert"), noGuess: flag };

/** The rules of the level of the last visit. */
export function lastChoice(): Rules {
    const choice = store.get(CHOICE, CHOICE_SCHEMA);
    return { ...LEVELS[choice?.level ?? "beginner"], noGuess: choice?.noGuess ?? false };
}

/** Store a level for the next visit, unless the size is the visitor's own. */
export function storeChoice(level: string, noGuess: boolean) {
    if (level in LEVELS) store.put(CHOICE, CHOICE_SCHEMA, { level: level as "beginner", noGuess });
}

/** Show the sizes of a game. */
export function showSizes({ rows, columns, mines }: Rules) {
    input("#own-rows").value = String(rows);
    input("#own-columns").value = String(columns);
    input("#own-mines").value = String(mines);
}

/** The sizes that were chosen; nothing, and the fields say what is wrong, where no field has them. */
export function sizes(): Pick<Rules, "rows" | "columns" | "mines"> | undefined {
    const fields = ["#own-rows", "#own-columns", "#own-mines"].map(input);
    const [rows, columns, mines] = fields.map((field) => field.valueAsNumber);
    const fits = (side: number) => Number.isInteger(side) && side >= 1 && side <= MAX_SIDE;
    const are = [fits(rows), fits(columns), Number.isInteger(mines) && mines >= 0 && mines < rows * columns];
    for (const [place, field] of fields.entries()) field.setAttribute("aria-invalid", String(!are[place]));
    return are.every(Boolean) ? { rows, columns, mines } : undefined;
}
