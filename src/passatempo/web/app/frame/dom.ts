// Elements of pages and drawings, built without markup in strings: attributes are set, and text is never parsed.

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
