// @ts-check
// Files that stand beside the modules, such as the weights of an engine.

import { fetching } from "./fetched.js";

/** The bytes of a file. */
export const bytes = fetching(
    (name) => new URL(`./${name}`, import.meta.url),
    async (answer) => new Uint8Array(await answer.arrayBuffer()),
);
