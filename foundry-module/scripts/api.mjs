/**
 * The API for macros and other modules: `game.modules.get("coign").api`. Everything else may change without notice.
 *
 * Hooks beside it: `coign.annotated` (message, annotation), `coign.overridden` (override, message).
 */

import { annotate } from "./attack/annotate.mjs";
import { removeOverride, setOverride } from "./overrides/store.mjs";

/** @param {Coign.Context} coign */
export const createApi = (coign) =>
  Object.freeze({
    /**
     * Return what would come of an attack, or of another occasion. On a player's client the GM's client is asked, and
     * the answer holds what a player may know.
     *
     * @param {Coign.EvaluateRequest} request `{scene, actor, targets}` are needed: ids of a scene and of tokens in it
     * @returns {Promise<Coign.Annotation>}
     * @throws {Error} nobody can answer; the message is a sentence for people
     */
    evaluate: (request) => coign.evaluate(request),

    /**
     * Annotate the attack in a message again, as everybody stands now. Only on the GM's client that owns the connection.
     * @param {ChatMessage.Implementation} message
     */
    annotate: (message) => annotate(coign, message, { again: true }),

    /**
     * Set a GM's override of a modifier or a fact.
     * @param {Coign.Override} override
     * @param {string} scene a scene's id
     * @param {ChatMessage.Implementation} [message] needed for an override of scope "roll"
     */
    override: (override, scene, message) => setOverride(coign, override, message, scene),

    /**
     * Remove an override.
     * @param {Coign.Override} override
     * @param {string} scene a scene's id
     * @param {ChatMessage.Implementation} [message] needed for an override of scope "roll"
     */
    removeOverride: (override, scene, message) => removeOverride(coign, override, message, scene),

    /** The state of the connection: "connected", "reconnecting", "unpaired" ... */
    get state() {
      return coign.bridge.status.state;
    },
  });
