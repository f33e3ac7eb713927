/**
 * The base class of all documents, as one client sees them.
 *
 * `_source` is what the database holds; the document's own fields are prepared from it again after each change
 * (`reset`). `update` sends the difference to the server; the document changes when the server's answer arrives, on
 * every client alike, and only then do the `update…` hooks run. `pre…` hooks run on the asking client alone and may
 * refuse by returning false. No hook is awaited. (Public API pages: Document, hookEvents.)
 */

import { Collection } from "./collections.mjs";
import { createOperations } from "./operations.mjs";
import { defaultsOf, embeddedIn } from "./types.mjs";
import { deepClone, diffObject, expandObject, getProperty, mergeObject } from "./utils.mjs";
import { deletionOf } from "./version-14.mjs";

const OWNER = 3;

/** The documents of one parent, keyed by id. */
export class DocumentCollection extends Collection {
  constructor(documentClass, parent = null) {
    super();
    this.documentClass = documentClass;
    this.parent = parent;
  }

  get documentName() {
    return this.documentClass.documentName;
  }
}

/** @param {object} client  The client that these documents belong to: game, Hooks, generation, modify(). */
export function documentBase(client) {
  const operations = createOperations(client);
  return class Document {
    static documentName = "Document";

    /** The class that stands for this kind of document: the game system's, or a module's. */
    static get implementation() {
      return client.classOf(this.documentName);
    }

    static get metadata() {
      return { name: this.documentName, embedded: embeddedIn(this.documentName, client.generation) };
    }

    constructor(source = {}, { parent = null } = {}) {
      this.parent = parent;
      this._source = mergeObject(defaultsOf(this.documentName, client.generation), source);
      this.collections = {};
      for (const [name, field] of Object.entries(embeddedIn(this.documentName, client.generation))) {
        const documents = new DocumentCollection(client.classOf(name), this);
        this.collections[name] = documents;
        this[field] = documents;
        // a child's `_source` is the very object in its parent's, so that the parent's toObject() is always whole
        this._source[field] = this._source[field].map((inner) => {
          const child = new (client.classOf(name))(inner, { parent: this });
          documents.set(child.id, child);
          return child._source;
        });
      }
      this.reset();
    }

    /** Prepare the document's own fields from its source. */
    reset() {
      const embedded = new Set(Object.values(embeddedIn(this.documentName, client.generation)));
      for (const [key, value] of Object.entries(this._source)) {
        if (!embedded.has(key) && !(key in Object.getPrototypeOf(this))) this[key] = deepClone(value);
      }
      this.prepareData();
    }

    prepareData() {}

    /** Replace the whole source; embedded documents whose ids stay the same remain the same objects. */
    _adopt(source) {
      const embedded = embeddedIn(this.documentName, client.generation);
      for (const key of Object.keys(this._source)) if (!(key in source)) delete this._source[key];
      for (const [key, value] of Object.entries(source))
        if (!Object.values(embedded).includes(key)) this._source[key] = value;
      for (const [name, field] of Object.entries(embedded)) {
        const collection = this.collections[name];
        const ids = new Set(source[field].map(({ _id }) => _id));
        for (const id of [...collection.keys()]) if (!ids.has(id)) collection.delete(id);
        this._source[field] = source[field].map((entry) => {
          const found = collection.get(entry._id);
          if (found) found._adopt(entry);
          else collection.set(entry._id, new (client.classOf(name))(entry, { parent: this }));
          return collection.get(entry._id)._source;
        });
      }
      this.reset();
    }

    get documentName() {
      return this.constructor.documentName;
    }

    /** The document's own window, made on first use; null where the page has none for it. */
    get sheet() {
      const Sheet = client.sheets?.[`${this.documentName}Config`];
      if (Sheet && !this._sheet) Object.defineProperty(this, "_sheet", { value: new Sheet({ document: this }) });
      return this._sheet ?? null;
    }

    get id() {
      return this._source._id;
    }

    get uuid() {
      return this.parent ? `${this.parent.uuid}.${this.documentName}.${this.id}` : `${this.documentName}.${this.id}`;
    }

    get isEmbedded() {
      return this.parent !== null;
    }

    get collection() {
      return this.parent ? this.parent.collections[this.documentName] : client.collections.get(this.documentName);
    }

    get isOwner() {
      return this.testUserPermission(client.user, "OWNER");
    }

    get hasPlayerOwner() {
      return client.users.some((user) => !user.isGM && this.testUserPermission(user, "OWNER"));
    }

    /** @returns {number} from 0 (none) to 3 (owner); an embedded document has its parent's level */
    getUserLevel(user = client.user) {
      if (user.isGM) return OWNER;
      if (this.parent) return this.parent.getUserLevel(user);
      return this._source.ownership?.[user.id] ?? this._source.ownership?.default ?? 0;
    }

    testUserPermission(user, permission) {
      const levels = { NONE: 0, LIMITED: 1, OBSERVER: 2, OWNER };
      return this.getUserLevel(user) >= (levels[permission] ?? permission);
    }

    canUserModify(user, _action) {
      return this.testUserPermission(user, "OWNER");
    }

    toObject(source = true) {
      if (source) return deepClone(this._source);
      return mergeObject(
        deepClone(this._source),
        Object.fromEntries(Object.keys(this._source).map((key) => [key, this[key]])),
      );
    }

    toJSON() {
      return this.toObject();
    }

    /** Change the source at once, in this client's memory alone: for documents that are not created yet. */
    updateSource(changes = {}) {
      const different = diffObject(this._source, expandObject(changes));
      mergeObject(this._source, different);
      this.reset();
      return different;
    }

    clone(changes = {}) {
      return new this.constructor(mergeObject(this.toObject(), changes), { parent: this.parent });
    }

    #scope(scope) {
      if (client.flagScopes().has(scope)) return;
      throw new Error(`Flag scope "${scope}" is not valid or not currently active`);
    }

    getFlag(scope, key) {
      this.#scope(scope);
      return getProperty(this.flags?.[scope], key);
    }

    async setFlag(scope, key, value) {
      this.#scope(scope);
      return this.update({ flags: { [scope]: { [key]: value } } });
    }

    async unsetFlag(scope, key) {
      this.#scope(scope);
      return this.update({ flags: { [scope]: deletionOf(client.generation, key) } });
    }

    async update(changes = {}, operation = {}) {
      const [updated] = await this.constructor.updateDocuments([{ ...expandObject(changes), _id: this.id }], {
        ...operation,
        parent: this.parent,
      });
      return updated;
    }

    async delete(operation = {}) {
      const [deleted] = await this.constructor.deleteDocuments([this.id], { ...operation, parent: this.parent });
      return deleted;
    }

    getEmbeddedCollection(documentName) {
      return this.collections[documentName];
    }

    getEmbeddedDocument(documentName, id) {
      return this.collections[documentName].get(id);
    }

    createEmbeddedDocuments(documentName, data, operation = {}) {
      return client.classOf(documentName).createDocuments(data, { ...operation, parent: this });
    }

    updateEmbeddedDocuments(documentName, updates, operation = {}) {
      return client.classOf(documentName).updateDocuments(updates, { ...operation, parent: this });
    }

    deleteEmbeddedDocuments(documentName, ids, operation = {}) {
      return client.classOf(documentName).deleteDocuments(ids, { ...operation, parent: this });
    }

    static async create(data, operation = {}) {
      const [created] = await this.createDocuments([data], operation);
      return created;
    }

    static async createDocuments(data = [], operation = {}) {
      return operations.create(this, data, operation);
    }

    static async updateDocuments(updates = [], operation = {}) {
      return operations.update(this, updates, operation);
    }

    static async deleteDocuments(ids = [], operation = {}) {
      return operations.delete(this, ids, operation);
    }

    _preCreate(_data, _options) {}

    /** Return false to refuse the update. */
    _preUpdate(_changes, _options) {
      return true;
    }

    /** Apply a change that the server reports. */
    _take(change, _options) {
      mergeObject(this._source, change);
      this.reset();
    }

    _onCreate(_options, _userId) {}

    _onUpdate(_change, _options, _userId) {}

    _onDelete(_options, _userId) {}
  };
}
