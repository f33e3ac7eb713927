/** A GM's presses: in their order, once, and later if nothing answers; by the client with the engine for other GMs. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { answerPress, Presses, sendPress } from "../../../foundry-module/scripts/attack/presses.mjs";
import { Ledger } from "../../../foundry-module/scripts/ledger/ledger.mjs";
import { PageStore } from "../../../foundry-module/scripts/ledger/store.mjs";
import { Decisions } from "../../../foundry-module/scripts/overrides/taken-back.mjs";
import { Unanswered } from "../../../foundry-module/scripts/util/errors.mjs";
import { settled } from "../fakes.mjs";

const TURN = { button: "turn", modifier: "cover", target: "orc" };

afterEach(() => {
  delete globalThis.game;
  delete globalThis.ui;
});

/** Presses whose answers a test gives: `answers` says of each that is sent whether anything answers. */
function waiting(answers, kept = {}) {
  const sent = [];
  const changed = [];
  const pauses = [];
  const store = { read: () => kept, write: (all) => Object.assign(store, { kept: structuredClone(all) }) };
  const presses = new Presses(
    {
      send: async (message, press) => {
        sent.push(`${message} ${press.button}`);
        return answers.shift() ?? true;
      },
      changed: (message) => changed.push([message, presses.waits(message)]),
      store,
    },
    (ms) => new Promise((resolve) => pauses.push({ ms, pass: resolve })),
  );
  return { presses, sent, changed, pauses, store };
}

test("a press that is answered is sent once, and nobody is told that it waits", async () => {
  const { presses, sent, changed, store } = waiting([]);
  await presses.add("m1", TURN);
  assert.deepEqual([sent, changed, store.kept], [["m1 turn"], [], undefined]);
});

test("a press is sent though an earlier one about the same message was answered, at once or late", async () => {
  const { presses, sent, pauses } = waiting([true, true, false, true, true]);
  await presses.add("m1", TURN);
  await presses.add("m1", { button: "undo" });
  const late = presses.add("m1", { button: "count" });
  await settled();
  pauses.find(({ ms }) => ms > 1000).pass();
  await late;
  await presses.add("m1", TURN);
  assert.deepEqual(sent, ["m1 turn", "m1 undo", "m1 count", "m1 count", "m1 turn"]);
});

test("while nothing answers presses wait in their order, those of another message do not, and all outlive the page", async () => {
  const { presses, sent, changed, pauses, store } = waiting([false, true, true, true]);
  const first = presses.add("m1", TURN);
  await settled();
  await presses.add("m1", { button: "undo", modifier: "cover" });
  await presses.add("m2", { button: "count", modifier: "by-hand" });
  assert.deepEqual(sent, ["m1 turn", "m2 count"]);
  assert.deepEqual([presses.waits("m1"), presses.waits("m2")], [true, false]);
  assert.deepEqual(Object.keys(store.kept), ["m1"]);
  pauses.find(({ ms }) => ms > 1000).pass();
  await first;
  assert.deepEqual(sent, ["m1 turn", "m2 count", "m1 turn", "m1 undo"]);
  assert.deepEqual(changed.at(-1), ["m1", false]);
  assert.deepEqual(store.kept, {});

  const again = waiting([], { m1: [TURN, { button: "undo" }] });
  again.presses.resume();
  await settled();
  assert.deepEqual(again.sent, ["m1 turn", "m1 undo"]);
});

test("an answer that does not come soon is waited for", async () => {
  let answer;
  const { presses, changed, pauses } = waiting([new Promise((resolve) => (answer = resolve))]);
  const pressed = presses.add("m1", TURN);
  await settled();
  assert.deepEqual(changed, []);
  pauses[0].pass();
  await settled();
  assert.deepEqual(changed, [["m1", true]]);
  answer(true);
  await pressed;
  assert.deepEqual(changed.at(-1), ["m1", false]);
});

/** A GM's client and a message with an attack; `answer` is what the engine or the other client says. */
function client({ connected = true, answer, key = "k" } = {}) {
  const asked = [];
  const written = [];
  const flags = { coign: { overrides: [{ scope: "roll", modifier: "cover", target: "orc", state: "off" }] } };
  const message = {
    ...{ id: "m1", flags, speaker: {}, rolls: [], whisper: [], timestamp: Date.now(), isContentVisible: true },
    author: { id: "gm", isGM: true, targets: [] },
    update: async (change) => written.push(change),
  };
  const respond = async (...question) => {
    asked.push(question);
    return answer(...question);
  };
  const gm = { id: "gm", isGM: true, active: true, isSelf: connected, flags: {}, query: respond };
  const ann = { id: "ann", isGM: false };
  const users = Object.assign([gm], { activeGM: gm, get: (id) => ({ gm, ann })[id] });
  const tokens = new Map(["hero", "orc"].map((id) => [id, { id, hidden: false }]));
  const scene = { id: "s1", flags: {}, tokens };
  globalThis.game = {
    users,
    user: { name: "Bob", isGM: true },
    i18n: { localize: (key) => key, format: (key) => key },
    modules: new Map(),
    system: { id: "generic" },
    scenes: { get: (id) => (id === "s1" ? scene : undefined) },
    messages: Object.assign(new Map([["m1", message]]), { contents: [message] }),
  };
  const told = [];
  globalThis.ui = { notifications: { warn: (text) => told.push(text) } };
  globalThis.Hooks = { callAll: () => {} };
  const attack = {
    ...{ key: "a1", actorToken: { scene: "s1", token: "hero" }, targets: [{ token: "orc" }], attack: {} },
    ...{ roll: { d20: [], mode: "normal" }, defence: {} },
  };
  const ledger = new Ledger();
  void ledger.open(new PageStore(), () => true);
  ledger.rolls.setAnnotated("m1", { key: "k", annotations: [] });
  ledger.rolls.moments.set("m1", { attack: "a1", moment: 3 });
  const coign = {
    engine: { connected, status: {}, request: respond },
    queue: { turn: async () => {} },
    scenes: { ready: async () => 4, asOf: (_scene, revision, ask) => ask(revision), recalls: () => true, forget() {} },
    setting: (name) => ({ overrides: [{ scope: "world", modifier: "cover", state: "off" }], computeOn: "page" })[name],
    contract: { works: () => true },
    adapter: {
      ...{ includedIn: () => [], readAttack: () => attack, armourClass: () => null, explainedBy: () => [] },
    },
    ledger,
    records: ledger.rolls,
    decisions: new Decisions({}, { read: () => [], write: () => {} }),
    traits: { of: () => ({}) },
    answered: { believed: (claimed) => claimed },
    playerBudgets: { userOf: (asked) => ({ k: "gm", p: "ann" })[asked] ?? "" },
    previewKey: key,
    rulesProblem: "",
  };
  return { coign, asked, written, told };
}

test("the engine is asked about the roll as it was judged, and its answer is written", async () => {
  const { coign, asked, written } = client({
    answer: () => ({ remove: [0], add: [{ modifier: "cover", state: "on", target: "orc" }], views: [{ revision: 3 }] }),
  });
  assert.equal(await sendPress(coign, "m1", TURN), true);
  const [[{ type, button, modifier, request }]] = asked;
  assert.deepEqual([type, button, modifier, request.actor, request.figure], ["press", "turn", "cover", "hero", false]);
  assert.equal(request.overrides.length, 1);
  assert.deepEqual(written, [
    { flags: { coign: { overrides: [{ scope: "roll", state: "on", modifier: "cover", target: "orc" }] } } },
  ]);
});

test("a press that nothing answers is not done; one that is refused is, and the GM is told", async () => {
  const dead = client({
    answer: () => {
      throw new Unanswered("gone");
    },
  });
  assert.equal(await sendPress(dead.coign, "m1", TURN), false);
  assert.equal(await sendPress(dead.coign, "gone", TURN), true, "the message was deleted");
  const { Refused } = await import("../../../foundry-module/scripts/util/errors.mjs");
  const path = "$.overrides[1].effect";
  for (const [problem, done, text] of [
    [{ code: "bad-message", message: "no such fact" }, true, "COIGN.Title: no such fact"],
    [{ code: "bad-message", message: "cannot", detail: { path } }, true, "COIGN.Title: COIGN.Errors.CannotAct"],
    [{ code: "overloaded", message: "later" }, false, undefined],
  ]) {
    const { coign, told, written } = client({
      answer: () => {
        throw new Refused(problem);
      },
    });
    assert.equal(await sendPress(coign, "m1", { ...TURN, effect: { kind: "edge" } }), done);
    assert.deepEqual([told[0], written], [text, []]);
  }
});

test("another GM's client asks the one with the engine, and writes what it says", async () => {
  const change = { remove: [], add: [{ scope: "roll", modifier: "cover", target: "orc", state: "on" }], scene: "s1" };
  const other = client({ connected: false, answer: async () => change });
  other.coign.setting = () => undefined;
  assert.equal(await sendPress(other.coign, "m1", TURN), true);
  assert.deepEqual(other.asked[0].slice(0, 2), ["coign.press", { key: "k", message: "m1", press: TURN }]);
  assert.equal(other.written.length, 1);

  const { coign, written } = client({ answer: () => ({ remove: [0], add: [], views: [{ revision: 3 }] }) });
  const answer = await answerPress(coign, { key: "k", message: "m1", press: TURN });
  assert.deepEqual([answer.remove[0].modifier, answer.add, answer.scene], ["cover", [], "s1"]);
  assert.deepEqual(written, [], "who pressed writes it");
  for (const key of ["p", "stranger", undefined])
    await assert.rejects(() => answerPress(coign, { key, message: "m1", press: TURN }), /NoSuchThing/);
});
