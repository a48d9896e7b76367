// @ts-check
// The files of the app for use without a net: a service worker keeps one version of them, whole.

import { element, find } from "./dom.js";

const MOMENT = 500; // milliseconds

/** @import { Words } from "./words.js" */

/**
 * Let the browser keep the app, and say when a newer version waits.
 * @param {Words} words
 */
export async function offline(words) {
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
