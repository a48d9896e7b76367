// The grid of a minefield in a picture. The light of a band of pixels along a row or a column of squares is averaged: digits
// and noise nearly cancel out, and the lines of a grid remain as steps. 1: pitches whose lines stand out in a part of the
// picture. 2: for each one the lattice of squares, and the rectangle of those with lines around them. 3: pitch and offset by
// the steps on all lines of the rectangle, and again from 2. The grid that stands out best comes first.

export type Picture = { data: Uint8ClampedArray, width: number, height: number };
/** @property weight how well its lines stand out, by their number and steepness */
export type Grid = { left: number, top: number, pitch: number, rows: number, columns: number, weight: number };
/** The light of the picture by rows; another one, by columns. */
type Axis = { light: Float32Array, length: number, rows: number };
/** The places of the first lines, from left and from top, and the distance of two. */
type Lattice = { starts: number[], pitch: number, steepness: number };
/** A rectangle of squares: from left and from top. */
type Box = { firsts: number[], counts: number[], total: number };

const BAND = 12; // pixels
const MIN_PITCH = 9;
const MAX_PITCH = 90;
const STEP = 5; // of 255: two greens of a lawn differ by 7
const MAX_NOISE = 3;
const [LENIENT, STRICT] = [0.1, 0.3]; // weights: a mine has as many steps as text
const FINALISTS = 12; // lattices
const CANDIDATES = 5; // pitches of each part of the picture
const MIN_SIDE = 3; // squares
const PARTS = [[0, 0, 1], ...[0, 0.25, 0.5].flatMap((x) => [0, 0.25, 0.5].map((y) => [x, y, 0.5]))]; // left, top, size

const meanOf = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The steps of the mean light of a band of rows, at each place along it, between pixels so far apart. */
function bandSteps({ light, length, rows }: Axis, from: number, to: number, gap = 1) {
    const [low, high] = [Math.max(0, Math.round(from)), Math.min(rows, Math.round(to))];
    const sums = new Float32Array(length);
    for (let row = low; row < high; row += 1) {
        for (let i = 0; i < length; i += 1) sums[i] += light[row * length + i];
    }
    return sums.map((sum, i) => (i < gap ? 0 : Math.abs(sum - sums[i - gap]) / (high - low)));
}

/** The steps of a row of squares, without those of its own lines. */
const rowSteps = (axis: Axis, start: number, pitch: number, at: number, gap?: number) =>
    bandSteps(axis, start + (at + 0.15) * pitch, start + (at + 0.85) * pitch, gap);

/** The start of lines near a place on which the mean of the steps is greatest. */
function findSteepest(steps: Float32Array, start: number, count: number, pitch: number, reach: number, stride: number) {
    let best = { sum: -1, place: start };
    for (let place = start - reach; place <= start + reach; place += stride) {
        let sum = 0;
        for (let at = place, k = 0; k < count && at < steps.length - 1; k += 1, at += pitch) {
            const i = Math.floor(at);
            if (i >= 0) sum += steps[i] * (1 - at + i) + steps[i + 1] * (at - i); // a cropped square is one
        }
        if (sum > best.sum) best = { sum, place };
    }
    return { place: best.place, mean: best.sum / count };
}

/** The lattices that stand out in a part of the picture. */
function* latticesOf(bands: Float32Array[][], part: number[]): Generator<Lattice> {
    const axes = bands.map((steps, axis) => {
        const [start, from, size] = [part[axis], part[1 - axis], part[2]];
        const first = Math.floor(start * steps[0].length);
        const inside = steps.slice(Math.floor(from * steps.length), Math.ceil((from + size) * steps.length));
        const sums = new Float32Array(Math.floor(steps[0].length * size)).map((_, i) => inside.reduce((sum, band) => sum + Math.sqrt(band[first + i]), 0));
        return { first, sums, mean: meanOf(sums) };
    });
    let trials: Lattice[] = [];
    for (let pitch = MIN_PITCH; pitch <= Math.min(MAX_PITCH, ...bands.map(([{ length }]) => length / MIN_SIDE)); pitch *= 1.003) {
        const best = axes.map(({ sums }) => findSteepest(sums, pitch / 2, sums.length / pitch, pitch, pitch / 2, 0.5));
        const scores = axes.map(({ sums, mean }, axis) => (best[axis].mean - mean) * Math.sqrt(sums.length / pitch)); // few lines fit noise
        trials.push({ pitch, starts: axes.map(({ first }, axis) => (first + best[axis].place) % pitch), steepness: scores[0] + scores[1] });
    }
    for (let count = 0; trials.length && count < CANDIDATES; count += 1) {
        const best = trials.reduce((a, b) => (b.steepness > a.steepness ? b : a));
        yield best;
        trials = trials.filter(({ pitch }) => Math.abs(pitch - best.pitch) > best.pitch * 0.03);
    }
}

/** How much each square of a row has lines at its two sides, and steps beside them, as text has. */
function measureRow({ length }: Axis, steps: Float32Array, start: number, pitch: number) {
    const noise = Math.min(MAX_NOISE, 3 * steps.slice().sort()[Math.floor(length / 5)]);
    const lines = steps.map((step) => Math.min(1, Math.max(0, step - noise) / STEP));
    const reach = Math.max(1, pitch * 0.05);
    const lineAt = (place: number) => {
        if (place < 1.5 || place > length - 1.5) return 1; // the edge of the picture may be one
        return Math.max(...lines.subarray(Math.round(place - reach), Math.round(place + reach) + 2));
    };
    return Array.from({ length: Math.floor((length - start) / pitch + 0.12) }, (_, square) => {
        const at = start + square * pitch;
        const margins = [lines.subarray(Math.round(at + 0.2 * pitch) + 1, Math.round(at + 0.3 * pitch) + 2), lines.subarray(Math.round(at + 0.7 * pitch), Math.round(at + 0.8 * pitch) + 1)];
        return { sides: [lineAt(at), lineAt(at + pitch)], steps: (meanOf(margins[0]) + meanOf(margins[1])) / 2 };
    });
}

/** The rectangle of the greatest sum. */
function bestRectangle(scores: number[][]): Box {
    let best: Box = { total: 0, firsts: [0, 0], counts: [0, 0] };
    for (let top = 0; top < scores.length; top += 1) {
        const totals = scores[0].map(() => 0);
        for (let bottom = top; bottom < scores.length; bottom += 1) {
            let [total, left] = [0, 0];
            for (let column = 0; column < totals.length; column += 1) {
                totals[column] += scores[bottom][column];
                if (total <= 0) [total, left] = [0, column];
                total += totals[column];
                if (total > best.total) best = { total, firsts: [left, top], counts: [column - left + 1, bottom - top + 1] };
            }
        }
    }
    return best;
}

/** The rectangle of the squares of a lattice that have lines around them. @param weight of the steps beside the lines */
function layOut(axes: Axis[], { starts, pitch }: Lattice, weight = STRICT) {
    const [across, down] = axes.map((axis, k) => Array.from({ length: Math.floor((axis.rows - starts[1 - k]) / pitch + 0.12) }, (_, row) =>
        measureRow(axis, rowSteps(axis, starts[1 - k], pitch, row, 2), starts[k], pitch)));
    if (!across[0] || !down[0]) return undefined;
    const box = bestRectangle(across.map((row, r) => row.map(({ sides, steps }, c) => {
        const lines = [...sides, ...down[c][r].sides].sort((a, b) => a - b)[1]; // one may be missing: a white rim on white
        return lines - weight * (steps + down[c][r].steps) - 0.6;
    })));
    return Math.min(...box.counts) < MIN_SIDE ? undefined : box;
}

/**
 * Move the lines of a rectangle to the steepest places: there the dark rim of a raised square meets a light one.
 * @param isInner without the outer lines, which may be a title's, and with high steps at their full height: it suits some
 * pictures better, and others worse
 */
function sharpen(axes: Axis[], { starts, pitch: before }: Lattice, box: Box, isInner: boolean): Lattice {
    const margin = Number(isInner);
    const [firsts, counts] = [box.firsts.map((first) => first + margin), box.counts.map((count) => count - 2 * margin)];
    const sums = axes.map((axis, k) => {
        const bands = Array.from({ length: counts[1 - k] }, (_, row) => rowSteps(axis, starts[1 - k], before, firsts[1 - k] + row));
        return bands[0].map((_, i) => bands.reduce((sum, band) => sum + (isInner ? band[i] : Math.sqrt(band[i])), 0) / bands.length);
    });
    let best: Lattice = { starts, pitch: before, steepness: -1 };
    for (let pitch = before * 0.985; pitch <= before * 1.015; pitch += before / 2500) {
        const reach = Math.min(Math.max(5, pitch * 0.12), pitch * 0.2);
        const lines = sums.map((steps, k) => findSteepest(steps, starts[k] + firsts[k] * before, counts[k] + 1, pitch, reach, 0.25));
        const steepness = ((lines[0].mean + lines[1].mean) / 2) ** (isInner ? 0.5 : 1);
        const first = (place: number) => place - Math.floor(place / pitch + 0.12) * pitch;
        if (steepness > best.steepness) best = { pitch, starts: lines.map(({ place }, k) => first(place - firsts[k] * pitch)), steepness };
    }
    return best;
}

/** Sharpen a lattice with its rectangle, and lay it out again. */
function settle(axes: Axis[], start: Lattice & Box, isInner = false) {
    const lattice = sharpen(axes, start, start, isInner);
    const box = layOut(axes, lattice);
    return box ? [{ ...lattice, ...box, weight: box.total * lattice.steepness }] : [];
}

/** The grids of a picture, the best one first. */
export function findGrids({ data, width, height }: Picture): Grid[] {
    const light = new Float32Array(width * height).map((_, at) => (2 * data[at * 4] + data[at * 4 + 1] + 3 * data[at * 4 + 2]) / 6); // a lawn and sand may be as light
    const turned = light.map((_, at) => light[(at % height) * width + Math.floor(at / height)]);
    const axes = [{ light, length: width, rows: height }, { light: turned, length: height, rows: width }];
    const bands = axes.map((axis) => Array.from({ length: Math.ceil(axis.rows / BAND) }, (_, k) => bandSteps(axis, k * BAND, (k + 1) * BAND)));
    const tried: Lattice[] = [];
    let laid: ReturnType<typeof settle> = [];
    for (const part of PARTS) for (const lattice of latticesOf(bands, part)) {
        const { starts, pitch } = lattice;
        const offset = (other: Lattice, k: number) => Math.abs((starts[k] - other.starts[k]) / pitch - Math.round((starts[k] - other.starts[k]) / pitch));
        if (tried.some((other) => Math.abs(other.pitch - pitch) < 0.004 * pitch && offset(other, 0) + offset(other, 1) < 0.1)) continue;
        const box = layOut(axes, lattice);
        const settled = box ? settle(axes, { ...lattice, ...box }) : [];
        tried.push(lattice, ...settled);
        laid.push(...settled);
    }
    const byWeight = () => laid.sort((a, b) => b.weight - a.weight);
    for (let round = 0; round < 2; round += 1) laid = byWeight().slice(0, FINALISTS).flatMap((lattice) => [false, true].flatMap((isInner) => settle(axes, lattice, isInner)));
    const grids = byWeight().flatMap((lattice) => [LENIENT, STRICT].map((weight) => {
        const { starts, pitch, steepness } = lattice;
        const { firsts, counts: [columns, rows] } = layOut(axes, lattice, weight) ?? lattice;
        return { left: starts[0] + firsts[0] * pitch, top: starts[1] + firsts[1] * pitch, pitch, rows, columns, weight: rows * columns * steepness };
    }));
    return grids.sort((a, b) => b.weight - a.weight);
}
