/**
 * Note which traits of tokens a GM has set: Foundry does not record who wrote a flag. The fingerprints are kept in a
 * setting of the world, which only GMs write, and `systems/sheet-traits.mjs` compares them. A GM's client writes other
 * flags by itself, as that a token is slowed: that vouches for nothing.
 */

import { printsAfter, traitPrints } from "../systems/sheet-traits.mjs";
import { ownFlags } from "../util/fields.mjs";
import { ID } from "../util/foundry.mjs";

/** @typedef {import("../systems/sheet-traits.mjs").Trusted} Trusted */
/** @typedef {import("../systems/sheet-traits.mjs").Prints} Prints */

/**
 * `createToken`: note what a GM placed. Its traits are from its prototype, which a player may have written: they are
 * noted only if a GM set them there, or on another token of the same actor.
 *
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} token
 * @param {object} _options
 * @param {string} userId
 */
export async function tokenCreated(coign, token, _options, userId) {
  if (!isThisGM(userId)) return;
  const known = knownPrints(coign.setting("trustedTraits"), token);
  const isKnown = (/** @type {[string, string]} */ [path, print]) => known.some((prints) => prints?.[path] === print);
  const prints = Object.fromEntries(
    Object.entries(traitPrints(ownFlags(token)))
      .filter(isKnown)
      .sort(),
  );
  await note(coign, token.uuid, () => prints);
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
  if (!isThisGM(userId)) return;
  const now = traitPrints(ownFlags(token));
  await note(coign, token.uuid, (before) => printsAfter(before, now, change));
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
  if (!isThisGM(userId)) return;
  const now = traitPrints(ownFlags(actor.prototypeToken));
  await note(coign, actor.uuid, (before) => printsAfter(before, now, change.prototypeToken));
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
 * @param {(before: Prints) => Prints} change sorted by path; empty: nothing is set any more
 */
function note(coign, uuid, change) {
  const write = async () => {
    const { [uuid]: before = {}, ...others } = coign.setting("trustedTraits");
    const after = change(before);
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    const kept = Object.keys(after).length ? { ...others, [uuid]: after } : others;
    await game.settings.set(ID, "trustedTraits", kept);
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
