// @ts-check
// Controls made of what the server says of a dataclass: one for each field, named and helped in the server's words.

import { newElement } from "../../frame/dom.ts";

/** @import { Input, Method } from "../../kernel/api.ts" */
/** @import { Words } from "../../frame/words.ts" */
/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

/** A field says what cannot be read; the sentence names it. */
export class FieldFault extends Error {}

export class Fields {
    /** @type {Map<string, { input: Input, control: Control }>} */
    #made = new Map();

    /**
     * @param {Words} words
     * @param {HTMLElement} host
     * @param {Input[]} inputs
     */
    constructor(words, host, inputs) {
        this.words = words;
        host.replaceChildren(...inputs.map((input) => this.#field(input)));
    }

    /** @param {Input} input */
    #field(input) {
        const control = input.kind === "choice" ? this.#choice(input) : this.#entry(input);
        this.#made.set(input.name, { input, control });
        const name = newElement("span", { lang: "en" }, input.name.replaceAll("_", " "));
        const help = input.help ? [newElement("small", { lang: "en" }, input.help)] : [];
        return newElement("label", { class: "field" }, name, control, ...help);
    }

    /** @param {Input} input */
    #choice({ choices, default: usual }) {
        const shown = usual === null ? ["", ...choices] : choices;
        const options = shown.map((value) => {
            const text = value === "" ? this.words.translate("workbench.usual") : String(value);
            return newElement("option", { value, selected: value === usual }, text);
        });
        return newElement("select", { autocomplete: "off" }, ...options);
    }

    /** @param {Input} input */
    #entry({ kind, default: usual }) {
        const common = { autocomplete: "off", spellcheck: "false" };
        if (kind === "boolean") return newElement("input", { type: "checkbox", checked: usual === true, ...common });
        const value = usual === null || usual === undefined ? "" : typeof usual === "string" ? usual : JSON.stringify(usual);
        const type = kind === "integer" || kind === "number" ? "number" : "text";
        return newElement("input", { type, step: kind === "number" ? "any" : "1", value, ...common });
    }

    /** What the fields say that is not as usual. @returns {Record<string, unknown>} */
    get values() {
        /** @type {Record<string, unknown>} */
        const found = {};
        for (const [name, { input, control }] of this.#made) {
            const value = this.#value(input, control);
            if (value !== undefined && value !== input.default) found[name] = value;
        }
        return found;
    }

    /**
     * @param {Input} input
     * @param {Control} control
     */
    #value({ name, kind, choices }, control) {
        if (control instanceof HTMLInputElement && control.type === "checkbox") return control.checked;
        const text = control.value.trim();
        if (control instanceof HTMLInputElement && control.validity.badInput) throw this.#fault(name);
        if (text === "") return undefined;
        if (kind === "choice") return choices.find((choice) => String(choice) === text);
        if (kind === "text") return text;
        try {
            return JSON.parse(text);
        } catch {
            throw this.#fault(name);
        }
    }

    /** @param {string} name */
    #fault(name) {
        return new FieldFault(this.words.translate("workbench.unreadable", { name }));
    }
}

/**
 * What a method's settings ask for.
 * @param {Method} method
 * @returns {Input[]}
 */
export function settingsOf({ settings, choices }) {
    return Object.entries(settings).map(([name, usual]) => {
        const few = choices[name] ?? [];
        const kind = few.length > 0 ? "choice" : typeof usual === "boolean" ? "boolean" : "text";
        return { name, kind, choices: few, default: kind === "text" ? String(usual ?? "") : usual, help: "" };
    });
}

/**
 * Name a method with its settings, as the server reads it: `ilp:solver=scip`.
 * @param {string} method
 * @param {Record<string, unknown>} settings
 */
export function methodName(method, settings) {
    const pairs = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    return pairs.length > 0 ? `${method}:${pairs.join(",")}` : method;
}
