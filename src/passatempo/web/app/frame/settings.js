// @ts-check
// What a visitor has chosen for all pages: light or dark, single letters as keys, the language.

import { choice, flag } from "./link.js";
import { store } from "./storage.js";

/** @import { Read } from "./link.js" */

const NAME = "settings";
export const THEMES = /** @type {const} */ (["system", "light", "dark"]);
const SCHEMA = { theme: choice(...THEMES), letters: flag, language: choice("", "en", "it", "es") };

/** @typedef {Read<typeof SCHEMA>} Settings */

/** What was chosen, or what holds where nothing was. @returns {Settings} */
export const settings = () => store.get(NAME, SCHEMA) ?? { theme: "system", letters: true, language: "" };

/**
 * Choose something, at once for this page and kept for the others.
 * @param {Partial<Settings>} chosen
 */
export function choose(chosen) {
    store.put(NAME, SCHEMA, { ...settings(), ...chosen });
    apply();
}

/** Let the page look and obey as was chosen: style.css and the boards read it at the root. */
export function apply() {
    const { theme, letters } = settings();
    document.documentElement.dataset.theme = theme;
    document.documentElement.dataset.letters = letters ? "on" : "off";
}

/** Whether single letters are keys. */
export const lettersAreKeys = () => document.documentElement.dataset.letters !== "off";
