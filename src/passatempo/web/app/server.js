// @ts-check
// Where the HTTP API is: nowhere on a static host. `passatempo web` serves another file under this name.

/** @type {string | null} */
export const api = null;
