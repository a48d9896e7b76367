// @ts-check
// What every page has around its own matter: settings, the language, one's own data, and use without a net, for which a
// service worker keeps one version of all files.

import { closable, show } from "./dialog.js";
import { element, find } from "./dom.js";
import { THEMES, apply, choose, settings, store } from "./storage.js";

/** @import { Settings } from "./storage.js" */
/** @import { Words } from "./words.js" */

const LATER = 1_000; // milliseconds until an address that was made for a download is given back

/** @param {Words} words */
export function shell(words) {
    apply();
    languages();
    choices();
    ownData(words);
    void offline(words);
}

/** A language that is chosen is kept, and the game goes along. */
function languages() {
    for (const link of document.querySelectorAll("a[hreflang]")) {
        link.addEventListener("click", () => {
            const to = /** @type {HTMLAnchorElement} */ (link);
            to.hash = location.hash;
            choose({ language: /** @type {Settings["language"]} */ (to.hreflang) });
        });
    }
}

function choices() {
    const dialog = closable(/** @type {HTMLDialogElement} */ (find("#settings")));
    const theme = /** @type {HTMLSelectElement} */ (find("#theme"));
    const letters = /** @type {HTMLInputElement} */ (find("#letters"));
    find("#open-settings").addEventListener("click", () => {
        theme.value = settings().theme;
        letters.checked = settings().letters;
        find("#data-said").textContent = "";
        show(dialog);
    });
    theme.addEventListener("change", () => choose({ theme: THEMES.find((name) => name === theme.value) }));
    letters.addEventListener("change", () => choose({ letters: letters.checked }));
}

/** @param {Words} words */
function ownData(words) {
    const tell = (/** @type {string} */ key) => {
        find("#data-said").textContent = words.say(key);
        apply();
    };
    const file = /** @type {HTMLInputElement} */ (find("#data-file"));
    find("#data-export").addEventListener("click", () => saveAs("passatempo.json", store.exported()));
    file.addEventListener("change", async () => {
        const text = await file.files?.[0]?.text();
        if (text !== undefined) tell(store.imported(text) ? "frame.data.imported" : "frame.data.unreadable");
        file.value = "";
    });
    find("#data-delete").addEventListener("click", () => (find("#data-sure").hidden = false));
    find("#data-sure").addEventListener("click", () => {
        store.clear();
        find("#data-sure").hidden = true;
        find("#data-delete").focus();
        tell("frame.data.deleted");
    });
}

/**
 * Let the visitor save a text as a file.
 * @param {string} name
 * @param {string} text
 */
export function saveAs(name, text) {
    const address = URL.createObjectURL(new Blob([text]));
    element("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), LATER);
}

const MOMENT = 500; // milliseconds

/**
 * Let the browser keep the app, and say when a newer version waits.
 * @param {Words} words
 */
async function offline(words) {
    if (!("serviceWorker" in navigator) || !isSecureContext) return;
    const { serviceWorker } = navigator;
    if (serviceWorker.controller) serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    try {
        await idle(); // what the visitor came for is loaded first
        const kept = await serviceWorker.register(new URL("../sw.js", import.meta.url), { updateViaCache: "none" });
        if (kept.waiting && serviceWorker.controller) offered(words, kept.waiting);
        kept.addEventListener("updatefound", () => {
            const next = kept.installing;
            next?.addEventListener("statechange", () => {
                if (next.state === "installed" && serviceWorker.controller) offered(words, next);
            });
        });
    } catch {
        // A browser that keeps nothing plays all the same.
    }
}

/** Wait until the page is loaded, and a moment more. */
async function idle() {
    if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
    await new Promise((done) => setTimeout(done, MOMENT));
}

/**
 * Offer the newer version: it takes over when the visitor says so, in all windows at once.
 * @param {Words} words
 * @param {ServiceWorker} next
 */
function offered(words, next) {
    const take = () => next.postMessage("take over"); // and every window loads anew
    const button = element("button", { type: "button", click: take }, words.say("app.reload"));
    find("#news").replaceChildren(element("p", {}, words.say("app.newer"), " ", button));
}
