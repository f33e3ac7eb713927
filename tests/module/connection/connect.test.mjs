/** Several pages of one world, each a client: one computes, and another takes over when it leaves or is asked to. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Contract } from "../../../foundry-module/contract/contract.mjs";
import {
  computeHere,
  connect,
  connectIfOwner,
  connectToNewAddress,
  pageChanged,
  pair,
  startConnection,
  tellIfAlone,
  unpair,
} from "../../../foundry-module/scripts/connection/connect.mjs";

const SETTINGS = { computeOn: "auto", token: "", pairedUrl: "", clientId: "c", bridgeUrl: "ws://127.0.0.1:8765" };

/** A world whose users may each have several pages open, as Foundry's server keeps it. */
class World {
  pages = [];
  users = [];

  addUser(id, { isGM = true } = {}) {
    const world = this;
    this.users.push({
      id,
      isGM,
      name: id,
      flags: { coign: {} },
      get active() {
        return world.pages.some((page) => page.user === this);
      },
      get isSelf() {
        return game.user === this;
      },
      get isActiveGM() {
        return game.users.activeGM === this;
      },
      getFlag: (_scope, key) => world.flag(id, key),
      async setFlag(scope, key, value) {
        this.flags[scope][key] = value;
        for (const page of [...world.pages])
          world.on(page, () => pageChanged(page.coign, this, { flags: { [scope]: { [key]: value } } }));
      },
    });
  }

  flag(id, key) {
    return this.users.find((user) => user.id === id).flags.coign[key];
  }

  /** Do something on a page: Foundry's globals are its own there. */
  on(page, act) {
    const before = globalThis.game;
    const activeGM = this.users
      .filter((user) => user.active && user.isGM)
      .sort((one, two) => (one.id < two.id ? -1 : 1))[0];
    const users = Object.assign([...this.users], { activeGM: activeGM ?? null });
    const modules = new Map([["coign", { version: "1", flags: { coign: { engine: true } } }]]);
    globalThis.game = { ready: true, user: page.user, users, modules, world: { id: "w" }, system: {} };
    try {
      return act();
    } finally {
      globalThis.game = before;
    }
  }

  /** Open a page: every page then sees who is there, as by `userConnected`. */
  open(id) {
    const bridge = {
      status: { state: "off" },
      connect: ({ place }) => Object.assign(bridge, { status: { state: "connected", place: place.name } }),
      disconnect: (state) => Object.assign(bridge, { status: { state } }),
      wake: () => {},
    };
    const coign = {
      contract: new Contract(),
      engine: bridge,
      meanwhile: { running: false, end() {} },
      page: `page ${this.pages.length}`,
      setting: (key) => SETTINGS[key],
    };
    this.pages.push({ user: this.users.find((user) => user.id === id), coign });
    this.lookAround();
    return this.pages.at(-1);
  }

  close(page) {
    this.pages.splice(this.pages.indexOf(page), 1);
    this.lookAround();
  }

  lookAround() {
    for (const page of this.pages) this.on(page, () => connectIfOwner(page.coign));
  }
}

const states = (...pages) => pages.map(({ coign }) => coign.engine.status.state);

test("one GM's client computes; another takes over when it leaves, and no player's ever does", () => {
  const world = new World();
  for (const id of ["ann", "bob"]) world.addUser(id);
  world.addUser("player", { isGM: false });
  const [player, ann, bob] = ["player", "ann", "bob"].map((id) => world.open(id));
  assert.deepEqual(states(player, ann, bob), ["off", "connected", "off"]);
  world.close(ann);
  assert.deepEqual(states(player, bob), ["off", "connected"]);
  const back = world.open("ann");
  assert.deepEqual(states(player, back, bob), ["off", "connected", "off"], "the active GM, as everybody works out");
  world.close(bob);
  world.close(back);
  assert.deepEqual(states(player), ["off"]);
});

test("of one GM's two tabs the one opened last computes, until the other is asked to", () => {
  const world = new World();
  world.addUser("ann");
  const [first, second] = [world.open("ann"), world.open("ann")];
  assert.deepEqual(states(first, second), ["taken-over", "connected"]);
  world.lookAround();
  assert.deepEqual(states(first, second), ["taken-over", "connected"], "they do not take it from each other in turn");
  world.on(first, () => computeHere(first.coign));
  assert.deepEqual(states(first, second), ["connected", "taken-over"], "a person pressed Connect in the first");
});

/** A browser at a world with a bridge; `says` is what the bridge answers to each request, or how it closes. */
function browser(says, settings = {}) {
  const values = { ...SETTINGS, computeOn: "bridge", ...settings };
  const did = [];
  globalThis.location = { protocol: "http:", host: "localhost:30000", hostname: "localhost" };
  globalThis.WebSocket = class {
    protocol = "coign.v1";
    constructor(url) {
      this.url = url;
      setTimeout(() => (says ? this.onopen() : this.onclose({ reason: "" })));
    }
    send(text) {
      did.push(JSON.parse(text));
      for (const answer of says) this.onmessage({ data: JSON.stringify(answer) });
    }
    close = (code) => did.push(`closed ${code}`);
  };
  const user = { id: "gm", name: "Gamemaster", isGM: true, isSelf: true, active: true, flags: {} };
  user.setFlag = async (_scope, key, value) => {
    did.push([key, value]);
    user.flags = { coign: { [key]: value } };
  };
  globalThis.game = {
    ready: true,
    user,
    users: Object.assign([user], { activeGM: user }),
    modules: new Map(),
    world: { id: "w", title: "World" },
    i18n: { localize: (key) => key, format: (key) => key },
    settings: { set: async (_scope, key, value) => Object.assign(values, { [key]: value }) },
  };
  const coign = {
    contract: new Contract(),
    engine: {
      status: { state: "unpaired" },
      connect: (_to, { byHand = false } = {}) => did.push(`connect ${byHand}`),
      disconnect: (state) => did.push(`disconnect ${state}`),
    },
    meanwhile: { running: false, end() {} },
    setting: (key) => values[key],
  };
  return { coign, did, values };
}

const WHO = { type: "pair", world: "w", user: "gm", client: "c", label: "Gamemaster, World" };

test("a browser is paired with the code that the bridge shows, and its token is pinned to that bridge", async () => {
  const says = [
    { type: "pairing", code: "123" },
    { type: "paired", token: "secret" },
  ];
  const { coign, did, values } = browser(says);
  const shown = [];
  await pair(coign, "", (code) => shown.push(code));
  assert.deepEqual(shown, ["123"]);
  assert.deepEqual([values.token, values.pairedUrl], ["secret", "ws://127.0.0.1:8765"]);
  assert.deepEqual(did, ["disconnect connecting", WHO, "closed 1000", ["paired", true], "connect true"]);
  did.length = 0;
  await unpair(coign);
  assert.deepEqual([values.token, values.pairedUrl], ["", ""]);
  assert.deepEqual(did, ["disconnect unpaired", ["paired", false], "disconnect unpaired"]);
});

test("with the code that the bridge printed nothing is shown; a world that computed in the page may then use a bridge", async () => {
  const { coign, did, values } = browser([{ type: "paired", token: "secret" }], { computeOn: "page" });
  coign.engine.status = { state: "connected", place: "page" };
  await pair(coign, "printed", assert.fail);
  assert.deepEqual([did[0], values.computeOn], [{ ...WHO, code: "printed" }, "auto"], "it goes on until then");
});

test("a bridge that refuses, or does not answer, leaves the browser as it was", async () => {
  for (const [says, why] of [
    [[{ type: "error", code: "unauthorised", message: "wrong code", detail: {} }], /wrong code/],
    [null, /nothing answers at ws:/],
  ]) {
    const { coign, did, values } = browser(says);
    await assert.rejects(pair(coign, "", assert.fail), why);
    assert.deepEqual([values.token, did.at(-1)], ["", "disconnect unpaired"]);
  }
  const { coign } = browser([], { bridgeUrl: "nowhere at all" });
  await assert.rejects(pair(coign, "", assert.fail), /Errors\.Address/);
});

test("who cannot pair reads what keeps the browser from it", async () => {
  const FAR = { protocol: "https:", host: "play.example", hostname: "play.example" };
  for (const [page, bridgeUrl, state, why] of [
    [{ ...FAR, protocol: "http:" }, "ws://192.168.0.2:8765", "prompt", /^Unanswered: COIGN\.Barrier\.insecure-page$/],
    [FAR, "wss://192.168.0.2:8765", "denied", /^Unanswered: COIGN\.Help\.blocked$/],
    [FAR, "wss://192.168.0.2:8765", "granted", /nothing answers at wss:/],
  ]) {
    const { coign } = browser(null, { bridgeUrl });
    globalThis.location = page;
    Object.defineProperty(globalThis, "navigator", {
      value: { permissions: { query: async () => ({ state }) } },
      configurable: true,
      writable: true,
    });
    await assert.rejects(pair(coign, "", assert.fail), why);
  }
  const { coign, did } = browser([]);
  globalThis.WebSocket = class extends WebSocket {
    protocol = "";
  };
  await assert.rejects(pair(coign, "", assert.fail), /ws:\/\/127\.0\.0\.1:8765/);
  assert.ok(did.includes("closed 1000"), "another server");
});

test("a browser connects to the place that is set, or says what it lacks", async () => {
  const PAIRED = { token: "secret", pairedUrl: "ws://127.0.0.1:8765" };
  for (const [settings, by, did] of [
    [PAIRED, "by hand", ["connect true"]],
    [PAIRED, "address", ["connect false"]],
    [{}, "address", ["disconnect unpaired"]],
    [{ ...PAIRED, pairedUrl: "ws://other:8765" }, "address", ["disconnect unpaired"]],
    [{ bridgeUrl: "nowhere at all" }, "address", ["disconnect blocked"]],
    [{ computeOn: "page" }, "address", []],
    [{ computeOn: "page" }, "by hand", ["connect false", ["page", "this page"]]],
    [PAIRED, "a player", []],
  ]) {
    const page = browser([], settings);
    page.coign.page = "this page";
    page.coign.contract.works = () => true;
    game.user.isGM = by !== "a player";
    if (by === "by hand") await connect(page.coign, { byHand: true });
    else connectToNewAddress(page.coign);
    assert.deepEqual(page.did, did, `${JSON.stringify(settings)} ${by}`);
  }
});

test("the connection is tried at once when the network is back, or the page is visible again", async () => {
  const { coign, did, values } = browser([], { clientId: "" });
  const listeners = {};
  const listens = { addEventListener: (event, act) => Object.assign(listeners, { [event]: act }) };
  globalThis.window = listens;
  globalThis.document = { ...listens, visibilityState: "hidden" };
  globalThis.foundry = { utils: { randomID: () => "new" } };
  Object.assign(coign.engine, { on: () => {}, wake: () => did.push("wake") });
  Object.assign(coign.meanwhile, { look: () => did.push("look") });
  await startConnection(coign);
  assert.deepEqual([values.clientId, did.splice(0)], ["new", ["disconnect unpaired"]]);
  listeners.visibilitychange();
  assert.deepEqual(did, []);
  listeners.online();
  document.visibilityState = "visible";
  listeners.visibilitychange();
  assert.deepEqual(did.splice(0), ["wake", "look", "wake", "look"]);
  game.user.isGM = false;
  await startConnection(coign);
  assert.deepEqual(did, [], "no player's client connects");
});

test("a welcome in the page says that the page can compute, one of a bridge does not, and both are told", async () => {
  for (const place of ["page", "bridge"]) {
    const { coign, did } = browser([], { clientId: "c" });
    const listens = { addEventListener: () => {} };
    Object.assign(globalThis, { window: listens, document: listens });
    globalThis.Hooks = { callAll: (hook) => did.push(hook) };
    const heard = {};
    Object.assign(coign.engine, { on: (event, act) => (heard[event] ??= act), wake: () => {}, connected: false });
    Object.assign(coign.contract, { worked: (feature) => did.push(`${feature} works`) });
    await startConnection(coign);
    did.length = 0;
    coign.engine.status = { place };
    await heard.welcome();
    assert.deepEqual(did, [...(place === "page" ? ["page works"] : []), "coign.connected"]);
  }
});

test("who connects by hand computes no longer in place of the bridge", () => {
  for (const computeOn of ["page", "bridge"]) {
    const { coign, did } = browser([], { computeOn, clientId: "c" });
    Object.assign(coign.meanwhile, { end: () => did.push("end") });
    Object.assign(coign.engine, { connect: () => did.push("connect"), disconnect: (state) => did.push(state) });
    connect(coign, { byHand: true });
    assert.equal(did[0], "end");
  }
});

test("a player is told once that no game master is there, and again when they have come and gone", () => {
  const told = [];
  globalThis.ui = { notifications: { info: (...said) => told.push(said) } };
  const coign = { toldAlone: false };
  const alone = (isGM, activeGM) => {
    globalThis.game = { user: { isGM }, users: { activeGM } };
    tellIfAlone(coign);
    return told.splice(0);
  };
  const SAID = [["COIGN.Errors.NoGM", { localize: true }]];
  const gm = { id: "gm" };
  const steps = [alone(false, gm), alone(false, null), alone(false, null), alone(false, gm), alone(false, null)];
  assert.deepEqual(steps, [[], SAID, [], [], SAID]);
  assert.deepEqual([alone(true, gm), alone(true, null)], [[], []], "a game master computes");
  delete globalThis.game;
  delete globalThis.ui;
});
