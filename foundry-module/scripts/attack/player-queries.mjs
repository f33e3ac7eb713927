/**
 * Queries of players, answered at the client that owns the connection.
 *
 * Foundry does not tell who sends a query, so nothing in it is trusted: it is read by the table of fields. It names tokens
 * and says what they attack with; the rest is looked up here. Hidden tokens do not exist for it, nor do scenes that no
 * player views. Each player has a budget of answers a second (`player-budgets.mjs`).
 *
 * An answer takes one fixed time, also if it is an error; a heat map takes one or more steps of time. How long the bridge
 * takes depends on what else it has to do, and that may be about a token that the player does not see.
 */

import { FIELDS, fieldsOf } from "../util/fields.mjs";
import { t } from "../util/foundry.mjs";
import { survey } from "./evaluate.mjs";
import { published } from "./publish.mjs";

const SURVEY_COST = 10; // answers that a heat map counts for
export const ANSWERED_AFTER = 150; // ms: more than the bridge takes when it is busy; if it is not enough, the same again
const SURVEYED_AFTER = 500; // ms, in the same way
const PLACES = 2000; // more than any token can reach in a round
const OPPONENTS = 20;
const PER_ANSWER = 4; // prospects from one place that count as much as a preview, which is drawn too

/** @typedef {Coign.Context} Context */

/**
 * `CONFIG.queries["coign.evaluate"]`. The asking client gets the message of what it throws.
 *
 * @param {Context} coign
 * @param {unknown} query
 * @returns {Promise<Coign.Annotation>}
 */
export function answerPlayer(coign, query) {
  return inSteps(ANSWERED_AFTER, async () => {
    const asked = fieldsOf(FIELDS.request, query);
    const admitted = admit(coign, asked, 1);
    const annotation = await coign.evaluate(admitted, coign.playerBudgets.userOf(asked.key));
    coign.answered.note(admitted, annotation);
    return published(annotation, annotation, { hit: false, chance: true }); // the bridge has taken out what may not be known
  });
}

/**
 * `CONFIG.queries["coign.survey"]`: a whole heat map, or what several foes would have in one place.
 *
 * @param {Context} coign
 * @param {unknown} query
 * @returns {Promise<Coign.SurveyPart>}
 */
export const surveyForPlayer = (coign, query) =>
  inSteps(SURVEYED_AFTER, () => surveyed(coign, fieldsOf(FIELDS.request, query), fieldsOf(FIELDS.survey, query)));

/**
 * @param {Context} coign
 * @param {Record<string, any>} request the query's well-formed fields
 * @param {Record<string, any>} asked those of the survey
 * @returns {Promise<Coign.SurveyPart>}
 */
async function surveyed(coign, request, { places, of, both }) {
  const isPlace = (/** @type {number[]} */ { length }) => length === 2;
  const areOpponents = !of || (of.length <= OPPONENTS && places?.length === 1);
  if (!places?.length || places.length > PLACES || !places.every(isPlace) || !areOpponents)
    throw new Error(t("COIGN.Errors.NoSuchThing"));
  const cost = of ? Math.ceil(((both ? 2 : 1) * of.length) / PER_ANSWER) : SURVEY_COST;
  const admitted = admit(coign, { ...request, targets: of ?? request.targets }, cost);
  /** @type {Required<Coign.SurveyPart>} */
  const whole = { start: 0, mine: [], theirs: [] };
  await survey(coign, admitted, places, {
    id: coign.bridge.nextId("players-survey"),
    part: ({ start, mine = [], theirs = [] }) => {
      whole.mine.splice(start, mine.length, ...mine);
      whole.theirs.splice(start, theirs.length, ...theirs);
    },
    of: of && admitted.targets,
    both,
    lane: coign.playerBudgets.userOf(request.key),
  });
  return whole;
}

/**
 * Do a task, and give its result or its error away at the end of a time step.
 *
 * @template T
 * @param {number} step ms
 * @param {() => Promise<T>} task
 * @returns {Promise<T>}
 */
async function inSteps(step, task) {
  const began = performance.now();
  try {
    return await task();
  } finally {
    const spent = performance.now() - began;
    const whole = Math.max(1, Math.ceil(spent / step)) * step;
    await new Promise((resolve) => setTimeout(resolve, whole - spent));
  }
}

/**
 * Return a request as a player may send it.
 *
 * @param {Context} coign
 * @param {Record<string, any>} query its well-formed fields
 * @param {number} cost in answers
 * @returns {Coign.EvaluateRequest}
 * @throws {Error} players may not ask, or not this, or not so often
 */
function admit(coign, { key, scene: id, actor, targets, ...asked }, cost) {
  const mayAsk = coign.setting("playersAsk") || coign.setting("inRoll") === "everybody";
  if (!mayAsk || !coign.contract.works("previews")) throw new Error(t("COIGN.Errors.PlayersMayNot"));
  if (!coign.bridge.connected) throw new Error(t("COIGN.Errors.NotConnected"));
  if (!coign.playerBudgets.spend(key, cost, performance.now() / 1000)) throw new Error(t("COIGN.Errors.TooMany"));
  const viewed = game.users.some((user) => !user.isGM && user.active && user.viewedScene === id);
  const scene = viewed ? game.scenes.get(id) : null;
  if (!scene || !targets) throw new Error(t("COIGN.Errors.NoSuchThing"));
  const isVisible = (/** @type {string} */ token) => scene.tokens.get(token)?.hidden === false;
  const visible = targets.filter(isVisible);
  if (!isVisible(actor) || (targets.length && !visible.length)) throw new Error(t("COIGN.Errors.NoSuchThing"));
  const showsChance = Boolean(coign.setting("showChance"));
  return { ...asked, ...narrowed(asked), scene: id, actor, targets: visible, viewer: "player", showsChance };
}

/**
 * Return what a player may say of the roll: of the roll itself its mode alone, and of the targets the cover that they have
 * been given. A save may start at a point, but at no token, which may be hidden.
 * @param {Record<string, any>} asked
 */
function narrowed({ attack, defence, roll, origin }) {
  const isPoint = typeof origin === "object";
  return {
    ...(attack && { attack: { ...attack, bonus: null, dice: [] } }), // `foreseen` reads it from the sheet
    ...(defence && { defence: coverIn(defence) }),
    roll: roll?.mode && { mode: roll.mode },
    origin: isPoint ? { x: origin.x, y: origin.y } : undefined,
  };
}

/**
 * Return the cover that somebody has given the targets, without their armour classes.
 * @param {Record<string, Coign.Defence>} defence
 */
function coverIn(defence) {
  const given = Object.entries(defence).filter(([, one]) => one.applied);
  return Object.fromEntries(given.map(([target, { applied, by }]) => [target, { applied, ...(by && { by }) }]));
}
