/** Helpers for tests of game systems: recorded documents by name, and a small world. */

import { readFileSync } from "node:fs";

const read = (/** @type {string} */ path) =>
  JSON.parse(readFileSync(new URL(`../../data/${path}.json`, import.meta.url), "utf8"));

/** Return a copy of a chat message of `tests/data/chat`. */
export const message = (/** @type {string} */ name) => read(`chat/${name}`).message;

/** Return the messages of a file of `tests/data/chat` with several. */
export const messages = (/** @type {string} */ name) => read(`chat/${name}`).messages;

/** Return a copy of an actor of `tests/data/actors`. */
export const actor = (/** @type {string} */ name) => read(`actors/${name}`).actor;

/**
 * Make a world of one scene.
 * @param {string} scene  its id
 * @param {any[]} tokens  `{_id, actorId, actor}`
 * @param {Record<string, any>} [documents]  by uuid
 * @param {string} [units]
 * @param {{messages?: any[], modules?: Record<string, string>}} [more]  the chat; titles of active modules by id
 */
export const world = (scene, tokens, documents = {}, units = "ft", { messages = [], modules = {} } = {}) => ({
  messages: () => messages,
  module: (/** @type {string} */ id) => (id in modules ? { title: modules[id] } : null),
  document: (/** @type {string} */ uuid) => documents[uuid] ?? null,
  scene: (/** @type {string} */ id) => (id === scene ? { _id: scene, grid: { units, distance: 5 }, tokens } : null),
});

/** Make a token in a scene measured in feet, as the adapters get it. */
export const token = (/** @type {any} */ actor = null, /** @type {any} */ more = {}) => ({
  _id: "T",
  name: "Somebody",
  actor,
  parent: { grid: { units: "ft", distance: 5 } },
  ...more,
});
