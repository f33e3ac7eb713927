/**
 * Everything that version 14 changes of what the stand-in has, in one place; the rest is as in version 13.
 *
 * Types of 14 are not on npm (fvtt-types ends at 13.346). Sources: the public API pages of v14 (SceneData, TokenData,
 * RegionData, ChatMessageData), the document types that the pf2e system publishes for v14, and the League's work on
 * foundry-vtt-types 14.366 (`_loc`, data operators, `CONFIG.ChatMessage.modes`, context menus).
 */

import { ForcedDeletion, ForcedReplacement } from "./utils.mjs";

export const is14 = (generation) => generation >= 14;

export const DEFAULT_LEVEL = "defaultLevel0000"; // SceneMetadata.defaultLevelId

/** Documents inside a scene: measured templates are regions now. */
export function embeddedChanges(documentName, inside) {
  if (documentName !== "Scene") return inside;
  const { MeasuredTemplate: _gone, ...kept } = inside;
  return { ...kept, Level: "levels" };
}

const placed = () => ({ levels: [] }); // an empty list means all levels

/** The fields that are new, or that start otherwise. */
const NEW_FIELDS = {
  Scene: () => ({ initialLevel: null, shiftX: 0, shiftY: 0 }),
  Token: () => ({ level: DEFAULT_LEVEL, depth: 1, detectionModes: {} }), // keyed by mode
  Wall: placed,
  AmbientLight: placed,
  Region: () => ({ levels: [], restriction: { enabled: false }, attachment: { token: null }, hidden: false }),
  ChatMessage: () => ({ title: "" }),
};

/** The fields that are gone: a scene's pictures are its levels'. */
const GONE_FIELDS = { Scene: ["background", "foreground"] };

/** The fields of a new document of version 13, as 14 has them. */
export function fieldChanges(documentName, fields) {
  const changed = { ...fields, ...NEW_FIELDS[documentName]?.() };
  for (const field of GONE_FIELDS[documentName] ?? []) delete changed[field];
  return changed;
}

/** A change that deletes a field: an operator as value in 14, a key in 13. */
export const deletionOf = (generation, key) =>
  is14(generation) ? { [key]: new ForcedDeletion() } : { [`-=${key}`]: null };

/** Whom a message is for: the modes' names, and the setting that holds the one in use. */
export const modeName = (generation, mode) => (is14(generation) ? mode : `${mode}roll`);
export const modeSetting = (generation) => (is14(generation) ? "messageMode" : "rollMode");

/** Statuses are a list in 13. In 14 systems may key them by id, so nobody should call a list's methods on them. */
export const statusesOf = (generation, list) =>
  is14(generation) ? Object.fromEntries(list.map((status) => [status.id, status])) : list;

/** An entry of a card's menu; the names of 13 still work in 14. */
export const menuEntry = (generation, { name, icon, condition, act }) =>
  is14(generation)
    ? { label: name, icon: `fa-solid ${icon}`, visible: condition, onClick: (_event, card) => act(card) }
    : { name, icon: `<i class="fa-solid ${icon}"></i>`, condition, callback: act };

/** Add the globals that only version 14 has. */
export function addGlobals(window, { i18n }) {
  window.foundry.data.operators = { ForcedDeletion, ForcedReplacement };
  window._loc = (key, data) => (data ? i18n.format(key, data) : i18n.localize(key));
}
