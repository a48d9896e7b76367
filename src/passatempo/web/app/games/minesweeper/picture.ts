// A screenshot of a minefield as a board. The reader runs in a worker of its own, and both are fetched when first needed.
// Nothing leaves the machine.

/** A board with the codes of a draft, and MINE for an open mine; the cells that may be read wrongly are doubtful. */
export type PictureReading = { rows: number, columns: number, cells: number[], doubtful: number[] };

/** Read a picture; nothing if it shows no minefield. */
export function readPicture(picture: Blob): Promise<PictureReading | undefined> {
    const worker = new Worker(new URL("../joined/picture_worker.js", import.meta.url), { type: "module" });
    const reading = new Promise<PictureReading | undefined>((resolve, reject) => {
        worker.addEventListener("message", ({ data }) => resolve(data));
        worker.addEventListener("error", ({ message }) => reject(new Error(message)));
    });
    worker.postMessage(picture);
    return reading.finally(() => worker.terminate());
}
