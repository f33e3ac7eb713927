/**
 * Queries of players, answered at the client that owns the connection.
 *
 * Foundry does not tell who sends a query, so nothing in it is trusted. Only ids and the numbers of the attack are taken
 * from it, the rest is looked up here. Hidden tokens, and scenes that no player views, do not exist for it. Each player
 * has a budget of answers a second (`player-budgets.mjs`).
 */

import { t } from "../util/translate.mjs";
import { survey } from "./evaluate.mjs";
import { asPlayer, published } from "./publish.mjs";

const SURVEY_COST = 10; // answers that a heat map counts for
const SQUARES = 2000; // more than any token can reach in a round

/** @typedef {Coign.Context} Context */

/**
 * `CONFIG.queries["coign.evaluate"]`. The asking client gets the message of what it throws.
 *
 * @param {Context} coign
 * @param {Coign.EvaluateRequest} request
 * @returns {Promise<Coign.Annotation>}
 */
export async function answerPlayer(coign, request) {
  const annotation = await coign.evaluate(admit(coign, request, 1));
  return published(annotation, annotation, { hit: false, chance: false });
}

/**
 * `CONFIG.queries["coign.survey"]`: a whole heat map.
 *
 * @param {Context} coign
 * @param {Coign.EvaluateRequest & {squares: [number, number][]}} request
 * @returns {Promise<Coign.SurveyPart>}
 */
export async function surveyForPlayer(coign, { squares, ...request }) {
  const isPlace = (/** @type {unknown} */ value) =>
    Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
  if (!Array.isArray(squares) || squares.length > SQUARES || !squares.every(isPlace))
    throw new Error(t("COIGN.Errors.NoSuchThing"));
  const admitted = admit(coign, request, SURVEY_COST);
  /** @type {number[]} */
  const values = [];
  await survey(coign, admitted, squares, {
    id: coign.bridge.nextId("players-survey"),
    part: ({ start, values: received = [] }) => {
      values.splice(start, received.length, ...received);
    },
  });
  return { start: 0, values };
}

/**
 * Return a request as a player may send it.
 *
 * @param {Context} coign
 * @param {Coign.EvaluateRequest & {key?: unknown}} request
 * @param {number} cost in answers
 * @returns {Coign.EvaluateRequest}
 * @throws {Error} players may not ask, or not this, or not so often
 */
function admit(coign, { key, scene: id, actor, targets, occasion, attack, at }, cost) {
  if (!coign.setting("playersAsk")) throw new Error(t("COIGN.Errors.PlayersMayNot"));
  if (!coign.bridge.connected) throw new Error(t("COIGN.Errors.NotConnected"));
  if (!coign.playerBudgets.spend(key, cost, performance.now() / 1000)) throw new Error(t("COIGN.Errors.TooMany"));
  const viewed = game.users.some((user) => !user.isGM && user.active && user.viewedScene === id);
  const scene = viewed ? game.scenes.get(id) : null;
  if (!scene || !Array.isArray(targets)) throw new Error(t("COIGN.Errors.NoSuchThing"));
  const request = asPlayer({ scene: id, actor, targets, occasion, attack, at }, (token) => scene.tokens.get(token));
  if (!request) throw new Error(t("COIGN.Errors.NoSuchThing"));
  return request;
}
