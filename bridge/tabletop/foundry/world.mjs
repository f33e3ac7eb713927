/**
 * The server's side of the stand-in: one world, its stored documents, and the clients connected to it.
 *
 * Every packet is sent as JSON text and arrives later, in order, at every client. So a change in one client's memory
 * reaches no other, and two clients never share an object or the realm of one. Permissions are checked here, as
 * Foundry's server does: a GM may change everything; a player its own messages, the tokens of actors it owns, and
 * unlocked doors.
 */

import { deltaList } from "./actor-delta.mjs";
import { moveAttached } from "./polygons.mjs";
import { defaultsOf, embeddedIn, WORLD_DOCUMENTS } from "./types.mjs";
import { mergeObject, overTheWire, randomID } from "./utils.mjs";

const ASSISTANT = 3; // CONST.USER_ROLES.ASSISTANT: from here on a user is a GM
const OWNER = 3; // CONST.DOCUMENT_OWNERSHIP_LEVELS.OWNER

/**
 * Return the `_stats` that the server sets on a chat message: the user who made or changed it and when, whatever the
 * user's client says.
 */
function statsOf(documentName, userId, now, { isNew = false } = {}) {
  const stats = { lastModifiedBy: userId, modifiedTime: now, ...(isNew && { createdTime: now }) };
  return documentName === "ChatMessage" ? { _stats: stats } : {};
}

const inDelta = (parent) => parent?.includes(".ActorDelta.") ?? false;

export class World {
  /**
   * @param {object} data  {id, title, generation: 13 or 14, system, modules, documents: {User: [], Scene: [] ...}}
   * @param {object} [options]
   * @param {number} [options.latency]  Milliseconds that a packet is under way.
   */
  constructor(data, { latency = 0 } = {}) {
    this.data = overTheWire(data);
    this.latency = latency;
    /** Whether the server drops an update that changes nothing. For Foundry's own server that is not published. */
    this.dropsEqual = false;
    /** The server's own clock, in ms: a client's may show another time. */
    this.now = Date.now;
    this.settings = new Map();
    this.userSettings = new Map();
    this.connections = new Map();
    for (const name of WORLD_DOCUMENTS) this.data.documents[name] ??= [];
    for (const [name, documents] of Object.entries(this.data.documents)) {
      this.data.documents[name] = documents.map((source) => this.#complete(name, source));
    }
  }

  /**
   * Log a user in. A second log-in of the same user replaces the first.
   *
   * @param {string} userId
   * @param {(text: string) => void} receive  Called with every packet for this client.
   * @returns {{snapshot: string, send: (text: string) => void, close: () => void}}
   */
  connect(userId, receive) {
    this.disconnect(userId);
    const connection = { userId, receive };
    this.connections.set(userId, connection);
    this.#broadcast({ type: "connected", userId, connected: true }, { except: userId });
    return {
      snapshot: JSON.stringify({
        ...this.data,
        active: [...this.connections.keys()],
        viewed: Object.fromEntries([...this.connections.values()].map((other) => [other.userId, other.viewed ?? null])),
        settings: Object.fromEntries(this.settings),
        userSettings: this.userSettings.get(userId) ?? {},
      }),
      send: (text) => this.#deliver(() => this.#handle(JSON.parse(text), connection)),
      close: () => {
        if (this.connections.get(userId) === connection) this.disconnect(userId);
      },
    };
  }

  disconnect(userId) {
    if (!this.connections.delete(userId)) return;
    this.#broadcast({ type: "connected", userId, connected: false });
  }

  #deliver(act) {
    setTimeout(act, this.latency);
  }

  #send(connection, packet) {
    const text = JSON.stringify(packet);
    this.#deliver(() => {
      if (this.connections.get(connection.userId) === connection) connection.receive(text);
    });
  }

  #broadcast(packet, { except = null } = {}) {
    for (const connection of this.connections.values()) {
      if (connection.userId !== except) this.#send(connection, packet);
    }
  }

  #handle(packet, connection) {
    try {
      this.#actions[packet.type](packet, connection);
    } catch (error) {
      this.#send(connection, { type: "refused", request: packet.request, message: error.message });
    }
  }

  #actions = {
    modify: (packet, connection) => {
      const result = this[`_${packet.action}`](packet, connection.userId);
      this.#broadcast({ ...packet, result, userId: connection.userId, from: connection.userId });
    },
    setting: (packet, connection) => {
      if (packet.scope === "user") {
        const own = this.userSettings.get(connection.userId) ?? {};
        this.userSettings.set(connection.userId, { ...own, [packet.key]: packet.value });
        this.#send(connection, { ...packet, userId: connection.userId });
        return;
      }
      if (!this.#isGM(connection.userId))
        throw new Error(`You do not have permission to change the setting ${packet.key}`);
      this.settings.set(packet.key, packet.value);
      this.#broadcast({ ...packet, userId: connection.userId });
    },
    query: (packet, connection) => {
      const target = this.connections.get(packet.to);
      if (!target) throw new Error(`The user ${packet.to} is not connected`);
      this.#send(target, { ...packet, from: connection.userId });
    },
    answer: (packet) => {
      const asker = this.connections.get(packet.to);
      if (asker) this.#send(asker, packet);
    },
    activity: (packet, connection) => {
      if ("sceneId" in packet.activity) connection.viewed = packet.activity.sceneId;
      this.#broadcast({ ...packet, userId: connection.userId }, { except: connection.userId });
    },
    // the sender never receives its own emit
    socket: (packet, connection) => this.#broadcast(packet, { except: connection.userId }),
  };

  _create({ documentName, parent, data }, userId) {
    return data.map((source) => {
      const complete = this.#complete(documentName, {
        ...source,
        _id: source._id ?? randomID(),
        ...statsOf(documentName, userId, this.now(), { isNew: true }),
      });
      this.#permit("create", documentName, complete, {}, parent, userId);
      const list = this.#collection(documentName, parent);
      if (inDelta(parent)) deltaList.create(list, complete);
      else list.push(complete);
      return complete;
    });
  }

  _update({ documentName, parent, updates: changes }, userId) {
    const updates = changes.map((change) => ({ ...change, ...statsOf(documentName, userId, this.now()) }));
    const found = updates.map((change) => [this.#find(documentName, parent, change._id), change]);
    // all or nothing: no client sees half of a batch
    for (const [source, change] of found) this.#permit("update", documentName, source, change, parent, userId);
    const textOf = ({ _stats, ...source }) => this.dropsEqual && JSON.stringify(source);
    return found.flatMap(([source, change]) => {
      const [before, stats] = [textOf(source), { ...source._stats }];
      if (inDelta(parent))
        deltaList.update(this.#collection(documentName, parent), this.#inBase(documentName, parent), change);
      else {
        const { x, y } = source;
        mergeObject(source, change);
        if (documentName === "Token")
          moveAttached(this.#collection("Region", parent), source, { x: source.x - x, y: source.y - y });
      }
      if (!this.dropsEqual || inDelta(parent) || textOf(source) !== before) return [change];
      if (source._stats) source._stats = stats;
      return [];
    });
  }

  _delete({ documentName, parent, ids }, userId) {
    for (const id of ids)
      this.#permit("delete", documentName, this.#find(documentName, parent, id), {}, parent, userId);
    const collection = this.#collection(documentName, parent);
    for (const id of ids) {
      if (inDelta(parent)) deltaList.delete(collection, this.#inBase(documentName, parent), id);
      else deltaList.remove(collection, id);
    }
    return ids;
  }

  #complete(documentName, source) {
    const complete = mergeObject(defaultsOf(documentName, this.data.generation), source);
    for (const [name, field] of Object.entries(embeddedIn(documentName, this.data.generation))) {
      complete[field] = (complete[field] ?? []).map((inner) => this.#complete(name, inner));
    }
    if (documentName === "Token") complete.delta._id ??= complete._id;
    return complete;
  }

  /** Return the list of documents of this name: the world's, or the one inside the parent that the uuid names. */
  #collection(documentName, parent) {
    let list = this.data.documents[documentName];
    if (!parent) return list;
    const parts = parent.split(".");
    list = this.data.documents[parts[0]];
    for (let n = 0; n < parts.length; n += 2) {
      const source = list.find((entry) => entry._id === parts[n + 1]);
      if (!source) throw new Error(`${parent} does not exist`);
      const [holder, held] = [parts[n], parts[n + 2] ?? documentName];
      if (held === "ActorDelta") list = [source.delta];
      else list = source[embeddedIn(holder === "ActorDelta" ? "Actor" : holder, this.data.generation)[held]];
    }
    return list;
  }

  /** Return the list in the world's actor on which an unlinked token's own is based. */
  #inBase(documentName, delta) {
    const [token] = this.#path(delta.split(".ActorDelta.")[0]);
    const base = this.data.documents.Actor.find((actor) => actor._id === token.actorId);
    return base?.[embeddedIn("Actor", this.data.generation)[documentName]] ?? [];
  }

  #path(uuid) {
    const parts = uuid.split(".");
    const [documentName, id] = parts.splice(-2);
    return this.#collection(documentName, parts.join(".") || null).filter((source) => source._id === id);
  }

  #find(documentName, parent, id) {
    const list = this.#collection(documentName, parent);
    const lists = inDelta(parent) ? [list, this.#inBase(documentName, parent)] : [list];
    const source = lists.flat().find((entry) => entry._id === id);
    if (!source) throw new Error(`The ${documentName} ${id} does not exist`);
    return source;
  }

  #isGM(userId) {
    return (this.data.documents.User.find((user) => user._id === userId)?.role ?? 0) >= ASSISTANT;
  }

  #owns(actorId, userId) {
    const ownership = this.data.documents.Actor.find((actor) => actor._id === actorId)?.ownership ?? {};
    return (ownership[userId] ?? ownership.default ?? 0) >= OWNER;
  }

  #permit(action, documentName, source, change, parent, userId) {
    if (this.#isGM(userId)) return;
    const allowed =
      (documentName === "ChatMessage" && source.author === userId && (change.author ?? userId) === userId) ||
      (documentName === "User" && action === "update" && source._id === userId) ||
      (documentName === "Actor" && action === "update" && this.#owns(source._id, userId)) ||
      (documentName === "Token" && action === "update" && this.#owns(source.actorId, userId)) ||
      (parent?.startsWith("Scene.") &&
        /Delta/.test(`${documentName} ${parent}`) &&
        this.#owns(this.#path(parent.split(".ActorDelta.")[0])[0].actorId, userId)) ||
      (parent?.startsWith("Actor.") && this.#owns(parent.split(".")[1], userId)) ||
      (documentName === "Wall" &&
        source.door > 0 &&
        source.ds !== 2 &&
        Object.keys(change).every((key) => key === "_id" || key === "ds"));
    if (allowed) return;
    const name = this.data.documents.User.find((user) => user._id === userId)?.name;
    throw new Error(`User ${name} lacks permission to ${action} ${documentName} [${source._id}]`);
  }
}
