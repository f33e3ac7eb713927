/**
 * Attacks in the chat, judged: on the client that keeps the bridge, once for each roll.
 *
 * The GM's annotation stays in this client's memory, for flags are read by everyone. What stands in the message's flags
 * is the player's annotation, and of what it speaks (`judged`): the roll, its targets, the GM's overrides, the dice
 * rolled since. Whoever changes one of these changes the flags; the hook brings it here, and it is judged anew. So the
 * GM at another browser, the player who rolls a die and the automatic roll all go the same way.
 */

import { rollDice } from "./apply.mjs";
import { coign, ID } from "./coign.mjs";
import { Refused, Unanswered } from "./errors.mjs";
import { inForce } from "./override-store.mjs";
import { oversteps } from "./overrides.mjs";
import { asPlayer, judgedKey, published, questionOf, speaks, targetsOf, toRoll } from "./questions.mjs";

/** @typedef {ChatMessage.Implementation} Message */

const LATE = 5 * 60_000; // ms: an annotation that comes later than this would speak of another scene
const HANDED_OVER = 30_000; // ms: how far back a new keeper looks for what the one before left undone
const REMEMBERED = 500; // messages
const BREATH = 2000; // ms before asking a bridge again that has too much to do

/** @type {Map<string, Coign.Judged>} the GM's annotations, by message */
const memory = new Map();
/** @type {Map<string, string>} by message, the key of what is being judged now */
const underWay = new Map();
/** @type {Set<string>} messages that this client saw come in and that are not judged yet */
const pending = new Set();
/** @type {Map<string, string[]>} hidden tokens among the targets: never written into flags */
const secretTargets = new Map();

/**
 * The GM's annotation of a message, where this client has judged it.
 * @param {string | null} id
 */
export const judgedBy = (id) => memory.get(id ?? "");

/**
 * `createChatMessage`.
 * @param {Message} message
 * @param {object} _options
 * @param {string} userId
 */
export function messageCreated(message, _options, userId) {
  if (!game.user.isGM) return;
  if (guard(message, message.flags[ID], userId)) return;
  const hidden = [...(message.author?.targets ?? [])].filter((token) => token.document.hidden);
  if (hidden.length)
    secretTargets.set(
      message.id ?? "",
      hidden.map((token) => token.id),
    );
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
  const said = own && ["targets", "overrides", "rolled"].some((name) => name in own);
  const rolled = ["rolls", "system", "content"].some((name) => name in change) || change.flags?.[game.system.id];
  if (!said && !rolled) return;
  pending.add(message.id ?? "");
  judge(message);
}

/**
 * `deleteChatMessage`.
 * @param {Message} message
 */
export function messageDeleted({ id }) {
  memory.delete(id ?? "");
  pending.delete(id ?? "");
  secretTargets.delete(id ?? "");
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
  let key = "";
  try {
    const attack = coign.adapter.readAttack(message);
    if (!attack?.actorToken) return;
    const flags = message.flags[ID] ?? {};
    key = judgedKey(attack.key, flags);
    const done = memory.get(id)?.judged === key || flags.judged === key;
    if (underWay.get(id) === key || (done && !again)) return;
    underWay.set(id, key);
    await judgeNow(message, attack, key);
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
 * @param {Coign.AttackReading} attack
 * @param {string} key
 */
async function judgeNow(message, attack, key) {
  const id = message.id ?? "";
  const flags = message.flags[ID] ?? {};
  const scene = game.scenes.get(attack.actorToken?.scene ?? "");
  if (!scene?.tokens.has(attack.actorToken?.token ?? "")) return; // the attacker is gone: nothing to measure from
  const captured = { captured: flags.targets, system: attack.targets, current: currentTargets(message, scene.id) };
  const all = [...targetsOf(captured, scene.id), ...(secretTargets.get(id) ?? [])];
  const targets = [...new Set(all)].filter((target) => scene.tokens.has(target));
  if (!targets.length) return;
  const question = questionOf(attack, targets, flags);
  const asked = playersRead(message) ? asPlayer(question, (token) => scene.tokens.get(token)) : null;
  const [gm, players] = await Promise.all([
    coign.evaluate({ ...question, viewer: "gm" }),
    asked ? coign.evaluate(asked) : null,
  ]);
  // Deleted, or overtaken by a newer word, while the bridge was asked.
  if (!game.messages.has(id) || underWay.get(id) !== key) return;
  const open = toRoll(gm).filter((dice) => !flags.rolled?.some((one) => one.dice === dice));
  if (coign.setting("automatic") && open.length) return rollDice(message, open);
  remember(id, { judged: key, annotation: gm, overrides: [...inForce(question), ...coign.setting("overrides")] });
  const show = { hit: coign.setting("showHit"), chance: coign.setting("showChance") };
  const annotations = players && speaks(players) ? [published(players, gm, show)] : [];
  if (speaks(gm) || flags.judged) await message.update({ flags: { [ID]: { annotations, judged: key } } });
  Hooks.callAll("coign.annotated", message, gm);
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
  const overrides = (memory.get(id)?.overrides ?? []).filter(({ scope }) => scope === "roll");
  memory.delete(id); // so that it is judged anew
  message.update({ flags: { [ID]: { overrides, annotations: [], judged: "" } } });
  return true;
}

/**
 * Whom the author targets now, for a message that has just come in and names nobody.
 * @param {Message} message
 * @param {string} scene
 */
function currentTargets(message, scene) {
  if (Date.now() - message.timestamp > HANDED_OVER) return [];
  return [...(message.author?.targets ?? [])]
    .filter(({ document }) => document.parent?.id === scene)
    .map(({ id }) => id);
}

/**
 * Whether any player may read the message's content; else there is nothing to publish.
 * @param {Message} message
 */
function playersRead({ blind, whisper, author }) {
  if (blind) return false;
  return !whisper.length || !author?.isGM || whisper.some((user) => game.users.get(user ?? "")?.isGM === false);
}

/**
 * @param {string} id
 * @param {Coign.Judged} judged
 */
function remember(id, judged) {
  memory.delete(id);
  memory.set(id, judged);
  for (const oldest of memory.keys()) {
    if (memory.size <= REMEMBERED) break;
    memory.delete(oldest);
  }
}
