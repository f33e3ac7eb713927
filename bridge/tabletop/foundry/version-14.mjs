/**
 * The differences of version 14 from version 13, as far as the stand-in has them.
 *
 * Types of 14 are not on npm (fvtt-types ends at 13.346). Sources: the public API pages of v14 (SceneData, TokenData,
 * RegionData, ChatMessageData), the document types that the pf2e system publishes for v14, and the League's work on
 * foundry-vtt-types 14.366 (`_loc`, data operators, `CONFIG.ChatMessage.modes`, context menus).
 */

import { ForcedDeletion, ForcedReplacement } from "./utils.mjs";

export const is14 = (generation) => generation >= 14;

export const DEFAULT_LEVEL = "defaultLevel0000"; // SceneMetadata.defaultLevelId

/** Return the documents inside a scene: version 14 has regions in place of measured templates. */
export function embeddedChanges(documentName, inside) {
  if (documentName !== "Scene") return inside;
  const { MeasuredTemplate: _gone, ...kept } = inside;
  return { ...kept, Level: "levels" };
}

const placed = () => ({ levels: [] }); // an empty list means all levels

/** The fields that are new, or that have another default. */
const NEW_FIELDS = {
  Scene: () => ({ initialLevel: null, shiftX: 0, shiftY: 0 }),
  Token: () => ({ level: DEFAULT_LEVEL, depth: 1, detectionModes: {} }), // keyed by mode
  Wall: placed,
  AmbientLight: placed,
  Tile: placed, // and its place is that of its anchor (foundryvtt/foundryvtt#13442)
  Region: () => ({
    ...{ levels: [], restriction: { enabled: false }, attachment: { token: null }, hidden: false },
    elevation: { bottom: null, top: null, topInclusive: false }, // foundryvtt/foundryvtt#14299
  }),
  ChatMessage: () => ({ title: "" }),
  ActiveEffect: () => ({ system: { changes: [] } }), // foundryvtt/foundryvtt#13740
};

/** The fields that are gone: the pictures belong to the scene's levels, an effect's changes to its `system`. */
const GONE_FIELDS = { Scene: ["background", "foreground"], ActiveEffect: ["changes"] };

/** Change the fields of a new document from version 13 to 14. */
export function fieldChanges(documentName, fields) {
  const changed = { ...fields, ...NEW_FIELDS[documentName]?.() };
  for (const field of GONE_FIELDS[documentName] ?? []) delete changed[field];
  return changed;
}

const TOKEN = "token."; // with this in front, the key of an effect's change names a field of the actor's tokens

/**
 * Return the changes that an actor's effects make to its tokens, each with the path in the token. Only those that override
 * are here. (foundryvtt/foundryvtt#13461; dnd5e's Active Effect Guide for 6.0: `token.light.dim`)
 */
export function tokenChanges(generation, actor) {
  if (!is14(generation) || !actor) return [];
  const changes = actor.appliedEffects.flatMap(({ system }) => system.changes);
  const ofTokens = changes.filter(({ key, type }) => key.startsWith(TOKEN) && type === "override");
  return ofTokens.map(({ key, value }) => ({ key: key.slice(TOKEN.length), value }));
}

/** Return a change that deletes a field: by an operator as value in 14, by a key in 13. */
export const deletionOf = (generation, key) =>
  is14(generation) ? { [key]: new ForcedDeletion() } : { [`-=${key}`]: null };

/** The names of the modes that set a message's recipients, and of the setting for the current one. */
export const modeName = (generation, mode) => (is14(generation) ? mode : `${mode}roll`);
export const modeSetting = (generation) => (is14(generation) ? "messageMode" : "rollMode");

/**
 * Return the statuses: a list in 13. In 14 they are a record by id, with the methods of a list for those who still use them: a
 * proxy around one. (foundryvtt/foundryvtt#13122; SR5-FoundryVTT#1960)
 */
export const statusesOf = (generation, list) => (is14(generation) ? new Proxy(list, BY_ID) : list);

const isOfList = (list, key) => typeof key === "symbol" || /^\d+$/.test(key) || key in list;
const placeOf = (list, id) => list.findIndex((status) => status?.id === id);
const BY_ID = {
  get: (list, key, proxy) =>
    isOfList(list, key) ? Reflect.get(list, key, proxy) : list.find((status) => status?.id === key),
  has: (list, key) => isOfList(list, key) || placeOf(list, key) >= 0,
  set(list, key, value) {
    if (isOfList(list, key)) return Reflect.set(list, key, value);
    const place = placeOf(list, key);
    list[place < 0 ? list.length : place] = { ...value, id: key };
    return true;
  },
  deleteProperty(list, key) {
    if (isOfList(list, key)) return Reflect.deleteProperty(list, key);
    if (placeOf(list, key) >= 0) list.splice(placeOf(list, key), 1);
    return true;
  },
  ownKeys: (list) => [...list.flatMap((status) => status?.id ?? []), "length"],
  getOwnPropertyDescriptor(list, key) {
    const status = list.find((one) => one?.id === key);
    if (!status) return Reflect.getOwnPropertyDescriptor(list, key);
    return { value: status, writable: true, enumerable: true, configurable: true };
  },
};

/** Return an entry of a card's menu; the names of 13 still work in 14. */
export const menuEntry = (generation, { name, icon, condition, act }) =>
  is14(generation)
    ? { label: name, icon: `fa-solid ${icon}`, visible: condition, onClick: (_event, card) => act(card) }
    : { name, icon: `<i class="fa-solid ${icon}"></i>`, condition, callback: act };

/** Add the globals that only version 14 has. */
export function addGlobals(window, { i18n }) {
  window.foundry.data.operators = { ForcedDeletion, ForcedReplacement };
  window._loc = (key, data) => (data ? i18n.format(key, data) : i18n.localize(key));
}
