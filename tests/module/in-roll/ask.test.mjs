/** Asking before a roll: in time or not at all, for the users that the setting names, and with what players may know. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Contract } from "../../../foundry-module/contract/contract.mjs";
import { ask, isActive, PLAYERS_PATIENCE, requestOf } from "../../../foundry-module/scripts/in-roll/ask.mjs";
import { ownTime } from "../../support/own-time.mjs";
import { answered } from "../result-kit.mjs";

const QUERY = { actorToken: { scene: "s1", token: "hero" }, targets: ["orc"], attack: { kind: "melee" } };
const HIGH = {
  id: "high",
  state: "on",
  effect: { kind: "flat", value: 1, to: "attack" },
  source: "High",
  phrases: [],
  reason: "",
};
const SECRET = { ...HIGH, id: "ambush", source: "Ambush" };
const view = (viewer, ...modifiers) => answered({ viewer, revision: 1, results: [{ target: "orc", modifiers }] });

/** A client that asks; `answer` is what the bridge, or the GM's client, does with a request. */
function client({ inRoll = "everybody", isGM = true, connected = true, answer, hidden = [] } = {}) {
  const asked = [];
  globalThis.Hooks = { callAll: () => true };
  globalThis.CONFIG = { debug: {} };
  globalThis.game = {
    user: { isGM },
    i18n: { localize: (key) => key, format: (key) => key },
    modules: new Map(),
    system: { id: "generic" },
    scenes: { get: () => ({ flags: {}, tokens: { get: (id) => ({ hidden: hidden.includes(id) }) } }) },
  };
  const respond = async (request) => {
    asked.push(request);
    return answer(request);
  };
  const coign = {
    contract: new Contract(),
    engine: { connected, status: {}, requestAll: respond },
    queue: { turn: async () => {} },
    scenes: { ready: async () => 1, forget() {} },
    setting: (name) => ({ inRoll, overrides: [], rulesets: ["none"], options: {} })[name],
    evaluate: respond,
    rulesProblem: "",
  };
  return { coign, asked };
}

const names = (additions) => additions?.lines.map(({ modifier, held }) => [modifier, held]) ?? null;
const later = (ms, value) => new Promise((resolve) => setTimeout(resolve, ms, value));

test("whose rolls are asked about is the world's setting", () => {
  const active = (inRoll, isGM) => isActive(client({ inRoll, isGM }).coign);
  assert.deepEqual(
    ["after", "gm", "everybody"].map((inRoll) => [active(inRoll, true), active(inRoll, false)]),
    [
      [false, false],
      [true, false],
      [true, true],
    ],
  );
});

test("if it is not this user's turn to be helped, nobody is asked", async () => {
  const { coign, asked } = client({ inRoll: "gm", isGM: false, answer: () => view("player", HIGH) });
  const { inTime, late } = ask(coign, QUERY);
  assert.deepEqual([await inTime, await late, asked.length], [null, null, 0]);
});

test("the GM's client asks the bridge once for both views, and holds back what players do not know", async () => {
  const { coign, asked } = client({ answer: () => [view("gm", HIGH, SECRET), view("player", HIGH)] });
  const { inTime, late } = ask(coign, QUERY);
  assert.deepEqual(names(await inTime), [
    ["high", null],
    ["ambush", "secret"],
  ]);
  assert.deepEqual(names(await late), names(await inTime));
  assert.deepEqual(
    asked.map(({ viewers }) => viewers),
    [["gm", "player"]],
  );
});

test("of a hidden attacker nothing goes into the roll", async () => {
  const { coign } = client({ hidden: ["hero"], answer: () => [view("gm", HIGH)] });
  assert.deepEqual(names(await ask(coign, QUERY).inTime), [["high", "secret"]]);
});

test("a client without the connection asks the GM's, and gets what it may know", async () => {
  const { coign } = client({ isGM: false, connected: false, answer: () => view("player", HIGH) });
  assert.deepEqual(names(await ask(coign, QUERY).inTime), [["high", null]]);
});

test("an answer that is late is not waited for; a dialog still gets it", async (context) => {
  const pass = ownTime(context);
  const { coign } = client({ connected: false, answer: () => later(PLAYERS_PATIENCE + 100, view("player", HIGH)) });
  const began = performance.now();
  const { inTime, late } = ask(coign, QUERY);
  assert.equal(await pass(inTime), null);
  assert.ok(performance.now() - began <= PLAYERS_PATIENCE + 1);
  assert.deepEqual(names(await pass(late)), [["high", null]]);
});

test("an error, or a bridge that dies, is no answer and no error", async (context) => {
  context.mock.method(console, "debug", () => {});
  const { coign } = client({
    connected: false,
    answer: async () => {
      throw new Error("gone");
    },
  });
  const { inTime, late } = ask(coign, QUERY);
  assert.deepEqual([await inTime, await late], [null, null]);
});

test("cover that another module puts into the armour class is not put in again", async () => {
  const cover = { ...HIGH, id: "cover", figure: "cover", effect: { kind: "flat", value: 2, to: "ac" } };
  const { coign } = client({ connected: false, answer: () => view("player", cover) });
  game.modules.set("simplecover5e", { active: true, title: "Simple Cover 5e" });
  const { lines } = await ask(coign, QUERY).inTime;
  assert.deepEqual([lines[0].held, lines[0].by, lines[0].on], ["counted", "Simple Cover 5e", false]);
});

test("which cover stands where another module gave some is the world's setting", async () => {
  const defence = { orc: { applied: "half", by: "Simple Cover 5e" } };
  for (const coverStands of ["ours", "greater"]) {
    const { coign, asked } = client({ connected: false, answer: () => view("player", HIGH) });
    const { setting } = coign;
    coign.setting = (name) => (name === "coverStands" ? coverStands : setting(name));
    await ask(coign, { ...QUERY, defence }).inTime;
    assert.equal(asked[0].defence.orc.stands, coverStands);
  }
});

test("what the world says of a modifier is undone for this roll, by a GM", async () => {
  const off = { ...HIGH, state: "off", override: 0 };
  const { coign } = client({ answer: () => [view("gm", off), view("player", off)] });
  const { setting } = coign;
  const overrides = [{ modifier: "high", scope: "world", state: "off" }];
  coign.setting = (name) => (name === "overrides" ? overrides : setting(name));
  let sent;
  coign.engine.request = async (message) => {
    sent = message;
    return { remove: [], add: [{ modifier: "high", state: "measured" }], views: [view("gm", HIGH)] };
  };
  const additions = await ask(coign, QUERY).inTime;
  assert.equal(await additions.press({ coign: "turn", modifier: "high" }), true);
  assert.deepEqual([sent.type, sent.button, sent.modifier, sent.value], ["press", "turn", "high", "on"]);
  assert.deepEqual([sent.request.actor, sent.request.figure], ["hero", false]);
  assert.deepEqual(additions.overrides, [{ scope: "roll", modifier: "high", state: "measured" }]);
});

test("a query becomes a request, with what the roll has and what was switched off", () => {
  const request = requestOf({
    ...QUERY,
    occasion: "save",
    ability: "dex",
    mode: "advantage",
    counted: ["flanking"],
    overrides: [{ scope: "roll", modifier: "cover", state: "off", target: "orc" }],
  });
  assert.deepEqual(request, {
    scene: "s1",
    actor: "hero",
    targets: ["orc"],
    occasion: "save",
    check: { ability: "dex" },
    attack: { kind: "melee" },
    roll: { mode: "advantage" },
    counted: ["flanking"],
    overrides: [{ scope: "roll", modifier: "cover", state: "off", target: "orc" }],
  });
});

/** Answers of three modes: only a plain roll has the modifier; `wait` has the ms that each takes. */
const byMode = (wait) => (request) =>
  later(wait[request.roll.mode] ?? 0, view("player", ...(request.roll.mode === "normal" ? [HIGH] : [])));
const OPEN = { ...QUERY, mode: "normal", modeOpen: true };

test("where the roller decides later, the other modes are asked about, and awaited if there is anything to set aside", async () => {
  const answer = byMode({ advantage: 30, disadvantage: 40 });
  const { coign, asked } = client({ connected: false, answer });
  const { inTime, inMode } = ask(coign, OPEN);
  assert.equal(inMode("advantage"), null, "not yet");
  assert.deepEqual(names(await inTime), [["high", null]]);
  assert.deepEqual([names(inMode("advantage")), names(inMode("disadvantage"))], [[], []]);
  assert.deepEqual(
    asked.map(({ roll }) => roll.mode),
    ["normal", "advantage", "disadvantage"],
  );
});

test("a mode that does not answer costs no more than the patience, and the answer that has come is used", async (context) => {
  const pass = ownTime(context);
  const { coign } = client({ connected: false, answer: byMode({ advantage: 10 * PLAYERS_PATIENCE }) });
  const began = performance.now();
  const { inTime, inMode } = ask(coign, OPEN);
  assert.deepEqual(names(await pass(inTime)), [["high", null]]);
  assert.ok(performance.now() - began <= PLAYERS_PATIENCE + 1);
  assert.deepEqual([inMode("advantage"), names(inMode("disadvantage"))], [null, []]);
});

test("a plain roll without modifiers waits for no other mode", async (context) => {
  const pass = ownTime(context);
  const { coign } = client({
    connected: false,
    answer: ({ roll }) => (roll.mode === "normal" ? view("player") : new Promise(() => {})),
  });
  const began = performance.now();
  assert.deepEqual(names(await pass(ask(coign, OPEN).inTime)), []);
  assert.ok(performance.now() - began < PLAYERS_PATIENCE / 2);
});

test("a dialog asks for the odds of the roll that it shows: by targets, and no roll waits for them", async () => {
  const WORDS = { odds: { key: "text", values: { text: "65 %" } } };
  const chance = { before: 0.5, after: 0.65, because: [{ modifier: "high", points: 0.05 }] };
  const foretold = { results: [{ target: "orc", modifiers: [HIGH], outcome: { chance }, words: WORDS }] };
  const answer = ({ viewers }) => (viewers ? [view("gm", HIGH), view("player", HIGH)] : foretold);
  const { coign, asked } = client({ answer });
  const additions = await ask(coign, { ...QUERY, overrides: [{ scope: "roll", modifier: "x", state: "off" }] }).inTime;
  assert.equal(asked.length, 1);
  assert.deepEqual(await additions.odds(), [{ target: "orc", text: "65 %", reasons: ["High +5"] }]);
  assert.deepEqual(
    [asked[1].figure, asked[1].overrides.map(({ modifier, state }) => [modifier, state])],
    [false, [["x", "off"]]],
  );
});

test("a player who switched a line off reads no odds, nor does who asks about a save or gets no answer", async () => {
  const answer = ({ figure }) => (figure === false ? Promise.reject(new Error("away")) : view("player", HIGH));
  const { coign, asked } = client({ isGM: false, connected: false, answer });
  const oddsOf = async (more) => (await ask(coign, { ...QUERY, ...more }).late).odds();
  assert.deepEqual(await oddsOf({ overrides: [{ scope: "roll", modifier: "high", state: "off" }] }), []);
  assert.deepEqual(await oddsOf({ occasion: "save" }), []);
  assert.equal(asked.filter(({ figure }) => figure === false).length, 0);
  assert.deepEqual(await oddsOf({}), []);
  assert.equal(asked.filter(({ figure }) => figure === false).length, 1);
});
