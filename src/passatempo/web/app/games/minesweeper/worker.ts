// The worker that reads a picture. A large one is scaled by halves; a file that is no picture shows no minefield.

import { read } from "./reader.ts";

const MAX_SIDE = 4096; // pixels

addEventListener("message", async ({ data }) => {
    const bitmap = await createImageBitmap(data).catch(() => undefined);
    if (!bitmap) return globalThis.postMessage(undefined);
    const side = halve(Math.max(bitmap.width, bitmap.height));
    // The squares of a dense screen may be too large for the lines to be found.
    return globalThis.postMessage(read(pixelsOf(bitmap, side)) ?? read(pixelsOf(bitmap, side / 2)));
});

const halve = (side: number): number => (side > MAX_SIDE ? halve(side / 2) : side);

/** The pixels, with the longer side scaled to so many; white below what is transparent. */
function pixelsOf(bitmap: ImageBitmap, side: number) {
    const scale = side / Math.max(bitmap.width, bitmap.height);
    const canvas = new OffscreenCanvas(Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale));
    const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height);
}
