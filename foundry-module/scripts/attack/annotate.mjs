/**
 * Attacks in the chat, judged: on the client that keeps the bridge, once for each roll.
 *
 * The GM's annotation stays in this client's memory, for flags are read by everyone. What stands in the message's flags
 * is the player's annotation, and of what it speaks (`judged`): the roll, its targets, the GM's overrides, the dice
 * rolled since. Whoever changes one of these changes the flags; the hook brings it here, and it is judged anew. So the
 * GM at another browser, the player who rolls a die and the automatic roll all go the same way.
 */

import { coign, ID } from "../context.mjs";
import { oversteps } from "../overrides/overrides.mjs";
import { inForce } from "../overrides/store.mjs";
import { Refused, Unanswered } from "../util/errors.mjs";
import { fingerprint, spelled } from "../util/fingerprint.mjs";
import { evaluateAll } from "./evaluate.mjs";
import { countTurn, forgetTurns, turnsBy } from "./facing-watch.mjs";
import { inquire } from "./message-requests.mjs";
import { forget, forgetJudgement, hiddenOf, hide, judgedBy, remember } from "./private-records.mjs";
import { occasionIn } from "./read-message.mjs";
import { judgedKey, outcomesAlone, published, sameDie, speaks, toRoll } from "./requests.mjs";
import { rollDice } from "./roll-dice.mjs";
import { mark, unmark } from "./slowed-tokens.mjs";

/** @typedef {ChatMessage.Implementation} Message */

const LATE = 5 * 60_000; // ms: an annotation that comes later than this would speak of another scene
const HANDED_OVER = 30_000; // ms: how far back a new keeper looks for what the one before left undone
const BREATH = 2000; // ms before asking a bridge again that has too much to do

/** @type {Map<string, string>} by message, the key of what is being judged now */
const underWay = new Map();
/** @type {Set<string>} messages that this client saw come in and that are not judged yet */
const pending = new Set();

/**
 * `createChatMessage`.
 * @param {Message} message
 * @param {object} _options
 * @param {string} userId
 */
export function messageCreated(message, _options, userId) {
  if (!game.user.isGM) return;
  if (guard(message, message.flags[ID], userId)) return;
  const unseen = [...(message.author?.targets ?? [])].filter((token) => token.document.hidden);
  if (unseen.length) hide(message.id ?? "", { targets: unseen.map((token) => token.id) });
  const attacker = occasionIn(message)?.actorToken;
  if (attacker) countTurn(message, attacker);
  pending.add(message.id ?? "");
  judge(message);
}

/**
 * `updateChatMessage`: an attack may have been put into an older card, or somebody said something of its judgement.
 * @param {Message} message
 * @param {any} change
 * @param {object} _options
 * @param {string} userId
 */
export function messageUpdated(message, change, _options, userId) {
  const own = change.flags?.[ID];
  if (own?.annotations?.length && !coign.bridge.connected)
    Hooks.callAll("coign.annotated", message, own.annotations[0]);
  if (!game.user.isGM || guard(message, own, userId)) return;
  const said = own && ["targets", "overrides", "rolled", "save", "occasion"].some((name) => name in own);
  const rolled = ["rolls", "system", "content"].some((name) => name in change) || change.flags?.[game.system.id];
  if (!said && !rolled) return;
  pending.add(message.id ?? "");
  judge(message);
}

/**
 * `deleteChatMessage`.
 * @param {Message} message
 */
export function messageDeleted(message) {
  forget(message.id ?? "");
  forgetTurns(message.id ?? "");
  pending.delete(message.id ?? "");
  if (game.users.activeGM?.isSelf) unmark(message);
}

/**
 * `coign.overridden`: a word on a hidden token is in no flag, so no change of flags tells of it.
 * @param {Coign.Override} _override
 * @param {Message} [message]
 */
export function wordGiven(_override, message) {
  if (message) judge(message);
}

/** The bridge is there (again): what came in meanwhile, and is not too old, is judged now. */
export function catchUp() {
  const now = Date.now();
  for (const message of game.messages ?? []) {
    const age = now - message.timestamp;
    if (age < HANDED_OVER || (age < LATE && pending.has(message.id ?? ""))) judge(message);
  }
}

/**
 * Judge the attack in a message, if there is one and it has not been judged yet (or `again`). Never throws, and nobody
 * waits for it: the roll stands in the chat, whatever becomes of this.
 *
 * @param {Message} message
 * @param {{again?: boolean}} how
 */
export async function judge(message, { again = false } = {}) {
  const id = message.id ?? "";
  if (!coign.bridge.connected) return;
  const attack = occasionIn(message);
  if (!attack?.actorToken) return;
  const key = keyOf(attack.key, message);
  const done = (judgedBy(id)?.judged ?? message.flags[ID]?.judged) === key;
  if (underWay.get(id) === key || (done && !again)) return;
  underWay.set(id, key);
  try {
    await judgeNow(message, attack, { key, again });
    pending.delete(id);
  } catch (problem) {
    // Not connected any more: it stays pending, and is judged when the bridge is back.
    if (problem instanceof Unanswered) return;
    if (problem instanceof Refused && problem.code === "overloaded") setTimeout(() => judge(message), BREATH);
    console.warn(`Coign | message ${id} could not be judged:`, problem);
  } finally {
    if (underWay.get(id) === key) underWay.delete(id);
  }
}

/**
 * @param {Message} message
 * @param {Coign.SeenAttack} attack
 * @param {{key: string, again: boolean}} how
 */
async function judgeNow(message, attack, { key, again }) {
  const id = message.id ?? "";
  const { rolled = [], judged: judgedBefore } = message.flags[ID] ?? {};
  const inquiry = inquire(message, { ...attack, turned: turnsBy(id) });
  if (!inquiry) return;
  const before = judgedBy(id);
  // A word said later is about the roll as it fell, wherever everybody stands by now.
  const then = before?.attack === attack.key && !again ? before.revision : undefined;
  const asked = await evaluateAll(coign, [...inquiry.gm, ...inquiry.players], then);
  const annotations = asked.annotations.map((annotation) => ofRoller(annotation, attack));
  const { revision } = asked;
  // Deleted, or overtaken by a newer word, while the bridge was asked.
  if (!game.messages.has(id) || underWay.get(id) !== key) return;
  const gm = annotations.slice(0, inquiry.gm.length);
  const open = toRoll(gm).filter((wanted) => !rolled.some((one) => sameDie(one, wanted)));
  if (coign.setting("automatic") && open.length) return rollDice(message, open);
  const overrides = [...inForce(inquiry.gm[0]), ...coign.setting("overrides")];
  remember(id, { judged: key, attack: attack.key, revision, annotations: gm, overrides });
  const shown = forPlayers(annotations.slice(gm.length), gm);
  const judged = judgedKey(attack.key, message.flags[ID] ?? {});
  if (speaks(gm[0]) || judgedBefore) await message.update({ flags: { [ID]: { annotations: shown, judged } } });
  Hooks.callAll("coign.annotated", message, gm[0]);
  if (attack.actorToken) await mark(message, attack.actorToken, gm, shown);
}

/**
 * Of a save the result of the one who rolled: who saves as one with it was asked about for its sake alone.
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
 * What stands in the flags for everyone.
 * @param {Coign.Annotation[]} players one for each roll, or none
 * @param {Coign.Annotation[]} gm one for each roll
 */
function forPlayers(players, gm) {
  if (!speaks(players[0])) return [];
  const show = { hit: coign.setting("showHit"), chance: coign.setting("showChance") };
  const [first, ...further] = players.map((annotation, nth) => published(annotation, gm[nth], show));
  return [first, ...further.map(outcomesAlone)];
}

/**
 * The key of what is to be judged: what the flags say, and what stands in none.
 * @param {string} attack
 * @param {Message} message
 */
function keyOf(attack, message) {
  const { overrides } = hiddenOf(message.id);
  const secret = overrides.length ? `${spelled(fingerprint(JSON.stringify(overrides)))}.` : "";
  return secret + judgedKey(attack, message.flags[ID] ?? {});
}

/**
 * A player's hand in what only a GM and the bridge may say: undone, and said. Anything else is none of our business.
 *
 * @param {Message} message
 * @param {Record<string, unknown> | undefined} flags those created or changed
 * @param {string} userId
 */
function guard(message, flags, userId) {
  if (!oversteps(flags) || game.users.get(userId)?.isGM) return false;
  if (!coign.bridge.connected) return true;
  console.warn(`Coign | user ${userId} wrote overrides or annotations into message ${message.id}; taken out`);
  const id = message.id ?? "";
  const overrides = (judgedBy(id)?.overrides ?? []).filter(({ scope }) => scope === "roll");
  forgetJudgement(id); // so that it is judged anew
  message.update({ flags: { [ID]: { overrides, annotations: [], judged: "", save: "", occasion: "" } } });
  return true;
}
