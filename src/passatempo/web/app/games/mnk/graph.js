// @ts-check
// The values of a game as a line over its moves: above the middle X stands better, below it O.

const SPACE = "http://www.w3.org/2000/svg";
const WIDTH = 320;
const HEIGHT = 80;
const DOT = 4;

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Element} children
 */
function drawn(tag, attributes, ...children) {
    const made = document.createElementNS(SPACE, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
    made.append(...children);
    return made;
}

/**
 * Draw a graph.
 * @param {(number | undefined)[]} chances of X after each move, where they are known
 * @param {Set<number>} marked moves that are told as mistakes, from 1
 * @param {number} shown the move that the board shows
 * @param {string} label
 */
export function graph(chances, marked, shown, label) {
    const across = (/** @type {number} */ number) => (chances.length < 2 ? 0 : (number * WIDTH) / (chances.length - 1));
    const down = (/** @type {number} */ chance) => HEIGHT * (1 - chance);
    const known = [...chances.entries()].filter(([, chance]) => chance !== undefined);
    const points = known.map(([number, chance]) => `${across(number)},${down(chance ?? 0)}`).join(" ");
    const dots = known
        .filter(([number]) => marked.has(number))
        .map(([number, chance]) =>
            drawn("circle", { cx: across(number), cy: down(chance ?? 0), r: DOT, class: "mistake" }),
        );
    const box = { viewBox: `${-DOT} ${-DOT} ${WIDTH + 2 * DOT} ${HEIGHT + 2 * DOT}`, role: "img", "aria-label": label };
    return drawn(
        "svg",
        { ...box, class: "graph" },
        drawn("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "middle" }),
        drawn("line", { x1: across(shown), x2: across(shown), y1: 0, y2: HEIGHT, class: "shown" }),
        drawn("polyline", { points, class: "values" }),
        ...dots,
    );
}
