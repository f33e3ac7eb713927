/** Apply a change that the server reports to one client's documents: the whole batch first, then its hooks. */

import { deltaList } from "./actor-delta.mjs";
import { moveAttached } from "./polygons.mjs";
import { embeddedIn } from "./types.mjs";

/**
 * @param {import("./client.mjs").Client} client
 * @param {object} packet  {action, documentName, parent, result, options, userId}
 * @returns {object[]} the documents, for the one who asked
 */
export function applyChange(client, packet) {
  const parent = packet.parent ? client.fromUuidSync(packet.parent) : null;
  if (packet.parent && !parent) return []; // the parent has been deleted
  const apply =
    parent?.documentName === "ActorDelta" ? inDelta : packet.documentName === "ActorDelta" ? ofDelta : plain;
  const changed = apply(client, packet, parent);
  parent?.reset();
  if (packet.documentName === "Actor" || parent?.documentName === "Actor") followActors(client);
  redraw(client, packet, parent, changed);
  for (const { document, name, own, args } of changed) {
    own?.(document);
    if (packet.action === "update") for (const app of Object.values(document.apps ?? {})) app.render();
    client.Hooks.callAll(name, document, ...args);
  }
  return changed.map(({ document }) => document);
}

/** Return one entry of a batch: the document, the hook to fire, the document's own handler, the hook's arguments. */
const entryOf = ({ action, documentName, options, userId }, document, change) => {
  const args = change === undefined ? [options, userId] : [change, options, userId];
  const method = { create: "_onCreate", update: "_onUpdate", delete: "_onDelete" }[action];
  return { document, name: `${action}${documentName}`, own: (one) => one[method](...args), args };
};

function plain(client, packet, parent) {
  const { action, documentName, result, options } = packet;
  const collection = parent ? parent.collections[documentName] : client.collections.get(documentName);
  const field = parent && embeddedIn(parent.documentName, client.generation)[documentName];
  const sources = field && parent._source[field];
  return result.map((entry) => {
    if (action === "create") {
      const document = new (client.classOf(documentName))(entry, { parent });
      collection.set(document.id, document);
      sources?.push(document._source);
      return entryOf(packet, document);
    }
    if (action === "update") {
      const document = collection.get(entry._id);
      const { x, y } = document._source;
      document._take(entry, options);
      if (documentName === "Token") {
        const by = { x: document._source.x - x, y: document._source.y - y };
        const moved = moveAttached(parent._source.regions ?? [], document._source, by);
        for (const { _id } of moved) parent.regions.get(_id).reset();
      }
      return entryOf(packet, document, entry);
    }
    const document = collection.get(entry);
    collection.delete(entry);
    const at = sources?.indexOf(document._source) ?? -1;
    if (at >= 0) sources.splice(at, 1);
    return entryOf(packet, document);
  });
}

/** Apply a change of an unlinked token's actor: the delta's hooks run, then the actor's. */
function ofDelta(_client, packet, token) {
  return packet.result.flatMap((change) => {
    token.delta._take(change, packet.options);
    const { actor } = token;
    const actors =
      packet.syntheticActorUpdate && actor ? [entryOf({ ...packet, documentName: "Actor" }, actor, change)] : [];
    return [...actors, entryOf(packet, token.delta, change)];
  });
}

/** Apply a change of an item or effect of an unlinked token's actor. */
function inDelta(client, packet, delta) {
  const { action, documentName, result } = packet;
  const field = embeddedIn("Actor", client.generation)[documentName];
  const list = delta._source[field];
  const base = delta.parent.baseActor?._source[field] ?? [];
  const inside = () => delta.syntheticActor.collections[documentName];
  const gone = action === "delete" ? result.map((id) => inside().get(id)) : [];
  inside(); // the actor is there before it changes
  for (const entry of result) {
    if (action === "create") deltaList.create(list, entry);
    else if (action === "update") deltaList.update(list, base, entry);
    else deltaList.delete(list, base, entry);
  }
  delta.updateSyntheticActor();
  if (action === "delete") return gone.map((document) => entryOf(packet, document));
  return result.map((entry) => entryOf(packet, inside().get(entry._id), action === "update" ? entry : undefined));
}

/** Prepare every token for its actor; an unlinked token's is updated first from the world's actor under it. */
export function followActors({ scenes }) {
  for (const token of scenes.contents.flatMap(({ tokens }) => tokens.contents))
    if (token.isLinked) token.prepareForActor();
    else token.delta.updateSyntheticActor();
}

/** Redraw placeables after a change of their documents, before any module's hook runs. */
function redraw({ canvas }, { documentName, action }, parent, changed) {
  const layer = { Token: canvas.tokens, Wall: canvas.walls, Tile: canvas.tiles }[documentName];
  if (!layer || parent !== canvas.scene) return;
  for (const { document, args } of changed) {
    if (action === "create") layer.addPlaceable(document);
    else if (action === "delete") layer.removePlaceable(document);
    else if (documentName === "Token") document.object?._onUpdate(...args);
    else layer.get(document.id).appear();
  }
}
