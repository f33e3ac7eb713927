/**
 * Half movement: marks on tokens that a roll has slowed. The rules say "for the round": a mark is written when the roll is
 * annotated, and removed when the token's next turn begins, its combat ends, or the roll turns out otherwise. Without a
 * combat there are no turns, and nothing would ever remove a mark, so only the card shows it.
 *
 * Everyone can read a token's flags, so they hold the marks of rolls that players may read. Marks of other rolls stay in
 * the memory of the client that annotated them. `coign.slowed` is called when any of them change.
 */

import { FIELDS, fieldOf, ownFlags } from "../util/fields.mjs";
import { findToken, ID } from "../util/foundry.mjs";

/** @typedef {Pick<Coign.MessageHeader, "id" | "flags">} Message */
/** @typedef {TokenDocument.Implementation} Token */
/**
 * @typedef {{combat: string, round: number, turn: number}} Moment The time of a roll, in a combat.
 * @typedef {{factor: number, message: string} & Moment} Mark An entry of a token's `flags.coign.slowed`.
 * @typedef {{round: number, turn: number | null, turns: readonly {tokenId: string | null}[]}} Order
 *   The turn order of a combat, and whose turn it is.
 */

export class SlowedTokens {
  /** @type {Map<string, Mark[]>} by token id: the marks of rolls that players may not read */
  #secret = new Map();

  /**
   * Return the part of its speed that a token has left, as far as this client knows.
   * @param {Token} token
   */
  factorOf(token) {
    const secret = this.#secret.get(token.id ?? "") ?? [];
    return Math.min(speedFactor(token), ...secret.map(({ factor }) => factor));
  }

  /**
   * Replace the secret marks that a message has made on a token.
   * @param {string} token
   * @param {string} message
   * @param {Mark[]} marks
   */
  setSecret(token, message, marks) {
    const others = (this.#secret.get(token) ?? []).filter((mark) => mark.message !== message);
    if (others.length || marks.length) this.#secret.set(token, [...others, ...marks]);
    else this.#secret.delete(token);
  }

  /**
   * Keep only the secret marks for which the test holds.
   * @param {(token: string, mark: Mark) => boolean} test
   */
  filterSecret(test) {
    for (const [token, marks] of this.#secret) {
      const kept = marks.filter((mark) => test(token, mark));
      if (kept.length) this.#secret.set(token, kept);
      else this.#secret.delete(token);
    }
  }
}

/**
 * Mark the tokens that a roll slows, and remove its marks from all others.
 *
 * @param {Coign.Context} coign
 * @param {Message} message
 * @param {{scene: string, token: string}} actor
 * @param {Coign.Annotation[]} annotations the GM's
 * @param {Coign.Annotation[]} published what players may read: empty if they may not read the roll
 */
export async function markSlowed(coign, message, actor, annotations, published) {
  const scene = game.scenes.get(actor.scene);
  const { moment } = message.flags;
  if (!scene) return;
  const by = message.id;
  const visible = slowedBy(published, actor.token);
  const all = slowedBy(annotations, actor.token);
  const updates = [...scene.tokens].flatMap((token) => {
    const id = token.id ?? "";
    const markOf = (/** @type {number | undefined} */ factor) =>
      factor !== undefined && moment && isSlowed(id, moment, game.combats.get(moment.combat))
        ? [{ ...moment, factor, message: by }]
        : [];
    coign.slowed.setSecret(id, by, visible.has(id) ? [] : markOf(all.get(id)));
    return updateOf(token, [...marksOn(token).filter((mark) => mark.message !== by), ...markOf(visible.get(id))]);
  });
  await write(scene, updates);
  Hooks.callAll("coign.slowed");
}

/**
 * Remove the marks of a message that was deleted.
 * @param {Coign.Context} coign
 * @param {Coign.MessageHeader} message
 */
export async function unmarkSlowed(coign, message) {
  const scene = message.speaker.scene ?? "";
  if (message.flags.moment) await markSlowed(coign, message, { scene, token: "" }, [], []);
}

/**
 * `updateCombat`, `deleteCombat`.
 * @param {Coign.Context} coign
 * @param {Combat.Implementation} combat
 */
export function combatChanged(coign, combat) {
  const tokens = [...combat.combatants].flatMap(({ sceneId, tokenId }) => findToken(sceneId, tokenId) ?? []);
  removeExpired(coign, tokens);
}

/**
 * `deleteCombatant`.
 * @param {Coign.Context} coign
 * @param {Combatant.Implementation} combatant
 */
export function combatantDeleted(coign, { sceneId, tokenId }) {
  const token = findToken(sceneId, tokenId);
  removeExpired(coign, token ? [token] : [], tokenId);
}

/**
 * `canvasReady`: a combat may have ended while no GM was logged in.
 * @param {Coign.Context} coign
 */
export const removeExpiredInScene = (coign) => removeExpired(coign, [...(canvas?.scene?.tokens ?? [])]);

/**
 * Remove marks that have expired; those in flags on one GM's client, for all.
 * @param {Coign.Context} coign
 * @param {Token[]} tokens
 * @param {string | null} [left] a token that has left its combat, even if it is still in the turn order
 */
function removeExpired(coign, tokens, left = null) {
  const lasts = (/** @type {string} */ id, /** @type {Mark} */ mark) =>
    id !== left && isSlowed(id, mark, game.combats?.get(mark.combat));
  coign.slowed.filterSecret(lasts);
  Hooks.callAll("coign.slowed");
  if (!game.users?.activeGM?.isSelf) return;
  for (const scene of new Set(tokens.map(({ parent }) => parent))) {
    const updates = tokens
      .filter(({ parent }) => parent === scene)
      .flatMap((token) =>
        updateOf(
          token,
          marksOn(token).filter((mark) => lasts(token.id ?? "", mark)),
        ),
      );
    if (scene) void write(scene, updates);
  }
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
    // A token may be deleted meanwhile, and its mark with it.
    console.warn(`Coign | marks of scene ${scene.id} could not be written:`, problem);
  }
}

/**
 * Return the update that gives a token these marks; none if it has them already.
 * @param {Token} token
 * @param {Mark[]} slowed
 */
const updateOf = (token, slowed) =>
  JSON.stringify(slowed) === JSON.stringify(marksOn(token)) ? [] : [{ _id: token.id, flags: { [ID]: { slowed } } }];

/**
 * Return the tokens that an attack's rolls slow, and to what part of their speed: the attacker, or those who save.
 *
 * @param {Coign.Annotation[]} annotations
 * @param {string} actor
 */
export function slowedBy(annotations, actor) {
  /** @type {Map<string, number>} */
  const slowed = new Map();
  for (const { occasion, results } of annotations) {
    for (const { target, outcome } of results) {
      const who = occasion === "save" ? target : actor;
      if (!who || typeof outcome.movement !== "number" || outcome.movement >= 1) continue;
      slowed.set(who, Math.min(outcome.movement, slowed.get(who) ?? 1));
    }
  }
  return slowed;
}

/**
 * Return whether a token is still slowed: its next turn after the moment has not begun. A turn that was taken back has
 * not begun.
 *
 * @param {string} token
 * @param {Moment} moment
 * @param {Order | undefined} combat the combat of that moment, if it is still going on
 */
export function isSlowed(token, moment, combat) {
  if (!combat || combat.round < 1) return false;
  const own = combat.turns.findIndex(({ tokenId }) => tokenId === token);
  if (own < 0) return false;
  const next = own > moment.turn ? moment.round : moment.round + 1;
  return combat.round < next || (combat.round === next && (combat.turn ?? 0) < own);
}

/**
 * Return the part of its speed that a token has left by the marks in its flags: 1 if nothing slows it.
 * @param {{flags?: Record<string, any>}} token
 */
export function speedFactor(token) {
  return Math.min(1, ...marksOn(token).map(({ factor }) => factor));
}

/**
 * Return the marks in a token's flags.
 * @param {{flags?: Record<string, any>}} token
 * @returns {Mark[]}
 */
export const marksOn = (token) => fieldOf(FIELDS.token.slowed, ownFlags(token).slowed) ?? [];
