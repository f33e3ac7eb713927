/**
 * Annotate the attacks in the chat: on the client that owns the connection, once for each roll.
 *
 * The GM's annotation stays in this client's memory, because everyone can read a message's flags. The flags hold the
 * player's annotation and its key (`annotationKey`), which covers the roll, its targets, the GM's overrides and the dice
 * rolled since. Any change of one of these is a change of the flags; the hook comes here, and the roll is annotated again. So
 * a GM at another browser, a player who rolls a die and the automatic roll all take the same way.
 */

import { gmPart, isTampered, messageFlags, writtenByAuthor } from "../overrides/message-flags.mjs";
import { overridesInForce, removeOverride } from "../overrides/store.mjs";
import { effectText } from "../util/effect-text.mjs";
import { Refused, Unanswered } from "../util/errors.mjs";
import { fingerprint, toHex } from "../util/fingerprint.mjs";
import { ID } from "../util/id.mjs";
import { t } from "../util/translate.mjs";
import { annotationKey } from "./annotation-key.mjs";
import { buildRequests } from "./build-requests.mjs";
import { diceToRoll, sameDie } from "./dice.mjs";
import { evaluateAll } from "./evaluate.mjs";
import { hasModifiers, outcomesOnly, published } from "./publish.mjs";
import { readMessage } from "./read-message.mjs";
import { rollDice } from "./roll-dice.mjs";
import { markSlowed, unmarkSlowed } from "./slowed-tokens.mjs";
import { countTurns } from "./watch-facing.mjs";

const GMS = "gms"; // the queue's lane for the attacks of GMs

/** @typedef {Coign.Context} Context */
/** @typedef {ChatMessage.Implementation} Message */

const TOO_OLD = 5 * 60_000; // ms: a later annotation would be about another scene
const HANDED_OVER = 30_000; // ms: how far back a new owner of the connection looks for rolls that were not annotated
const OVERLOAD_PAUSE = 2000; // ms before an overloaded bridge is asked again
const MOST_REFUSALS = 3; // by an overloaded bridge, before a message is given up
/** Flags whose change asks for another annotation. */
const DECISIONS = ["targets", "overrides", "rolled", "save", "occasion", "judged", "recheck", "attackRoll"];

/**
 * `createChatMessage`.
 * @param {Context} coign
 * @param {Message} message
 * @param {object} _options
 * @param {string} userId
 */
export function messageCreated(coign, message, _options, userId) {
  if (!game.user.isGM) return;
  const id = message.id ?? "";
  coign.records.setWritten(id, writtenByAuthor(message));
  if (revertTampering(coign, message, userId)) return;
  const hidden = [...(message.author?.targets ?? [])].filter((token) => token.document.hidden);
  if (hidden.length) coign.records.hide(id, { targets: hidden.map((token) => token.id) });
  const attacker = readMessage(coign, message)?.actorToken;
  if (attacker) countTurns(coign, message, attacker);
  for (const earlier of coign.adapter.explainedBy(message)) annotate(coign, earlier);
  coign.records.pending.add(id);
  annotate(coign, message);
}

/**
 * `updateChatMessage`: an attack was added to an older card, or somebody changed what its annotation is about.
 * @param {Context} coign
 * @param {Message} message
 * @param {any} change
 * @param {object} _options
 * @param {string} userId
 */
export function messageUpdated(coign, message, change, _options, userId) {
  const flags = change.flags?.[ID];
  if (flags?.annotations?.length && !coign.bridge.connected)
    Hooks.callAll("coign.annotated", message, flags.annotations[0]);
  if (!game.user.isGM || revertTampering(coign, message, userId)) return;
  const decided = flags && DECISIONS.some((name) => name in flags);
  const rolled = ["rolls", "system", "content"].some((name) => name in change) || change.flags?.[game.system.id];
  if (!decided && !rolled) return;
  coign.records.pending.add(message.id ?? "");
  annotate(coign, message);
}

/**
 * `deleteChatMessage`.
 * @param {Context} coign
 * @param {Message} message
 */
export function messageDeleted(coign, message) {
  coign.records.forget(message.id ?? "");
  if (game.users.activeGM?.isSelf) unmarkSlowed(coign, message);
}

/**
 * `coign.overridden`: an override about a hidden token is in no flag, so no update of the message follows it.
 * @param {Context} coign
 * @param {Coign.Override} _override
 * @param {Message} [message]
 */
export function overridden(coign, _override, message) {
  if (message) annotate(coign, message);
}

/**
 * `coign.configured`: annotate what came in while there was no connection, or no rules, if it is not too old.
 * @param {Context} coign
 */
export function annotateMissed(coign) {
  const now = Date.now();
  for (const message of game.messages ?? []) {
    const age = now - message.timestamp;
    const { pending } = coign.records;
    const open = pending.has(message.id ?? "") || !hasTrustedKey(coign, message);
    if (age < HANDED_OVER || (age < TOO_OLD && open)) annotate(coign, message);
  }
}

/**
 * Annotate the attack in a message, if it has one that is not annotated yet. Never throws: the roll stays in the chat,
 * whatever becomes of this.
 *
 * @param {Context} coign
 * @param {Message} message
 * @param {{again?: boolean}} options `again`: measure again, as everybody stands now
 */
export async function annotate(coign, message, { again = false } = {}) {
  const { records } = coign;
  const id = message.id ?? "";
  if (!coign.bridge.connected) return;
  const attack = readMessage(coign, message);
  if (!attack?.actorToken) return;
  const key = fullKey(coign, attack.key, message);
  const keyInFlags = hasTrustedKey(coign, message) ? messageFlags(message).annotationKey : undefined;
  const done = (records.annotated(id)?.key ?? keyInFlags) === key;
  if (records.inProgress.get(id) === key || (done && !again)) return;
  records.inProgress.set(id, key);
  try {
    await annotateNow(coign, message, attack, { key, again });
    records.pending.delete(id);
  } catch (problem) {
    // Not connected any more: it stays pending, and is annotated when the bridge is back.
    if (problem instanceof Unanswered) return;
    if (problem instanceof Refused && (await dropRefusedOverride(coign, message, attack, problem))) return;
    const overloaded = problem instanceof Refused && problem.code === "overloaded";
    if (overloaded && records.countRefusal(id) < MOST_REFUSALS)
      setTimeout(() => annotate(coign, message), OVERLOAD_PAUSE);
    console.warn(`Coign | message ${id} could not be annotated:`, problem);
  } finally {
    if (records.inProgress.get(id) === key) records.inProgress.delete(id);
  }
}

/**
 * Remove the override that the bridge refused because its effect cannot act on the roll, and notify the GM.
 *
 * @param {Context} coign
 * @param {Message} message
 * @param {Coign.SeenAttack} attack
 * @param {Refused} problem
 * @returns {Promise<boolean>} false: it is about something else
 */
async function dropRefusedOverride(coign, message, attack, { detail }) {
  const [, number] = /^\$\.overrides\[(\d+)\]\.effect/.exec(String(detail.path ?? "")) ?? [];
  const request = number === undefined ? undefined : buildRequests(coign, message, attack)?.[0];
  const override = request && overridesInForce(request)[Number(number)];
  if (!request || !override?.effect) return false;
  const occasion = t(`COIGN.Occasion.${attack.occasion ?? "attack"}`);
  ui.notifications.warn(t("COIGN.Errors.CannotAct", { effect: effectText(override.effect, t), occasion }));
  await removeOverride(coign, override, message, request.scene);
  return true;
}

/**
 * @param {Context} coign
 * @param {Message} message
 * @param {Coign.SeenAttack} attack
 * @param {{key: string, again: boolean}} options
 */
async function annotateNow(coign, message, attack, { key, again }) {
  const { records } = coign;
  const id = message.id ?? "";
  const { rolled = [], annotationKey: keyBefore } = messageFlags(message);
  const requests = buildRequests(coign, message, { ...attack, turned: records.turnsIn(id) ?? 0 });
  if (!requests) return;
  // An override that comes later is about the roll as it was made, wherever the tokens have moved since.
  const before = records.annotated(id);
  const then = before?.attack === attack.key && !again ? before.revision : undefined;
  const lane = message.author?.isGM ? GMS : (message.author?.id ?? "");
  const answer = await evaluateAll(coign, requests, { revision: then, lane });
  // The message may be deleted, or changed again, while the bridge was asked.
  if (!game.messages.has(id) || records.inProgress.get(id) !== key) return;
  const viewOf = (/** @type {Coign.Viewer} */ viewer) => answer.annotations.filter((view) => view.viewer === viewer);
  const visible = viewOf("player");
  const gm = viewOf("gm").map((view) => ofRoller(view, attack));
  const rollers = visible.map((view) => ofRoller(view, attack));
  const players = forPlayers(coign, rollers, gm);
  // Dice that only a hidden token asks for would betray it: those a GM rolls by hand.
  const wanted = diceToRoll(gm).filter(
    (die) => !requests[0].viewers?.includes("player") || diceToRoll(visible).some((own) => sameDie(own, die)),
  );
  const open = wanted.filter((die) => !rolled.some((other) => sameDie(other, die)));
  if (coign.setting("automatic") && open.length) return rollDice(message, open);
  const overrides = [...overridesInForce(requests[0]), ...coign.setting("overrides")];
  records.setAnnotated(id, { key, attack: attack.key, revision: answer.revision, annotations: gm, overrides });
  const flags = { annotations: players, annotationKey: annotationKey(attack.key, messageFlags(message)) };
  // Whether there is a hidden token must not show in the flags, so only what players see decides.
  if (players.length || keyBefore) await message.update({ flags: { [ID]: flags } });
  Hooks.callAll("coign.annotated", message, gm[0]);
  if (attack.actorToken) await markSlowed(coign, message, attack.actorToken, gm, players);
}

/**
 * Return only the rollers' results of a save: their formations were asked about for their sake alone.
 * @param {Coign.Annotation} annotation
 * @param {Coign.SeenAttack} attack
 * @returns {Coign.Annotation}
 */
function ofRoller(annotation, { occasion, targets }) {
  if (occasion !== "save") return annotation;
  const rollers = targets.map(({ token }) => token);
  return { ...annotation, results: annotation.results.filter(({ target }) => rollers.includes(target ?? "")) };
}

/**
 * Redact the annotations for the message's flags.
 * @param {Context} coign
 * @param {Coign.Annotation[]} players one for each roll, or none
 * @param {Coign.Annotation[]} gm one for each roll
 */
function forPlayers(coign, players, gm) {
  if (!hasModifiers(players[0])) return [];
  const show = { hit: coign.setting("showHit"), chance: coign.setting("showChance") };
  const [first, ...further] = players.map((annotation, nth) => published(annotation, gm[nth], show));
  return [first, ...further.map(outcomesOnly)];
}

/**
 * Return the key of the data to annotate: the flags' content, and the overrides about hidden tokens.
 * @param {Context} coign
 * @param {string} attack
 * @param {Message} message
 */
function fullKey(coign, attack, message) {
  const { overrides } = coign.records.hiddenIn(message.id);
  const secret = overrides.length ? `${toHex(fingerprint(JSON.stringify(overrides)))}.` : "";
  return secret + annotationKey(attack, messageFlags(message));
}

/**
 * Return whether a message's annotation key can be believed: this client annotated the message, or a GM was the last who
 * changed it. A player can write a key that keeps the roll from being annotated.
 * @param {Context} coign
 * @param {Message} message
 */
function hasTrustedKey(coign, message) {
  if (coign.records.annotated(message.id)) return true;
  return changedByGM(message) || Date.now() - message.timestamp > TOO_OLD;
}

/**
 * Return whether a GM was the last who changed a message. The server notes who it was.
 * @param {Message} message
 */
function changedByGM(message) {
  const { lastModifiedBy } = message._stats ?? {};
  const user = lastModifiedBy ? game.users.get(lastModifiedBy) : message.author;
  return user?.isGM === true;
}

/**
 * On a GM's client, note what GMs have written into the messages that are there already, and remove what a player wrote
 * into recent ones while no GM was connected. (`ready`)
 * @param {Context} coign
 */
export function inspectMessages(coign) {
  if (!game.user.isGM) return;
  const now = Date.now();
  for (const message of game.messages ?? []) {
    const recent = now - message.timestamp < TOO_OLD;
    const trusted = changedByGM(message) || !recent;
    coign.records.setWritten(message.id ?? "", trusted ? gmPart(message) : writtenByAuthor(message));
    if (!trusted) restore(coign, message);
  }
}

/**
 * Undo what a player has written into flags that only a GM and the bridge may write, with a bridge or without. The
 * message's flags are compared as they are now, however the player's update spelled its keys.
 *
 * @param {Context} coign
 * @param {Message} message as it is after the change
 * @param {string} userId
 * @returns {boolean} true: there was something to undo, and the change is not to be annotated
 */
function revertTampering(coign, message, userId) {
  if (!game.users.get(userId)?.isGM) return restore(coign, message);
  coign.records.setWritten(message.id ?? "", gmPart(message));
  return false;
}

/**
 * Restore what a GM wrote last into a message, if its flags differ from that. The active GM's client does it for all.
 * @param {Context} coign
 * @param {Message} message
 * @returns {boolean} true: something else stood there
 */
function restore(coign, message) {
  const written = coign.records.written(message.id ?? "");
  if (!isTampered(message, written)) return false;
  if (!game.users.activeGM?.isSelf) return true;
  console.warn(`Coign | ${message.author?.name} wrote overrides or annotations into message ${message.id}; removed`);
  message.update({ flags: { [ID]: structuredClone(written) } });
  return true;
}
