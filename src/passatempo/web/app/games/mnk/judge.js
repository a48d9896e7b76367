// @ts-check
// What a position is worth: threats, the engine's move and the play that it expects, asked once for each position; and
// where the engine only thinks so, a proof.

import { threats } from "../../kernel/mnk.js";
import { UNPROVED } from "./engine.js";

/** @import { Client } from "../../kernel/client.js" */
/** @import { Thinker } from "./engine.js" */
/** @import { Game } from "./game.js" */
/** @import { Known } from "./told.js" */

const LOOK = 0.5; // seconds of an evaluation
const PROOF = 3;
const GREATEST = 5; // level

export class Judge {
    /** What was told last, and of which position. @type {{ stamp: number, known: Known } | undefined} */
    #kept;

    /**
     * @param {Client} quick
     * @param {Thinker} thinker
     */
    constructor(quick, thinker) {
        this.quick = quick;
        this.thinker = thinker;
    }

    /**
     * @param {Game["ground"]} ground
     * @param {number} stamp of the position
     */
    async known(ground, stamp) {
        if (this.#kept?.stamp === stamp) return this.#kept.known;
        const [{ tell: seen }, choice] = await Promise.all([
            threats(this.quick, { position: ground.position }),
            this.thinker.choose(ground, GREATEST, { seconds: LOOK }),
        ]);
        const known = { choice, threats: seen };
        this.#kept = { stamp, known };
        return known;
    }

    /**
     * The same with a proof; nothing where there is no need of one, or none was found.
     * @param {Game["ground"]} ground
     * @param {Known} known
     * @param {number} stamp
     */
    async proved(ground, known, stamp) {
        const { choice } = known;
        if (choice.worth !== UNPROVED || ground.proofs === 0) return undefined;
        const found = await this.thinker.prove(ground, { seconds: PROOF });
        if (found.worth === UNPROVED) return undefined;
        const sure = { ...choice, worth: found.worth, plies: found.plies, chance: (1 + found.worth) / 2 };
        const told = { choice: sure, threats: known.threats };
        if (this.#kept?.stamp === stamp) this.#kept.known = told;
        return told;
    }
}
