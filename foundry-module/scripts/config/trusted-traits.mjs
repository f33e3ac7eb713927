/**
 * Note which tokens' traits a GM has set: Foundry does not record who wrote a flag. The fingerprints are kept in a setting
 * of the world, which only GMs write, and `systems/sheet-traits.mjs` compares them. A GM's client writes other flags by
 * itself, as that a token is slowed: that vouches for nothing.
 */

import { changesGuarded, traitsFingerprint } from "../systems/sheet-traits.mjs";
import { ID } from "../util/id.mjs";
import { ownFlags } from "../util/own-flags.mjs";

/** @typedef {import("../systems/sheet-traits.mjs").Trusted} Trusted */

/**
 * `createToken`: note what a GM placed. Its traits are from its prototype, which a player may have written: they are noted
 * only if a GM set them there, or on another token of the same actor.
 *
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} token
 * @param {object} _options
 * @param {string} userId
 */
export async function tokenCreated(coign, token, _options, userId) {
  if (!isThisGM(userId)) return;
  const print = traitsFingerprint(ownFlags(token));
  const trusted = coign.setting("trustedTraits");
  if (print && knownPrints(trusted, token).includes(print)) await note(coign, token.uuid, print);
}

/**
 * `updateToken`: note what a GM set.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} token
 * @param {Coign.Foreign} change
 * @param {object} _options
 * @param {string} userId
 */
export async function tokenChanged(coign, token, change, _options, userId) {
  if (isThisGM(userId) && changesGuarded(ownFlags(change)))
    await note(coign, token.uuid, traitsFingerprint(ownFlags(token)));
}

/**
 * `updateActor`: note what a GM set on the prototype of its tokens.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} actor
 * @param {Coign.Foreign} change
 * @param {object} _options
 * @param {string} userId
 */
export async function actorChanged(coign, actor, change, _options, userId) {
  if (isThisGM(userId) && changesGuarded(ownFlags(change.prototypeToken)))
    await note(coign, actor.uuid, traitsFingerprint(ownFlags(actor.prototypeToken)));
}

/**
 * Return whether this client's user made a change, and is a GM.
 * @param {string} userId
 */
const isThisGM = (userId) => game.user.isGM && game.user.id === userId;

/**
 * Write fingerprints one after another: each starts from what the one before has left.
 * @param {Coign.Context} coign
 * @param {string} uuid
 * @param {string} print "": nothing is set any more
 */
function note(coign, uuid, print) {
  const write = async () => {
    const { [uuid]: before = "", ...others } = coign.setting("trustedTraits");
    if (before !== print) await game.settings.set(ID, "trustedTraits", print ? { ...others, [uuid]: print } : others);
  };
  const done = writing.then(write);
  writing = done.catch(() => null);
  return done;
}

/** @type {Promise<unknown>} */
let writing = Promise.resolve();

/**
 * @param {Trusted} trusted
 * @param {Coign.Foreign} token
 */
function knownPrints(trusted, { actorId, parent }) {
  const siblings = [...(parent?.tokens ?? [])].filter((other) => other.actorId === actorId);
  return [trusted[`Actor.${actorId}`], ...siblings.map(({ uuid }) => trusted[uuid])];
}
