// @ts-check
// Stores the app for offline use: all files of one version, or none. Generated from web/build/sw.js.

const VERSION = "{{version}}"; // the start of the hash of files.json, so each version is another service worker
const CACHE_PREFIX = `passatempo ${location.pathname} `; // one origin may host several copies of the app, in folders
const AT_ONCE = 4;

/** @typedef {{ name: string, bytes: number, sha256: string }} Listed */

const worker = /** @type {any} */ (self); // the DOM types lack service workers
const APP_URL = new URL("./", location.href);

/** @param {ArrayBuffer} bytes */
async function hashOf(bytes) {
    const digestBytes = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return [...digestBytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Fetch a file with a known hash; skip the browser's cached copy of another version.
 * @param {string} name
 * @param {string} sha256 or the start of it
 */
async function fetched(name, sha256) {
    for (const cache of /** @type {RequestCache[]} */ (["default", "reload"])) {
        const response = await fetch(new URL(name, APP_URL), { cache });
        if (!response.ok) continue;
        const bytes = await response.arrayBuffer();
        if ((await hashOf(bytes)).startsWith(sha256)) return storedResponse(bytes, response.headers);
    }
    throw new Error(`${name} is not of version ${VERSION}`);
}

/**
 * @param {ArrayBuffer} bytes
 * @param {Headers} from
 */
function storedResponse(bytes, from) {
    const headers = new Headers(from);
    headers.delete("content-encoding");
    headers.delete("content-length");
    return new Response(bytes, { headers });
}

/** The files of earlier versions by the hash of their content. */
async function earlier() {
    /** @type {Map<string, { cache: Cache, name: string }>} */
    const earlierFiles = new Map();
    for (const key of await caches.keys()) {
        if (!key.startsWith(CACHE_PREFIX) || key === CACHE_PREFIX + VERSION) continue;
        const cache = await caches.open(key);
        const list = await cache.match(new URL("files.json", APP_URL));
        const { files } = list ? await list.json() : { files: [] };
        for (const { name, sha256 } of files) earlierFiles.set(sha256, { cache, name });
    }
    return earlierFiles;
}

/** Put all files into the cache of this version; one failure fails the whole. */
async function install() {
    const list = await fetched("files.json", VERSION);
    const { files } = /** @type {{ files: Listed[] }} */ (await list.clone().json());
    const cache = await caches.open(CACHE_PREFIX + VERSION);
    const before = await earlier();
    const queue = [...files];
    const next = async () => {
        for (let file = queue.shift(); file; file = queue.shift()) {
            const old = before.get(file.sha256);
            const oldResponse = old && old.name === file.name && (await old.cache.match(new URL(old.name, APP_URL)));
            await cache.put(new URL(file.name, APP_URL), oldResponse || (await fetched(file.name, file.sha256)));
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    await cache.put(new URL("files.json", APP_URL), list);
}

/** Delete the caches of other versions. */
async function activate() {
    const keys = await caches.keys();
    await Promise.all(keys.filter((key) => key.startsWith(CACHE_PREFIX) && key !== CACHE_PREFIX + VERSION).map((key) => caches.delete(key)));
}

/** The cache of this version, opened once for all requests. @type {Promise<Cache> | undefined} */
let opened;

/** @param {Request} request */
async function answer(request) {
    const address = new URL(request.url);
    address.search = ""; // dropped here, because `ignoreSearch` scans all files
    opened ??= caches.open(CACHE_PREFIX + VERSION);
    const cache = await opened;
    if (request.mode === "navigate") {
        const isFolder = address.pathname.endsWith("/");
        address.pathname += isFolder ? "index.html" : "/index.html";
        const page = await cache.match(address);
        if (page && isFolder) return page;
        if (page) return Response.redirect(request.url.replace(/([^/?#]*)(?=[?#]|$)/, "$1/")); // a folder without its slash
        address.pathname = new URL(request.url).pathname;
    }
    const cacheMatch = await cache.match(address);
    return cacheMatch ?? fetch(request);
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("message", (/** @type {MessageEvent} */ event) => {
    if (event.data === "take over") worker.skipWaiting();
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request } = event;
    if (request.method === "GET" && request.url.startsWith(APP_URL.href)) event.respondWith(answer(request));
});
