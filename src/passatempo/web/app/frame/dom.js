// @ts-check
// Elements of pages and drawings, built without markup in strings: attributes are set, and text is never parsed.

/**
 * Make an element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | EventListener>} [attributes] a function is a listener, true is an
 *     attribute without a value, false is no attribute
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
 * Find an element that the page must have.
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
 * A text centred at a point. It is shifted down by a fraction of its size, since browsers disagree about the vertical
 * middle of a line.
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 */
export const svgText = (attributes, text = "") => svgElement("text", { dy: "0.35em", ...attributes }, text);
