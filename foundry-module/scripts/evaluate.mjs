/** Ask what would come of something: at the bridge where this client keeps it, else at the client that does. */

import { Unanswered } from "./errors.mjs";
import { ID } from "./id.mjs";
import { keeperOf } from "./keeper.mjs";
import { inForce } from "./override-store.mjs";

const PATIENCE = 5000; // ms that another client has for its answer: a preview that comes later is about the past

/**
 * @param {Coign.Context} coign
 * @param {Coign.Question} question
 * @returns {Promise<Coign.Annotation>}
 */
export async function evaluate(coign, question) {
  if (coign.bridge.connected) return ask(coign, question);
  const keeper = keeperOf(game.users ?? [], game.users?.activeGM);
  if (!keeper) throw new Unanswered(game.i18n.localize("COIGN.Errors.NoGM"));
  if (keeper.isSelf) throw new Unanswered(game.i18n.localize("COIGN.Errors.NotConnected"));
  return keeper.query(`${ID}.evaluate`, question, { timeout: PATIENCE });
}

/**
 * At the bridge, with the overrides in force, about the scene as it stands now. A bridge that was restarted meanwhile,
 * or that has an older revision, is brought up to date and asked once more.
 *
 * @param {Coign.Context} coign
 * @param {Coign.Question} question
 * @returns {Promise<Coign.Annotation>}
 */
async function ask({ bridge, stream }, question) {
  const message = { occasion: "attack", ...question, overrides: inForce(question), type: "evaluate" };
  const revision = await stream.ready(question.scene);
  try {
    const annotation = await bridge.request(message);
    if (annotation.revision >= revision) return annotation;
  } catch (problem) {
    const code = problem instanceof Error && "code" in problem ? problem.code : "";
    if (code !== "unknown-scene") throw problem;
    stream.forget(question.scene);
  }
  await stream.ready(question.scene);
  return bridge.request(message);
}
