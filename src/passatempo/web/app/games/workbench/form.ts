// Controls made of what the server says of a dataclass: one for each field, named and helped in the server's words.

import { newElement } from "../../frame/dom.ts";
import type { Input, Method } from "../../kernel/api.ts";
import type { Words } from "../../frame/words.ts";
type Control = HTMLInputElement | HTMLSelectElement;

/** A field says what cannot be read; the sentence names it. */
export class FieldFault extends Error {}

export class Fields {
    #made = new Map<string, { input: Input, control: Control }>();
    words: Words;

    constructor(words: Words, host: HTMLElement, inputs: Input[]) {
        this.words = words;
        host.replaceChildren(...inputs.map((input) => this.#field(input)));
    }

    #field(input: Input) {
        const control = input.kind === "choice" ? this.#choice(input) : this.#entry(input);
        this.#made.set(input.name, { input, control });
        const name = newElement("span", { lang: "en" }, input.name.replaceAll("_", " "));
        const help = input.help ? [newElement("small", { lang: "en" }, input.help)] : [];
        return newElement("label", { class: "field" }, name, control, ...help);
    }

    #choice({ choices, default: usual }: Input) {
        const shown = usual === null ? ["", ...choices] : choices;
        const options = shown.map((value) => {
            const text = value === "" ? this.words.translate("workbench.usual") : String(value);
            return newElement("option", { value, selected: value === usual }, text);
        });
        return newElement("select", { autocomplete: "off" }, ...options);
    }

    #entry({ kind, default: usual }: Input) {
        const common = { autocomplete: "off", spellcheck: "false" };
        if (kind === "boolean") return newElement("input", { type: "checkbox", checked: usual === true, ...common });
        const value = usual === null || usual === undefined ? "" : typeof usual === "string" ? usual : JSON.stringify(usual);
        const type = kind === "integer" || kind === "number" ? "number" : "text";
        return newElement("input", { type, step: kind === "number" ? "any" : "1", value, ...common });
    }

    /** What the fields say that is not as usual. */
    get values(): Record<string, unknown> {
        const found: Record<string, unknown> = {};
        for (const [name, { input, control }] of this.#made) {
            const value = this.#value(input, control);
            if (value !== undefined && value !== input.default) found[name] = value;
        }
        return found;
    }

    #value({ name, kind, choices }: Input, control: Control) {
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

    #fault(name: string) {
        return new FieldFault(this.words.translate("workbench.unreadable", { name }));
    }
}

/** What a method's settings ask for. */
export function settingsOf({ settings, choices }: Method): Input[] {
    return Object.entries(settings).map(([name, usual]) => {
        const few = choices[name] ?? [];
        const kind = few.length > 0 ? "choice" : typeof usual === "boolean" ? "boolean" : "text";
        return { name, kind, choices: few, default: kind === "text" ? String(usual ?? "") : usual, help: "" };
    });
}

/** Name a method with its settings, as the server reads it: `ilp:solver=scip`. */
export function methodName(method: string, settings: Record<string, unknown>) {
    const pairs = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    return pairs.length > 0 ? `${method}:${pairs.join(",")}` : method;
}
