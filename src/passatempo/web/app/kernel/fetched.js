// @ts-check
// Files that are fetched once, when they are first needed. After a failure the next one who asks tries again.

/**
 * @template T
 * @param {(name: string) => URL} where
 * @param {(answer: Response) => Promise<T>} read
 * @returns {(name: string) => Promise<T>}
 */
export function fetching(where, read) {
    /** @type {Map<string, Promise<T>>} */
    const files = new Map();
    const fetched = async (/** @type {string} */ name) => {
        const answer = await fetch(where(name));
        if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
        return read(answer);
    };
    return (name) => {
        let found = files.get(name);
        if (!found) {
            found = fetched(name);
            found.catch(() => files.delete(name));
            files.set(name, found);
        }
        return found;
    };
}
