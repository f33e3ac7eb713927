/** A table without a browser: the stand-in's world, the module on the GM's client, a player's client, and a fake bridge. */

import assert from "node:assert/strict";
import { after } from "node:test";
import { Client } from "../../../bridge/tabletop/foundry/client.mjs";
import { installGlobals } from "../../../bridge/tabletop/foundry/globals.mjs";
import { World } from "../../../bridge/tabletop/foundry/world.mjs";
import { SCHEMA } from "../../../foundry-module/scripts/util/wire.mjs";
import { memoryStorage, settled } from "../fakes.mjs";
import { wordsOf } from "../result-kit.mjs";
import { workersOf } from "./page-engine.mjs";

const URL_OF_BRIDGE = "ws://127.0.0.1:8765";
const WELCOME = { type: "welcome", schema: SCHEMA, server: "0", epoch: "1", limits: { bytes: 1 << 20 }, rulesets: [] };
export const MODIFIER = { id: "high-ground", source: "High Ground", state: "on", reason: "", effect: { kind: "note" } };

/** With COIGN_TRANSPORT=page the bridge is Coign's engine in the page, and judges what it is asked. */
export const IN_PAGE = process.env.COIGN_TRANSPORT === "page";

const SHORT = 60; // ms: a timer that is no longer is waited for

const pass = globalThis.setTimeout;
const stop = globalThis.clearTimeout;
/** The short timers that have not run yet. */
const running = new Set();
/** The timers that run in the next turn of the loop. */
const immediates = new WeakSet();

/**
 * The module's pauses, of more than a frame and up to a few seconds, pass in a fiftieth of their time. What is to be done
 * at once is done in the loop's next turn: as a timer each step of a message through the world would take a millisecond.
 */
globalThis.setTimeout = (task, ms = 0, ...given) => {
  const wait = ms > 100 && ms <= 2500 ? ms / 50 : ms;
  const run = () => {
    running.delete(timer);
    task(...given);
  };
  const timer = wait > 0 ? pass(run, wait) : setImmediate(run);
  if (!(wait > 0)) immediates.add(timer);
  if (wait <= SHORT) running.add(timer);
  return timer;
};
after(() => {
  globalThis.setTimeout = () => 0; // the page is closed: else the engine's watchdog would go on for ever
});
globalThis.clearTimeout = (timer) => {
  running.delete(timer);
  if (immediates.has(Object(timer)))
    clearImmediate(timer); // which breaks Node's queue if it is given anything else
  else stop(timer);
};

/** Wait until a condition is true: most come true within a few turns. */
export async function until(test) {
  for (let tries = 0; tries < 2000; tries++) {
    const value = await test();
    if (value) return value;
    await (tries < 50 ? settled() : new Promise((resolve) => pass(resolve, 2)));
  }
  throw new Error(`it never was: ${test}`);
}

/** Wait until what the module, the world and the bridge have to do at once is done; a bridge that is away never is. */
export async function quiet() {
  const end = performance.now() + 200;
  // On a busy machine 200 ms are no more than a few turns of the loop.
  for (let still = 0, turns = 0; still < 5 && (turns < 200 || performance.now() < end); turns++) {
    await settled();
    still = running.size ? 0 : still + 1;
  }
}

/** The sockets that wait for a bridge that is away. @type {(() => void)[]} */
const waiting = [];
let isAway = false;

/** A bridge whose answers a test may replace; `sent` has what it was sent. */
export const bridge = {
  sent: [],
  sockets: [],
  /** The answers of a test in place of the usual ones, by type of message: a list of replies, or a promise of one. */
  instead: {},
  /** The fields that all outcomes of the usual answer have, and those of players if they differ. */
  outcome: {},
  playersOutcome: null,
  /** The number of tasks and answers that the engine in the page still owes. */
  working: 0,
  /** While it is, no socket opens. */
  get isAway() {
    return isAway;
  },
  set isAway(value) {
    isAway = value;
    if (!isAway) for (const open of waiting.splice(0)) setTimeout(open);
  },
  asked: (type = "evaluate") => bridge.sent.filter((message) => message.type === type),
};

/** Answer a request as the bridge does: a view for each viewer, without what is secret in the player's. */
export function annotations({ targets, actor, overrides, viewer = "gm", viewers = [viewer], secret = [], scene }) {
  const { revision } = bridge.sent.findLast((message) => message.scene === scene && message.revision);
  const hidden = game.scenes.get(scene).tokens.filter((token) => token.hidden);
  const secrets = [...secret, ...hidden.map(({ id }) => id)];
  return viewers.map((view) => {
    const seen = (token) => view === "gm" || !secrets.includes(token);
    const outcome = (view === "player" && bridge.playersOutcome) || bridge.outcome;
    return {
      type: "annotation",
      viewer: view,
      revision,
      results: (seen(actor) ? targets.filter(seen) : []).map((target) => ({
        target,
        facts: view === "gm" ? { range: {} } : null,
        modifiers: [{ ...MODIFIER, state: overrides.at(-1)?.state ?? "on" }],
        outcome: { label: "plain", ...outcome },
        words: wordsOf(outcome),
      })),
    };
  });
}

/** Confirm a revision as the bridge does; each token faces as it is turned. */
const synced = (scene, revision, tokens) => ({
  type: "synced",
  scene,
  revision,
  skipped: [],
  bearings: Object.fromEntries(tokens.map(({ _id, rotation = 0 }) => [_id, { facing: rotation, steps: [] }])),
});

const USUAL = {
  hello: () => [WELCOME],
  configure: () => [{ type: "configured" }],
  "scene.put": ({ scene, revision, data }) => [synced(scene, revision, data?.tokens ?? [])],
  "scene.patch": ({ scene, revision, changes }) => {
    const tokens = changes.filter(({ document, action }) => document === "Token" && action !== "delete");
    return [
      synced(
        scene,
        revision,
        tokens.map(({ data }) => data),
      ),
    ];
  },
  evaluate: annotations,
  survey: ({ places }) => [{ type: "surveyed", start: 0, mine: places.map(() => ({ value: 1 })), done: true }],
};

class FakeSocket {
  readyState = 1;
  protocol = "coign.v1";

  constructor() {
    bridge.sockets.push(this);
    const open = () => (bridge.isAway ? waiting.push(open) : this.onopen());
    setTimeout(open);
  }

  async send(text) {
    if (Buffer.byteLength(text) > WELCOME.limits.bytes) return this.close(1009);
    const message = JSON.parse(text);
    bridge.sent.push(message);
    const replies = (await (bridge.instead[message.type] ?? USUAL[message.type])?.(message)) ?? [];
    for (const reply of replies)
      setTimeout(() => this.onmessage({ data: JSON.stringify({ id: message.id, ...reply }) }));
  }

  close(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code, reason: "" });
  }
}

const token = (id, x, more = {}) => ({ _id: id, name: id, x, y: 100, actorId: null, ...more });
const tokens = [token("hero", 100), token("goblin", 200), token("orc", 300), token("spy", 400, { hidden: true })];
const scene = (id, active) => ({ _id: id, active, width: 1000, height: 700, tokens: active ? tokens : [] });
const turn = (id, initiative) => ({ _id: `c-${id}`, tokenId: id, sceneId: "scene", initiative });

/** The world of the table. */
export const DATA = {
  id: "test",
  title: "Test",
  generation: 13,
  version: "13.351",
  system: { id: "homebrew", version: "1" },
  modules: [{ id: "coign", version: "0", flags: { coign: { engine: IN_PAGE } } }],
  documents: {
    User: [
      { _id: "gm", name: "Gamemaster", role: 4 },
      { _id: "ann", name: "Ann", role: 1 },
      { _id: "bob", name: "Bob", role: 1 },
    ],
    Actor: [],
    Scene: [scene("scene", true), scene("cellar", false)],
    Combat: [
      { _id: "fight", scene: "scene", round: 1, turn: 0, active: true, combatants: [turn("hero", 9), turn("orc", 2)] },
    ],
  },
};

export const world = new World(DATA);

/** A page as far as the module needs one that draws nothing. */
function barePage() {
  const page = { addEventListener: () => {}, querySelectorAll: () => [], visibilityState: "visible" };
  page.document = page;
  page.location = { protocol: "http:", host: "localhost:30000", hostname: "localhost" };
  return page;
}

/** Show the chat, and the tools beside each scene. */
async function showAll({ ui, Hooks }) {
  Hooks.on("canvasReady", () => ui.controls.render({ reset: true }));
  await ui.chat.render();
}

/**
 * Start the module on a GM's client, with its globals.
 * @param {object} how
 * @param {object} [how.page] in which everything is drawn; without it nothing is
 * @param {object} [how.PIXI]
 * @param {{install: (client: object, window: object) => void}} [how.system] of the stand-in's game systems
 */
export async function startGM({ of = world, user = "gm", storage = memoryStorage(), page, PIXI, system } = {}) {
  const errors = [];
  const warnings = [];
  if (IN_PAGE) globalThis.Worker = await workersOf(bridge);
  else {
    for (const name of ["bridgeUrl", "pairedUrl"]) storage.setItem(`coign.${name}`, JSON.stringify(URL_OF_BRIDGE));
    storage.setItem("coign.token", JSON.stringify("secret"));
  }
  const window = page ?? barePage();
  const gm = new Client(of, user, { window, storage, PIXI, report: (error) => errors.push(error) });
  Object.assign(globalThis, { window, document: window.document, location: window.location, WebSocket: FakeSocket });
  installGlobals(gm, globalThis);
  system?.install(gm, globalThis);
  const show = async (stage) => {
    if (page) return stage === "setup" && showAll(gm);
    globalThis.ui.controls = { render: () => {} };
    globalThis.ui.notifications = {
      info: () => {},
      warn: (text) => warnings.push(text),
      error: (text) => errors.push(new Error(text)),
    };
  };
  globalThis.requestAnimationFrame = (task) => setTimeout(task);
  globalThis.IntersectionObserver = Darkness;
  await gm.start({ load: () => import("../../../foundry-module/scripts/main.mjs"), show });
  console.warn = (...words) => warnings.push(words.join(" "));
  return { gm, api: gm.game.modules.get("coign").api, errors, warnings };
}

/** Start the module on the GM's client, and a player's client beside it. */
export async function startTable() {
  const started = await startGM();
  const player = await join("ann");
  const { api } = started;
  await until(() => api.state === "connected" && bridge.asked("configure").length && bridge.asked("scene.put").length);
  return { ...started, player, join };
}

/** Connect a player's client, without the module: it keeps the key of its budget and the news of tokens. */
export async function join(user) {
  const keys = [];
  const client = new Client(world, user, { report: () => {} });
  client.CONFIG.queries["coign.key"] = ({ key }) => keys.push(key);
  client.CONFIG.queries["coign.bearings"] = (told) => {
    client.told = told;
    return true;
  };
  await client.start();
  client.users.get(user).broadcastActivity({ viewedScene: "scene" });
  client.keys = keys;
  return client;
}

/** Post a roll against targets, as a client's user; `others` has the flags of others than Coign. */
export async function roll(
  client,
  { targets = ["goblin"], by = "hero", formula = "1d20 + 3", flags = {}, others = {}, ...more } = {},
) {
  const evaluated = await new client.Roll(formula).evaluate();
  const uuids = targets.map((target) => `Scene.scene.Token.${target}`);
  const message = await client.classOf("ChatMessage").create({
    rolls: [evaluated],
    speaker: { scene: "scene", token: by },
    flags: { coign: { ...(uuids.length && { targets: uuids }), ...flags }, ...others },
    ...more,
  });
  return message.id;
}

/** Return a message's own flags, as the GM's client has them. */
export const flagsOf = (id) => game.messages.get(id).flags.coign ?? {};

/** Return the targets and states that players read in a message's flags. */
export const shown = (id) =>
  flagsOf(id).annotations?.[0]?.results.map(({ target, modifiers }) =>
    [target, ...modifiers.map(({ state }) => state)].join(" "),
  );

/** An observer for which no card is in view: here are only new ones, which are drawn all the same. */
class Darkness {
  observe() {}
}

/** An element as far as a card needs one: it keeps what is appended to it. */
class FakeElement {
  isConnected = true;
  dataset = {};
  ownerDocument = { createElement: () => new FakeElement(), createElementNS: () => new FakeElement() };
  parentElement = null;
  children = [];
  append = (...children) => this.children.push(...children);
  querySelector = (selector) => (selector === ".message-content" ? this : null);
  querySelectorAll = () => [];
  matches = () => true;
  attributes = {};
  setAttribute = (name, value) => {
    this.attributes[name] = value;
  };
  listeners = {};
  addEventListener = (type, listener) => {
    this.listeners[type] = listener;
  };
  get text() {
    return this.children.map((child) => child.text ?? child).join(" ");
  }
  /** This element and all in it. */
  get all() {
    return [this, ...this.children.flatMap((child) => child.all ?? [])];
  }
}

/** Draw a message's card on the GM's client. */
function drawn(id) {
  const html = new FakeElement();
  Hooks.callAll("renderChatMessageHTML", game.messages.get(id), html);
  return html;
}

/** Return the text of a message's section on its card, as the GM's client draws it. */
export const cardOf = (id) => drawn(id).text;

/** Press a button of a message's section. Returns whether there is one that can be pressed. */
export async function press(id, name) {
  const [section] = drawn(id).children;
  const button = section?.all.find(({ attributes }) => attributes["data-coign"] === name);
  if (!button || "disabled" in button.attributes) return false;
  const target = { closest: () => ({ dataset: { coign: name } }) };
  await section.listeners.click({ target, preventDefault: () => {}, stopPropagation: () => {} });
  return true;
}

/** Check that nothing of the module failed in a hook. The stand-in draws its chat log, for which there is no page here. */
export function assertNoErrors(errors) {
  const ours = errors.filter((error) => String(error.stack ?? error).includes("foundry-module"));
  assert.deepEqual(ours, []);
}
