// The sheet of a page, on which a visitor enters a position. Its script is fetched when it is first opened.

import type { Pad, Plan, Sheet } from "./sheet.ts";
import type { Words } from "../words.ts";

export class Setup {
    #sheet: Sheet | undefined;
    isOpen = false;
    words: Words;

    constructor(words: Words) {
        this.words = words;
    }

    /** What the bar shows while a plain sheet is open. */
    get parts() {
        return this.#sheet?.parts;
    }

    open(pad: Pad) {
        return this.#load((sheet) => sheet.open(pad));
    }

    openPlain(plan: Plan) {
        return this.#load((sheet) => sheet.openPlain(plan));
    }

    async #load(open: (sheet: Sheet) => void) {
        this.isOpen = true;
        const { Sheet } = await import("./sheet.ts");
        this.#sheet ??= new Sheet(this.words);
        if (this.isOpen) open(this.#sheet);
    }

    /** Use the position that is entered. */
    use() {
        return this.#sheet?.pad?.use();
    }

    refresh() {
        this.#sheet?.refresh();
    }

    close() {
        this.isOpen = false;
        this.#sheet?.close();
    }
}
