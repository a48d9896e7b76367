// Elements of pages and drawings, built without markup in strings: attributes are set, and text is never parsed.

import type { Sentence } from "./store.ts";
import type { Words } from "./words.ts";

/**
 * Make an element.
 * @param attributes a function is a listener, true is an attribute without a value, false is no attribute
 */
export function newElement<Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    attributes: Record<string, string | number | boolean | EventListener> = {},
    ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
    const tagNode = document.createElement(tag);
    for (const [name, attribute] of Object.entries(attributes)) {
        if (typeof attribute === "function") tagNode.addEventListener(name, attribute);
        else if (attribute !== false) tagNode.setAttribute(name, attribute === true ? "" : String(attribute));
    }
    tagNode.append(...children);
    return tagNode;
}

/** Find an element that the page must have. */
export function findElement(selector: string): HTMLElement {
    const selectorMatch = document.querySelector(selector);
    if (!(selectorMatch instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
    return selectorMatch;
}

const COARSE = globalThis.matchMedia?.("(pointer: coarse)");

/** Whether the visitor points with a finger. */
export const hasCoarsePointer = () => COARSE.matches;

const SPACE = "http://www.w3.org/2000/svg";

/** Make an element of a drawing. */
export function svgElement<Tag extends keyof SVGElementTagNameMap>(
    tag: Tag,
    attributes: Record<string, string | number> = {},
    ...children: (Node | string)[]
): SVGElementTagNameMap[Tag] {
    const tagNode = document.createElementNS(SPACE, tag);
    for (const [name, attribute] of Object.entries(attributes)) tagNode.setAttribute(name, String(attribute));
    tagNode.append(...children);
    return tagNode;
}

/**
 * A text centred at a point. It is shifted down by a fraction of its size, since browsers disagree about the vertical
 * middle of a line.
 */
export const svgText = (attributes: Record<string, string | number>, text = "") => svgElement("text", { dy: "0.35em", ...attributes }, text);

/**
 * The steps of a long answer, one at a time in place of the message: "2 of 5", with back and forward.
 * @param at the step that is shown, from 0
 */
export function stepButtons(words: Words, at: number, count: number, showStep: (at: number) => void): Sentence {
    const newButton = (name: string, to: number, sign: string) => {
        const label = words.translate(`frame.steps.${name}`);
        const isOff = to < 0 || to >= count;
        const click = () => isOff || showStep(to);
        return newElement("button", { type: "button", "data-step": name, "aria-label": label, "aria-disabled": String(isOff), click }, sign);
    };
    const place = words.translate("frame.steps.where", { step: at + 1, steps: count });
    return [newElement("span", { class: "steps" }, newButton("back", at - 1, "‹"), place, newButton("forward", at + 1, "›"))];
}
