// The dialog of settings: colours, keys, and the personal data in the browser. Its script is fetched when it is first opened.

import { makeClosable, showDialog } from "./dialog.ts";
import { findElement } from "./dom.ts";
import { saveAs } from "./shell.ts";
import { THEMES } from "./storage.ts";
import type { Words } from "./words.ts";

/** The storage of the page, which this script must not have a second time: it may keep data for the visit only. */
type Storage = Pick<typeof import("./storage.ts"), "applySettings" | "changeSettings" | "changeTouch" | "settings" | "store" | "touchLength">;

const theme = () => findElement("#theme") as HTMLSelectElement;
const letters = () => findElement("#letters") as HTMLInputElement;
const touch = () => findElement("#touch") as HTMLSelectElement;

/** Show the settings as they are. */
export function showSettings(words: Words, storage: Storage) {
    isBound ||= bindSettings(words, storage);
    theme().value = storage.settings().theme;
    letters().checked = storage.settings().letters;
    touch().value = String(storage.touchLength());
    findElement("#data-said").textContent = "";
    showDialog(findElement("#settings") as HTMLDialogElement);
}

let isBound = false;

function bindSettings(words: Words, storage: Storage) {
    const { changeSettings, changeTouch } = storage;
    makeClosable(findElement("#settings") as HTMLDialogElement);
    theme().addEventListener("change", () => changeSettings({ theme: THEMES.find((name) => name === theme().value) }));
    touch().addEventListener("change", () => changeTouch(Number(touch().value)));
    letters().addEventListener("change", () => changeSettings({ letters: letters().checked }));
    bindPersonalData(words, storage);
    return true;
}

function bindPersonalData(words: Words, { applySettings, store }: Storage) {
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
