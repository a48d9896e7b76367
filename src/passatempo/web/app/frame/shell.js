// @ts-check
// The parts that every page has: settings, the language, personal data, and offline use, for which a service worker
// stores one version of all files.

import { makeClosable, showDialog } from "./dialog.js";
import { newElement, findElement } from "./dom.js";
import { THEMES, applySettings, changeSettings, settings, store } from "./storage.js";

/** @import { Settings } from "./storage.js" */
/** @import { Words } from "./words.js" */

const LATER = 1_000; // milliseconds until the address of a download is revoked

/** @param {Words} words */
export function buildShell(words) {
    applySettings();
    languageLinks();
    bindChoices();
    personalData(words);
    void enableOffline(words);
}

/** Store the language that the visitor chooses, and keep the game in the address. */
function languageLinks() {
    for (const link of document.querySelectorAll("a[hreflang]")) {
        link.addEventListener("click", () => {
            const to = /** @type {HTMLAnchorElement} */ (link);
            to.hash = location.hash;
            changeSettings({ language: /** @type {Settings["language"]} */ (to.hreflang) });
        });
    }
}

function bindChoices() {
    const dialog = makeClosable(/** @type {HTMLDialogElement} */ (findElement("#settings")));
    const theme = /** @type {HTMLSelectElement} */ (findElement("#theme"));
    const letters = /** @type {HTMLInputElement} */ (findElement("#letters"));
    findElement("#open-settings").addEventListener("click", () => {
        theme.value = settings().theme;
        letters.checked = settings().letters;
        findElement("#data-said").textContent = "";
        showDialog(dialog);
    });
    theme.addEventListener("change", () => changeSettings({ theme: THEMES.find((name) => name === theme.value) }));
    letters.addEventListener("change", () => changeSettings({ letters: letters.checked }));
}

/** @param {Words} words */
function personalData(words) {
    const notify = (/** @type {string} */ key) => {
        findElement("#data-said").textContent = words.translate(key);
        applySettings();
    };
    const file = /** @type {HTMLInputElement} */ (findElement("#data-file"));
    findElement("#data-export").addEventListener("click", () => saveAs("passatempo.json", store.exportText()));
    file.addEventListener("change", async () => {
        const text = await file.files?.[0]?.text();
        if (text !== undefined) notify(store.importText(text) ? "frame.data.imported" : "frame.data.unreadable");
        file.value = "";
    });
    findElement("#data-delete").addEventListener("click", () => (findElement("#data-sure").hidden = false));
    findElement("#data-sure").addEventListener("click", () => {
        store.clear();
        findElement("#data-sure").hidden = true;
        findElement("#data-delete").focus();
        notify("frame.data.deleted");
    });
}

/**
 * Let the visitor save a text as a file.
 * @param {string} name
 * @param {string} text
 */
export function saveAs(name, text) {
    const address = URL.createObjectURL(new Blob([text]));
    newElement("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), LATER);
}

const MOMENT = 500; // milliseconds

/**
 * Let the browser store the app, and say when a newer version is ready.
 * @param {Words} words
 */
async function enableOffline(words) {
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

/**
 * Offer the newer version. When the visitor accepts, it takes over in all windows at once.
 * @param {Words} words
 * @param {ServiceWorker} next
 */
function offerUpdate(words, next) {
    const take = () => next.postMessage("take over"); // and every window reloads
    const button = newElement("button", { type: "button", click: take }, words.translate("app.reload"));
    findElement("#news").replaceChildren(newElement("p", {}, words.translate("app.newer"), " ", button));
}
