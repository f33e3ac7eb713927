/**
 * The mark on a token that a roll has slowed: written when the roll is judged, drawn on the map, taken away when the
 * token's next turn begins, its combat ends, or the roll turns out otherwise.
 *
 * Token flags are read by everyone, so what stands there is what players are told of the roll; where they may not read
 * it, the mark stays in the memory of the client that judged it, and is drawn there alone.
 */

import { Sketch } from "../map/canvas-layer.mjs";
import { findToken } from "../util/find-token.mjs";
import { ID } from "../util/id.mjs";
import { oncePerFrame } from "../util/next-frame.mjs";
import { badge, holds, paceOf, slowedBy } from "./slowing.mjs";

/** @typedef {ChatMessage.Implementation} Message */
/** @typedef {import("./slowing.mjs").Mark} Mark */

const ABOVE_TOKENS = 790; // below figures and arrows

/** @type {Map<string, Mark[]>} by token id: of rolls that players may not read */
const secret = new Map();
const sketch = new Sketch(ABOVE_TOKENS);
/** However much changes in a frame, the marks are drawn once in it. */
const draw = oncePerFrame(() => {
  const slow = (canvas?.tokens?.placeables ?? []).filter((token) => token.visible && paceHere(token.document) < 1);
  const size = canvas?.dimensions?.size ?? 100;
  sketch.draw(slow.flatMap((token) => badge(token.bounds, paceHere(token.document), size)));
});

/** Register the marks' hooks. To be called while Foundry initialises. */
export function registerMarks() {
  Hooks.on("updateCombat", (combat) => renew(tokensIn(combat)));
  Hooks.on("deleteCombat", (combat) => renew(tokensIn(combat)));
  Hooks.on("deleteCombatant", ({ sceneId, tokenId }) => {
    const token = findToken(sceneId, tokenId);
    renew(token ? [token] : [], tokenId);
  });
  Hooks.on("canvasReady", () => {
    sketch.remove();
    renew([...(canvas?.scene?.tokens ?? [])]); // a combat may have ended while no GM was there
    draw();
  });
  Hooks.on("canvasTearDown", () => sketch.remove());
  Hooks.on("updateToken", (_token, change) => {
    if (change.flags?.[ID] && "slowed" in change.flags[ID]) draw();
  });
  // Tokens are refreshed in every frame of a drag: those without a mark are none of ours.
  Hooks.on("refreshToken", (token) => {
    if (paceHere(token.document) < 1) draw();
  });
  Hooks.on("destroyToken", (token) => {
    if (paceHere(token.document) < 1) draw();
  });
}

/**
 * Mark whom a judged roll slows, and nobody else by it.
 *
 * @param {Message} message
 * @param {{scene: string, token: string}} actor
 * @param {Coign.Annotation[]} annotations the GM's
 * @param {Coign.Annotation[]} shown what players are told: none where they may not read the roll
 */
export async function mark(message, actor, annotations, shown) {
  const scene = game.scenes.get(actor.scene);
  const moment = message.flags[ID]?.moment;
  if (!scene) return;
  const by = message.id ?? "";
  const told = slowedBy(shown, actor.token);
  const all = slowedBy(annotations, actor.token);
  const updates = [...scene.tokens].flatMap((token) => {
    const id = token.id ?? "";
    const markOf = (/** @type {number | undefined} */ factor) =>
      factor !== undefined && moment && holds(id, moment, game.combats.get(moment.combat))
        ? [{ ...moment, factor, message: by }]
        : [];
    keepSecret(id, by, told.has(id) ? [] : markOf(all.get(id)));
    return updateOf(token, [...marksOn(token).filter((one) => one.message !== by), ...markOf(told.get(id))]);
  });
  await write(scene, updates);
  draw();
}

/**
 * The roll is gone, and with it what it did.
 * @param {Message} message
 */
export async function unmark(message) {
  const scene = message.speaker.scene ?? "";
  if (message.flags[ID]?.moment) await mark(message, { scene, token: "" }, [], []);
}

/**
 * How much of its rate a token has left, as far as this client knows.
 * @param {TokenDocument.Implementation} token
 */
export const paceHere = (token) =>
  Math.min(paceOf(token), ...(secret.get(token.id ?? "") ?? []).map(({ factor }) => factor));

/**
 * Take away the marks whose time is over; in the flags on one GM's client, for all. Nobody waits for it.
 * @param {TokenDocument.Implementation[]} tokens
 * @param {string | null} [gone] a token that is in no combat any more, whatever the turn order still says
 */
function renew(tokens, gone = null) {
  const lasting = (/** @type {string} */ id) => (/** @type {Mark} */ one) =>
    id !== gone && holds(id, one, game.combats?.get(one.combat));
  for (const [id, marks] of secret) secret.set(id, marks.filter(lasting(id)));
  draw();
  if (!game.users?.activeGM?.isSelf) return;
  /** @type {Map<Scene.Implementation, object[]>} */
  const updates = new Map();
  for (const token of tokens) {
    const scene = token.parent;
    const update = updateOf(token, marksOn(token).filter(lasting(token.id ?? "")));
    if (scene && update.length) updates.set(scene, [...(updates.get(scene) ?? []), ...update]);
  }
  for (const [scene, some] of updates) void write(scene, some);
}

/**
 * @param {Scene.Implementation} scene
 * @param {object[]} updates of its tokens
 */
async function write(scene, updates) {
  if (!updates.length) return;
  try {
    await scene.updateEmbeddedDocuments("Token", updates);
  } catch (problem) {
    // A token may be taken off the map meanwhile, and its mark with it.
    console.warn(`Coign | marks of scene ${scene.id} could not be written:`, problem);
  }
}

/**
 * @param {TokenDocument.Implementation} token
 * @returns {readonly Mark[]}
 */
const marksOn = (token) => token.flags[ID]?.slowed ?? [];

/**
 * The update that makes these a token's marks; none where they are already.
 * @param {TokenDocument.Implementation} token
 * @param {Mark[]} slowed
 */
const updateOf = (token, slowed) =>
  JSON.stringify(slowed) === JSON.stringify(marksOn(token)) ? [] : [{ _id: token.id, flags: { [ID]: { slowed } } }];

/**
 * @param {string} token
 * @param {string} message
 * @param {Mark[]} marks this message's
 */
function keepSecret(token, message, marks) {
  const others = (secret.get(token) ?? []).filter((one) => one.message !== message);
  if (others.length || marks.length) secret.set(token, [...others, ...marks]);
  else secret.delete(token);
}

/** @param {Combat.Implementation} combat */
const tokensIn = (combat) =>
  [...combat.combatants].flatMap(({ sceneId, tokenId }) => findToken(sceneId, tokenId) ?? []);
