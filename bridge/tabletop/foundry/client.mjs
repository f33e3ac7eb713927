/**
 * One client: a user's own Foundry, with its own documents, hooks, settings and canvas, connected to the shared world.
 *
 * Nothing here is global, so several clients can live in one process (the tests) or each in a frame of its own (the
 * page, where `globals.mjs` puts the client's things where modules expect them).
 */

import { createCanvas } from "./canvas.mjs";
import { createConfig } from "./config.mjs";
import { documentClasses } from "./documents.mjs";
import { createGame } from "./game.mjs";
import { createHooks } from "./hooks.mjs";
import { createDice } from "./roll.mjs";
import { WORLD_DOCUMENTS } from "./types.mjs";

export class Client {
  #requests = new Map();
  #lastRequest = 0;
  #connection;

  /**
   * @param {import("./world.mjs").World} world
   * @param {string} userId
   * @param {object} [options]
   * @param {Window} [options.window]  The page of this client, for what is drawn.
   * @param {Storage} [options.storage]  Where `client` settings live.
   * @param {string} [options.lang]
   * @param {object} [options.PIXI]
   * @param {(error: Error, where: string) => void} [options.report]  Told of every error in a hook or a query.
   */
  constructor(
    world,
    userId,
    { window = null, storage = memoryStorage(), lang = "en", PIXI = null, report = logError } = {},
  ) {
    this.userId = userId;
    this.window = window;
    this.PIXI = PIXI;
    this.report = report;
    this.Hooks = createHooks(report);
    this.#connection = world.connect(userId, (text) => this.#receive(JSON.parse(text)));
    const snapshot = JSON.parse(this.#connection.snapshot);
    this.generation = snapshot.generation;
    this.classes = documentClasses(this);
    this.CONFIG = createConfig(this, this.classes);
    this.dice = createDice(this.CONFIG.Dice);
    this.Roll = this.dice.Roll;
    this.CONFIG.Dice.rolls.push(this.Roll);
    this.game = createGame(this, snapshot, storage, lang);
    this.#fill(snapshot);
    this.game.canvas = createCanvas(this, PIXI);
  }

  #fill(snapshot) {
    // users first: messages and tokens look theirs up
    for (const name of ["User", "Actor", ...WORLD_DOCUMENTS.filter((other) => other !== "User" && other !== "Actor")]) {
      const collection = this.game.collections.get(name);
      for (const source of snapshot.documents[name] ?? []) collection.set(source._id, new this.classes[name](source));
    }
    for (const user of this.game.users) {
      user.active = snapshot.active.includes(user.id);
      user.viewedScene = snapshot.viewed[user.id] ?? null;
    }
  }

  gridDiagonals() {
    const settings = this.game?.settings;
    return settings?.settings.has("core.gridDiagonals") ? settings.get("core", "gridDiagonals") : 0;
  }

  flagScopes() {
    return new Set(["core", "world", this.game.system.id, ...this.game.modules.keys()]);
  }

  /** Fire the start-up hooks in their order, with the scene drawn before `ready`. `load` runs before all: it imports modules. */
  async start({ load = async () => {} } = {}) {
    this.game.settings.register("core", "gridDiagonals", { scope: "world", type: Number, default: 0 });
    await load();
    for (const hook of ["init", "i18nInit", "setup"]) this.Hooks.callAll(hook);
    for (const scene of this.game.scenes) scene.reset();
    await this.view(this.game.scenes.active ?? null);
    this.game.ready = true;
    this.Hooks.callAll("ready");
    return this;
  }

  async view(scene, level = null) {
    this.game.user.viewedScene = scene?.id ?? null;
    this.game.user.broadcastActivity({ sceneId: this.game.user.viewedScene });
    await this.game.canvas.draw(scene, level);
  }

  /** Leave: the others see the user go. */
  close() {
    this.#connection.close();
  }

  send(packet) {
    this.#connection.send(JSON.stringify(packet));
  }

  request(packet) {
    const request = `${this.userId}-${++this.#lastRequest}`;
    return new Promise((resolve, reject) => {
      this.#requests.set(request, { resolve, reject });
      this.send({ ...packet, request });
    });
  }

  modify(operation) {
    return this.request({ type: "modify", ...operation });
  }

  #settle(request, how, value) {
    const waiting = this.#requests.get(request);
    this.#requests.delete(request);
    waiting?.[how](value);
  }

  #receive(packet) {
    const settle = () =>
      packet.request && packet.userId === this.userId && this.#settle(packet.request, "resolve", true);
    switch (packet.type) {
      case "modify": {
        const documents = this.#apply(packet);
        if (packet.userId === this.userId) this.#settle(packet.request, "resolve", documents);
        return;
      }
      case "setting":
        this.game.settings.take(packet);
        settle();
        return;
      case "query":
        this.#answer(packet);
        return;
      case "answer":
        if ("error" in packet) this.#settle(packet.request, "reject", new Error(packet.error));
        else this.#settle(packet.request, "resolve", packet.value);
        return;
      case "refused":
        this.#settle(packet.request, "reject", new Error(packet.message));
        return;
      case "activity":
        this.game.users.get(packet.userId)?._takeActivity(packet.activity);
        return;
      case "connected": {
        const user = this.game.users.get(packet.userId);
        user.active = packet.connected;
        if (!packet.connected) user.viewedScene = null;
        this.Hooks.callAll("userConnected", user, packet.connected);
        return;
      }
      case "socket":
        this.game.socket.heard(packet.name, packet.data);
        return;
      default:
        throw new Error(`a packet of unknown type ${packet.type}`);
    }
  }

  async #answer({ request, from, name, data, timeout }) {
    try {
      const handler = this.CONFIG.queries[name];
      if (!handler) throw new Error(`The query "${name}" is not registered`);
      this.send({ type: "answer", request, to: from, value: (await handler(data, { timeout })) ?? null });
    } catch (error) {
      this.send({ type: "answer", request, to: from, error: error.message });
    }
  }

  /** The whole batch first, then its hooks: a handler sees every document of the batch changed. */
  #apply({ action, documentName, parent: parentUuid, result, options, userId }) {
    const parent = parentUuid ? this.fromUuidSync(parentUuid) : null;
    const collection = parent ? parent.collections[documentName] : this.game.collections.get(documentName);
    const sources =
      parent?._source[
        Object.entries(parent.constructor.metadata.embedded).find(([name]) => name === documentName)?.[1]
      ];
    const hook = `${action}${documentName}`;
    const after = [];
    for (const entry of result) {
      if (action === "create") {
        const document = new this.classes[documentName](entry, { parent });
        collection.set(document.id, document);
        sources?.push(document._source);
        after.push([document, () => document._onCreate(options, userId), [options, userId]]);
      } else if (action === "update") {
        const document = collection.get(entry._id);
        document._take(entry, options);
        after.push([document, () => document._onUpdate(entry, options, userId), [entry, options, userId]]);
      } else {
        const document = collection.get(entry);
        collection.delete(entry);
        const at = sources?.indexOf(document._source) ?? -1;
        if (at >= 0) sources.splice(at, 1);
        after.push([document, () => document._onDelete(options, userId), [options, userId]]);
      }
    }
    parent?.reset();
    this.#redraw(documentName, action, parent, after);
    for (const [document, own, args] of after) {
      own();
      this.Hooks.callAll(hook, document, ...args);
    }
    return after.map(([document]) => document);
  }

  /** Placeables follow their documents before any module hears of it. */
  #redraw(documentName, action, parent, after) {
    const { canvas } = this.game;
    if (documentName !== "Token" || parent !== canvas.scene) return;
    for (const [document, , [change]] of after) {
      if (action === "update") document.object?.refresh(change);
      if (action === "create") canvas.tokens.addPlaceable(document);
      if (action === "delete") canvas.tokens.removePlaceable(document);
    }
  }

  /** @param {string} uuid  "Scene.a.Token.b.Actor.c": the last part may be a token's synthetic actor. */
  fromUuidSync(uuid, { strict = true } = {}) {
    const parts = String(uuid ?? "").split(".");
    let found = this.game.collections.get(parts[0])?.get(parts[1]) ?? null;
    for (let n = 2; found && n < parts.length; n += 2) {
      if (parts[n] === "Actor") found = found.actor ?? null;
      else found = found.collections[parts[n]]?.get(parts[n + 1]) ?? null;
    }
    if (!found && strict && !this.game.collections.has(parts[0])) throw new Error(`${uuid} is not a valid UUID`);
    return found;
  }
}

export function memoryStorage() {
  const values = new Map();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, String(value)),
    removeItem: (key) => values.delete(key),
  };
}

function logError(error, where) {
  console.error(`An error was thrown in ${where}.`, error);
}
