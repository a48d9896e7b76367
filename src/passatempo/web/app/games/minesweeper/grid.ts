// The grid of a minefield in a picture. The light of a band of pixels along a row or a column of squares is averaged: digits
// and noise nearly cancel out, and the lines of a grid remain as steps. 1: pitches whose lines stand out in a part of the
// picture. 2: for each one the lattice of squares, and the rectangle of those with lines around them. 3: pitch and offset by
// the steps on all lines of the rectangle, and again from 2. The grid that stands out best comes first.

export type Picture = { data: Uint8ClampedArray, width: number, height: number };
/** @property worth how well its lines stand out, times its area */
export type Grid = { left: number, top: number, pitch: number, rows: number, columns: number, worth: number };
type Light = { light: Float32Array, width: number, height: number };
/** The places of the first lines, and the distance of two. */
type Lattice = { x: number, y: number, pitch: number, steepness: number };
type Rectangle = { top: number, left: number, rows: number, columns: number, total: number };

const BAND = 12; // pixels
const MIN_PITCH = 9;
const MAX_PITCH = 90;
const STEP = 5; // of 255: two greens of a lawn differ by 7
const CLEAR_STEP = 24; // higher ones count as much: a frame is no better line than a bevel
const CANDIDATES = 5; // pitches of each part of the picture
const MIN_SIDE = 3; // squares
const PARTS = [[0, 0, 1], ...[0, 0.25, 0.5].flatMap((x) => [0, 0.25, 0.5].map((y) => [x, y, 0.5]))]; // left, top, size

const sumOf = (values: ArrayLike<number>) => Array.prototype.reduce.call(values, (sum: any, value) => sum + value, 0) as number;

/** The steps of the mean light of a band, at each place along it, between pixels so far apart. */
function bandSteps({ light, width, height }: Light, isAcross: boolean, from: number, to: number, gap = 1) {
    const [length, limit, along, beside] = isAcross ? [width, height, 1, width] : [height, width, width, 1];
    const [low, high] = [Math.max(0, Math.round(from)), Math.min(limit, Math.round(to))];
    const sums = new Float32Array(length);
    for (let i = 0; i < length; i += 1) {
        for (let j = low; j < high; j += 1) sums[i] += light[i * along + j * beside];
    }
    return sums.map((sum, i) => (i < gap ? 0 : Math.abs(sum - sums[i - gap]) / (high - low)));
}

/** The steps of a row or column of a lattice, without those of its own lines. */
function latticeSteps(picture: Light, isAcross: boolean, { x, y, pitch }: Lattice, at: number, gap?: number) {
    const from = (isAcross ? y : x) + at * pitch;
    return bandSteps(picture, isAcross, from + 0.15 * pitch, from + 0.85 * pitch, gap);
}

/** The offset of lines at a pitch, and how far they are above the mean. */
function comb(sums: Float32Array, pitch: number) {
    const bins = Math.max(8, Math.round(pitch));
    const [totals, counts] = [new Float64Array(bins), new Float64Array(bins)];
    for (let i = 0; i < sums.length; i += 1) {
        const bin = Math.floor(((i / pitch) % 1) * bins);
        totals[bin] += sums[i];
        counts[bin] += 1;
    }
    const means = totals.map((total, bin) => total / Math.max(1, counts[bin]));
    const best = means.indexOf(Math.max(...means));
    return { score: (means[best] - sumOf(means) / bins) * Math.sqrt(sums.length / pitch), offset: (best / bins) * pitch }; // few lines fit noise
}

/** The lattices that stand out in a part of the picture. */
function* latticesOf({ width, height }: Light, bands: Float32Array[][], [left, top, size]: number[]): Generator<Lattice> {
    const [startX, startY] = [Math.floor(left * width), Math.floor(top * height)];
    const [across, down] = ([[bands[0], top, startX], [bands[1], left, startY]] as const).map(([steps, from, start]) => {
        const part = steps.slice(Math.floor(from * steps.length), Math.ceil((from + size) * steps.length));
        return new Float32Array(Math.floor(steps[0].length * size)).map((_, i) => part.reduce((sum, band) => sum + Math.min(band[start + i], CLEAR_STEP), 0));
    });
    const trials = [];
    for (let pitch = MIN_PITCH; pitch <= Math.min(MAX_PITCH, Math.min(width, height) / MIN_SIDE); pitch *= 1.005) {
        const [x, y] = [comb(across, pitch), comb(down, pitch)];
        trials.push({ pitch, x: (startX + x.offset) % pitch, y: (startY + y.offset) % pitch, steepness: x.score + y.score });
    }
    trials.sort((a, b) => b.steepness - a.steepness);
    for (let count = 0; trials.length && count < CANDIDATES; count += 1) {
        const [best] = trials;
        yield best;
        trials.splice(0, Infinity, ...trials.filter(({ pitch }) => Math.abs(pitch - best.pitch) > best.pitch * 0.03));
    }
}

/** For each row or column of squares: how much each square has lines at its two sides, and steps between them. */
function measureAxis(picture: Light, isAcross: boolean, lattice: Lattice) {
    const { x, y, pitch } = lattice;
    const { width, height } = picture;
    const [start, other, length, limit] = isAcross ? [x, y, width, height] : [y, x, height, width];
    const reach = Math.max(1, pitch * 0.05);
    return Array.from({ length: Math.floor((limit - other) / pitch + 0.12) }, (_, band) => {
        const steps = latticeSteps(picture, isAcross, lattice, band, 2);
        const noise = 3 * steps.slice().sort()[Math.floor(length / 5)];
        const lines = steps.map((step) => Math.min(1, Math.max(0, step - noise) / STEP));
        const lineAt = (place: number) => {
            if (place < 1.5 || place > length - 1.5) return 0.8; // the edge of the picture may be one
            return Math.max(...lines.subarray(Math.round(place - reach), Math.round(place + reach) + 2));
        };
        return Array.from({ length: Math.floor((length - start) / pitch + 0.12) }, (_, square) => {
            const at = start + square * pitch;
            const between = lines.subarray(Math.round(at + 0.2 * pitch), Math.round(at + 0.8 * pitch));
            return { sides: [lineAt(at), lineAt(at + pitch)], steps: sumOf(between) / between.length };
        });
    });
}

/** The rectangle of the greatest sum. */
function bestRectangle(scores: number[][]): Rectangle {
    let best = { total: 0, top: 0, left: 0, rows: 0, columns: 0 };
    for (let top = 0; top < scores.length; top += 1) {
        const totals = scores[0].map(() => 0);
        for (let bottom = top; bottom < scores.length; bottom += 1) {
            let [total, left] = [0, 0];
            for (let column = 0; column < totals.length; column += 1) {
                totals[column] += scores[bottom][column];
                if (total <= 0) [total, left] = [0, column];
                total += totals[column];
                if (total > best.total) best = { total, top, left, rows: bottom - top + 1, columns: column - left + 1 };
            }
        }
    }
    return best;
}

/** The rectangle of the squares of a lattice that have lines around them. */
function layOut(picture: Light, lattice: Lattice) {
    const [across, down] = [measureAxis(picture, true, lattice), measureAxis(picture, false, lattice)];
    if (!across[0] || !down[0]) return undefined;
    const box = bestRectangle(across.map((row, r) => row.map(({ sides, steps }, c) => {
        const lines = [...sides, ...down[c][r].sides].sort((a, b) => a - b)[1]; // one may be missing: a white rim on white
        return lines - 0.2 * (steps + down[c][r].steps) - 0.6;
    })));
    return box.rows < MIN_SIDE || box.columns < MIN_SIDE ? undefined : box;
}

/** The start of lines near a place on which the sum of steps is greatest. */
function findSteepest(sums: Float32Array, start: number, count: number, pitch: number) {
    const reach = Math.min(5, pitch * 0.2);
    let best = { sum: -1, place: start };
    for (let place = start - reach; place <= start + reach; place += 0.25) {
        let sum = 0;
        for (let at = place, k = 0; k <= count; k += 1, at += pitch) {
            const i = Math.floor(at);
            sum += (sums[i] ?? 0) * (1 - at + i) + (sums[i + 1] ?? 0) * (at - i);
        }
        if (sum > best.sum) best = { sum, place };
    }
    return best;
}

/** Move the lines of a rectangle to the steepest places: there the dark rim of a raised square meets a light one. */
function sharpen(picture: Light, lattice: Lattice, { left, top, rows, columns }: Rectangle): Lattice {
    const [across, down] = ([[true, top, rows], [false, left, columns]] as const).map(([isAcross, first, count]) => {
        const bands = Array.from({ length: count }, (_, k) => latticeSteps(picture, isAcross, lattice, first + k));
        return bands[0].map((_, i) => bands.reduce((sum, band) => sum + band[i], 0) / count);
    });
    let best = { ...lattice, steepness: -1 };
    for (let pitch = lattice.pitch * 0.985; pitch <= lattice.pitch * 1.015; pitch += lattice.pitch / 2500) {
        const x = findSteepest(across, lattice.x + left * lattice.pitch, columns, pitch);
        const y = findSteepest(down, lattice.y + top * lattice.pitch, rows, pitch);
        const steepness = (x.sum + y.sum) / (rows + columns + 2);
        if (steepness > best.steepness) best = { pitch, x: x.place - left * pitch, y: y.place - top * pitch, steepness };
    }
    const first = (place: number) => place - Math.floor(place / best.pitch + 0.12) * best.pitch; // a cropped square is one
    return { ...best, x: first(best.x), y: first(best.y) };
}

/** Sharpen a lattice to a grid. */
function settle(picture: Light, start: Lattice): Grid | undefined {
    let [lattice, box] = [start, layOut(picture, start)];
    for (let round = 0; round < 3 && box; round += 1) {
        lattice = sharpen(picture, lattice, box);
        box = layOut(picture, lattice);
    }
    if (!box) return undefined;
    const { x, y, pitch, steepness } = lattice;
    return { left: x + box.left * pitch, top: y + box.top * pitch, pitch, rows: box.rows, columns: box.columns, worth: box.total * pitch ** 2 * steepness };
}

/** The grids of a picture, the best one first. */
export function findGrids({ data, width, height }: Picture): Grid[] {
    const light = Float32Array.from({ length: width * height }, (_, at) => 0.299 * data[at * 4] + 0.587 * data[at * 4 + 1] + 0.114 * data[at * 4 + 2]);
    const picture = { light, width, height };
    const bands = [height, width].map((limit, axis) => Array.from({ length: Math.ceil(limit / BAND) }, (_, k) => bandSteps(picture, axis === 0, k * BAND, (k + 1) * BAND)));
    const [grids, tried]: [Grid[], { x: number, y: number, pitch: number }[]] = [[], []];
    for (const part of PARTS) for (const lattice of latticesOf(picture, bands, part)) {
        const { x, y, pitch } = lattice;
        const offset = (distance: number) => Math.abs(distance / pitch - Math.round(distance / pitch));
        if (tried.some((other) => Math.abs(other.pitch - pitch) < 0.004 * pitch && offset(x - other.x) + offset(y - other.y) < 0.15)) continue;
        const grid = settle(picture, lattice);
        tried.push(lattice);
        if (grid) tried.push({ x: grid.left, y: grid.top, pitch: grid.pitch });
        if (grid) grids.push(grid);
    }
    return grids.sort((a, b) => b.worth - a.worth);
}
