/**
 * Note the traits of tokens that a GM has set, when the update arrives: Foundry does not record the author of a flag, but
 * names the author of each update. The notes on tokens are in their scene's flags (`systems/noted-traits.mjs`), those on
 * prototypes of actors in a world setting. Only GMs can write either. Flags that a GM's client writes automatically, such as
 * a slowed token, confirm nothing.
 *
 * The active GM's client undoes traits that a player writes, on tokens and on prototypes. Until that is done, every GM's
 * client keeps the earlier value in its memory. Else a GM who sets what the player has just written would change nothing,
 * and Foundry would not send it.
 *
 * A GM who copies a token, a scene or an actor confirms the traits that a GM set on the original. Coign asks about traits that
 * no GM's client saw being written (`ask-traits.mjs`).
 */

import { noteOfToken, traitsNoted } from "../systems/noted-traits.mjs";
import { ownFlags } from "../util/fields.mjs";
import { ID } from "../util/foundry.mjs";
import { guardedIn, isEqual, noteAfter, UNDOES, undone } from "../util/provenance.mjs";

/** @typedef {import("../systems/noted-traits.mjs").Trait} Trait */
/** @typedef {import("../util/provenance.mjs").Note} Note */

const DELETED_KEPT = 200; // tokens

/** The notes of tokens that were deleted since this page was opened, by uuid. @type {Map<string, Note>} */
const deleted = new Map();

/**
 * `createToken`: a GM's token has its traits from a prototype, or is a copy. They count as far as a GM set them there.
 *
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} token
 * @param {object} _options
 * @param {string} userId
 */
export async function tokenCreated(coign, token, _options, userId) {
  const traits = Object.entries(guardedIn("token", ownFlags(token)));
  if (!traits.length || !isMine(userId)) return;
  const known = knownNotes(coign, token);
  const isKnown = (/** @type {[string, unknown]} */ [path, value]) =>
    known.some((note) => path in note && isEqual(note[path], value));
  if (isGM(userId)) return noteOn(token, () => Object.fromEntries(traits.filter(isKnown)));
  const forged = traits.filter((trait) => !isKnown(trait));
  await restore(token.parent, new Map([[token, Object.fromEntries(forged)]]));
}

/**
 * `updateToken`.
 * @param {Coign.Context} _coign
 * @param {Coign.Foreign} token
 * @param {Coign.Foreign} change
 * @param {object} options the update's
 * @param {string} userId
 */
export async function tokenChanged(_coign, token, change, options, userId) {
  if (!game.user.isGM || UNDOES in options || !Object.keys(change).some((key) => key.endsWith("flags"))) return;
  const flags = structuredClone(ownFlags(token));
  if (isGM(userId)) {
    if (!isMine(userId)) return;
    const written = noteAfter("token", {}, flags, change);
    await noteOn(token, (before) => noteAfter("token", before, flags, change));
    // A player may have written after it, and have been undone by the note before.
    if (!waiting.has(token.parent)) await restore(token.parent, new Map([[token, written]]));
    return;
  }
  const back = undoingPlayer(flags, noteOfToken(token), change);
  if (!back) return;
  token.updateSource({ flags: { [ID]: back } });
  if (isMine(userId)) await undo(token.parent, [[token, back]]);
}

/**
 * Handle `updateActor`: note the traits that a GM set on the prototype token, and undo a player's.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} actor
 * @param {Coign.Foreign} change
 * @param {object} options the update's
 * @param {string} userId
 */
export async function actorChanged(coign, actor, change, options, userId) {
  if (!game.user.isGM || UNDOES in options) return;
  const flags = structuredClone(ownFlags(actor.prototypeToken));
  const noted = () => coign.setting("setOnPrototypes")[actor.uuid] ?? {};
  if (!isGM(userId)) {
    const back = undoingPlayer(flags, noted(), change.prototypeToken);
    if (!back) return;
    actor.updateSource({ prototypeToken: { flags: { [ID]: back } } });
    if (isMine(userId)) await undoPrototype(actor, back);
  } else if (isMine(userId)) {
    await noteOnActor(coign, actor.uuid, (before) => noteAfter("token", before, flags, change.prototypeToken));
    // A player may have written after it, and have been undone by the note before.
    const written = noteAfter("token", {}, flags, change.prototypeToken);
    const back = undone("token", ownFlags(actor.prototypeToken), noted(), (path) => path in written);
    if (back) await undoPrototype(actor, back);
  }
}

/**
 * @param {Coign.Foreign} actor
 * @param {Record<string, any>} back the change of the flags on its prototype token
 */
const undoPrototype = (actor, back) =>
  actor.update({ prototypeToken: { flags: { [ID]: back } } }, { diff: false, [UNDOES]: true });

/**
 * `createActor`: the copy that a GM makes of an actor counts as the original does.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} actor
 * @param {object} _options
 * @param {string} userId
 */
export async function actorCreated(coign, actor, _options, userId) {
  const original = actor._stats?.duplicateSource;
  if (!original || !isGM(userId) || !isMine(userId)) return;
  const known = coign.setting("setOnPrototypes")[original] ?? {};
  const traits = Object.entries(guardedIn("token", ownFlags(actor.prototypeToken)));
  const same = traits.filter(([path, value]) => path in known && isEqual(known[path], value));
  await noteOnActor(coign, actor.uuid, () => Object.fromEntries(same));
}

/**
 * `deleteActor`.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} actor
 */
export async function actorDeleted(coign, actor) {
  if (game.users.activeGM?.isSelf) await noteOnActor(coign, actor.uuid, () => ({}));
}

/**
 * Handle `deleteToken`: remove the token's notes from the scene. Undoing the deletion restores the token as it was.
 * @param {Coign.Context} _coign
 * @param {Coign.Foreign} token
 */
export async function tokenDeleted(_coign, token) {
  const note = noteOfToken(token);
  if (!game.user.isGM || !Object.keys(note).length) return;
  deleted.set(token.uuid, note);
  const [oldest] = deleted.keys();
  if (deleted.size > DELETED_KEPT) deleted.delete(oldest);
  if (game.users.activeGM?.isSelf) await noteOn(token, () => ({}));
}

/**
 * Let traits count, or take them from their tokens.
 * @param {Coign.Foreign} scene
 * @param {Trait[]} traits
 * @param {boolean} count
 */
export async function settle(scene, traits, count) {
  const valuesOf = (/** @type {string} */ id) =>
    Object.fromEntries(traits.flatMap(({ token, path, value }) => (token === id ? [[path, value]] : [])));
  const tokens = [...scene.tokens].filter(({ id }) => traits.some(({ token }) => token === id));
  if (!count) return restore(scene, new Map(tokens.map((token) => [token, valuesOf(token.id)])));
  await Promise.all(tokens.map((token) => noteOn(token, (before) => ({ ...before, ...valuesOf(token.id) }))));
}

/**
 * Replace values on tokens by those that a GM has set, or remove them.
 * @param {Coign.Foreign} scene
 * @param {Map<Coign.Foreign, Note>} values by token
 */
async function restore(scene, values) {
  const changes = [...values].map(([token, wrong]) => /** @type {const} */ ([token, undoing(token, wrong)]));
  await undo(
    scene,
    changes.filter(([, change]) => change !== null),
  );
}

/**
 * Return the change of a token's flags that gives some traits their noted values; null if they have them.
 * @param {Coign.Foreign} token
 * @param {Note} wrong
 */
const undoing = (token, wrong) => undone("token", ownFlags(token), noteOfToken(token), (path) => path in wrong);

/**
 * Return the change of flags that undoes what a player's update wrote or removed; null if there is nothing to undo.
 * @param {unknown} flags after the update
 * @param {Note} note
 * @param {Coign.Foreign} change as the hook has it
 */
function undoingPlayer(flags, note, change) {
  const present = guardedIn("token", flags);
  const written = noteAfter("token", {}, flags, change);
  return undone("token", flags, note, (path) => path in written || !(path in present));
}

/**
 * @param {Coign.Foreign} scene
 * @param {(readonly [Coign.Foreign, Record<string, any> | null])[]} changes of flags, by token
 */
async function undo(scene, changes) {
  const updates = changes.map(([token, change]) => ({ _id: token.id, flags: { [ID]: change } }));
  if (updates.length) await scene.updateEmbeddedDocuments("Token", updates, { diff: false, [UNDOES]: true });
}

/**
 * Return whether this client deals with a change: its own user's if that is a GM, a player's on the active GM's client.
 * @param {string} userId
 */
const isMine = (userId) => (isGM(userId) ? game.user.id === userId : game.users.activeGM?.isSelf === true);

/**
 * Return whether a change is a GM's, at the moment when it comes.
 * @param {string} userId
 */
const isGM = (userId) => game.users.get(userId)?.isGM === true;

/**
 * Return what GMs have set on the originals that a token may be a copy of: itself before it was deleted, the prototype of
 * its actor, other tokens of that actor in any scene.
 * @param {Coign.Context} coign
 * @param {Coign.Foreign} token
 * @returns {Note[]}
 */
function knownNotes(coign, { uuid, id, actorId }) {
  const siblings = [...game.scenes].flatMap((scene) => {
    const ofThem = (/** @type {Coign.Foreign} */ other) => other.actorId === actorId && other.id !== id;
    return ownFlags(scene).traits ? [...scene.tokens].filter(ofThem).map(noteOfToken) : [];
  });
  return [deleted.get(uuid) ?? {}, coign.setting("setOnPrototypes")[`Actor.${actorId}`] ?? {}, ...siblings];
}

/** @typedef {(before: Note) => Note} Edit of the note on one token */
/** The edits that wait to be written, of each scene. @type {Map<Coign.Foreign, {id: string, edit: Edit}[]>} */
const waiting = new Map();
/** @type {Promise<unknown>} */
let writing = Promise.resolve();

/**
 * Change the note on a token. Notes on many tokens that were placed at once go into one update of their scene. Updates run
 * one after another, because each starts from the result of the one before.
 * @param {Coign.Foreign} token
 * @param {Edit} edit
 */
function noteOn({ id, parent: scene }, edit) {
  waiting.set(scene, [...(waiting.get(scene) ?? []), { id, edit }]);
  return next(async () => {
    const edits = waiting.get(scene) ?? [];
    waiting.delete(scene);
    const before = traitsNoted(scene);
    const after = edits.reduce((list, { id: token, edit }) => {
      const own = list.filter((item) => item.token === token);
      const note = edit(Object.fromEntries(own.map(({ path, value }) => [path, value])));
      const written = Object.entries(note).map(([path, value]) => ({ token, path, value }));
      return [...list.filter((item) => item.token !== token), ...written];
    }, before);
    if (isEqual(before, after) || !game.scenes.has(scene?.id)) return;
    await scene.update({ flags: { [ID]: { traits: after } } });
  });
}

/**
 * @param {Coign.Context} coign
 * @param {string} uuid
 * @param {Edit} edit
 */
const noteOnActor = (coign, uuid, edit) =>
  next(async () => {
    const { [uuid]: before = {}, ...others } = coign.setting("setOnPrototypes");
    const after = edit(before);
    if (isEqual(before, after)) return;
    const notes = Object.keys(after).length ? { ...others, [uuid]: after } : others;
    await game.settings.set(ID, "setOnPrototypes", notes);
  });

/**
 * Do a task after those before it.
 * @param {() => Promise<unknown>} task
 */
function next(task) {
  const done = writing.then(task);
  writing = done.catch(() => null);
  return done;
}
