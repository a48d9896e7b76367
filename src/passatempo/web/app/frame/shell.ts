// The parts that every page has: settings, the language, personal data, and offline use, for which a service worker
// stores one version of all files.

import { makeClosable, showDialog } from "./dialog.ts";
import { newElement, findElement } from "./dom.ts";
import { THEMES, applySettings, changeSettings, changeTouch, settings, store, touchLength } from "./storage.ts";
import type { Settings } from "./storage.ts";
import type { Words } from "./words.ts";

const REVOKE_DELAY = 1_000; // milliseconds until the address of a download is revoked

export function buildShell(words: Words) {
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
            const to = link as HTMLAnchorElement;
            to.hash = location.hash;
            changeSettings({ language: to.hreflang as Settings["language"] });
        });
    }
}

function bindChoices() {
    const dialog = makeClosable(findElement("#settings") as HTMLDialogElement);
    const theme = findElement("#theme") as HTMLSelectElement;
    const letters = findElement("#letters") as HTMLInputElement;
    const touch = findElement("#touch") as HTMLSelectElement;
    findElement("#open-settings").addEventListener("click", () => {
        theme.value = settings().theme;
        letters.checked = settings().letters;
        touch.value = String(touchLength());
        findElement("#data-said").textContent = "";
        showDialog(dialog);
    });
    theme.addEventListener("change", () => changeSettings({ theme: THEMES.find((name) => name === theme.value) }));
    touch.addEventListener("change", () => changeTouch(Number(touch.value)));
    letters.addEventListener("change", () => changeSettings({ letters: letters.checked }));
}

function personalData(words: Words) {
    const notify = (key: string) => {
        findElement("#data-said").textContent = words.translate(key);
        applySettings();
    };
    const file = findElement("#data-file") as HTMLInputElement;
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

/** Let the visitor save a text as a file. */
export function saveAs(name: string, text: string) {
    const address = URL.createObjectURL(new Blob([text]));
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
