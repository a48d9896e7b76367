// Motion of cards: each slides from where it was to where it is. Positions are measured before a change and after it.

import { bareCard } from "./layout.ts";

const SLIDE = 420; // milliseconds
const BETWEEN = 90; // milliseconds from one new card to the next
const LAST = 8; // new cards after which the others come together
const EASING = "cubic-bezier(.2,.8,.2,1)";

/** A card on the screen. */
type Seen = { card: number, place: string, box: DOMRect };

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Measure the cards of a table. */
export function measureCards(host: HTMLElement): Seen[] {
    if (isStill()) return [];
    return [...host.querySelectorAll<HTMLElement>(".card")].map((node) => ({
        card: bareCard(Number(node.dataset.card)), place: node.dataset.place ?? "", box: node.getBoundingClientRect(),
    }));
}

/**
 * Let the cards of a table slide from where they were.
 * @param newFrom where cards come from that were not there: a seat or the stock
 */
export function slideCards(host: HTMLElement, before: Seen[], newFrom?: Element) {
    if (before.length === 0) return;
    const origin = newFrom?.getBoundingClientRect();
    let newCards = 0;
    const nodes = [...host.querySelectorAll<HTMLElement>(".card")];
    const boxes = nodes.map((node) => node.getBoundingClientRect());
    for (const [at, node] of nodes.entries()) {
        const box = boxes[at];
        const card = bareCard(Number(node.dataset.card));
        const same = before.filter((seen) => seen.card === card);
        const earlier = same.find((seen) => seen.place === node.dataset.place) ?? same[0];
        if (earlier) before.splice(before.indexOf(earlier), 1);
        const from = earlier?.box ?? origin;
        if (!from || Math.abs(from.left - box.left) + Math.abs(from.top - box.top) < 2) continue;
        const delay = earlier ? 0 : Math.min(newCards++, LAST) * BETWEEN;
        const start = `translate(${from.left - box.left}px, ${from.top - box.top}px) scale(${earlier ? from.width / box.width : 0.5})`;
        const frames = [{ transform: start, transformOrigin: "0 0", zIndex: 3 }, { transform: "none", transformOrigin: "0 0", zIndex: 3 }];
        node.animate(frames, { duration: SLIDE, delay, easing: EASING, fill: "backwards" });
    }
}

/** Milliseconds until a turn of so many new cards can be seen; without motion nobody waits. */
export const motionTime = (newCards: number) => (isStill() ? 0 : SLIDE + Math.min(newCards, LAST) * BETWEEN);

/** End all motion of a table at once. */
export function finishMotion(host: HTMLElement) {
    for (const animation of host.getAnimations({ subtree: true })) {
        if (!(animation instanceof CSSTransition || animation instanceof CSSAnimation)) animation.finish();
    }
}
