// @ts-check
// Files that stand beside the modules, such as the weights of an engine: fetched once, when they are first needed.

/** @type {Map<string, Promise<Uint8Array>>} */
const files = new Map();

/** @param {string} name */
async function fetched(name) {
    const answer = await fetch(new URL(`./${name}`, import.meta.url));
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
}

/**
 * The bytes of a file.
 * @param {string} name
 * @returns {Promise<Uint8Array>}
 */
export function bytes(name) {
    let found = files.get(name);
    if (!found) {
        found = fetched(name);
        found.catch(() => files.delete(name)); // the next one who asks tries again
        files.set(name, found);
    }
    return found;
}
