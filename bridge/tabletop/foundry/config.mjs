/** `CONST` and `CONFIG`: those entries of the published types that code here reads. */

import { createPolygonBackends } from "./polygon-backends.mjs";
import { movementActions } from "./ruler.mjs";
import { is14, modeName, statusesOf } from "./version-14.mjs";

export const CONST = {
  GRID_TYPES: { GRIDLESS: 0, SQUARE: 1, HEXODDR: 2, HEXEVENR: 3, HEXODDQ: 4, HEXEVENQ: 5 },
  GRID_DIAGONALS: {
    EQUIDISTANT: 0,
    EXACT: 1,
    APPROXIMATE: 2,
    RECTILINEAR: 3,
    ALTERNATING_1: 4,
    ALTERNATING_2: 5,
    ILLEGAL: 6,
  },
  USER_ROLES: { NONE: 0, PLAYER: 1, TRUSTED: 2, ASSISTANT: 3, GAMEMASTER: 4 },
  TOKEN_DISPLAY_MODES: { NONE: 0, CONTROL: 10, OWNER_HOVER: 20, HOVER: 30, OWNER: 40, ALWAYS: 50 },
  TOKEN_DISPOSITIONS: { SECRET: -2, HOSTILE: -1, NEUTRAL: 0, FRIENDLY: 1 },
  DOCUMENT_OWNERSHIP_LEVELS: { INHERIT: -1, NONE: 0, LIMITED: 1, OBSERVER: 2, OWNER: 3 },
  WALL_DOOR_TYPES: { NONE: 0, DOOR: 1, SECRET: 2 },
  WALL_DOOR_STATES: { CLOSED: 0, OPEN: 1, LOCKED: 2 },
  CHAT_MESSAGE_STYLES: { OTHER: 0, OOC: 1, IC: 2, EMOTE: 3 },
  DICE_ROLL_MODES: { PUBLIC: "publicroll", PRIVATE: "gmroll", BLIND: "blindroll", SELF: "selfroll" },
  KEYBINDING_PRECEDENCE: { PRIORITY: 0, NORMAL: 1, DEFERRED: 2 },
  REGION_VISIBILITY: { LAYER: 0, GAMEMASTER: 1, ALWAYS: 2 },
  REGION_EVENTS: { TOKEN_ENTER: "tokenEnter", TOKEN_EXIT: "tokenExit" },
};

function statusEffects(generation) {
  const statuses = ["dead", "unconscious", "prone", "invisible", "blind", "stun", "coverHalf"].map((id) => ({
    id,
    name: id,
    img: "",
  }));
  return statusesOf(generation, statuses);
}

/** The modes that set a message's recipients. */
const chatModes = (generation) =>
  Object.fromEntries(["public", "gm", "blind", "self"].map((mode) => [modeName(generation, mode), { label: mode }]));

/** @param {object} client  @param {object} classes  Document classes by name. */
export function createConfig(client, classes) {
  const config = {
    debug: { hooks: false },
    queries: {},
    statusEffects: statusEffects(client.generation),
    specialStatusEffects: { DEFEATED: "dead", INVISIBLE: "invisible", BLIND: "blind" },
    Dice: {
      randomUniform: Math.random,
      nextFaces: [],
      functions: {},
      rollModes: chatModes(client.generation),
      fulfillment: { defaultMethod: "", methods: {}, dice: {} },
    },
    Canvas: {
      layers: {},
      detectionModes: client.sight.modes,
      visionModes: {},
      polygonBackends: createPolygonBackends(client),
      visionSourceClass: client.sight.PointVisionSource,
    },
    ui: {},
    Token: { movement: { actions: movementActions() } },
    time: { roundTime: 6 },
    sounds: { dice: "sounds/dice.wav" },
    RegionBehavior: {
      dataModels: {},
      typeIcons: {},
      typeLabels: {},
      typeHints: {},
      documentClass: classes.RegionBehavior,
    },
    ChatMessage: { documentClass: classes.ChatMessage, modes: chatModes(14) },
  };
  const { statusEffects: statuses } = config;
  // in 14 it is one record for good: what is assigned to it replaces what it has
  if (is14(client.generation))
    Object.defineProperty(config, "statusEffects", {
      enumerable: true,
      get: () => statuses,
      set: (given) => statuses.splice(0, statuses.length, ...Object.values(given)),
    });
  for (const [name, documentClass] of Object.entries(classes)) config[name] = { documentClass, ...config[name] };
  return config;
}
