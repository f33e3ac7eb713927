/**
 * What macros and other modules may use: `game.modules.get("coign").api`. Everything else may change without notice.
 *
 * Hooks beside it: `coign.annotated` (message, annotation), `coign.overridden` (override, message).
 */

import { judge } from "./attack/annotate.mjs";
import { coign } from "./context.mjs";
import { say, takeBack } from "./overrides/store.mjs";

export const api = Object.freeze({
  /**
   * What would come of an attack (or another occasion). On a player's client the GM's client is asked, and the answer
   * holds what a player may know.
   *
   * @param {Coign.Question} question `{scene, actor, targets}` are needed: ids of a scene and of tokens in it
   * @returns {Promise<Coign.Annotation>}
   * @throws {Error} where nobody can answer: its message is a sentence for people
   */
  evaluate: (question) => coign.evaluate(question),

  /**
   * Judge the attack in a message again, on the GM's client that keeps the bridge.
   * @param {ChatMessage.Implementation} message
   */
  judge: (message) => judge(message, { again: true }),

  /**
   * A GM's word on a modifier or fact; `message` for one of scope "roll".
   * @param {Coign.Override} override
   * @param {string} scene a scene's id
   * @param {ChatMessage.Implementation} [message]
   */
  override: (override, scene, message) => say(override, message, scene),

  /**
   * Take such a word back.
   * @param {Coign.Override} override
   * @param {string} scene a scene's id
   * @param {ChatMessage.Implementation} [message]
   */
  takeBack: (override, scene, message) => takeBack(override, message, scene),

  /** How the connection stands: "connected", "reconnecting", "unpaired" ... */
  get state() {
    return coign.bridge.status.state;
  },
});
