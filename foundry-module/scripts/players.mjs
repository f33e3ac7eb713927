/**
 * Players' questions, answered at the client that keeps the bridge.
 *
 * Foundry does not tell who asks, so a question is trusted with nothing: only ids and the attack's own numbers are taken
 * from it, everything else is looked up here; hidden tokens, and scenes that are neither active nor viewed by a player, do not exist for it; and all
 * players together get so many answers a second.
 */

import { coign } from "./coign.mjs";
import { asPlayer, published } from "./questions.mjs";
import { t } from "./translate.mjs";

const ANSWERS_PER_SECOND = 10;
const BURST = 20;

let left = BURST;
let filled = 0;

/**
 * `CONFIG.queries["coign.evaluate"]`. What it throws, the asking client gets to read.
 *
 * @param {Coign.Question} question
 * @returns {Promise<Coign.Annotation>}
 */
export async function answerPlayer(question) {
  if (!coign.setting("playersAsk")) throw new Error(t("COIGN.Errors.PlayersMayNot"));
  if (!coign.bridge.connected) throw new Error(t("COIGN.Errors.NotConnected"));
  if (!spend(performance.now() / 1000)) throw new Error(t("COIGN.Errors.TooMany"));
  const { scene: id, actor, targets, occasion, attack, at } = question;
  const scene = game.users.some((user) => !user.isGM && user.active && user.viewedScene === id)
    ? game.scenes.get(id)
    : null;
  if (!scene || !Array.isArray(targets)) throw new Error(t("COIGN.Errors.NoSuchThing"));
  const taken = { scene: id, actor, targets, occasion, attack, at };
  const asked = asPlayer(taken, (token) => scene.tokens.get(token));
  if (!asked) throw new Error(t("COIGN.Errors.NoSuchThing"));
  const annotation = await coign.evaluate(asked);
  return published(annotation, annotation, { hit: false, chance: false });
}

/**
 * One answer's worth from the bucket.
 * @param {number} now seconds
 */
function spend(now) {
  left = Math.min(BURST, left + (now - filled) * ANSWERS_PER_SECOND);
  filled = now;
  if (left < 1) return false;
  left -= 1;
  return true;
}
