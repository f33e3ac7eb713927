/** `game`, for one client. */

import { Collection } from "./collections.mjs";
import { createI18n } from "./i18n.mjs";
import { createKeybindings } from "./keybindings.mjs";
import { createPacks } from "./packs.mjs";
import { createSettings } from "./settings.mjs";

/**
 * The class of `game`: `foundry.Game`. Its `initialize` runs once the modules' files have run, and fires `init`: libWrapper
 * waits for it on the prototype. (Types of v13: `client/game.d.mts`; lib-wrapper 1.13, `src/lib/api.js`.)
 */
export class Game {
  initialize() {
    this._fireInit();
  }
}

/**
 * @param {import("./client.mjs").Client} client
 * @param {object} snapshot  The world's data that the server sent at log-in.
 * @param {Storage} storage
 * @param {string} lang
 * @param {Record<string, string>} [texts]  the stand-in's own in that language, by the English ones
 */
export function createGame(client, snapshot, storage, lang, texts) {
  const { generation, version, system, modules, id, title } = snapshot;
  const game = {
    ready: false,
    view: "game",
    canvas: null,
    userId: client.userId,
    version,
    release: { generation, version, build: Number(version.split(".")[1]) },
    world: { id, title },
    system,
    modules: new Collection(
      modules.map((module) => [module.id, { ...module, active: true, flags: module.flags ?? {} }]),
    ),
    collections: client.collections,
    packs: createPacks(client, modules, system, snapshot.documents?.Actor ?? []),
    users: null,
    combat: null,
    settings: createSettings(client, storage, snapshot),
    i18n: createI18n(lang, texts),
    clipboard: { copyPlainText: (text) => navigator.clipboard.writeText(text) },
    keybindings: createKeybindings(client),
    keyboard: { downKeys: new Set(), isModifierActive: () => false },
    time: { worldTime: 0, serverTime: Date.now() },
    paused: false,
    get user() {
      return client.user; // null until the documents exist
    },
    setup,
  };
  game.socket = createSocket(client, game.modules);
  Object.defineProperty(game, "setup", { enumerable: false });
  Object.defineProperty(game, "_fireInit", { value: () => client.Hooks.callAll("init") });
  Object.setPrototypeOf(game, Game.prototype);
  return game;

  /** Add the documents' collections. */
  function setup() {
    Object.assign(game, {
      canvas: client.canvas,
      users: client.users,
      actors: client.actors,
      scenes: client.scenes,
      messages: client.messages,
      combats: client.collections.get("Combat"),
      items: client.collections.get("Item"),
      journal: client.collections.get("JournalEntry"),
      macros: client.collections.get("Macro"),
      tours: client.tours && new client.tours.ToursCollection(), // none where no page is
    });
    const viewed = { get: () => client.canvas.scene ?? null };
    Object.defineProperties(game.scenes, {
      active: { get: () => game.scenes.find((scene) => scene.active) },
      viewed,
      current: viewed,
    });
  }
}

function createSocket(client, modules) {
  const listeners = new Map();
  const of = (name) => listeners.get(name) ?? [];
  const open = (name) => {
    const [kind, id] = name.split(".");
    return kind === "system" || (kind === "module" && modules.get(id)?.socket === true);
  };
  return {
    on: (name, listener) => listeners.set(name, [...of(name), listener]),
    off: (name, listener) =>
      listeners.set(
        name,
        of(name).filter((other) => other !== listener),
      ),
    /**
     * Send to the other clients. Without `"socket": true` in the module's manifest, nothing is sent and nothing
     * reported.
     */
    emit: (name, data) => open(name) && client.send({ type: "socket", name, data }),
    heard: (name, data) => of(name).forEach((listener) => listener(data)),
  };
}
