// @ts-check
// Where chance comes from: a seed, from which everything else follows.

/** Draw a new seed of 32 bits: short enough to be told. */
export const newSeed = () => BigInt(crypto.getRandomValues(new Uint32Array(1))[0]);

/** A seed as kernels read it. @param {bigint} seed */
export const digits = (seed) => new TextEncoder().encode(String(seed));
