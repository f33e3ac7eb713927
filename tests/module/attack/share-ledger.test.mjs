/** The offers of another GM's browser: taken by a client without an engine of its own, and drawn only where it is news. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { answerLedger, exchangeOf, hasAsked, hearNews } from "../../../foundry-module/scripts/attack/share-ledger.mjs";

const THEIRS = { attack: ["cover"] };
const { game: before, Hooks: hooks, foundry } = globalThis;
let drawn;
let others;

beforeEach(() => {
  drawn = 0;
  others = [];
  const gm2 = { id: "gm2", isGM: true, active: true, query: async () => ({ rolls: [], more: false, offers: THEIRS }) };
  const users = [gm2, { id: "gm", isGM: true, active: true, isSelf: true }, { id: "ann", active: true }];
  globalThis.game = {
    user: { id: "gm" },
    users: {
      filter: (test) => users.filter(test),
      get(id) {
        others.push(id);
        return users.find((user) => user.id === id);
      },
    },
  };
  globalThis.Hooks = { callAll: () => drawn++ };
  globalThis.foundry = { utils: { randomID: () => "key" } };
});

afterEach(() => Object.assign(globalThis, { game: before, Hooks: hooks, foundry }));

for (const [name, connected, offers, taken, draws] of [
  ["a client without an engine takes what another offers", false, undefined, THEIRS, 1],
  ["what it has already is no news", false, { attack: ["cover"] }, THEIRS, 0],
  ["a client with an engine keeps its own", true, { attack: ["height"] }, { attack: ["height"] }, 0],
])
  test(name, async () => {
    const ledger = { opened: Promise.resolve(), rolls: { all: [], onChange: () => {} } };
    const coign = { engine: { connected }, offers, ledger };
    await exchangeOf(coign).ask("gm2");
    assert.deepEqual([coign.offers, drawn], [taken, draws]);
    assert.ok(others.length && others.every((id) => id === "gm2"), "no player and not itself");
  });

test("each question of another GM goes to the exchange, as far as it is one; only a GM asks for news", () => {
  const did = [];
  const exchange = {
    answer: (query) => did.push(["answer", query.from, query.only]),
    hasAsked: (key) => did.push(["asked", key]),
    ask: (from, only) => did.push(["ask", from, only]),
  };
  const query = { from: "gm2", key: "key", only: ["roll"] };
  for (const isGM of [true, false])
    for (const asked of [query, { from: 7, key: [], only: "roll" }]) {
      game.user.isGM = isGM;
      for (const answer of [answerLedger, hasAsked, hearNews]) answer({ exchange }, asked);
    }
  const whole = [
    ["answer", "gm2", ["roll"]],
    ["asked", "key"],
  ];
  const none = [
    ["answer", undefined, undefined],
    ["asked", undefined],
  ];
  const news = [
    ["ask", "gm2", ["roll"]],
    ["ask", undefined, undefined],
  ];
  assert.deepEqual(did, [...whole, news[0], ...none, news[1], ...whole, ...none]);
  assert.equal(hearNews({ exchange }, query), true);
});
