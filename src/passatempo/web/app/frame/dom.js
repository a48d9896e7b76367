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
export function newElement(tag, attributes = {}, ...children) {
    const tagNode = document.createElement(tag);
    for (const [name, attribute] of Object.entries(attributes)) {
        if (typeof attribute === "function") tagNode.addEventListener(name, attribute);
        else if (attribute !== false) tagNode.setAttribute(name, attribute === true ? "" : String(attribute));
    }
    tagNode.append(...children);
    return tagNode;
}

/**
 * Find what the page must have.
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function findElement(selector) {
    const selectorMatch = document.querySelector(selector);
    if (!(selectorMatch instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
    return selectorMatch;
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
export function svgElement(tag, attributes = {}, ...children) {
    const tagNode = document.createElementNS(SPACE, tag);
    for (const [name, attribute] of Object.entries(attributes)) tagNode.setAttribute(name, String(attribute));
    tagNode.append(...children);
    return tagNode;
}

/**
 * A text whose middle is at a place. It is let down by a share of its size: where the middle of a line of small letters
 * is, browsers do not agree about.
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 */
export const svgText = (attributes, text = "") => svgElement("text", { dy: "0.35em", ...attributes }, text);
