/** Ask the bridge for annotations: directly if this client owns the connection, else through the client that does. */

import { planOf } from "../connection/connect.mjs";
import { overridesInForce } from "../overrides/store.mjs";
import { Unanswered } from "../util/errors.mjs";
import { ID, t } from "../util/foundry.mjs";
import { DEFAULTS } from "../util/wire.mjs";
import { foreseen, opponentsIn } from "./foreseen.mjs";
import { saidByModules } from "./other-modules.mjs";

/** @typedef {import("../scene-sync/synced-scene.mjs").Then} Then */

const EVALUATE_TIMEOUT = 5000; // ms for another client's answer: a preview that comes later is out of date
const SURVEY_TIMEOUT = 20_000; // ms: thousands of squares take longer, and the user sees progress

/** The queue's lane for GMs' questions before a roll. Each player has one lane, so no user waits for another. */
const PREVIEWS = "previews";

/**
 * Return the present result of a request. On a client without the connection it contains only what a player may know.
 *
 * @param {Coign.Context} coign
 * @param {Coign.EvaluateRequest} request
 * @param {string} [lane] who asks, as the queue counts it
 */
export async function evaluate(coign, request, lane = PREVIEWS) {
  if (coign.engine.connected) {
    requireRules(coign);
    await coign.queue.turn(lane);
    const [annotation] = await send(coign, foreseen(coign, request));
    return annotation;
  }
  return owner(coign).query(`${ID}.evaluate`, withKey(coign, request), { timeout: EVALUATE_TIMEOUT });
}

/**
 * Return what an attack from each of many places would be worth: in parts if this client owns the connection, else in
 * one part from the client that does.
 *
 * @param {Coign.Context} coign
 * @param {Coign.EvaluateRequest} request
 * @param {[number, number][]} places north-west corners, pixels
 * @param {object} options
 * @param {string} options.id
 * @param {(answer: Coign.SurveyPart) => void} options.part
 * @param {boolean} [options.both] also what each target would have against the actor there, by its likely attack
 * @param {string} [options.lane] who asks, as the queue counts it
 */
export async function survey(coign, request, places, { id, part, both = false, lane = PREVIEWS }) {
  if (!coign.engine.connected)
    return part(
      await owner(coign).query(
        `${ID}.survey`,
        { ...withKey(coign, request), places, both },
        { timeout: SURVEY_TIMEOUT },
      ),
    );
  requireRules(coign);
  await coign.queue.turn(lane);
  await coign.scenes.ready(request.scene);
  const of = both ? opponentsIn(coign, request) : [];
  const asked = { ...asSent(foreseen(coign, request)), id };
  await coign.engine.request({ type: "survey", id, request: asked, of, places, both }, { part });
}

/**
 * Add the key of this player's budget, if it has one.
 * @param {Coign.Context} coign
 * @param {Coign.EvaluateRequest} request
 */
const withKey = ({ previewKey }, request) => ({ ...request, ...(previewKey && { key: previewKey }) });

/**
 * Throw if the bridge has not the rules that the world is set to: it would judge by those that it had before.
 * @param {Coign.Context} coign
 */
function requireRules({ rulesProblem }) {
  if (rulesProblem) throw new Unanswered(t("COIGN.Errors.NoRules", { why: rulesProblem }));
}

/**
 * Return the user whose client owns the connection.
 * @param {Coign.Context} coign
 */
export function owner(coign) {
  const { owner: user } = planOf(coign);
  if (!user) throw new Unanswered(t("COIGN.Errors.NoGM"));
  if (user.isSelf) throw new Unanswered(t("COIGN.Errors.NotConnected"));
  return user;
}

/**
 * Send several requests about one scene to the bridge: about the scene as it was at a moment if one is given and still
 * known, else about the scene as it is now. This client must own the connection. A request with `viewers` takes one turn
 * and has one annotation for each of them. Returns the moment that was asked about; undefined: the present.
 *
 * @param {Coign.Context} coign
 * @param {Coign.EvaluateRequest[]} requests at least one
 * @param {{moment?: Then, lane: string}} options `lane`: who makes the bridge work, as the queue counts it
 */
export async function evaluateAll(coign, requests, { moment, lane }) {
  requireRules(coign);
  await Promise.all(requests.map(() => coign.queue.turn(lane)));
  const { answers, ...asked } = await askAsOf(coign, requests[0].scene, moment, async () =>
    (await Promise.all(requests.map((request) => askBridge(coign, request)))).flat(),
  );
  return { annotations: answers, ...asked };
}

/**
 * Ask the engine for the decision of a press on a roll. This client must own the connection.
 *
 * @param {Coign.Context} coign
 * @param {Coign.EvaluateRequest} request the roll as it was judged
 * @param {Coign.Press} press
 * @param {{moment?: Then, lane: string}} options
 * @returns {Promise<import("../overrides/overrides.mjs").Change & {views: Coign.Annotation[]}>}
 */
export async function askPress(coign, request, press, { moment, lane }) {
  requireRules(coign);
  await coign.queue.turn(lane);
  const { answers } = await askAsOf(coign, request.scene, moment, async () => {
    const sent = asSent(request);
    const every = [...sent.overrides, ...coign.setting("overrides")]; // as the engine numbers them
    const answer = await coign.engine.request({ type: "press", ...press, request: { ...sent, id: "press" } });
    const remove = answer.remove.map((/** @type {number} */ number) => every[number]);
    // As it is stored, an override has its scope and its state.
    const { scope, state } = DEFAULTS;
    const add = answer.add.map((/** @type {Coign.Override} */ one) => ({ scope, state, ...one }));
    return [{ ...answer, remove, add, revision: answer.views[0].revision }];
  });
  const [{ remove, add, views }] = answers;
  return { remove, add, views };
}

/** @param {unknown} problem */
const codeOf = (problem) => (problem instanceof Error && "code" in problem ? problem.code : "");

/** Return a request as it is sent. @param {Coign.EvaluateRequest} request */
function asSent(request) {
  const { occasion = DEFAULTS.occasion } = request; // a player's request may hold it undefined
  const overrides = [...overridesInForce(request), ...saidByModules({ ...request, occasion })];
  return /** @type {const} */ ({ ...request, occasion, overrides, type: "evaluate" });
}

/**
 * Send a request once.
 * @param {Coign.Context} coign
 * @param {Coign.EvaluateRequest} request
 * @returns {Promise<Coign.Annotation[]>} one for each of its viewers
 */
async function askBridge({ engine }, request) {
  const sent = asSent(request);
  const answers = await engine.requestAll(sent, { count: request.viewers?.length || 1 });
  if (isDebugged()) console.debug("Coign | asked and answered:", sent, answers);
  return answers;
}

/** Return whether the browser's console shall have each question and its answer: `CONFIG.debug.coign = true`. */
const isDebugged = () => typeof CONFIG === "object" && /** @type {{coign?: boolean}} */ (CONFIG.debug)?.coign === true;

/**
 * Send a request about the scene as it is now, with the overrides in force.
 *
 * @param {Coign.Context} coign
 * @param {Coign.EvaluateRequest} request
 * @returns {Promise<Coign.Annotation[]>} one for each of its viewers
 */
const send = async (coign, request) =>
  (await askAsOf(coign, request.scene, undefined, () => askBridge(coign, request))).answers;

/**
 * Send a request about a scene at a given moment, or at present if the moment is missing or no longer known. If the bridge
 * was restarted meanwhile, or has an older revision, send the scene and repeat the request once.
 *
 * @template {{revision: number}} Answer
 * @param {Coign.Context} coign
 * @param {string} scene
 * @param {Then | undefined} moment
 * @param {() => Promise<Answer[]>} ask sends its questions at once
 * @returns {Promise<{answers: Answer[], moment?: Then}>} the moment that was asked about; without one the present
 */
async function askAsOf({ scenes }, scene, moment, ask) {
  const revision = await scenes.ready(scene);
  try {
    if (moment !== undefined) {
      const answers = await scenes.asOf(scene, moment, async (then) => {
        const found = await ask();
        return found.every((answer) => answer.revision === then) ? found : null;
      });
      if (answers) return { answers, moment };
    }
    const answers = await ask();
    if (answers[0].revision >= revision) return { answers };
  } catch (problem) {
    // The bridge does not have the scene, or not as we believed.
    if (codeOf(problem) !== "unknown-scene") throw problem;
    scenes.forget(scene);
  }
  await scenes.ready(scene);
  return { answers: await ask() };
}
