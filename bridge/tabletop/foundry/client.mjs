/**
 * One client: a user's Foundry, with its own documents, hooks, settings and canvas, connected to the shared world.
 *
 * Nothing here is global, so several clients can run in one process (the tests) or each in a frame of its own (the
 * page, where `globals.mjs` puts the client's objects where modules expect them).
 */

import { applyChange, followActors } from "./apply.mjs";
import { createCanvas } from "./canvas.mjs";
import { createConfig } from "./config.mjs";
import { createDice } from "./dice/index.mjs";
import { DocumentCollection, documentBase } from "./document.mjs";
import { documentClasses } from "./documents.mjs";
import { createGame } from "./game.mjs";
import { createHooks } from "./hooks.mjs";
import { registerCoreSettings } from "./settings.mjs";
import { createSight } from "./sight.mjs";
import { startSystem } from "./systems.mjs";
import { WORLD_DOCUMENTS } from "./types.mjs";
import { Users } from "./users.mjs";

export class Client {
  #requests = new Map();
  #lastRequest = 0;
  #connection;
  #snapshot;
  #listening = false;
  /** Packets that arrive while the client starts. */
  #early = [];

  /**
   * @param {import("./world.mjs").World} world
   * @param {string} userId
   * @param {object} [options]
   * @param {Window} [options.window]  The page in which this client draws.
   * @param {Storage} [options.storage]  Holds the `client` settings.
   * @param {string} [options.lang]
   * @param {Record<string, string>} [options.texts]  The stand-in's own in that language, by the English ones.
   * @param {object} [options.PIXI]
   * @param {(error: Error, where: string) => void} [options.report]  Called with every error in a hook or a query.
   */
  constructor(
    world,
    userId,
    { window = null, storage = memoryStorage(), lang = "en", texts = {}, PIXI = null, report = logError } = {},
  ) {
    this.userId = userId;
    this.window = window;
    this.PIXI = PIXI;
    this.report = report;
    this.Hooks = createHooks(report);
    this.#connection = world.connect(userId, (text) => this.#hear(JSON.parse(text)));
    this.#snapshot = JSON.parse(this.#connection.snapshot);
    this.generation = this.#snapshot.generation;
    this.Document = documentBase(this);
    this.classes = documentClasses(this);
    this.sight = createSight(this);
    this.CONFIG = createConfig(this, this.classes);
    this.dice = createDice(this);
    this.Roll = this.dice.Roll;
    startSystem(this.#snapshot.system.id, this);
    this.collections = new Map();
    this.canvas = createCanvas(this, PIXI);
    this.game = createGame(this, this.#snapshot, storage, lang, texts);
    registerCoreSettings(this);
  }

  get users() {
    return this.collections.get("User");
  }

  get actors() {
    return this.collections.get("Actor");
  }

  get scenes() {
    return this.collections.get("Scene");
  }

  get messages() {
    return this.collections.get("ChatMessage");
  }

  get user() {
    return this.users?.get(this.userId) ?? null;
  }

  /** Translate a text of the stand-in's own, and fill its places. @param {string} text  in English */
  t(text, data = {}) {
    return this.game.i18n.format(text, data);
  }

  /** Make the page's globals follow the start-up; `installGlobals` replaces this. */
  show(_stage) {}

  /** Return the class for a document's name: the one that the game system or a module has put in `CONFIG`. */
  classOf(name) {
    return this.CONFIG[name]?.documentClass ?? this.classes[name];
  }

  /** Make the documents, using the classes that are now in `CONFIG`. */
  #fill() {
    const { documents, active, viewed } = this.#snapshot;
    for (const name of WORLD_DOCUMENTS)
      this.collections.set(
        name,
        name === "User" ? new Users(this.classOf(name), this) : new DocumentCollection(this.classOf(name)),
      );
    // users first: messages and tokens look up their users
    for (const name of ["User", "Actor", ...WORLD_DOCUMENTS.filter((other) => other !== "User" && other !== "Actor")]) {
      const collection = this.collections.get(name);
      for (const source of documents[name] ?? []) collection.set(source._id, new (this.classOf(name))(source));
    }
    followActors(this);
    for (const user of this.users) {
      user.active = active.includes(user.id);
      user.viewedScene = viewed[user.id] ?? null;
    }
    this.#snapshot = null;
  }

  /** Start to handle packets, beginning with those that arrived during the start-up. */
  #listen() {
    this.#listening = true;
    for (const packet of this.#early.splice(0)) this.#receive(packet);
  }

  gridDiagonals() {
    return this.game.settings.get("core", "gridDiagonals");
  }

  flagScopes() {
    return new Set(["core", "world", this.game.system.id, ...this.game.modules.keys()]);
  }

  /**
   * Fire the start-up hooks in their order, with the scene drawn before `ready`. While modules' files run there is no
   * `game`, at `init` there are no translations, and until `setup` there are no documents.
   *
   * @param {object} [options]
   * @param {() => Promise<void>} [options.load]  Imports the modules, before anything else.
   * @param {(stage: "init" | "setup") => void | Promise<void>} [options.show]  Called when `game` exists, and
   *   again when `canvas` and `ui` do.
   */
  async start({ load = async () => {}, show = () => {} } = {}) {
    await load();
    this.show("init");
    await show("init");
    await this.game.initialize();
    this.game.i18n.initialize();
    this.Hooks.callAll("i18nInit");
    this.#fill();
    this.game.setup();
    this.Hooks.callAll("setup");
    this.show("setup");
    await show("setup");
    await this.view(this.game.scenes.active ?? null);
    this.#listen();
    this.game.ready = true;
    this.Hooks.callAll("ready");
    return this;
  }

  async view(scene, level = null) {
    this.user.viewedScene = scene?.id ?? null;
    this.user.broadcastActivity({ sceneId: this.user.viewedScene });
    await this.canvas.draw(scene, level);
  }

  /** Log out: the other clients see the user leave. */
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

  #hear(packet) {
    if (this.#listening) this.#receive(packet);
    else this.#early.push(packet);
  }

  #receive(packet) {
    const mine = packet.userId === this.userId;
    const settle = () => packet.request && mine && this.#settle(packet.request, "resolve", true);
    switch (packet.type) {
      case "modify": {
        try {
          const documents = applyChange(this, packet);
          if (mine) this.#settle(packet.request, "resolve", documents);
        } catch (error) {
          // the promise of the user who asked must settle
          if (mine) this.#settle(packet.request, "reject", error);
          else this.report(error, packet.type);
        }
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
        this.users.get(packet.userId)?._takeActivity(packet.activity);
        return;
      case "connected": {
        const user = this.users.get(packet.userId);
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

  /** @param {string} uuid  "Scene.a.Token.b.Actor.c": the last part may be a token's own actor. */
  fromUuidSync(uuid, { strict = true } = {}) {
    const parts = String(uuid ?? "").split(".");
    let found = this.collections.get(parts[0])?.get(parts[1]) ?? null;
    for (let n = 2; found && n < parts.length; n += 2) {
      if (parts[n] === "Actor") found = found.actor ?? null;
      else if (parts[n] === "ActorDelta") found = found.delta ?? null;
      else
        found = (found.collections[parts[n]] ?? found.syntheticActor?.collections[parts[n]])?.get(parts[n + 1]) ?? null;
    }
    if (!found && strict && !this.collections.has(parts[0])) throw new Error(`${uuid} is not a valid UUID`);
    return found;
  }
}

function memoryStorage() {
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
