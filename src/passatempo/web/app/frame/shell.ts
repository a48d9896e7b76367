// The parts that every page has: settings, the language, personal data, and offline use, for which a service worker
// stores one version of all files.

import { newElement, findElement } from "./dom.ts";
import { applySettings, changeSettings, changeTouch, settings, store, touchLength } from "./storage.ts";
import type { Settings } from "./storage.ts";
import type { Words } from "./words.ts";

const REVOKE_DELAY = 1_000; // milliseconds until the address of a download is revoked

if (new URLSearchParams(location.search).has("embed")) document.documentElement.dataset.embed = "";

export function buildShell(words: Words) {
    applySettings();
    languageLinks();
    const storage = { applySettings, changeSettings, changeTouch, settings, store, touchLength };
    findElement("#open-settings").addEventListener("click", async () => (await import("./settings.ts")).showSettings(words, storage));
    void enableOffline(words);
}

/** Store the language that the visitor chooses, and keep the game in the address. */
function languageLinks() {
    for (const link of document.querySelectorAll("a[hreflang]")) {
        link.addEventListener("click", () => {
            const to = link as HTMLAnchorElement;
            to.hash = location.hash;
            changeSettings({ language: to.hreflang as Settings["language"] });
        });
    }
}

/** Let the visitor save a text or a picture as a file. */
export function saveAs(name: string, content: BlobPart) {
    const address = URL.createObjectURL(new Blob([content]));
    newElement("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY);
}

const MOMENT = 500; // milliseconds

/** Let the browser store the app, and say when a newer version is ready. */
async function enableOffline(words: Words) {
    if (!("serviceWorker" in navigator) || !isSecureContext) return;
    const { serviceWorker } = navigator;
    if (serviceWorker.controller) serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    try {
        await whenIdle(); // the page itself loads first
        const registration = await serviceWorker.register(new URL("../sw.js", import.meta.url), { updateViaCache: "none" });
        if (registration.waiting && serviceWorker.controller) offerUpdate(words, registration.waiting);
        registration.addEventListener("updatefound", () => {
            const next = registration.installing;
            next?.addEventListener("statechange", () => {
                if (next.state === "installed" && serviceWorker.controller) offerUpdate(words, next);
            });
        });
    } catch {
        // The app works without a service worker too.
    }
}

/** Wait until the page is loaded, and a moment more. */
async function whenIdle() {
    if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
    await new Promise((resolve) => setTimeout(resolve, MOMENT));
}

/** Offer the newer version. When the visitor accepts, it takes over in all windows at once. */
function offerUpdate(words: Words, next: ServiceWorker) {
    const take = () => next.postMessage("take over"); // and every window reloads
    const button = newElement("button", { type: "button", click: take }, words.translate("app.reload"));
    findElement("#news").replaceChildren(newElement("p", {}, words.translate("app.newer"), " ", button));
}
