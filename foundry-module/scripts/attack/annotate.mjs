/**
 * Annotate the attack in a chat message: on the client that owns the connection, once for each roll.
 *
 * The GM's annotation is kept in the ledger, because everyone can read a message's flags. The flags hold the player's
 * annotation and its key (`annotationKey`), which covers the roll, its targets, the GM's overrides and the dice
 * rolled since. Any change of one of these is a change of the flags; the hook comes here, and the roll is annotated again. So
 * a GM at another browser, a player who rolls a die and the automatic roll all take the same way.
 */

import { computes } from "../connection/connect.mjs";
import { decide, overridesInForce } from "../overrides/store.mjs";
import { effectText } from "../util/effect-text.mjs";
import { Refused, Unanswered, whyOf } from "../util/errors.mjs";
import { fingerprint, toHex } from "../util/fingerprint.mjs";
import { t } from "../util/foundry.mjs";
import { DEFAULTS } from "../util/wire.mjs";
import { diceToRoll, rollDice, sameDie } from "./dice.mjs";
import { evaluateAll } from "./evaluate.mjs";
import { readMessage, writeFlags } from "./message.mjs";
import { annotationKey, forFlags } from "./publish.mjs";
import { beforeProvoking, isWithin } from "./reactions.mjs";
import { buildRequests } from "./requests.mjs";
import { markSlowed } from "./slowed-tokens.mjs";
import { keepMoment, placeOf, stoodAt } from "./standing.mjs";
import { turnsAt } from "./watch-facing.mjs";

/** @typedef {Coign.RolledMessage} Rolled */

const LATE = 3000; // ms without an answer after which a GM's card says that it waits
const GMS = "gms"; // the queue's lane for the attacks of GMs
const OVERLOAD_PAUSE = 2000; // ms before an overloaded bridge is asked again
const MOST_REFUSALS = 3; // by an overloaded bridge, before a message is given up

/**
 * Annotate the attack in a message, if it has one that is not annotated yet.
 *
 * @param {Coign.Context} coign
 * @param {ChatMessage.Implementation} document
 * @param {{again?: boolean, moved?: boolean}} [options] `again`: measure again, as everybody stands now; `moved`: measure again,
 *   since another moment counts
 */
export async function annotate(coign, document, options) {
  if (!computes(coign)) return;
  await coign.ledger.opened;
  await coign.records.fetch(document.id ?? "");
  await annotateMessage(coign, readMessage(coign, document), options);
}

/**
 * Annotate the attack in a message that was read. Never throws: the roll stays in the chat, whatever becomes of this.
 *
 * @param {Coign.Context} coign
 * @param {Coign.Message} message
 * @param {{again?: boolean, moved?: boolean}} [options]
 */
export async function annotateMessage(coign, message, { again = false, moved = false } = {}) {
  const { records } = coign;
  if (!computes(coign) || !isRolled(message)) return;
  const { id } = message;
  const key = fullKey(coign, message);
  if (records.inProgress.get(id) === key) return;
  if (!again && !moved && records.annotated(id)?.key === key) {
    records.inProgress.delete(id); // the request in progress was taken back meanwhile
    setUnjudged(coign, id, ""); // there is no reason left why it is not judged
    return records.edit(id, { open: false });
  }
  records.inProgress.set(id, key);
  const late = setTimeout(() => setLate(coign, id, true), LATE);
  try {
    await annotateNow(coign, message, { key, again, first: !again && !moved && !records.of(id)?.judged });
  } catch (problem) {
    await giveUp(coign, message, problem);
  } finally {
    clearTimeout(late);
    setLate(coign, id, false);
    if (records.inProgress.get(id) === key) records.inProgress.delete(id);
  }
}

/** @param {Coign.Message} message @returns {message is Rolled} */
const isRolled = (message) => Boolean(message.attack?.actorToken);

/**
 * @param {Coign.Context} coign
 * @param {Rolled} message
 * @param {{key: string, again: boolean, first: boolean}} options `first`: it was never judged
 */
async function annotateNow(coign, message, { key, again, first }) {
  const { id, author } = message;
  const attack = message.attack.key;
  const { records } = coign;
  const requests = buildRequests(coign, message, await turnsAt(coign, id));
  if (!requests) {
    const verdict = records.annotated(id);
    if (!verdict) return;
    // Without the scene of the roll its card would wait for ever.
    if (!game.scenes.has(message.attack.actorToken?.scene ?? ""))
      return setUnjudged(coign, id, t("COIGN.Card.Placeless"));
    // Who takes the targets out of its message does not take the verdict back.
    records.setAnnotated(id, { ...verdict, key });
    if (message.flags.annotationKey) await writeFlags(id, { annotationKey: annotationKey(attack, message.flags) });
    return;
  }
  const [{ scene }] = requests;
  const now = coign.scenes.moment(scene) ?? undefined;
  // An override that comes later is about the roll as it was made, wherever the tokens have moved since.
  const then = again ? now : await placeOf(coign, id, { attack, scene });
  if (then === undefined) return setUnjudged(coign, id, t("COIGN.Card.Placeless"));
  const lane = author.isGM ? GMS : author.id;
  const asRolled = await evaluateAll(coign, requests, { moment: then, lane });
  const asProvoked = first ? await beforeMove(coign, requests, asRolled, { lane, now }) : null;
  const { annotations, moment = now } = asProvoked ?? asRolled;
  // The message may be deleted, or changed again, while the bridge was asked.
  if (!game.messages.has(id) || records.inProgress.get(id) !== key) return;
  const views = viewsOf(annotations, message.attack);
  const open = openDice(message, annotations, views.gm);
  if (coign.setting("automatic") && open.length) return rollDice(message, open);
  if (asProvoked) coign.decisions.note("moment", { message: id });
  const before = asProvoked ? stoodAt(coign, id) : again ? null : undefined;
  if (typeof moment === "number") await keepMoment(coign, id, { attack, scene, moment }, before);
  records.setAnnotated(id, { key, annotations: views.gm }, game.messages.get(id)?._stats?.modifiedTime ?? 0);
  await publish(coign, message, views);
}

/**
 * Return the judgement of a reaction as everybody stood before the move that provoked it; null of any other roll.
 * @param {Coign.Context} coign
 * @param {Coign.EvaluateRequest[]} requests
 * @param {Awaited<ReturnType<typeof evaluateAll>>} asRolled
 * @param {{lane: string, now: number | undefined}} options `now`: the present moment
 */
async function beforeMove(coign, requests, { annotations, moment: rolled }, { lane, now }) {
  const moment = beforeProvoking(coign, requests[0], annotations, rolled ?? now);
  if (moment === null) return null;
  const before = await evaluateAll(coign, requests, { moment, lane });
  return before.moment === moment && isWithin(before.annotations) ? before : null;
}

/**
 * Write what players may read into the message's flags and onto the tokens that the roll slows.
 * @param {Coign.Context} coign
 * @param {Rolled} message
 * @param {ReturnType<typeof viewsOf>} views
 */
async function publish(coign, { id, attack, flags }, { gm, players }) {
  const annotations = forFlags(players);
  // The flags must not show whether there is a hidden token, so only the players' results decide.
  if (annotations.length || flags.annotationKey || coign.records.published.has(id)) {
    coign.records.published.add(id);
    const { included } = flags; // without rejected claims, because a GM's change would confirm all claims of the message
    await writeFlags(id, {
      annotations,
      annotationKey: annotationKey(attack.key, flags),
      ...(included && { included }),
    });
  }
  const document = game.messages.get(id);
  if (!document) return;
  coign.contract.worked("judging");
  if (flags.included?.length) coign.contract.worked("inRoll");
  Hooks.callAll("coign.annotated", document, gm[0]);
  if (attack.actorToken) await markSlowed(coign, { id, flags }, attack.actorToken, gm, annotations);
}

/**
 * Sort the answers by viewer, one for each roll. Of a save only the rollers' results are kept: their formations were asked
 * about for their sake alone.
 * @param {Coign.Annotation[]} annotations
 * @param {Coign.SeenAttack} attack
 */
function viewsOf(annotations, { occasion, targets }) {
  const rollers = targets.map(({ token }) => token);
  const isKept = (/** @type {Coign.Result} */ { target }) => occasion !== "save" || rollers.includes(target ?? "");
  const kept = annotations.map((view) => ({ ...view, results: view.results.filter(isKept) }));
  const of = (/** @type {Coign.Viewer} */ viewer) => kept.filter((view) => view.viewer === viewer);
  return { gm: of("gm"), players: of("player") };
}

/**
 * List the dice that the outcomes ask for and that are not rolled yet. A die that only a hidden token asks for would reveal
 * it. If players can read the message, a GM rolls that die by hand.
 * @param {Rolled} message
 * @param {Coign.Annotation[]} annotations of both viewers
 * @param {Coign.Annotation[]} gm of the rollers alone
 */
function openDice({ flags, isPublic }, annotations, gm) {
  const dice = diceToRoll(gm);
  const known = isPublic ? diceToRoll(annotations.filter(({ viewer }) => viewer === "player")) : dice;
  const isIn = (/** @type {Coign.ToRoll} */ die, /** @type {readonly Coign.ToRoll[]} */ list) =>
    list.some((other) => sameDie(die, other));
  return dice.filter((die) => isIn(die, known) && !isIn(die, flags.rolled ?? []));
}

/**
 * Return the key of the data to annotate: the attacker and the totals, the flags' content, and the overrides about hidden tokens.
 * @param {Coign.Context} coign
 * @param {Rolled} message
 */
function fullKey(coign, { id, attack, flags }) {
  const { overrides, only, targets } = coign.records.hiddenIn(id);
  const said = [...overrides, ...(only ? targets : [])];
  const secret = said.length ? `${toHex(fingerprint(JSON.stringify(said)))}.` : "";
  const totals = [attack.roll, ...(attack.further ?? [])].map(({ total }) => total);
  return `${attack.actorToken?.token} ${totals} ${secret}${annotationKey(attack.key, flags)}`;
}

/**
 * Deal with a roll that could not be annotated. Without a connection it stays pending, and is annotated when the bridge is
 * back.
 * @param {Coign.Context} coign
 * @param {Rolled} message
 * @param {unknown} problem
 */
async function giveUp(coign, message, problem) {
  const { id } = message;
  if (problem instanceof Unanswered) return drawAgain(id); // its card says that it waits
  if (problem instanceof Refused && (await dropRefusedOverride(coign, message, problem))) return;
  console.warn(`Coign | message ${id} could not be annotated:`, problem);
  const { refusals } = coign.records;
  if (problem instanceof Refused && problem.code === "overloaded") {
    const count = (refusals.get(id) ?? 0) + 1;
    refusals.set(id, count);
    const again = () => {
      const document = game.messages.get(id);
      if (document) annotate(coign, document);
    };
    if (count < MOST_REFUSALS) return void setTimeout(again, OVERLOAD_PAUSE);
  }
  setUnjudged(coign, id, whyOf(problem));
}

/**
 * Let a GM's card say why there is no judgement, until there is one.
 * @param {Coign.Context} coign
 * @param {string} id the message's
 * @param {string} why
 */
function setUnjudged({ records }, id, why) {
  const document = game.messages.get(id);
  if (!document || (records.unjudged.get(id) ?? "") === why) return;
  records.unjudged.set(id, why);
  Hooks.callAll("coign.unjudged", document);
}

/**
 * Note whether the answer about a message is late, which its card shows a GM.
 * @param {Coign.Context} coign
 * @param {string} id the message's
 * @param {boolean} isLate
 */
function setLate({ records }, id, isLate) {
  if (records.late.has(id) === isLate) return;
  if (isLate) records.late.add(id);
  else records.late.delete(id);
  drawAgain(id);
}

/** @param {string} id a message's */
function drawAgain(id) {
  const document = game.messages.get(id);
  if (document) Hooks.callAll("coign.waiting", document);
}

/**
 * Remove the override that the bridge refused because its effect cannot act on the roll, and notify the GM.
 *
 * @param {Coign.Context} coign
 * @param {Rolled} message
 * @param {Refused} problem
 * @returns {Promise<boolean>} false: it is about something else
 */
async function dropRefusedOverride(coign, message, { detail }) {
  const [, number] = /^\$\.overrides\[(\d+)\]\.effect/.exec(String(detail.path ?? "")) ?? [];
  const request = number === undefined ? undefined : buildRequests(coign, message)?.[0];
  const override = request && overridesInForce(request)[Number(number)];
  if (!request || !override?.effect) return false;
  const occasion = t(`COIGN.Occasion.${message.attack.occasion ?? DEFAULTS.occasion}`);
  ui.notifications.warn(t("COIGN.Errors.CannotAct", { effect: effectText(override.effect, t), occasion }));
  await decide(coign, { remove: [override], add: [] }, game.messages.get(message.id), request.scene);
  return true;
}
