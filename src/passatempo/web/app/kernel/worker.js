// @ts-check
// A worker: it is given compiled modules by name, and answers one question after the other.

import { Module } from "./module.js";

/** @type {Map<string, WebAssembly.Module>} */
const compiled = new Map();
/** @type {Map<string, Module>} */
const running = new Map();

/**
 * @param {string} name
 * @returns {Module}
 */
function module(name) {
    let found = running.get(name);
    if (!found) {
        found = new Module(/** @type {WebAssembly.Module} */ (compiled.get(name)));
        running.set(name, found);
    }
    return found;
}

addEventListener("message", ({ data }) => {
    if (data.compiled) {
        compiled.set(data.name, data.compiled);
        module(data.name); // begins now, not at the first question
        return;
    }
    const { id, name, question, request } = data;
    try {
        postMessage({ id, ...module(name).ask(question, request) });
    } catch (error) {
        running.delete(name); // whatever happened, its memory is not to be trusted
        postMessage({ id, fault: error instanceof Error ? error.message : String(error) });
    }
});
