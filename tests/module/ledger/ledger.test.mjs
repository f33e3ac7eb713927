/** The rolls that a GM's browser keeps: they outlive the page, are bounded, and are forgotten with the message. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Ledger } from "../../../foundry-module/scripts/ledger/ledger.mjs";
import { openStore, PageStore } from "../../../foundry-module/scripts/ledger/store.mjs";
import { settled } from "../fakes.mjs";

const annotated = (key) => ({ key, annotations: [] });
const everything = () => true;

/** Open the ledger of a page. */
async function opened(store, exists = everything) {
  const ledger = new Ledger();
  await ledger.open(store, exists);
  return ledger;
}

test("a browser without a database keeps what is judged as long as the page", async () => {
  assert.ok((await openStore("world")) instanceof PageStore);
});

test("a page's store lists what begins alike in a database's order: the shorter key, numbers, texts", async () => {
  const store = new PageStore();
  const keys = [["a", "b", 1], ["a", "b"], ["a", 10], ["b"], ["a", 9], ["a"], ["a", "a"]];
  await store.write(keys.map((key, n) => [key, n]));
  const listed = (await store.entries(["a"])).map(([key]) => key.join());
  assert.deepEqual(listed, ["a", "a,9", "a,10", "a,a", "a,b", "a,b,1"]);
});

test("what is known of a roll is known on the next page", async () => {
  const store = new PageStore();
  const { rolls } = await opened(store);
  rolls.edit("m", { seen: true, open: true, aimed: [{ scene: "s", token: "t" }] });
  rolls.note("m", { overrides: [1] });
  rolls.hide("m", { targets: ["spy"] });
  rolls.hide("m", { overrides: [{ state: "off" }] });
  rolls.originOf("m", { x: 1, y: 2, elevation: 0 });
  rolls.setAnnotated("m", annotated("k"));
  await settled();
  const { rolls: later } = await opened(store);
  assert.deepEqual(later.of("m"), rolls.of("m"));
  const { judged, noted, decided, open, hidden } = later.of("m");
  assert.deepEqual([judged, noted, decided, open], [1, 1, 2, false]);
  assert.deepEqual(hidden, { targets: ["spy"], only: false, overrides: [{ state: "off" }] });
  assert.deepEqual(later.originOf("m"), { x: 1, y: 2, elevation: 0 });
  assert.deepEqual([later.annotated("m"), later.isElsewhere("m")], [undefined, true], "not read before it is needed");
  assert.deepEqual(await later.fetch("m"), annotated("k"));
  assert.deepEqual([later.annotated("m"), later.isElsewhere("m")], [annotated("k"), false]);
});

test("a roll that comes in before the ledger is open is kept too", async () => {
  const store = new PageStore();
  const ledger = new Ledger();
  ledger.rolls.edit("m", { seen: true });
  ledger.rolls.setAnnotated("m", annotated("k"));
  await ledger.open(store, everything);
  await settled();
  const { rolls } = await opened(store);
  assert.deepEqual([rolls.of("m").seen, await rolls.fetch("m")], [true, annotated("k")]);
});

test("a message is forgotten with all that was known of it, also one that was deleted while no page was open", async () => {
  const store = new PageStore();
  const { rolls } = await opened(store);
  for (const id of ["m", "gone", "kept"]) rolls.setAnnotated(id, annotated(id));
  rolls.turns.set("m", Promise.resolve(1));
  rolls.moments.set("m", { attack: "a", moment: 1 });
  rolls.forget("m");
  await settled();
  assert.deepEqual(
    [rolls.of("m"), rolls.annotated("m"), rolls.turns.size, rolls.moments.size],
    [undefined, undefined, 0, 0],
  );
  const { rolls: later } = await opened(store, (id) => id === "kept");
  await settled();
  assert.deepEqual(
    later.all.map(({ id }) => id),
    ["kept"],
  );
  assert.deepEqual(
    (await store.entries(["annotated"])).map(([[, id]]) => id),
    ["kept"],
  );
});

test("of the rolls the last 2,000 are kept, and of their annotations the last 500 are in memory", async () => {
  const store = new PageStore();
  const { rolls } = await opened(store);
  for (let n = 0; n < 2001; n++) rolls.setAnnotated(`m${n}`, annotated(`k${n}`));
  await settled();
  assert.deepEqual([rolls.all.length, rolls.of("m0"), rolls.of("m1").id], [2000, undefined, "m1"]);
  assert.deepEqual([rolls.annotated("m1500"), rolls.annotated("m1501").key], [undefined, "k1501"]);
  assert.equal((await rolls.fetch("m3")).key, "k3");
  assert.equal((await store.entries(["annotated"])).length, 2000);
});

test("where everybody stood is kept once for as long as it stays the same, and forgotten with its rolls", async () => {
  const store = new PageStore();
  const { rolls, standings } = await opened(store);
  const first = new Map([
    ["Token.a", "here"],
    ["Token.b", "there"],
  ]);
  const second = new Map([...first, ["Token.a", "gone"]]);
  const [one, again, two] = [first, new Map(first), second].map((standing) => standings.keep("s", standing));
  assert.equal(one, again);
  assert.notEqual(standings.keep("other scene", first), one);
  await settled();
  assert.equal((await store.entries(["text"])).length, 5, "three here, and two in the other scene");
  rolls.edit("m", { stood: { attack: "a", number: two } });
  await settled();
  const { standings: later } = await opened(store);
  assert.deepEqual(await later.of(two), second);
  assert.equal(await later.of(one), null, "no roll needs it");
  assert.ok(later.keep("s", first) > two, "a number never names two");
});
