/** The content of Coign's windows, and what their buttons write, in every state that a GM may find them in. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsOf, holds } from "../recorded.mjs";
import { KNOWN } from "../rulesets-kit.mjs";

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
  world: { id: "table", title: "Table" },
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
const { TestWindow } = await load("config/test-window");
const { OverridesWindow } = await load("overrides/window");
const { describeReport } = await load("config/foundry-checks");
const { Refused, Unanswered } = await load("util/errors");

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

test("the line of another table is used; the window says why one is not, and brings it into view", async () => {
  const { takeRules } = RulesWindow.DEFAULT_OPTIONS.actions;
  const settings = { rulesets: ["facing"], options: { mud: { deep: true } } };
  const window = windowOf(RulesWindow, context(settings, { typed: { given: "a line" } }));
  const take = async (answer) => {
    window.coign.engine.request = async (asked) => {
      said.push(asked);
      if (answer instanceof Error) throw answer;
      return answer;
    };
    window.element = { querySelector: (part) => ({ scrollIntoView: note(part) }) };
    await takeRules.call(window);
    const problem = window.describe().flat(Infinity);
    return [said.splice(0), problem.flatMap((part) => (part?.tag === "p" ? part.children : []))];
  };
  const [asked, shows] = [{ type: "share", line: "a line" }, [["render"], [".coign-problem", { block: "nearest" }]]];
  const refused = (code, detail) => new Refused({ code, detail, message: "says the bridge" });
  for (const [answer, why] of [
    [refused("unknown-ruleset", { ruleset: "fog" }), 'COIGN.Rules.Unknown {"id":"fog"}'],
    [refused("bad-option", { part: "deep=7" }), 'COIGN.Rules.BadPart {"part":"deep=7"}'],
    [refused("bad-option"), "COIGN.Rules.NotALine"],
    [refused("internal"), "says the bridge"],
    [new Unanswered("gone"), "gone"],
  ]) {
    const [done, problem] = await take(answer);
    assert.deepEqual(done, [asked, ...shows]);
    assert.ok(problem.includes(why), why);
  }
  await assert.rejects(take(new TypeError("ours")), /ours/);
  said.length = 0;
  const [again, shown] = await take({ ruleset: "facing", options: {} });
  assert.ok(!shown.includes("gone"), "what was refused before");
  assert.deepEqual(again, [asked, ["set", "options", { mud: { deep: true }, facing: {} }]], "it is used already");
  const [done] = await take({ ruleset: "tactics", options: { reach: 5 } });
  assert.deepEqual(done.slice(0, 3), [
    asked,
    ["set", "options", { mud: { deep: true }, tactics: { reach: 5 } }],
    ["set", "rulesets", ["tactics"]],
  ]);
});

test("a report of the checks has what failed, what is off, what is left, and only then what can be done about it", () => {
  const whole = {
    passed: ["a", "b"],
    failed: { "dnd5e-dialog": "no footer" },
    kept: ["dnd5e-dialog"],
    notices: ["slow"],
    untried: { c: "no token" },
    left: ["a scene"],
  };
  const none = { passed: ["a"], failed: {}, kept: [], notices: [], untried: {}, left: [] };
  const made = Object.entries({ whole, none }).map(([name, report]) => [
    name,
    htmlOf(
      describeReport(
        report,
        report.left.map((thing) => `${thing} is off`),
      ),
    ),
  ]);
  holds("report of the checks", made);
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
  const [, , , , [, both]] = made;
  assert.match(both.join(""), />1\. table<.*Height.*value="3">ft</s, "the number on the map, and the units");
  assert.match(both.join(""), />Crate: 3 ft, /);
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

  const window = windowOf(FightWindow, coign);
  await window._renderHTML();
  assert.match(shown(window).join(""), /Fight\.Unknown.*data-action="tell"/, "they can be told without odds");
});

/** Press a button of a window. Returns what was written, said and drawn by it. */
async function press(window, action, key) {
  await window.constructor.DEFAULT_OPTIONS.actions[action].call(window, {}, { dataset: { key, window: key } });
  return said.splice(0);
}

test("each button of the list of things writes what it says, with the values typed in its row", async () => {
  const tile = (id, src, object) => ({
    ...{
      _id: id,
      id,
      x: 0,
      y: 0,
      width: 100,
      height: 100,
      texture: { src },
      flags: object ? { coign: { object } } : {},
    },
  });
  const tiles = [
    ...[tile("t1", "Table_Round.webp"), tile("t2", "Barrel.webp")],
    ...[tile("t3", "Crate.webp", { height: 3, degree: "half" }), tile("t4", "Box.webp", { height: 2 })],
  ];
  const grid = { size: 100, distance: 5, units: "ft" };
  const token = (id) => ({ id, name: id, flags: {}, actor: null, update: note(`update ${id}`) });
  const tokens = new Map(["T1", "T2", "T3"].map((id) => [id, token(id)]));
  const controlled = [{ document: tokens.get("T2") }, { document: tokens.get("T3") }];
  const scene = { tiles, grid, _source: { tiles, grid }, updateEmbeddedDocuments: note("tiles") };
  scene.tokens = Object.assign(new Map(tokens), { [Symbol.iterator]: () => tokens.values() });
  globalThis.canvas = { scene, tokens: { controlled } };
  const typed = { "height.t1": "4", "degree.t1": '"total"', "height.t2": "0" };
  const coign = context({}, { typed, adapter: { tokenTraits: ({ id }) => ({ creature: id !== "T1" }) } });
  const window = windowOf(ThingsWindow, coign);
  window.describe();
  assert.deepEqual(await press(window, "add"), [
    ["update T2", { flags: { coign: { creature: false, height: 0 } } }],
    ["update T3", { flags: { coign: { creature: false, height: 0 } } }],
    ["render"],
  ]);
  assert.deepEqual((await press(window, "remove", "T1"))[0], [
    "update T1",
    { flags: { coign: { creature: true, height: null } } },
  ]);
  assert.deepEqual(await press(window, "remove", "gone"), [["render"]]);
  const objects = (pressed) => pressed[0][2].map(({ _id, ...flags }) => [_id, ...Object.entries(flags).flat()]);
  const [table, barrel] = objects(await press(window, "take"));
  assert.deepEqual(table, ["t1", "flags.coign.object", { height: 4, degree: "total" }]);
  assert.deepEqual(barrel.slice(0, 2), ["t2", "flags.coign.object"]);
  assert.ok(barrel[2].height > 0 && barrel[2].degree, "what is not typed is as proposed");
  assert.deepEqual(objects(await press(window, "take", "t2")), [barrel]);
  const back = (id) => [id, "flags.coign.-=object", null];
  assert.deepEqual(objects(await press(window, "back")), [back("t3"), back("t4")]);
  assert.deepEqual(objects(await press(window, "back", "t4")), [back("t4")]);
});

test("the test window says what an attack lacks, step by step, and shows the card of one that has all", async () => {
  const token = (id, disposition, more = {}) => ({ document: { id, name: id, disposition, parent: scene, ...more } });
  const scene = { id: "s", name: "Cave", flags: {}, tokens: new Map(), update: note("update") };
  const judged = { viewer: "gm", occasion: "attack", rulesets: [], results: [] };
  const evaluate = async (request) => {
    said.push(["evaluate", request]);
    return judged;
  };
  const notes = { strays: [["Bat", "Attic"]], open_levels: [["Hall", "Attic"]] };
  const base = context(
    {},
    {
      ...{ evaluate, lastAttacks: new Map(), traits: { attacksOf: () => [] }, open: note("open") },
      scenes: { notes: (id) => (id === "s" ? notes : {}) },
    },
  );
  base.engine.connected = true;
  const ours = ["A", "B"].map((id) => token(id, 1));
  const foe = token("C", -1);
  const cases = {
    "not connected": { coign: { engine: { ...base.engine, connected: false, status: { state: "unpaired" } } } },
    "another's": { coign: { engine: { ...base.engine, connected: false, status: { state: "off" } } } },
    "no rules": { coign: { rulesProblem: "no such book" } },
    ...{ "no scene": { scene: null }, "no tokens": { tokens: [] }, alone: { tokens: [foe] } },
    ...{ "two of a side": { tokens: ours }, "two sides": { tokens: [foe, ...ours] } },
    picked: { tokens: [foe, ...ours], controlled: [ours[1]], targets: [ours[1], ours[0]] },
    "not placed": { tokens: [token("", 1), foe] },
    failed: { tokens: [foe, ...ours], coign: { evaluate: () => Promise.reject(new Error("no map")) } },
    "floors are drawn": { tokens: [foe, ...ours], scene: { ...scene, flags: { coign: { floors: "bottom" } } } },
  };
  const made = [];
  for (const [name, { coign, tokens = [], controlled = [], targets = [], ...more }] of Object.entries(cases)) {
    const viewed = "scene" in more ? more.scene : scene;
    globalThis.canvas = { scene: viewed, tokens: { placeables: tokens, controlled } };
    game.user.targets = new Set(targets);
    const window = windowOf(TestWindow, Object.assign(Object.create(base), coign));
    made.push([name, shown(window)]);
    // How long it took is not compared.
    made.push([
      name,
      [await press(window, "test"), shown(window).map((html) => html.replace(/ms&quot;:&quot;\d+/, "ms"))],
    ]);
    made.push([name, [await press(window, "mend", "rules"), await press(window, "mend", "pairing")]]);
    made.push([name, await press(window, "floors")]);
  }
  holds("test window", made);
  const asked = Object.fromEntries(
    made.flatMap(([name, [pressed]]) => (pressed?.[0]?.[0] === "evaluate" ? [[name, pressed[0][1]]] : [])),
  );
  const parties = Object.entries(asked).map(([name, { actor, targets }]) => [name, actor, ...targets]);
  assert.deepEqual(parties.slice(0, 3), [
    ["two of a side", "A", "B"],
    ["two sides", "A", "C"],
    ["picked", "B", "A"],
  ]);
});

test("the buttons of the window of Coign open doors, connect and disconnect", async () => {
  const opened = [];
  const window = windowOf(PairingWindow, context({ bridgeUrl: "http://127.0.0.1:8765" }));
  foundry.applications.instances.get = (id) => ({ render: () => opened.push(id) });
  for (const door of ["rules", "inForce", "things", "fight", "test", "practice"]) await press(window, "door", door);
  foundry.applications.instances.get = () => undefined;
  assert.deepEqual(
    opened,
    ["rules", "overrides", "things", "fight", "test", "test"].map((name) => `coign-${name}`),
  );
  assert.deepEqual(await press(window, "disconnect"), [["disconnect", "off"]]);
  assert.deepEqual(await press(window, "meanwhile"), [["begin"]]);
  window.coign.typed = { address: "https://bridge.example" };
  assert.deepEqual((await press(window, "connect"))[0], ["set", "bridgeUrl", "https://bridge.example"]);
});

test("while a browser is paired the window shows the code, and afterwards why it was not", async () => {
  const window = windowOf(PairingWindow, context({ computeOn: "bridge" }, { typed: { code: "typed" } }));
  const states = [];
  window.render = () => states.push(shown(window).join(""));
  globalThis.WebSocket = class {
    protocol = "coign.v1";
    constructor() {
      setTimeout(() => this.onopen());
    }
    send(text) {
      states.push(JSON.parse(text).code);
      for (const answer of [
        { type: "pairing", code: "12-34" },
        { type: "error", code: "denied", message: "somebody said no" },
      ])
        this.onmessage({ data: JSON.stringify(answer) });
    }
    close() {}
  };
  await press(window, "pair");
  const [code, waiting, failed] = states;
  assert.equal(code, "typed");
  assert.match(waiting, /coign-code.*12-34/);
  assert.match(waiting, /data-action="pair"[^>]*disabled/);
  assert.match(failed, /role="alert">COIGN.Pairing.Failed .*somebody said no/);
  assert.doesNotMatch(failed, /coign-code|data-action="pair"[^>]*disabled/);
});
