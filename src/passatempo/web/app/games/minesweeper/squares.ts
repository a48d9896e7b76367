// What each square of a grid shows. Covered ones are raised, or have another background than the numbers; a number is the
// nearest of eight inks. No picture of any program is compared with.

import { COVERED, FLAG, MINE } from "./state.ts";
import type { Grid, Picture } from "./grid.ts";

type Colour = number[];
type Square = ReturnType<typeof measure>;

/** The inks of the numbers 1 to 8 in some families of programs. */
const INKS = [
    "0000ff 008000 ff0000 000080 800000 008080 000000 808080",
    "1976d2 388e3c d32f2f 7b1fa2 ff8f00 0097a7 424242 9e9e9e",
    "7cc7ff 66c266 ff7788 ee88ff ddaa22 66cccc 999999 d0d8e0",
].map((family) => family.split(" ").map((ink) => [0, 2, 4].map((at) => parseInt(ink.slice(at, at + 2), 16))));
const INKED = 0.025; // share of a square that shows something
const RAISED = 14; // of 255
const OTHER_BACKGROUND = 30; // distance of colours
const ODD_BACKGROUND = 45;
const FAR_INK = 40;
const CLOSE_INKS = 14; // difference of two distances

const lightOf = ([red, green, blue]: Colour) => 0.299 * red + 0.587 * green + 0.114 * blue;
const distanceOf = (a: Colour, b: Colour) => Math.hypot((a[0] - b[0]) * 0.8, a[1] - b[1], (a[2] - b[2]) * 0.7);
const isRed = ([red, green, blue]: Colour) => red > green + 60 && red > blue + 60;
const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const medianOf = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1];
const medianColour = (colours: Colour[]) => [0, 1, 2].map((channel) => medianOf(colours.map((colour) => colour[channel])));
const range = (from: number, to: number, step: number) => Array.from({ length: Math.floor((to - from) / step + 1.001) }, (_, k) => from + k * step);

/** Measure a square: its background, how much it is raised, and its ink. */
function measure({ data, width, height }: Picture, left: number, top: number, size: number) {
    const colourAt = (x: number, y: number) => {
        const [column, row] = [Math.floor(left + x * size), Math.floor(top + y * size)];
        const at = (Math.min(height - 1, Math.max(0, row)) * width + Math.min(width - 1, Math.max(0, column))) * 4;
        return [data[at], data[at + 1], data[at + 2]];
    };
    const rim = (depth: number, side: number) => [colourAt(side, depth), colourAt(depth, side), colourAt(side, 1 - depth), colourAt(1 - depth, side)];
    const background = medianColour(range(0.2, 0.8, 0.05).flatMap((side) => [...rim(0.14, side), ...rim(0.18, side)]));
    const rims = range(0.25, 0.75, 0.05).flatMap((side) => [0.03, 0.06, 0.09].map((depth) => rim(depth, side).map(lightOf)));
    const [upper, lower] = [[0, 1], [2, 3]].map((sides) => meanOf(rims.flatMap((lights) => sides.map((side) => lights[side]))));
    const places = range(0.16, 0.84, 1 / Math.min(32, Math.max(12, size)));
    const pixels = places.flatMap((y) => places.map((x) => {
        const colour = colourAt(x, y);
        return { x, y, colour, distance: distanceOf(colour, background) };
    }));
    const ink = pixels.filter(({ distance }) => distance > 38).sort((a, b) => b.distance - a.distance);
    const blurred = pixels.filter(({ distance }) => distance > 12);
    const xs = ink.map(({ x }) => x);
    return {
        background,
        relief: Math.min(upper - lightOf(background), lightOf(background) - lower),
        share: ink.length / pixels.length,
        red: ink.filter(({ colour }) => isRed(colour)).length / pixels.length,
        colour: ink.length ? medianColour(ink.slice(0, Math.max(3, Math.ceil(ink.length * 0.4))).map(({ colour }) => colour)) : background,
        direction: [0, 1, 2].map((channel) => meanOf(blurred.map(({ colour }) => colour[channel])) - background[channel]),
        width: Math.max(...xs) - Math.min(...xs),
        offCentre: Math.max(Math.abs(meanOf(xs) - 0.5), Math.abs(meanOf(ink.map(({ y }) => y)) - 0.5)),
    };
}

/** How much a square is covered, from 0 to 1: it is raised, or its background is none of those under numbers. */
function findCover(squares: Square[]) {
    const reliefs = squares.map(({ relief }) => relief).filter((relief) => relief > RAISED);
    const usual = medianOf(reliefs);
    if (reliefs.length > 2) return ({ relief }: Square) => relief / usual;
    const backgrounds = squares.filter(({ share, red }) => share > INKED && red < 0.02).map(({ background }) => background);
    return ({ background }: Square) => Number(backgrounds.length > 0 && backgrounds.every((other) => distanceOf(other, background) >= OTHER_BACKGROUND));
}

/** How far an ink is: by the direction of the colours from the background, which blur and compression leave alone, and a little by its colour. */
function inkDistance({ background, direction, colour }: Square, ink: Colour) {
    const hue = ink.map((value, channel) => value - background[channel]);
    const cosine = hue.reduce((sum, value, channel) => sum + value * direction[channel], 0) / Math.max(1e-9, Math.hypot(...hue) * Math.hypot(...direction));
    return 120 * Math.acos(Math.max(-1, Math.min(1, cosine))) + 0.3 * distanceOf(colour, ink);
}

/** The number of a square. It is doubtful if two inks are nearly as near, or if it is black or grey, as any other sign may be. */
function readNumber(square: Square, inks: Colour[]) {
    const [first, second] = inks.map((ink, at) => ({ code: at + 1, distance: inkDistance(square, ink) })).sort((a, b) => a.distance - b.distance);
    return { code: first.code, isDoubtful: first.code >= 7 || first.distance > FAR_INK || second.distance - first.distance < CLOSE_INKS };
}

/** Read the squares of a grid as the codes of cells. */
export function readSquares(picture: Picture, { left, top, pitch, rows, columns }: Grid) {
    const squares = Array.from({ length: rows * columns }, (_, cell) => measure(picture, left + (cell % columns) * pitch, top + Math.floor(cell / columns) * pitch, pitch));
    const coverOf = findCover(squares);
    const isCovered = (square: Square) => coverOf(square) > 0.5;
    const isMine = ({ background, red, share, width, colour }: Square) =>
        isRed(background) || (red < 0.02 && share > 0.12 && width > 0.55 && Math.max(...colour) - Math.min(...colour) < 60);
    const numbers = squares.filter((square) => square.share >= INKED && !isCovered(square) && !isMine(square));
    const inks = INKS.map((family) => ({ family, total: meanOf(numbers.map((square) => Math.min(...family.map((ink) => inkDistance(square, ink))))) }))
        .reduce((a, b) => (b.total < a.total ? b : a)).family;
    const groundOf = (members: Square[]) => (members.length ? [medianColour(members.map(({ background }) => background))] : []);
    const [covered, open] = [squares.filter((one) => isCovered(one) && !isMine(one)), squares.filter((one) => !isCovered(one) && !isMine(one))].map(groundOf);
    return squares.map((square) => {
        const { background, share, red, offCentre } = square;
        const isOdd = (...backgrounds: Colour[]) => backgrounds.every((other) => distanceOf(background, other) > ODD_BACKGROUND);
        if (isMine(square)) return { code: MINE, isDoubtful: !isRed(background) && (share > 0.72 || offCentre > 0.07 || isOdd(...covered, ...open)) };
        const isHalf = Math.abs(coverOf(square) - 0.5) < 0.15;
        if (isCovered(square)) return { code: red > 0.02 ? FLAG : COVERED, isDoubtful: isHalf || isOdd(...covered) || (red <= 0.02 && share > 0.06) };
        const { code, isDoubtful } = share < INKED ? { code: 0, isDoubtful: false } : readNumber(square, inks);
        return { code, isDoubtful: isDoubtful || isHalf || isOdd(...open) };
    });
}
