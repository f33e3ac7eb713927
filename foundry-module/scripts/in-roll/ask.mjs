/**
 * Request the modifiers of a roll before it is made.
 *
 * The request is sent when the roll is made: directly if this client owns the connection, otherwise through the GM's client.
 * A roll waits for the answer only up to its time limit. A dialog that is open for seconds may use a late answer.
 *
 * Only modifiers that players may know go into a roll, also into a GM's, because everybody can read a roll's formula. A
 * modifier that only the GM knows is held back and is shown on the GM's card.
 */

import { askPress, evaluateAll } from "../attack/evaluate.mjs";
import { ANSWERED_AFTER } from "../attack/player-queries.mjs";
import { coverModule, withStanding } from "../systems/cover-modules.mjs";
import { world } from "../systems/world.mjs";
import { oddsOf } from "../util/effect-text.mjs";
import { t } from "../util/foundry.mjs";
import { DEFAULTS, MODES, VIEWERS } from "../util/wire.mjs";
import { additionsOf } from "./additions.mjs";

/** The longest time that a roll waits, in ms from the click. */
export const PATIENCE = 150;
/** The longest time that it waits on a player's client, which asks the GM's; that answers after a fixed time. */
export const PLAYERS_PATIENCE = ANSWERED_AFTER + PATIENCE;
const LANE = "in-roll"; // of the queue

/**
 * Return whether anybody's rolls get their modifiers before they are made: a world that was never asked has no answer.
 * @param {Pick<Coign.Context, "setting">} coign
 */
export const isOn = ({ setting }) => ["gm", "everybody"].includes(setting("inRoll"));

/**
 * Return whether this user's rolls get their modifiers before they are made.
 * @param {Coign.Context} coign
 */
export function isActive(coign) {
  if (!coign.contract.works("inRoll")) return false;
  const who = coign.setting("inRoll");
  return who === "everybody" || (who === "gm" && Boolean(game.user?.isGM));
}

/**
 * @param {Coign.Context} coign
 * @param {Coign.InRollQuery} query
 * @returns {Coign.Asked} no promise is ever rejected
 */
export function ask(coign, query) {
  const none = Promise.resolve(null);
  if (!isActive(coign)) return { inTime: none, late: none };
  const late = additionsFor(coign, query);
  const { come, all } = otherModes(coign, query);
  const whole = late.then(async (additions) => {
    if (additions) {
      additions.odds = () => oddsFor(coign, query);
      additions.decide = decider(coign, query);
    }
    if (additions && !(additions.empty && (query.mode ?? DEFAULTS.mode) === DEFAULTS.mode)) await all;
    return additions;
  });
  const patience = coign.engine.connected ? PATIENCE : PLAYERS_PATIENCE;
  return { inTime: withPatience(whole, late, patience), late, inMode: (mode) => come.get(mode) ?? null };
}

/**
 * Wait for a complete answer. After the roll's time limit, return the part that has arrived, or null.
 * @param {Promise<Coign.Additions | null>} whole
 * @param {Promise<Coign.Additions | null>} part
 * @param {number} ms
 */
function withPatience(whole, part, ms) {
  /** @type {Coign.Additions | null} */
  let come = null;
  part.then((additions) => {
    come = additions;
  });
  /** @type {Promise<Coign.Additions | null>} */
  const patience = new Promise((resolve) => setTimeout(() => resolve(come), ms));
  return Promise.race([whole, patience]);
}

/**
 * @param {Coign.Context} coign
 * @param {Coign.InRollQuery} query
 */
function additionsFor(coign, query) {
  return viewsOf(coign, requestOf(query, coign.setting("coverStands")))
    .then((views) => additionsOf(views, t, { coverBy: coverModule(world), kept: keptFor(query) }))
    .catch((problem) => {
      console.debug("Coign | a roll goes on without its modifiers:", problem);
      return null;
    });
}

/**
 * Return the earlier decisions about a roll, and whether this user is a GM.
 * @param {Coign.InRollQuery} query
 */
const keptFor = ({ overrides = [] }) => ({ overrides, isGM: Boolean(game.user?.isGM) });

/**
 * Return what asks the engine about a press in the dialog of a roll; null on a client that cannot.
 * @param {Coign.Context} coign
 * @param {Coign.InRollQuery} query
 * @returns {import("./additions.mjs").Decide | null}
 */
function decider(coign, query) {
  if (!coign.engine.connected || !game.user?.isGM) return null;
  const request = { ...requestOf(query, coign.setting("coverStands")), figure: false };
  return (overrides, press) => askPress(coign, { ...request, overrides }, press, { lane: LANE });
}

/**
 * Return the odds of a roll that is about to be made, for its dialog. They are asked for as a preview is, and no roll waits
 * for them. A player's switches change the roll and no answer, so that with one of them off the odds are unknown.
 *
 * @param {Coign.Context} coign
 * @param {Coign.InRollQuery} query
 * @returns {Promise<Coign.TargetOdds[]>} never rejected
 */
async function oddsFor(coign, query) {
  if ((query.occasion ?? DEFAULTS.occasion) !== DEFAULTS.occasion || (query.overrides?.length && !game.user?.isGM))
    return [];
  try {
    const request = { ...requestOf(query, coign.setting("coverStands")), figure: false };
    const { results } = await coign.evaluate(request);
    return results.flatMap((result) => {
      const { text, reasons } = oddsOf(result, t);
      return text && result.target
        ? [{ target: result.target, text, reasons: reasons.map((reason) => reason.text) }]
        : [];
    });
  } catch (problem) {
    console.debug("Coign | no odds for a roll:", problem);
    return [];
  }
}

/**
 * Ask the same of the modes that the roll may get yet, by a key or a button, where the system lets the roller decide after
 * the question. Some rules set dice aside then.
 *
 * @param {Coign.Context} coign
 * @param {Coign.InRollQuery} query
 */
function otherModes(coign, query) {
  /** The answers that have come. @type {Map<Coign.Roll["mode"], Coign.Additions | null>} */
  const come = new Map();
  const open = query.modeOpen ? MODES.filter((mode) => mode !== (query.mode ?? DEFAULTS.mode)) : [];
  const all = open.map(async (mode) => come.set(mode, await additionsFor(coign, { ...query, mode })));
  return { come, all: Promise.all(all) };
}

/**
 * Make the request for the bridge.
 * @param {Coign.InRollQuery} query
 * @param {Coign.Defence["stands"]} [stands] whose cover counts where a module gives some too
 * @returns {Coign.EvaluateRequest}
 */
export function requestOf(query, stands) {
  const {
    actorToken,
    targets,
    attack,
    occasion = DEFAULTS.occasion,
    ability,
    check,
    mode,
    modeOpen: _,
    ...rest
  } = query;
  const { overrides = [], defence, ...more } = rest;
  return {
    scene: actorToken.scene,
    actor: actorToken.token,
    targets,
    occasion,
    check: { ability: ability ?? null, ...check },
    ...(attack && { attack }),
    ...(mode && { roll: { mode } }),
    ...(defence && { defence: withStanding(defence, stands) }),
    ...more,
    overrides,
  };
}

/**
 * @param {Coign.Context} coign
 * @param {Coign.EvaluateRequest} request
 * @returns {Promise<{players: Coign.Annotation | null, gm?: Coign.Annotation | null}>}
 */
async function viewsOf(coign, request) {
  if (!coign.engine.connected) return { players: await coign.evaluate(request) };
  const { annotations } = await evaluateAll(coign, [{ ...request, viewers: VIEWERS }], { lane: LANE });
  const viewOf = (/** @type {Coign.Viewer} */ viewer) => annotations.find((view) => view.viewer === viewer) ?? null;
  return { players: viewOf("player"), gm: viewOf("gm") };
}
