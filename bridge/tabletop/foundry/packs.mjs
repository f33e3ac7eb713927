/**
 * Compendium packs, the adventures in them, and macros. Foundry's server reads a pack from its database; here its documents
 * come from the JSON that a build of the module has beside it.
 *
 * An import goes as in the public types of v13 (`client/documents/adventure.d.mts`, `hooks.d.mts`): what is in the world is
 * updated, the rest is created with its ids; `preImportAdventure` gets the data first, may change it, and prevents the import
 * by returning false; `importAdventure` comes last.
 *
 * Beside the modules' packs there is one of the game system, with the actors of its sample world.
 */

import { Collection } from "./collections.mjs";
import { deepClone } from "./utils.mjs";
import { DEFAULT_LEVEL, is14 } from "./version-14.mjs";

/** The collections inside an adventure: {field: document name}. Foundry has more of them. */
const CONTENTS = { scenes: "Scene", macros: "Macro" };

/**
 * Return `game.packs`: a pack of each manifest's, by the id of its module and its own name, and the system's of actors.
 * @param {object} client
 * @param {object[]} modules
 * @param {{id: string}} system
 * @param {object[]} actors  Source data.
 */
export function createPacks(client, modules, system, actors) {
  const packs = new Collection();
  const collection = `${system.id}.actors`;
  const made = () => actors.map((source) => new (client.classOf("Actor"))(deepClone(source)));
  packs.set(collection, {
    collection,
    metadata: { id: collection, name: "actors", type: "Actor", packageName: system.id, packageType: "system" },
    title: "Actors",
    documentName: "Actor",
    getDocuments: async () => made(),
    getDocument: async (wanted) => made().find(({ id }) => id === wanted) ?? null,
  });
  for (const { id, packs: listed = [] } of modules) {
    for (const metadata of listed) {
      const collection = `${id}.${metadata.name}`;
      packs.set(collection, {
        collection,
        metadata: { ...metadata, id: collection, packageName: id, packageType: "module" },
        title: metadata.label,
        documentName: metadata.type,
        getDocuments: () => documentsOf(client, id, metadata),
        getDocument: async (wanted) =>
          (await documentsOf(client, id, metadata)).find((document) => document.id === wanted) ?? null,
      });
    }
  }
  return packs;
}

async function documentsOf(client, module, { path, type }) {
  const file = new URL(`../modules/${module}/${path}.json`, client.window.location.href);
  const response = await client.window.fetch(file);
  if (!response.ok) throw new Error(`${file} could not be read: ${response.status}`);
  return (await response.json()).map((source) => new (client.classOf(type))(source));
}

export const adventureClass = (Base, client) =>
  class extends Base {
    /** Return the data to create and to update, by document name. */
    async prepareImport() {
      const [toCreate, toUpdate] = [{}, {}];
      for (const [field, name] of Object.entries(CONTENTS)) {
        const known = client.collections.get(name);
        const all = deepClone(this._source[field]).map((source) => migrated(client, name, source));
        const [fresh, old] = [all.filter(({ _id }) => !known.has(_id)), all.filter(({ _id }) => known.has(_id))];
        if (fresh.length) toCreate[name] = fresh;
        if (old.length) toUpdate[name] = old;
      }
      return { toCreate, toUpdate };
    }

    /** Import everything. (In Foundry a window asks first; the table has none.) */
    async import(options = {}) {
      const { toCreate, toUpdate } = await this.prepareImport();
      if (client.Hooks.call("preImportAdventure", this, options, toCreate, toUpdate) === false)
        return { created: {}, updated: {} };
      if (Object.keys(toUpdate).length) throw new Error("the table imports an adventure once");
      const created = {};
      for (const [name, data] of Object.entries(toCreate))
        created[name] = await client.classOf(name).createDocuments(data, { keepId: true, keepEmbeddedIds: true });
      client.Hooks.callAll("importAdventure", this, options, created, {});
      return { created, updated: {} };
    }
  };

/** Return a scene of version 13 as 14 has it, with one level that contains everything. */
function migrated({ generation }, name, source) {
  if (name !== "Scene" || !is14(generation)) return source;
  return { ...source, levels: [{ _id: DEFAULT_LEVEL, name: "Ground" }] };
}

export const macroClass = (Base) =>
  class extends Base {
    /** Run a script. (Foundry also gives it the speaker, the actor and the token.) */
    async execute() {
      if (this.type !== "script") throw new Error("the table runs scripts alone");
      const { constructor: AsyncFunction } = async () => {};
      return new AsyncFunction(this.command).call(this);
    }
  };
