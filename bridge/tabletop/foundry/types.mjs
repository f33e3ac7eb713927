/**
 * Which documents there are, what stands inside what, and the fields that a new one starts with in v13 and in v14.
 *
 * Sources: the published types of v13 (fvtt-types 13.346), the public API pages of v14, and the v14 document types that
 * the pf2e system publishes. Only fields that somebody here reads are listed.
 */

/** Document name -> the collections inside it: {document name: field}. */
export const EMBEDDED = {
  Scene: { Token: "tokens", Wall: "walls", AmbientLight: "lights", Region: "regions", Tile: "tiles" },
  Region: { RegionBehavior: "behaviors" },
  Actor: { Item: "items", ActiveEffect: "effects" },
  Combat: { Combatant: "combatants" },
};

/** What an ActorDelta keeps of an actor. Its lists are source data alone: the documents are the token's own actor's. */
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

export const WORLD_DOCUMENTS = ["User", "Actor", "Scene", "ChatMessage", "Combat"];

export const DEFAULT_LEVEL = "defaultLevel0000"; // v14: SceneMetadata.defaultLevelId

/** v14 brought levels and took measured templates away (both are regions now). */
export function embeddedIn(documentName, generation) {
  const inside = EMBEDDED[documentName] ?? {};
  if (documentName !== "Scene") return inside;
  return generation >= 14 ? { ...inside, Level: "levels" } : { ...inside, MeasuredTemplate: "templates" };
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

const placed = (generation) => (generation >= 14 ? { levels: [] } : {}); // v14: an empty list means all levels

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
  ActiveEffect: () => ({ name: "", statuses: [], disabled: false, flags: {} }),
  Combat: () => ({ scene: null, round: 0, turn: null, flags: {} }),
  Combatant: () => ({ actorId: null, tokenId: null, sceneId: null, initiative: null, flags: {} }),
  Scene: (generation) => ({
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
    ...(generation >= 14
      ? { initialLevel: null, shiftX: 0, shiftY: 0 }
      : { background: { src: null }, foreground: null }),
  }),
  Token: (generation) => ({
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
    disposition: -1,
    hidden: false,
    locked: false,
    sort: 0,
    light: light(),
    sight: { enabled: false, range: 0, angle: 360, visionMode: "basic" },
    detectionModes: generation >= 14 ? {} : [], // keyed by mode since v14
    movementAction: null,
    flags: {},
    ...(generation >= 14 ? { level: DEFAULT_LEVEL, depth: 1 } : {}),
  }),
  Wall: (generation) => ({
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
    ...placed(generation),
  }),
  AmbientLight: (generation) => ({
    x: 0,
    y: 0,
    elevation: 0,
    rotation: 0,
    walls: true,
    vision: false,
    hidden: false,
    config: light(),
    flags: {},
    ...placed(generation),
  }),
  Region: (generation) => ({
    name: "",
    color: "#888888",
    shapes: [],
    elevation: { bottom: null, top: null },
    behaviors: [],
    visibility: 0,
    locked: false,
    flags: {},
    ...(generation >= 14
      ? { levels: [], restriction: { enabled: false }, attachment: { token: null }, hidden: false }
      : {}),
  }),
  RegionBehavior: () => ({ name: "", type: "", system: {}, disabled: false, flags: {} }),
  Level: () => ({ name: "", elevation: { bottom: 0, top: 20 }, background: { src: null }, sort: 0, flags: {} }),
  Tile: () => ({ x: 0, y: 0, width: 0, height: 0, flags: {} }),
  MeasuredTemplate: () => ({ x: 0, y: 0, t: "circle", distance: 0, flags: {} }),
  ChatMessage: (generation) => ({
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
    ...(generation >= 14 ? { title: "" } : {}),
  }),
};

/** The fields of a new document of this kind, `_id` null until the server has given one. */
export function defaultsOf(documentName, generation) {
  const defaults = { _id: null, ...(DEFAULTS[documentName]?.(generation) ?? { flags: {} }) };
  for (const field of Object.values(embeddedIn(documentName, generation))) defaults[field] ??= [];
  return defaults;
}
