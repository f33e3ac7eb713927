/** Ask what would come of something: at the bridge where this client keeps it, else at the client that does. */

import { keeperOf } from "../connection/owner.mjs";
import { inForce } from "../overrides/store.mjs";
import { Unanswered } from "../util/errors.mjs";
import { ID } from "../util/id.mjs";

const PATIENCE = 5000; // ms that another client has for its answer: a preview that comes later is about the past
const SURVEY_PATIENCE = 20_000; // thousands of places take longer, and the asker sees that they do

/**
 * @param {Coign.Context} coign
 * @param {Coign.Question} question
 * @returns {Promise<Coign.Annotation>}
 */
export async function evaluate(coign, question) {
  if (coign.bridge.connected) return ask(coign, question);
  return keeper().query(`${ID}.evaluate`, question, { timeout: PATIENCE });
}

/**
 * What an attack from each of these places would be worth: in parts where this client keeps the bridge, whole from the
 * client that does.
 *
 * @param {Coign.Context} coign
 * @param {Coign.Question} question
 * @param {[number, number][]} squares north-west corners, pixels
 * @param {{id: string, part: (answer: Coign.SurveyPart) => void}} how
 */
export async function survey(coign, question, squares, { id, part }) {
  if (!coign.bridge.connected)
    return part(await keeper().query(`${ID}.survey`, { ...question, squares }, { timeout: SURVEY_PATIENCE }));
  await coign.stream.ready(question.scene);
  await coign.bridge.request({ type: "survey", id, request: { ...messageOf(question), id }, squares }, { part });
}

/** The user whose client can answer. */
function keeper() {
  const found = keeperOf(game.users ?? [], game.users?.activeGM);
  if (!found) throw new Unanswered(game.i18n.localize("COIGN.Errors.NoGM"));
  if (found.isSelf) throw new Unanswered(game.i18n.localize("COIGN.Errors.NotConnected"));
  return found;
}

/**
 * Several questions about one scene, at the bridge that this client keeps: as it stood in an earlier revision where one
 * is given and still known, else as it stands now.
 *
 * @param {Coign.Context} coign
 * @param {Coign.Question[]} questions at least one
 * @param {number} [revision]
 * @returns {Promise<{annotations: Coign.Annotation[], revision: number}>}
 */
export async function evaluateAll(coign, questions, revision) {
  const [{ scene }] = questions;
  if (revision !== undefined) {
    await coign.stream.ready(scene);
    const asked = coign.stream.asOf(scene, revision, async (then) => {
      const answers = await Promise.all(questions.map((one) => coign.bridge.request(messageOf(one))));
      return answers.every((answer) => answer.revision === then) ? answers : null;
    });
    const annotations = await asked?.catch(unlessLost);
    if (annotations) return { annotations, revision };
  }
  const annotations = await Promise.all(questions.map((one) => ask(coign, one)));
  return { annotations, revision: annotations[0].revision };
}

/**
 * The bridge has not got the scene, or has it no longer as we believed: then it is asked anew about the present.
 * @param {unknown} problem
 */
function unlessLost(problem) {
  if (codeOf(problem) !== "unknown-scene") throw problem;
  return null;
}

/** @param {unknown} problem */
const codeOf = (problem) => (problem instanceof Error && "code" in problem ? problem.code : "");

/** @param {Coign.Question} question */
const messageOf = (question) => {
  const { occasion = "attack" } = question; // a player's question may hold it undefined
  return /** @type {const} */ ({ ...question, occasion, overrides: inForce(question), type: "evaluate" });
};

/**
 * At the bridge, with the overrides in force, about the scene as it stands now. A bridge that was restarted meanwhile,
 * or that has an older revision, is brought up to date and asked once more.
 *
 * @param {Coign.Context} coign
 * @param {Coign.Question} question
 * @returns {Promise<Coign.Annotation>}
 */
async function ask({ bridge, stream }, question) {
  const message = messageOf(question);
  const revision = await stream.ready(question.scene);
  try {
    const annotation = await bridge.request(message);
    if (annotation.revision >= revision) return annotation;
  } catch (problem) {
    if (codeOf(problem) !== "unknown-scene") throw problem;
    stream.forget(question.scene);
  }
  await stream.ready(question.scene);
  return bridge.request(message);
}
