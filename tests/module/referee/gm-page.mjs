/**
 * A game master's page in a thread of its own, with the module and a bridge by rules: several have one world, and F5 is the
 * end of a thread and the beginning of another. What the page keeps in its browser is sent to the thread that opened it.
 */

import { parentPort, workerData } from "node:worker_threads";
import { generic } from "../../../foundry-module/scripts/systems/generic.mjs";
import { bridge, cardOf, press, quiet, startGM, until } from "../attack/kit.mjs";
import { bridgeByRules } from "./judge.mjs";
import { bySystem } from "./model.mjs";

const { user, snapshot, database, storage, away, rules } = workerData;

/** The part of IndexedDB that the module uses, for one database with one object store. */
class Database {
  #entries = new Map(database);

  transaction() {
    const transaction = { objectStore: () => store };
    const done = (result) => {
      const request = { result };
      queueMicrotask(() => request.onsuccess?.());
      return request;
    };
    const change = (key, entry) => {
      entry ? this.#entries.set(JSON.stringify(key), entry) : this.#entries.delete(JSON.stringify(key));
      parentPort.postMessage({ kept: [JSON.stringify(key), entry] });
      queueMicrotask(() => transaction.oncomplete?.());
    };
    const within = (range) => [...this.#entries.values()].filter(([key]) => range.every((part, n) => key[n] === part));
    const store = {
      transaction,
      get: (key) => done(structuredClone(this.#entries.get(JSON.stringify(key))?.[1])),
      getAll: (range) => done(structuredClone(within(range).map(([, value]) => value))),
      getAllKeys: (range) => done(within(range).map(([key]) => key)),
      put: (value, key) => change(key, structuredClone([key, value])),
      delete: (key) => change(key),
    };
    return transaction;
  }
}

globalThis.IDBKeyRange = { bound: (beginning) => beginning };
globalThis.indexedDB = {
  open: () => {
    const request = { result: new Database() };
    queueMicrotask(() => request.onsuccess());
    return request;
  },
};

const kept = new Map(storage);
const local = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => {
    kept.set(key, String(value));
    parentPort.postMessage({ stored: [key, String(value)] });
  },
  removeItem: (key) => kept.delete(key),
};

let receive;
const world = {
  connect(_user, hear) {
    receive = hear;
    return { snapshot, send: (text) => parentPort.postMessage({ send: text }), close: () => {} };
  },
};

/** The element of a message in the chat log, as far as a menu needs it. */
const itemOf = (id) => ({ dataset: { messageId: id }, querySelectorAll: () => [], closest: () => null });

/** Return the module's entries in the menu of a message. */
function entriesOf() {
  const entries = [];
  Hooks.callAll("getChatMessageContextOptions", null, entries);
  return entries;
}

let table;
const ACTS = {
  press: ([id, name]) => press(id, name),
  cards: (ids) => ids.map((id) => (game.messages.has(id) ? cardOf(id) : "")),
  override: ([override, id]) => table.api.override(override, "scene", game.messages.get(id)),
  removeOverride: ([override, id]) => table.api.removeOverride(override, "scene", game.messages.get(id)),
  errors: () => table.errors.map((error) => String(error.stack ?? error)),
  measure: (id) => table.api.annotate(game.messages.get(id)),
  /** Let the bridge go away for good. */
  away: () => {
    bridge.isAway = true;
    bridge.sockets.at(-1).close();
  },
  back: () => {
    bridge.isAway = false;
  },
  state: () => table.api.state,
  /** Return the user whose client computes, as the world knows it. */
  computing: () => game.settings.get("coign", "computing"),
  /** Return how often the bridge was asked about a roll. */
  asked: () => bridge.asked("evaluate").filter(({ roll }) => roll).length,
  /** Press Alt+Z; returns what the game master was told. */
  takeBack: async () => {
    const told = [];
    ui.notifications.info = (text) => told.push(text);
    game.keybindings.press({ code: "KeyZ", altKey: true, ctrlKey: false, shiftKey: false });
    await quiet();
    return told;
  },
  /** Return the entries of a message's menu. */
  menu: (id) => entriesOf().flatMap(({ name, condition }) => (condition(itemOf(id)) ? [name] : [])),
  /**
   * Choose an entry of a message's menu, with some tokens targeted and the answers to its dialogs. Returns what the game
   * master was told, and how many dialogs were opened.
   */
  choose: async ([name, id, targets = [], answers = []]) => {
    canvas.tokens.setTargets(targets);
    const left = [...answers];
    foundry.applications.api.DialogV2.input = async () => left.shift() ?? null;
    const told = table.warnings.length;
    await entriesOf()
      .find((entry) => entry.name === name)
      .callback(itemOf(id));
    return table.warnings.slice(told);
  },
  /** Return how a roll was judged last: the question, and where the attacker stood. */
  judged: (id) => JSON.stringify(judged.get(id) ?? null),
};

parentPort.on("message", async ({ packet, run, given, nth }) => {
  if (packet) return receive(packet);
  try {
    const value = await ACTS[run](given);
    await quiet();
    parentPort.postMessage({ nth, value: value ?? null });
  } catch (problem) {
    parentPort.postMessage({ nth, problem: String(problem.stack ?? problem) });
  }
});

Object.assign(bridge.instead, bridgeByRules());
generic.includedIn = bySystem;
bridge.isAway = away;
const judged = new Map();
table = await startGM({ of: world, user, storage: local });
await until(() => game.ready);
game.i18n.take("en", rules); // what the engine says is read as text; the module's own keys stay as they are
Hooks.on("coign.annotated", ({ id }, { results }) => {
  const { overrides, targets, actor, occasion, attack, check } =
    bridge.asked("evaluate").findLast(({ roll }) => roll) ?? {};
  judged.set(id, {
    overrides,
    targets,
    actor,
    occasion,
    attack,
    check,
    at: results.map(({ outcome }) => outcome.label),
  });
});
parentPort.postMessage({ ready: true });
