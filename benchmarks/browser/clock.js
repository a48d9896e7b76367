// What the benchmarks of the app time a page with, run in the page: `window.clock(seed)`.
window.clock = (seed) => {
    let state = seed;
    const below = (bound) => (state = (state * 1103515245 + 12345) % 2 ** 31) % bound;
    const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const { port1, port2 } = new MessageChannel();
    const turn = () => new Promise((done) => { port1.onmessage = done; port2.postMessage(0); }); // a task of its own
    const pause = (time) => new Promise((done) => setTimeout(done, time));
    // From a deed to the change that answers it, laid out, and to the frame after it; NaN where there is no answer.
    const timed = async (watched, what, deed) => {
        await pause(0); // what these tools work out is no part of it
        const began = performance.now();
        const answered = new Promise((done) => {
            new MutationObserver(async (_, watcher) => {
                watcher.disconnect();
                await turn(); // the page lays out in another task than the one that changed the board; so do we
                watched.getBoundingClientRect();
                done(performance.now() - began);
            }).observe(watched, { subtree: true, ...what });
            setTimeout(() => done(NaN), 3000);
        });
        deed();
        const found = await answered;
        await painted();
        return [found, performance.now() - began];
    };
    const press = (cell, button = 0) => {
        for (const kind of ["pointerdown", "pointerup"]) {
            cell.dispatchEvent(new PointerEvent(kind, { bubbles: true, isPrimary: true, button, buttons: 1 << button }));
        }
    };
    return { below, pause, timed, press };
};
