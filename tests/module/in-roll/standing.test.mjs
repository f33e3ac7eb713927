/** The standing table: stale at once after any change, never an answer from another state, the moved pairs first. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { attackKey, StandingTable } from "../../../foundry-module/scripts/in-roll/standing.mjs";

const SWORD = { kind: "melee", reach: 5, name: "Sword" };
const BOW = { kind: "ranged", range: { normal: 80, long: 320 }, name: "Bow" };

/** Every ordered pair of the tokens; `of` gives the attack of a pair. */
const pairs = (tokens, of = () => SWORD) =>
  new Map(
    tokens.map((actor) => [
      actor,
      new Map(tokens.filter((target) => target !== actor).map((target) => [target, of(actor, target)])),
    ]),
  );

const result = (target, state) => ({ target, modifiers: [{ id: state, state: "on" }] });

/** Answer every job as a bridge would; `hidden` tokens are not in the player's view. */
function fill(table, state, { turn = null, hidden = [] } = {}) {
  const jobs = table.jobs(turn);
  for (const job of jobs) {
    const gm = { results: job.targets.map((target) => result(target, state)) };
    const seen = job.targets.filter((target) => !hidden.includes(target));
    const players = hidden.includes(job.actor) ? null : { results: seen.map((target) => result(target, state)) };
    table.store(table.round, job, { gm, players });
  }
  return jobs;
}

/** A table of three tokens, all of it measured in a state. */
function measured(state = "1", options = {}) {
  const table = new StandingTable();
  table.changed();
  table.confirm(table.round, "s1", state, pairs(["a", "b", "c"]));
  fill(table, state, options);
  return table;
}

const QUERY = { actorToken: { scene: "s1", token: "a" }, targets: ["b"], attack: SWORD };

test("nothing is known before it is measured, and every pair after", () => {
  const table = new StandingTable();
  assert.equal(table.get("a", "b"), null);
  table.changed();
  table.confirm(table.round, "s1", "1", pairs(["a", "b", "c"]));
  assert.equal(table.get("a", "b"), null);
  assert.deepEqual(
    fill(table, "1").map(({ actor, targets }) => [actor, targets]),
    [
      ["a", ["b", "c"]],
      ["b", ["a", "c"]],
      ["c", ["a", "b"]],
    ],
  );
  assert.deepEqual([table.get("a", "b").target, table.get("c", "a").target, table.get("a", "a")], ["b", "a", null]);
  assert.deepEqual([table.size, table.jobs()], [{ kept: 6, fresh: 6 }, []]);
});

test("a change leaves no answer, not even of a pair that it is not about", () => {
  const table = measured();
  table.changed("c");
  assert.deepEqual([table.stale, table.get("a", "b"), table.answer(QUERY)], [true, null, null]);
});

test("in the state in which a pair was measured it counts again; in another it is a job", () => {
  const table = measured("1");
  table.changed();
  table.confirm(table.round, "s1", "1", pairs(["a", "b", "c"]));
  assert.deepEqual([table.get("a", "b").modifiers[0].id, table.jobs()], ["1", []]);
  table.changed();
  table.confirm(table.round, "s1", "2", pairs(["a", "b", "c"]));
  assert.deepEqual([table.get("a", "b"), table.jobs().length], [null, 3]);
  fill(table, "2");
  assert.equal(table.get("a", "b").modifiers[0].id, "2");
});

test("a pair whose likely attack is another is measured again, though nothing moved", () => {
  const table = measured();
  table.changed();
  table.confirm(
    table.round,
    "s1",
    "1",
    pairs(["a", "b", "c"], (actor, target) => (actor + target === "ab" ? BOW : SWORD)),
  );
  assert.equal(table.get("a", "b"), null);
  assert.deepEqual(table.jobs(), [{ actor: "a", attack: BOW, targets: ["b"] }]);
  assert.equal(table.get("b", "a").target, "a");
});

test("an answer that comes after a change is not kept", () => {
  const table = new StandingTable();
  table.changed();
  const { round } = table;
  table.confirm(round, "s1", "1", pairs(["a", "b"]));
  const [job] = table.jobs();
  table.changed("b");
  table.store(round, job, { gm: { results: [result("b", "1")] }, players: null });
  assert.equal(table.confirm(round, "s1", "1", pairs(["a", "b"])), false, "the state was read before the change");
  assert.equal(table.get("a", "b"), null);
  table.confirm(table.round, "s1", "1", pairs(["a", "b"]));
  assert.equal(table.get("a", "b"), null);
});

test("the pairs of a token that moved go first, then those of the combatant whose turn it is", () => {
  const table = measured();
  table.changed("c");
  table.confirm(table.round, "s1", "2", pairs(["a", "b", "c", "d"]));
  assert.deepEqual(
    table.jobs("b").map(({ actor, targets }) => `${actor} > ${targets}`),
    ["c > a,b,d", "a > c", "b > c", "d > c", "b > a,d", "a > b,d", "d > a,b"],
  );
  fill(table, "2");
  table.finish();
  table.changed();
  table.confirm(table.round, "s1", "3", pairs(["a", "b", "c"]));
  assert.equal(table.jobs().length, 3, "nobody is more urgent any more");
});

test("an attacker with two likely attacks is two requests", () => {
  const table = new StandingTable();
  table.changed();
  table.confirm(
    table.round,
    "s1",
    "1",
    pairs(["a", "b", "c"], (_actor, target) => (target === "c" ? BOW : SWORD)),
  );
  assert.deepEqual(
    table.jobs().filter(({ actor }) => actor === "a"),
    [
      { actor: "a", attack: SWORD, targets: ["b"] },
      { actor: "a", attack: BOW, targets: ["c"] },
    ],
  );
});

test("a query is answered if every target was measured with that very attack", () => {
  const table = measured();
  const both = { ...QUERY, targets: ["b", "c"] };
  assert.deepEqual(
    table.answer(both).players.results.map(({ target }) => target),
    ["b", "c"],
  );
  assert.equal(table.answer(both).gm.occasion, "attack");
  for (const other of [
    { attack: BOW },
    { attack: undefined },
    { targets: [] },
    { targets: ["b", "z"] },
    { actorToken: { scene: "s2", token: "a" } },
    { occasion: "save" },
    { mode: "advantage" },
    { overrides: [{ scope: "roll", modifier: "cover", state: "off", target: null }] },
    { counted: ["flanking", "1"] },
    { defence: { b: { ac: 15, applied: "half" } } },
    { removesAdvantage: true },
    { origin: { x: 1, y: 1 } },
  ])
    assert.equal(table.answer({ ...QUERY, ...other }), null, JSON.stringify(other));
});

test("what the system has counted changes nothing where it does not apply, in whatever state and whoever knows it", () => {
  const with_ = (state, players) => {
    const table = new StandingTable();
    table.changed();
    table.confirm(table.round, "s1", "1", pairs(["a", "b"]));
    const own = { target: "b", modifiers: [{ id: "flanking", state }] };
    const none = { target: "b", modifiers: [{ id: "cover", state: "on" }] };
    const [gm, player] = players ? [none, own] : [own, none];
    table.store(table.round, table.jobs()[0], { gm: { results: [gm] }, players: { results: [player] } });
    return table;
  };
  for (const state of ["on", "off", "set-aside"])
    for (const players of [false, true]) {
      const table = with_(state, players);
      assert.equal(table.answer({ ...QUERY, counted: ["range-increments", "flanking"] }), null);
      assert.deepEqual(table.answer({ ...QUERY, counted: ["range-increments"] }), table.answer(QUERY));
      assert.equal(table.answer(QUERY).gm.results.length, 1);
    }
});

test("the players' view has no hidden token, as a target or as the attacker", () => {
  const table = measured("1", { hidden: ["c"] });
  const { gm, players } = table.answer({ ...QUERY, targets: ["b", "c"] });
  assert.deepEqual([gm.results.length, players.results.map(({ target }) => target)], [2, ["b"]]);
  const byHidden = table.answer({ ...QUERY, actorToken: { scene: "s1", token: "c" } });
  assert.deepEqual([byHidden.gm.results.length, byHidden.players], [1, null]);
});

test("equal attacks have one key, however they are written", () => {
  assert.equal(
    attackKey({ kind: "melee", reach: 5, name: "Sword" }),
    attackKey({ ...SWORD, range: null, spell: false }),
  );
  for (const other of [{ reach: 10 }, { name: "Axe" }, { spell: true }, { ignores: ["half"] }, { primary: false }])
    assert.notEqual(attackKey(SWORD), attackKey({ ...SWORD, ...other }));
});

test("cleared, it has nothing and asks nothing", () => {
  const table = measured();
  table.clear();
  assert.deepEqual([table.get("a", "b"), table.jobs(), table.size], [null, [], { kept: 0, fresh: 0 }]);
});
