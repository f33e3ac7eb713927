/**
 * The types of documents, which of them contain which, and the fields of a new one: those of version 13, with the
 * changes in `version-14.mjs`.
 *
 * Source: the published types of v13 (fvtt-types 13.346). Only fields that code here reads are listed.
 */

import { embeddedChanges, fieldChanges, is14 } from "./version-14.mjs";

/** Document name -> the collections inside it: {document name: field}. */
export const EMBEDDED = {
  Scene: {
    Token: "tokens",
    Wall: "walls",
    AmbientLight: "lights",
    Region: "regions",
    Tile: "tiles",
    Drawing: "drawings",
    MeasuredTemplate: "templates",
  },
  Region: { RegionBehavior: "behaviors" },
  Actor: { Item: "items", ActiveEffect: "effects" },
  Combat: { Combatant: "combatants" },
};

/** The fields of an ActorDelta. Its lists are plain source data; the documents belong to the token's own actor. */
const delta = () => ({
  name: null,
  type: null,
  img: null,
  system: {},
  items: [],
  effects: [],
  ownership: null,
  flags: {},
});

export const WORLD_DOCUMENTS = ["User", "Actor", "Scene", "ChatMessage", "Combat", "Item", "JournalEntry", "Macro"];

export function embeddedIn(documentName, generation) {
  const inside = EMBEDDED[documentName] ?? {};
  return is14(generation) ? embeddedChanges(documentName, inside) : inside;
}

const light = () => ({
  alpha: 0.5,
  angle: 360,
  bright: 0,
  dim: 0,
  luminosity: 0.5,
  negative: false,
  priority: 0,
  darkness: { min: 0, max: 1 },
});

const DEFAULTS = {
  User: () => ({ name: "", role: 1, color: "#888888", character: null, flags: {}, permissions: {} }),
  Actor: () => ({
    name: "",
    type: "npc",
    img: null,
    system: {},
    items: [],
    effects: [],
    ownership: { default: 0 },
    prototypeToken: {},
    flags: {},
  }),
  ActorDelta: delta,
  Item: () => ({ name: "", type: "weapon", img: null, system: {}, flags: {}, ownership: { default: 0 } }),
  ActiveEffect: () => ({ name: "", statuses: [], changes: [], disabled: false, flags: {} }),
  Macro: () => ({ name: "", type: "chat", command: "", author: null, ownership: { default: 0 }, flags: {} }),
  JournalEntry: () => ({ name: "", pages: [], ownership: { default: 0 }, flags: {} }),
  Combat: () => ({ scene: null, round: 0, turn: null, flags: {} }),
  Combatant: () => ({ actorId: null, tokenId: null, sceneId: null, initiative: null, flags: {} }),
  Scene: () => ({
    name: "",
    active: false,
    width: 4000,
    height: 3000,
    padding: 0.25,
    grid: {
      type: 1,
      size: 100,
      style: "solidLines",
      thickness: 1,
      color: "#000000",
      alpha: 0.2,
      distance: 5,
      units: "ft",
    },
    tokenVision: true,
    environment: {
      darknessLevel: 0,
      globalLight: { enabled: true, bright: true, darkness: { min: 0, max: 1 } },
    },
    flags: {},
    background: { src: null },
    foreground: null,
  }),
  Token: () => ({
    name: "",
    displayName: 0,
    actorId: null,
    actorLink: false,
    delta: delta(),
    x: 0,
    y: 0,
    elevation: 0,
    width: 1,
    height: 1,
    rotation: 0,
    lockRotation: false,
    shape: 4,
    texture: { src: null, scaleX: 1, scaleY: 1 },
    disposition: -1,
    hidden: false,
    locked: false,
    sort: 0,
    light: light(),
    sight: { enabled: false, range: 0, angle: 360, visionMode: "basic" },
    detectionModes: [],
    movementAction: null,
    flags: {},
  }),
  Wall: () => ({
    c: [0, 0, 0, 0],
    light: 20,
    move: 20,
    sight: 20,
    sound: 20,
    dir: 0,
    door: 0,
    ds: 0,
    threshold: { light: null, sight: null, sound: null, attenuation: false },
    flags: {},
  }),
  AmbientLight: () => ({
    x: 0,
    y: 0,
    elevation: 0,
    rotation: 0,
    walls: true,
    vision: false,
    hidden: false,
    config: light(),
    flags: {},
  }),
  Region: () => ({
    name: "",
    color: "#888888",
    shapes: [],
    elevation: { bottom: null, top: null },
    behaviors: [],
    visibility: 0,
    locked: false,
    flags: {},
  }),
  RegionBehavior: () => ({ name: "", type: "", system: {}, disabled: false, flags: {} }),
  Level: () => ({
    name: "",
    elevation: { bottom: 0, top: 20 },
    background: { src: null },
    visibility: { levels: [] },
    sort: 0,
    flags: {},
  }),
  Tile: () => ({
    x: 0,
    y: 0,
    width: 0,
    height: 0,
    elevation: 0,
    rotation: 0,
    hidden: false,
    texture: { src: null, anchorX: 0.5, anchorY: 0.5 },
    occlusion: { mode: 0, alpha: 0 },
    restrictions: { light: false, weather: false },
    flags: {},
  }),
  Drawing: () => ({
    x: 0,
    y: 0,
    shape: { type: "r", width: 0, height: 0, points: [] },
    text: "",
    fontSize: 48,
    textColor: "#ffffff",
    strokeWidth: 8,
    strokeColor: "#ffffff",
    fillType: 0,
    fillColor: "#ffffff",
    fillAlpha: 0.5,
    hidden: false,
    flags: {},
  }),
  MeasuredTemplate: () => ({ x: 0, y: 0, t: "circle", distance: 0, flags: {} }),
  Adventure: () => ({ name: "", img: null, caption: "", description: "", scenes: [], macros: [], flags: {} }),
  ChatMessage: () => ({
    type: "base",
    system: {},
    style: 0,
    author: null,
    timestamp: 0,
    flavor: "",
    content: "",
    speaker: { scene: null, actor: null, token: null, alias: "" },
    whisper: [],
    blind: false,
    rolls: [],
    sound: null,
    emote: false,
    flags: {},
  }),
};

/** Return the fields of a new document of this kind; `_id` is null until the server assigns one. */
export function defaultsOf(documentName, generation) {
  const fields = { _id: null, ...(DEFAULTS[documentName]?.() ?? { flags: {} }) };
  const defaults = is14(generation) ? fieldChanges(documentName, fields) : fields;
  for (const field of Object.values(embeddedIn(documentName, generation))) defaults[field] ??= [];
  return defaults;
}
