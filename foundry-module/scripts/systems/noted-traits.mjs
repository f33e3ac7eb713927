/**
 * Traits that GMs have set on tokens. They are noted in the flags of the scene, which only GMs can write and which a copy of
 * the scene includes. A player may write any flag of his own token, but only a GM may set its reach, senses, ignored cover
 * and the like. `config/note-traits.mjs` writes the notes. Pure.
 */

import { ownFields, ownFlags } from "../util/fields.mjs";
import { guardedIn, isEqual } from "../util/provenance.mjs";
import { idOf } from "./reading.mjs";

/** @typedef {import("../util/provenance.mjs").Note} Note */
/** @typedef {{token: string, path: string, value: unknown}} Trait a value on a token, as `senses.darkvision` */

/** The notes of scenes by token, read once for each version of the list. @type {WeakMap<object, Map<string, Note>>} */
const byList = new WeakMap();

/**
 * Return the values that GMs have set on a token, by path.
 * @param {Coign.Foreign} token a document, or plain data of one
 * @returns {Note}
 */
export const noteOfToken = (token) => notesIn(token?.parent).get(idOf(token)) ?? {};

/**
 * List what GMs have set in a scene.
 * @param {Coign.Foreign} scene
 * @returns {Trait[]}
 */
export const traitsNoted = (scene) =>
  [...notesIn(scene)].flatMap(([token, note]) => Object.entries(note).map(([path, value]) => ({ token, path, value })));

/**
 * List the guarded values on the tokens of a scene that no GM has set, as far as is known.
 * @param {Coign.Foreign} scene
 * @returns {Trait[]}
 */
export const traitsNotNoted = (scene) =>
  [...(scene?.tokens ?? [])].flatMap((token) => {
    const note = noteOfToken(token);
    return Object.entries(guardedIn("token", ownFlags(token)))
      .filter(([path, value]) => !(path in note && isEqual(note[path], value)))
      .map(([path, value]) => ({ token: String(idOf(token) ?? ""), path, value }));
  });

/**
 * @param {Coign.Foreign} scene
 * @returns {Map<string, Note>}
 */
function notesIn(scene) {
  const list = ownFlags(scene).traits;
  if (!Array.isArray(list)) return new Map();
  const known = byList.get(list);
  if (known) return known;
  /** @type {Map<string, Note>} */
  const notes = new Map();
  for (const { token, path, value } of ownFields("scene", scene).traits ?? [])
    notes.set(token, { ...notes.get(token), [path]: value });
  byList.set(list, notes);
  return notes;
}
