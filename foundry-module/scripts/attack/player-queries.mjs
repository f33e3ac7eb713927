/**
 * Players' questions, answered at the client that keeps the bridge.
 *
 * Foundry does not tell who asks, so a question is trusted with nothing: only ids and the attack's own numbers are taken
 * from it, everything else is looked up here; hidden tokens, and scenes that no player views, do not exist for it; and
 * all players together get so many answers a second.
 */

import { coign } from "../context.mjs";
import { t } from "../util/translate.mjs";
import { survey } from "./evaluate.mjs";
import { asPlayer, published } from "./requests.mjs";

const ANSWERS_PER_SECOND = 10;
const BURST = 20;
const SURVEY_COST = 10; // answers that a heat map counts for
const SQUARES = 2000; // more than anybody walks in a round

let left = BURST;
let filled = 0;
let surveys = 0;

/**
 * `CONFIG.queries["coign.evaluate"]`. What it throws, the asking client gets to read.
 *
 * @param {Coign.Question} question
 * @returns {Promise<Coign.Annotation>}
 */
export async function answerPlayer(question) {
  const annotation = await coign.evaluate(admitted(question, 1));
  return published(annotation, annotation, { hit: false, chance: false });
}

/**
 * `CONFIG.queries["coign.survey"]`: a heat map, whole.
 *
 * @param {Coign.Question & {squares: [number, number][]}} question
 * @returns {Promise<Coign.SurveyPart>}
 */
export async function surveyForPlayer({ squares, ...question }) {
  const place = (/** @type {unknown} */ one) => Array.isArray(one) && one.length === 2 && one.every(Number.isFinite);
  if (!Array.isArray(squares) || squares.length > SQUARES || !squares.every(place))
    throw new Error(t("COIGN.Errors.NoSuchThing"));
  const asked = admitted(question, SURVEY_COST);
  /** @type {number[]} */
  const values = [];
  surveys += 1;
  await survey(coign, asked, squares, {
    id: `players-survey-${surveys}`,
    part: ({ start, values: some = [] }) => {
      values.splice(start, some.length, ...some);
    },
  });
  return { start: 0, values };
}

/**
 * The question as a player may ask it.
 * @param {Coign.Question} question
 * @param {number} cost in answers
 * @returns {Coign.Question}
 */
function admitted({ scene: id, actor, targets, occasion, attack, at }, cost) {
  if (!coign.setting("playersAsk")) throw new Error(t("COIGN.Errors.PlayersMayNot"));
  if (!coign.bridge.connected) throw new Error(t("COIGN.Errors.NotConnected"));
  if (!spend(cost, performance.now() / 1000)) throw new Error(t("COIGN.Errors.TooMany"));
  const viewed = game.users.some((user) => !user.isGM && user.active && user.viewedScene === id);
  const scene = viewed ? game.scenes.get(id) : null;
  if (!scene || !Array.isArray(targets)) throw new Error(t("COIGN.Errors.NoSuchThing"));
  const asked = asPlayer({ scene: id, actor, targets, occasion, attack, at }, (token) => scene.tokens.get(token));
  if (!asked) throw new Error(t("COIGN.Errors.NoSuchThing"));
  return asked;
}

/**
 * So many answers' worth from the bucket.
 * @param {number} cost
 * @param {number} now seconds
 */
function spend(cost, now) {
  left = Math.min(BURST, left + (now - filled) * ANSWERS_PER_SECOND);
  filled = now;
  if (left < cost) return false;
  left -= cost;
  return true;
}
