// @ts-check
// The address of the HTTP API, or null on a static host. `passatempo web` serves another file under this name.

/** @type {string | null} */
export const api = null;
