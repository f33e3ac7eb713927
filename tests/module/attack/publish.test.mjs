import assert from "node:assert/strict";
import { test } from "node:test";
import { diceToRoll } from "../../../foundry-module/scripts/attack/dice.mjs";
import {
  asPlayer,
  hasModifiers,
  joinViews,
  outcomesOnly,
  published,
} from "../../../foundry-module/scripts/attack/publish.mjs";
import { requestsOf } from "../../../foundry-module/scripts/attack/requests.mjs";

const ATTACK = {
  key: "roll-1",
  actorToken: { scene: "s1", token: "a" },
  targets: [],
  attack: { kind: "melee", reach: 5 },
  roll: { d20: [{ value: 14, kept: true }], mode: "normal", total: 19 },
  defence: { b: { ac: 16 } },
};

test("a player's request contains nothing hidden and no armour class", () => {
  const tokens = { a: { hidden: false }, b: { hidden: false }, spy: { hidden: true } };
  const [request] = requestsOf(ATTACK, ["b", "spy", "gone"], {});
  const players = asPlayer(request, (id) => tokens[id]);
  assert.deepEqual([players.targets, players.defence, players.viewer], [["b"], {}, "player"]);
  assert.equal(
    asPlayer({ ...request, targets: ["spy"] }, (id) => tokens[id]),
    null,
  );
  assert.equal(
    asPlayer({ ...request, actor: "spy" }, (id) => tokens[id]),
    null,
  );
});

test("cover that somebody has given a target is no secret, and counts once for players too", () => {
  const tokens = { a: { hidden: false }, b: { hidden: false }, spy: { hidden: true } };
  const defence = { b: { ac: 18, applied: "half", by: "Simple Cover 5e" }, spy: { ac: 12, applied: "half" } };
  const [request] = requestsOf({ ...ATTACK, defence }, ["b", "spy"], {});
  const players = asPlayer(request, (id) => tokens[id]);
  assert.deepEqual(players.defence, { b: { applied: "half", by: "Simple Cover 5e" } });
  const [alone] = requestsOf({ ...ATTACK, defence: { b: defence.b } }, ["b"], {});
  const own = asPlayer(alone, (id) => tokens[id]);
  assert.deepEqual(
    joinViews([alone], [own]).map(({ viewers }) => viewers),
    [["gm", "player"]],
  );
});

test("one request asks for both views of a roll, unless something hidden makes them differ", () => {
  const tokens = { a: { hidden: false }, b: { hidden: false }, spy: { hidden: true } };
  const players = (requests) => requests.map((request) => asPlayer(request, (id) => tokens[id]));
  const viewsAsked = (gm, own) => joinViews(gm, own).map(({ viewer, viewers }) => viewers ?? viewer ?? "gm");
  const full = requestsOf({ ...ATTACK, further: [ATTACK.roll] }, ["b"], {});
  const both = ["gm", "player"];
  assert.deepEqual(viewsAsked(full, players(full)), [both, both]);
  assert.deepEqual(joinViews(full, players(full))[0].defence, ATTACK.defence, "the GM's is asked with armour classes");
  assert.deepEqual(viewsAsked(full, []), ["gm", "gm"], "players may not read the message");
  const withSpy = requestsOf(ATTACK, ["b", "spy"], {});
  assert.deepEqual(viewsAsked(withSpy, players(withSpy)), both);
  const overridden = requestsOf(ATTACK, ["b"], { overrides: [{ modifier: "cover", scope: "roll", state: "off" }] });
  assert.deepEqual(viewsAsked(overridden, players(overridden)), [both]);
  assert.deepEqual(viewsAsked(overridden, players(requestsOf(ATTACK, ["b"], {}))), both);
});

const annotation = (modifiers, outcome = {}) => ({
  id: "1",
  revision: 1,
  rulesets: [],
  results: [{ target: "b", facts: { range: {} }, modifiers: modifiers.map((id) => ({ id, state: "on" })), outcome }],
});

test("hit and chance are published only where the world shows them and players see every modifier", () => {
  const gm = annotation(["cover"], { hit: true, chance: { before: 0.5, after: 0.4 } });
  const shown = (players, show) => published(players, gm, show).results[0];
  assert.deepEqual(shown(annotation(["cover"]), { hit: true, chance: true }).outcome, gm.results[0].outcome);
  assert.deepEqual(shown(annotation(["cover"]), { hit: false, chance: false }).outcome, { hit: null, chance: null });
  assert.deepEqual(
    shown(annotation([]), { hit: true, chance: true }).outcome,
    { hit: null, chance: null },
    "a hidden modifier",
  );
  assert.equal(shown(annotation(["cover"]), { hit: true, chance: true }).facts, null);
});

test("without modifiers there is no card; dice are rolled once for all targets", () => {
  assert.equal(hasModifiers(annotation([])), false);
  assert.equal(hasModifiers(annotation(["cover"])), true);
  const two = {
    results: [{ outcome: { to_roll: ["1d4"] } }, { outcome: { to_roll: ["1d4", "1d100"] } }, { outcome: {} }],
  };
  assert.deepEqual(diceToRoll([two]), [
    { dice: "1d4", nth: 0 },
    { dice: "1d100", nth: 0 },
  ]);
});

test("the flags keep only the outcome of a further roll", () => {
  const [result] = outcomesOnly(annotation(["cover"], { total: { before: 3, after: 5 } })).results;
  assert.deepEqual([result.target, result.outcome, result.modifiers], ["b", { total: { before: 3, after: 5 } }, []]);
});
