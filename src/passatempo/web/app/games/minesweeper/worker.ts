// The worker that reads a picture. A large one is scaled by halves; a file that is no picture shows no minefield.

import { read } from "./reader.ts";

const LARGEST = 4_096; // pixels of a side

addEventListener("message", async ({ data }) => {
    const bitmap = await createImageBitmap(data).catch(() => undefined);
    globalThis.postMessage(bitmap && read(pixelsOf(bitmap)));
});

function pixelsOf(bitmap: ImageBitmap) {
    let scale = 1;
    while (Math.max(bitmap.width, bitmap.height) * scale > LARGEST) scale /= 2;
    const canvas = new OffscreenCanvas(Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale));
    const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height);
}
