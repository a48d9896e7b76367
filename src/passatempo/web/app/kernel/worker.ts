// A worker. It receives compiled modules by name, and answers one question at a time. A module has memory, exports and
// traps; tests run it without a worker.

/** The WASI functions that the C++ library imports: the clock, and files, which do not exist. */
const NO_SUCH_FILE = 8;

function wasmImports(memory: () => WebAssembly.Memory): WebAssembly.Imports {
    const none = () => NO_SUCH_FILE;
    return {
        wasi_snapshot_preview1: {
            clock_time_get(_clock: number, _precision: bigint, into: number) {
                const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
                new DataView(memory().buffer).setBigUint64(into, nanoseconds, true);
                return 0;
            },
            fd_write: none,
            fd_seek: none,
            fd_close: none,
        },
    };
}

/** A question was refused, or the module crashed. Discard the module. */
export class Trap extends Error {}

/** Why a search stopped, in the order of `Stop` in native/budget.hpp. */
const STOPS = ["done", "seconds", "nodes", "memory", "cancelled"];

export class Module {
    exports: any;
    memory: WebAssembly.Memory;

    constructor(wasmModule: WebAssembly.Module) {
        const instance = new WebAssembly.Instance(wasmModule, wasmImports(() => this.memory));
        this.exports = instance.exports as any;
        this.memory = this.exports.memory as WebAssembly.Memory;
        this.exports._initialize?.();
    }

    /**
     * Answer a question. Throws `Trap` with the reason if it is refused.
     * @returns a copy, since no view of the module's memory outlives a call
     */
    answer(question: number, request: Uint8Array): { stop: string, reply: Uint8Array } {
        try {
            const at = this.exports.take(request.length);
            new Uint8Array(this.memory.buffer, at, request.length).set(request);
            const stop = this.exports.ask(question);
            const reply = new Uint8Array(this.memory.buffer, this.exports.reply(), this.exports.reply_size()).slice();
            return { stop: STOPS[stop], reply };
        } catch (error) {
            throw new Trap(this.#trapReason() || String(error));
        }
    }

    #trapReason() {
        const bytes = new Uint8Array(this.memory.buffer);
        const from = this.exports.why();
        return new TextDecoder().decode(bytes.subarray(from, bytes.indexOf(0, from)));
    }
}

const compiled = new Map<string, WebAssembly.Module>();
const running = new Map<string, Module>();

function runModule(name: string): Module {
    let runningModule = running.get(name);
    if (!runningModule) {
        runningModule = new Module(compiled.get(name) as WebAssembly.Module);
        running.set(name, runningModule);
    }
    return runningModule;
}

// Node, in which tests call modules, has no messages.
globalThis.addEventListener?.("message", ({ data }) => {
    if (data.compiled) {
        compiled.set(data.name, data.compiled);
        runModule(data.name); // starts now, not at the first question
        return;
    }
    const { id, name, question, request } = data;
    try {
        postMessage({ id, ...runModule(name).answer(question, request) });
    } catch (error) {
        running.delete(name); // after a fault its memory cannot be trusted
        postMessage({ id, fault: error instanceof Error ? error.message : String(error) });
    }
});
