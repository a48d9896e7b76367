// @ts-check
// Elements of pages and drawings, without markup in strings: attributes are set, text stays text.

/**
 * Make an element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | EventListener>} [attributes] a function is a listener, true an
 *     attribute without a value, false none
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function") made.addEventListener(name, value);
        else if (value !== false) made.setAttribute(name, value === true ? "" : String(value));
    }
    made.append(...children);
    return made;
}

/**
 * Find what the page must have.
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function find(selector) {
    const found = document.querySelector(selector);
    if (!(found instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
    return found;
}

const SPACE = "http://www.w3.org/2000/svg";

/**
 * Make an element of a drawing.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function drawn(tag, attributes = {}, ...children) {
    const made = document.createElementNS(SPACE, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
    made.append(...children);
    return made;
}

/**
 * A text whose middle is at a place. It is let down by a share of its size: where the middle of a line of small letters
 * is, browsers do not agree about.
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 */
export const written = (attributes, text = "") => drawn("text", { dy: "0.35em", ...attributes }, text);
