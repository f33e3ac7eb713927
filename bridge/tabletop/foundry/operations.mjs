/**
 * Requests to the server to create, update or delete documents, in batches.
 *
 * The `pre…` hooks run here, on the asking client, one for each document; those refused are left out of the batch.
 */

import { isSynthetic } from "./actor-delta.mjs";
import { deepClone, diffObject, expandObject, isEmpty } from "./utils.mjs";

export function createOperations(client) {
  /** Return the collection of a class: the world's, or the one inside `parent`. */
  const among = ({ documentName }, parent) => parent?.collections[documentName] ?? client.collections.get(documentName);

  function found(Class, parent, id) {
    const inToken = { Actor: parent?.actor, ActorDelta: parent?.delta }[Class.documentName];
    const document = parent?.documentName === "Token" && inToken ? inToken : among(Class, parent).get(id);
    if (!document) throw new Error(`${Class.documentName} "${id}" does not exist!`);
    return document;
  }

  const agreed = (hook, ...args) => client.Hooks.call(hook, ...args, client.user.id) !== false;

  /** Return the part of a request that directs a change of an unlinked token's actor to its delta. */
  function inDelta({ documentName }, parent, batch) {
    if (documentName === "Actor" && parent?.documentName === "Token") {
      const updates = batch.map((change) => ({ ...change, _id: parent.delta.id }));
      return { documentName: "ActorDelta", syntheticActorUpdate: true, updates };
    }
    return isSynthetic(parent) ? { parent: parent.token.delta.uuid } : {};
  }

  async function send(Class, parent, batch, operation) {
    if (!batch.length) return [];
    const where = { documentName: Class.documentName, parent: parent?.uuid ?? null };
    return client.modify({ ...where, ...operation, ...inDelta(Class, parent, batch) });
  }

  return {
    create(Class, data, { parent = null, ...options }) {
      const wanted = [];
      for (const entry of data) {
        const given = entry.toObject ? entry.toObject() : expandObject(deepClone(entry));
        if (!options.keepId) delete given._id;
        const document = new Class(given, { parent });
        document._preCreate(given, options);
        if (agreed(`preCreate${Class.documentName}`, document, given, options)) wanted.push(document.toObject());
      }
      return send(Class, parent, wanted, { action: "create", data: wanted, options });
    },

    update(Class, updates, { parent = null, ...options }) {
      const wanted = [];
      for (const update of updates) {
        const { _id, ...changes } = expandObject(deepClone(update));
        const document = found(Class, parent, _id);
        const different = options.diff === false ? changes : diffObject(document._source, changes);
        if (isEmpty(different) || !document._preUpdate(different, options)) continue;
        if (agreed(`preUpdate${Class.documentName}`, document, different, options)) wanted.push({ ...different, _id });
      }
      return send(Class, parent, wanted, { action: "update", updates: wanted, options });
    },

    delete(Class, ids, { parent = null, ...options }) {
      const wanted = ids.filter((id) => agreed(`preDelete${Class.documentName}`, found(Class, parent, id), options));
      return send(Class, parent, wanted, { action: "delete", ids: wanted, options });
    },
  };
}
