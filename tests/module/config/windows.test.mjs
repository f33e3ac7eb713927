/** What Coign's windows show and what their buttons write, in every state that a GM may find them in. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsOf, holds } from "../recorded.mjs";

const said = []; // what the windows have written and asked
const note =
  (what) =>
  (...values) =>
    void said.push([what, ...values]);

globalThis.foundry = { applications: { api: { ApplicationV2: class {} }, instances: new Map() } };
globalThis.document = { querySelectorAll: () => [] };
globalThis.requestAnimationFrame = () => 0;
globalThis.location = new URL("https://table.example/game");
globalThis.ui = { notifications: { info: note("info"), warn: note("warn") } };
globalThis.game = {
  user: { isGM: true, id: "gm", isSelf: true },
  users: Object.assign(new Map(), { activeGM: { id: "gm", isSelf: true, isGM: true, active: true } }),
  system: { id: "dnd5e", title: "Fifth Edition" },
  modules: new Map([["coign", { flags: {} }]]),
  settings: { settings: new Map(), get: () => undefined, set: async (_id, name, value) => note("set")(name, value) },
  i18n: { localize: (key) => key, format: (key, data) => `${key} ${JSON.stringify(data)}` },
};
const load = (path) => import(`../../../foundry-module/scripts/${path}.mjs`);
const { htmlOf } = await load("util/dom");
const { RulesWindow } = await load("config/rules-window");
const { PairingWindow } = await load("config/pairing-window");
const { ThingsWindow } = await load("config/things-window");
const { FightWindow } = await load("config/fight-window");
const { OverridesWindow } = await load("overrides/window");

const rule = (id) => ({ id, modifier: id, title: id, text: `${id} says so`, replaces: [], interpretations: [] });
const ruleset = (id, family, more = {}) => ({
  ...{ id, family, title: id, source: `Book of ${id}`, excludes: [], over: [], degrees: ["half"] },
  ...{ options: [], rules: [rule(`${id}-1`)], rolls: [], interpretations: [], shared: false, overriding: false },
  ...more,
});
const option = (name, more) => ({ name, title: name, help: "", labels: {}, values: [], group: "", ...more });
const choice = (name, count) => {
  const values = Array.from({ length: count }, (_, n) => `v${n}`);
  return option(name, {
    values,
    labels: Object.fromEntries(values.map((value) => [value, `is ${value}`])),
    default: "v1",
  });
};
const form = {
  worths: ["nothing", "number", "die", "advantage"],
  at: "above",
  words: ["attack", "size"],
  to: "attack",
};
const OPTIONS = [
  option("reach", { default: 10, bounds: [0, 50] }),
  ...[
    choice("few", 2),
    choice("many", 9),
    option("height", { values: ["nothing"], default: "+1@10, +1d4@20 melee", form }),
  ],
];
const KNOWN = [
  ruleset("fifth-edition-2014", "printed", { options: [option("strict", { default: false })] }),
  ruleset("fifth-edition-2024", "printed"),
  ruleset("coign", "vantage", {
    over: ["fifth-edition-2014"],
    options: OPTIONS,
  }),
  ruleset("facing", "vantage", { excludes: ["tactics"], interpretations: [{ mark: "a", text: "read so" }] }),
  ruleset("tactics", "vantage", { excludes: ["facing"], shared: true }),
  ruleset("mud", "other", { title: "Book of mud" }),
];

/** Make a window in a context. */
function windowOf(Window, coign) {
  class Tied extends Window {
    get coign() {
      return coign;
    }
    value(name) {
      return coign.typed?.[name] ?? "";
    }
    render = note("render");
    element = { querySelector: () => null };
  }
  return new Tied();
}

const shown = (window) => {
  const content = window.describe().flat(Infinity).filter(Boolean);
  return content.map((part) => (typeof part === "string" ? part : htmlOf(part)));
};

/** A context with settings of its own. */
const context = (settings, more = {}) => ({
  setting: (name) =>
    ({
      rulesets: [],
      options: {},
      overrides: [],
      inRoll: "",
      bridgeUrl: "http://127.0.0.1:8765",
      computeOn: "auto",
      token: "",
      ...settings,
    })[name],
  adapter: { inRoll: null, tested: true, id: "dnd5e" },
  contract: { works: () => true, broken: [{ part: "card", feature: "card" }] },
  engine: {
    status: { state: "connected", place: "page", welcome: { rulesets: KNOWN, server: "1.2.3" } },
    on() {},
    disconnect: note("disconnect"),
    connect: note("connect"),
  },
  meanwhile: { running: false, begin: note("begin"), end: note("end") },
  ...{ ruleLines: {}, rulesProblem: "", unread: new Set() },
  ...more,
});

test("the rules window shows and saves what is chosen, and refuses what clashes", async () => {
  const made = [];
  const picks = [
    [],
    ["none"],
    ["fifth-edition-2014"],
    ["coign"],
    ["coign", "fifth-edition-2014"],
    ["facing", "coign"],
    ["mud"],
  ];
  for (const rulesets of picks) {
    const options = { coign: { reach: 20 } };
    const more = { ruleLines: { coign: "coign: reach=20" }, adapter: { inRoll: {}, tested: true, id: "dnd5e" } };
    const window = windowOf(RulesWindow, context({ rulesets, options, inRoll: "gm" }, more));
    made.push([`${rulesets}`, shown(window)]);
    const fields = [
      ...KNOWN.map(({ id, family }) => ({ dataset: { family: family === "other" ? id : family } })),
      ...KNOWN.flatMap(({ id }) => [true, false].map((checked) => ({ dataset: { ruleset: id }, checked }))),
      { dataset: { ruleset: "coign", option: "reach" }, value: "30" },
      { dataset: { ruleset: "coign", option: "reach" }, value: "90" },
      { dataset: { ruleset: "fifth-edition-2014", option: "strict" }, type: "checkbox", checked: true },
      { dataset: {}, name: "inRoll", value: "all" },
    ];
    for (const field of fields) {
      await window.changed(field);
      made.push([`${rulesets}`, [JSON.stringify(field), said.splice(0), shown(window)]]);
    }
    const actions = RulesWindow.DEFAULT_OPTIONS.actions;
    for (const [action, key] of cellsOf(
      ["raise", "instead", "usual"],
      KNOWN.map(({ id }) => id),
    )) {
      await actions[action].call(window, {}, { dataset: { key } });
      made.push([`${rulesets}`, [action, key, said.splice(0)]]);
    }
  }
  holds("rules window", [...made, ["away", shown(windowOf(RulesWindow, context({}, { engine: { status: {} } })))]]);
});

test("the window of Coign shows each state, at a bridge and in the page, to who computes and to another", () => {
  const states = ["off", "unpaired", "asking", "blocked", "connecting", "connected", "reconnecting", "too-big"];
  const others = ["refused", "version", "failed", "taken-over", "busy", "no-rules", "starting"];
  const made = cellsOf([...states, ...others], ["page", "bridge"], ["", "a token"], [true, false]).map(
    ([state, place, token, isSelf]) => {
      game.users.activeGM.isSelf = isSelf;
      const status = { state, place, why: token && "because", progress: { stage: "loading", loaded: 1e6, total: 9e6 } };
      const coign = context({ computeOn: place, token }, { unread: new Set(token ? ["midi"] : []) });
      coign.engine = {
        ...coign.engine,
        connected: state === "connected",
        status: { ...coign.engine.status, ...status },
      };
      coign.meanwhile = { ...coign.meanwhile, running: state === "reconnecting" };
      return [`${state} ${place}`, shown(windowOf(PairingWindow, coign))];
    },
  );
  game.users.activeGM.isSelf = true;
  holds("window of Coign", made);
});

test("the list of overrides has each of the world and the scene, and switches and removes it", () => {
  const overrides = [
    { scope: "world", modifier: "half-cover", state: "off" },
    { scope: "world", modifier: "flanking", state: "on", value: 2, reason: "the table's rule" },
    { scope: "world", fact: "cover", value: "half", target: "T1" },
  ];
  globalThis.canvas = {
    scene: { tokens: new Map([["T1", { id: "T1", name: "Grik" }]]), flags: {}, getFlag: () => [] },
  };
  const window = windowOf(OverridesWindow, context({ overrides }));
  holds("overrides window", [
    ["some", shown(window)],
    ["none", shown(windowOf(OverridesWindow, context({})))],
  ]);
});

test("the list of things has the tokens, what tiles may become, and what they are", () => {
  const tile = (_id, src, flags = {}) => ({
    _id,
    id: _id,
    x: 0,
    y: 0,
    width: 100,
    height: 100,
    texture: { src },
    flags,
  });
  const tiles = [tile("t1", "a/Table_Round_01.webp"), tile("t2", "a/Crate.webp", { coign: { object: { height: 3 } } })];
  const token = { id: "T1", name: "Chest", actor: null, flags: { coign: { creature: false } } };
  const scenes = [[], tiles.slice(0, 1), tiles.slice(1), tiles].map((some) => ({
    ...{ tokens: [token], tiles: some, grid: { size: 100, distance: 5, units: "ft" } },
    _source: { tiles: some, grid: { size: 100, distance: 5, units: "ft" } },
  }));
  const made = [null, ...scenes].map((scene, n) => {
    globalThis.canvas = { scene };
    return [
      `${n} of five`,
      shown(windowOf(ThingsWindow, context({}, { adapter: { tokenTraits: () => ({ creature: false }) } }))),
    ];
  });
  holds("things window", made);
});

test("players are told of their own side's attacks, and of none that is whispered, blind or of somebody hidden", async () => {
  const token = (id, more = {}) => [id, { id, name: id, disposition: 1, hidden: false, ...more }];
  const tokens = new Map([token("Ilse"), token("Snag", { disposition: -1 }), token("Spy", { hidden: true })]);
  const on = { id: "high-ground", source: "High Ground", state: "on", effect: { kind: "advantage", to: "attack" } };
  const judged = [
    {
      occasion: "attack",
      viewer: "gm",
      results: [{ target: "x", outcome: { label: "x", hit: true }, modifiers: [on] }],
    },
  ];
  const message = (id, by, more = {}) => ({
    ...{ id, by, speaker: { scene: "s", token: by }, whisper: [], blind: false, rolls: [], ...more },
    flags: { coign: { moment: { combat: "c", round: 1, turn: 0 }, annotations: more.bare ? [] : judged } },
  });
  const messages = [
    ...[message("a", "Ilse"), message("b", "Snag"), message("c", "Spy"), message("d", "Ilse", { bare: true })],
    ...[message("e", "Ilse", { blind: true }), message("f", "Ilse", { whisper: ["gm"] })],
  ];
  game.messages = { contents: messages, get: (id) => messages.find((one) => one.id === id) };
  game.scenes = new Map([["s", { id: "s", tokens }]]);
  const created = [];
  globalThis.ChatMessage = { create: async (data) => created.push(data.content) };
  const readAttack = ({ by }) => ({ actorToken: { scene: "s", token: by }, targets: [], attack: {}, roll: {} });
  const coign = context(
    {},
    { adapter: { readAttack, includedIn: () => [], tested: true }, ledger: { opened: Promise.resolve() } },
  );
  coign.records = { of: () => ({}), fetch: async () => ({ annotations: judged }) };
  await FightWindow.DEFAULT_OPTIONS.actions.tell.call(windowOf(FightWindow, coign));
  assert.equal(created.length, 1);
  assert.equal((created[0].match(/<li>/g) ?? []).length, 1, "a line for Ilse alone");
  assert.match(created[0], /Ilse.*&quot;attacks&quot;:&quot;2&quot;/);
  assert.doesNotMatch(created[0], /Snag|Spy/);
});
